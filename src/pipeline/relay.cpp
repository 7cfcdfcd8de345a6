#include "pipeline/relay.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "base/effort.hpp"
#include "base/error.hpp"
#include "integrate/step_effort.hpp"
#include "pipeline/considered.hpp"
#include "pipeline/square.hpp"
#include "pipeline/verdict.hpp"

namespace trammel::pipeline {
namespace {

using solution::Outcome;
using solution::Solution;

// `takes_over`: another choice has got to where this one begins.
bool worth_another_try(const Once& once, bool takes_over) {
  if (once.branch_ended) return false;
  // The values are numbers there, but an implicit method also needs slopes: sqrt(x^2) has none at 0.
  const bool began = once.solution.t_end > once.solution.t_start;
  if (takes_over && !began && once.solution.outcome == Outcome::not_finite) return true;
  return once.left_as_stiff || once.left_as_dear || once.solution.outcome == Outcome::step_too_small ||
         once.solution.outcome == Outcome::singular;
}

void tell_redundant(const analysis::NumericVerdict& numbers, Solution& result) {
  result.notes.push_back(*numbers.why() + "; the smallest were taken");
  result.not_unique = numbers.unknowns;
}

std::optional<std::size_t> explicit_among(const std::vector<Choice>& choices) {
  const auto found = std::ranges::find_if(choices, is_explicit);
  if (choices.size() < 2 || found == choices.end()) return {};
  return static_cast<std::size_t>(found - choices.begin());
}

std::vector<std::size_t> beginning_with(std::size_t choice, std::size_t all) {
  std::vector<std::size_t> order(all - choice);
  std::iota(order.begin(), order.end(), choice);
  return order;
}

// Several runs may take turns in one thread: decisions rest on what each has done itself.
class OwnEffort {
 public:
  explicit OwnEffort(double& own)
      : own_(own), outside_(std::exchange(integrate::step_effort_so_far(), own)) {}
  ~OwnEffort() { own_ = std::exchange(integrate::step_effort_so_far(), outside_); }
  OwnEffort(const OwnEffort&) = delete;
  OwnEffort& operator=(const OwnEffort&) = delete;

 private:
  double& own_;
  double outside_;
};

}  // namespace

Relay::Relay(const Prepared& prepared, const model::Problem& numbers, const Options& options,
             const RelayStart& start)
    : prepared_(prepared), numbers_(numbers), options_(options), start_(start),
      interval_(check_interval(numbers, options)),
      instants_(start.instants ? start.instants : instants_of(prepared, numbers)),
      order_(beginning_with(start.choice, prepared.choices().size())),
      explicitly_(explicit_among(prepared.choices())),
      outlook_(prepared.verdict().facts, options.tolerance.value_or(options.step.rtol), interval_.end,
               explicitly_ ? &prepared.choices()[*explicitly_] : nullptr),
      from_(start.from), considered_(as_candidates(prepared.choices())) {
  (void)walk([](Course&) { return true; });
}

// Each choice continues where the one before it stopped; the last one is the one that reaches the end.
template <class Walk>
bool Relay::walk(const Walk& walk) {
  const OwnEffort own(effort_);
  while (!over_) {
    try {
      if (!course_) begin();
      if (walk(*course_)) return true;
      close(course_->finish());
    } catch (const Error& error) {
      refuse(error);
    }
  }
  return false;
}

bool Relay::step() {
  return walk([](Course& course) { return course.step(); });
}

bool Relay::advance(double t) {
  return walk([t](Course& course) { return course.advance(t); });
}

void Relay::to_end() {
  (void)walk([](Course& course) {
    while (course.step()) {
    }
    return false;
  });
}

void Relay::begin() {
  const bool last = turn_ + 1 == order_.size();
  const std::vector<Choice>& choices = prepared_.choices();
  const std::size_t k = order_[turn_];
  began_with_ = effort_so_far();
  outlook_.starts(choices[k], last || came_back_ ? nullptr : &choices[order_[turn_ + 1]],
                  from_ ? from_->t : interval_.start);
  course_ = std::make_unique<Course>(prepared_, options_,
                                     SegmentStart{.choice = k,
                                                  .numbers = numbers_,
                                                  .own_numbers = start_.own_numbers,
                                                  .interval = interval_,
                                                  .from = from_,
                                                  .leave_if_stiff = !last,
                                                  .outlook = options_.step.given() ? nullptr : &outlook_,
                                                  .may_age = start_.may_age,
                                                  .crossings = &crossings_,
                                                  .attempts = counts_.steps + counts_.rejected},
                                     instants_);
}

// The course is over: does another choice go on?
void Relay::close(Once once) {
  const std::size_t k = order_[turn_];
  history_.push_back(told(once, outlook_));
  considered_[k].spent += effort_so_far() - began_with_;
  if (!because_.empty()) once.solution.choice.reason = because_ + ", so " + once.solution.choice.reason;
  const bool again = !once.aged && worth_another_try(once, from_.has_value());
  if (once.left_as_stiff)
    stiff_ = k;
  else if (once.solution.t_end > once.solution.t_start)
    stiff_.reset();
  aged_ = once.aged;
  because_ = why_left(once, outlook_);
  if (again) considered_[k].how = because_;
  if (once.left_as_dear) insert_next();
  if (once.reached) from_ = std::move(once.reached);
  counts_ += once.solution.counts;
  append(result_, std::move(once.solution));
  if (again)
    pass_on();
  else
    over_ = true;
}

// Who goes on for one that was left for its work.
void Relay::insert_next() {
  const auto behind = order_.begin() + static_cast<std::ptrdiff_t>(turn_) + 1;
  if (outlook_.returns()) {  // and back again, should it become stiff once more
    order_.insert(behind, {*explicitly_, order_[turn_]});
  } else if (outlook_.races()) {  // the one that it took over from goes on
    order_.insert(behind, order_.back());
  } else {  // it had no difficulties: it takes over again if the others have
    order_.push_back(order_[turn_]);
    came_back_ = !outlook_.bound();
  }
}

void Relay::refuse(const Error& error) {
  if (!refusal_) refusal_ = std::current_exception();
  considered_[order_[turn_]].how = error.message;
  pass_on();
}

void Relay::pass_on() {
  if (stiff_ && turn_ + 1 == order_.size()) order_.push_back(*std::exchange(stiff_, {}));
  over_ = ++turn_ == order_.size();
  if (over_ && history_.empty() && refusal_) std::rethrow_exception(refusal_);
  if (!over_) course_.reset();
}

Counts Relay::counts() const {
  Counts all = counts_;
  if (!over_) all += course_->counts();
  return all;
}

Solution Relay::finish() {
  Solution result = std::move(result_);
  result.considered.candidates = std::move(considered_);
  if (history_.size() > 1) result.notes.insert(result.notes.end(), history_.begin(), history_.end());
  const Verdict& verdict = prepared_.verdict();
  result.index = surplus_of(prepared_).raises.as_written(verdict.index());
  result.degrees_of_freedom = verdict.degrees_of_freedom();
  if (verdict.numbers && verdict.numbers->says == analysis::NumericVerdict::Says::redundant)
    tell_redundant(*verdict.numbers, result);
  if (const Surplus& surplus = surplus_of(prepared_); !surplus.note.empty()) {
    result.notes.push_back(surplus.note);
    for (const std::string& name : surplus.open)  // beside those that the rest leaves open
      if (std::ranges::find(result.not_unique, name) == result.not_unique.end())
        result.not_unique.push_back(name);
  }
  if (surplus_of(prepared_).misled)
    result.choice.reason =
        "the structure of the equations misleads, so some were combined; " + result.choice.reason;
  if (verdict.array && prepared_.options().formulation == "auto")
    result.choice.reason = verdict.array->reason + "; " + result.choice.reason;
  return result;
}

}  // namespace trammel::pipeline
