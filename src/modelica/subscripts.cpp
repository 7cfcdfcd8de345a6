// modelica/subscripts.cpp: subscripts become indices.
#include <fmt/format.h>

#include "base/text.hpp"
#include "expr/print.hpp"
#include "modelica/elaborator.hpp"
#include "modelica/subscript_check.hpp"

namespace trammel::modelica {

std::vector<Index> Elaborator::indices(const std::vector<ExpressionPtr>& subscripts, const Shape& shape,
                                       const Scope& scope, Place place) {
  if (subscripts.size() > shape.size())
    session_.fail(place, Kind::structure,
                  shape.empty() ? "a scalar has no subscripts"
                                : fmt::format("{} subscripts for an array of size {}", subscripts.size(),
                                              shown(shape)));
  std::vector<Index> list;
  list.reserve(subscripts.size());
  for (std::size_t k = 0; k < subscripts.size(); ++k) {
    const Expression& s = *subscripts[k];
    Index index;
    if (s.node == modelica::Node::colon) {
      for (std::int64_t at = 1; at <= shape[k]; ++at) index.at.push_back(at);
      session_.spend(shape[k], place);
      list.push_back(std::move(index));
      continue;
    }
    Value v;
    const bool name =
        s.node == modelica::Node::reference && s.parts.size() == 1 && !s.integer && !s.parts[0].subscripted;
    const Local* l = name ? local(scope, s.parts[0].name) : nullptr;
    if (l && l->assigned && l->value.base == Base::integer && l->value.scalar()) {  // a loop variable, mostly
      v.base = Base::integer;
      v.data = l->value.data;
    } else {
      ends_.push_back(shape[k]);
      try {
        v = number(s, scope);
      } catch (...) {
        ends_.pop_back();
        throw;
      }
      ends_.pop_back();
    }
    if (v.base == Base::real || v.base == Base::text || v.base == Base::record || v.rank() > 1)
      session_.fail(s.place, Kind::structure,
                    fmt::format("a subscript must be an Integer, not {}", type_name(v)));
    index.single = v.scalar();
    for (const Expr e : v.data) {
      if (!g_.is_constant(e)) {
        if (!index.single)
          session_.fail(s.place, Kind::structure, "a vector of subscripts must be known before the run");
        index.run_time =
            v.base == Base::boolean ? g_.apply(Op::select, e, g_.constant(2), g_.constant(1)) : e;
        index.at = {1};
        break;
      }
      const double at = g_.value(e) + (v.base == Base::boolean ? 1 : 0);
      if (!(at >= 1 && at <= static_cast<double>(shape[k])))
        session_.fail(s.place, Kind::structure,
                      shape[k] == 0
                          ? fmt::format("the subscript {} lies outside an array without elements", at)
                          : fmt::format("the subscript {} lies outside 1 to {}", at, shape[k]));
      index.at.push_back(static_cast<std::int64_t>(at));
    }
    list.push_back(std::move(index));
  }
  return list;
}

// (a + b)[2]
Value Elaborator::subscripted(const Expression& e, const Scope& scope) {
  const Value v = evaluate(*e.args[0], scope);
  std::vector<Index> list;
  for (std::size_t k = 1; k < e.args.size(); ++k) {
    if (k > v.shape.size())
      session_.fail(e.place, Kind::structure,
                    fmt::format("{} has fewer than {} dimensions", type_name(v), e.args.size() - 1));
    if (e.args[k]->node == modelica::Node::colon) {
      Index all;
      for (std::int64_t at = 1; at <= v.shape[k - 1]; ++at) all.at.push_back(at);
      list.push_back(std::move(all));
      continue;
    }
    ends_.push_back(v.shape[k - 1]);
    const Value index = evaluate(*e.args[k], scope);
    ends_.pop_back();
    if (!is_number(index)) session_.fail(e.place, Kind::structure, "this subscript is not a number");
    Index i{index.scalar(), {}, {}};
    for (const Expr x : index.data) {
      const double at = g_.value(x);
      if (!(at >= 1 && at <= static_cast<double>(v.shape[k - 1])))
        session_.fail(e.args[k]->place, Kind::structure,
                      fmt::format("the subscript {} lies outside 1 to {}", at, v.shape[k - 1]));
      i.at.push_back(static_cast<std::int64_t>(at));
    }
    list.push_back(std::move(i));
  }
  return select(session_, v, list, e.place);
}

void check_subscripts(EventTable& events, Graph& g, const std::vector<Index>& list, const Shape& shape,
                      const std::string& name, Expr relevant, Place place) {
  if (g.is_constant(relevant, 0)) return;
  for (std::size_t k = 0; k < list.size() && k < shape.size(); ++k) {
    const Expr x = list[k].run_time;
    if (!x) continue;
    const Expr inside = g.apply(expr::Op::logical_and, g.apply(expr::Op::ge, x, g.constant(1)),
                                g.apply(expr::Op::le, x, g.constant(static_cast<double>(shape[k]))));
    const Expr holds = g.apply(expr::Op::logical_or, g.apply(expr::Op::logical_not, relevant), inside);
    events.assertion({holds,
                      fmt::format("the subscript {} of {} lies outside 1 to {}",
                                  expr::print(g, x, {.longest = 60}), quote(name), shape[k]),
                      false, events.origin(place)});
  }
}

void outside_is_nan(Graph& g, Value& selected, const std::vector<Index>& list, const Shape& shape) {
  if (selected.base != Base::real) return;
  const Expr nan = g.apply(expr::Op::div, g.constant(0), g.constant(0));
  for (std::size_t k = 0; k < list.size() && k < shape.size(); ++k) {
    const Expr x = list[k].run_time;
    if (!x) continue;
    const Expr inside = g.apply(expr::Op::logical_and, g.apply(expr::Op::ge, x, g.constant(1)),
                                g.apply(expr::Op::le, x, g.constant(static_cast<double>(shape[k]))));
    for (Expr& value : selected.data) value = g.apply(expr::Op::select, inside, value, nan);
  }
}

}  // namespace trammel::modelica
