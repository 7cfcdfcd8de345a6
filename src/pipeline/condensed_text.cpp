// Each line is one row of the condensed form: what it says of the new unknowns y = Q⁻¹ x, and which
// combination of the equations as written it is (a row of P).
#include "pipeline/condensed_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "analysis/condensed.hpp"
#include "analysis/linear.hpp"
#include "base/text.hpp"
#include "formulation/eliminate.hpp"
#include "formulation/formulation.hpp"
#include "linalg/decompositions.hpp"

namespace trammel::pipeline {
namespace {

using Eigen::MatrixXd;
using Names = std::vector<std::string>;

// Σ c_i name_i with the largest |c_i| made 1; what rounding leaves is left out.
std::string combination(const Eigen::VectorXd& c, const Names& names) {
  const double largest = c.size() == 0 ? 0 : c.cwiseAbs().maxCoeff();
  if (!(largest > 0)) return "0";
  Eigen::Index lead = 0;
  c.cwiseAbs().maxCoeff(&lead);
  std::string text;
  for (Eigen::Index i = 0; i < c.size(); ++i) {
    const double factor = c[i] / c[lead];
    if (std::fabs(factor) < 1e-10) continue;
    const bool minus = factor < 0;
    text += text.empty() ? (minus ? "-" : "") : (minus ? " - " : " + ");
    if (std::fabs(std::fabs(factor) - 1) > 1e-10) text += fmt::format("{:.6g}*", std::fabs(factor));
    text += names[static_cast<std::size_t>(i)];
  }
  return text;
}

Names quoted(const Names& names) {
  Names result;
  for (const std::string& name : names) result.push_back(quote(name));
  return result;
}

struct Part {
  const char* says;
  int rows;
};

// Rows in their blocks, beside the equations that they combine.
std::string rows(const std::vector<Part>& parts, const MatrixXd& P, const Names& equations) {
  std::string text;
  Eigen::Index row = 0;
  for (const Part& part : parts)
    for (int k = 0; k < part.rows && row < P.rows(); ++k, ++row)
      text += fmt::format("  {:<44} {}\n", part.says, combination(P.row(row), quoted(equations)));
  return text;
}

std::string columns(const std::vector<Part>& parts, const MatrixXd& Q, const Names& names) {
  const MatrixXd back = linalg::inverse(Q);
  std::string text;
  Eigen::Index row = 0;
  for (const Part& part : parts)
    for (int k = 0; k < part.rows && row < back.rows(); ++k, ++row)
      text += fmt::format("  {:<44} {}\n", part.says, combination(back.row(row), names));
  return text;
}

std::string pair_text(const analysis::LinearForm& form) {
  const analysis::CondensedPair c = analysis::condensed(form.E, form.A);
  const analysis::Characteristic& v = c.values;
  std::string text =
      fmt::format("condensed pair (E, A) of the first-order form: s = {}, d = {}, a = {}, u = {}, v = {}\n",
                  v.s, v.d, v.a, v.u, v.v);
  text += rows({{"differential, also given (s)", v.s},
                {"differential (d)", v.d},
                {"algebraic (a)", v.a},
                {"gives what is differentiated (s)", v.s},
                {"says nothing (u)", v.u}},
               c.P, form.equations);
  text += " unknowns\n";
  return text + columns({{"differentiated and given (s)", v.s},
                         {"differentiated (d)", v.d},
                         {"algebraic (a)", v.a},
                         {"undetermined (v)", v.v}},
                        c.Q, form.names);
}

std::string triple_text(const analysis::Triple& triple, const Names& equations, const Names& names) {
  const analysis::CondensedTriple c = analysis::condensed(triple);
  const analysis::TripleValues& v = c.values;
  std::string text = fmt::format(
      "\ncondensed triple (A2, A1, A0) of the second-order form: s012 = {}, s12 = {}, s02 = {}, d2 = {}, s01 "
      "= {}, "
      "d1 = {}, a = {}, u = {}, v = {}\n",
      v.s012, v.s12, v.s02, v.d2, v.s01, v.d1, v.a, c.empty_rows, c.free_columns);
  text += rows({{"y'' (order 2, also in orders 1 and 0)", v.s012},
                {"y'' (order 2, also in order 1)", v.s12},
                {"y'' (order 2, also in order 0)", v.s02},
                {"y'' (order 2 only)", v.d2},
                {"y' (order 1, also in order 0)", v.s01},
                {"y' (order 1 only)", v.d1},
                {"y' of what has y'' and y", v.s012},
                {"y' of what has y''", v.s12},
                {"y (algebraic)", v.a},
                {"y of what has y'", v.s01},
                {"y of what has y''", v.s02},
                {"y of what has y'' and y'", v.s012},
                {"says nothing", c.empty_rows}},
               c.P, equations);
  text += " unknowns\n";
  text += columns({{"in orders 2, 1 and 0", v.s012},
                   {"in orders 2 and 1", v.s12},
                   {"in orders 2 and 0", v.s02},
                   {"in order 2", v.d2},
                   {"in orders 1 and 0", v.s01},
                   {"in order 1", v.d1},
                   {"algebraic", v.a},
                   {"undetermined", c.free_columns}},
                  c.Q, names);
  const analysis::OrderReduction reduction = analysis::order_reduction(triple);
  const auto named = [&](const std::vector<int>& unknowns) {
    Names derivatives;
    for (const int j : unknowns)
      derivatives.push_back(quote("der(" + names[static_cast<std::size_t>(j)] + ")"));
    return listed(derivatives);
  };
  text += fmt::format("strangeness index {} as it stands{}, {} with variables for all first derivatives\n",
                      reduction.triple_index,
                      reduction.index == reduction.triple_index
                          ? ""
                          : fmt::format(" ({} as equations of first order)", reduction.index),
                      reduction.first_order_index);
  if (!reduction.raising.empty())
    text += fmt::format("variables that raise it: for {}{}\n", named(reduction.raising),
                        reduction.safe.empty() ? "" : "; that do not: for " + named(reduction.safe));
  return text;
}

}  // namespace

std::string condensed_text(const model::Problem& problem) {
  const model::Dae dae = model::on_top(problem).dae;
  const auto form = analysis::linear_form(dae);
  if (!form) return "condensed forms: only of equations that are linear with constant coefficients\n";
  std::string text = pair_text(*form);
  // Written in first order, the equations are those of second order with names for velocities.
  const auto of_second_order = [&](const expr::Expr leaf) { return dae.graph->derivative(leaf) > 0; };
  const bool as_written = std::ranges::any_of(form->unknowns, of_second_order);
  const model::Dae second = as_written ? dae : formulation::Formulation{formulation::Eliminate{}}.apply(dae);
  const auto reduced = analysis::linear_form(second);
  const auto triple = reduced ? analysis::triple_form(second, *reduced) : std::nullopt;
  if (!triple) return text;
  Names equations, names;
  for (const model::Equation& equation : second.equations) equations.push_back(equation.name);
  for (const model::Variable& variable : second.variables)
    names.push_back(second.graph->variable_name(variable.id));
  return text + triple_text(*triple, equations, names);
}

}  // namespace trammel::pipeline
