#include "certify/certifier.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "certify/sampling.hpp"

namespace trammel::certify {
namespace {

constexpr long every_step_until = 8;  // short runs are looked at closely
constexpr long between_stride = 8;    // then one step in eight is looked at between its ends,
constexpr long dear_stride = 128;     // or one in 128 where that is dear
constexpr long kink_stride = 2;       // or in two, where equations have kinks without events
constexpr long first_sensitivity = 8, sensitivity_stride = 32;  // a look costs about a step
// Of models with events: up to this size, and for so many steps, the growth of errors is followed all the way.
constexpr int most_followed = 60;
constexpr long longest_followed = 3000;
// Where looks are dear, for a run that takes a moment anyway; and steps are long: they are followed in several parts.
constexpr long longest_followed_if_dear = 300;
constexpr int parts_if_dear = 4;

}  // namespace

Code::Code(const model::Dae& as_written, const std::vector<std::string>& reported,
           const std::vector<expr::Expr>& leaves)
    : equations(as_written, reported, leaves), names(reported),
      watched(worth_watching(equations, as_written, leaves)) {
  for (const model::Variable& variable : as_written.variables)
    nominal.push_back(variable.nominal_given ? variable.nominal : 0);
}

namespace {

// What is differentiated, where unknowns without a derivative could be impulses.
std::vector<int> may_leap(const std::vector<Reported>& reported) {
  std::vector<int> states;
  states.reserve(reported.size());
  bool forces = false;
  for (std::size_t p = 0; p < reported.size(); ++p) {
    if (reported[p].variable < 0) continue;
    if (reported[p].above >= 0) states.push_back(static_cast<int>(p));
    forces = forces || (reported[p].order == 0 && reported[p].above < 0);
  }
  return forces ? states : std::vector<int>{};
}

}  // namespace

Certifier::Certifier(std::shared_ptr<const Code> code, bool full)
    : code_(std::move(code)), equations_({code_, &code_->equations}), filter_(equations_),
      sensitivity_(equations_), continuity_(code_->watched, equations_.reported().size()),
      leaps_(may_leap(equations_.reported())), sizes_(equations_, code_->nominal),
      relations_(code_->relations), asked_(code_->asked), full_(full) {
  const auto rows = static_cast<std::size_t>(equations_.rows()), values = equations_.reported().size();
  const std::size_t levels = equations_.hidden().size() * (static_cast<std::size_t>(equations_.degree()) + 1);
  for (auto* of_rows :
       {&row_size_, &row_start_, &row_bound_, &explained_, &residual_, &terms_, &right_, &noise_})
    of_rows->resize(rows);
  for (auto* of_levels : {&level_size_, &levels_, &level_terms_}) of_levels->resize(levels);
  for (auto* of_values : {&at_, &after_, &rate_, &last_, &end_, &rounded_}) of_values->resize(values);
  delta_.resize(static_cast<std::size_t>(equations_.variables()));
  variable_bound_.resize(delta_.size());
  extreme_.resize(rows);
  kinks_ = code_->equations.terms().bends();
  rests_ = code_->equations.terms().rests();
}

void Certifier::reset() {
  for (auto* numbers : {&row_size_, &explained_, &level_size_}) std::ranges::fill(*numbers, 0.0);
  std::ranges::fill(extreme_, Extreme{});
  sensitivity_.reset();
  judged_ = true;
  steps_ = points_ = seen_between_ = unexplained_ = 0;
  next_sensitivity_ = first_sensitivity;
  rates_asked_ = 0;
  derivatives_ = tolerance_ = left_open_ = 0;
  open_.clear();
  swayed_.clear();
  doubts_.clear();
  first_.reset();
}

void Certifier::set_promise(Promise promise) {
  promise_ = std::move(promise);
  tolerance_ = std::max(tolerance_, promise_.tolerance);
  judged_ = judged_ && promise_.judged;
  const auto root_of = [&](int variable) {
    return promise_.variables.empty() ? 1 : promise_.variables[static_cast<std::size_t>(variable)];
  };
  for (std::size_t j = 0; j < variable_bound_.size(); ++j)
    variable_bound_[j] = bound(root_of(static_cast<int>(j)), promise_.tolerance);
  for (int i = 0; i < equations_.rows(); ++i) {
    Root root = 1;
    for (const int p : equations_.of_row(i))
      if (const int variable = equations_.reported()[p].variable; variable >= 0)
        root = std::max(root, root_of(variable));
    const auto k = static_cast<std::size_t>(i);
    if (k < promise_.constraints.size() && !promise_.constraints[k].empty())
      root = promise_.constraints[k].front();
    row_bound_[k] = bound(root, promise_.tolerance);
  }
}

void Certifier::begin(double t, Vec values, Promise promise, Vec at_start) {
  const bool anew = !begun_ || t <= t_first_;
  if (anew) {
    reset();
    t_first_ = t;
    sizes_.begin(t, values);
    if (legacy_) sizes_.take_over(legacy_->sizes, legacy_->largest);
    start_.assign(values.begin(), values.end());
    if (asked_) asked_->see(t, at_start.empty() ? values : at_start);
  }
  set_promise(std::move(promise));
  if (anew) sensitivity_.begin({t, values, felt_sizes(), sizes_.of_values()});
  if (anew) find_dark();
  if (anew || behind_ != Behind::nothing) {
    await_event_.clear();
    await_number_.reset();
  }
  settle_relations();
  leaps_.forget();
  if (behind_ != Behind::nothing || legacy_) sensitivity_.forget_shifts();
  if (behind_ != Behind::nothing) carry_over_event(t, values);
  if (behind_ == Behind::reset && (legacy_ || !anew))
    compare_across_event(t, values);
  else if (legacy_ || !anew)  // what equations leave open may be another with other equations
    compare_with_last(t, values, behind_ == Behind::event || legacy_.has_value());
  behind_ = Behind::nothing;
  legacy_.reset();
  set_.clear();
  begun_ = true;
  t_last_ = t;
  last_known_ = true;
  std::ranges::copy(values, last_.begin());
  sizes_.grow(values);
  measure_terms(t, values);
  if (anew) row_start_ = row_size_;
}

bool Certifier::followed() const {
  return relations_ && !relations_->empty() && equations_.variables() <= most_followed &&
         steps_ <= (promise_.dear ? longest_followed_if_dear : longest_followed);
}

bool Certifier::passed_over() const { return promise_.dear && !close_ && !followed(); }

bool Certifier::wants(double from, double to) {
  settle_relations();
  ++steps_;
  const bool rests =
      rests_ && steps_ > every_step_until;  // the first steps grow from nothing, which says nothing
  places_ = steps_ > 1 ? places_of_long({to - from, h_, to - t_first_}, kinks_, rests) : 0;
  h_ = to - from;
  t_last_ = to;
  // Where reported values have to be solved for, a look costs about three steps (measured on Andrews).
  const bool rarely = promise_.dear && !continuity_.watches();
  const bool early = rarely ? steps_ == 1 : steps_ <= every_step_until;
  close_ = full_ || early || places_ > 0 ||
           chosen(steps_, kinks_   ? kink_stride
                          : rarely ? dear_stride
                                   : between_stride);
  last_known_ = last_known_ && to > from && !passed_over();
  if (!last_known_) leaps_.forget();
  return to > from && (kinks_ || !passed_over());
}

void Certifier::step(double from, double to, const Inside& inside) {
  if (!last_known_ && (kinks_ || continuity_.watches())) inside(from, last_);
  // In units of what is there: a start beside its constraints makes rates in the first step beside which it
  // would seem to hold.
  if (steps_ == 1) look(from, h_, last_, Place::accepted);
  const bool shortly = steps_ == 1 && promise_.dear && !full_ && !continuity_.watches();
  if (!shortly || kinks_) inside(to, end_);
  if (!shortly && !passed_over()) sizes_.grow(end_);
  if (!shortly || kinks_) look_for_leaps(from, to, inside);
  if (passed_over()) {
    last_known_ = false;
    return;
  }
  if (shortly) {
    look_between(from, to, inside);  // where looks are dear: its end is as good as what lies before it
    last_known_ = false;
    return;
  }
  if (close_) measure_terms(to, end_);
  look(to, h_, end_, Place::accepted);
  if (!equations_.hidden().empty()) look_at_constraints(to, end_);
  if (!dark_.empty()) follow_dark(to, end_);
  if (continuity_.watches()) look_for_jumps(from, to, end_, inside);
  for (int k = 0; k < std::max(places_, close_ ? 1 : 0); ++k) look_between(from, to, inside);
  const int parts = promise_.dear ? parts_if_dear : 1;
  // Where looks are dear, a short run is asked at its end only.
  if (followed())
    for (int k = 1; k <= parts; ++k)
      sensitivity_.carry(to - (parts - k) * h_ / parts, h_ / parts, end_, sizes_.of_variables(), filter_);
  else if (close_ && steps_ >= std::max(next_sensitivity_, promise_.dear ? sensitivity_stride : 0)) {
    sensitivity_.see({to, end_, felt_sizes(), sizes_.of_values()}, {h_, steps_, t_first_, !promise_.dear},
                     filter_);
    next_sensitivity_ = steps_ < sensitivity_stride ? 4 * steps_ : steps_ + sensitivity_stride;
  }
  std::swap(last_, end_);
  last_known_ = true;
}

void Certifier::end(double t, Vec values) {
  if (!begun_ || steps_ == 0 || t != t_last_) return;
  if (!last_known_) {
    sizes_.grow(values);
    look(t, h_, values, Place::accepted);
    if (!equations_.hidden().empty()) look_at_constraints(t, values);
  }
  const Sensitivity::Place here{t, values, felt_sizes(), sizes_.of_values()};
  if (!sensitivity_.begun()) sensitivity_.see(here, {h_, steps_, t_first_, !promise_.dear}, filter_);
  sensitivity_.see_motion(here);
  std::ranges::copy(values, last_.begin());
  last_known_ = true;
}

// A step that is long for the run so far is looked at more closely.
void Certifier::look_for_jumps(double from, double to, Vec values, const Inside& inside) {
  constexpr int most = 8;
  const bool suspected = continuity_.suspects(last_, values, to - from, sizes_.of_values());
  if (!close_ && !suspected) return;
  const int points = suspected ? most : static_cast<int>(std::ceil(most * (to - from) / (to - t_first_)));
  if (const auto jump = continuity_.find(from, last_, to, values, points, bound(1, promise_.tolerance),
                                         sizes_.of_values(), inside))
    fail_at_jump(*jump);
}

void Certifier::measure_terms(double t, Vec values) {
  equations_.terms(t, values, right_, terms_);
  for (std::size_t i = 0; i < terms_.size(); ++i)
    if (std::isfinite(terms_[i])) row_size_[i] = std::max(row_size_[i], terms_[i]);
}

bool Certifier::failing(int row, Vec row_sizes) const {
  const auto i = static_cast<std::size_t>(row);
  if (row_bound_[i] == 0) return false;
  double allowed = slack_ * row_bound_[i];
  if (equations_.invariant(row))  // what no step keeps may drift with their number
    allowed = std::max(allowed, std::min(loosest, static_cast<double>(steps_ + 1) * allowed));
  return !(std::fabs(residual_[i]) <= allowed * row_sizes[i] + noise_[i]);
}

bool Certifier::any_failing(Vec row_sizes) const {
  for (int i = 0; i < equations_.rows(); ++i)
    if (failing(i, row_sizes)) return true;
  return false;
}

void Certifier::note(int row, double t, double size, Place place) {
  Extreme& extreme = extreme_[static_cast<std::size_t>(row)];
  if (size > std::max(extreme.residual, extreme.between)) extreme.time = t;
  double& largest = place == Place::accepted ? extreme.residual : extreme.between;
  largest = std::max(largest, size);
}

// F at reported values: first in units of its terms, then, where that fails, by what explains it.
void Certifier::look(double t, double h, Vec values, Place place) {
  ++points_;
  if (relations_ && judged_) look_at_relations(t, values, place);
  slack_ = place == Place::between ? slack_between(promise_.tolerance) : 1;
  equations_.residuals(t, values, residual_);
  std::ranges::fill(noise_, 0.0);
  bool doubtful = any_failing(row_size_);
  if (doubtful) {
    measure_terms(t, values);
    doubtful = any_failing(row_size_);
  }
  if (doubtful) {
    measure_noise(t, values);
    doubtful = any_failing(row_size_);
  }
  for (int i = 0; i < equations_.rows(); ++i) {
    // What is shown is what is judged: the part that rounding does not leave.
    const double r = std::max(0.0, std::fabs(residual_[i]) - noise_[i]), size = r == 0 ? 0 : r / row_size_[i];
    note(i, t, failing(i, row_size_) ? row_bound_[i] : size, place);
  }
  if (!doubtful || explained(t, h, values, sizes_.of_variables())) return;
  // A rounding unit behind the zero of a relation the equations of this side may have no value, as sqrt(h) below
  // h = 0: the event that follows tells.
  const bool number = std::ranges::all_of(residual_, [](double r) { return std::isfinite(r); });
  if (!number && relations_ && numbers_ && holds_on_other_side(t, h, values)) return;
  if (!number && relations_ && place == Place::accepted && t == t_last_)
    await_number_ = {t, h, {values.begin(), values.end()}};
  else
    keep(t, h, values);
}

// Rows that hold by themselves need no explanation: at first only the others enter.
bool Certifier::explained(double t, double h, Vec values, Vec sizes) {
  bool known = true;
  for (int i = 0; i < equations_.rows(); ++i) {
    const bool open = failing(i, row_size_);
    if (open && (!std::isfinite(residual_[i]) || equations_.invariant(i))) return false;
    right_[i] = open ? residual_[i] : 0;
    known = known && !(std::fabs(right_[i]) > explained_[i]);
  }
  if (known && !chosen(points_, between_stride)) return true;
  const auto small = [&] {
    for (std::size_t j = 0; j < delta_.size(); ++j)
      if (!(std::fabs(delta_[j]) <= slack_ * variable_bound_[j])) return false;
    return true;
  };
  if (!filter_.prepare(t, h, values, sizes)) return false;
  if (!filter_.solve_again(right_, delta_) || !small()) {
    // Or all together: a change along constraints leaves some in several rows, and the smaller ones may hold.
    for (int i = 0; i < equations_.rows(); ++i) right_[i] = equations_.invariant(i) ? 0 : residual_[i];
    return filter_.solve_again(right_, delta_) && small();
  }
  for (std::size_t i = 0; i < explained_.size(); ++i)
    explained_[i] = std::max(explained_[i], std::fabs(right_[i]));
  return true;
}

void Certifier::look_between(double from, double to, const Inside& inside) {
  const double h = to - from, t = from + within_step(++seen_between_) * h;
  const double late = t + apart * h, middle = t + 0.5 * (late - t);
  if (!(t < middle && middle < late)) return;  // the step is as short as rounding allows
  inside(t, at_);
  inside(late, after_);
  sizes_.grow(at_);
  look(t, h, at_, Place::between);
  // Halfway to the other point, with the slopes of what is reported in place of the reported derivatives: means and
  // quotients are right but for the square of the distance.
  for (std::size_t p = 0; p < at_.size(); ++p) {
    rate_[p] = (after_[p] - at_[p]) / (late - t);
    at_[p] = 0.5 * (at_[p] + after_[p]);
  }
  const auto& reported = equations_.reported();
  for (std::size_t p = 0; p < at_.size(); ++p)
    if (reported[p].below >= 0) {
      const double rate = rate_[reported[p].below];
      const double size = sizes_.of_values()[reported[p].below];
      if (size > 0) derivatives_ = std::max(derivatives_, h * std::fabs(rate - at_[p]) / size);
      at_[p] = rate;
      rounded_[p] = size / (late - t);  // what rests at zero is no better than the last digits of its size
    }
  look(middle, h, at_, Place::between);
  std::ranges::fill(rounded_, 0.0);
}

void Certifier::fail(Failure failure) {
  if (!first_ || failure.time < first_->time) first_ = std::move(failure);
}

}  // namespace trammel::certify
