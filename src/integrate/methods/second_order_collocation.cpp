#include "integrate/methods/second_order_collocation.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/error.hpp"

namespace trammel::integrate {
namespace {

// Of the tolerance. A⁻²/h² makes it a hundred times larger in accelerations: with RADAU5's 0.03 these did not
// satisfy the equations at the ends of steps as certificates ask for (three bodies of a crank, dry friction).
constexpr double iteration_leaves = 3e-3;

}  // namespace

SecondOrderCollocation::SecondOrderCollocation(Instance& instance, const CollocationRule& rule,
                                               Multipliers multipliers)
    : LevelStepper(instance.residual(),
                   tested_components(instance.residual(), !has_algebraic_unknowns(instance.residual()))),
      rule_(rule), blocks_(instance, static_cast<int>(rule.pairs.size())), x_(blocks_.equations()),
      end_(blocks_.equations()), end_now_(blocks_.equations()), stage_(blocks_.equations()), slopes_(x_),
      names_(instance, blocks_.equations()), n_(x_.unknowns()), m_(std::max(x_.order(), 1)),
      norm_(blocks_.equations()), recursion_(multipliers == Multipliers::recursion && x_.order() > 1) {
  const auto n = static_cast<std::size_t>(n_), all = n * static_cast<std::size_t>(rule.s);
  D_.assign(static_cast<std::size_t>(m_), std::vector<double>(all));
  stage_levels_.resize(static_cast<std::size_t>(m_) + 1);
  for (auto* v : {&top_, &old_D_, &F_}) v->resize(all);
  for (auto* v : {&work_, &rate_, &old_end_}) v->resize(n);
  difference_.resize(n * static_cast<std::size_t>(m_));
  if (!rule.stiffly_accurate && !has_hidden_constraints(blocks_.equations()))
    closure_ = std::make_unique<LevelClosure>(instance);
  largest_.resize(n);
  // With three stages less is promised of multipliers of index 3.
  const bool rough = rule.s == 3 && depth_of_constraints(blocks_.equations()) > 2;
  if (rule.s > 2 || (rule.s == 2 && !rule.stiffly_accurate)) ask_between(instance, rough ? 0.5 : 0.05);
}

// [HW96, VII.4 and VII.6]; measured in tests/convergence/second_order_grids.cpp.
void SecondOrderCollocation::require_changing_steps() const {
  refuse_slopes_of_multipliers(blocks_.equations());
  refuse_beyond_index_3(blocks_.equations());
  const int depth = depth_of_constraints(blocks_.equations());
  if (!rule_.stiffly_accurate && depth > 1)
    throw Error(Kind::usage,
                "with Gauss methods multipliers of index 2 err by O(h^(s-2)) where steps change, too much to "
                "be of use",
                {}, "use radau_second_order_3, or the formulation 'index_1', or give the steps");
  if (rule_.stiffly_accurate && rule_.s == 1 && depth > 2)
    throw Error(Kind::usage,
                "radau_second_order_1 is backward Euler, whose multipliers of index 3 are wrong by as much "
                "as they are large where "
                "steps change",
                {},
                "use radau_second_order_3 or modified_bdf, or the formulation 'index_2', or give the steps");
}

void SecondOrderCollocation::refuse_dependent_positions() const {
  throw Error(
      Kind::usage,
      "constraints determine positions or velocities in this form, and the end of a step of a Gauss method, "
      "which is no stage, does not know them",
      {}, "use modified_bdf, or the formulation 'index_1', or give the steps");
}

void SecondOrderCollocation::start(double t, Vec y, Vec slope) {
  end_.unpack(y, slope);
  slopes_.start(end_);
  closes_ = closure_ && closure_->regular(t, end_);
  if (alone_ && !given_steps_ && !rule_.stiffly_accurate && !has_hidden_constraints(blocks_.equations())) {
    // Without names: constraints of velocities alone, as of a knife edge. The highest derivatives of
    // dependent unknowns stand in no equation.
    if (names_.any() || !closes_) refuse_dependent_positions();
  }
  known_ = old_known_ = false;
  factored_h_ = 0;
  watch_.forget();
  std::ranges::fill(largest_, 0.0);
}

void SecondOrderCollocation::set_scale(Vec scale) {
  norm_.set_scale(scale);
  slopes_.set_scale(scale);
}

// The estimate is of order h^(s+1), the positions of order 2s − 1: read as RADAU5 does. [HW96, IV.8]
void SecondOrderCollocation::aim(double rtol, bool constant_steps) {
  given_steps_ = constant_steps;
  allowed_between_ = share_between() * EquationsBetween::allowance(rtol);
  slopes_.aim(rtol);
  // A constraint on accelerations is bilinear, too: multipliers move and come back.
  watch_.set_tolerance(rtol, constant_steps, {.enough = iteration_leaves, .patient = true});
  const double s = rule_.s;
  sharpening_ = s < 3 ? 1 : std::min(1.0, 10 * std::pow(rtol, (s - 1) / (2 * s)));
  // With two stages multipliers of index 3 are of order 1, positions of order 3: their steps would leave
  // multipliers to the third root of the tolerance.
  if (rule_.s == 2 && depth_of_constraints(blocks_.equations()) > 2) sharpening_ = std::pow(rtol, -1.0 / 3);
  // With four stages multipliers of index 3 are of order 3, positions of order 7: read as RADAU5 does, 17
  // steps left velocities 2e4 tolerances off; read plainly, multipliers are left to the power 3/5 of the
  // tolerance, of which the tolerance itself is promised.
  if (rule_.s > 3 && depth_of_constraints(blocks_.equations()) > 2)
    sharpening_ = std::max(1.0, 5e-5 * std::pow(rtol, -2.0 / 3));
  // Backward Euler: slopes between steps err by O(h), the root of the tolerance, and are judged by its power
  // 3/4 (certify/promise.hpp).
  if (rule_.s != 1 || !rule_.stiffly_accurate) return;
  if (!constant_steps && rtol < 0.99e-6)
    throw Error(
        Kind::usage,
        "backward Euler errs by the root of such a tolerance between steps, and its errors add up to that",
        {}, "use radau_second_order_3, or a tolerance from 1e-6 on, or give the steps");
  sharpening_ = std::max(1.0, 0.01 / std::sqrt(rtol));
}

// The polynomial of the last step, continued; at the start, the parabola.
void SecondOrderCollocation::guess(double h) {
  double weight[most_stages];
  for (int i = 0; i < rule_.s; ++i) {
    const Out d = part(D_[0], i);
    const double c = rule_.c[static_cast<std::size_t>(i)] * h;
    if (!old_known_) {
      for (int j = 0; j < n_; ++j) d[j] = c * x_.level(1)[j] + (m_ > 1 ? c * c / 2 * x_.level(2)[j] : 0);
      continue;
    }
    rule_.weights(1 + c / old_h_, Out(weight, static_cast<std::size_t>(rule_.s)));
    sum_stages(rule_.s, weight, old_D_.data(), work_.data(), d.data(), n_);
  }
  if (old_known_ && !rule_.stiffly_accurate) guess_multipliers(h);
}

// With Gauss they are right in the stages only: the polynomial through those is continued.
void SecondOrderCollocation::guess_multipliers(double h) {
  const int s = rule_.s;
  for (int i = 0; i < s; ++i) {
    const double at = 1 + rule_.c[static_cast<std::size_t>(i)] * h / old_h_;
    double weight[most_stages];
    for (int l = 0; l < s; ++l) {
      weight[l] = 1;
      const double own = rule_.c[static_cast<std::size_t>(l)];
      for (int m = 0; m < s; ++m)
        if (const double other = rule_.c[static_cast<std::size_t>(m)]; m != l)
          weight[l] *= (at - other) / (own - other);
    }
    for (int j = 0; j < n_; ++j) {
      if (blocks_.highest(j) > 0) continue;
      double sum = work_[j];
      for (int l = 0; l < s; ++l) sum += weight[l] * part(old_D_, l)[j];
      part(D_[0], i)[j] = sum;
    }
  }
}

// (1)
void SecondOrderCollocation::form_slopes(double h) {
  const int s = rule_.s;
  double inverse[most_stages * most_stages];
  for (int i = 0; i < s * s; ++i) inverse[i] = rule_.inverse[static_cast<std::size_t>(i)] / h;
  const Vec matrix(inverse, static_cast<std::size_t>(s) * s);
  for (int k = 0; k < m_; ++k) {
    std::vector<double>& to = k + 1 < m_ ? D_[static_cast<std::size_t>(k) + 1] : top_;
    mix_stages(s, matrix, D_[static_cast<std::size_t>(k)], to, n_);
    if (k + 1 == m_) break;
    for (int i = 0; i < s; ++i)
      for (int j = 0; j < n_; ++j) part(to, i)[j] -= x_.level(k + 1)[j];
  }
}

Attempt SecondOrderCollocation::try_step(double t, double h, Vec y0, Out y1, Out error) {
  x_.unpack(y0, {});
  for (int i = 0; i < x_.size(); ++i)  // slopes at the beginning: those of the end before
    if (const int k = x_.derivative(i) + 1; k == blocks_.equations().highest(x_.unknown(i)) || k > 1)
      x_.level(k)[x_.unknown(i)] = end_.level(k)[x_.unknown(i)];
  for (int j = 0; j < n_ && recursion_; ++j)
    if (blocks_.highest(j) == 0) x_.level(1)[j] = end_.level(1)[j];
  h_ = h;
  norm_.set_step(h);
  fresh_ = false;
  for (int attempts = 0; attempts < 2; ++attempts) {
    if (!known_) {
      blocks_.evaluate(t, x_.pointers());
      known_ = fresh_ = true;
      age_ = 0;
      factored_h_ = 0;
      watch_.forget();
    }
    if (factored_h_ != h) {
      factored_h_ = 0;
      if (const Attempt outcome = blocks_.factor(h, rule_.real, rule_.pairs); !outcome) return outcome;
      factored_h_ = h;
      lifted_ = 0;
    }
    const Attempt outcome = newton(t, h);
    if (outcome) break;
    if (fresh_ || outcome.verdict != Attempt::diverged) return outcome;
    known_ = false;
  }
  end_levels(end_now_);
  names_.apply(end_now_);
  if (closes_)
    if (const Attempt outcome = closure_->solve(t + h, end_now_); !outcome) return outcome;
  if (recursion_) recur();
  end_now_.pack(y1);
  estimate(h, error);
  doubt();
  if (alone_ && rule_.s == 1 &&
      rule_.stiffly_accurate)  // velocities between its steps have the slope of the end
    slopes_.test(
        blocks_.equations(), end_now_, h,
        [this](int i) {
          const int j = x_.unknown(i), k = x_.derivative(i) + 1;
          return end_now_.level(k)[j] - x_.level(k)[j];
        },
        error);
  return {};
}

Attempt SecondOrderCollocation::newton(double t, double h) {
  const int s = rule_.s;
  if (old_known_)
    for (int j = 0; j < n_; ++j) work_[j] = -old_end_[j];
  guess(h);
  form_slopes(h);
  // With few stages the guess is poor in velocities, where tolerances are small: the first changes are large,
  // and a rate that is seen on the way is none of the end.
  const double noise = norm_.rounding(x_.level(0));
  const bool unrated_first = has_hidden_constraints(blocks_.equations());
  const int most = ContractionWatch::iterations + 2 + (s > 3 ? (5 * (s - 3)) / 2 : 2 * (3 - s));
  double before = 0;
  bool rated = false, begun_again = false;
  watch_.begin(most);
  std::vector<double>& blocks = top_;  // Newton's changes are solved for in the memory of the slopes
  while (true) {
    for (int i = 0; i < s; ++i) {
      for (int k = 0; k < m_; ++k) {
        const Out at = stage_.level(k);
        for (int j = 0; j < n_; ++j) at[j] = x_.level(k)[j] + part(D_[static_cast<std::size_t>(k)], i)[j];
        stage_levels_[static_cast<std::size_t>(k)] = at.data();
      }
      stage_levels_.back() = part(top_, i).data();
      if (const Attempt outcome =
              blocks_.residual(t + rule_.c[static_cast<std::size_t>(i)] * h, stage_levels_, part(F_, i));
          !outcome)
        return outcome;
    }
    ++blocks_.counts().newton_iterations;
    mix_stages(s, rule_.split, F_, blocks, n_);
    int at = 0;
    if (!rule_.real.empty()) blocks_.solve(part(blocks, at++));
    for (std::size_t p = 0; p < rule_.pairs.size(); ++p, at += 2)
      blocks_.solve(p, part(blocks, at), part(blocks, at + 1));
    mix_stages(s, rule_.join, blocks, F_, n_);
    double sum = 0;
    for (int i = 0; i < s; ++i) {
      for (int j = 0; j < n_; ++j) part(D_[0], i)[j] += part(F_, i)[j];
      sum += norm_.square_sum(part(F_, i));
    }
    form_slopes(h);
    const double moved = n_ == 0 ? 0 : std::sqrt(sum / (static_cast<double>(n_) * s));
    if (!std::isfinite(moved)) return {Attempt::diverged, -1};
    if (moved <= std::max(noise, lifted_)) return {};
    // At index 2 and 3 the first change is mostly that of the guess of multipliers: the second may be larger.
    if (unrated_first && !std::exchange(rated, true)) continue;
    // What is bilinear in multipliers and positions makes the second change a third or so of the first, and
    // the next ones vanish: that is no rate. (Taken for one, half of all steps were given up at 1e-8, and
    // those that were left were a thousand times too short.)
    const bool again = !unrated_first && watch_.count() == 1 && moved > 0.05 * before && moved < before &&
                       !std::exchange(begun_again, true);
    if (again) watch_.begin(most);
    before = moved;
    const NewtonVerdict verdict = watch_.add(moved);
    if (again) continue;
    // The rate of another step vouches for nothing: what is left of a constraint on positions stands in the
    // way of all later steps.
    if (unrated_first && watch_.count() == 1 && moved > iteration_leaves) continue;
    if (const auto outcome = ended(verdict)) return *outcome || !shakes(moved) ? *outcome : Attempt{};
  }
}

// x⁽ᵏ⁾ at the end: the last stage, or by the weights of the rule; the highest derivative by the polynomial
// through the stages.
void SecondOrderCollocation::end_levels(StateLevels& to) const {
  const int s = rule_.s;
  for (int k = 0; k < m_; ++k) {
    const std::vector<double>& D = D_[static_cast<std::size_t>(k)];
    if (rule_.stiffly_accurate)
      for (int j = 0; j < n_; ++j) to.level(k)[j] = x_.level(k)[j] + part(D, s - 1)[j];
    else
      sum_stages(s, rule_.end.data(), D.data(), x_.level(k).data(), to.level(k).data(), n_);
  }
  double weight[most_stages];
  collocation_slopes(rule_.c, 1, Out(weight, static_cast<std::size_t>(s)));
  const std::vector<double>& D = D_[static_cast<std::size_t>(m_) - 1];
  for (int j = 0; j < n_; ++j) {
    double sum = 0;
    for (int i = 0; i < s; ++i) sum += weight[i] / h_ * part(D, i)[j];
    to.level(m_)[j] = rule_.stiffly_accurate ? part(top_, s - 1)[j] : sum;
  }
  // The slope of an unknown whose highest derivative is lower than that of F stands on a lower level.
  for (int k = 1; k < m_ && !rule_.stiffly_accurate; ++k)
    for (int j = 0; j < n_; ++j)
      if (blocks_.highest(j) == k) {
        double sum = 0;
        for (int i = 0; i < s; ++i) sum += weight[i] / h_ * part(D_[static_cast<std::size_t>(k) - 1], i)[j];
        to.level(k)[j] = sum;
      }
}

void SecondOrderCollocation::estimate(double h, Out error) {
  const int s = rule_.s;
  const double z = rule_.gamma / h;
  std::ranges::fill(rate_, 0.0);
  // d of each level, weighted by Σ z^(l−k) ∂F/∂x⁽ˡ⁾; an unknown has them up to its highest derivative.
  for (int k = 1; k <= m_; ++k) {
    for (int j = 0; j < n_; ++j) {
      double d = x_.level(k)[j];
      for (int i = 0; i < s; ++i)
        d -= rule_.at_start[static_cast<std::size_t>(i)] *
             (k < m_ ? x_.level(k)[j] + part(D_[static_cast<std::size_t>(k)], i)[j] : part(top_, i)[j]);
      work_[j] = k <= blocks_.highest(j) ? d : 0;
      part(difference_, k - 1)[j] = work_[j];
    }
    double power = 1;
    for (int l = k; l <= m_; ++l, power *= z) blocks_.add_product(l, power, work_, rate_);
  }
  if (!rule_.real.empty()) {
    blocks_.solve(rate_);
  } else {  // the real part with the first pair: no matrix of its own
    const std::complex<double> turn = rule_.pairs[0] / rule_.gamma;
    for (int j = 0; j < n_; ++j) {
      work_[j] = turn.imag() * rate_[j];
      rate_[j] *= turn.real();
    }
    blocks_.solve(0, rate_, work_);
  }
  for (int i = 0; i < x_.size(); ++i) {
    const int j = x_.unknown(i);
    const int level = x_.derivative(i);
    double e = rate_[j];
    if (level < 2 || !rule_.real.empty())
      for (int k = 0; k < level; ++k) e = z * e - part(difference_, k)[j];
    else  // a real part does not cancel what z makes large; where the highest derivative dominates, this is left
      for (int k = m_ - 1; k >= level; --k) e = ((k + 1 < m_ ? e : 0) + part(difference_, k)[j]) / z;
    error[i] = sharpening_ * e;
    if (blocks_.highest(j) == 0) error[i] = 0;  // tested between the ends
  }
}

}  // namespace trammel::integrate
