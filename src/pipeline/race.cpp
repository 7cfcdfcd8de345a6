#include "pipeline/race.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "integrate/step_effort.hpp"
#include "pipeline/cost.hpp"

namespace trammel::pipeline {
namespace {

// The policy. A trial costs a set-up, if the choice is new, and some steps of it.
constexpr struct {
  int steps = 12;             // of a trial; its rate is that of the last third
  int multistep_steps = 45;   // a method of several steps must find its order first
  double worth = 10;          // what is left of the run is worth at least that many trials
  double worth_if_stiff = 2;  // fewer where much is to be gained
  double of_setup = 0.25;     // to go on in another way, where its form is there
  double promising = 0.85;    // a trial is made of what is expected to need less than this part
  double better = 0.85;       // what goes on behind a trial needs less than this part of what the other needs
  double forgets = 0.75;      // when the effort has doubled, what was seen of others counts that much less
  double shared = 0.75;       // the power of what makes steps short that other methods feel too
  double if_stiff = 0.2;      // implicit methods are expected to need this part where stability limits steps
  double dearer = 5;          // steps of implicit methods, times those of explicit ones, before they are seen
} race_policy;

bool is_implicit(const Choice& choice) { return choice.formulation->target != formulation::Target::ode; }

}  // namespace

Race::Race(const std::vector<Choice>& choices, const Facts& facts, double rtol, double begin, double end)
    : setup_(facts.setup_effort), begin_(begin), end_(end), began_(integrate::step_effort_so_far()) {
  for (const Choice& choice : choices)
    runners_.push_back({&choice, choice.cost, expected_steps(choice.integrator->method.name, facts, rtol)});
  others_ = static_cast<int>(std::ranges::count_if(runners_, &Runner::races)) - 1;
}

std::optional<std::size_t> Race::current() const {
  return runners_[current_].out ? std::nullopt : std::optional(current_);
}

void Race::starts(double t) {
  first_ = {t, integrate::step_effort_so_far()};
  steps_.assign(1, first_);
  count_ = 0;
  now().started = true;
}

int Race::settled(const Runner& runner) const {
  return runner.choice->integrator->method.multistep ? race_policy.multistep_steps : race_policy.steps;
}

// Effort per unit of time for equal errors.
double Race::rate() const {
  const std::size_t last =
      std::min(steps_.size() - 1, static_cast<std::size_t>(settled(runners_[current_]) / 3));
  const Step &from = steps_[steps_.size() - 1 - last], &to = steps_.back();
  return work_for_accuracy(runners_[current_].choice->integrator->method.name) * (to.effort - from.effort) /
         (to.t - from.t);
}

bool Race::leaves(double t, bool stiff) {
  if (!now().races() || others_ < 1 || !(t < end_)) return false;
  steps_.push_back({t, integrate::step_effort_so_far()});
  if (steps_.size() > static_cast<std::size_t>(race_policy.multistep_steps)) steps_.pop_front();
  ++count_;
  if (incumbent_) return ends_trial(t);
  const double spent = integrate::step_effort_so_far() - began_;
  if (count_ < settled(now()) || (spent < look_at_ && !stiff)) return false;
  const double per_time = rate(), rest = per_time * (end_ - t);
  learn(t);
  const auto other = challenger(rest, stiff);
  if (!other) return false;
  look_at_ = 2 * spent;
  for (Runner& runner : runners_)
    if (&runner != &now()) runner.expected *= race_policy.forgets;
  incumbent_ = current_;
  incumbent_rate_ = per_time;
  budget_ = rest / race_policy.worth;
  hand_over(*other);
  if (stiff) {
    why_ = "because the problem is stiff";
    reason_ = fmt::format("stiff from t = {:.3g} on", t);
  }
  return true;
}

// A run that needs more steps than was foreseen is harder than was foreseen, for other choices too; what its steps
// cost is its own affair.
void Race::learn(double t) {
  const std::size_t last = steps_.size() - 1;
  const double all = static_cast<double>(last) * (end_ - begin_) / (t - steps_.front().t);
  const double harder = std::pow(std::max(all / now().steps, 0.1), race_policy.shared);
  for (Runner& runner : runners_)
    if (&runner != &now()) runner.expected *= harder / hardness_;
  hardness_ = harder;
  now().expected = rate() * (end_ - begin_);
}

// The other one that is expected to need least, if a trial can pay.
std::optional<std::size_t> Race::challenger(double rest, bool stiff) const {
  const Runner& mine = runners_[current_];
  const double step = (steps_.back().effort - first_.effort) / static_cast<double>(count_);
  const bool explicitly = !is_implicit(*mine.choice);
  std::optional<std::size_t> best;
  double least = race_policy.promising;
  for (std::size_t k = 0; k < runners_.size(); ++k) {
    const Runner& runner = runners_[k];
    if (k == current_ || !runner.races()) continue;
    const bool turns = explicitly && is_implicit(*runner.choice);
    // Projection holds constraints to rounding, other forms to what an iteration leaves: that is not given up
    // for less work alone.
    if (turns && !stiff && runner.choice->formulation->name == "ggl") continue;
    const double part = runner.expected / mine.expected * (turns && stiff ? race_policy.if_stiff : 1);
    const bool drawn = std::ranges::any_of(runners_, [&](const Runner& other) {
      return other.started && other.choice->formulation == runner.choice->formulation;
    });
    const double trial = (drawn ? race_policy.of_setup : 1) * setup_ +
                         settled(runner) * step * (turns ? race_policy.dearer : 1);
    const double worth = turns && stiff ? race_policy.worth_if_stiff : race_policy.worth;
    if (part < least && rest > worth * trial) {
      least = part;
      best = k;
    }
  }
  return best;
}

// True: the trial is over, and the one before goes on.
bool Race::ends_trial(double t) {
  const double spent = integrate::step_effort_so_far() - first_.effort;
  const bool slow = spent > budget_ && spent > 2 * incumbent_rate_ * (t - first_.t);
  if (count_ < settled(now()) && !slow) return false;
  const Runner& other = runners_[*incumbent_];
  const double part = rate() / incumbent_rate_;
  now().expected = rate() * (end_ - begin_);
  const std::size_t back = *incumbent_;
  incumbent_.reset();
  if (!slow && part < race_policy.better) {
    found_ = fmt::format("from t = {:.3g} on it needs {:.2g} of the work that {} needs", first_.t, part,
                         other.choice->integrator->method.name);
    return false;
  }
  hand_over(back);
  return true;
}

void Race::hand_over(std::size_t to) {
  now().spent += integrate::step_effort_so_far() - first_.effort;
  why_.clear();
  reason_.clear();
  found_.clear();
  current_ = to;
}

void Race::ends() { now().spent += integrate::step_effort_so_far() - first_.effort; }

void Race::fails(const std::string& how) {
  now().how = how;
  now().out = true;
  others_ -= now().choice->cost > 0;
  const bool goes_back = incumbent_ && !runners_[*incumbent_].out;
  const auto next =
      std::ranges::find_if(runners_, [](const Runner& r) { return !r.out && !r.choice->only_races; });
  if (goes_back)
    current_ = *incumbent_;
  else if (next != runners_.end())
    current_ = static_cast<std::size_t>(next - runners_.begin());
  incumbent_.reset();
}

std::vector<Considered::Candidate> Race::considered() const {
  std::vector<Considered::Candidate> result;
  for (const Runner& runner : runners_)
    result.push_back({std::string(runner.choice->formulation->name),
                      std::string(runner.choice->integrator->method.name), runner.choice->cost, runner.spent,
                      runner.how});
  return result;
}

}  // namespace trammel::pipeline
