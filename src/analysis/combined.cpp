#include "analysis/combined.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "analysis/rank.hpp"
#include "analysis/strangeness.hpp"
#include "base/text.hpp"
#include "expr/polynomial.hpp"
#include "expr/print.hpp"
#include "linalg/decompositions.hpp"

namespace trammel::analysis {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using expr::Expr;
using expr::Op;

constexpr int points = 3;
constexpr double no_difference = 1e-6;  // relative difference between points that still counts as none
constexpr double nothing = 1e-9;        // of the largest coefficient of a row
constexpr std::size_t most = 200;       // constraints

// Reduced row echelon form with pivots as far to the right as possible.
std::vector<Index> reduce(MatrixXd& Z) {
  std::vector<Index> pivots;
  Index next = 0;
  for (Index column = Z.cols() - 1; column >= 0 && next < Z.rows(); --column) {
    Index best = next;
    for (Index i = next; i < Z.rows(); ++i)
      if (std::fabs(Z(i, column)) > std::fabs(Z(best, column))) best = i;
    if (std::fabs(Z(best, column)) < 1e-7) continue;  // Z is orthonormal, its rows are scaled
    Z.row(best).swap(Z.row(next));
    Z.row(next) /= Z(next, column);
    for (Index i = 0; i < Z.rows(); ++i)
      if (i != next) Z.row(i) -= Z(i, column) * Z.row(next);
    pivots.push_back(column);
    ++next;
  }
  return pivots;
}

// A number with a short name: a fraction if it is one, otherwise twelve digits.
double nice(double value) {
  for (int q = 1; q <= 64; ++q) {
    const double p = std::round(value * q);
    if (p != 0 && std::fabs(value * q - p) < 1e-8 * std::fabs(p) && std::fabs(p) < 1e6) return p / q;
  }
  return std::stod(fmt::format("{:.12g}", value));
}

class Combiner {
 public:
  Combiner(const model::Dae& dae, const Values& near, double t, int mu)
      : dae_(dae), graph_(*dae.graph), array_(dae), leaves_(array_.leaves(mu)) {
    for (int l = 0; l <= mu; ++l)
      for (std::size_t i = 0; i < dae.equations.size(); ++i) {
        rows_.push_back(graph_.total(dae.equations[i].residual, l));
        names_.emplace_back(static_cast<int>(i), l);
      }
    for (int k = 0; k < points; ++k) {
      const double at = t + 0.13 * k * (1 + std::fabs(t));
      if (const auto x = array_.point(mu, near, at, k)) look(mu, at, *x);
      if (x_.empty()) return;  // nothing can be said without the start
    }
  }

  std::vector<HiddenConstraint> constraints() {
    std::vector<HiddenConstraint> result;
    if (x_.empty()) return result;
    // Lowest derivatives first. A row without a pivot says nothing that could be told.
    const Index rows = std::min(Z_[0].rows(), static_cast<Index>(pivots_[0].size()));
    for (Index i = rows - 1; i >= 0 && result.size() < most; --i) {
      const auto [equation, derivative] =
          names_[static_cast<std::size_t>(pivots_[0][static_cast<std::size_t>(i)])];
      if (given(i) || slope_.row(i).cwiseAbs().maxCoeff() < 1e-8) continue;
      const std::optional<std::string> symbolic = recognized(i);
      if (symbolic && symbolic->empty()) continue;  // 0 = 0
      result.push_back({dae_.equations[static_cast<std::size_t>(equation)].name,
                        derivative,
                        symbolic ? *symbolic : in_words(i),
                        {}});
    }
    return result;
  }

 private:
  // Combinations are found between scaled rows, where their coefficients are near 1, and told between the
  // rows as they are, each divided by the coefficient of its highest derivative.
  void look(int mu, double t, const std::vector<double>& x) {
    const DerivativeArray::Jacobian J = array_.jacobian(mu, x, t);
    if (!J.u.allFinite() || !J.X.allFinite() || !J.W.allFinite()) return;
    MatrixXd derivatives(J.X.rows(), J.X.cols() + J.W.cols());
    derivatives << J.X, J.W;
    MatrixXd scaled = spaces(derivatives, 1).corange.transpose();
    pivots_.push_back(reduce(scaled));
    MatrixXd Z = scaled * J.by_row.asDiagonal();
    for (Index i = 0; i < Z.rows() && i < static_cast<Index>(pivots_.back().size()); ++i)
      Z.row(i) /= Z(i, pivots_.back()[static_cast<std::size_t>(i)]);
    if (x_.empty()) {
      slope_ = linalg::times(scaled, J.u);
      by_u_ = J.by_u;
    }
    scaled_.push_back(std::move(scaled));
    Z_.push_back(std::move(Z));
    x_.push_back(x);
    t_.push_back(t);
  }

  bool counts(Index i, Index k) const { return std::fabs(scaled_[0](i, k)) > nothing; }
  bool counts_anywhere(Index i, Index k) const {
    return std::ranges::any_of(scaled_, [&](const MatrixXd& Z) { return std::fabs(Z(i, k)) > nothing; });
  }

  bool given(Index i) const {  // one equation as it was written
    Index entries = 0, at = 0;
    for (Index k = 0; k < Z_[0].cols(); ++k)
      if (counts(i, k)) {
        ++entries;
        at = k;
      }
    return entries == 1 && names_[static_cast<std::size_t>(at)].second == 0;
  }

  // The coefficient of row k: a number, or a number times time or an unknown.
  Expr coefficient(Index i, Index k) const {
    std::vector<double> value;
    for (const MatrixXd& Z : Z_) value.push_back(Z(i, k));
    const auto constant = [](const std::vector<double>& v) {
      return std::ranges::all_of(
          v, [&](double w) { return std::fabs(w - v[0]) <= no_difference * std::fabs(v[0]); });
    };
    if (!counts_anywhere(i, k)) return graph_.constant(0);
    if (constant(value)) return graph_.constant(nice(value[0]));
    const auto times = [&](Expr leaf, const auto& of) -> Expr {
      std::vector<double> ratio;
      for (std::size_t p = 0; p < value.size(); ++p) {
        if (of(p) == 0) return {};
        ratio.push_back(value[p] / of(p));
      }
      return constant(ratio) ? graph_.apply(Op::mul, graph_.constant(nice(ratio[0])), leaf) : Expr{};
    };
    if (const Expr e = times(graph_.time(), [&](std::size_t p) { return t_[p]; })) return e;
    for (int j = 0; j < array_.unknowns(); ++j)
      if (const Expr e = times(leaves_[static_cast<std::size_t>(j)],
                               [&](std::size_t p) { return x_[p][static_cast<std::size_t>(j)]; }))
        return e;
    return {};
  }

  // The constraint as an equation; empty if it says nothing, none if a coefficient is not recognized.
  std::optional<std::string> recognized(Index i) const {
    if (Z_.size() < points || !std::ranges::all_of(pivots_, [&](const auto& p) { return p == pivots_[0]; }))
      return std::nullopt;
    Expr sum = graph_.constant(0);
    for (Index k = 0; k < Z_[0].cols(); ++k) {
      const Expr c = coefficient(i, k);
      if (!c) return std::nullopt;
      if (graph_.is_constant(c, 0)) continue;
      sum = graph_.apply(Op::add, sum, graph_.apply(Op::mul, c, rows_[static_cast<std::size_t>(k)]));
    }
    sum = expr::collected(graph_, sum, 1e-9);
    if (graph_.is_constant(sum, 0)) return std::string();
    return expr::print(graph_, sum) + " = 0";
  }

  std::string in_words(Index i) const {
    std::vector<std::string> parts, terms;
    for (Index k = 0; k < Z_[0].cols(); ++k)
      if (counts(i, k)) {
        const auto [equation, derivative] = names_[static_cast<std::size_t>(k)];
        std::string name = quote(dae_.equations[static_cast<std::size_t>(equation)].name);
        for (int l = 0; l < derivative; ++l) name = fmt::format("der({})", name);
        parts.push_back(std::move(name));
      }
    const Eigen::RowVectorXd slope = slope_.row(i), g = slope.cwiseQuotient(by_u_.transpose());
    Index at = 0;
    slope.cwiseAbs().maxCoeff(&at);
    for (Index j = 0; j < g.size(); ++j)  // the largest coefficient becomes 1, with its sign
      if (std::fabs(slope[j]) > 1e-8 * std::fabs(slope[at]))
        terms.push_back(fmt::format("{:.4g}*({} - {:.6g})", g[j] / g[at],
                                    expr::print(graph_, leaves_[static_cast<std::size_t>(j)]),
                                    x_[0][static_cast<std::size_t>(j)]));
    std::string text = "a combination of " + listed(parts, 8) + "; near the start ";
    for (std::size_t k = 0; k < std::min<std::size_t>(terms.size(), 8); ++k)
      text += (k > 0 ? " + " : "") + terms[k];
    return text + (terms.size() > 8 ? " + ... = 0" : " = 0");
  }

  const model::Dae& dae_;
  expr::Graph& graph_;
  DerivativeArray array_;
  std::vector<Expr> leaves_, rows_;
  std::vector<std::pair<int, int>> names_;  // (equation, derivative) per row
  std::vector<MatrixXd> Z_, scaled_;
  MatrixXd slope_;        // of the constraints by u, all scaled, at the start
  Eigen::VectorXd by_u_;  // scales of u there
  std::vector<std::vector<Index>> pivots_;
  std::vector<std::vector<double>> x_;
  std::vector<double> t_;
};

}  // namespace

std::vector<HiddenConstraint> combined_constraints(const model::Dae& dae, const Values& near, double t,
                                                   int mu) {
  return Combiner(dae, near, t, mu).constraints();
}

}  // namespace trammel::analysis
