#include "formulation/regularize_definite.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>

#include "expr/query.hpp"
#include "linalg/decompositions.hpp"
#include "linalg/least_norm.hpp"

namespace trammel::formulation {
namespace {

constexpr int samples = 3;
constexpr double rounding = 1e-8;  // of the largest

// Variables and their derivatives take values between -1 and 1 nominal values.
class Sample {
 public:
  Sample(const model::Dae& dae, int seed) : dae_(dae), seed_(seed) {
    for (const model::Parameter& parameter : dae.parameters) parameter_[parameter.id] = parameter.value;
    for (const model::Variable& variable : dae.variables) nominal_[variable.id] = variable.nominal;
  }
  std::optional<Eigen::MatrixXd> of(const Matrix& entries, int rows, int columns) const {
    const expr::Graph& graph = *dae_.graph;
    std::vector<expr::Expr> values;
    for (const MatrixEntry& entry : entries) values.push_back(entry.value);
    const auto leaf = [&](expr::Expr e) {
      if (graph.op(e) == expr::Op::time) return 0.37 * seed_;
      if (graph.op(e) == expr::Op::parameter) {
        const auto known = parameter_.find(graph.index(e));
        return known == parameter_.end() ? 1.0 : known->second;
      }
      const double part = std::fmod(0.6180339887498949 * static_cast<double>(e.id + 1) * seed_, 1.0);
      const auto nominal = nominal_.find(graph.index(e));
      return (2 * part - 1) * (nominal == nominal_.end() ? 1.0 : nominal->second);
    };
    const std::vector<double> numbers = expr::evaluate(graph, values, leaf);
    Eigen::MatrixXd result = Eigen::MatrixXd::Zero(rows, columns);
    for (std::size_t k = 0; k < entries.size(); ++k) result(entries[k].row, entries[k].column) += numbers[k];
    if (!result.allFinite()) return std::nullopt;
    return result;
  }

 private:
  const model::Dae& dae_;
  int seed_;
  std::unordered_map<int, double> parameter_, nominal_;
};

Definite definiteness(Eigen::MatrixXd S) {
  const double size = S.cwiseAbs().maxCoeff();
  if (!(size > 0)) return Definite::unknown;
  for (Eigen::Index i = 0; i < S.rows(); ++i)
    for (Eigen::Index j = i + 1; j < S.cols(); ++j) {
      if (std::fabs(S(i, j) - S(j, i)) > rounding * size) return Definite::neither;
      S(i, j) = S(j, i);
    }
  double least = std::numeric_limits<double>::infinity(), most = -least;
  for (const std::complex<double> value : linalg::eigenvalues(S)) {
    least = std::min(least, value.real());
    most = std::max(most, value.real());
  }
  if (least >= -rounding * size) return Definite::positive;
  return most <= rounding * size ? Definite::negative : Definite::neither;
}

bool regular(const Eigen::MatrixXd& A) {
  if (A.rows() == 0) return true;
  const Eigen::VectorXd pivots = linalg::qr_pivot_sizes(A);
  const double bound =
      std::numeric_limits<double>::epsilon() * static_cast<double>(A.rows()) * pivots.maxCoeff();
  return pivots.minCoeff() > bound;
}

// What all points agree about.
template <class At>
Definite agreed(const At& at) {
  Definite all = Definite::unknown;
  for (int seed = 1; seed <= samples; ++seed) {
    const Definite one = at(seed);
    if (one == Definite::unknown) continue;
    if (all == Definite::unknown) all = one;
    if (one != all) return Definite::neither;
  }
  return all;
}

}  // namespace

Definite definite(const model::Dae& dae, const Matrix& M, int size) {
  return agreed([&](int seed) {
    const auto numbers = Sample(dae, seed).of(M, size, size);
    return numbers ? definiteness(*numbers) : Definite::unknown;
  });
}

Definite definite(const model::Dae& dae, const Matrix& M, const Matrix& B, const Matrix& G,
                  const std::vector<double>& D, int size) {
  const auto m = static_cast<int>(D.size());
  return agreed([&](int seed) {
    const Sample sample(dae, seed);
    const auto mass = sample.of(M, size, size), b = sample.of(B, size, m), g = sample.of(G, m, size);
    if (!mass || !b || !g) return Definite::unknown;
    if (!regular(*mass)) return Definite::unknown;
    Eigen::MatrixXd S = linalg::times(*g, linalg::Lu(*mass).solve(*b));
    for (int k = 0; k < m; ++k) S.col(k) /= D[static_cast<std::size_t>(k)];
    return definiteness(std::move(S));
  });
}

namespace {

using expr::Expr;
using expr::Op;

// A value as (what varies, its constant factor).
std::pair<Expr, double> parted(const expr::Graph& graph, Expr value) {
  double constant = 1;
  while (true) {
    if (graph.op(value) == Op::neg) {
      constant = -constant;
      value = graph.arg(value, 0);
    } else if (graph.op(value) == Op::mul && graph.is_constant(graph.arg(value, 0))) {
      constant *= graph.value(graph.arg(value, 0));
      value = graph.arg(value, 1);
    } else if (graph.op(value) == Op::mul && graph.is_constant(graph.arg(value, 1))) {
      constant *= graph.value(graph.arg(value, 1));
      value = graph.arg(value, 0);
    } else {
      return {value, constant};
    }
  }
}

Expr scaled(expr::Graph& graph, Expr value, double factor) {
  if (graph.is_constant(value)) return graph.constant(factor * graph.value(value));
  const auto [varying, constant] = parted(graph, value);
  return graph.apply(Op::mul, graph.constant(factor * constant), varying);
}

std::vector<double> ratios(const expr::Graph& graph, const std::vector<Expr>& g, const std::vector<Expr>& b) {
  std::vector<double> result;
  for (const Expr left : g)
    for (const Expr right : b) {
      double ratio = 0;
      if (graph.is_constant(left) && graph.is_constant(right)) {
        ratio = graph.value(right) / graph.value(left);
      } else {
        const auto [varying, one] = parted(graph, left);
        const auto [same, two] = parted(graph, right);
        if (varying == same) ratio = two / one;
      }
      if (ratio != 0 && std::ranges::find(result, ratio) == result.end()) result.push_back(ratio);
    }
  return result;
}

}  // namespace

std::optional<double> common_factor(expr::Graph& graph, const std::vector<Expr>& g,
                                    const std::vector<Expr>& b) {
  if (g.size() != b.size()) return std::nullopt;
  for (const double factor : ratios(graph, g, b)) {
    std::vector<std::uint32_t> left, right;
    for (const Expr value : g) left.push_back(scaled(graph, value, factor).id);
    for (const Expr value : b) right.push_back(scaled(graph, value, 1).id);
    std::ranges::sort(left);
    std::ranges::sort(right);
    if (left == right) return factor;
  }
  return std::nullopt;
}

}  // namespace trammel::formulation
