#include "integrate/differences.hpp"

namespace trammel::integrate {

void Differences::predict(double h, int p, const Continued& to) {
  degree_ = p;
  pending_ = false;
  if (first_) {
    const Out tangent = column(phi_, 1);
    for (int i = 0; i < n_; ++i) tangent[i] = h * slope_[i];
    psi_[0] = 0;
  }
  for (const Out out : {to.value, to.slope, to.value_2, to.slope_2}) std::ranges::fill(out, 0.0);
  // Weights of φ*_j in Q and Q' at t_{n+1} (1, gamma) and t_{n+2} (c2, g2), by the product rule.
  double beta = 1, gamma = 0, c2 = 1, g2 = 0;
  sigma_[0] = 1;
  for (int j = 0; j <= p; ++j) {
    const double* const from = column(phi_, j).data();
    double* const star = column(next_, j).data();
    for (int i = 0; i < n_; ++i) {
      const double value = star[i] = beta * from[i];
      to.value[i] += value;
      to.slope[i] += gamma * value;
      to.value_2[i] += c2 * value;
      to.slope_2[i] += g2 * value;
    }
    const double psi = h + (j == 0 ? 0 : psi_[j - 1]);  // ψ_{j+1} counted from t_{n+1}
    next_psi_[j] = psi;
    if (j < p) beta *= psi_[j] > 0 ? psi / psi_[j] : 1;  // the tangent is over the step that is tried
    sigma_[j + 1] = sigma_[j] * (j + 1) * h / psi;
    gamma += 1 / psi;
    g2 = (g2 * (psi + h) + c2) / psi;
    c2 *= (psi + h) / psi;
  }
}

void Differences::correct(Vec e) {
  std::ranges::copy(e, column(next_, degree_ + 1).begin());
  for (int j = degree_; j >= 0; --j) {
    double* const to = column(next_, j).data();
    const double* const add = column(next_, j + 1).data();
    for (int i = 0; i < n_; ++i) to[i] += add[i];
  }
  pending_ = true;
}

void Differences::accept() {
  std::swap(phi_, next_);
  psi_ = next_psi_;
  known_ = std::min(degree_ + 1, most - 2);
  first_ = pending_ = false;
}

double Differences::interpolation_error(double x) const {
  const double h = next_psi_[0];
  double product = 1;
  for (int j = 0; j <= degree_; ++j) product *= (next_psi_[j] - h - x) / next_psi_[j];
  return product;
}

void Differences::interpolate(double x, int degree, Out y) const {
  const std::vector<double>& phi = pending_ ? next_ : phi_;
  const auto& psi = pending_ ? next_psi_ : psi_;
  std::ranges::copy(column(phi, 0), y.begin());
  double c = 1;
  for (int j = 1; j <= degree; ++j) {
    c *= (x + (j == 1 ? 0 : psi[j - 2])) / psi[j - 1];
    const double* const p = column(phi, j).data();
    for (int i = 0; i < n_; ++i) y[i] += c * p[i];
  }
}

void Differences::interpolate_slope(double x, int degree, Out slope) const {
  const std::vector<double>& phi = pending_ ? next_ : phi_;
  const auto& psi = pending_ ? next_psi_ : psi_;
  std::ranges::fill(slope, 0.0);
  double c = 1, d = 0;
  for (int j = 1; j <= degree; ++j) {
    const double factor = (x + (j == 1 ? 0 : psi[j - 2])) / psi[j - 1];
    d = d * factor + c / psi[j - 1];
    c *= factor;
    const double* const p = column(phi, j).data();
    for (int i = 0; i < n_; ++i) slope[i] += d * p[i];
  }
}

}  // namespace trammel::integrate
