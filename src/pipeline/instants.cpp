#include "pipeline/instants.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/text.hpp"

namespace trammel::pipeline {
namespace {

constexpr double eps_of_instant = std::numeric_limits<double>::epsilon();
constexpr int most_passes = 100;  // of one event

Where place(const model::Origin& origin, double t) {
  return {.file = origin.file, .line = origin.line, .column = origin.column, .time = t};
}

}  // namespace

Instants::Instants(std::shared_ptr<const EventCode> code, std::vector<double> parameters)
    : code_(std::move(code)), parameters_(std::move(parameters)), view_(code_),
      rows_(static_cast<std::size_t>(code_->row_count)), sides_(2 * code_->relations.size()),
      left_sides_(sides_.size()), times_(2 * (code_->timed.size() + code_->samplers.size())),
      no_state_(code_->reference->system.state().size()), size_(code_->relations.size()),
      before_(rows_.size()), forced_(code_->relations.size(), NAN), last_(code_->discrete.size()),
      samples_(code_->samplers.size()) {
  parameters_.resize(
      std::max(parameters_.size(), static_cast<std::size_t>(code_->reference->dae.graph->parameters())));
  discrete_at_.assign(parameters_.size(), -1);
  for (std::size_t d = 0; d < code_->discrete.size(); ++d)
    if (const int at = code_->discrete[d].parameter; at >= 0)
      discrete_at_[static_cast<std::size_t>(at)] = static_cast<int>(d);
}

Instants::Instants(std::shared_ptr<const EventCode> code, const Instants& other)
    : Instants(std::move(code), other.parameters_) {
  restore(other.state());
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
  for (const model::Parameter& parameter : numbers.parameters)
    if (!mine[static_cast<std::size_t>(parameter.id)]) set(parameter.id, parameter.value);
}

bool Instants::read(EventCode::Function function, double t, Vec z, Out values, Aftermath& result) {
  refresh();
  if (view_.evaluate(function, t, z, values)) return true;
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

int Instants::fired(const EventCode::When& when) const {
  for (std::size_t b = 0; b < when.branches.size(); ++b)
    for (const int row : when.branches[b].triggers)
      if (rows_[static_cast<std::size_t>(row)] != 0 && !before_[static_cast<std::size_t>(row)])
        return static_cast<int>(b);
  return -1;
}

// A relation that stood at its zero when the event began keeps what it was told to be while its sides do not
// move: rounding must not decide.
bool Instants::update_relations(Vec sides, bool at_start) {
  bool changed = false;
  altered_.clear();
  for (std::size_t k = 0; k < code_->relations.size(); ++k) {
    const HeldRelation& relation = code_->relations[k];
    const double left = sides[2 * k], right = sides[2 * k + 1];
    const double old_left = left_sides_[2 * k], old_right = left_sides_[2 * k + 1];
    size_[k] = std::max(size_[k], std::fabs(left) + std::fabs(right));
    const double noise = 16 * eps_of_instant * size_[k];
    if (relation.at_rest) continue;
    double value = value_of(relation, left, right);
    if (!at_start) {
      const double now = left - right, old = old_left - old_right;
      const bool same = std::fabs(now - old) <= noise && (now != 0 || old == 0);  // an exact zero is no noise
      const bool timed = std::ranges::find(code_->timed, static_cast<int>(k)) != code_->timed.end();
      if (same && !std::isnan(forced_[k]))
        value = forced_[k];
      else if (same && (timed || (relation.kind == HeldRelation::Kind::truth
                                      ? std::fabs(old_left - old_right) <= noise
                                      : std::fabs(old_left - std::round(old_left)) <= noise)))
        value = of(relation.parameter);
    }
    if (value == of(relation.parameter) || std::isnan(value)) continue;
    set(relation.parameter, value);
    altered_.push_back(relation.text);
    changed = true;
  }
  return changed;
}

bool Instants::update_assigned() {
  bool changed = false;
  for (const EventCode::When& when : code_->whens) {
    const int branch = fired(when);
    for (const int target : when.assigned) {
      double value = last_[static_cast<std::size_t>(discrete_at_[static_cast<std::size_t>(target)])];
      if (branch >= 0)
        for (const EventCode::Assignment& a : when.branches[static_cast<std::size_t>(branch)].assignments)
          if (a.target == target) value = rows_[static_cast<std::size_t>(a.row)];
      if (value == of(target) || std::isnan(value)) continue;
      set(target, value);
      altered_.push_back(code_->discrete[static_cast<std::size_t>(discrete_at_[target])].name);
      changed = true;
    }
  }
  return changed;
}

// What follows from what need not be known: whatever is acyclic comes to rest after as many rounds as there
// are relations and discrete variables.
bool Instants::settle(double t, Vec z, bool at_start, Aftermath& result) {
  const std::size_t most = 2 * (code_->relations.size() + code_->discrete.size()) + 4;
  for (std::size_t round = 0; round < most; ++round) {
    if (!read(EventCode::sides, t, z, sides_, result)) return false;
    if (update_relations(sides_, at_start)) continue;
    if (!read(EventCode::rows, t, z, rows_, result)) return false;
    if (!update_assigned()) return true;
  }
  std::vector<std::string> culprits;
  for (const std::string& name : altered_) culprits.push_back(quote(name));
  result.failed = fmt::format("the event at t = {:.6g} has no solution: {} {} on {}", t, listed(culprits, 5),
                              culprits.size() == 1 ? "depends" : "depend",
                              culprits.size() == 1 ? "itself" : "each other");
  result.where = {.variables = altered_, .time = t};
  return false;
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
  for (const EventCode::When& when : code_->whens) {
    const int b = fired(when);
    if (b < 0) continue;
    any = true;
    const EventCode::Branch& branch = when.branches[static_cast<std::size_t>(b)];
    if (!claims_hold(branch, t, result)) return false;
    for (const EventCode::Assignment& a : branch.reinits) reinits.push_back(&a);
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

Aftermath Instants::initialize(double t, std::vector<double>& z, Vec top) {
  Aftermath result;
  const std::vector<double> given = parameters_;
  view_.guess(top);
  for (std::size_t d = 0; d < code_->discrete.size(); ++d) {
    const EventCode::Discrete& discrete = code_->discrete[d];
    last_[d] = discrete.start;
    if (discrete.pre >= 0) set(discrete.pre, last_[d]);
  }
  std::ranges::fill(before_, 1);  // first without anything that fires
  if (code_->initial >= 0) set(code_->initial, 0);
  if (!settle(t, z, true, result)) return result;
  for (std::size_t k = 0; k < before_.size(); ++k) before_[k] = rows_[k] != 0;
  if (code_->initial >= 0) {
    set(code_->initial, 1);
    if (!settle(t, z, true, result)) return result;
  }
  result.changed = parameters_ != given;
  return result;
}

Aftermath Instants::begin(double t, std::vector<double>& z) {
  Aftermath result;
  left_sides_ = sides_;
  std::ranges::fill(forced_, NAN);
  (void)carry_out(t, z, result);
  if (!result.failed) (void)remember();
  // The initial values are found: what follows from their becoming those before is an event like any other.
  if (code_->initial >= 0) set(code_->initial, 0);
  if (!result.failed) (void)repeat(t, z, result);
  if (!result.failed) finish(t, z, result);
  read_times();
  for (std::size_t i = 0; i < samples_.size(); ++i) {
    const double start = times_[2 * (code_->timed.size() + i)],
                 interval = times_[2 * (code_->timed.size() + i) + 1];
    double& n = samples_[i];
    n = std::max(0.0, std::ceil((t - start) / interval));
    while (n > 0 && start + (n - 1) * interval >= t) --n;
  }
  return result;
}

Aftermath Instants::enter(double t, std::vector<double>& z) {
  Aftermath result;
  if (!read(EventCode::rows, t, z, rows_, result)) return result;
  (void)remember();
  std::ranges::fill(forced_, NAN);
  if (repeat(t, z, result)) finish(t, z, result);
  return result;
}

Aftermath Instants::happen(double t, std::vector<double>& z, Vec top, const Cause& cause) {
  Aftermath result;
  const std::vector<double> parameters = parameters_, state = z;
  view_.guess(top);
  if (!read(EventCode::sides, t, z, left_sides_, result) || !read(EventCode::rows, t, z, rows_, result))
    return result;
  (void)remember();  // the values before, those of states among them
  const std::vector<double> rows_before = code_->smooth.empty() ? std::vector<double>{} : rows_;
  reinitialized_ = false;
  std::ranges::fill(forced_, NAN);
  for (const Cause::Flip& flip : cause.flips) {
    const HeldRelation& relation = code_->relations[static_cast<std::size_t>(flip.relation)];
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
  if (repeat(t, z, result)) finish(t, z, result);
  if (!result.failed) (void)stays_smooth(t, rows_before, result);
  result.changed = parameters != parameters_ || state != z;
  return result;
}

}  // namespace trammel::pipeline
