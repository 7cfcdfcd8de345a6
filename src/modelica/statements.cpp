// modelica/statements.cpp: statements run while the model is read; what they assign are expressions.
//
// A condition that is known only during the run becomes a choice: an assignment under the condition c turns v
// into select(c, new, v). So both branches of an if are run, one after the other, and no variables are
// copied.
#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "modelica/elaborator.hpp"
#include "modelica/subscript_check.hpp"

namespace trammel::modelica {

void Elaborator::begin_algorithm() {
  conditions_.clear();
  returned_ = broken_ = g_.constant(0);
}

// Whether the statement that runs has an effect: the conditions around it hold and nothing has left it.
Expr Elaborator::path_condition() {
  Expr all = g_.constant(1);
  for (const Expr c : conditions_) all = g_.apply(Op::logical_and, all, c);
  all = g_.apply(Op::logical_and, all, g_.apply(Op::logical_not, returned_));
  return g_.apply(Op::logical_and, all, g_.apply(Op::logical_not, broken_));
}

void Elaborator::run(std::span<const Clause> body, const Scope& scope) {
  for (const Clause& c : body) {
    session_.spend(1, c.place);
    const Expr path = path_condition();
    if (g_.is_constant(path, 0)) return;
    switch (c.kind) {
      case Clause::Kind::assignment:
        if (c.left->node == modelica::Node::tuple) {
          if (c.right->node != modelica::Node::call)
            session_.fail(c.place, Kind::structure, "several variables are assigned only by a function call");
          const std::vector<Value> values = call_all(*c.right, scope);
          if (c.left->args.size() > values.size())
            session_.fail(
                c.place, Kind::structure,
                fmt::format("the function has {} results, not {}", values.size(), c.left->args.size()));
          for (std::size_t k = 0; k < c.left->args.size(); ++k)
            if (c.left->args[k]) assign(*c.left->args[k], values[k], scope, c.place);
        } else {
          assign(*c.left, evaluate(*c.right, scope), scope, c.place);
        }
        break;
      case Clause::Kind::call:
        call_statement(*c.left, scope);
        break;
      case Clause::Kind::choice:
        run_choice(c, scope);
        break;
      case Clause::Kind::loop: {
        const Restore<Expr> broken(broken_);
        run_for(c, 0, scope);
        break;
      }
      case Clause::Kind::while_loop:
        run_while(c, scope);
        break;
      case Clause::Kind::return_:
        if (!in_function()) session_.fail(c.place, Kind::structure, "'return' stands only in functions");
        returned_ = g_.apply(Op::logical_or, returned_, path);
        break;
      case Clause::Kind::break_:
        broken_ = g_.apply(Op::logical_or, broken_, path);
        break;
      case Clause::Kind::when:
        session_.fail(c.place, Kind::structure,
                      in_function() ? "'when' cannot stand in a function"
                                    : "'when' stands only at the top of an algorithm section",
                      "write a when-clause of its own");
      default:
        session_.fail(c.place, Kind::structure, "an equation cannot stand in an algorithm");
    }
  }
}

void Elaborator::call_statement(const Expression& e, const Scope& scope) {
  const std::string name = e.parts.size() == 1 ? e.parts[0].name : std::string();
  if (name == "assert") return check_assert(e, scope);
  if (name == "terminate") return terminate(e, scope);
  if (name == "reinit")
    session_.fail(e.place, Kind::structure, "reinit stands only in a when-clause of an equation section",
                  "move it there");
  call_for_effect(e, scope);
}

void Elaborator::call_for_effect(const Expression& e, const Scope& scope) {
  const Restore<bool> effect(for_effect_, true);
  call_all(e, scope);
}

void Elaborator::run_choice(const Clause& c, const Scope& scope) {
  // All conditions first: a branch may change what later conditions read.
  std::vector<Expr> holds;
  for (const Clause::Branch& branch : c.branches) {
    if (!branch.condition) break;
    const Value v = evaluate(*branch.condition, scope);
    if (v.base != Base::boolean || !v.scalar())
      session_.fail(branch.condition->place, Kind::structure,
                    fmt::format("the condition of 'if' must be Boolean, not {}", type_name(v)));
    holds.push_back(v.data[0]);
    if (g_.is_constant(v.data[0], 1)) break;
  }
  const std::size_t before = conditions_.size();
  for (std::size_t k = 0; k < c.branches.size(); ++k) {
    if (k < holds.size()) conditions_.push_back(holds[k]);
    run(c.branches[k].body, scope);
    if (k >= holds.size() || g_.is_constant(holds[k], 1)) break;
    conditions_.back() = g_.apply(Op::logical_not, holds[k]);
  }
  conditions_.resize(before);
}

void Elaborator::run_while(const Clause& c, const Scope& scope) {
  const Restore<Expr> broken(broken_);
  const Clause::Branch& loop = c.branches[0];
  const auto condition = [&] {
    const Value v = evaluate(*loop.condition, scope);
    if (v.base != Base::boolean || !v.scalar())
      session_.fail(loop.condition->place, Kind::structure,
                    fmt::format("the condition of 'while' must be Boolean, not {}", type_name(v)));
    return v.data[0];
  };
  while (!g_.is_constant(path_condition(), 0)) {
    const Expr goes_on = condition();
    if (g_.is_constant(goes_on, 0)) return;
    if (!g_.is_constant(goes_on) || !g_.is_constant(path_condition()))
      return loop_at_run_time(c, scope, nullptr, condition, [&] { run(loop.body, scope); });
    session_.spend(30, c.place);
    run(loop.body, scope);
  }
}

// A variable of a function with dimensions ':' takes the size of what is assigned to the whole [MLS36, 12.4.5].
static void take_size(Local& l, const Value& value, bool always, bool looping, Session& session,
                      Place place) {
  Value& v = l.value;
  if (value.shape == v.shape || value.rank() != v.rank() || v.base == Base::record) return;
  for (std::size_t d = 0; d < v.shape.size(); ++d)
    if (v.shape[d] != value.shape[d] && (l.open >> d & 1U) == 0) return;
  if (looping)
    session.fail(place, Kind::structure, "this loop changes the size of an array",
                 "declare it with its largest size");
  if (!always && l.sized)
    session.fail(
        place, Kind::structure,
        fmt::format("the size of {} would change under a condition that is known only while the model runs",
                    quote(l.name)),
        "declare it with its largest size");
  if (!l.sized) l.assigned = false;
  l.sized = true;
  v.shape = value.shape;
  v.data.assign(static_cast<std::size_t>(count(v.shape)),
                v.base == Base::text ? session.text(std::string())
                                     : session.graph->constant(v.base == Base::enumeration ? 1 : 0));
}

void Elaborator::assign(const Expression& target, const Value& value, const Scope& scope, Place place) {
  if (target.node != modelica::Node::reference)
    session_.fail(target.place, Kind::structure, "only variables can be assigned");
  const std::string& name = target.parts[0].name;
  Local* l = local(scope, name);
  if (l == nullptr) {
    std::vector<std::string> names;
    for (const Local& other : *scope.locals) names.push_back(other.name);
    session_.fail(target.place, Kind::name,
                  fmt::format("{} is not declared{}", quote(name), did_you_mean(name, names)));
  }
  if (l->input)
    session_.fail(target.place, Kind::structure,
                  fmt::format("{} is an input or a loop variable and cannot be assigned", quote(name)),
                  "assign a protected variable of the function");
  if (l->constant)
    session_.fail(target.place, Kind::structure,
                  fmt::format("{} is a constant and cannot be assigned", quote(name)),
                  "declare it without 'constant' or 'parameter'");
  Value* v = &l->value;
  std::vector<Index> list;  // a field carries the dimensions of the records around it first
  bool selected = false;
  const auto take = [&](const Part& part, bool last) {
    const Shape rest(v->shape.begin() + static_cast<std::ptrdiff_t>(list.size()), v->shape.end());
    if (part.subscripted) {
      std::vector<Index> own = indices(part.subscripts, rest, scope, target.place);
      if (!numeric_ && !checking_ && !looping_ && at_run_time(own))
        check_subscripts(events_, g_, own, rest, name, matters(), target.place);
      for (Index& i : own) list.push_back(std::move(i));
      selected = true;
    }
    for (std::size_t d = list.size(); !last && d < v->shape.size(); ++d) {
      Index all;
      for (std::int64_t at = 1; at <= v->shape[d]; ++at) all.at.push_back(at);
      list.push_back(std::move(all));
    }
  };
  for (std::size_t k = 1; k < target.parts.size(); ++k) {
    take(target.parts[k - 1], false);
    const auto field =
        std::ranges::find(v->fields, target.parts[k].name, [](const auto& f) { return f.first; });
    if (field == v->fields.end())
      session_.fail(target.place, Kind::name,
                    fmt::format("{} has no field {}", type_name(*v), quote(target.parts[k].name)));
    v = &field->second;
  }
  take(target.parts.back(), true);
  if (!selected) list.clear();
  l = local(scope, name);  // evaluation of subscripts may not move it, but nothing promises so
  if (l->open != 0 && target.parts.size() == 1 && !selected)
    take_size(*l, value, g_.is_constant(path_condition(), 1), looping_, session_, place);
  const bool fresh = !l->assigned;
  l->assigned = true;
  store(*v, list, value, fresh, place);
}

void Elaborator::store(Value& variable, const std::vector<Index>& list, const Value& value, bool fresh,
                       Place place) {
  const Expr path = path_condition();
  const bool always = g_.is_constant(path, 1);
  if (variable.base == Base::record) {
    const auto has = [&](const auto& f) { return value.field(f.first) != nullptr; };
    if (value.base != Base::record || value.fields.size() != variable.fields.size() ||
        !std::ranges::all_of(variable.fields, has))
      session_.fail(place, Kind::structure,
                    fmt::format("{} cannot be assigned to {}", type_name(value), type_name(variable)));
    for (auto& [name, field] : variable.fields) store(field, list, *value.field(name), fresh, place);
    return;
  }
  const Shape wanted = selected_shape(variable.shape, list);
  const Value v = convert(value, variable.base, variable.type, &wanted, place,
                          [] { return std::string("the assigned value"); });
  const auto at_run_time =
      std::ranges::find_if(list, [](const Index& i) { return static_cast<bool>(i.run_time); });
  if (at_run_time != list.end()) {  // each element of that dimension may be the one
    const auto d = static_cast<std::size_t>(at_run_time - list.begin());
    for (std::int64_t k = 1; k <= variable.shape[d]; ++k) {
      std::vector<Index> one = list;
      one[d].run_time = {};
      one[d].at = {k};
      conditions_.push_back(g_.apply(Op::eq, at_run_time->run_time, g_.constant(static_cast<double>(k))));
      store(variable, one, value, false, place);
      conditions_.pop_back();
    }
    return;
  }
  session_.spend(static_cast<std::int64_t>(v.data.size()), place);
  each_selected(variable.shape, list, [&](std::int64_t whole, std::int64_t part) {
    Expr& slot = variable.data[whole];
    slot = always || fresh ? v.data[part] : g_.apply(Op::select, path, v.data[part], slot);
  });
}

}  // namespace trammel::modelica
