#include "pipeline/growth.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>

#include "base/error.hpp"
#include "pipeline/judged.hpp"
#include "pipeline/options.hpp"
#include "pipeline/prepared_data.hpp"
#include "pipeline/singularity.hpp"

namespace trammel::pipeline {
namespace {

using solution::Solution;

constexpr long first_mark = 6;
constexpr double marks_apart = 1.189207115002721;  // four in each doubling of the number of steps
constexpr std::size_t most_values = 20000;         // of larger models nothing is kept

constexpr double of_the_tolerance = 0.1, least_tolerance = 1e-13;
constexpr double suspicious = 20;  // estimated growth that costs more than a digit
// Effort, about a hundredth of a second. Chaos may begin later than the beginning shows, and where nobody
// waits for it the whole run tells.
constexpr double nobody_waits = 3e7;
// Steps, where nobody waits, of the methods that are chosen here. What others leave of a tolerance is not
// known as well: stages of high order make few steps, and their algebraic unknowns missed their promise by up
// to 2300 (a stiff spring).
constexpr long long_run = 100;
// Otherwise so many steps are made again; of long runs a part, if that is more. A step at a tenth of the
// tolerance goes half as far or more, so that this costs less than a tenth of a run that is long enough.
constexpr long least_again = 24, part_again = 16, long_enough = 400;
// Errors that add up grow with the first power of the number of steps, or with the second if a frequency is
// off. What grows faster may be exponential, and is not extrapolated.
constexpr double highest_power = 2.5;
constexpr double safety = 2;         // of what was extrapolated: errors oscillate
constexpr double negligible = 0.02;  // tolerances
constexpr double no_digit = 0.1;

// The same run, sharper: up to a time, with values at some. It may stop before.
std::optional<Solution> sharper(const Prepared& prepared, const Numbers& numbers, const Options& options,
                                double until, std::vector<double> times, long steps) {
  constexpr long most = 20, some = 1000;
  Options other = options;
  other.certify = Certify::off;
  other.judge = nullptr;
  other.dense = other.both_sides = false;
  other.follower = nullptr;
  other.times = std::move(times);
  other.t_end = until;
  if (other.tolerance) other.step.rtol = other.step.atol = *other.tolerance;
  other.tolerance.reset();
  other.step.rtol = std::max(least_tolerance, of_the_tolerance * other.step.rtol);
  other.step.atol = std::max(least_tolerance, of_the_tolerance * other.step.atol);
  other.step.max_steps = std::min(other.step.max_steps, most * steps + some);
  try {
    Looks none;
    return run_judged(prepared, numbers, other, none);
  } catch (const Error&) {  // then nothing is known
  }
  return {};
}

// The solution does, and not the patience with it.
bool ends_before(const Solution& run) {
  using solution::Outcome;
  return run.outcome == Outcome::singular || run.outcome == Outcome::step_too_small ||
         run.outcome == Outcome::not_finite;
}

class SizedDifference {
 public:
  SizedDifference(const Solution& run, const std::vector<double>& sizes)
      : sizes_(sizes), moves_(sizes.size()) {
    bool any = false;
    for (std::size_t i = 0; i < sizes.size() && i < run.variables.size(); ++i) {
      moves_[i] = std::ranges::find(run.variables, "der(" + run.variables[i] + ")") != run.variables.end();
      any = any || moves_[i];
    }
    if (!any) moves_.assign(sizes.size(), true);
  }
  // Keeps the largest difference of each value, in units of its size.
  void add(const std::vector<double>& a, const std::vector<double>& b, std::vector<double>& largest) const {
    largest.resize(sizes_.size(), 0.0);
    for (std::size_t i = 0; i < largest.size() && i < a.size() && i < b.size(); ++i)
      if (const double apart = std::fabs(a[i] - b[i]) / (sizes_[i] > 0 ? sizes_[i] : 1); apart > largest[i])
        largest[i] = apart;
  }
  // Of the variables that move: algebraic unknowns and derivatives follow from them.
  double of_states(const std::vector<double>& apart) const {
    double largest = 0;
    for (std::size_t i = 0; i < apart.size(); ++i)
      if (moves_[i]) largest = std::max(largest, apart[i]);
    return largest;
  }

 private:
  const std::vector<double>& sizes_;
  std::vector<bool> moves_;
};

void promise_digits(solution::Certificate& certificate, const std::vector<double>& error, double of_states,
                    double tolerance) {
  certificate.amplification = std::max(1.0, of_states / tolerance);
  certificate.sensitive = of_states > no_digit;
  // What oscillates has its error in one variable now and in another one then: all of them are promised what
  // the worst has.
  for (std::size_t i = 0; i < certificate.digits.size() && i < certificate.expected.size(); ++i) {
    const double off = std::max({certificate.expected[i], of_states, i < error.size() ? error[i] : 0});
    certificate.digits[i] =
        certificate.sensitive || !(off < 1) ? 0 : static_cast<int>(-std::log10(off) + 1e-9);
  }
}

std::vector<double> times_of(const std::vector<solution::Sample>& samples) {
  std::vector<double> times;
  for (const solution::Sample& sample : samples) times.push_back(sample.time);
  return times;
}

}  // namespace

void Milestones::begin(double t, const std::vector<std::string>& states,
                       const std::vector<std::string>& reported) {
  std::erase_if(marks_, [t](const Mark& mark) { return mark.t > t; });
  if (marks_.empty()) steps_ = 0, next_ = first_mark;
  column_.clear();
  if (reported.size() > most_values) return;
  std::vector<std::pair<std::string_view, int>> known;  // sorted: as many allocations for any size
  known.reserve(reported.size());
  for (std::size_t i = 0; i < reported.size(); ++i) known.emplace_back(reported[i], static_cast<int>(i));
  std::ranges::sort(known);
  column_.reserve(states.size());
  for (const std::string& name : states) {
    const auto at =
        std::ranges::lower_bound(known, std::string_view(name), {}, &std::pair<std::string_view, int>::first);
    column_.push_back(at == known.end() || at->first != name ? -1 : at->second);
  }
  reported_ = reported.size();
}

void Milestones::pass(double t, Vec state) {
  if (column_.size() != state.size() || static_cast<double>(++steps_) < next_) return;
  while (static_cast<double>(steps_) >= next_) next_ *= marks_apart;
  Mark mark{steps_, t, std::vector<double>(reported_, std::numeric_limits<double>::quiet_NaN())};
  for (std::size_t i = 0; i < state.size(); ++i)
    if (column_[i] >= 0) mark.values[static_cast<std::size_t>(column_[i])] = state[i];
  marks_.push_back(std::move(mark));
}

namespace {

class Measurement {
 public:
  Measurement(const Prepared& prepared, const Numbers& numbers, const Options& options, const Looks& looks,
              Solution& run)
      : prepared_(prepared), numbers_(numbers), options_(options), marks_(looks.marks), run_(run),
        comparison_(run, looks.value_sizes), tolerance_(asked_tolerance(options)) {}

  // False: it must be known better.
  bool by_the_beginning() {
    const long N = run_.counts.steps, wanted = std::max(least_again, N / part_again);
    std::vector<const Milestones::Mark*> marks;
    for (const Milestones::Mark& mark : marks_)
      if (mark.step <= wanted && mark.t > run_.t_start) marks.push_back(&mark);
    if (marks.size() < 4) return true;
    std::vector<double> times;
    for (const auto* mark : marks) times.push_back(mark->t);
    const auto second = sharper(prepared_, numbers_, options_, times.back(), times, marks.back()->step);
    if (!second || !second->success() || second->samples.size() != marks.size()) return true;
    const long W = marks.back()->step;
    std::vector<double> early, late;
    for (std::size_t k = 0; k < marks.size(); ++k)
      comparison_.add(marks[k]->values, second->samples[k].values, 2 * marks[k]->step <= W ? early : late);
    const double least = negligible * tolerance_;
    const double before = std::max(least, comparison_.of_states(early)),
                 after = std::max(least, comparison_.of_states(late));
    const double power = std::max(1.0, std::log2(after / before));
    const double grown = safety * std::pow(static_cast<double>(N) / static_cast<double>(W), power);
    if (power > highest_power || after * grown > no_digit) return false;
    // What follows from the states errs by as much more than it was expected to.
    const double error = grown * comparison_.of_states(late);
    std::vector<double> all = run_.certificate.expected;
    const double best = all.empty() ? 0 : *std::ranges::min_element(all);
    if (error > best && best > 0)
      for (double& each : all) each *= error / best;
    promise_digits(run_.certificate, all, error, tolerance_);
    return true;
  }
  // `suspected`: a run that has left the sizes of its variables is not to be believed where a sharper one cannot go.
  void by_the_whole_run(bool suspected) {
    std::vector<double> error = run_.certificate.error;  // a second opinion may have told already
    if (error.empty()) {
      const auto second =
          sharper(prepared_, numbers_, options_, run_.t_end, times_of(run_.samples), run_.counts.steps);
      if (suspected && second && ends_before(*second)) promise_digits(run_.certificate, {}, 1, tolerance_);
      if (!second || !second->success() || second->t_end != run_.t_end) return;
      comparison_.add(run_.last, second->last, error);
      for (std::size_t k = 0; k < run_.samples.size() && k < second->samples.size(); ++k)
        comparison_.add(run_.samples[k].values, second->samples[k].values, error);
      run_.certificate.error = error;
    }
    promise_digits(run_.certificate, error, comparison_.of_states(error), tolerance_);
  }

 private:
  const Prepared& prepared_;
  const Numbers& numbers_;
  const Options& options_;
  const std::vector<Milestones::Mark>& marks_;
  Solution& run_;
  SizedDifference comparison_;
  double tolerance_;
};

}  // namespace

double asked_tolerance(const Options& options) {
  return options.tolerance.value_or(std::max(options.step.rtol, options.step.atol));
}

void promise_measured(const Looks& looks, double tolerance, std::vector<double> error, Solution& run) {
  const SizedDifference comparison(run, looks.value_sizes);
  run.certificate.error = std::move(error);
  promise_digits(run.certificate, run.certificate.error, comparison.of_states(run.certificate.error),
                 tolerance);
}

void measure_growth(const Prepared& prepared, const Numbers& numbers, const Options& options,
                    const Looks& looks, Solution& run, bool suspected) {
  const solution::Certificate& certificate = run.certificate;
  // Behind events values differ by jumps where their times do by rounding. Whoever is told of steps or events
  // is told once.
  const bool askable = run.success() && certificate.holds == true && !options.step.given() &&
                       !options.after_step && options.events.empty() && !prepared.held() &&
                       certificate.expected.size() == certificate.digits.size() && run.t_end > run.t_start;
  if (!askable) return;
  Measurement measurement(prepared, numbers, options, looks, run);
  const long steps = run.counts.steps;
  // Equations that are frozen beside a singular configuration tell nothing of what errors do in it.
  const bool singular = met_singular(run), grows = certificate.amplification > suspicious;
  const bool long_enough_to_tell = steps >= long_run || options.method != "auto";
  if (suspected || singular || run.considered.effort < nobody_waits) {
    if (suspected || singular || grows || long_enough_to_tell) measurement.by_the_whole_run(suspected);
  } else if ((grows || steps >= long_enough) && !measurement.by_the_beginning()) {
    measurement.by_the_whole_run(false);
  }
}

}  // namespace trammel::pipeline
