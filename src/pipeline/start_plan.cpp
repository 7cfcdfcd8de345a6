#include "pipeline/start_plan.hpp"

#include <fmt/format.h>

#include "base/text.hpp"
#include "base/work.hpp"
#include "expr/print.hpp"

namespace trammel::pipeline {

using model::Rank;

StartPlan::StartPlan(std::unique_ptr<const Data> data) : data_(std::move(data)) {}
StartPlan::~StartPlan() = default;

void tell_point(const analysis::Point& point, std::vector<std::string>& notes) {
  notes.insert(notes.end(), point.notes.begin(), point.notes.end());
  std::vector<std::string> quoted;
  for (const std::string& name : point.dependent) quoted.push_back(quote(name));
  if (!quoted.empty())
    notes.push_back(fmt::format(
        "{} {} nothing new at the start: {} from the other conditions and {} with them", listed(quoted),
        quoted.size() == 1 ? "says" : "say", quoted.size() == 1 ? "it follows" : "they follow",
        quoted.size() == 1 ? "agrees" : "agree"));
}

void find_tops(const model::Dae& dae, system::Ode& ode, double t, const std::vector<double>& z,
               std::vector<std::string>& notes) {
  std::vector<double> slope(z.size());
  if (!ode.derivative(t, z, slope)) return;
  std::vector<int> order(dae.variables.size());
  for (const auto& part : ode.state()) order[part.unknown] = part.derivative + 1;
  std::vector<std::string> roots;
  for (const int j : ode.moved_guesses())
    roots.push_back(fmt::format("{} = {:.6g}", expr::print_symbol(*dae.graph, dae.variables[j].id, order[j]),
                                ode.top()[j]));
  if (!roots.empty())
    notes.push_back(
        fmt::format("from the guess no root was found ({} singular, undefined or far away there); a search "
                    "around it found {}",
                    roots.size() == 1 ? "its equation is" : "the equations are", listed(roots, 6)));
}

std::optional<std::vector<double>> StartPlan::start(const model::Problem& problem, Vec parameters,
                                                    system::Ode& ode, double t,
                                                    std::vector<std::string>* notes) const {
  const Data& d = *data_;
  if (!d.ranks.empty()) {
    if (problem.starts.size() != d.ranks.size()) return std::nullopt;
    for (const model::StartValue& start : problem.starts)
      if (const auto known = d.ranks.find(start.leaf.id);
          known == d.ranks.end() || known->second != start.rank)
        return std::nullopt;
  }
  analysis::PointProblem point{.dae = d.dae, .quantities = d.quantities, .conditions = d.conditions, .t = t};
  std::vector<double> tops(ode.top().begin(), ode.top().end());
  std::size_t constants = 0;
  for (const model::StartValue& start : problem.starts) {
    if (const auto built_in = d.constant.find(start.leaf.id); built_in != d.constant.end()) {
      if (start.rank != Rank::fixed || start.value != built_in->second) return std::nullopt;
      ++constants;
      continue;
    }
    std::uint32_t leaf = start.leaf.id;
    double value = start.value;
    if (const auto later = d.put_off.find(leaf); later != d.put_off.end()) {
      if (start.rank != later->second.rank) return std::nullopt;
      if (later->second.sign == 0) continue;
      leaf = later->second.target;
      value *= later->second.sign;
    }
    if (const auto at = d.quantity.find(leaf); at != d.quantity.end()) {
      analysis::Quantity& quantity = point.quantities[static_cast<std::size_t>(at->second)];
      if (quantity.rank == Rank::fixed && start.rank == Rank::fixed && quantity.value != value)
        return std::nullopt;  // a contradiction, to be told in words
      if (start.rank < quantity.rank) continue;
      quantity.value = value;
      quantity.rank = start.rank;
    } else if (const auto top = d.top.find(leaf); top != d.top.end()) {
      if (start.rank == Rank::fixed) return std::nullopt;
      tops[static_cast<std::size_t>(top->second)] = value;
    } else if (!d.put_off.contains(start.leaf.id)) {
      return std::nullopt;
    }
  }
  if (constants != d.constant.size()) return std::nullopt;
  ++work_so_far().starts;
  analysis::Point found = analysis::find_point(point, d.plan, parameters);
  if (notes) tell_point(found, *notes);
  const std::size_t states = ode.state().size();
  if (d.with_tops)
    ode.guess(Vec(found.values).subspan(states, d.dae->variables.size()));
  else
    system::begin(ode, tops);
  found.values.resize(states);
  if (ode.guesses() && notes) find_tops(*d.dae, ode, t, found.values, *notes);
  return found.values;
}

}  // namespace trammel::pipeline
