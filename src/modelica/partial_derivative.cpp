// modelica/partial_derivative.cpp: function g = der(f, x, y): the partial derivative of f [MLS36, 12.7.2].
#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "expr/derivative.hpp"
#include "expr/query.hpp"
#include "modelica/elaborator.hpp"

namespace trammel::modelica {

// f is written out with unknowns in place of those inputs, differentiated, and gets its arguments then.
std::vector<Value> Elaborator::partial_derivative(Class& function,
                                                  std::vector<std::pair<std::string, Value>> given,
                                                  Place place) {
  Class& of = names_.base(function, 0);
  Locals locals;
  bind_inputs(of, std::move(given), locals, place);
  std::unordered_map<std::uint32_t, Expr> arguments;
  std::vector<Expr> unknowns;
  for (const std::string& name : function.def->differentiated) {
    const auto at = std::ranges::find(locals, name, &Local::name);
    if (at == locals.end() || at->value.base != Base::real || !at->value.scalar())
      session_.fail(function.def->place, Kind::structure,
                    fmt::format("{} has no scalar Real input {} to differentiate by", quote(of.def->name),
                                quote(name)));
    Expr& argument = at->value.data[0];
    const auto again = std::ranges::find(unknowns, argument);
    unknowns.push_back(again != unknowns.end() ? *again : g_.symbol(g_.add_variable({})));
    arguments.try_emplace(unknowns.back().id, argument);
    argument = unknowns.back();
  }
  std::vector<std::pair<std::string, Value>> inputs;
  for (Local& l : locals) inputs.emplace_back(std::move(l.name), std::move(l.value));
  std::vector<Value> results = invoke(of, std::move(inputs), place);
  for (Value& v : results) {
    if (v.base != Base::real)
      session_.fail(place, Kind::structure,
                    fmt::format("{} gives {}, which has no derivative", quote(of.def->name), type_name(v)));
    for (Expr& y : v.data) {
      for (const Expr x : unknowns) y = expr::gradient(g_, y, std::span(&x, 1))[0];
      y = expr::substitute(g_, std::span(&y, 1), arguments)[0];
    }
  }
  return results;
}

}  // namespace trammel::modelica
