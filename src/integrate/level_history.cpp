#include "integrate/level_history.hpp"

#include <algorithm>
#include <cmath>

namespace trammel::integrate {

LevelHistory::LevelHistory(int unknowns, int levels) : levels_(levels) {
  value_.assign(kept,
                std::vector<std::vector<double>>(static_cast<std::size_t>(levels) + 1,
                                                 std::vector<double>(static_cast<std::size_t>(unknowns))));
  for (int i = 0; i < kept; ++i) slot_[i] = i;
}

void LevelHistory::restart(double t, const StateLevels& x) {
  nodes_ = 0;
  push(t, x);
  from_start_ = true;
}

void LevelHistory::push(double t, const StateLevels& x) {
  if (nodes_ == kept) from_start_ = false;
  nodes_ = std::min(nodes_ + 1, kept);
  std::rotate(slot_.begin(), slot_.end() - 1, slot_.end());
  std::rotate(t_.begin(), t_.end() - 1, t_.end());
  t_[0] = t;
  for (std::size_t k = 0; k < value_[0].size(); ++k)
    std::ranges::copy(x.level(static_cast<int>(k)), value_[slot_[0]][k].begin());
}

void LevelHistory::interpolate(double t, int degree, int level, Out to) const {
  const int last = std::min(degree, nodes_ - 1);
  std::ranges::fill(to, 0.0);
  for (int i = 0; i <= last; ++i) {
    double weight = 1;
    for (int m = 0; m <= last; ++m)
      if (m != i) weight *= (t - t_[m]) / (t_[i] - t_[m]);
    const Vec from = this->level(i, level);
    for (std::size_t j = 0; j < to.size(); ++j) to[j] += weight * from[j];
  }
}

// The highest derivative of the polynomial is m! times its divided difference; lower ones by the recursion of
// [For88] over the nodes, with the derivatives of Lagrange's polynomials at the point.
LevelHistory::Weights LevelHistory::weigh_values(double t_new, int m, bool with_new, int r,
                                                 double offset) const {
  using Number = long double;
  const int first = with_new ? 0 : 1, data = m + 1 - first;
  const Number h = static_cast<Number>(t_new) - t_[0], z = offset / h;
  std::array<Number, most> x{};
  for (int i = 0; i < data; ++i) x[i] = i + first == 0 ? 0 : (t_[i + first - 1] - t_new) / h;
  std::array<Number, most> weight{};
  if (r == data - 1) {
    Number factorial = 1;
    for (int p = 2; p <= r; ++p) factorial *= p;
    for (int i = 0; i < data; ++i) {
      Number below = 1;
      for (int j = 0; j < data; ++j)
        if (j != i) below *= x[i] - x[j];
      weight[i] = factorial / below;
    }
  } else {
    std::array<std::array<Number, most>, most> d{};  // by derivative and node
    d[0][0] = 1;
    Number before = 1, there = x[0] - z;
    for (int n = 1; n < data; ++n) {
      const int top = std::min(n, r);
      Number product = 1;
      const Number last = there;
      there = x[n] - z;
      for (int i = 0; i < n; ++i) {
        const Number distance = x[n] - x[i], part = 1 / distance;
        product *= distance;
        if (i == n - 1) {
          const Number f = before / product;
          for (int l = top; l > 0; --l) d[l][n] = f * (l * d[l - 1][i] - last * d[l][i]);
          d[0][n] = -f * last * d[0][i];
        }
        for (int l = top; l > 0; --l) d[l][i] = (there * d[l][i] - l * d[l - 1][i]) * part;
        d[0][i] *= there * part;
      }
      before = product;
    }
    weight = d[r];
  }
  Number unit = 1;
  for (int q = 0; q < r; ++q) unit *= h;
  Weights all{};
  for (int i = 0; i < data; ++i) all[first + i] = static_cast<double>(weight[i] / unit);
  return all;
}

// The first one belongs to x_new, then the nodes back, then x' and x'' at the start. Exactness for the powers
// ((t − t_new)/h)^p fixes them.
LevelHistory::Weights LevelHistory::weigh(double t_new, int m, bool with_new, int r, double offset) const {
  using Number = long double;
  if (m <= nodes_) return weigh_values(t_new, m, with_new, r, offset);
  const int first = with_new ? 0 : 1, data = m + 1 - first, values = std::min(m, nodes_);
  const Number h = static_cast<Number>(t_new) - t_[0];
  std::array<std::array<Number, most + 1>, most> A{};
  std::array<Number, most> node{}, at_node{}, at_start{}, at_offset{};  // powers of these, up to the row
  const Number s = (t_[nodes_ - 1] - t_new) / h;
  for (int i = 0; i < values; ++i) node[i] = (t_[i] - t_new) / h;
  at_node.fill(1);
  at_start[0] = at_offset[0] = 1;
  for (int p = 1; p < data; ++p) {
    at_start[p] = at_start[p - 1] * s;
    at_offset[p] = at_offset[p - 1] * (offset / h);
  }
  for (int p = 0; p < data; ++p) {
    int column = 0;
    if (with_new) A[p][column++] = p == 0 ? 1 : 0;
    for (int i = 0; i < values; ++i) {
      A[p][column++] = at_node[i];
      at_node[i] *= node[i];
    }
    for (int d = 1; column < data; ++d) {  // derivative d at the start, times h^d
      Number f = p < d ? 0 : at_start[p - d];
      for (int q = 0; q < d; ++q) f *= p - q;
      A[p][column++] = f;
    }
    Number wanted = p < r ? 0 : at_offset[p - r];
    for (int q = 0; q < r; ++q) wanted *= p - q;
    A[p][data] = wanted;  // h^r times the derivative
  }
  for (int k = 0; k < data; ++k) {
    int best = k;
    for (int i = k + 1; i < data; ++i)
      if (std::fabs(A[i][k]) > std::fabs(A[best][k])) best = i;
    std::swap(A[k], A[best]);
    for (int i = k + 1; i < data; ++i) {
      const Number f = A[i][k] / A[k][k];
      for (int j = k; j <= data; ++j) A[i][j] -= f * A[k][j];
    }
  }
  Weights all{};
  for (int k = data - 1; k >= 0; --k) {
    for (int j = k + 1; j < data; ++j) A[k][data] -= A[k][j] * A[j][data];
    A[k][data] /= A[k][k];
    all[first + k] = static_cast<double>(A[k][data]);
  }
  Number unit = 1;
  for (int q = 0; q < r; ++q) unit *= h;
  for (double& w : all) w /= static_cast<double>(unit);
  return all;
}

void LevelHistory::sum(double t_new, Vec x_new, int m, int r, double offset, int level, Out to) const {
  const Weights weight = weigh(t_new, m, !x_new.empty(), r, offset);
  const int values = std::min(m, nodes_);
  const double h = t_new - t_[0];
  for (std::size_t j = 0; j < to.size(); ++j) to[j] = x_new.empty() ? 0 : weight[0] * x_new[j];
  double power = 1;
  for (int i = 0; i < m; ++i) {
    const bool at_start = i >= values;
    if (at_start) power *= h;
    const Vec from = at_start ? this->level(nodes_ - 1, level + i - values + 1) : this->level(i, level);
    const double w = weight[i + 1] * (at_start ? power : 1);
    for (std::size_t j = 0; j < to.size(); ++j) to[j] += w * from[j];
  }
}

void LevelHistory::derivative(double t_new, Vec x_new, int m, int r, double offset, Out to, int level) const {
  sum(t_new, x_new, m, r, offset, level, to);
}

void LevelHistory::extrapolate(double t_new, int m, Out to) const { sum(t_new, {}, m, 0, 0, 0, to); }

}  // namespace trammel::integrate
