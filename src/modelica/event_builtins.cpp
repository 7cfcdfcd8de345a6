// modelica/event_builtins.cpp: operators that know instants: pre, edge, change, sample, delay, initial,
// terminal.
#include <fmt/format.h>

#include "base/text.hpp"
#include "modelica/builtins.hpp"

namespace trammel::modelica {

Value Builtins::event(const std::string& name) {
  if (in.in_function())
    fail(fmt::format("{} cannot stand in a function", name), "pass its value as an argument");
  in.events_.uses(name == "initial" || name == "terminal" ? name + "()" : name, e.place);
  if (name == "sample") return sampled();
  if (name == "delay") return delayed();
  if (name == "initial" || name == "terminal") {
    if (!e.args.empty()) fail(fmt::format("{} takes no arguments", name));
    return scalar_of(Base::boolean, name == "initial" ? in.events_.initial() : in.events_.terminal());
  }
  if (e.args.size() != 1) fail(fmt::format("{} takes 1 argument, not {}", name, e.args.size()));
  Value before = in.pre(e, scope);
  if (name == "pre") return before;
  const Value now = in.evaluate(*e.args[0], scope);
  if (name == "edge") {  // now, and not before [MLS36, 8.3.5.1]
    if (now.base != Base::boolean) fail(fmt::format("edge needs a Boolean, not {}", type_name(now)));
    before = in.arithmetic_.map(Op::logical_not, std::move(before), Base::boolean);
    return in.arithmetic_.elementwise(Op::logical_and, now, before, Base::boolean, e.place);
  }
  return in.arithmetic_.elementwise(Op::ne, now, before, Base::boolean, e.place);
}

Value Builtins::sampled() {
  if (e.args.size() != 2)
    fail(fmt::format("sample takes 2 arguments, not {}", e.args.size()), "write sample(start, interval)");
  for (const ExpressionPtr& arg : e.args)
    if (arg->node == modelica::Node::call && arg->parts.size() == 1 && arg->parts[0].name == "Clock") {
      const auto [why, way] = refusal("Clock");
      session().fail(arg->place, Kind::usage, why, way);
    }
  Expr when[2];
  for (int k = 0; k < 2; ++k) {
    const char* what = k == 0 ? "the start of sample" : "the interval of sample";
    const Value v = in.evaluate(*e.args[k], scope);
    if (!v.numeric() || !v.scalar()) fail(fmt::format("{} must be a number, not {}", what, type_name(v)));
    when[k] = v.data[0];
    const Value known = in.number(*e.args[k], scope);
    if (!in.is_number(known) && in.solved_for(known)) continue;  // a parameter that is found at the start
    if (!in.is_number(known))
      fail(fmt::format("{} must be known before the run: {}", what, in.dependence_of(known)));
    if (k == 1 && !(g().value(known.data[0]) > 0))
      fail(fmt::format("{} is {}", what, g().value(known.data[0])), "give a number greater than zero");
  }
  return scalar_of(Base::boolean, in.events_.sample(when[0], when[1], e.place));
}

// delay(value, by) and delay(value, by, longest) [MLS36, 3.7.4.1].
Value Builtins::delayed() {
  const std::size_t count = e.args.size();
  if (count != 2 && count != 3)
    fail(fmt::format("delay takes 2 or 3 arguments, not {}", count),
         "write delay(x, T), or delay(x, T, Tmax) where T changes");
  Value value = in.evaluate(*e.args[0], scope);
  if (value.base == Base::boolean || !value.numeric())
    fail(fmt::format("delay needs a number, not {}", type_name(value)),
         "write delay(if b then 1 else 0, T) > 0.5 for a Boolean");
  const Value by = in.evaluate(*e.args[1], scope);
  if (!by.numeric() || !by.scalar())
    fail(fmt::format("the time of delay must be a number, not {}", type_name(by)));
  double longest = 0;
  const Value known = in.number(*e.args[count - 1], scope);
  if (in.is_number(known)) longest = g().value(known.data[0]);
  if (count == 2 && in.events_.varies(by.data[0]))
    fail(fmt::format("the time of delay changes: {}", in.dependence_of(known)),
         "give the longest time as third argument: delay(x, T, Tmax)");
  if (count == 3 && !in.is_number(known))
    fail(fmt::format("the longest time of delay must be known before the run: {}", in.dependence_of(known)));
  if (in.is_number(known) && longest < 0)
    fail(fmt::format("the {}time of delay is {}", count == 3 ? "longest " : "", longest),
         "give a number that is not negative");
  if (const Value now = in.number(*e.args[1], scope);
      count == 3 && in.is_number(now) && g().value(now.data[0]) > longest)
    fail(fmt::format("the time of delay is {}, but the longest is {}", g().value(now.data[0]), longest),
         "give a longer one as third argument");
  if (in.is_number(known) && longest == 0) return value;
  for (Expr& part : value.data) part = in.events_.delay(part, by.data[0], count == 3 ? longest : 0, e.place);
  value.base = Base::real;
  return value;
}

}  // namespace trammel::modelica
