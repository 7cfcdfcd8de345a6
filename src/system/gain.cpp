#include "system/gain.hpp"

#include <Eigen/Core>
#include <cmath>

#include "linalg/decompositions.hpp"

namespace trammel::system {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

VectorXd values_at(Invariants& invariants, double t, const VectorXd& z) {
  VectorXd h(invariants.rows());
  invariants.evaluate(t, Vec(z.data(), static_cast<std::size_t>(z.size())),
                      Out(h.data(), static_cast<std::size_t>(h.size())));
  return h;
}

MatrixXd jacobian_at(Invariants& invariants, double t, const VectorXd& z) {
  linalg::SparseMatrix H(invariants.pattern());
  invariants.jacobian(t, Vec(z.data(), static_cast<std::size_t>(z.size())), H);
  MatrixXd dense = MatrixXd::Zero(invariants.rows(), invariants.columns());
  for (int j = 0; j < H.pattern->columns; ++j)
    for (int k = H.pattern->start[j]; k < H.pattern->start[j + 1]; ++k)
      dense(H.pattern->row[k], j) = H.value[static_cast<std::size_t>(k)];
  return dense;
}

}  // namespace

double least_gain(Ode& ode, Invariants& invariants, double t, Vec z) {
  const int n = ode.size(), m = invariants.rows();
  if (m == 0) return 0;
  const VectorXd at = Eigen::Map<const VectorXd>(z.data(), n);
  const MatrixXd H = jacobian_at(invariants, t, at);
  const VectorXd sizes = linalg::singular_values(H);
  if (sizes.size() < m || !(sizes[m - 1] > 1e-10 * sizes[0])) return std::nan("");
  const MatrixXd F = linalg::pseudo_inverse(H);
  // dh/dt along z' = f^
  const auto rate = [&](const VectorXd& x) -> VectorXd {
    VectorXd slope(n);
    if (!ode.derivative(t, Vec(x.data(), static_cast<std::size_t>(n)),
                        Out(slope.data(), static_cast<std::size_t>(n))))
      return VectorXd::Constant(m, std::nan(""));
    const double dt = 1e-6 * std::max(std::fabs(t), 1.0);
    return jacobian_at(invariants, t, x) * slope +
           (values_at(invariants, t + dt, x) - values_at(invariants, t - dt, x)) / (2 * dt);
  };
  const double size = 1e-5 * std::max(at.norm(), 1e-3);
  MatrixXd B(m, m);
  for (int i = 0; i < m; ++i) {
    const double d = size / F.col(i).norm();
    B.col(i) = (rate(at + d * F.col(i)) - rate(at - d * F.col(i))) / (2 * d);
  }
  if (!B.allFinite()) return std::nan("");
  return linalg::singular_values(B)[0];
}

}  // namespace trammel::system
