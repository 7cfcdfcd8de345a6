// integrate/methods/mebdf.cpp: one step of the modified extended BDF.
//
// Stages 1 and 2 are BDF steps to t + h and t + 2h; stage 3 corrects the first with the slope found at t + 2h
// [Cas83, CC92]. All three solve with one matrix. Two refinements: a step that will fail is
// recognized after stage 1, because e₁ − e₃ changes little from step to step; and if the equations have no
// value at t + 2h, the BDF step alone serves.
//
// Read mebdf.hpp first: it has the formulas and their notation (Q, d, e₁ to e₃, s₁, s₂).
#include "integrate/methods/mebdf.hpp"

#include <algorithm>
#include <cmath>

#include "integrate/estimate_reading.hpp"
#include "integrate/methods/catalog.hpp"
#include "integrate/options.hpp"

namespace trammel::integrate {
namespace {

constexpr struct {
  int iterations = 5;    // one real matrix serves three stages: factors are cheap beside many iterations
  double serves = 0.75;  // ratio of leading coefficients down to which factors are kept
  int kept_steps = 5;    // over which a Jacobian is kept though the step size changes
  // Iterations of a stage after which the next step gets a new Jacobian. It costs about as much as two
  // iterations, and its three stages would pay one each, until they diverge and have to be repeated.
  int slow = 3;
  // How much earlier the iterations of stage 1 may stop than those of stage 3, which sees stage 1 only
  // through β_k − β̂.
  double first_weight = 0.5;
  // The error after stage 1, in units of the tolerance, at which the other stages are not tried: the step
  // would pass only if the guess of e₁ − e₃ were off by twice the tolerance.
  double certainly_fails = 3;
  // These numbers were chosen on the IVP test set at 1e-2 to 1e-10, where their optima are flat. They were
  // checked on 24 bundled models that are not in it, at 1e-3, 1e-5 and 1e-7: making any of them but
  // `iterations` smaller or larger changes the mean work (evaluations plus five times the factorizations) by
  // 2 % at most, except that slow = 2 adds 19 %.
} mebdf_number;

int deepest_level(const system::Residual& residual) {
  int deepest = 1;
  for (int j = 0; j < residual.size(); ++j) deepest = std::max(deepest, residual.level(j));
  return deepest;
}

// The factor by which changes are multiplied before they are compared with 3 % of the tolerance. What the
// iterations leave appears divided by h in unknowns of level 2, and by h² in those of level 3.
double newton_strictness(int level) { return level > 2 ? 30 : level == 2 ? 3 : 1; }

StagePolicy mebdf_policy(const system::Residual& equations) {
  return {.iterations = mebdf_number.iterations,
          .convergence = {.patient = !tested_unknowns(equations).empty()},
          .serves = mebdf_number.serves,
          .kept_steps = mebdf_number.kept_steps,
          .slow = mebdf_number.slow,
          .equation_rounding = true};
}

}  // namespace

Mebdf::Mebdf(Instance& instance, int least, int most)
    : Stepper(instance.residual().size(), tested_unknowns(instance.residual())), n_(size()),
      least_(deepest_level(instance.residual()) > 2 ? std::max(least, 2) : least), most_(most),
      solver_(instance, mebdf_policy(instance.residual())), interpolation_(instance.residual(), 1),
      strictness_(strictness(deepest_level(instance.residual()))),
      newton_strictness_(newton_strictness(deepest_level(instance.residual()))), index_1_(tested().empty()),
      past_(n_) {
  for (int k = 1; k <= MebdfFormula::most_steps; ++k) formulas_.emplace_back(k);
  for (auto* v : {&value_, &slope_, &value_2_, &slope_2_, &base_slope_, &e1_, &e2_, &e3_, &old_e_, &change_,
                  &raw_, &work_, &errors_, &offset_1_, &offset_2_})
    v->resize(static_cast<std::size_t>(n_));
}

void Mebdf::begin(const Begin& start) {
  solver_.begin(start);
  constant_steps_ = start.constant_steps;
  allowed_ = std::clamp(start.max_order - 1, least_, most_);  // k steps make order k + 1
  past_.restart(start.y, start.slope);
  std::ranges::fill(offset_1_, 0.0);
  std::ranges::fill(offset_2_, 0.0);
  k_ = 1;
  old_k_ = equal_steps_ = failures_ = 0;
  old_h_ = 0;
  guessed_ = false;
  starting_ = true;
  failed_ = false;
}

Attempt Mebdf::attempt(double t, double h, Vec y0, Out y1, Out error) {
  h_ = h;
  end_ = t + h;
  predict(h);
  hopeless_ = false;
  const double c = formulas_[k_ - 1].leading / h;
  if (const Attempt outcome =
          solver_.step({end_, value_, slope_}, h, c, attempt_k_ + 1, [&] { return stages(t, h, y1); });
      !outcome)
    return outcome;
  if (hopeless_)
    std::ranges::copy(y0, y1.begin());
  else
    estimate();
  std::ranges::copy(errors_, error.begin());
  return {};
}

void Mebdf::predict(double h) {
  attempt_k_ = k_;
  attempt_equal_ = h == old_h_ && k_ == old_k_ ? equal_steps_ + 1 : 1;
  degree_ = std::min(k_ + 1, past_.known());
  past_.predict(h, degree_, {value_, slope_, value_2_, slope_2_});
  if (past_.same_grid() && k_ == constant_k_) return;
  constant_k_ = k_;
  // The error of the formula, plus its response to the errors of Q at the points of the even grid, per unit
  // of e.
  const MebdfFormula& formula = formulas_[k_ - 1];
  double sum = formula.error * past_.to_derivative(degree_ + 1);
  for (int j = 2; j <= k_; ++j) sum += formula.alpha[j] * past_.interpolation_error((j - 1) * h);
  const double least = std::fabs(formula.error) * past_.to_derivative(degree_ + 1);
  error_constant_ = std::max(std::fabs(sum), least) / (1 + formula.error);
}

Attempt Mebdf::stages(double t, double h, Out y1) {
  if (solver_.crossing()) return cross(t, h, y1);
  const MebdfFormula& formula = formulas_[k_ - 1];
  const double k = k_, H = formula.leading, c = H / h, strict = newton_strictness_;
  // d/p; a Q of lower degree is one for which the BDF is exact
  const double d = degree_ == k_ + 1 ? past_.to_derivative(degree_) / degree_ : 0;
  const Vec top = past_.starred();
  const double next = formula.next * H, own = formula.own * H - 1;
  plain_ = false;

  for (int i = 0; i < n_; ++i) {
    base_slope_[i] = slope_[i] - d * top[i] / h;
    e1_[i] = offset_1_[i];
  }
  if (const Attempt outcome =
          solver_.solve({t + h, c, value_, base_slope_, strict * mebdf_number.first_weight, true}, e1_);
      !outcome)
    return outcome;
  if (hopeless_ = guessed_ && !constant_steps_ && fails_by_first_stage(); hopeless_) return {};
  for (int i = 0; i < n_; ++i) {
    base_slope_[i] = slope_2_[i] - (d * top[i] + k * e1_[i]) / h;
    e3_[i] = e1_[i] - offset_1_[i];
    e2_[i] = (k + 3) * e3_[i] + offset_2_[i];
  }
  if (const Attempt outcome =
          solver_.solve({t + 2 * h, c, value_2_, base_slope_, strict * -next, false}, e2_);
      !outcome) {
    // The future may not exist: the end of a table, a root of a negative number. The present does.
    if (outcome.verdict != Attempt::not_finite) return outcome;
    plain_ = true;
    std::ranges::copy(e1_, e3_.begin());
  } else {
    for (int i = 0; i < n_; ++i) {
      const double s1 = H * e1_[i] - d * top[i], s2 = H * e2_[i] - d * top[i] - k * e1_[i];
      base_slope_[i] = slope_[i] - (next * s2 + own * s1) / h;
    }
    if (const Attempt third = solver_.solve({t + h, c, value_, base_slope_, strict * 1, false}, e3_); !third)
      return third;
  }
  for (int i = 0; i < n_; ++i) y1[i] = value_[i] + e3_[i];
  return {};
}

// If the iterations fail again and again: the BDF step alone, with a new matrix in each iteration.
Attempt Mebdf::cross(double t, double h, Out y1) {
  const double c = formulas_[k_ - 1].leading / h;
  const double d = degree_ == k_ + 1 ? past_.to_derivative(degree_) / degree_ : 0;
  const Vec top = past_.starred();
  for (int i = 0; i < n_; ++i) base_slope_[i] = slope_[i] - d * top[i] / h;
  std::ranges::fill(e3_, 0.0);
  if (const Attempt outcome = solver_.solve({t + h, c, value_, base_slope_}, e3_); !outcome) return outcome;
  plain_ = true;
  for (int i = 0; i < n_; ++i) y1[i] = value_[i] + e3_[i];
  return {};
}

// e₁ − e₃ changes little from step to step, so stage 1 already tells the error: a third of the work is enough
// to recognize a step that fails.
bool Mebdf::fails_by_first_stage() {
  const double constant = strictness_ * error_constant_;
  for (int i = 0; i < n_; ++i) errors_[i] = constant * (e1_[i] - offset_1_[i]);
  if (norm(errors_) < mebdf_number.certainly_fails) return false;
  solver_.filter_error(errors_);
  return (error_ = norm(errors_)) >= mebdf_number.certainly_fails;
}

void Mebdf::estimate() {
  past_.correct(e3_);
  const double bdf = std::fabs(formulas_[k_ - 1].bdf_error) * past_.to_derivative(degree_);
  const double constant = strictness_ * (plain_ ? bdf : error_constant_);
  const Vec from = plain_ ? past_.starred() : Vec(e3_);
  for (int i = 0; i < n_; ++i) errors_[i] = constant * from[i];
  // An error that is small enough as it is need not be filtered through the equations, if nothing else
  // depends on it.
  error_ = norm(errors_);
  if (!deciding() && bias * error_ < 1) return;
  for (int i = 0; i < n_; ++i) work_[i] = errors_[i] / strictness_;
  solver_.filter_error(errors_);
  interpolation_.apply(h_, work_, value_, solver_.norm().scale(), errors_,
                       [&](Out own) { solver_.rounding(value_, own); });
  error_ = norm(errors_);
}

// The error that the formula of k steps would have if ∇^(k+2) were factor · difference.
double Mebdf::error_with(int k, Vec difference, double factor) {
  const double error = formulas_[k - 1].error,
               constant = strictness_ * factor * std::fabs(error) / (1 + error);
  for (int i = 0; i < n_; ++i) work_[i] = constant * difference[i];
  solver_.filter_error(work_);
  for (int i = 0; i < n_; ++i) raw_[i] = constant / strictness_ * difference[i];
  interpolation_.enlarge(raw_, work_);
  return norm(work_);
}

void Mebdf::accepted(const Accepted& step) {
  past_.accept();
  solver_.accepted(step.t);
  solver_.set_scale(step.scale);
  interpolation_.forget();
}

void Mebdf::polynomial(Vec theta, Out values) {
  const auto n = static_cast<std::size_t>(n_);
  for (std::size_t i = 0; i < theta.size(); ++i)
    past_.interpolate((theta[i] - 1) * h_, degree_, values.subspan(i * n, n));
}

Integrator mebdf() {
  return {{.name = "mebdf",
           .source = "Cas83",
           .order = MebdfFormula::most_steps + 1,
           .estimate_order = 3,
           .dense_degree = MebdfFormula::most_steps + 1,
           .takes = {Form::residual},
           .max_index = 3,
           .summary = "modified extended BDF, variable step and order 2 to 8: stiff problems, many digits",
           .multistep = true},
          [](Instance& instance) { return std::make_unique<Mebdf>(instance, 1, MebdfFormula::most_steps); }};
}

}  // namespace trammel::integrate
