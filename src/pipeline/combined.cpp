#include "pipeline/combined.hpp"

#include <algorithm>
#include <cmath>

#include "analysis/scales.hpp"
#include "linalg/decompositions.hpp"

namespace trammel::pipeline {

void combine(model::Dae& dae, const std::vector<int>& equations, const std::vector<int>& left,
             Eigen::MatrixXd J) {
  constexpr double nothing = 1e-10;
  std::vector<Eigen::Index> kept, gone;
  std::vector<double> length;
  for (Eigen::Index i = 0; i < J.rows(); ++i) {
    length.push_back(J.row(i).norm());
    if (!(length.back() > 0)) return;
    J.row(i) /= length.back();
    (std::ranges::find(left, equations[static_cast<std::size_t>(i)]) == left.end() ? kept : gone)
        .push_back(i);
  }
  Eigen::MatrixXd columns(J.cols(), static_cast<Eigen::Index>(kept.size()));
  for (std::size_t k = 0; k < kept.size(); ++k)
    columns.col(static_cast<Eigen::Index>(k)) = J.row(kept[k]).transpose();
  expr::Graph& graph = *dae.graph;
  const auto residual = [&](Eigen::Index i) -> expr::Expr& {
    return dae.equations[static_cast<std::size_t>(equations[static_cast<std::size_t>(i)])].residual;
  };
  for (const Eigen::Index l : gone) {
    const Eigen::VectorXd y = linalg::least_squares(columns, J.row(l).transpose());
    for (std::size_t k = 0; k < kept.size(); ++k) {
      const double factor = y[static_cast<Eigen::Index>(k)];
      if (!(std::fabs(factor) > nothing)) continue;
      const double unit = length[static_cast<std::size_t>(kept[k])] / length[static_cast<std::size_t>(l)];
      residual(kept[k]) = graph.apply(expr::Op::add, residual(kept[k]),
                                      graph.apply(expr::Op::mul, graph.constant(factor * unit), residual(l)));
    }
  }
}

Eigen::MatrixXd by_inertia(Eigen::MatrixXd J, const expr::Graph& graph,
                           const std::vector<expr::Expr>& leaves) {
  Eigen::VectorXd inertia = Eigen::VectorXd::Zero(J.rows());
  for (Eigen::Index l = 0; l < J.cols(); ++l)
    if (graph.derivative(leaves[static_cast<std::size_t>(l)]) > 0)
      inertia = inertia.cwiseMax(J.col(l).cwiseAbs());
  const double largest = inertia.size() > 0 ? inertia.maxCoeff() : 0;
  for (Eigen::Index i = 0; i < J.rows(); ++i)
    if (const double own = inertia[i] > 0 ? inertia[i] : largest; own > 0) J.row(i) /= std::sqrt(own);
  return J;
}

std::unordered_map<int, double> start_sizes(const model::Problem& problem, double t) {
  const model::Dae& dae = problem.dae;
  std::unordered_map<int, std::size_t> place;
  for (std::size_t j = 0; j < dae.variables.size(); ++j) place.emplace(dae.variables[j].id, j);
  analysis::Values at(dae.variables.size(), std::vector<double>{0});
  for (std::size_t j = 0; j < at.size(); ++j) at[j][0] = dae.variables[j].start.value_or(0);
  for (const model::StartValue& start : problem.starts) {
    const auto found = place.find(dae.graph->index(start.leaf));
    if (found == place.end()) continue;
    const auto level = static_cast<std::size_t>(dae.graph->derivative(start.leaf));
    std::vector<double>& values = at[found->second];
    if (values.size() <= level) values.resize(level + 1, 0.0);
    values[level] = start.value;
  }
  const analysis::Sizes sizes = analysis::find_sizes(dae, at, t);
  std::unordered_map<int, double> result;
  for (std::size_t j = 0; j < at.size(); ++j) result.emplace(dae.variables[j].id, sizes.variable[j]);
  return result;
}

}  // namespace trammel::pipeline
