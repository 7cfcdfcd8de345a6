#include "integrate/collocation_rule.hpp"

#include <Eigen/Dense>
#include <Eigen/Eigenvalues>
#include <array>
#include <cmath>
#include <memory>
#include <mutex>
#include <numbers>

namespace trammel::integrate {
namespace {

using Real = long double;
using Matrix = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic>;

struct Value {
  Real p, slope;
};

// The shifted Legendre polynomial of degree n on [0, 1], and its derivative.
Value legendre(int n, Real x) {
  const Real u = 2 * x - 1;
  Real p = 1, before = 0, slope = 0, slope_before = 0;
  for (int k = 1; k <= n; ++k) {
    const Real next = ((2 * k - 1) * u * p - (k - 1) * before) / k;
    const Real slope_next = ((2 * k - 1) * (p + u * slope) - (k - 1) * slope_before) / k;
    before = p;
    p = next;
    slope_before = slope;
    slope = slope_next;
  }
  return {p, 2 * slope};
}

// P_s for Gauss; P_s − P_{s−1}, which vanishes at 1, for Radau.
Value node_polynomial(Nodes nodes, int s, Real x) {
  const Value p = legendre(s, x);
  if (nodes == Nodes::gauss) return p;
  const Value q = legendre(s - 1, x);
  return {p.p - q.p, p.slope - q.slope};
}

// Between two roots the polynomial changes its sign on a grid that is finer than their distance; Newton from
// there.
std::vector<Real> roots(Nodes nodes, int s) {
  if (nodes == Nodes::lobatto) {  // zeros of P'_{s−1} between the ends
    const Real r = std::sqrt(Real(5));
    if (s == 2) return {0, 1};
    return s == 3 ? std::vector<Real>{0, Real(1) / 2, 1}
                  : std::vector<Real>{0, (5 - r) / 10, (5 + r) / 10, 1};
  }
  std::vector<Real> c;
  constexpr int grid = 200;
  const int wanted = nodes == Nodes::radau ? s - 1 : s;
  for (int i = 0; i < grid && static_cast<int>(c.size()) < wanted; ++i) {
    const Real left = Real(i) / grid, right = Real(i + 1) / grid;
    if (node_polynomial(nodes, s, left).p * node_polynomial(nodes, s, right).p > 0) continue;
    Real x = (left + right) / 2;
    for (int k = 0; k < 20; ++k) {
      const Value value = node_polynomial(nodes, s, x);
      x -= value.p / value.slope;
    }
    if (c.empty() || x - c.back() > Real(1) / grid / 4) c.push_back(x);
  }
  if (nodes == Nodes::radau) c.push_back(1);
  return c;
}

Real lagrange(const std::vector<Real>& c, std::size_t j, Real x) {
  Real product = 1;
  for (std::size_t k = 0; k < c.size(); ++k)
    if (k != j) product *= (x - c[k]) / (c[j] - c[k]);
  return product;
}

// ∫_0^end ℓ_j, exact by Gauss quadrature with as many points as the polynomial needs.
Real integral(const std::vector<Real>& c, const std::vector<Real>& gauss, std::size_t j, Real end) {
  const int points = static_cast<int>(c.size());
  Real sum = 0;
  for (const Real x : gauss) {
    const Real slope = legendre(points, x).slope;
    sum += lagrange(c, j, end * x) / (x * (1 - x) * slope * slope);  // the weights of Gauss on [0, 1]
  }
  return end * sum;
}

// a_i1 = b_1; Σ_j a_ij c_j^(k−1) = c_i^k/k, k < s, for the others.
void make_lobatto_iiic(const std::vector<Real>& c, Real b1, Matrix& a) {
  const int s = static_cast<int>(c.size());
  Matrix powers(s - 1, s - 1), right(s - 1, s);
  for (int k = 1; k < s; ++k) {
    for (int j = 1; j < s; ++j) powers(k - 1, j - 1) = std::pow(c[j], Real(k - 1));
    for (int i = 0; i < s; ++i) right(k - 1, i) = std::pow(c[i], Real(k)) / k - (k == 1 ? b1 : 0);
  }
  a.col(0).setConstant(b1);
  a.rightCols(s - 1) = powers.fullPivLu().solve(right).transpose();
}

}  // namespace

CollocationRule::CollocationRule(Nodes nodes, int stages)
    : s(stages), gamma(0), stiffly_accurate(nodes != Nodes::gauss),
      estimate_order(nodes == Nodes::lobatto ? stages : stages + 1) {
  const std::vector<Real> node = roots(nodes, s), gauss = roots(Nodes::gauss, s);
  Matrix a(s, s);
  Eigen::Matrix<Real, 1, Eigen::Dynamic> weight(s);
  for (int j = 0; j < s; ++j) {
    for (int i = 0; i < s; ++i) a(i, j) = integral(node, gauss, static_cast<std::size_t>(j), node[i]);
    weight(j) = integral(node, gauss, static_cast<std::size_t>(j), 1);
    c.push_back(static_cast<double>(node[j]));
    b.push_back(static_cast<double>(weight(j)));
  }
  if (nodes == Nodes::lobatto) make_lobatto_iiic(node, weight(0), a);
  const std::size_t at_zero = nodes == Nodes::lobatto ? 1 : 0;  // nodes at 0, which come first
  const std::vector<Real> inner_nodes(node.begin() + static_cast<std::ptrdiff_t>(at_zero), node.end());
  at_start.assign(at_zero, 0.0);
  for (std::size_t j = 0; j < inner_nodes.size(); ++j)
    at_start.push_back(static_cast<double>(lagrange(inner_nodes, j, 0)));
  denominator.assign(at_zero, 0.0);
  for (std::size_t j = 0; j < inner_nodes.size(); ++j) {
    Real product = inner_nodes[j];
    for (std::size_t k = 0; k < inner_nodes.size(); ++k)
      if (k != j) product *= inner_nodes[j] - inner_nodes[k];
    denominator.push_back(static_cast<double>(1 / product));
  }
  if (nodes != Nodes::lobatto && (nodes == Nodes::gauss || s > 1)) {
    std::vector<Real> product = {1};  // Π (τ − c_j), lowest power first
    for (const Real x : node) {
      product.insert(product.begin(), 0);
      for (std::size_t k = 0; k + 1 < product.size(); ++k) product[k] -= x * product[k + 1];
    }
    for (std::size_t k = 0; k < product.size(); ++k)
      shape.push_back(static_cast<double>(product[k] / product[0] / static_cast<Real>(k + 1)));
  }
  inner = static_cast<int>(inner_nodes.size());
  if (stiffly_accurate) {
    Real product = -1;
    for (std::size_t j = 0; j + 1 < inner_nodes.size(); ++j) product *= 1 - 1 / inner_nodes[j];
    value_slope = static_cast<double>(product);
    for (double theta = 0; theta < 1; theta += 1.0 / 128)
      value_peak = std::max(value_peak, std::fabs(value_shape(theta)));
  }
  const Matrix inv = a.fullPivLu().inverse();
  const auto last = (weight * inv).eval();
  for (int i = 0; i < s; ++i) {
    end.push_back(stiffly_accurate ? (i == s - 1 ? 1.0 : 0.0) : static_cast<double>(last(i)));
    for (int j = 0; j < s; ++j) {
      A.push_back(static_cast<double>(a(i, j)));
      inverse.push_back(static_cast<double>(inv(i, j)));
    }
  }

  const Eigen::EigenSolver<Matrix> spectrum(inv);
  const auto T = spectrum.eigenvectors();
  const auto T_inverse = T.fullPivLu().inverse().eval();
  Real product = 1;
  for (int k = 0; k < s; ++k) {
    const std::complex<Real> value = spectrum.eigenvalues()(k);
    product *= std::abs(value);
    if (value.imag() == 0) {
      // The eigenvector of a real eigenvalue is real up to a factor, which T and T⁻¹ share.
      real.push_back(static_cast<double>(value.real()));
      for (int i = 0; i < s; ++i) {
        real_to.push_back(static_cast<double>(T(i, k).real()));
        real_from.push_back(static_cast<double>(T_inverse(k, i).real()));
      }
    } else if (value.imag() > 0) {
      pairs.emplace_back(static_cast<double>(value.real()), static_cast<double>(value.imag()));
      for (int i = 0; i < s; ++i) {
        to.emplace_back(static_cast<double>(T(i, k).real()), static_cast<double>(T(i, k).imag()));
        from.emplace_back(static_cast<double>(T_inverse(k, i).real()),
                          static_cast<double>(T_inverse(k, i).imag()));
      }
    }
  }
  for (int j = 0; j < s && !real.empty(); ++j) split.push_back(-real_from[j]);
  for (std::size_t p = 0; p < pairs.size(); ++p) {
    for (int j = 0; j < s; ++j) split.push_back(-from[p * s + j].real());
    for (int j = 0; j < s; ++j) split.push_back(-from[p * s + j].imag());
  }
  for (int i = 0; i < s; ++i) {
    if (!real.empty()) join.push_back(real_to[i]);
    for (std::size_t p = 0; p < pairs.size(); ++p) {
      join.push_back(2 * to[p * s + i].real());
      join.push_back(-2 * to[p * s + i].imag());
    }
  }
  gamma = real.empty() ? static_cast<double>(std::pow(product, Real(1) / s)) : real[0];
}

void CollocationRule::weights(double theta, std::span<double> value) const {
  const int first = c[0] == 0 ? 1 : 0;
  for (int j = 0; j < s; ++j) {
    double product = theta * denominator[j];
    for (int k = first; k < s; ++k)
      if (k != j) product *= theta - c[k];
    value[j] = product;
  }
}

double CollocationRule::error_shape(double theta) const {
  double sum = 0;
  for (std::size_t k = shape.size(); k-- > 0;) sum = (sum + shape[k]) * theta;
  return sum;
}

double CollocationRule::value_shape(double theta) const {
  double product = theta;
  for (int j = s - inner; j < s; ++j) product *= 1 - theta / c[j];
  return product;
}

void collocation_slopes(std::span<const double> c, double theta, std::span<double> slope) {
  if (!c.empty() && c[0] == 0) {
    slope[0] = 0;
    return collocation_slopes(c.subspan(1), theta, slope.subspan(1));
  }
  for (std::size_t j = 0; j < c.size(); ++j) {
    double sum = 0;  // product rule: leave one factor out, k = s stands for the node 0
    for (std::size_t left_out = 0; left_out <= c.size(); ++left_out) {
      if (left_out == j) continue;
      double product = 1 / (c[j] - (left_out == c.size() ? 0.0 : c[left_out]));
      for (std::size_t k = 0; k <= c.size(); ++k) {
        if (k == j || k == left_out) continue;
        const double node = k == c.size() ? 0.0 : c[k];
        product *= (theta - node) / (c[j] - node);
      }
      sum += product;
    }
    slope[j] = sum;
  }
}

namespace {

// Made when it is asked for: the coefficients of all would take longer than the run of a small model.
class Rules {
 public:
  explicit Rules(Nodes nodes) : nodes_(nodes) {}
  const CollocationRule& with(int stages) {
    const auto k = static_cast<std::size_t>(stages);
    std::call_once(once_.at(k), [&] { made_[k] = std::make_unique<CollocationRule>(nodes_, stages); });
    return *made_[k];
  }

 private:
  Nodes nodes_;
  std::array<std::once_flag, 8> once_;
  std::array<std::unique_ptr<CollocationRule>, 8> made_;
};

}  // namespace

const CollocationRule& radau_rule(int stages) {
  static Rules rules(Nodes::radau);
  return rules.with(stages);
}

const CollocationRule& gauss_rule(int stages) {
  static Rules rules(Nodes::gauss);
  return rules.with(stages);
}

const CollocationRule& lobatto_rule(int stages) {
  static const std::array<CollocationRule, 3> rules = {CollocationRule(Nodes::lobatto, 2),
                                                       CollocationRule(Nodes::lobatto, 3),
                                                       CollocationRule(Nodes::lobatto, 4)};
  return rules.at(static_cast<std::size_t>(stages - 2));
}

}  // namespace trammel::integrate
