#include "pipeline/instants.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/text.hpp"

namespace trammel::pipeline {
namespace {

constexpr int most_passes = 100;  // of one event

Where place(const model::Origin& origin, double t) {
  return {.file = origin.file, .line = origin.line, .column = origin.column, .time = t};
}

}  // namespace

Instants::Instants(std::shared_ptr<const EventCode> code, std::vector<double> parameters)
    : code_(std::move(code)), parameters_(std::move(parameters)), view_(code_),
      rows_(static_cast<std::size_t>(code_->row_count)), sides_(2 * code_->relations.size()),
      times_(2 * (code_->timed.size() + code_->samplers.size())),
      no_state_(code_->reference->system.state().size()), left_sides_(sides_.size()),
      left_values_(code_->relations.size()), size_(code_->relations.size()), slack_(code_->relations.size()),
      waits_(code_->relations.size()), before_(rows_.size()), forced_(code_->relations.size(), NAN),
      last_(code_->discrete.size()), samples_(code_->samplers.size()) {
  parameters_.resize(
      std::max(parameters_.size(), static_cast<std::size_t>(code_->reference->dae.graph->parameters())));
  if (!code_->delays.empty()) history_ = std::make_shared<History>(code_->delays.size());
  delayed_.resize(2 * code_->delays.size());
  for (const expr::Enclosure& zero : code_->clocks) clocks_.emplace_back(zero);
  ahead_.resize(clocks_.size());
  if (code_->bounded) bounds_ = code_->bounds;
  discrete_at_.assign(parameters_.size(), -1);
  for (std::size_t d = 0; d < code_->discrete.size(); ++d)
    if (const int at = code_->discrete[d].parameter; at >= 0)
      discrete_at_[static_cast<std::size_t>(at)] = static_cast<int>(d);
}

Instants::Instants(std::shared_ptr<const EventCode> code, const Instants& other)
    : Instants(std::move(code), other.parameters_) {
  restore(other.state());
  history_ = other.history_;
  accuracy_ = other.accuracy_;
  longest_ = other.longest_;
  horizon_ = other.horizon_;
  pace_ = other.pace_;
  slack_since_ = other.slack_since_;
  seen_before_ = other.seen();
  std::copy_n(other.slack_.begin(), std::min(other.slack_.size(), slack_.size()), slack_.begin());
  std::copy_n(other.waits_.begin(), std::min(other.waits_.size(), waits_.size()), waits_.begin());
  std::copy_n(other.left_sides_.begin(), std::min(other.left_sides_.size(), left_sides_.size()),
              left_sides_.begin());
}

void Instants::restore(const State& state) {
  const auto take = [](const std::vector<double>& from, std::vector<double>& to) {
    std::copy_n(from.begin(), std::min(from.size(), to.size()), to.begin());
  };
  take(state.parameters, parameters_);
  take(state.size, size_);  // a motion on a surface has two relations more
  last_ = state.last;
  samples_ = state.samples;
  before_ = state.before;
  fresh_ = false;
}

void Instants::set(int parameter, double value) {
  double& now = parameters_[static_cast<std::size_t>(parameter)];
  if (now == value) return;
  now = value;
  fresh_ = false;
}

void Instants::keep_values() {
  for (std::size_t k = 0; k < left_values_.size(); ++k) left_values_[k] = of(code_->relations[k].parameter);
}

void Instants::refresh() {
  if (!fresh_) view_.set_parameters(parameters_);
  fresh_ = true;
}

void Instants::take(const model::Dae& numbers) {
  std::vector<char> mine(parameters_.size(), 0);
  const auto mark = [&](int parameter) {
    if (parameter >= 0) mine[static_cast<std::size_t>(parameter)] = 1;
  };
  for (const HeldRelation& relation : code_->relations) mark(relation.parameter);
  for (const EventCode::Sampler& sampler : code_->samplers) mark(sampler.parameter);
  for (const EventCode::Discrete& discrete : code_->discrete) {
    mark(discrete.parameter);
    mark(discrete.pre);
  }
  for (const HeldDelay& delay : code_->delays) {
    for (const int id : {delay.centre, delay.half, delay.from, delay.to}) mark(id);
    for (const int id : delay.coefficients) mark(id);
  }
  for (const model::Parameter& parameter : numbers.parameters)
    if (!mine[static_cast<std::size_t>(parameter.id)]) set(parameter.id, parameter.value);
}

bool Instants::read(EventCode::Function function, double t, Vec z, Out values, Aftermath& result) {
  const bool nonlinear = view_.ode().guesses();
  const bool far = nonlinear && !fresh_ && only_numbers_moved();
  refresh();
  if (far) lead(t, z);
  if (view_.evaluate(function, t, z, values)) {
    if (nonlinear && solved_with_ != parameters_) solved_with_ = parameters_;
    return true;
  }
  const int row = view_.row_at_fault();
  const std::string equation = row >= 0 ? view_.system().equation(row) : std::string{};
  result.failed =
      fmt::format("at the event at t = {:.6g} the equations cannot be solved for the highest derivatives{}",
                  t, equation.empty() ? "" : fmt::format(" ({} is at fault)", quote(equation)));
  result.where = {.time = t};
  result.unsolvable = true;
  if (!equation.empty()) result.where.equations = {equation};
  return false;
}

bool Instants::solvable(double t, Vec z) {
  constexpr double no_digit_left = 1e14;
  refresh();
  std::vector<double> slope(z.size());
  return view_.ode().derivative(t, z, slope) && view_.ode().condition() < no_digit_left;
}

std::vector<std::string> Instants::remember() {
  std::vector<std::string> changed;
  for (std::size_t d = 0; d < code_->discrete.size(); ++d) {
    const EventCode::Discrete& discrete = code_->discrete[d];
    const double now =
        discrete.parameter >= 0 ? of(discrete.parameter) : rows_[static_cast<std::size_t>(discrete.row)];
    if (!discrete.continuous && now != last_[d]) changed.push_back(discrete.name);
    last_[d] = now;
    if (discrete.pre >= 0) set(discrete.pre, now);
  }
  for (const EventCode::When& when : code_->whens)
    for (const EventCode::Branch& branch : when.branches)
      for (const int row : branch.triggers)
        before_[static_cast<std::size_t>(row)] = rows_[static_cast<std::size_t>(row)] != 0;
  return changed;
}

bool Instants::claims_hold(const EventCode::Branch& branch, double t, Aftermath& result) const {
  for (const EventCode::Claim& c : branch.assertions) {
    if (rows_[static_cast<std::size_t>(c.row)] != 0) continue;
    if (c.claim->warning) {
      result.notes.push_back(fmt::format("at t = {:.6g}: {}", t, c.claim->message));
      continue;
    }
    result.failed = fmt::format("stopped at t = {:.6g}: assertion failed: {}", t, c.claim->message);
    result.where = place(c.claim->origin, t);
    return false;
  }
  for (const EventCode::Claim& c : branch.endings)
    if (rows_[static_cast<std::size_t>(c.row)] != 0 && !result.ended) result.ended = c.claim->message;
  return true;
}

// What the branches that have fired say, beyond assignments. True: it was something.
bool Instants::carry_out(double t, std::vector<double>& z, Aftermath& result) {
  bool any = false;
  std::vector<const EventCode::Assignment*> reinits;
  const bool stays =
      std::ranges::all_of(mode_, [&](const auto& part) { return of(part.first) == part.second; });
  for (std::size_t w = 0; w < code_->whens.size(); ++w) {
    const int b = fired(code_->whens[w]);
    if (b < 0) continue;
    any = true;
    const EventCode::Branch& branch = code_->whens[w].branches[static_cast<std::size_t>(b)];
    if (!claims_hold(branch, t, result)) return false;
    for (std::size_t k = 0; k < branch.reinits.size(); ++k) {
      if (stays)
        reinits.push_back(&branch.reinits[k]);
      else
        result.waiting.push_back(
            {w, static_cast<std::size_t>(b), k, rows_[static_cast<std::size_t>(branch.reinits[k].row)]});
    }
  }
  reinitialized_ = reinitialized_ || !reinits.empty();
  if (!reinits.empty() && !set_states(reinits, t, z, result)) return false;
  return any;
}

// Passes until one changes nothing.
bool Instants::repeat(double t, std::vector<double>& z, Aftermath& result) {
  std::vector<std::string> changed;
  for (int pass = 0; pass < most_passes; ++pass) {
    if (!settle(t, z, false, result)) return false;
    const bool any = carry_out(t, z, result);
    if (result.failed) return false;
    changed = remember();
    for (const std::string& name : changed)
      if (std::ranges::find(result.altered, name) == result.altered.end()) result.altered.push_back(name);
    if (!result.waiting.empty()) return false;  // the event goes on in the mode behind it
    if (!any && changed.empty()) return true;
  }
  std::vector<std::string> culprits;
  for (const std::string& name : changed) culprits.push_back(quote(name));
  if (culprits.empty())
    for (const EventCode::When& when : code_->whens)
      if (fired(when) >= 0)
        culprits.push_back(quote(when.branches[static_cast<std::size_t>(fired(when))].text));
  result.failed =
      fmt::format("the event at t = {:.6g} does not come to rest: {} still {} after {} repetitions", t,
                  listed(culprits, 5), culprits.size() == 1 ? "changes" : "change", most_passes);
  result.where = {.variables = changed, .time = t};
  return false;
}

// What is true at the instant only is so no longer; nobody hears of its becoming false.
void Instants::finish(double t, std::vector<double>& z, Aftermath& result) {
  for (const EventCode::Sampler& sampler : code_->samplers) set(sampler.parameter, 0);
  for (const int flag : {code_->initial, code_->terminal})
    if (flag >= 0) set(flag, 0);
  if (!settle(t, z, false, result)) return;
  (void)remember();
  refresh();
}

// The run may have left its constraints by the tolerance. What happens next must not see that: a block that
// sticks has the speed of the belt, and is no faster.
void Instants::come_onto_constraints(double t, std::vector<double>& z) {
  if (view_.ode().invariants() == 0) return;
  refresh();
  std::vector<double> moved = z, slope(z.size());
  if (view_.ode().derivative(t, moved, slope) && view_.ode().project(t, moved).outcome) z = std::move(moved);
}

bool Instants::wait(double t, const Cause& cause) {
  const double beyond[] = {1e-9, std::max(1e-8, 100 * accuracy_)};  // of the size of its sides
  bool any = false;
  for (const Cause::Flip& flip : cause.flips) {
    const auto k = static_cast<std::size_t>(flip.relation);
    if (code_->relations[k].kind != HeldRelation::Kind::truth || waits_[k] >= std::ssize(beyond)) continue;
    slack_[k] = beyond[static_cast<unsigned char>(waits_[k]++)] * size_of(k);
    any = true;
  }
  slack_since_ = t;
  return any;
}

void Instants::say(const Cause::Flip& flip) {
  set(code_->relations[static_cast<std::size_t>(flip.relation)].parameter, flip.value);
}

Aftermath Instants::enter(double t, std::vector<double>& z, const std::vector<int>& decided,
                          const std::vector<Setting>& settings) {
  constexpr double at_zero = 1e-9;  // of the size of its sides
  Aftermath result;
  if (!settings.empty() && !set_states(settings, t, z, result)) return result;
  std::ranges::fill(forced_, NAN);
  keep_values();
  if (!decided.empty() && !read(EventCode::sides, t, z, sides_, result)) return result;
  for (const int relation : decided) {
    const auto k = static_cast<std::size_t>(relation);
    if (k >= size_.size() || !(std::fabs(sides_[2 * k] - sides_[2 * k + 1]) <= at_zero * size_[k])) continue;
    left_sides_[2 * k] = sides_[2 * k];
    left_sides_[2 * k + 1] = sides_[2 * k + 1];
    forced_[k] = of(code_->relations[k].parameter);
  }
  if (repeat(t, z, result)) finish(t, z, result);
  return result;
}

Aftermath Instants::happen(double t, std::vector<double>& z, Vec top, const Cause& cause) {
  Aftermath result;
  const std::vector<double> parameters = parameters_, state = z;
  view_.guess(top);
  come_onto_constraints(t, z);
  see(z);
  if (cause.rests) pull_to_zeros(t, z, cause);
  const std::vector<double> on_constraints = z;
  if (!read(EventCode::sides, t, z, left_sides_, result)) return result;
  read_resting(t, z, cause);
  farthest_.clear();
  if (!read(EventCode::rows, t, z, rows_, result)) return result;
  keep_values();
  if (t > slack_since_ + 64 * std::numeric_limits<double>::epsilon() * std::fabs(t)) {
    for (std::size_t k = 0; k < slack_.size(); ++k)
      if (waits_[k] == 0) slack_[k] = 0;
    slack_since_ = t;
  }
  (void)remember();  // the values before, those of states among them
  const std::vector<double> rows_before = code_->smooth.empty() ? std::vector<double>{} : rows_;
  reinitialized_ = false;
  impulses_.clear();
  bend_.reset();
  std::ranges::fill(forced_, NAN);
  result.silent = result.quiet = !cause.flips.empty() && cause.samplers.empty() && !cause.terminal;
  for (const Cause::Flip& flip : cause.flips) {
    const HeldRelation& relation = code_->relations[static_cast<std::size_t>(flip.relation)];
    if (relation.delay >= 0) continue;
    result.quiet = false;
    result.silent = result.silent && relation.silent;
    forced_[static_cast<std::size_t>(flip.relation)] = flip.value;
    set(relation.parameter, flip.value);
    result.names.push_back(relation.text);
  }
  for (const int sampler : cause.samplers) {
    set(code_->samplers[static_cast<std::size_t>(sampler)].parameter, 1);
    result.names.push_back(code_->samplers[static_cast<std::size_t>(sampler)].text);
    ++samples_[static_cast<std::size_t>(sampler)];
  }
  if (cause.terminal && code_->terminal >= 0) {
    set(code_->terminal, 1);
    result.names.emplace_back("terminal()");
  }
  if (renew_delays(t, z, result) && repeat(t, z, result)) finish(t, z, result);
  // A relation that comes to its zero just where a piece of the past ends is an event like any other.
  for (std::size_t k = 0; k < left_values_.size() && result.silent; ++k) {
    const HeldRelation& relation = code_->relations[k];
    if (relation.delay >= 0 || of(relation.parameter) == left_values_[k]) continue;
    result.quiet = false;
    if (relation.silent) continue;
    result.silent = false;
    result.names.push_back(relation.text);
  }
  const bool may_jump = !result.failed && result.waiting.empty() && !(result.quiet && !bend_);
  if (may_jump) (void)stays_smooth(t, rows_before, result);
  if (may_jump && !result.failed && parameters != parameters_)
    (void)follow_constraints(t, z, parameters, result);
  result.changed = parameters != parameters_ || on_constraints != z;
  if (!result.changed) z = state;
  result.reset = result.reset || reinitialized_;
  if (!result.failed) tell_history(t, result);
  // An exact zero on the other side has undone all of it, and would do so again: then the relations are what
  // they were found to be.
  const bool undone = !result.failed && !result.changed && !cause.flips.empty() && cause.samplers.empty();
  if (undone && !cause.terminal && !insists_) {
    insists_ = true;
    result = happen(t, z, top, cause);
    insists_ = false;
  }
  return result;
}

}  // namespace trammel::pipeline
