#include "integrate/tableaus/general_linear.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "linalg/decompositions.hpp"
#include "linalg/elimination.hpp"

namespace trammel::integrate {
namespace {

using Matrix = Eigen::MatrixXd;

Matrix matrix(const std::vector<double>& values, int rows, int columns) {
  return Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>(
      values.data(), rows, columns);
}

double power(double x, int p) { return p == 0 ? 1 : std::pow(x, p); }

// How many powers t^p, p = 0, 1, .., the rows turn into their values at `nodes`, less one.
int exact_degree(const GeneralLinear& m, const Matrix& A, const Matrix& B, const std::vector<double>& nodes) {
  for (int p = 0; p <= 20; ++p)
    for (int i = 0; i < A.rows(); ++i) {
      double sum = 0, size = 1;
      for (int j = 0; j < m.k; ++j) {
        sum += A(i, j) * power(m.u[static_cast<std::size_t>(j)], p);
        size += std::fabs(A(i, j) * power(m.u[static_cast<std::size_t>(j)], p));
      }
      for (int j = 0; j < m.s && p > 0; ++j)
        sum += B(i, j) * p * power(m.c[static_cast<std::size_t>(j)], p - 1);
      if (std::fabs(sum - power(nodes[static_cast<std::size_t>(i)], p)) > 1e-11 * size) return p - 1;
    }
  return 20;
}

}  // namespace

GeneralLinear as_general_linear(const std::vector<double>& c, const std::vector<double>& A,
                                const std::vector<double>& b) {
  const int s = static_cast<int>(c.size());
  return {.k = 1,
          .s = s,
          .c = c,
          .u = {0},
          .u_next = {1},
          .A = {1},
          .B = b,
          .At = std::vector<double>(static_cast<std::size_t>(s), 1.0),
          .Bt = A};
}

GeneralLinear bdf_as_general_linear(int k) {
  // Σ_{i=0..k} α_i y_{n+1−i} = h y'_{n+1}, α from Σ_j ∇^j/j
  std::vector<double> alpha(static_cast<std::size_t>(k) + 1);
  for (int j = 1; j <= k; ++j) {
    double binomial = 1;
    for (int i = 0; i <= j; ++i) {
      alpha[static_cast<std::size_t>(i)] += (i % 2 == 0 ? 1 : -1) * binomial / j;
      binomial = binomial * (j - i) / (i + 1);
    }
  }
  GeneralLinear m{.k = k, .s = 1, .c = {1}, .u = {}, .u_next = {}, .A = {}, .B = {}, .At = {}, .Bt = {}};
  for (int j = 0; j < k; ++j) {
    m.u.push_back(-j);
    m.u_next.push_back(1 - j);
    m.At.push_back(-alpha[static_cast<std::size_t>(j) + 1] / alpha[0]);
  }
  m.Bt = {1 / alpha[0]};
  m.A = m.At;
  m.B = m.Bt;
  for (int i = 1; i < k; ++i) {
    for (int j = 0; j < k; ++j) m.A.push_back(j == i - 1 ? 1 : 0);
    m.B.push_back(0);
  }
  return m;
}

GeneralLinear starting_collocation(const std::vector<double>& c) {
  const int s = static_cast<int>(c.size());
  // Weights of 1, h y'(0) and h Y'_j that turn t^p, p = 0 .. s+1, into its values at the nodes.
  std::vector<double> slopes(static_cast<std::size_t>(s + 1) * (s + 1)), values(static_cast<std::size_t>(s + 1) * s);
  for (int p = 1; p <= s + 1; ++p) {
    slopes[(p - 1) * (s + 1)] = p == 1 ? 1 : 0;
    for (int j = 0; j < s; ++j) {
      slopes[(p - 1) * (s + 1) + 1 + j] = p * power(c[static_cast<std::size_t>(j)], p - 1);
      values[(p - 1) * s + j] = power(c[static_cast<std::size_t>(j)], p);
    }
  }
  linalg::eliminate(slopes.data(), s + 1, values.data(), s);  // values become the weights
  GeneralLinear m = as_general_linear(c, {}, {});
  for (int i = 0; i < s; ++i) {
    m.Dt.push_back(values[i]);
    for (int j = 0; j < s; ++j) m.Bt.push_back(values[(1 + j) * s + i]);
  }
  m.B.assign(m.Bt.end() - s, m.Bt.end());
  return m;
}

const std::vector<double>& two_step_nodes(int s) {
  // A-stable at constant and shrinking steps, A(84°) when the step doubles (test: amplification).
  static const std::vector<double> nodes[] = {{1}, {0.5, 1}, {0.25, 0.7, 1}};
  return nodes[s - 1];
}

void two_step_collocation(int s, double ratio, GeneralLinear& m) {
  constexpr int most = 5;
  const auto stages = static_cast<std::size_t>(s);
  m.k = 2;
  m.s = s;
  m.c = two_step_nodes(s);
  m.Dt.clear();
  m.u.assign({0, -1 / ratio});
  m.u_next.assign({1, 0});
  const int n = s + 2;
  double conditions[most * most], values[most * most];
  for (int p = 0; p < n; ++p) {
    for (int j = 0; j < 2; ++j) conditions[p * n + j] = power(m.u[static_cast<std::size_t>(j)], p);
    for (int j = 0; j < s; ++j) {
      conditions[p * n + 2 + j] = p == 0 ? 0 : p * power(m.c[static_cast<std::size_t>(j)], p - 1);
      values[p * s + j] = power(m.c[static_cast<std::size_t>(j)], p);
    }
  }
  linalg::eliminate(conditions, n, values, s);
  const auto weights = [&](int row, int column) { return values[row * s + column]; };
  m.At.resize(2 * stages);
  m.Bt.resize(stages * stages);
  for (int i = 0; i < s; ++i) {
    for (int j = 0; j < 2; ++j) m.At[2 * static_cast<std::size_t>(i) + j] = weights(j, i);
    for (int j = 0; j < s; ++j) m.Bt[static_cast<std::size_t>(s) * i + j] = weights(2 + j, i);
  }
  m.A.assign({weights(0, s - 1), weights(1, s - 1), 1, 0});
  m.B.assign(2 * stages, 0.0);
  for (int j = 0; j < s; ++j) m.B[static_cast<std::size_t>(j)] = weights(2 + j, s - 1);
}

GeneralLinear two_step_collocation(int s, double ratio) {
  GeneralLinear method;
  two_step_collocation(s, ratio, method);
  return method;
}

GeneralLinearProperties properties(const GeneralLinear& m) {
  const Matrix A = matrix(m.A, m.k, m.k), B = matrix(m.B, m.k, m.s), At = matrix(m.At, m.s, m.k),
               Bt = matrix(m.Bt, m.s, m.s);
  GeneralLinearProperties found;
  found.stage_order = exact_degree(m, At, Bt, m.c);
  found.order = exact_degree(m, A, B, m.u_next);
  int on_circle = 0;
  bool outside = false;
  for (const auto value : linalg::eigenvalues(A)) {
    on_circle += std::abs(value) > 1 - 1e-9;
    outside = outside || std::abs(value) > 1 + 1e-9;
  }
  found.zero_stable = !outside && on_circle == 1;
  const Eigen::VectorXd sigma = linalg::singular_values(Bt);
  found.regular = sigma.minCoeff() > std::numeric_limits<double>::epsilon() * m.s * sigma.maxCoeff();
  found.first_is_last_stage = true;
  for (int j = 0; j < m.k; ++j) found.first_is_last_stage &= A(0, j) == At(m.s - 1, j);
  for (int j = 0; j < m.s; ++j) found.first_is_last_stage &= B(0, j) == Bt(m.s - 1, j);
  if (!found.regular) return found;
  const Matrix at_infinity = A - linalg::times(B, linalg::Lu(Bt).solve(At));
  found.at_infinity = linalg::eigenvalues(at_infinity).cwiseAbs().maxCoeff();
  found.nilpotent_triangle = true;
  for (int i = 0; i < m.k; ++i)
    for (int j = i; j < m.k; ++j) found.nilpotent_triangle &= std::fabs(at_infinity(i, j)) < 1e-12;
  return found;
}

double amplification(const GeneralLinear& m, std::complex<double> z) {
  Eigen::MatrixXcd stages(m.s, m.s), values(m.s, m.k), step(m.k, m.k);
  for (int i = 0; i < m.s; ++i) {
    for (int j = 0; j < m.s; ++j) stages(i, j) = (i == j ? 1.0 : 0.0) - z * m.Bt[i * m.s + j];
    for (int j = 0; j < m.k; ++j) values(i, j) = m.At[i * m.k + j];
  }
  values = linalg::solve(stages, values);
  for (int i = 0; i < m.k; ++i)
    for (int j = 0; j < m.k; ++j) {
      step(i, j) = m.A[i * m.k + j];
      for (int l = 0; l < m.s; ++l) step(i, j) += z * m.B[i * m.s + l] * values(l, j);
    }
  return linalg::eigenvalues(step).cwiseAbs().maxCoeff();
}

}  // namespace trammel::integrate
