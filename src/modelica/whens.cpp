// modelica/whens.cpp: when-clauses in equation sections [MLS36, 8.3.5].
//
// What they assign is discrete and must be known as such before the first equation is read: all when-clauses
// are looked for first, with loops and parameter conditions followed as they will be later.
#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "expr/graph.hpp"
#include "expr/query.hpp"
#include "modelica/flatten.hpp"

namespace trammel::modelica {
namespace {

bool contains_when(const std::vector<Clause>& list) {
  return std::ranges::any_of(list, [](const Clause& c) {
    return c.kind == Clause::Kind::when ||
           std::ranges::any_of(c.branches, [](const Clause::Branch& b) { return contains_when(b.body); });
  });
}

void each_leaf(Instance& i, Elaborator& in, const std::function<void(Instance&)>& visit) {
  in.ensure(i);
  if (i.absent) return;
  if (i.leaf()) return visit(i);
  for (auto& e : i.elements) each_leaf(*e, in, visit);
  for (auto& c : i.children) each_leaf(*c, in, visit);
}

}  // namespace

void Flattener::find_whens(Instance& i) {
  if (i.absent || i.leaf()) return;
  for (auto& e : i.elements) find_whens(*e);
  for (auto& c : i.children) find_whens(*c);
  if (i.is_array) return;
  for (Class* body : i.bodies)
    for (const Section& s : body->def->sections) {
      Locals locals;
      if (contains_when(s.clauses)) find_whens(s.clauses, {&i, body, &locals});
    }
}

void Flattener::find_whens(const std::vector<Clause>& list, const Scope& scope) {
  for (const Clause& c : list) {
    session_.spend(1, c.place);
    if (c.kind == Clause::Kind::when)
      for (const Clause::Branch& b : c.branches) mark_assigned(b.body, scope);
    if (c.kind == Clause::Kind::loop && contains_when(c.branches[0].body))
      in_.for_each(c.iterators, scope, [&] { find_whens(c.branches[0].body, scope); });
    if (c.kind != Clause::Kind::choice) continue;
    for (const Clause::Branch& b : c.branches) {
      const Value known =
          b.condition ? in_.number(*b.condition, scope) : scalar_of(Base::boolean, g_.constant(1));
      if (known.data.size() == 1 && g_.is_constant(known.data[0], 0)) continue;
      find_whens(b.body, scope);
      if (known.data.size() == 1 && g_.is_constant(known.data[0])) break;
    }
  }
}

void Flattener::mark_assigned(const std::vector<Clause>& body, const Scope& scope) {
  for (const Clause& c : body) {
    session_.spend(1, c.place);
    if (c.kind == Clause::Kind::loop)
      in_.for_each(c.iterators, scope, [&] { mark_assigned(c.branches[0].body, scope); });
    else
      for (const Clause::Branch& b : c.branches) mark_assigned(b.body, scope);
    if (c.kind != Clause::Kind::equality && c.kind != Clause::Kind::assignment) continue;
    if (c.left->node == modelica::Node::tuple) {
      for (const ExpressionPtr& e : c.left->args)
        if (e) mark(*e, scope);
    } else {
      mark(*c.left, scope);
    }
  }
}

void Flattener::mark(const Expression& target, const Scope& scope) {
  if (target.node != modelica::Node::reference)
    session_.fail(target.place, Kind::structure,
                  "an equation in a when-clause has a variable alone on its left side",
                  "write x = expression, or reinit(x, expression) for a state");
  // A variable counts as a whole: which element it is may be known only while the model runs.
  Expression whole;
  whole.node = modelica::Node::reference;
  whole.place = target.place;
  whole.integer = target.integer;
  bool plain = target.parts.back().subscripted;
  for (const Part& part : target.parts) {
    plain = plain && (&part == &target.parts.back() || !part.subscripted);
    whole.parts.push_back({part.name, false, {}});
  }
  Elaborator::Node found;
  if (plain) found = in_.locate(whole, scope);
  if (!plain || found.instances.empty() || !found.instances[0]->leaf()) found = in_.locate(target, scope);
  for (Instance* i : found.instances)
    each_leaf(*i, in_, [&](Instance& leaf) {
      if (leaf.variability >= Variability::parameter)
        session_.fail(target.place, Kind::structure,
                      fmt::format("{} is a {} and cannot be assigned", quote(leaf.path()),
                                  leaf.variability == Variability::parameter ? "parameter" : "constant"));
      if (leaf.modifier.binding)
        session_.fail(
            target.place, Kind::structure,
            fmt::format(
                "{} has a value where it is declared (line {}) and cannot be assigned in a when-clause",
                quote(leaf.path()), leaf.place.line),
            "remove one of them");
      if (leaf.base == Base::text)
        session_.fail(target.place, Kind::usage,
                      fmt::format("{} is a String that is no parameter", quote(leaf.path())),
                      "make it a parameter or a constant");
      leaf.in_when = true;
    });
}

void Flattener::when(const Clause& c, const Scope& scope) {
  in_.events().uses("when", c.place);
  ++clause_number_;
  session_.spend(cost::equation, c.place);
  model::When clause;
  clause.origin = origin(c.place);
  for (const Clause::Branch& b : c.branches) {
    clause.branches.emplace_back();
    clause.branches.back().triggers = triggers(*b.condition, scope);
    const Elaborator::InWhen inside(in_, &clause.branches.back());
    when_body(b.body, scope, g_.constant(1), clause.branches.back());
  }
  in_.events().events.whens.push_back(std::move(clause));
}

std::vector<Expr> Flattener::triggers(const Expression& condition, const Scope& scope) {
  Value v = in_.evaluate(condition, scope);
  if (v.base != Base::boolean || v.rank() > 1)
    session_.fail(condition.place, Kind::structure,
                  fmt::format("the condition of 'when' must be Boolean, not {}", type_name(v)));
  return {v.data.begin(), v.data.end()};
}

void Flattener::when_body(const std::vector<Clause>& body, const Scope& scope, Expr guard,
                          model::When::Branch& branch) {
  for (const Clause& c : body) when_clause(c, scope, guard, branch);
}

void Flattener::when_clause(const Clause& c, const Scope& scope, Expr guard, model::When::Branch& branch) {
  session_.spend(1, c.place);
  switch (c.kind) {
    case Clause::Kind::equality:
      return when_equality(c, scope, guard, branch);
    case Clause::Kind::loop:
      return in_.for_each(c.iterators, scope, [&] { when_body(c.branches[0].body, scope, guard, branch); });
    case Clause::Kind::choice:
      return when_choice(c, scope, guard, branch);
    case Clause::Kind::call:
      if (c.left->parts.size() == 1 && c.left->parts[0].name == "reinit")
        return reinit(*c.left, scope, guard, branch);
      if (c.left->parts[0].name == "Connections")  // [MLS36, 9.4.1]
        session_.fail(c.place, Kind::structure, "equations of Connections cannot stand in a when-clause",
                      "they hold from the beginning: write them outside of it");
      return call(c, scope);
    case Clause::Kind::when:
      session_.fail(c.place, Kind::structure, "a when-clause cannot stand in another",
                    "join their conditions, or use 'if' inside");
    default:
      session_.fail(c.place, Kind::structure, "this cannot stand in a when-clause",
                    "assign variables, or use reinit, assert and terminate");
  }
}

void Flattener::when_equality(const Clause& c, const Scope& scope, Expr guard, model::When::Branch& branch) {
  if (c.left->node != modelica::Node::tuple)
    return set(in_.variable(*c.left, scope), in_.evaluate(*c.right, scope), c.place, guard, branch);
  if (c.right->node != modelica::Node::call)
    session_.fail(c.place, Kind::structure, "several variables are equated only with a function call");
  const std::vector<Value> results = in_.call_all(*c.right, scope);
  if (c.left->args.size() > results.size())
    session_.fail(c.place, Kind::structure,
                  fmt::format("the function has {} results, not {}", results.size(), c.left->args.size()));
  for (std::size_t k = 0; k < c.left->args.size(); ++k)
    if (c.left->args[k]) set(in_.variable(*c.left->args[k], scope), results[k], c.place, guard, branch);
}

// Under a condition that is known only then, a variable keeps its value where that does not hold.
void Flattener::when_choice(const Clause& c, const Scope& scope, Expr guard, model::When::Branch& branch) {
  for (const Clause::Branch& b : c.branches) {
    Expr holds = guard;
    if (b.condition) {
      const Value v = in_.evaluate(*b.condition, scope);
      if (v.base != Base::boolean || !v.scalar())
        session_.fail(b.condition->place, Kind::structure,
                      fmt::format("the condition of 'if' must be Boolean, not {}", type_name(v)));
      holds = g_.apply(Op::logical_and, guard, v.data[0]);
      guard = g_.apply(Op::logical_and, guard, g_.apply(Op::logical_not, v.data[0]));
    }
    if (g_.is_constant(holds, 0)) continue;
    const Elaborator::Guard around(in_, holds);
    when_body(b.body, scope, holds, branch);
  }
}

void Flattener::claim(Expr target, Place place) {
  const auto [at, fresh] = claims_.try_emplace(target.id, Claim{place, clause_number_});
  if (!fresh && at->second.clause != clause_number_)
    session_.fail(place, Kind::structure,
                  fmt::format("{} is assigned in two when-clauses (the other one: line {})",
                              quote(g_.parameter_name(g_.index(target))), at->second.place.line),
                  "join them with elsewhen");
}

void Flattener::set(const Value& target, const Value& value, Place place, Expr guard,
                    model::When::Branch& branch) {
  for (const auto& [name, field] : target.fields) {
    const Value* other = value.field(name);
    if (other == nullptr)
      session_.fail(place, Kind::structure,
                    fmt::format("{} cannot be assigned to {}", type_name(value), type_name(target)));
    set(field, *other, place, guard, branch);
  }
  if (target.base == Base::record) return;
  const Value v = in_.convert(value, target.base, target.type, &target.shape, place,
                              [] { return std::string("the value in this when-clause"); });
  for (std::size_t k = 0; k < target.data.size(); ++k) {
    const Expr leaf = target.data[k];
    claim(leaf, place);
    session_.spend(10, place);
    const auto old = std::ranges::find(branch.assignments, leaf, &model::When::Assignment::target);
    Expr now = v.data[k];
    if (!g_.is_constant(guard, 1)) {
      const Expr otherwise = old != branch.assignments.end()
                                 ? old->value
                                 : in_.events().pre(leaf, model::Discrete::Type::real, place);
      now = g_.apply(Op::select, guard, now, otherwise);
    } else if (old != branch.assignments.end()) {
      session_.fail(
          place, Kind::structure,
          fmt::format("{} is assigned twice in this when-clause", quote(g_.parameter_name(g_.index(leaf)))),
          "remove one of the equations");
    }
    if (old != branch.assignments.end())
      old->value = now;
    else
      branch.assignments.push_back({leaf, now, origin(place)});
  }
}

void Flattener::reinit(const Expression& e, const Scope& scope, Expr guard, model::When::Branch& branch) {
  if (e.args.size() != 2)
    session_.fail(e.place, Kind::structure, fmt::format("reinit takes 2 arguments, not {}", e.args.size()),
                  "write reinit(x, value)");
  const Value target = in_.variable(*e.args[0], scope);
  if (target.base != Base::real)
    session_.fail(e.args[0]->place, Kind::structure,
                  fmt::format("reinit needs a Real state, not {}", type_name(target)),
                  target.base == Base::record ? "" : "assign it: x = value");
  const Value value = in_.convert(in_.evaluate(*e.args[1], scope), Base::real, nullptr, &target.shape,
                                  e.place, [] { return std::string("the new value in reinit"); });
  for (std::size_t k = 0; k < target.data.size(); ++k) {
    const Expr x = target.data[k];
    if (g_.op(x) != Op::symbol && g_.op(x) != Op::parameter)
      session_.fail(e.args[0]->place, Kind::structure, "reinit needs a state, not a constant");
    if (g_.op(x) != Op::symbol)
      session_.fail(e.args[0]->place, Kind::structure,
                    fmt::format("reinit needs a state, but {} is {}", quote(g_.parameter_name(g_.index(x))),
                                in_.events().assigned_in_when(x) ? "discrete" : "a parameter"),
                    in_.events().assigned_in_when(x) ? "assign it: x = value" : "");
    const auto old = std::ranges::find(branch.reinits, x, &model::When::Assignment::target);
    const bool always = g_.is_constant(guard, 1), again = old != branch.reinits.end();
    if (always && again)
      session_.fail(
          e.place, Kind::structure,
          fmt::format("{} is reinitialized twice in this when-clause", quote(g_.variable_name(g_.index(x)))),
          "remove one of them");
    const Expr now =
        always ? value.data[k] : g_.apply(Op::select, guard, value.data[k], again ? old->value : x);
    if (again) {
      old->value = now;
      continue;
    }
    branch.reinits.push_back({x, now, origin(e.place)});
    reinits_.emplace_back(x, e.args[0]->place);
  }
}

// x = 1 or pre(x) = 1 in an initial section, for what when-clauses assign: its value before the first event.
bool Flattener::sets_discrete(const Value& left, const Expression& right, const Scope& scope) {
  if (left.data.empty() || !std::ranges::all_of(left.data, [&](Expr e) {
        return in_.events().assigned_in_when(e) || in_.events().is_pre(e);
      }))
    return false;
  Value value = in_.number(right, scope);
  for (Expr& e : value.data) {  // pre(t_next) = time + 1
    const std::vector<Expr> leaves = expr::leaves(g_, std::span(&e, 1));
    if (!leaves.empty() && std::ranges::all_of(leaves, [&](Expr leaf) { return g_.op(leaf) == Op::time; }))
      e = g_.constant(expr::evaluate(g_, std::span(&e, 1), [&](Expr) { return problem_.t_start; })[0]);
  }
  if (!in_.is_number(value) || value.shape != left.shape || value.data.size() != left.data.size())
    return false;
  for (std::size_t k = 0; k < left.data.size(); ++k)
    in_.events().set_start(left.data[k], g_.value(value.data[k]));
  return true;
}

// What can be told only when all equations are there.
void Flattener::check_events() {
  for (const model::Discrete& d : in_.events().events.discrete)
    if (g_.op(d.value) == Op::parameter && !claims_.contains(d.value.id))
      throw Error(Kind::structure,
                  fmt::format("{} is assigned in no when-clause, though other elements of its array are",
                              quote(g_.parameter_name(g_.index(d.value)))),
                  {.file = d.origin.file, .line = d.origin.line, .column = d.origin.column},
                  "assign all elements in when-clauses");
  if (reinits_.empty()) return;
  std::unordered_map<int, bool> differentiated;
  std::vector<Expr> rows;
  for (const model::Equation& e : problem_.dae.equations) rows.push_back(e.residual);
  expr::Cone cone(g_);
  for (const Expr e : cone.collect(rows))
    if (g_.op(e) == Op::symbol && g_.derivative(e) > 0) differentiated[g_.index(e)] = true;
  for (const auto& [state, place] : reinits_)
    if (!differentiated.contains(g_.index(state)))
      session_.fail(place, Kind::structure,
                    fmt::format("reinit needs a state, but the derivative of {} appears nowhere",
                                quote(g_.variable_name(g_.index(state)))),
                    "reinit a variable whose derivative appears in an equation");
}

}  // namespace trammel::modelica
