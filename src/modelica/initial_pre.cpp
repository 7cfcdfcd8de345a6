// modelica/initial_pre.cpp: what was before the first event, where that follows from what is solved for at the start.
//
// pre(x) = u in an initial section, where u is no number, or a start that is a parameter which is solved for:
// the initial event begins with x := u, and pre(x) is u as long as it lasts.
#include <algorithm>
#include <optional>

#include "expr/query.hpp"
#include "modelica/flatten.hpp"

namespace trammel::modelica {

void Flattener::declare_discrete(Instance& i) {
  session_.spend(cost::variable * count(i.shape), i.place);
  const int first = in_.first_parameter(i);
  const Value start = in_.attribute(i, "start"), fixed = in_.attribute(i, "fixed"),
              solved = in_.solved_start(i);
  for (std::int64_t k = 0; k < count(i.shape); ++k) {
    const int id = first + static_cast<int>(k);
    if (!solved.data.empty())
      solved_starts_.emplace_back(g_.parameter(id), solved.data[solved.scalar() ? 0 : k]);
    const auto given = [&](const Value& v) { return g_.value(v.data[v.scalar() ? 0 : k]); };
    const double value = start.data.empty() ? (i.base == Base::enumeration ? 1 : 0) : given(start);
    problem_.dae.parameters.push_back(
        {.id = id, .value = value, .description = i.component->comment, .origin = origin(i.place)});
    in_.events().declare({.type = i.base == Base::real      ? model::Discrete::Type::real
                                  : i.base == Base::boolean ? model::Discrete::Type::boolean
                                                            : model::Discrete::Type::integer,
                          .value = g_.parameter(id),
                          .start = value,
                          .fixed = !fixed.data.empty() && given(fixed) != 0,
                          .origin = origin(i.place)});
  }
}

// The variable that when-clauses assign whose pre(..) alone of all such things stands in an equation; none:
// there is none.
const model::Discrete* Flattener::remembered_in(Expr residual) {
  EventTable& events = in_.events();
  const model::Discrete* found = nullptr;
  for (const Expr leaf : expr::leaves(g_, std::span(&residual, 1))) {
    if (events.assigned_in_when(leaf)) return nullptr;
    if (!events.is_pre(leaf)) continue;
    const auto& all = events.events.discrete;
    const auto at = std::ranges::find(all, g_.index(leaf), &model::Discrete::pre);
    if (found || at == all.end() || !events.assigned_in_when(at->value)) return nullptr;
    found = &*at;
  }
  return found;
}

void Flattener::remember_solution() {
  model::Events& events = in_.events().events;
  std::unordered_map<std::uint32_t, Expr> instead;
  std::vector<model::When> first;
  const auto begin = [&](const model::Discrete& d, Expr value, const model::Origin& place) {
    const Expr initial = in_.events().initial();
    first.push_back(
        {.branches = {{.triggers = {initial}, .assignments = {{d.value, value, place}}}}, .origin = place});
    if (d.pre < 0) return;
    const Expr pre = g_.parameter(d.pre);
    instead.emplace(pre.id, g_.apply(Op::select, initial, value, pre));
  };
  std::erase_if(problem_.dae.initial_equations, [&](const model::Equation& e) {
    const model::Discrete* d = remembered_in(e.residual);
    const std::optional<Expr> value = d ? solved_for(e.residual, g_.parameter(d->pre)) : std::nullopt;
    if (!value || instead.contains(g_.parameter(d->pre).id)) return false;
    begin(*d, *value, e.origin);
    return true;
  });
  for (const auto& [leaf, value] : solved_starts_) {
    const auto d = std::ranges::find(events.discrete, leaf, &model::Discrete::value);
    if (d != events.discrete.end() && (d->pre < 0 || !instead.contains(g_.parameter(d->pre).id)))
      begin(*d, value, d->origin);
  }
  if (first.empty()) return;
  std::vector<Expr*> read = read_by_events();
  for (auto* list : {&problem_.dae.equations, &problem_.dae.initial_equations})
    for (model::Equation& e : *list) read.push_back(&e.residual);
  std::vector<Expr> rows;
  for (const Expr* e : read) rows.push_back(*e);
  if (!instead.empty()) rows = expr::substitute(g_, rows, instead);
  for (std::size_t k = 0; k < read.size(); ++k) *read[k] = rows[k];
  std::ranges::move(events.whens, std::back_inserter(first));
  events.whens = std::move(first);
}

}  // namespace trammel::modelica
