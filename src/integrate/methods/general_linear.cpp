#include "integrate/methods/general_linear.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <utility>

#include "integrate/collocation_rule.hpp"
#include "linalg/eigenvalues.hpp"
#include "linalg/elimination.hpp"

namespace trammel::integrate {

GeneralLinearStepper::GeneralLinearStepper(Instance& instance, int stages, int values,
                                           GeneralLinearFamily family)
    : LevelStepper(instance.residual(), tested_components(instance.residual(), true)), s_(stages), k_(values),
      family_(std::move(family)), blocks_(instance, stages), closure_(instance), x_(blocks_.equations()),
      end_(blocks_.equations()), stage_(blocks_.equations()), names_(instance, blocks_.equations()),
      n_(x_.unknowns()), m_(std::max(x_.order(), 1)), norm_(blocks_.equations()) {
  const auto n = static_cast<std::size_t>(n_), levels = static_cast<std::size_t>(m_);
  past_.assign(levels, Values(n * static_cast<std::size_t>(k_)));
  next_ = past_;
  base_.assign(levels, Values(n * static_cast<std::size_t>(s_)));
  Y_.assign(levels + 1, base_[0]);
  stage_levels_.resize(levels + 1);
  F_ = D_ = base_[0];
  for (auto* v : {&work_, &rate_, &first_difference_}) v->resize(n);
  begin_.assign(levels + 1, work_);
  largest_.resize(n);
  // With one stage a twentieth took twice as many steps where a disk rolls, for nothing.
  ask_between(instance, stages > 1 ? 0.05 : 0.2);
  for (auto* v : {&inverse_, &split_, &join_}) v->assign(static_cast<std::size_t>(s_) * s_, 0.0);
  real_.reserve(1);
  complex_.reserve(static_cast<std::size_t>(s_));
}

void GeneralLinearStepper::start(double t, Vec y, Vec slope) {
  end_.unpack(y, slope);
  tests_velocities_ =
      !has_hidden_constraints(blocks_.equations()) && (names_.any() || closure_.regular(t, end_));
  for (int k = 0; k <= m_; ++k) std::ranges::copy(end_.level(k), begin_[static_cast<std::size_t>(k)].begin());
  for (int k = 0; k < m_; ++k)
    std::ranges::copy(end_.level(k), part(past_[static_cast<std::size_t>(k)], 0).begin());
  known_ = 1;
  std::ranges::fill(largest_, 0.0);
  jacobian_known_ = false;
  last_h_ = factored_h_ = 0;
  watch_.forget();
}

void GeneralLinearStepper::know_also(Vec y) {
  stage_.unpack(y, {});
  for (int k = 0; k < m_; ++k)
    std::ranges::copy(stage_.level(k), part(past_[static_cast<std::size_t>(k)], known_).begin());
  ++known_;
}

void GeneralLinearStepper::set_scale(Vec scale) { norm_.set_scale(scale); }

// The tableau for this ratio of steps, and what splits its stages.
void GeneralLinearStepper::use(double ratio) {
  if (known_ == tableau_known_ && std::fabs(ratio - ratio_) <= 1e-13 * ratio) return;
  family_(known_, ratio, tableau_);
  ratio_ = ratio;
  tableau_known_ = known_;
  factored_h_ = 0;
  split_stages();
  weigh_defect();
}

// B̃⁻¹ = T Λ T⁻¹: rows and columns for a real eigenvalue, if there is one, and for one of each pair.
void GeneralLinearStepper::split_stages() {
  constexpr int most = linalg::most_small;
  long double plain[most * most], inverse[most * most];
  for (int i = 0; i < s_ * s_; ++i) {
    plain[i] = tableau_.Bt[static_cast<std::size_t>(i)];
    inverse[i] = i % (s_ + 1) == 0 ? 1 : 0;
  }
  linalg::eliminate(plain, s_, inverse, s_);
  for (int i = 0; i < s_ * s_; ++i) inverse_[static_cast<std::size_t>(i)] = static_cast<double>(inverse[i]);
  linalg::Spectrum spectrum;
  linalg::sharp_spectrum(inverse, s_, spectrum);
  real_.clear();
  complex_.clear();
  int at = 0;
  using Number = std::complex<long double>;
  const auto put = [&](int e, long double (*chosen)(const Number&), double weight) {
    for (int i = 0; i < s_; ++i) {
      split_[static_cast<std::size_t>(at) * s_ + i] = static_cast<double>(-chosen(spectrum.rows[e * s_ + i]));
      join_[static_cast<std::size_t>(i) * s_ + at] =
          weight * static_cast<double>(chosen(spectrum.vectors[e * s_ + i]));
    }
    ++at;
  };
  const auto real = [](const Number& z) { return z.real(); };
  const auto imaginary = [](const Number& z) { return z.imag(); };
  for (int e = 0; e < s_; ++e) {
    if (!real_.empty() || std::fabs(spectrum.values[e].imag()) >= 1e-12) continue;
    put(e, real, 1);
    real_.push_back(static_cast<double>(spectrum.values[e].real()));
  }
  for (int e = 0; e < s_; ++e) {
    if (spectrum.values[e].imag() < 1e-12) continue;
    put(e, real, 2);
    put(e, imaginary, -2);
    complex_.emplace_back(spectrum.values[e]);
  }
  mixing_ = 0;
  for (int i = 0; i < s_; ++i) {
    double sum = 0;
    for (int k = 0; k < s_; ++k)
      for (int j = 0; j < s_; ++j)
        sum += std::fabs(join_[static_cast<std::size_t>(i) * s_ + k]) *
               std::fabs(split_[static_cast<std::size_t>(k) * s_ + j]);
    mixing_ = std::max(mixing_, sum);
  }
}

// h p'(0) of the polynomial with the values y_j at u_j and the slopes Y'_i at c_i.
void GeneralLinearStepper::weigh_defect() {
  const int k = tableau_.k, n = k + s_;
  double conditions[most_nodes * most_nodes], wanted[most_nodes] = {};
  if (n > 1) wanted[1] = 1;
  const auto power = [](double x, int p) { return p == 0 ? 1.0 : std::pow(x, p); };
  for (int p = 0; p < n; ++p) {
    for (int j = 0; j < k; ++j) conditions[p * n + j] = power(tableau_.u[static_cast<std::size_t>(j)], p);
    for (int j = 0; j < s_; ++j)
      conditions[p * n + k + j] = p == 0 ? 0 : p * power(tableau_.c[static_cast<std::size_t>(j)], p - 1);
  }
  linalg::eliminate(conditions, n, wanted, 1);
  defect_value_.assign(wanted, wanted + k);
  defect_slope_.assign(wanted + k, wanted + n);
}

// Ã y − y_0 on every level (rows of Ã have the sum 1), and stages that continue the motion. Everything is counted from
// y_0, as increments: differences of values that are large beside the motion of a step lose digits, which B̃⁻¹/h makes
// larger on every level.
void GeneralLinearStepper::begin_stages(double h) {
  const int k = tableau_.k;
  for (int l = 0; l < m_; ++l)
    for (int i = 0; i < s_; ++i) {
      const Out to = part(base_[static_cast<std::size_t>(l)], i);
      std::ranges::fill(to, 0.0);
      const Vec newest = part(past_[static_cast<std::size_t>(l)], 0);
      for (int j = 1; j < k; ++j) {
        const Vec from = part(past_[static_cast<std::size_t>(l)], j);
        for (int u = 0; u < n_; ++u) to[u] += tableau_.at(i, j) * (from[u] - newest[u]);
      }
      if (tableau_.Dt.empty()) continue;
      const Vec slope = x_.level(l + 1);
      for (int u = 0; u < n_; ++u)
        if (l < blocks_.highest(u)) to[u] += h * tableau_.Dt[static_cast<std::size_t>(i)] * slope[u];
    }
  for (int i = 0; i < s_; ++i) {
    const double c = tableau_.c[static_cast<std::size_t>(i)] * h;
    for (int u = 0; u < n_; ++u)
      part(D_, i)[u] = (blocks_.highest(u) > 0 ? c * x_.level(1)[u] : 0) +
                       (blocks_.highest(u) > 1 ? c * c / 2 * x_.level(2)[u] : 0);
  }
}

// Y = y_0 + D, Y⁽ᵏ⁺¹⁾ = B̃⁻¹ (Y⁽ᵏ⁾ − Ã y⁽ᵏ⁾)/h
void GeneralLinearStepper::form_slopes(double h) {
  for (int i = 0; i < s_; ++i)
    for (int u = 0; u < n_; ++u) part(Y_[0], i)[u] = part(past_[0], 0)[u] + part(D_, i)[u];
  for (int l = 0; l < m_; ++l) {
    const auto level = static_cast<std::size_t>(l);
    const Vec newest = part(past_[level], 0);
    for (int i = 0; i < s_; ++i) std::ranges::fill(part(Y_[level + 1], i), 0.0);
    for (int j = 0; j < s_; ++j) {
      const Vec y = l == 0 ? part(D_, j) : part(Y_[level], j), b = part(base_[level], j);
      for (int u = 0; u < n_; ++u) work_[u] = (l == 0 ? y[u] : y[u] - newest[u]) - b[u];
      for (int i = 0; i < s_; ++i) {
        const double w = inverse_[static_cast<std::size_t>(i) * s_ + j] / h;
        const Out to = part(Y_[level + 1], i);
        for (int u = 0; u < n_; ++u) to[u] += w * work_[u];
      }
    }
  }
}

Attempt GeneralLinearStepper::try_step(double t, double h, Vec /*y0*/, Out y1, Out error) {
  for (int k = 0; k <= m_; ++k) std::ranges::copy(begin_[static_cast<std::size_t>(k)], x_.level(k).begin());
  h_ = h;
  t_before_ = t;
  norm_.set_step(h);
  use(last_h_ > 0 ? h / last_h_ : 1);
  fresh_ = false;
  for (int attempts = 0; attempts < 2; ++attempts) {
    if (!jacobian_known_) {
      blocks_.evaluate(t, x_.pointers());
      jacobian_known_ = fresh_ = true;
      factored_h_ = 0;
      watch_.forget();
    }
    if (factored_h_ != h) {
      factored_h_ = 0;
      if (const Attempt outcome = blocks_.factor(h, real_, complex_); !outcome) return outcome;
      factored_h_ = h;
      lifted_ = 0;
    }
    const Attempt outcome = newton(t, h);
    if (outcome) break;
    if (fresh_ || outcome.verdict != Attempt::diverged) return outcome;
    jacobian_known_ = false;
  }
  finish(h);
  end_.pack(y1);
  estimate(h, error);
  return {};
}

Attempt GeneralLinearStepper::newton(double t, double h) {
  begin_stages(h);
  form_slopes(h);
  watch_.begin();
  const bool unrated_first = has_hidden_constraints(blocks_.equations());
  // A constraint has several terms, and must leave little of positions. Rounding goes through the eigenvectors.
  const double noise = (unrated_first ? std::max(8.0, mixing_) : 1) * norm_.rounding(x_.level(0));
  bool rated = false;
  while (true) {
    for (int i = 0; i < s_; ++i) {
      for (std::size_t l = 0; l < Y_.size(); ++l) stage_levels_[l] = part(Y_[l], i).data();
      if (const Attempt outcome =
              blocks_.residual(t + tableau_.c[static_cast<std::size_t>(i)] * h, stage_levels_, part(F_, i));
          !outcome)
        return outcome;
    }
    ++blocks_.counts().newton_iterations;
    Values& blocks = Y_.back();  // solved for in the memory of the highest slopes
    mix_stages(s_, split_, F_, blocks, n_);
    int at = 0;
    if (!real_.empty()) blocks_.solve(part(blocks, at++));
    for (std::size_t p = 0; p < complex_.size(); ++p, at += 2)
      blocks_.solve(p, part(blocks, at), part(blocks, at + 1));
    mix_stages(s_, join_, blocks, F_, n_);
    double sum = 0;
    for (int i = 0; i < s_; ++i) {
      for (int u = 0; u < n_; ++u) part(D_, i)[u] += part(F_, i)[u];
      sum += norm_.square_sum(part(F_, i));
    }
    form_slopes(h);
    const double moved = n_ == 0 ? 0 : std::sqrt(sum / (static_cast<double>(n_) * s_));
    if (!std::isfinite(moved)) return {Attempt::diverged, -1};
    if (moved <= std::max(noise, lifted_)) return {};
    // At index 2 and 3 the first change is mostly that of the guess of multipliers: the second may be larger.
    if (unrated_first && !std::exchange(rated, true)) continue;
    const NewtonVerdict verdict = watch_.add(moved);
    // The rate of another step vouches for nothing: all later steps meet what a constraint on positions leaves.
    if (unrated_first && watch_.count() == 1 && moved > 1e-3) continue;
    const auto outcome = ended(verdict);
    if (!outcome) continue;
    if (!*outcome && lifted_ == 0) lifted_ = mixing_ * blocks_.lifted_rounding(x_.level(0), norm_);
    return moved <= lifted_ ? Attempt{} : *outcome;
  }
}

// y⁺ = A y + h B Y' on every level. A step that knew fewer values than it hands on keeps its beginning.
void GeneralLinearStepper::finish(double h) {
  const int k = tableau_.k;
  for (int l = 0; l < m_; ++l) {
    const auto level = static_cast<std::size_t>(l);
    for (int i = 0; i < k_; ++i) {
      const Out to = part(next_[level], i);
      if (i >= k) {
        std::ranges::copy(part(past_[level], i - 1), to.begin());
        continue;
      }
      std::ranges::fill(to, 0.0);
      const Vec newest = part(past_[level], 0);
      for (int j = 1; j < k; ++j)
        for (int u = 0; u < n_; ++u) to[u] += tableau_.a(i, j) * (part(past_[level], j)[u] - newest[u]);
      for (int j = 0; j < s_; ++j)
        for (int u = 0; u < n_; ++u) to[u] += h * tableau_.b(i, j) * part(Y_[level + 1], j)[u];
      if (i == 0 && !tableau_.Dt.empty())  // the last stage
        for (int u = 0; u < n_; ++u)
          if (l < blocks_.highest(u)) to[u] += h * tableau_.Dt.back() * x_.level(l + 1)[u];
      for (int u = 0; u < n_; ++u) to[u] += newest[u];
    }
    names_.apply(l, part(next_[0], 0), part(next_[level], 0));
    std::ranges::copy(part(next_[level], 0), end_.level(l).begin());
  }
  std::ranges::copy(part(Y_.back(), s_ - 1), end_.level(m_).begin());
  names_.apply(end_);
}

void GeneralLinearStepper::estimate(double h, Out error) {
  doubtful_ = false;
  const double z = std::abs(real_.empty() ? complex_[0] : std::complex<double>(real_[0])) / h;
  std::ranges::fill(rate_, 0.0);
  for (int l = 1; l <= m_; ++l) {
    const auto level = static_cast<std::size_t>(l);
    for (int u = 0; u < n_; ++u) {
      double d = x_.level(l)[u];
      for (int j = 1; j < tableau_.k; ++j)  // the weights of values have the sum 0
        d -= defect_value_[static_cast<std::size_t>(j)] *
             (part(past_[level - 1], j)[u] - part(past_[level - 1], 0)[u]) / h;
      for (int i = 0; i < s_; ++i) d -= defect_slope_[static_cast<std::size_t>(i)] * part(Y_[level], i)[u];
      work_[u] = l <= blocks_.highest(u) ? d : 0;
    }
    if (l == 1) first_difference_ = work_;
    doubt(l);
    blocks_.add_product(l, 1, work_, rate_);
    if (l < m_) blocks_.add_product(l + 1, z, work_, rate_);
  }
  if (!real_.empty()) {
    blocks_.solve(rate_);
  } else {
    const std::complex<double> turn = complex_[0] / (z * h);
    for (int u = 0; u < n_; ++u) {
      work_[u] = turn.imag() * rate_[u];
      rate_[u] *= turn.real();
    }
    blocks_.solve(0, rate_, work_);
  }
  for (int i = 0; i < x_.size(); ++i) {
    const int u = x_.unknown(i);
    error[i] = x_.derivative(i) == 0 ? rate_[u] : z * rate_[u] - first_difference_[u];
    if (blocks_.highest(u) == 0) error[i] = 0;  // tested between the ends
    // Where a constraint determines a position, Newton's last change ε leaves ε/h in a velocity that no equation uses.
    // It errs by what its other name does.
    if (x_.derivative(i) > 0 && !blocks_.slopes_enter(u)) {
      const int name = names_.name(u, x_.derivative(i));
      error[i] = name < 0 ? 0 : rate_[static_cast<std::size_t>(name)];
    }
  }
  if (!tests_velocities_) move_to_positions(x_, h, error);
}

void GeneralLinearStepper::keep(double /*t*/, Vec /*y*/) {
  std::swap(past_, next_);
  for (int k = 0; k <= m_; ++k) std::ranges::copy(end_.level(k), begin_[static_cast<std::size_t>(k)].begin());
  known_ = std::min(known_ + 1, k_);
  last_h_ = h_;
  jacobian_known_ = watch_.theta() <= 0.01;
}

// Two-step formulas bear steps that double; the shared control would let them grow more.
double GeneralLinearStepper::next_step(double h, double error) {
  const int order = s_ + k_ - 1;
  if (!(error <= 1))
    return h *
           (std::isfinite(error) ? std::clamp(0.9 * std::pow(error, -1.0 / (order + 1)), 0.2, 0.9) : 0.25);
  const double most = k_ > 1 && s_ == 1 ? 1.8 : 2;
  const double r = std::min(most, 0.9 * std::pow(std::max(error, 1e-10), -1.0 / (order + 1)));
  return r > 1.2 || r < 0.95 ? r * h : h;  // a step that is kept keeps tableau and factors
}

}  // namespace trammel::integrate
