// modelica/run_time.cpp: loops and recursion whose length is known only while the model runs.
//
// Everything else is written out into the graph. What cannot be becomes a routine (expr/written.hpp): one
// round of the loop, or one call of the function, is run with symbols in the place of what changes.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/text.hpp"
#include "expr/written.hpp"
#include "modelica/elaborator.hpp"

namespace trammel::modelica {
namespace {

// The numbers of a value, those of its fields included. Strings are no numbers.
void each_number(Value& v, const std::function<void(Expr&)>& visit) {
  for (auto& [name, field] : v.fields) each_number(field, visit);
  if (v.base != Base::record && v.base != Base::text) std::ranges::for_each(v.data, visit);
}

struct Assigned {
  std::set<std::string> names;
  bool leaves = false;  // by return or break
};

void find_assigned(std::span<const Clause> body, Assigned& found) {
  for (const Clause& c : body) {
    if (c.kind == Clause::Kind::assignment && c.left->node == modelica::Node::tuple) {
      for (const ExpressionPtr& e : c.left->args)
        if (e && !e->parts.empty()) found.names.insert(e->parts[0].name);
    } else if (c.kind == Clause::Kind::assignment && !c.left->parts.empty()) {
      found.names.insert(c.left->parts[0].name);
    }
    found.leaves |= c.kind == Clause::Kind::return_ || c.kind == Clause::Kind::break_;
    for (const Clause::Branch& b : c.branches) find_assigned(b.body, found);
  }
}

}  // namespace

void Elaborator::loop_at_run_time(const Clause& c, const Scope& scope, Counter* counter,
                                  const std::function<Expr()>& condition, const std::function<void()>& body) {
  Assigned found;
  find_assigned(c.branches[0].body, found);
  std::vector<std::size_t> locals;  // those that the loop changes
  for (const std::string& name : found.names)
    if (const Local* l = local(scope, name))
      locals.push_back(static_cast<std::size_t>(l - scope.locals->data()));
  expr::LoopBody loop;
  std::vector<Expr> start;
  const auto fresh = [&](Expr from) {
    start.push_back(from);
    loop.state.push_back(g_.symbol(g_.add_variable({})));
    return loop.state.back();
  };
  const auto each = [&](const std::function<void(Expr&)>& visit) {
    for (const std::size_t k : locals) each_number((*scope.locals)[k].value, visit);
    if (counter) visit(counter->value);
    if (found.leaves) {
      visit(returned_);
      visit(broken_);
    }
  };
  const Expr go = matters();
  each([&](Expr& x) { x = fresh(x); });
  if (counter) (*scope.locals).back().value.data[0] = counter->value;
  for (const std::size_t k : locals) (*scope.locals)[k].assigned = true;
  session_.spend(static_cast<std::int64_t>(start.size()), c.place);
  {
    const Restore<std::vector<Expr>> conditions(conditions_, {}), guards(guards_, {});
    const Restore<Expr> returned(returned_), broken(broken_);
    const Restore<bool> no_events(events_off_, true), looping(looping_, true);
    if (!found.leaves) returned_ = broken_ = g_.constant(0);
    if (!g_.is_constant(go)) guards_.push_back(go);
    Expr goes_on = g_.apply(Op::logical_and, condition(), path_condition());
    guards_.push_back(goes_on);
    body();
    if (counter) counter->value = g_.apply(Op::add, counter->value, counter->step);
    each([&](Expr& x) { loop.next.push_back(x); });
    loop.condition = g_.apply(Op::logical_and, go, goes_on);
  }
  if (loop.next.size() != loop.state.size())
    session_.fail(c.place, Kind::structure, "this loop changes the size of an array",
                  "declare it with its largest size");
  const std::vector<Expr> after =
      expr::after_loop(g_, fmt::format("the loop in line {}", c.place.line), loop, start);
  std::size_t next = 0;
  each([&](Expr& x) { x = after[next++]; });
}

// for i in a:b loop, where a or b are not known yet: i counts as in a while loop.
bool Elaborator::run_time_range(const Iterator& iterator, const Scope& scope) {
  if (!iterator.range || iterator.range->node != modelica::Node::range) return false;
  for (const ExpressionPtr& bound : iterator.range->args) {
    const Value v = number(*bound, scope);
    if (v.scalar() && v.numeric() && !is_number(v)) return true;
  }
  return false;
}

void Elaborator::run_for(const Clause& c, std::size_t k, const Scope& scope) {
  if (k == c.iterators.size()) {
    if (!g_.is_constant(path_condition(), 0)) run(c.branches[0].body, scope);
    return;
  }
  const Iterator& iterator = c.iterators[k];
  if (!run_time_range(iterator, scope))
    return for_each({&iterator, 1}, scope, [&] { run_for(c, k + 1, scope); });
  const std::vector<ExpressionPtr>& bounds = iterator.range->args;
  const Value first = evaluate(*bounds[0], scope), last = evaluate(*bounds.back(), scope),
              step =
                  bounds.size() == 3 ? evaluate(*bounds[1], scope) : scalar_of(Base::integer, g_.constant(1));
  const bool whole = first.base == Base::integer && step.base == Base::integer;
  const std::size_t mark = scope.locals->size();
  scope.locals->push_back(
      {iterator.name, scalar_of(whole ? Base::integer : Base::real, first.data[0]), true, nullptr, true});
  Counter counter{first.data[0], step.data[0]};
  loop_at_run_time(
      c, scope, &counter,
      [&] {
        const Expr rises = g_.apply(Op::gt, step.data[0], g_.constant(0)), zero = g_.constant(0);
        const Expr below = g_.apply(Op::le, counter.value, last.data[0]),
                   above = g_.apply(Op::ge, counter.value, last.data[0]);
        const Expr falls = g_.apply(Op::lt, step.data[0], zero);
        return g_.apply(Op::select, rises, below, g_.apply(Op::logical_and, falls, above));
      },
      [&] { run_for(c, k + 1, scope); });
  scope.locals->resize(mark);
}

std::vector<Value> Elaborator::invoke_recursive(Class& function,
                                                std::vector<std::pair<std::string, Value>> given,
                                                Place place) {
  if (std::ranges::count(functions_, &function) > 20)
    session_.fail(place, Kind::usage,
                  fmt::format("the function {} calls itself with arrays of ever other sizes",
                              quote(function.def->name)),
                  "write a loop");
  const Signature& s = signature(function);
  const Expr guard = matters();
  const Restore<std::vector<const Class*>> stack(functions_);
  functions_.push_back(&function);
  Locals locals;
  const Scope scope{nullptr, &function, &locals};
  bind_inputs(function, std::move(given), locals, place);
  const std::size_t inputs = locals.size();
  for (const auto& f : s.outputs) declare_formal(f, scope);
  std::string key = fmt::format("{}", static_cast<const void*>(&function));
  std::vector<Expr> arguments = {guard};
  std::vector<Value> results;
  int outputs = 0;
  // The numbers of an input; those of a function are what its inputs are bound to.
  const std::function<void(Value&, const std::function<void(Expr&)>&)> take =
      [&](Value& v, const std::function<void(Expr&)>& visit) {
        const FunctionValue* passed = function_value(v);
        if (passed == nullptr) {
          key += shown(v.shape);
          if (v.base == Base::text || v.base == Base::record)
            for (const Expr x : v.data) key += fmt::format(";{}", x.id);
          return each_number(v, visit);
        }
        FunctionValue own = *passed;
        key += fmt::format(";{}", static_cast<const void*>(own.cls));
        for (auto& [name, value] : own.given) {
          key += name;
          take(value, visit);
        }
        v.data = {g_.constant(static_cast<double>(function_values_.size()))};
        function_values_.push_back(std::move(own));
      };
  for (std::size_t k = 0; k < locals.size(); ++k) {
    Value& v = locals[k].value;
    if (k >= inputs) {
      results.push_back(v);
      each_number(results.back(), [&](Expr&) { ++outputs; });
      continue;
    }
    take(v, [&](Expr& x) { arguments.push_back(x); });
  }
  const std::string known_by = key;
  std::shared_ptr<expr::Recursion>& routine = recursions_[known_by];
  if (!routine) {
    routine =
        std::make_shared<expr::Recursion>(function.def->name, static_cast<int>(arguments.size()), outputs);
    const Restore<std::vector<Expr>> conditions(conditions_, {}), guards(guards_, {});
    const Restore<Expr> returned(returned_, g_.constant(0)), broken(broken_, g_.constant(0));
    const Restore<bool> no_events(events_off_, true), looping(looping_, true);
    std::vector<Expr> symbols = {g_.symbol(g_.add_variable({}))}, rows;
    guards_.push_back(symbols[0]);
    std::vector<std::pair<std::string, Value>> inside;
    for (std::size_t k = 0; k < inputs; ++k) {
      Value v = locals[k].value;
      take(v, [&](Expr& x) { symbols.push_back(x = g_.symbol(g_.add_variable({}))); });
      inside.emplace_back(locals[k].name, std::move(v));
    }
    for (Value& v : write_out(function, std::move(inside), place))
      each_number(v, [&](Expr& x) { rows.push_back(x); });
    recursions_[known_by]->define(g_, symbols, rows);
  }
  const std::shared_ptr<expr::Recursion> known = recursions_[known_by];  // more may have been made meanwhile
  const std::shared_ptr<const expr::Routine> called =
      known->defined() ? std::shared_ptr<const expr::Routine>(known) : known->self();
  int output = 0;
  for (Value& v : results) each_number(v, [&](Expr& x) { x = g_.call(called, arguments, output++); });
  return results;
}

}  // namespace trammel::modelica
