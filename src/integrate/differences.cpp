#include "integrate/differences.hpp"

namespace trammel::integrate {

// By the product rule. Steps of one size give the same numbers again and again.
void Differences::set_weights(double h, int p) {
  same_grid_ =
      h == weighed_h_ && p == degree_ && std::equal(psi_.begin(), psi_.begin() + p, weighed_.begin());
  if (same_grid_) return;
  weighed_h_ = h;
  weighed_ = psi_;
  degree_ = p;
  double beta = 1, gamma = 0, c2 = 1, g2 = 0, inverses = 1;
  sigma_[0] = 1;
  for (int j = 0; j <= p; ++j) {
    beta_[j] = beta;
    gamma_[j] = gamma;
    value_2_[j] = c2;
    slope_2_[j] = g2;
    const double psi = h + (j == 0 ? 0 : psi_[j - 1]);  // ψ_{j+1} counted from t_{n+1}
    next_psi_[j] = psi;
    if (j < p) beta *= psi_[j] > 0 ? psi / psi_[j] : 1;  // the tangent is over the step that is tried
    const double inverse = 1 / psi;
    sigma_[j + 1] = sigma_[j] * (j + 1) * h * inverse;
    gamma += inverse;
    g2 = (g2 * (psi + h) + c2) * inverse;
    c2 *= (psi + h) * inverse;
    inverses *= inverse;
  }
  inverses_ = inverses;
}

void Differences::predict(double h, int p, const Continued& to) {
  pending_ = false;
  if (first_) {
    const Out tangent = column(phi_, 1);
    for (int i = 0; i < n_; ++i) tangent[i] = h * slope_[i];
    psi_[0] = 0;
  }
  set_weights(h, p);
  // A few unknowns at a time, whose sums stay in registers.
  constexpr int lanes = 4;
  for (int first = 0; first < n_; first += lanes) {
    const int count = std::min(lanes, n_ - first);
    double value[lanes]{}, slope[lanes]{}, value_2[lanes]{}, slope_2[lanes]{}, star[lanes]{};
    const auto add = [&](int j, int width) {
      const double* const from = phi_.data() + static_cast<std::size_t>(j) * n_ + first;
      for (int i = 0; i < width; ++i) {
        star[i] = beta_[j] * from[i];
        value[i] += star[i];
        slope[i] += gamma_[j] * star[i];
        value_2[i] += value_2_[j] * star[i];
        slope_2[i] += slope_2_[j] * star[i];
      }
    };
    if (count == lanes)
      for (int j = 0; j <= p; ++j) add(j, lanes);
    else
      for (int j = 0; j <= p; ++j) add(j, count);
    const auto put = [&](const double* from, Out out) { std::copy_n(from, count, out.begin() + first); };
    put(value, to.value);
    put(slope, to.slope);
    put(value_2, to.value_2);
    put(slope_2, to.slope_2);
    put(star, column(next_, p));
  }
}

void Differences::correct(Vec e) {
  std::ranges::copy(e, column(next_, degree_ + 1).begin());
  for (int j = degree_; j >= 0; --j) {
    double* const to = column(next_, j).data();
    const double* const add = to + n_;
    const double* const from = column(phi_, j).data();
    const double beta = beta_[j];
    for (int i = 0; i < n_; ++i) to[i] = beta * from[i] + add[i];
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
  const double from = next_psi_[0] + x;
  double product = inverses_;
  for (int j = 0; j <= degree_; ++j) product *= next_psi_[j] - from;
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
  if (x == 0) {  // at the end of the step all but one of the factors cancel
    for (int j = 1; j <= degree; ++j) {
      const double* const p = column(phi, j).data();
      const double d = 1 / psi[j - 1];
      for (int i = 0; i < n_; ++i) slope[i] += d * p[i];
    }
    return;
  }
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
