#include "report/run_page.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>
#include <unordered_map>

#include "analysis/diagnosis.hpp"
#include "expr/print.hpp"
#include "report/anatomy.hpp"
#include "report/draw.hpp"
#include "report/energy_curves.hpp"
#include "report/json.hpp"
#include "report/labels.hpp"
#include "report/page.hpp"
#include "report/table.hpp"
#include "report/values.hpp"

namespace trammel::report {
namespace {

using solution::Solution;

constexpr std::size_t residual_points = 600, frames = 1500, most_constraints = 400;

// Calls `see` with whole rows, about `most` of them, the first and the last included.
template <class See>
void some_rows(const SpreadRows& rows, std::size_t most, See&& see) {
  const std::size_t every = std::max<std::size_t>((rows.size() + most - 1) / most, 1);
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (i % every == 0 || i + 1 == rows.size()) see(rows.time(i), rows.row(i));
}

Json columns_json(const Table& table) {
  Json columns = Json::array();
  for (const std::vector<double>& column : table.columns) columns.push_back(packed_curve(column));
  return {{"time", packed64(table.time)}, {"columns", columns}};
}

Json variables_json(const model::Dae& dae, const Solution& run, const std::vector<std::string>& names) {
  const Units units(dae);
  const std::unordered_map<std::string, double> scales(run.scales.begin(), run.scales.end());
  std::unordered_map<std::string, std::string> about;
  for (const model::Variable& variable : dae.variables)
    if (!variable.description.empty())
      about.emplace(dae.graph->variable_name(variable.id), variable.description.str());
  Json list = Json::array();
  for (const std::string& name : names) {
    Json one = {{"name", name}};
    if (const std::string unit = units.of(name); !unit.empty()) one["unit"] = unit;
    if (const auto at = about.find(name); at != about.end()) one["description"] = at->second;
    if (const auto at = scales.find(name); at != scales.end()) one["scale"] = at->second;
    if (std::ranges::find(run.not_unique, name) != run.not_unique.end())
      one["description"] = (one.contains("description") ? one["description"].get<std::string>() + "; " : "") +
                           "not unique: the smallest was taken";
    list.push_back(std::move(one));
  }
  return list;
}

// Largest |F_i^(l)| per level, over its equations.
Json residuals_json(const model::Dae& dae, const std::vector<int>& c, const Solution& run,
                    const SpreadRows& points) {
  const Values values(dae, run.variables);
  const std::vector<Level> levels = constraint_levels(dae, c, values);
  std::vector<expr::Expr> rows;
  for (const Level& level : levels) rows.insert(rows.end(), level.residuals.begin(), level.residuals.end());
  if (rows.empty() || rows.size() > most_constraints) return nullptr;
  Table table{{}, {}, std::vector<std::vector<double>>(levels.size())};
  std::vector<double> worst(rows.size());
  some_rows(points, residual_points, [&](double t, Vec all) {
    const std::vector<double> residual = values(rows, t, all);
    table.time.push_back(t);
    std::size_t k = 0;
    for (std::size_t l = 0; l < levels.size(); ++l) {
      double largest = 0;
      for (std::size_t i = 0; i < levels[l].residuals.size(); ++i, ++k) {
        largest = std::max(largest, std::abs(residual[k]));
        worst[k] = std::max(worst[k], std::abs(residual[k]));
      }
      table.columns[l].push_back(largest);
    }
  });
  Json result = columns_json(table);
  result["equations"] = Json::array();
  std::size_t k = 0;
  for (std::size_t l = 0; l < levels.size(); ++l)
    for (const std::string& name : levels[l].names) {
      const double largest = worst[k++];
      result["equations"].push_back({{"name", name},
                                     {"level", l},
                                     {"largest", std::isfinite(largest) ? Json(largest) : Json(nullptr)}});
    }
  return result;
}

Json steps_json(Thinner& steps) {
  Table table{{"step", "order"}, {}, {}};
  steps.finish(2000, table);
  const auto [low, high] = std::ranges::minmax_element(table.columns[1]);
  if (low == table.columns[1].end() || *low == *high) table.columns.pop_back();  // one order, always
  return columns_json(table);
}

Json drawing_json(const model::Dae& dae, const model::Drawing& given, const Solution& run,
                  const SpreadRows& kept) {
  const Values values(dae, run.variables);
  model::Drawing drawing = given.empty() ? infer_drawing(dae) : given;
  std::vector<expr::Expr> rows;
  Json shapes = Json::array();
  for (const model::Shape& shape : drawing) {
    std::vector<expr::Expr> here;
    for (const model::Coordinates& point : shape.points) here.insert(here.end(), point.begin(), point.end());
    if (shape.radius) here.push_back(shape.radius);
    if (!std::ranges::all_of(here, [&](expr::Expr e) { return values.known(e); })) continue;
    Json points = Json::array();
    const auto place = [&](expr::Expr e) {  // equal coordinates share a column
      const auto at = std::ranges::find(rows, e);
      if (at != rows.end()) return static_cast<std::size_t>(at - rows.begin());
      rows.push_back(e);
      return rows.size() - 1;
    };
    for (const model::Coordinates& point : shape.points) {
      Json one = Json::array();
      for (const expr::Expr e : point) one.push_back(place(e));
      points.push_back(std::move(one));
    }
    Json next = {{"kind", name(shape.kind)}, {"points", points}};
    if (shape.radius) next["radius"] = place(shape.radius);
    shapes.push_back(std::move(next));
  }
  if (shapes.empty() || rows.size() > 600) return nullptr;
  Table table{{}, {}, std::vector<std::vector<double>>(rows.size())};
  some_rows(kept, frames, [&](double t, Vec all) {
    const std::vector<double> now = values(rows, t, all);
    table.time.push_back(t);
    for (std::size_t k = 0; k < now.size(); ++k) table.columns[k].push_back(now[k]);
  });
  simplify(table, 5e-4);
  Json result = columns_json(table);
  result["shapes"] = shapes;
  result["inferred"] = given.empty();
  return result;
}

}  // namespace

Gatherer gatherer(std::size_t reported, std::vector<std::size_t> shown, const RunPageOptions& options) {
  if (shown.size() > options.variables) shown.resize(options.variables);
  const std::size_t points =
      std::clamp<std::size_t>(options.numbers / std::max<std::size_t>(shown.size(), 1), 200, options.points);
  return {reported, std::move(shown), points};
}

Json run_page(const model::Problem& problem, const model::Drawing& drawing, const Solution& run,
              Gatherer& gathered, const RunPageOptions& options) {
  const model::Dae& dae = problem.dae;
  const analysis::Diagnosis found = analysis::analyze(dae);
  Gathered& kept = gathered.finish(run.t_end, run.last);
  Json data = {{"kind", "simulate"}, {"model", dae.name}, {"tolerance", options.tolerance}};
  data["run"] = to_json(run, {});
  data["run"].erase("samples");
  data["run"].erase("variables");  // they are the ends of the curves
  data["t_start"] = run.t_start;
  data["anatomy"] = anatomy(dae, found, analysis::hidden_constraints(dae, found));
  Table table;
  for (const std::size_t j : gathered.shown()) table.names.push_back(run.variables[j]);
  kept.curves.finish(gathered.points(), table);
  data["variables"] = variables_json(dae, run, table.names);
  data["variable_count"] = run.variables.size();
  data["table"] = columns_json(table);
  data["residuals"] = residuals_json(dae, found.offsets.c, run, kept.rows);
  data["steps"] = steps_json(kept.steps);
  if (const auto energy = energy_curves(dae, run.variables, kept.rows))
    data["energy"] = columns_json(*energy);
  data["drawing"] = drawing_json(dae, drawing, run, kept.rows);
  return data;
}

Json run_page(const model::Problem& problem, const model::Drawing& drawing, const Solution& run,
              const RunPageOptions& options) {
  std::vector<std::size_t> all(run.variables.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  Gatherer follower = gatherer(all.size(), all, options);
  std::vector<double> state, slope, values(run.variables.size());
  for (const solution::Segment& segment : run.segments) {
    state.resize(static_cast<std::size_t>(segment.trajectory.size()));
    slope.resize(state.size());
    const auto at = [&](double t, Out out) {
      segment.trajectory.at(t, state);
      segment.trajectory.slope(t, slope);
      segment.observe(t, state, slope, out);
    };
    const std::vector<double>& times = segment.trajectory.times();
    if (times.empty()) continue;
    at(times.front(), values);
    follower.begin(times.front(), values);
    for (std::size_t i = 0; i + 1 < times.size(); ++i) {
      (void)follower.reads_inside();
      follower.step(times[i], times[i + 1], 0, at);
    }
  }
  return run_page(problem, drawing, run, follower, options);
}

}  // namespace trammel::report
