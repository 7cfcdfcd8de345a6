// Sand's formulas [Wun05, (3.14)-(3.23)] for systems of order d = 3 and 4 with constraints on x, x', .., x^(d-1), index d+1 .. 2, orders 1 to 5, in quadruple
// precision: in double precision rounding of x, divided by h^d, hides orders above 3.
#ifdef __SIZEOF_FLOAT128__
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "integrate/level_formula.hpp"

namespace trammel {
namespace {

__extension__ using Quad = __float128;

Quad power(Quad x, int n) {
  Quad y = 1;
  for (; n > 0; --n) y *= x;
  return y;
}
Quad falling_factorial(int n, int k) {  // n (n-1) .. (n-k+1)
  Quad y = 1;
  for (int i = 0; i < k; ++i) y *= n - i;
  return y;
}
Quad size(Quad x) { return x < 0 ? -x : x; }

using Square = std::vector<std::vector<Quad>>;
std::vector<Quad> solved(Square A, std::vector<Quad> b) {
  const std::size_t n = b.size();
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t best = k;
    for (std::size_t i = k + 1; i < n; ++i)
      if (size(A[i][k]) > size(A[best][k])) best = i;
    std::swap(A[k], A[best]);
    std::swap(b[k], b[best]);
    for (std::size_t i = k + 1; i < n; ++i) {
      const Quad f = A[i][k] / A[k][k];
      for (std::size_t j = k; j < n; ++j) A[i][j] -= f * A[k][j];
      b[i] -= f * b[k];
    }
  }
  for (std::size_t k = n; k-- > 0;) {
    for (std::size_t j = k + 1; j < n; ++j) b[k] -= A[k][j] * b[j];
    b[k] /= A[k][k];
  }
  return b;
}

// Sand's formulas as the thesis writes them, without moments: of every node and level, what they make of (t − t_0)^p, p = 0 .. .
class Sand {
 public:
  Sand(int d, int base) : d_(d), base_(base) {}
  // A node with exact values on all levels.
  void start(Quad t) {
    Node node = blank(t);
    for (int j = 0; j <= d_; ++j)
      for (int p = j; p < powers; ++p) node.level[j][p] = falling_factorial(p, j) * power(t, p - j);
    nodes_.insert(nodes_.begin(), node);
  }
  // The weights of all levels for a step to t; level j uses values made by the formulas, if it is above the base.
  std::vector<std::vector<Quad>> step(Quad t, int k) {
    Node node = blank(t);
    for (int p = 0; p < powers; ++p) node.level[0][p] = power(t, p);
    std::vector<std::vector<Quad>> weights;
    for (int j = 0; j < d_; ++j) {
      if (j == base_ && j > 0)  // constraints make this level smooth
        for (int p = 0; p < powers; ++p)
          node.level[j][p] = p < j ? Quad(0) : falling_factorial(p, j) * power(t, p - j);
      const int order =
          std::min(static_cast<int>(nodes_.size()), j < base_ ? std::min(k + d_ - 1 - base_, 6) : k);
      // Σ w_i L_{j,n−i}[y] = y^(j+1)(t) for y = (s − t)^p, p = j .. j+order.
      Square A(static_cast<std::size_t>(order) + 1);
      std::vector<Quad> b;
      const Quad unit = t - nodes_[0].t;
      for (int row = 0; row <= order; ++row) {
        const int p = j + row;
        for (int i = 0; i <= order; ++i)
          A[static_cast<std::size_t>(row)].push_back(
              functional(i == 0 ? node : nodes_[static_cast<std::size_t>(i) - 1], j, p, t, j < base_) /
              power(unit, row));
        b.push_back((row == 1 ? falling_factorial(j + 1, j + 1) : Quad(0)) / power(unit, row));
      }
      weights.push_back(solved(A, b));
      for (int p = 0; p < powers; ++p) {
        Quad sum = 0;
        for (int i = 0; i <= order; ++i)
          sum += weights.back()[static_cast<std::size_t>(i)] *
                 (i == 0 ? node : nodes_[static_cast<std::size_t>(i) - 1]).level[j][p];
        node.level[j + 1][p] = sum;
      }
    }
    next_ = node;
    return weights;
  }
  void accept() {
    nodes_.insert(nodes_.begin(), next_);
    if (nodes_.size() > 8) nodes_.pop_back();
  }

 private:
  static constexpr int powers = 12;
  struct Node {
    Quad t;
    std::array<std::array<Quad, powers>, 5> level;
  };
  static Node blank(Quad t) {
    Node node;
    node.t = t;
    for (auto& level : node.level) level.fill(0);
    return node;
  }
  // of (s − at)^p
  Quad functional(const Node& node, int j, int p, Quad at, bool exact) const {
    if (exact) return p < j ? Quad(0) : falling_factorial(p, j) * power(node.t - at, p - j);
    Quad sum = 0, factor = 1;  // binom(p, r) (−at)^(p−r)
    for (int r = p; r >= 0; --r) {
      sum += factor * node.level[j][r];
      factor *= -at * r / (p - r + 1);
    }
    return sum;
  }
  int d_, base_;
  std::vector<Node> nodes_;
  Node next_ = blank(0);
};

// y1 = 1/(3+t), y2 = 1/(4−t), λ = 1/(2+t): derivatives of all orders are known without functions.
Quad of_y1(int n, Quad t) { return (n % 2 ? -1 : 1) * falling_factorial(n, n) / power(3 + t, n + 1); }
Quad of_y2(int n, Quad t) { return falling_factorial(n, n) / power(4 - t, n + 1); }
Quad of_l(Quad t) { return 1 / (2 + t); }

// Lengths of n steps in eight blocks of equal ones, by ratios near 2 and 1/2 in turn, the first that the step control admits.
std::vector<double> admitted_blocks(int d, int base, int k, int n) {
  integrate::LevelFormula formula(d, true, base);
  formula.restart(0);
  std::vector<double> lengths;
  double t = 0, h = 1;
  for (int i = 0; i < n; ++i) {
    if (8 * i % n == 0 && i > d * (k + 1)) {
      const bool up = 8 * i / n % 2 == 1;
      for (const double ratio : {2.0, 1.75, 1.5, 1.25, 1.1}) {
        const double wanted = up ? h * ratio : h / ratio;
        if (!formula.admits(wanted, k)) continue;
        h = wanted;
        break;
      }
    }
    EXPECT_TRUE(formula.set(t += h, std::min(i + 1, k))) << d << " " << base << " " << k;
    formula.accept();
    lengths.push_back(h);
  }
  return lengths;
}

struct QuadErrors {
  double q = 0, l = 0;
};

// y^(d) = r + λ (t, 1) with the constraint t y1 + y2 = .., differentiated `base` times, over a whole of 1.
QuadErrors exact_errors(int d, int base, int k, const std::vector<double>& lengths) {
  Sand sand(d, base);
  double sum = 0;
  for (const double h : lengths) sum += h;
  const std::size_t n = lengths.size(), start = static_cast<std::size_t>(d * (k + 1));
  std::vector<std::array<std::array<Quad, 2>, 5>> past;  // newest first; level, component
  const auto exact = [&](Quad t) {
    std::array<std::array<Quad, 2>, 5> y;
    for (int j = 0; j <= 4; ++j) y[static_cast<std::size_t>(j)] = {of_y1(j, t), of_y2(j, t)};
    return y;
  };
  Quad t = 0;
  sand.start(0);
  past.push_back(exact(0));
  QuadErrors errors;
  for (std::size_t i = 0; i < n; ++i) {
    t += Quad(lengths[i]) / Quad(sum);
    const auto w = sand.step(t, std::min(static_cast<int>(i) + 1, k));
    sand.accept();
    // levels as affine functions of the components of y_n: level j = slope_j y + offset_j
    std::array<Quad, 5> slope{};
    std::array<std::array<Quad, 2>, 5> offset{};
    slope[0] = 1;
    for (int j = 0; j < d; ++j) {
      slope[j + 1] = w[j][0] * slope[j];
      for (int c = 0; c < 2; ++c) {
        offset[j + 1][c] = w[j][0] * offset[j][c];
        for (std::size_t m = 1; m < w[j].size(); ++m) offset[j + 1][c] += w[j][m] * past[m - 1][j][c];
      }
    }
    const auto known = exact(t);
    std::array<Quad, 3> x = {known[0][0], known[0][1], of_l(t)};
    if (i >= start) {
      // unknowns y1, y2, λ
      Square A(3, std::vector<Quad>(3, 0));
      std::vector<Quad> b(3, 0);
      for (int c = 0; c < 2; ++c) {
        const Quad g = c == 0 ? t : Quad(1);
        A[c][c] = slope[d];
        A[c][2] = -g;
        b[c] = known[d][c] - of_l(t) * g - offset[d][c];
      }
      const int e = base;
      A[2][0] = t * slope[e] + (e > 0 ? e * slope[e > 0 ? e - 1 : 0] : Quad(0));
      A[2][1] = slope[e];
      b[2] = t * (known[e][0] - offset[e][0]) + (known[e][1] - offset[e][1]);
      if (e > 0) b[2] += e * (known[e - 1][0] - offset[e - 1][0]);
      const auto s = solved(A, b);
      x = {s[0], s[1], s[2]};
      errors.q = std::max(errors.q, static_cast<double>(size(x[0] - known[0][0]) + size(x[1] - known[0][1])));
      errors.l = std::max(errors.l, static_cast<double>(size(x[2] - of_l(t))));
    }
    std::array<std::array<Quad, 2>, 5> levels{};
    levels[0] = {x[0], x[1]};
    for (int j = 0; j < d; ++j)
      for (int c = 0; c < 2; ++c) {
        levels[j + 1][c] = i < start && j < base ? known[j + 1][c] : w[j][0] * levels[j][c];
        for (std::size_t m = 1; m < w[j].size() && !(i < start && j < base); ++m)
          levels[j + 1][c] += w[j][m] * past[m - 1][j][c];
      }
    past.insert(past.begin(), levels);
    if (past.size() > 8) past.pop_back();
  }
  return errors;
}

// What the program computes from moments, in long double, are these weights.
TEST(SandFormulas, AreWhatLevelFormulaComputes) {
  for (int d = 3; d <= 4; ++d)
    for (int base = 0; base < d; ++base)
      for (int k = 1; k <= 5; ++k) {
        integrate::LevelFormula formula(d, true, base);
        formula.restart(0);
        Sand sand(d, base);
        sand.start(0);
        double t = 0;
        int i = 0;
        for (const double h : admitted_blocks(d, base, k, 16 * (k + 1))) {
          t += h;
          const int order = std::min(++i, k);
          ASSERT_TRUE(formula.set(t, order));
          const auto w = sand.step(t, order);
          for (int j = 0; j < d; ++j) {
            const auto level = static_cast<std::size_t>(j);
            ASSERT_EQ(w[level].size(), formula.weights(j).size());
            double largest = 0;
            for (const double x : formula.weights(j)) largest = std::max(largest, std::fabs(x));
            for (std::size_t m = 0; m < w[level].size(); ++m)
              EXPECT_NEAR(static_cast<double>(w[level][m]), formula.weights(j)[m], 1e-10 * largest)
                  << d << " " << base << " " << k << ", step " << i << ", level " << j;
          }
          formula.accept();
          sand.accept();
        }
      }
}

// Order k in positions and multipliers with constant steps and where steps jump. Where constraints are on x' of a system of order 4, the formula for x' would
// have to be BDF of order 7 for k = 5, which is unstable: with order 6 multipliers have order 4.
TEST(SandFormulas, HaveTheirOrderFromIndexTwoToDPlusOne) {
  constexpr int n = 240;
  for (int d = 3; d <= 4; ++d)
    for (int base = 0; base < d; ++base)
      for (int k = 1; k <= 5; ++k)
        for (const bool jumps : {false, true}) {
          const std::vector<double> lengths =
              jumps ? admitted_blocks(d, base, k, n) : std::vector<double>(n, 1.0);
          std::vector<double> halves;
          for (const double h : lengths) halves.insert(halves.end(), 2, h / 2);
          const QuadErrors coarse = exact_errors(d, base, k, lengths),
                           fine = exact_errors(d, base, k, halves);
          const int of_l = d == 4 && base == 1 && k == 5 ? 4 : k;
          EXPECT_GT(std::log2(coarse.q / fine.q), k - 0.55) << d << " " << base << " " << k << jumps;
          EXPECT_NEAR(std::log2(coarse.l / fine.l), of_l, 0.4) << d << " " << base << " " << k << jumps;
        }
}

}  // namespace
}  // namespace trammel
#endif
