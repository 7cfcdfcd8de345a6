#include "integrate/methods/modified_bdf.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "integrate/methods/catalog.hpp"
#include "integrate/options.hpp"

namespace trammel::integrate {

ModifiedBdf::ModifiedBdf(Instance& instance, Weights weights, int highest_order)
    : LevelStepper(instance.residual(), tested_components(instance.residual(), true)),
      core_(instance, weights == Weights::modified), base_(core_.base()),
      modified_(weights == Weights::modified && base_ + 1 < std::max(core_.levels(), 2)),
      shared_(has_slopes_of_multipliers(instance.residual())),
      corrected_(weights == Weights::corrected && depth_of_constraints(instance.residual()) > 2 && !shared_),
      smooth_(modified_ || corrected_ || shared_), start_(instance, core_, modified_),
      hidden_(has_hidden_constraints(instance.residual())),
      most_order_(core_.mixed() ? std::min(highest_order, highest_below - core_.levels() + 1)
                                : highest_order),
      highest_(most_order_),
      ordinary_(weights != Weights::modified && depth_of_constraints(instance.residual()) > 2) {
  const StateLevels& x = core_.x();
  const auto n = static_cast<std::size_t>(x.size()), m = static_cast<std::size_t>(x.unknowns());

  for (auto* v : {&scale_, &given_scale_, &per_scale_, &before_, &end_, &gap_, &slope_before_}) v->resize(n);
  for (auto* v : {&difference_, &new_, &old_, &top_, &met_, &met_before_}) v->resize(m);
  tested_of_.resize(static_cast<std::size_t>(core_.levels()) + 1);
  for (int i = 0; i < x.size(); ++i)
    if (tested()[static_cast<std::size_t>(i)])
      tested_of_[static_cast<std::size_t>(core_.newton().equations().highest(x.unknown(i)))].push_back(
          {i, x.unknown(i), x.derivative(i)});
  for (int j = 0; j < x.unknowns(); ++j)
    if (core_.newton().equations().highest(j) == 0 && !tested()[static_cast<std::size_t>(j)])
      multipliers_.push_back(j);
  degree_.resize(multipliers_.size());
  largest_.resize(multipliers_.size());
  if (ordinary_) ask_between(instance, 0.1);
  term_.resize(multipliers_.size());
}

void ModifiedBdf::start(double t, Vec y, Vec slope) {
  core_.restart(t, y, slope);
  order_ = 1;
  since_change_ = failures_ = last_order_ = 0;
  last_h_ = 0;
  starting_ = true;
  if (starts_by_collocation())
    start_.begin(t, y, slope);
  else
    start_.leave();
  std::ranges::copy(slope, slope_before_.begin());
  std::ranges::fill(scale_, 0.0);
  waiting_ = 0;
  doubtful_ = false;
  std::ranges::fill(largest_, 0.0);
  std::ranges::fill(met_, 0.0);
  std::ranges::fill(met_before_, 0.0);
  meets_equations_ = smooth_ && !shared_ && !given_steps_ && core_.uses_lower_derivatives();
}

// Velocities pass through zero, and what they may err by must not: what they were lately counts, less by a tenth with
// each step.
void ModifiedBdf::set_scale(Vec scale) {
  constexpr double forgets = 0.9;
  for (int i = 0; i < size(); ++i)
    scale_[i] = modified_ && core_.x().derivative(i) > 0 ? std::max(scale[i], forgets * scale_[i]) : scale[i];
  for (int i = 0; i < size(); ++i) per_scale_[i] = 1 / scale_[i];
  std::ranges::copy(scale, given_scale_.begin());
  core_.newton().set_scale(scale_);
  start_.set_scale(scale_);
}

// The driver may cut a step short; then a lower order serves whose weights are moderate.
Attempt ModifiedBdf::try_step(double t, double h, Vec y0, Out y1, Out error) {
  t_before_ = t;
  std::ranges::copy(y0, before_.begin());
  gap_known_ = degrees_known_ = false;
  if (start_.on()) {
    attempt_order_ = starting_order;
    std::ranges::fill(met_, 0.0);
    return start_.attempt(t, h, y0, y1, error);
  }
  Attempt outcome{Attempt::singular, -1};
  for (attempt_order_ = order_; attempt_order_ >= 1; --attempt_order_) {
    const bool guarded = modified_ && attempt_order_ > 1;
    if (!core_.suits(h, attempt_order_, guarded)) continue;
    outcome = core_.take_step(h);
    break;
  }
  if (!outcome) return outcome;
  if (corrected_) core_.correct_multipliers();
  core_.x().pack(y1);
  if (smooth_) smooth_velocities(y1);
  if (meets_equations_) meet_equations(y1);
  if (shared_) form_top();
  std::ranges::copy(y1, end_.begin());
  std::ranges::fill(error, 0.0);
  estimate(attempt_order_, error);
  if (ordinary_) doubt();
  for (int i = 0; i < size(); ++i) error[i] *= given_scale_[i] / scale_[i];
  return {};
}

// x⁽ˡ⁾ of the formulas errs by what jumps with step and order, O(h^k); the l-th derivative of the polynomial
// of degree k+l through the positions does not, and is right to O(h^(k+1)). It is what is reported; the
// formulas go on with their own. (Where constraints are on x⁽ᵉ⁾, that is what is smooth.)
void ModifiedBdf::smooth_velocities(Out y) {
  const StateLevels& x = core_.x();
  for (int level = base_ + 1; level < core_.levels(); ++level) {
    int degree = attempt_order_ + level - base_;
    while (!core_.history().can_differ(degree, base_)) --degree;
    core_.history().derivative(core_.t(), x.level(base_), degree, level - base_, 0, new_, base_);
    for (int i = x.unknowns(); i < x.size(); ++i)
      if (x.derivative(i) == level) y[i] = new_[x.unknown(i)];
  }
}

double ModifiedBdf::estimate(int k, Out error) {
  const LevelHistory& history = core_.history();
  const StateLevels& x = core_.x();
  double E = 1, c0 = 0, factorial = 1;
  for (int i = 1; i <= k; ++i) {
    const double distance = core_.t() - history.t(std::min(i - 1, history.nodes() - 1));
    E *= distance;
    c0 += 1 / distance;
    factorial *= i + 1;
  }
  const double h = core_.t() - history.t(0);
  // Where velocities and multipliers share what jumps, or ordinary weights meet constraints on positions, positions
  // alone are tested, and tell little of either: at 1e-8 they erred by 300 tolerances, and positions by thousands.
  const bool positions_alone = !modified_ && hidden_ && base_ == 0 && core_.levels() > 1;
  const double sharper = shared_ || positions_alone ? 10 : 1;
  // Differences of positions show nothing below this, least of all in velocities.
  constexpr double rounding = 8 * std::numeric_limits<double>::epsilon();
  double sum = 0;
  int count = 0;
  for (int top = 1; top <= core_.levels(); ++top) {  // unknowns whose highest derivative this is
    if (tested_of_[static_cast<std::size_t>(top)].empty()) continue;
    const int from = std::min(base_, top - 1), d = modified_ ? top - from : 1;
    if (!history.can_differ(k + d, from)) return infinity;
    double defect = d * E / factorial;
    if (!error.empty() && d > 1) {
      double power = factorial;
      for (int r = k + 2; r <= k + top; ++r) power *= r;
      defect = std::max(defect, std::fabs(core_.formula().moment(top, k + top)) / power);
    }
    // With ordinary weights each level has a difference of its own: where constraints are on velocities, and above
    // velocities, of its own values. (What positions jump by where steps change hides their derivatives of order k+3.)
    // With modified ones there is one for all.
    const int apart = modified_ ? 1 : hidden_ ? from + 1 : top;
    for (int own = 0; own < apart; ++own) {
      const int of = modified_ ? from : hidden_ || own > 1 ? own : 0;
      const int m = k + d + (modified_ || of > 0 ? 0 : own);
      if (!history.can_differ(m, of)) break;
      history.difference(core_.t(), x.level(of), m, difference_, of);
      double factor[LevelFormula::deepest + 1] = {}, floor[LevelFormula::deepest + 1] = {};  // by level
      for (int level = 0; level <= core_.levels(); ++level) {
        factor[level] = sharper * (d == 1 ? defect / c0 : defect);
        for (int l = level; l < top && d > 1; ++l) factor[level] *= h;
        floor[level] = level == 0 ? rounding : floor[level - 1] * c0;
      }
      const Vec at = x.level(0), difference = difference_, per_scale = per_scale_;
      const bool told = !error.empty();
      for (const auto& [i, j, level] : tested_of_[static_cast<std::size_t>(top)]) {
        if (d == 1 && level != own) continue;
        const double seen = factor[level] * std::fabs(difference[j]);
        const double e = std::max(seen - floor[level] * std::fabs(at[j]), 0.0);
        const double measured = e * per_scale[i];
        if (told) error[i] = std::copysign(e, difference[j]);
        sum += measured * measured;
        ++count;
      }
    }
  }
  const double between = estimate_between(k, error);
  return std::sqrt((count == 0 ? 0 : sum / count) + between * between);
}

double ModifiedBdf::next_step(double h, double error) {
  if (start_.on()) return next_start(h, error);
  if (!(error <= 1)) return after_failure(h, error);
  failures_ = 0;
  if (given_steps_) {  // 1, 2, .. up to the highest order, one more in each step
    core_.accept();
    order_ = std::min(core_.history().nodes(), highest_);
    return h;
  }
  const bool same = last_order_ == attempt_order_ && std::fabs(h - last_h_) <= 1e-9 * h;
  since_change_ = same ? since_change_ + 1 : 1;
  last_order_ = attempt_order_;
  last_h_ = h;
  order_ = attempt_order_;
  return after_success(h);
}

// A step of about ratio·h of order k that is admitted; the largest not above it and not below least·h.
ModifiedBdf::Plan ModifiedBdf::admitted(double h, double ratio, int k, double least) const {
  constexpr double finer = 0.93;
  for (double r = ratio; r >= least; r *= finer)
    if (core_.formula().admits(r * h, k)) return {k, r * h};
  return {0, 0};
}

// Orders k−1, k, k+1 compete by the step that each would allow, [BCP96, 5.2.4]. A change must pay: by a fifth
// of the step at least, and not before the k+1 steps after the last one.
//
// An order is worth having only as long as the terms T_k = |h^(k+d) x⁽ᵏ⁺ᵈ⁾| fall with k. [BCP96, 5.2.4] Their quotient
// is about h times the frequency of the fastest motion that is there. Formulas of order 4 and 5 are stable within 73
// and 52 degrees of the negative axis only: near the imaginary axis they amplify what is faster than about 0.9/h. So
// they are used where the terms fall to a quarter each time, and left for a while where they fall to over a half.
double ModifiedBdf::after_success(double h) {
  const int k = attempt_order_;
  constexpr double nothing = 1e-4;  // of the tolerance: a longer step tells more
  const auto ratio = [](double e, int order) { return std::pow(3 * e + nothing, -1.0 / (order + 1)); };
  const bool settled = since_change_ > k;
  if (!settled && !starting_ && k <= std::min(safe_order, allowed())) {  // nothing can change yet
    if (waiting_ > 0) --waiting_;
    core_.accept();
    return h;
  }
  double e[4] = {};  // of orders k−2 .. k+1
  for (int i = 1; i < 3; ++i)
    if (k - 2 + i >= 1) e[i] = estimate(k - 2 + i, {});
  double best[3] = {k > 1 ? ratio(e[1], k - 1) : 0, ratio(e[2], k), 0};
  const auto term = [&](int i) { return (k - 1 + i) * e[i]; };
  if (waiting_ > 0) --waiting_;
  if (k < allowed() && (settled || starting_) && core_.history().nodes() > k) {
    e[3] = estimate(k + 1, {});
    if (starting_ || term(3) < (k == 1 ? 0.5 : k < safe_order ? 1 : 0.25) * term(2))
      best[2] = ratio(e[3], k + 1);
  }
  const double least_fall = k > safe_order ? 0.5 : 1;
  bool rising = k > 1 && !starting_ && least_fall * term(1) <= term(2);
  if (rising && k > 2) {  // seldom: so the third estimate is made where it decides
    e[0] = estimate(k - 2, {});
    rising = least_fall * term(0) <= term(2);
  }
  if (rising && k > safe_order) waiting_ = patience;
  if (rising || k > allowed()) best[1] = best[2] = 0;
  core_.accept();
  if (!settled && !starting_) return h;
  constexpr double most = 2, pays = 1.2;
  if (starting_) {
    // Each step may double and raise the order. Ordinary BDF bears that up to order 2 only: its growth limits
    // are 2.41, 1.62, 1.28, 1.13 for k = 2 .. 5.
    const int next = std::min(k + 1, modified_ ? highest_ : 2);
    const double wanted = std::min(most, std::max(best[1], best[2]));
    if (wanted >= pays && core_.history().nodes() > next - 1 && next >= k)
      if (const Plan plan = admitted(h, wanted, next, 1.0); plan.order > 0) {
        order_ = plan.order;
        return plan.h;
      }
    starting_ = modified_;
  }
  int order = k;
  double r = best[1];
  if (best[0] > r) order = k - 1, r = best[0];
  if (best[2] > r) order = k + 1, r = best[2];
  if (order > k) {  // weights of an order that is raised may want another step than the present one
    if (const Plan plan = admitted(h, std::min(r, most), order, 0.9); plan.order > 0) {
      order_ = plan.order;
      starting_ = false;
      return plan.h;
    }
    order = k;
    r = best[1];
  }
  if (r >= pays)
    if (const Plan plan = admitted(h, std::min(r, most), order, pays); plan.order > 0) {
      order_ = plan.order;
      return plan.h;
    }
  if (order < k && r >= 1)
    if (const Plan plan = admitted(h, 1, order, 1); plan.order > 0) order_ = order;
  if (r < 0.9)  // what the error test let pass will not pass again
    if (const Plan plan = admitted(h, std::max(r, 0.5), order, 0.3); plan.order > 0) {
      order_ = plan.order;
      starting_ = false;
      return plan.h;
    }
  return h;
}

double ModifiedBdf::after_failure(double h, double error) {
  starting_ = false;
  ++failures_;
  since_change_ = 0;
  double r = 0.25;
  if (std::isfinite(error) && failures_ == 1)
    r = std::clamp(0.9 * std::pow(2 * error + 1e-4, -1.0 / (attempt_order_ + 1)), 0.25, 0.9);
  if (failures_ > 2 && starts_by_collocation()) {
    failures_ = 0;
    start_here();
    return r * h;
  }
  order_ = failures_ > 2 ? 1 : std::min(attempt_order_, allowed());
  for (; order_ > 1; --order_)
    if (const Plan plan = admitted(h, r, order_, 0.5 * r); plan.order > 0) return plan.h;
  if (starts_by_collocation() &&
      core_.levels() > 2) {  // order 1 errs by the old steps, and wants ones that rounding forbids
    failures_ = 0;
    start_here();
  }
  return r * h;
}

Trouble ModifiedBdf::trouble() const {
  if (start_.on()) return start_.trouble();
  Trouble trouble{.order = attempt_order_, .worst = core_.newton().worst()};
  const linalg::Dependence found = core_.newton().dependence();
  trouble.rows = found.rows;
  trouble.columns = found.columns;
  return trouble;
}

namespace {

Method second_order_bdf(std::string_view name, std::string_view source, int order, std::string_view summary) {
  return {.name = name,
          .source = source,
          .order = order,
          .estimate_order = 5,  // of the first steps, by collocation
          .dense_degree = order + 1,
          .takes = {Form::second_order},
          .max_index = 3,
          .summary = summary,
          .multistep = true};
}

}  // namespace

std::vector<Integrator> modified_bdf_methods() {
  using Weights = ModifiedBdf::Weights;
  const auto made = [](std::string_view name, std::string_view source, Weights weights,
                       std::string_view summary) {
    return Integrator{second_order_bdf(name, source, 5, summary), [weights](Instance& instance) {
                        return std::make_unique<ModifiedBdf>(instance, weights, 5);
                      }};
  };
  return {made("modified_bdf", "Wun05", Weights::modified,
               "backward differentiation of second derivatives; lambda keeps the order when steps change"),
          made("bdf_second_order", "Wun05", Weights::ordinary,
               "the same with ordinary weights: BDF of the first-order form with smaller systems"),
          made("bdf_corrected", "AL95", Weights::corrected,
               "that one with lambda corrected after every change of step or order")};
}

}  // namespace trammel::integrate
