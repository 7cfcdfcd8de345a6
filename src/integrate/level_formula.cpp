#include "integrate/level_formula.hpp"

#include <algorithm>
#include <cmath>

namespace trammel::integrate {
namespace {

constexpr int most = LevelFormula::highest + 1;
template <class Number>
using Row = std::array<Number, most + 1>;

// Gauss with row pivots; the right-hand side is column n. False: singular to working precision.
template <class Number>
bool solve(std::array<Row<Number>, most>& A, int n) {
  constexpr Number nothing = 1e-14;
  for (int k = 0; k < n; ++k) {
    int best = k;
    for (int i = k + 1; i < n; ++i)
      if (std::fabs(A[i][k]) > std::fabs(A[best][k])) best = i;
    std::swap(A[k], A[best]);
    Number size = 0;
    for (int j = k; j < n; ++j) size = std::max(size, std::fabs(A[k][j]));
    if (!(std::fabs(A[k][k]) > nothing * size)) return false;
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

constexpr int pascal_rows = LevelFormula::highest + LevelFormula::deepest + 1;
template <class Number>
constexpr auto pascal_of = [] {
  std::array<std::array<Number, pascal_rows>, pascal_rows> row{};
  for (int p = 0; p < pascal_rows; ++p) {
    row[p][0] = row[p][p] = 1;
    for (int r = 1; r < p; ++r) row[p][r] = row[p - 1][r - 1] + row[p - 1][r];
  }
  return row;
}();

double absolute_sum(Vec w) {
  double sum = 0;
  for (const double x : w) sum += std::fabs(x);
  return sum;
}

}  // namespace

template <class Number>
template <class Other>
LevelFormulaOf<Number>::LevelFormulaOf(const LevelFormulaOf<Other>& other)
    : levels_(other.levels_), base_(other.base_), moments_(other.moments_), modified_(other.modified_),
      falling_(other.falling_), nodes_(other.nodes_), order_(other.order_), slot_(other.slot_),
      weight_(other.weight_), level_order_(other.level_order_) {
  for (int i = 0; i < kept; ++i) {
    const auto& from = other.node_[i];
    Node& to = node_[i];
    to.t = from.t;
    to.tail = from.tail;
    for (int j = 0; j <= levels_; ++j)
      for (int p = 0; p < powers; ++p) to.moment[j][p] = static_cast<Number>(from.moment[j][p]);
  }
}

template <class Number>
void LevelFormulaOf<Number>::restart(double t) {
  nodes_ = 1;
  order_ = 0;
  for (int i = 0; i < kept; ++i) slot_[i] = static_cast<signed char>(i);
  Node& start = node_[slot_[0]];
  start = {.t = t, .moment = {}, .tail = {}};
  start.tail.fill(powers);
  Number factorial = 1;
  for (int j = 0; j <= levels_; ++j) {
    factorial *= std::max(j, 1);
    start.moment[j][j] = factorial;
  }
}

// L[(t − t_n)^p] = Σ_r binom(p, r) (t_m − t_n)^(p−r) L[(t − t_m)^r]
template <class Number>
void LevelFormulaOf<Number>::functionals(const Node& node, int level, const Powers& shift, Powers& to) const {
  const Powers& moment = node.moment[level];
  const Number own = moment[level];
  const int tail = node.tail[level];
  for (int p = level; p < moments_; ++p) {
    Number sum = pascal_of<Number>[p][level] * shift[p - level] * own;
    for (int r = tail; r <= p; ++r) sum += pascal_of<Number>[p][r] * shift[p - r] * moment[r];
    to[p] = sum;
  }
}

// Where nodes are values: the derivative at t of the polynomial through them.
template <class Number>
void LevelFormulaOf<Number>::weigh_ordinary(int level, int k, double t) {
  std::array<Number, highest + 1> x{};  // t_i − t
  for (int i = 1; i <= k; ++i) x[i] = static_cast<Number>(known(i - 1).t) - t;
  Number sum = 0, all = 1;
  for (int i = 1; i <= k; ++i) {
    sum -= 1 / x[i];
    all *= -x[i];
  }
  weight_[level][0] = static_cast<double>(sum);
  for (int i = 1; i <= k; ++i) {
    Number below = -x[i] * x[i];
    for (int m = 1; m <= k; ++m)
      if (m != i) below *= x[i] - x[m];
    weight_[level][i] = static_cast<double>(all / below);
  }
}

// The conditions (1).
template <class Number>
bool LevelFormulaOf<Number>::weigh(int level, int k, Number h, const std::array<Powers, highest + 1>& L) {
  std::array<Row<Number>, most> A;
  Number factorial = 1;
  for (int l = 2; l <= level + 1; ++l) factorial *= l;
  const Number shorter = 1 / h;
  Number unit = 1;  // h^(j−p): rows of like size
  for (int row = 0; row <= k; ++row, unit *= shorter) {
    for (int i = 0; i <= k; ++i) A[row][i] = unit * L[i][level + row];
    A[row][k + 1] = row == 1 ? unit * factorial : 0;
  }
  if (!solve(A, k + 1)) return false;
  for (int i = 0; i <= k; ++i) weight_[level][i] = static_cast<double>(A[i][k + 1]);
  return true;
}

// Of the formulas below the base.
template <class Number>
int LevelFormulaOf<Number>::order_below(int level, int k) const {
  if (!modified_ && !falling_) return k;
  return std::min({k + levels_ - 1 - (falling_ ? level : base_), highest, nodes_});
}

template <class Number>
bool LevelFormulaOf<Number>::set(double t, int k) {
  order_ = k;
  next_.t = t;
  next_.moment[0].fill(0);
  next_.moment[0][0] = 1;
  next_.tail[0] = powers;
  const Number h = static_cast<Number>(t) - known(0).t;
  std::array<Powers, highest + 1> shift, L;
  for (int i = 0; i <= k; ++i) {
    const Number s = i == 0 ? 0 : static_cast<Number>(known(i - 1).t) - t;
    shift[i][0] = 1;
    for (int p = 1; p < moments_; ++p) shift[i][p] = shift[i][p - 1] * s;
  }
  for (int j = 0; j < levels_; ++j) {
    level_order_[j] = exact_from_below(j) ? order_below(j, k) : k;
    if (exact_from_below(j)) {
      weigh_ordinary(j, level_order_[j], t);
      next_.moment[j + 1].fill(0);
      next_.moment[j + 1][j + 1] = (j + 1) * next_.moment[j][j];
      next_.tail[j + 1] = powers;
      continue;
    }
    for (int i = 0; i <= k; ++i) functionals(i == 0 ? next_ : known(i - 1), j, shift[i], L[i]);
    if (j == 0 || (modified_ && j == base_))
      weigh_ordinary(j, k, t);
    else if (!modified_)
      weight_[j] = weight_[0];
    else if (!weigh(j, k, h, L))
      return false;
    // Up to degree j+k by (1): rounding must not feed on itself. Ordinary weights are exact on level 1 only.
    Powers& moment = next_.moment[j + 1];
    moment.fill(0);
    const bool exact = j == 0 || modified_;
    next_.tail[j + 1] = exact ? j + k + 1 : j + 2;
    const auto sum = [&](int r) {
      Number value = 0;
      for (int i = 0; i <= k; ++i) value += weight_[j][i] * L[i][r];
      return value;
    };
    moment[j + 1] = exact ? std::round(sum(j + 1)) : sum(j + 1);
    for (int r = next_.tail[j + 1]; r < moments_; ++r) moment[r] = sum(r);
  }
  return true;
}

template <class Number>
void LevelFormulaOf<Number>::accept() {
  nodes_ = std::min(nodes_ + 1, kept);
  std::rotate(slot_.begin(), slot_.end() - 1, slot_.end());
  node_[slot_[0]] = next_;
}

template <class Number>
bool LevelFormulaOf<Number>::moderate() const {
  if (order_ == 1 || falling_) return true;  // α_1 = 2 h_n/(h_n + h_{n−1}), from 0 to 2: never singular
  const int from = modified_ ? std::min(base_, levels_ - 1) : 0;  // ordinary weights on the same nodes
  const double leading = weight_[from][0], sum = absolute_sum(weights(from));
  for (int j = from + 1; j < levels_; ++j) {
    const double ratio = weight_[j][0] / leading;
    if (!(ratio >= 0.2 && ratio <= 2.5 && absolute_sum(weights(j)) <= 4 * sum)) return false;
  }
  return true;
}

// The companion matrix of level j turns (x⁽ʲ⁾_{n−1}, .., x⁽ʲ⁾_{n−k}) into (x⁽ʲ⁾_n, .., x⁽ʲ⁾_{n−k+1}) for
// x⁽ʲ⁺¹⁾ = 0. For blocks of 2k+1 equal steps the products stay below about 8 up to order 5; where they exceed
// the bound, what rounding and changes of the order leave in x⁽ʲ⁾ would grow.
template <class Number>
bool LevelFormulaOf<Number>::admits(double h, int k) const {
  constexpr double bound = 50;
  if (k == 1) return true;
  LevelFormulaOf<double> ahead(*this);
  ahead.moments_ = k + levels_ + 1;  // no other order follows
  using Product = std::array<std::array<double, highest>, highest>;
  std::array<Product, deepest> product{};
  for (int j = 0; j < levels_; ++j)
    for (int i = 0; i < highest; ++i) product[j][i][i] = 1;
  double t = known(0).t;
  for (int step = 0; step <= 2 * k + 1; ++step) {
    t += h;
    if (!ahead.set(t, k) || !ahead.moderate()) return false;
    for (int j = 0; j < levels_; ++j) {
      const Vec w = ahead.weights(j);
      const int n = ahead.order(j);
      Product& P = product[j];
      for (int column = 0; column < n; ++column) {
        double sum = 0;
        for (int i = 0; i < n; ++i) sum -= w[i + 1] / w[0] * P[i][column];
        for (int i = n - 1; i > 0; --i) P[i][column] = P[i - 1][column];
        P[0][column] = sum;
      }
      for (int i = 0; i < n; ++i)
        if (!(absolute_sum(Vec(P[i]).first(n)) <= bound)) return false;
    }
    ahead.accept();
  }
  return true;
}

template class LevelFormulaOf<long double>;
template class LevelFormulaOf<double>;

}  // namespace trammel::integrate
