#include "pipeline/recommend.hpp"

#include <fmt/format.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include "analysis/numbers.hpp"
#include "integrate/methods/catalog.hpp"
#include "pipeline/choose.hpp"

namespace trammel::pipeline {
namespace {

constexpr std::size_t largest = 120;  // states whose eigenvalues are computed
constexpr double stiff_from = 500;    // explicit methods need at least a third of this many steps then

const integrate::Integrator* first_that_takes(integrate::Form form) {
  for (const integrate::Integrator& integrator : integrate::catalog())
    if (std::ranges::find(integrator.method.takes, form) != integrator.method.takes.end()) return &integrator;
  return nullptr;
}

}  // namespace

// With F^(c)(z, X) = 0 for the tops X: dX/dz = −F_X⁻¹ F_z, and z' is made of z and X.
std::optional<double> stiffness(const model::Dae& dae, const analysis::Offsets& offsets,
                                const analysis::Values& at, double t, double interval) {
  expr::Graph& graph = *dae.graph;
  std::vector<expr::Expr> rows, leaves, tops;
  std::vector<double> x, top_x;
  std::vector<std::pair<int, int>> states;
  for (std::size_t i = 0; i < dae.equations.size(); ++i)
    rows.push_back(graph.total(dae.equations[i].residual, offsets.c[i]));
  for (std::size_t j = 0; j < dae.variables.size(); ++j) {
    for (int l = 0; l < offsets.d[j]; ++l) {
      states.emplace_back(static_cast<int>(j), l);
      leaves.push_back(graph.symbol(dae.variables[j].id, l));
      x.push_back(at[j][l]);
    }
    tops.push_back(graph.symbol(dae.variables[j].id, offsets.d[j]));
    top_x.push_back(at[j][offsets.d[j]]);
  }
  const auto n = static_cast<Eigen::Index>(states.size());
  if (states.empty() || states.size() > largest) return std::nullopt;
  leaves.insert(leaves.end(), tops.begin(), tops.end());
  x.insert(x.end(), top_x.begin(), top_x.end());
  analysis::Numbers numbers(dae, rows, leaves);
  numbers.evaluate(t, x);
  if (!numbers.finite()) return std::nullopt;
  const Eigen::MatrixXd J = numbers.dense();
  const Eigen::FullPivLU<Eigen::MatrixXd> lu(J.rightCols(J.cols() - n));
  if (!lu.isInvertible()) return std::nullopt;
  const Eigen::MatrixXd X_z = -lu.solve(J.leftCols(n));
  Eigen::MatrixXd A = Eigen::MatrixXd::Zero(n, n);
  for (Eigen::Index k = 0; k < n; ++k) {
    const auto [j, l] = states[k];
    if (l + 1 < offsets.d[j])
      A(k, k + 1) = 1;
    else
      A.row(k) = X_z.row(j);
  }
  double fastest = 0;
  for (const auto& lambda : A.eigenvalues()) fastest = std::max(fastest, -lambda.real());
  return fastest * interval;
}

Recommendation recommend(const Examination& e, const analysis::Diagnosis& found, bool structure_holds,
                         std::optional<double> stiff) {
  Recommendation r;
  const bool is_stiff = stiff && *stiff > stiff_from;
  const integrate::Integrator* implicit = first_that_takes(integrate::Form::residual);
  if (is_stiff && implicit && e.index <= std::max(1, implicit->method.max_index)) {
    r.formulation = "as_written";
    r.method = implicit->method.name;
    r.stabilization = "none";
    r.reason = fmt::format(
        "the fastest mode decays {:.2g} times within the interval, so an explicit method would "
        "need tiny steps, and {} takes the equations as written at index {}",
        *stiff, r.method, e.index);
    return r;
  }
  const Choice choice = choose(found, {});  // what `auto` takes: analyser and solver agree
  r.method = choice.integrator->method.name;
  r.formulation = choice.formulation->name;
  r.stabilization = e.hidden_constraints.empty() && e.constraints == 0 ? "none" : "projection";
  if (!structure_holds)
    r.reason =
        "the structure of the equations misleads (the top Jacobian is singular at the start), so only "
        "methods that work on the derivative array are safe";
  else if (is_stiff)
    r.reason = fmt::format(
        "the fastest mode decays {:.2g} times within the interval, but no implicit method in "
        "the catalog takes index {}",
        *stiff, e.index);
  else if (e.constraints == 0)
    r.reason = fmt::format(
        "the equations give their highest derivatives directly{}, and nothing restricts the states",
        stiff ? " and are not stiff at the start" : "");
  else
    r.reason = fmt::format(
        "index {} comes from {} constraint{} on the states; the underlying ODE{} with projection onto them "
        "after "
        "each step does not drift",
        e.index, e.constraints, e.constraints == 1 ? "" : "s", stiff ? ", not stiff at the start," : "");
  return r;
}

}  // namespace trammel::pipeline
