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

struct Piece {
  Instance* variable;
  std::span<Expr> data;  // its numbers, within the value of the whole
  Value value() const {
    Value v;
    v.base = variable->base;
    v.type = variable->type;
    v.shape = variable->shape;
    v.data.insert(v.data.end(), data.begin(), data.end());
    return v;
  }
};

// `at`: which element of the arrays around; the fields of an array of records have its dimensions first.
void take_parts(Instance& i, Value& v, std::size_t at, std::vector<Piece>& parts) {
  if (i.leaf()) {
    const auto n = static_cast<std::size_t>(count(i.shape));
    parts.push_back({&i, std::span<Expr>(v.data.begin(), v.data.end()).subspan(at * n, n)});
  } else if (i.is_array) {
    for (std::size_t k = 0; k < i.elements.size(); ++k)
      take_parts(*i.elements[k], v, at * i.elements.size() + k, parts);
  } else {
    for (auto& c : i.children)
      for (auto& [name, field] : v.fields)
        if (name == c->name && !c->absent) take_parts(*c, field, at, parts);
  }
}

// The variables of a component that an algorithm assigns, with their values: those of a record are several.
std::vector<Piece> parts_of(Local& local) {
  std::vector<Piece> parts;
  take_parts(*local.stands_for, local.value, 0, parts);
  return parts;
}

bool any_in_when(Local& local) {
  return std::ranges::any_of(parts_of(local), [](const Piece& p) { return p.variable->in_when; });
}

}  // namespace

bool Flattener::assigns_text(const Section& section, Instance& instance) {
  std::vector<const Expression*> targets;
  assigned_names(section.clauses, targets);
  return std::ranges::any_of(targets, [&](const Expression* e) {
    const Instance* i = e->parts.empty() ? nullptr : in_.child(instance, e->parts[0].name);
    return i && i->leaf() && i->base == Base::text && !i->absent;
  });
}

// A String that an algorithm assigns is empty before.
Local Flattener::initial_text(Instance& text, Place place) {
  if (text.modifier.binding || text.value_state == Instance::State::ready)
    session_.fail(place, Kind::structure, fmt::format("{} has a value already", quote(text.path())),
                  "leave one of the two out");
  if (initial_ || text.in_when)
    session_.fail(place, Kind::usage,
                  fmt::format("the String {} cannot change during the run", quote(text.path())),
                  "give it its value where it is declared");
  Value v;
  v.base = Base::text;
  v.shape = text.shape;
  v.data.resize(static_cast<std::size_t>(count(v.shape)), session_.text(std::string()));
  return {text.name, std::move(v), true, &text};
}

Local Flattener::initial_local(const Expression& target, const Scope& scope, const Section& section) {
  if (target.node != modelica::Node::reference)
    session_.fail(target.place, Kind::structure, "only variables can be assigned");
  const std::string& name = target.parts[0].name;
  Instance* variable = in_.child(*scope.self, name);
  if (variable == nullptr) {
    session_.fail(target.place, Kind::name,
                  fmt::format("{} is not declared{}", quote(name), did_you_mean(name, scope.self->names())));
  }
  if (variable->absent || (variable->variability >= Variability::parameter && !variable->unknown))
    session_.fail(target.place, Kind::structure,
                  fmt::format("{} is no variable and cannot be assigned", quote(name)));
  if (variable->leaf() && variable->base == Base::text) return initial_text(*variable, target.place);
  Value v = variable->leaf() ? in_.leaf_value(*variable, nullptr, target.place)
                             : in_.instance_value(*variable, target.place);
  std::vector<Piece> parts;
  take_parts(*variable, v, 0, parts);
  for (const Piece& p : parts)  // a discrete one has its value before the event
    if (p.variable->in_when)
      for (Expr& x : p.data) x = in_.events().pre(x, model::Discrete::Type::real, target.place);
  if (variable->leaf() && variable->in_when) return {name, std::move(v), true, variable};
  if (variable->leaf() && variable->base != Base::real && !initial_ &&
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
    Locals before = std::ranges::any_of(locals, any_in_when) ? locals : Locals{};
    in_.run(std::span(&c, 1), inside);
    for (std::size_t k = 0; k < before.size() && !initial_; ++k) {
      const std::vector<Piece> old = parts_of(before[k]), now = parts_of(locals[k]);
      for (std::size_t p = 0; p < old.size(); ++p)
        if (old[p].variable->in_when && !std::ranges::equal(old[p].data, now[p].data))
          session_.fail(
              c.place, Kind::structure,
              fmt::format("{} is assigned inside and outside of a when-clause", quote(before[k].name)),
              "assign it in when-clauses only");
    }
  }
  for (Local& l : locals) {
    if (l.stands_for == nullptr) continue;
    const auto first =
        std::ranges::find(targets, l.name, [](const Expression* e) { return e->parts[0].name; });
    const Place place = (*first)->place;
    Clause at;
    at.place = place;
    const std::string name = name_for(at, {scope.self, scope.cls, nullptr});
    if (l.stands_for->leaf() && l.stands_for->base == Base::text) {
      l.stands_for->value = l.value;
      l.stands_for->value_state = Instance::State::ready;
      continue;
    }
    if (initial_ || !any_in_when(l)) {
      equate(after_events(l, place), l.value, name, place, items);
      continue;
    }
    for (const Piece& p : parts_of(l))
      if (!p.variable->in_when)
        equate(in_.leaf_value(*p.variable, nullptr, place), p.value(), name, place, items);
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
    if (std::ranges::none_of(targets, same)) continue;
    for (const Piece& p : parts_of(l)) {
      if (!p.variable->in_when) continue;
      const Value target = in_.leaf_value(*p.variable, nullptr, c.place);
      for (std::size_t x = 0; x < target.data.size(); ++x) {
        Expr& value = p.data[x];
        if (value != target.data[x]) continue;  // nothing was assigned before
        const int number = g_.add_parameter(expr::print(g_, target.data[x]) + " so far");
        value = g_.parameter(number);
        const auto& discrete = in_.events().events.discrete;  // it begins as the variable does
        const auto same_value = std::ranges::find(discrete, target.data[x], &model::Discrete::value);
        problem_.dae.parameters.push_back(
            {.id = number, .value = same_value == discrete.end() ? 0 : same_value->start});
        so_far.branches[0].assignments.push_back({value, target.data[x], so_far.origin});
      }
    }
  }
  if (!so_far.branches[0].assignments.empty()) in_.events().events.whens.push_back(std::move(so_far));
  Locals before = *scope.locals;
  for (const Clause::Branch& b : c.branches) {
    clause.branches.emplace_back();
    clause.branches.back().triggers = triggers(*b.condition, scope);
    const Elaborator::InWhen inside(in_, &clause.branches.back());
    in_.run(b.body, scope);
    for (std::size_t k = 0; k < before.size(); ++k) {
      if (before[k].stands_for == nullptr) continue;
      const std::vector<Piece> old = parts_of(before[k]), now = parts_of((*scope.locals)[k]);
      for (std::size_t p = 0; p < old.size(); ++p) {
        if (!old[p].variable->in_when) continue;
        const Value target = in_.leaf_value(*old[p].variable, nullptr, c.place);
        for (std::size_t x = 0; x < now[p].data.size(); ++x)
          if (now[p].data[x] != old[p].data[x]) {
            claim(target.data[x], c.place);
            clause.branches.back().assignments.push_back({target.data[x], now[p].data[x], origin(c.place)});
          }
      }
    }
    *scope.locals = before;
  }
  for (Local& l : *scope.locals)
    for (const Piece& p : parts_of(l))
      if (p.variable->in_when)
        std::ranges::copy(in_.leaf_value(*p.variable, nullptr, c.place).data, p.data.begin());
  in_.events().events.whens.push_back(std::move(clause));
}

}  // namespace trammel::modelica
