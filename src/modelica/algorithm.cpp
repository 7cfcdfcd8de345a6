// modelica/algorithm.cpp: algorithm sections: what their statements leave in each variable is its equation.
#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "expr/print.hpp"
#include "modelica/flatten.hpp"

namespace trammel::modelica {
namespace {

void assigned_names(std::span<const Clause> body, std::vector<const Expression*>& targets) {
  for (const Clause& c : body) {
    if (c.kind == Clause::Kind::assignment) {
      if (c.left->node == modelica::Node::tuple) {
        for (const ExpressionPtr& e : c.left->args)
          if (e) targets.push_back(e.get());
      } else {
        targets.push_back(c.left.get());
      }
    }
    for (const Clause::Branch& b : c.branches) assigned_names(b.body, targets);
  }
}

bool mentions(const Expression* e, const std::string& name) {
  if (e == nullptr) return false;
  if (e->node == modelica::Node::reference && e->parts[0].name == name) return true;
  const auto any = [&](const auto& list) {
    return std::ranges::any_of(list, [&](const ExpressionPtr& part) { return mentions(part.get(), name); });
  };
  if (any(e->args)) return true;
  for (const Part& part : e->parts)
    if (any(part.subscripts)) return true;
  return e->more && (std::ranges::any_of(e->more->named,
                                         [&](const Named& n) { return mentions(n.value.get(), name); }) ||
                     std::ranges::any_of(e->more->iterators,
                                         [&](const Iterator& i) { return mentions(i.range.get(), name); }));
}

bool mentions(const Clause& c, const std::string& name) {
  return mentions(c.left.get(), name) || mentions(c.right.get(), name) ||
         std::ranges::any_of(c.iterators, [&](const Iterator& i) { return mentions(i.range.get(), name); }) ||
         std::ranges::any_of(c.branches, [&](const Clause::Branch& b) {
           return mentions(b.condition.get(), name) ||
                  std::ranges::any_of(b.body, [&](const Clause& inner) { return mentions(inner, name); });
         });
}

// Whether the first statement with this name may leave it, or a part of it, as it was.
bool needs_old_value(std::span<const Clause> body, const std::string& name) {
  for (const Clause& c : body) {
    if (!mentions(c, name)) continue;
    return c.kind != Clause::Kind::assignment || c.left->node != modelica::Node::reference ||
           c.left->parts.size() > 1 || c.left->parts[0].subscripted || mentions(c.right.get(), name);
  }
  return false;
}

}  // namespace

Local Flattener::initial_local(const Expression& target, const Scope& scope, const Section& section) {
  if (target.node != modelica::Node::reference)
    session_.fail(target.place, Kind::structure, "only variables can be assigned");
  const std::string& name = target.parts[0].name;
  Instance* variable = in_.child(*scope.self, name);
  if (variable == nullptr) {
    std::vector<std::string> names;
    for (const auto& [n, i] : scope.self->names) names.push_back(n);
    session_.fail(target.place, Kind::name,
                  fmt::format("{} is not declared{}", quote(name), did_you_mean(name, names)));
  }
  if (variable->absent || (variable->variability >= Variability::parameter && !variable->unknown))
    session_.fail(target.place, Kind::structure,
                  fmt::format("{} is no variable and cannot be assigned", quote(name)));
  Value v = variable->leaf() ? in_.leaf_value(*variable, nullptr, target.place)
                             : in_.instance_value(*variable, target.place);
  if (variable->leaf() && variable->in_when) {  // a discrete one has its value before the event
    for (Expr& x : v.data) x = in_.events().pre(x, model::Discrete::Type::real, target.place);
  } else if (variable->leaf() && variable->base != Base::real && variable->base != Base::text && !initial_ &&
             needs_old_value(section.clauses, name)) {  // any discrete-time one has that [MLS36, 11.1.2]
    const auto type =
        variable->base == Base::boolean ? model::Discrete::Type::boolean : model::Discrete::Type::integer;
    for (Expr& x : v.data) x = in_.events().pre(x, type, target.place);
  } else if (variable->leaf()) {  // read before it is assigned, it has its start value [MLS36, 11.1.2]
    const Value start = in_.attribute(*variable, "start");
    for (std::size_t k = 0; k < v.data.size(); ++k)
      v.data[k] = start.data.empty() ? g_.constant(v.base == Base::enumeration ? 1 : 0)
                                     : start.data[start.scalar() ? 0 : k];
  }
  return {name, std::move(v), true, variable};
}

Value Flattener::after_events(const Local& local, Place place) {
  return local.stands_for->leaf() ? in_.leaf_value(*local.stands_for, nullptr, place)
                                  : in_.instance_value(*local.stands_for, place);
}

void Flattener::algorithm(const Section& section, const Scope& scope, Items& items) {
  std::vector<const Expression*> targets;
  assigned_names(section.clauses, targets);
  Locals locals;
  in_.begin_algorithm();
  ++clause_number_;
  for (const Expression* target : targets)
    if (std::ranges::find(locals, target->parts.empty() ? "" : target->parts[0].name, &Local::name) ==
        locals.end())
      locals.push_back(initial_local(*target, scope, section));
  const Scope inside{scope.self, scope.cls, &locals};
  for (const Clause& c : section.clauses) {
    if (c.kind == Clause::Kind::when) {
      when_statement(c, inside);
      continue;
    }
    const Locals before =
        std::ranges::any_of(locals, [](const Local& l) { return l.stands_for->in_when; }) ? locals : Locals{};
    in_.run(std::span(&c, 1), inside);
    for (std::size_t k = 0; k < before.size(); ++k)
      if (!initial_ && before[k].stands_for->in_when && before[k].value.data != locals[k].value.data)
        session_.fail(
            c.place, Kind::structure,
            fmt::format("{} is assigned inside and outside of a when-clause", quote(before[k].name)),
            "assign it in when-clauses only");
  }
  for (const Local& l : locals) {
    if (l.stands_for == nullptr || (l.stands_for->in_when && !initial_)) continue;
    const auto first =
        std::ranges::find(targets, l.name, [](const Expression* e) { return e->parts[0].name; });
    const Place place = (*first)->place;
    Clause at;
    at.place = place;
    equate(after_events(l, place), l.value, name_for(at, {scope.self, scope.cls, nullptr}), place, items);
  }
}

// Each branch is run on its own; what it changes are its assignments.
void Flattener::when_statement(const Clause& c, const Scope& scope) {
  if (initial_)
    session_.fail(c.place, Kind::structure, "'when' cannot stand in an initial algorithm section");
  in_.events().uses("when", c.place);
  model::When clause, so_far;
  clause.origin = so_far.origin = origin(c.place);
  so_far.branches.emplace_back();
  // Where earlier when-statements of the algorithm assign what this one assigns too, it goes on from what they
  // have made of it. A clause without triggers says so.
  std::vector<const Expression*> targets;
  for (const Clause::Branch& b : c.branches) assigned_names(b.body, targets);
  for (Local& l : *scope.locals) {
    const auto same = [&](const Expression* e) { return !e->parts.empty() && e->parts[0].name == l.name; };
    if (!l.stands_for->in_when || std::ranges::none_of(targets, same)) continue;
    const Value target = after_events(l, c.place);
    for (std::size_t x = 0; x < target.data.size(); ++x) {
      if (l.value.data[x] != target.data[x]) continue;  // nothing was assigned before
      l.value.data[x] = g_.parameter(g_.add_parameter(expr::print(g_, target.data[x]) + " so far"));
      so_far.branches[0].assignments.push_back({l.value.data[x], target.data[x], so_far.origin});
    }
  }
  if (!so_far.branches[0].assignments.empty()) in_.events().events.whens.push_back(std::move(so_far));
  const Locals before = *scope.locals;
  for (const Clause::Branch& b : c.branches) {
    clause.branches.emplace_back();
    clause.branches.back().triggers = triggers(*b.condition, scope);
    const Elaborator::InWhen inside(in_, &clause.branches.back());
    in_.run(b.body, scope);
    for (std::size_t k = 0; k < before.size(); ++k) {
      const Value changed = (*scope.locals)[k].value;
      if (before[k].stands_for->in_when) {
        const Value target = after_events(before[k], c.place);
        for (std::size_t x = 0; x < changed.data.size(); ++x)
          if (changed.data[x] != before[k].value.data[x]) {
            claim(target.data[x], c.place);
            clause.branches.back().assignments.push_back({target.data[x], changed.data[x], origin(c.place)});
          }
      }
    }
    *scope.locals = before;
  }
  for (Local& l : *scope.locals)
    if (l.stands_for->in_when) l.value = after_events(l, c.place);
  in_.events().events.whens.push_back(std::move(clause));
}

}  // namespace trammel::modelica
