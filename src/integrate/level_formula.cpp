#include "integrate/level_formula.hpp"

#include <algorithm>
#include <cmath>

namespace trammel::integrate {
namespace {

using Number = long double;
constexpr int most = LevelFormula::highest + 1;
using Row = std::array<Number, most + 1>;

// Gauss with row pivots; the right-hand side is column n. False: singular to working precision.
bool solve(std::array<Row, most>& A, int n) {
  for (int k = 0; k < n; ++k) {
    int best = k;
    for (int i = k + 1; i < n; ++i)
      if (std::fabs(A[i][k]) > std::fabs(A[best][k])) best = i;
    std::swap(A[k], A[best]);
    Number size = 0;
    for (int j = k; j < n; ++j) size = std::max(size, std::fabs(A[k][j]));
    if (!(std::fabs(A[k][k]) > 1e-14L * size)) return false;
    for (int i = k + 1; i < n; ++i) {
      const Number f = A[i][k] / A[k][k];
      for (int j = k; j <= n; ++j) A[i][j] -= f * A[k][j];
    }
  }
  for (int k = n - 1; k >= 0; --k) {
    for (int j = k + 1; j < n; ++j) A[k][n] -= A[k][j] * A[j][n];
    A[k][n] /= A[k][k];
  }
  return true;
}

double absolute_sum(Vec w) {
  double sum = 0;
  for (const double x : w) sum += std::fabs(x);
  return sum;
}

}  // namespace

void LevelFormula::restart(double t) {
  nodes_ = 1;
  order_ = 0;
  node_[0] = {.t = t, .order = 0, .moment = {}};
  Number factorial = 1;
  for (int j = 0; j <= levels_; ++j) {
    factorial *= std::max(j, 1);
    node_[0].moment[j][j] = factorial;
  }
}

// L[(t − at)^p] = Σ_r binom(p, r) (t_m − at)^(p−r) L[(t − t_m)^r]
Number LevelFormula::functional(const Node& node, int level, Number at, int power) const {
  const Number shift = static_cast<Number>(node.t) - at;
  Number sum = 0, binomial = 1;
  for (int r = 0; r <= power; ++r) {
    sum = sum * shift + binomial * node.moment[level][r];  // Horner from r = 0 up: shift^(p−r)
    binomial = binomial * (power - r) / (r + 1);
  }
  return sum;
}

bool LevelFormula::set(double t, int k) {
  order_ = k;
  next_ = {.t = t, .order = k, .moment = {}};
  next_.moment[0][0] = 1;
  const Number h = static_cast<Number>(t) - node_[0].t;
  const auto node = [&](int i) -> const Node& { return i == 0 ? next_ : node_[i - 1]; };
  for (int j = 0; j < levels_; ++j) {
    if (j > 0 && !modified_) {
      weight_[j] = weight_[0];
    } else {
      std::array<Row, most> A;
      Number factorial = 1;
      for (int l = 2; l <= j + 1; ++l) factorial *= l;
      Number unit = 1;  // h^(j−p): rows of like size
      for (int row = 0; row <= k; ++row, unit /= h) {
        for (int i = 0; i <= k; ++i) A[row][i] = unit * functional(node(i), j, t, j + row);
        A[row][k + 1] = row == 1 ? unit * factorial : 0;
      }
      if (!solve(A, k + 1)) return false;
      for (int i = 0; i <= k; ++i) weight_[j][i] = static_cast<double>(A[i][k + 1]);
    }
    for (int r = 0; r < moments_; ++r) {
      Number sum = 0;
      for (int i = 0; i <= k; ++i) sum += weight_[j][i] * functional(node(i), j, t, r);
      next_.moment[j + 1][r] = sum;
    }
    // By (1); rounding must not feed on itself.
    for (int r = 0; r <= j + k && (j == 0 || modified_); ++r)
      next_.moment[j + 1][r] = r == j + 1 ? std::round(next_.moment[j + 1][r]) : 0;
  }
  return true;
}

void LevelFormula::accept() {
  nodes_ = std::min(nodes_ + 1, kept);
  for (int i = nodes_ - 1; i > 0; --i) node_[i] = node_[i - 1];
  node_[0] = next_;
}

bool LevelFormula::moderate() const {
  if (order_ == 1) return true;  // α_1 = 2 h_n/(h_n + h_{n−1}), from 0 to 2: never singular
  const double leading = weight_[0][0], sum = absolute_sum(weights(0));
  for (int j = 1; j < levels_; ++j) {
    const double ratio = weight_[j][0] / leading;
    if (!(ratio >= 0.2 && ratio <= 2.5 && absolute_sum(weights(j)) <= 4 * sum)) return false;
  }
  return true;
}

// The companion matrix of level j turns (x⁽ʲ⁾_{n−1}, .., x⁽ʲ⁾_{n−k}) into (x⁽ʲ⁾_n, .., x⁽ʲ⁾_{n−k+1}) for
// x⁽ʲ⁺¹⁾ = 0. For blocks of 2k+1 equal steps the products stay below about 8 up to order 5; where they exceed
// the bound, what rounding and changes of the order leave in x⁽ʲ⁾ would grow.
bool LevelFormula::admits(double h, int k) const {
  constexpr double bound = 50;
  if (k == 1) return true;
  LevelFormula ahead = *this;
  ahead.moments_ = k + levels_ + 1;  // no other order follows
  using Product = std::array<std::array<double, highest>, highest>;
  std::array<Product, deepest> product{};
  for (int j = 0; j < levels_; ++j)
    for (int i = 0; i < k; ++i) product[j][i][i] = 1;
  double t = node_[0].t;
  for (int step = 0; step <= 2 * k + 1; ++step) {
    t += h;
    if (!ahead.set(t, k) || !ahead.moderate()) return false;
    for (int j = 0; j < levels_; ++j) {
      const Vec w = ahead.weights(j);
      Product& P = product[j];
      for (int column = 0; column < k; ++column) {
        double sum = 0;
        for (int i = 0; i < k; ++i) sum -= w[i + 1] / w[0] * P[i][column];
        for (int i = k - 1; i > 0; --i) P[i][column] = P[i - 1][column];
        P[0][column] = sum;
      }
      for (int i = 0; i < k; ++i)
        if (!(absolute_sum(Vec(P[i]).first(k)) <= bound)) return false;
    }
    ahead.accept();
  }
  return true;
}

}  // namespace trammel::integrate
