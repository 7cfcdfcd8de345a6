#include "report/anatomy.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "expr/print.hpp"
#include "expr/shown.hpp"
#include "report/mathml.hpp"

namespace trammel::report {
namespace {

constexpr std::size_t most_equations = 150, most_unknowns = 300, longest_text = 1000;
constexpr std::size_t longest_math = 12'000;  // bytes of one equation: more fills pages and helps nobody

// `room`: bytes of mathematics that the report may still hold; what has none is shown as text.
Json equation_json(const model::Dae& dae, const std::string& name, expr::Expr residual, std::size_t& room) {
  const expr::Sides both = expr::sides(*dae.graph, residual);
  Json result = {{"name", name},
                 {"text", expr::text(*dae.graph, both.left, longest_text) + " = " +
                              expr::text(*dae.graph, both.right, longest_text)}};
  std::string math = mathml(*dae.graph, both);
  if (math.size() > std::min(room, longest_math)) return result;
  room -= math.size();
  result["math"] = std::move(math);
  return result;
}

std::string row_name(const model::Dae& dae, int i, int times) {
  return model::name_of(dae.equations[static_cast<std::size_t>(i)], times);
}
std::string column_name(const model::Dae& dae, int j, int derivative) {
  return expr::print_symbol(*dae.graph, dae.variables[static_cast<std::size_t>(j)].id, derivative);
}

Json before(const model::Dae& dae, const analysis::Diagnosis& found) {
  Json rows = Json::array(), columns = Json::array(), entries = Json::array();
  const int n = static_cast<int>(dae.equations.size());
  for (int i = 0; i < n; ++i) {
    rows.push_back(row_name(dae, i, 0));
    for (int k = found.sigma.graph.start[i]; k < found.sigma.graph.start[i + 1]; ++k)
      entries.push_back({i, found.sigma.graph.column[k], found.sigma.order[k]});
  }
  for (int j = 0; j < n; ++j) columns.push_back(column_name(dae, j, 0));
  return {{"rows", rows}, {"columns", columns}, {"entries", entries}, {"blocks", Json::array()}};
}

// The top equations F_i^(c_i) and the top unknowns x_j^(d_j), block after block in the order in which they
// are solved.
Json after(const model::Dae& dae, const analysis::Diagnosis& found) {
  Json rows = Json::array(), columns = Json::array(), entries = Json::array(), blocks = Json::array();
  std::vector<int> place(dae.variables.size());
  std::vector<int> order;
  for (const analysis::Block& block : found.blocks) {
    blocks.push_back({order.size(), block.unknowns.size()});
    for (const int j : block.unknowns) {
      place[static_cast<std::size_t>(j)] = static_cast<int>(columns.size());
      columns.push_back(column_name(dae, j, found.offsets.d[j]));
    }
    order.insert(order.end(), block.equations.begin(), block.equations.end());
  }
  for (std::size_t row = 0; row < order.size(); ++row) {
    const int i = order[row];
    rows.push_back(row_name(dae, i, found.offsets.c[i]));
    for (int k = found.sigma.graph.start[i]; k < found.sigma.graph.start[i + 1]; ++k) {
      const int j = found.sigma.graph.column[k];
      if (found.sigma.order[k] + found.offsets.c[i] == found.offsets.d[j])
        entries.push_back({row, place[static_cast<std::size_t>(j)], found.offsets.d[j]});
    }
  }
  return {{"rows", rows}, {"columns", columns}, {"entries", entries}, {"blocks", blocks}};
}

}  // namespace

Json anatomy(const model::Dae& dae, const analysis::Diagnosis& found,
             const std::vector<analysis::HiddenConstraint>& hidden) {
  Json equations = Json::array(), constraints = Json::array(), parameters = Json::array();
  std::size_t room = 200'000;
  for (std::size_t i = 0; i < std::min(dae.equations.size(), most_equations); ++i) {
    equations.push_back(equation_json(dae, dae.equations[i].name, dae.equations[i].residual, room));
    if (dae.equations[i].origin.line > 0) equations.back()["line"] = dae.equations[i].origin.line;
    if (found.offsets.c[i] > 0) equations.back()["differentiated"] = found.offsets.c[i];
  }
  for (std::size_t i = 0; i < std::min(hidden.size(), most_equations); ++i) {
    Json one = {{"name", hidden[i].equation}, {"text", hidden[i].text}};
    if (hidden[i].residual) one = equation_json(dae, hidden[i].equation, hidden[i].residual, room);
    one["derivative"] = hidden[i].derivative;
    if (!hidden[i].determines.empty()) one["determines"] = hidden[i].determines;
    constraints.push_back(std::move(one));
  }
  for (std::size_t i = 0; i < std::min<std::size_t>(dae.parameters.size(), 60); ++i) {
    const model::Parameter& parameter = dae.parameters[i];
    parameters.push_back({{"name", dae.graph->parameter_name(parameter.id)},
                          {"value", std::isfinite(parameter.value) ? Json(parameter.value) : Json(nullptr)},
                          {"unit", parameter.unit.str()},
                          {"description", parameter.description.str()}});
  }
  Json result = {{"equation_count", dae.equations.size()},
                 {"equations", equations},
                 {"hidden_count", hidden.size()},
                 {"hidden", constraints},
                 {"parameter_count", dae.parameters.size()},
                 {"parameters", parameters}};
  if (dae.equations.size() <= most_unknowns && !dae.equations.empty()) {
    result["before"] = before(dae, found);
    result["after"] = after(dae, found);
  }
  return result;
}

}  // namespace trammel::report
