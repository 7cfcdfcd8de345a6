// modelica/derivative_check.cpp: derivatives that a function declares, against our own [MLS36, 12.7.1].
//
// What is written out is differentiated by us, so a declared derivative is never needed. But where the two
// differ, one of them is wrong, and people should know.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "base/text.hpp"
#include "expr/query.hpp"
#include "modelica/elaborator.hpp"

namespace trammel::modelica {
namespace {

struct Declared {
  const Expression* function = nullptr;  // annotation(derivative = function)
  std::vector<std::string> constant;     // inputs that count as such: noDerivative, zeroDerivative
  bool first_order = true;
};

Declared declared_derivative(const ClassDef& def) {
  Declared found;
  if (!def.annotation) return found;
  for (const Argument& a : def.annotation->arguments) {
    if (a.name != std::vector<std::string>{"derivative"} || !a.modification || !a.modification->value)
      continue;
    found.function = a.modification->value.get();
    for (const Argument& part : a.modification->arguments) {
      if (part.name.size() != 1 || !part.modification || !part.modification->value) continue;
      if (part.name[0] == "order") found.first_order = false;
      const Expression& value = *part.modification->value;
      if (value.node == modelica::Node::reference && !value.parts.empty())
        found.constant.push_back(value.parts[0].name);
    }
    break;
  }
  return found;
}

// A number for every leaf, the same each time; none for parameters, which are not known here.
double sample_value(const Graph& g, Expr leaf, int point) {
  if (g.op(leaf) != Op::symbol) return std::nan("");
  const double seed = 12.9898 * g.index(leaf) + 78.233 * g.derivative(leaf) + 37.719 * point;
  const double wave = std::sin(seed) * 43758.5453;
  return 0.5 + (wave - std::floor(wave));
}

}  // namespace

void Elaborator::check_derivative(Class& function, const std::vector<std::pair<std::string, Value>>& given,
                                  Place place) {
  const Declared declared = declared_derivative(*function.def);
  if (declared.function == nullptr || !declared.first_order) return;
  const Restore<std::vector<Expr>> conditions(conditions_, {}), guards(guards_, {});
  const Restore<Expr> returned(returned_, g_.constant(0)), broken(broken_, g_.constant(0));
  const Restore<bool> no_events(events_off_, true), looping(looping_, true), checking(checking_, true),
      symbolic(numeric_, false);
  try {
    Class* derivative = callee(*declared.function, {nullptr, &function, nullptr});
    if (derivative == nullptr || !derivative->def->is_function() || signature(*derivative).external) return;
    std::vector<std::pair<std::string, Value>> inputs, both;
    std::vector<Value> slopes;
    for (const auto& f : signature(function).inputs) {
      const auto at = std::ranges::find(given, f.component->name, [](const auto& p) { return p.first; });
      if (at == given.end()) return;
      Value v = at->second;
      if (v.base == Base::real &&
          std::ranges::find(declared.constant, f.component->name) == declared.constant.end()) {
        Value slope = v;
        for (std::size_t k = 0; k < v.data.size(); ++k) {
          const int variable = g_.add_variable({});
          v.data[k] = g_.symbol(variable);
          slope.data[k] = g_.symbol(variable, 1);
        }
        slopes.push_back(std::move(slope));
      } else if (!is_number(v)) {
        return;
      }
      inputs.emplace_back(f.component->name, std::move(v));
    }
    const Signature& s = signature(*derivative);
    if (s.inputs.size() != inputs.size() + slopes.size()) return;
    for (std::size_t k = 0; k < s.inputs.size(); ++k)
      both.emplace_back(s.inputs[k].component->name,
                        k < inputs.size() ? inputs[k].second : slopes[k - inputs.size()]);
    const std::vector<Value> y = write_out(function, inputs, place), dy = write_out(*derivative, both, place);
    if (y.empty() || dy.empty() || y[0].base != Base::real || y[0].data.size() != dy[0].data.size()) return;
    compare_derivatives(function, y[0], dy[0]);
  } catch (const Error&) {  // whatever is wrong with it is said where it is called
  }
}

void Elaborator::compare_derivatives(const Class& function, const Value& y, const Value& declared) {
  constexpr int points = 3;
  constexpr double enough = 1e-6;
  for (std::size_t k = 0; k < y.data.size(); ++k) {
    const Expr rows[] = {g_.total(y.data[k]), declared.data[k]};
    for (int point = 0; point < points; ++point) {
      const std::vector<double> at =
          expr::evaluate(g_, rows, [&](Expr leaf) { return sample_value(g_, leaf, point); });
      if (!std::isfinite(at[0]) || !std::isfinite(at[1])) continue;
      if (std::fabs(at[0] - at[1]) <= enough * (1 + std::fabs(at[0]) + std::fabs(at[1]))) continue;
      return session_.note(
          fmt::format("{}: the derivative that {} declares is not that of its formulas, which are used",
                      session_.shown(function.def->place), quote(function.def->name)));
    }
  }
}

}  // namespace trammel::modelica
