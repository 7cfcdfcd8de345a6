#include "integrate/methods/modified_bdf.hpp"

#include <algorithm>
#include <cmath>

#include "integrate/methods/catalog.hpp"
#include "integrate/options.hpp"

namespace trammel::integrate {

ModifiedBdf::ModifiedBdf(Instance& instance, bool modified, int highest_order)
    : core_(instance, modified), modified_(modified), highest_(highest_order) {
  const StateLevels& x = core_.x();
  const auto n = static_cast<std::size_t>(x.size()), m = static_cast<std::size_t>(x.unknowns());
  for (int i = 0; i < x.size(); ++i) tested_.push_back(core_.newton().equations().highest(x.unknown(i)) > 0);
  for (auto* v : {&scale_, &start_slope_, &error_}) v->resize(n);
  for (auto* v : {&unknown_scale_, &difference_, &new_, &old_}) v->resize(m);
}

void ModifiedBdf::restart(double t, Vec y, Vec slope) {
  std::ranges::fill(start_slope_, 0.0);
  std::copy_n(slope.begin(), std::min(slope.size(), start_slope_.size()), start_slope_.begin());
  core_.restart(t, y, start_slope_);
  order_ = 1;
  since_change_ = failures_ = last_order_ = 0;
  last_h_ = 0;
  starting_ = first_ = true;
  pending_ = false;
}

void ModifiedBdf::set_scale(Vec scale) {
  std::ranges::copy(scale, scale_.begin());
  core_.newton().set_scale(scale.first(unknown_scale_.size()));
}

Attempt ModifiedBdf::slope(double /*t*/, Vec /*y*/, Out yp) {
  std::ranges::copy(start_slope_, yp.begin());
  return first_ ? Attempt{} : Attempt{Attempt::diverged, -1};
}

// The driver may cut a step short; then a lower order serves whose weights are moderate.
Attempt ModifiedBdf::attempt(double t, double h, Vec /*y0*/, Out y1, Out error) {
  t_before_ = t;
  Attempt outcome{Attempt::singular, -1};
  for (attempt_order_ = order_; attempt_order_ >= 1; --attempt_order_) {
    const bool guarded = modified_ && attempt_order_ > 1;
    if (guarded) {
      LevelFormula trial = core_.formula();
      if (!trial.set(core_.history().t(0) + h, attempt_order_) || !trial.moderate()) continue;
    }
    outcome = core_.step(h, attempt_order_, guarded);
    break;
  }
  if (!outcome) return outcome;
  core_.x().pack(y1);
  std::ranges::fill(error, 0.0);
  estimate(attempt_order_, error);
  pending_ = true;
  return {};
}

double ModifiedBdf::estimate(int k, Out error) {
  const LevelHistory& history = core_.history();
  const StateLevels& x = core_.x();
  const double t = pending_ || !error.empty() ? core_.t() : history.t(0);
  if (!history.can_differ(k + 1)) return infinity;
  double E = 1, c0 = 0, factorial = 1;
  for (int i = 1; i <= k; ++i) {
    const double distance = t - history.t(std::min(i - 1, history.nodes() - 1));
    E *= distance;
    c0 += 1 / distance;
    factorial *= i + 1;
  }
  const double constant = E / (c0 * factorial);
  double sum = 0;
  int count = 0;
  const int levels = modified_ ? std::max(x.order(), 1) : 1;
  for (int level = 0; level < levels; ++level) {
    if (!history.can_differ(k + 1 + level)) break;
    history.difference(t, x.level(0), k + 1 + level, difference_);
    for (int i = 0; i < x.size(); ++i) {
      if (!tested_[i] || x.derivative(i) != level) continue;
      const double e = constant * difference_[x.unknown(i)];
      if (!error.empty()) error[i] = e;
      sum += (e / scale_[i]) * (e / scale_[i]);
      ++count;
    }
  }
  return count == 0 ? 0 : std::sqrt(sum / count);
}

void ModifiedBdf::accepted(double /*t*/, Vec /*y*/, bool /*moved*/) { first_ = false; }

double ModifiedBdf::next_step(double h, double error) {
  if (!(error <= 1)) {
    pending_ = false;
    return after_failure(h, error);
  }
  failures_ = 0;
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
    if (!modified_ || core_.formula().admits(r * h, k)) return {k, r * h};
  return {0, 0};
}

// Orders k−1, k, k+1 compete by the step that each would allow, [BCP96, 5.2.4]. A change must pay: by a fifth
// of the step at least, and not before the k+1 steps after the last one.
double ModifiedBdf::after_success(double h) {
  const int k = attempt_order_;
  const auto ratio = [](double e, int order) { return std::pow(2 * e + 1e-4, -1.0 / (order + 1)); };
  double best[3] = {0, ratio(estimate(k, {}), k), 0};
  const bool settled = since_change_ > k;
  if (k > 1) best[0] = ratio(estimate(k - 1, {}), k - 1);
  if (k < highest_ && (settled || starting_) && core_.history().nodes() > k)
    best[2] = ratio(estimate(k + 1, {}), k + 1);
  core_.accept();
  pending_ = false;
  if (!settled && !starting_) return h;
  constexpr double most = 2, pays = 1.2;
  if (starting_ && k < highest_ && core_.history().nodes() > k) {
    const double wanted = std::min(most, std::max(best[1], best[2]));
    if (wanted >= pays)
      if (const Plan plan = admitted(h, wanted, k + 1, 1.0); plan.order > 0) {
        order_ = plan.order;
        return plan.h;
      }
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
    if (const Plan plan = admitted(h, std::max(r, 0.5), k, 0.3); plan.order > 0) {
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
  order_ = failures_ > 2 ? 1 : attempt_order_;
  for (; order_ > 1; --order_)
    if (const Plan plan = admitted(h, r, order_, 0.5 * r); plan.order > 0) return plan.h;
  return r * h;
}

// The polynomial through the new point and as many old ones as the order, level by level: Newton's form, what
// the new value adds to the polynomial through the old ones. The new point joins the history after that.
void ModifiedBdf::dense(double theta, Out y) const {
  const LevelHistory& history = core_.history();
  const StateLevels& x = core_.x();
  const double t = t_before_ + theta * (core_.t() - t_before_);
  const int last = std::min(attempt_order_, history.nodes()) - 1;
  double factor = 1;
  for (int i = 0; i <= last; ++i) factor *= (t - history.t(i)) / (core_.t() - history.t(i));
  for (int level = 0; level < core_.levels(); ++level) {
    history.interpolate(core_.t(), last, level, new_);
    history.interpolate(t, last, level, old_);
    for (int i = 0; i < x.size(); ++i)
      if (const int j = x.unknown(i); x.derivative(i) == level)
        y[i] = old_[j] + factor * (x.level(level)[j] - new_[j]);
  }
}

void ModifiedBdf::end_slope(Out slope) const { core_.x().pack_slope(slope); }

Trouble ModifiedBdf::trouble() const {
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
          .estimate_order = 2,
          .dense_degree = order,
          .takes = {Form::second_order},
          .max_index = 3,
          .summary = summary,
          .multistep = true};
}

}  // namespace

std::vector<Integrator> modified_bdf_methods() {
  return {{second_order_bdf("modified_bdf", "Wun05", 5,
                            "backward differentiation of second derivatives, lambda keeps the order"),
           [](Instance& instance) { return std::make_unique<ModifiedBdf>(instance, true, 5); }},
          {second_order_bdf("bdf_second_order", "Wun05", 5,
                            "the same with ordinary weights: what order reduction would do, smaller systems"),
           [](Instance& instance) { return std::make_unique<ModifiedBdf>(instance, false, 5); }}};
}

}  // namespace trammel::integrate
