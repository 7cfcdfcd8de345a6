#include "solution/solution.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "base/text.hpp"

namespace trammel::solution {

std::string_view name(Outcome outcome) {
  switch (outcome) {
    case Outcome::finished:
      return "finished";
    case Outcome::event:
      return "event";
    case Outcome::step_too_small:
      return "step too small";
    case Outcome::too_many_steps:
      return "too many steps";
    case Outcome::not_finite:
      return "not finite";
    case Outcome::singular:
      return "singular";
    case Outcome::interrupted:
      return "interrupted";
    case Outcome::assertion:
      return "assertion";
  }
  return "finished";
}

std::size_t Solution::column(std::string_view variable) const {
  const auto at = std::ranges::find(variables, variable);
  if (at == variables.end())
    throw Error(Kind::name, fmt::format("the solution has no variable called {}", quote(variable)),
                {.variables = {std::string(variable)}});
  return static_cast<std::size_t>(at - variables.begin());
}

void Solution::read(double t, bool states_only, Out values) const {
  if (!(t >= t_start && t <= t_end))
    throw Error(Kind::usage, fmt::format("t = {} lies outside the solution, which reaches from {} to {}", t,
                                         t_start, t_end));
  if (segments.empty())
    throw Error(Kind::usage, "the run kept no trajectory", {}, "set dense = true, or ask for output times");
  // The last one that begins before t or there: behind an event at t.
  const auto after = std::ranges::upper_bound(segments, t, {},
                                              [](const Segment& s) { return s.trajectory.times().front(); });
  const Segment& segment = after == segments.begin() ? segments.front() : *std::prev(after);
  std::vector<double> state(static_cast<std::size_t>(segment.trajectory.size())), slope(state.size());
  segment.trajectory.at(t, state);
  segment.trajectory.slope(t, slope);
  if (states_only)
    segment.observe.of_states(t, state, slope, values);
  else
    segment.observe(t, state, slope, values);
}

std::vector<double> Solution::at(double t) const {
  std::vector<double> values(variables.size());
  read(t, false, values);
  return values;
}

std::vector<double> Solution::at(double t, std::span<const std::string> names) const {
  std::vector<std::size_t> columns;
  for (const std::string& name : names) columns.push_back(column(name));
  const bool states_only = std::ranges::all_of(segments, [&](const Segment& segment) {
    return std::ranges::all_of(columns, [&](std::size_t k) { return segment.observe.needs_states_only(k); });
  });
  std::vector<double> values(variables.size()), result;
  read(t, states_only, values);
  for (const std::size_t k : columns) result.push_back(values[k]);
  return result;
}

double Solution::at(std::string_view variable, double t) const {
  const std::string name(variable);
  return at(t, std::span(&name, 1))[0];
}

double Solution::end(std::string_view variable) const { return last.at(column(variable)); }

std::vector<double> Solution::times() const {
  std::vector<double> result;
  for (const Segment& segment : segments)
    result.insert(result.end(), segment.trajectory.times().begin(), segment.trajectory.times().end());
  return result;
}

namespace {

Segment as_polynomials(const Segment& segment, std::size_t variables) {
  const Trajectory& states = segment.trajectory;
  const int degree = std::min(2 * states.degree(), ChebyshevGrid::most);
  const std::vector<double>& points = chebyshev_grid(degree).points;
  Trajectory all(static_cast<int>(variables), degree);
  std::vector<double> state(static_cast<std::size_t>(states.size())), slope(state.size()),
      values(variables * points.size());
  const auto read = [&](const StepPolynomial& step, double t, std::size_t point) {
    step.at(t, state);
    step.slope(t, slope);
    segment.observe(t, state, slope, Out(values).subspan(point * variables, variables));
  };
  for (int k = 0; k < states.steps(); ++k) {
    const StepPolynomial step = states.step(k);
    for (std::size_t i = 0; i < points.size(); ++i)
      read(step, i + 1 == points.size() ? step.to() : step.from() + step.length() * points[i], i);
    if (k == 0) all.begin(step.from(), Vec(values).first(variables));
    all.add({step.from(), step.to(), degree, values});
  }
  if (states.steps() == 0) {  // a moment
    std::ranges::copy(states.at_step(0), state.begin());
    std::ranges::fill(slope, 0);
    segment.observe(states.times().front(), state, slope, Out(values).first(variables));
    all.begin(states.times().front(), Vec(values).first(variables));
  }
  return {std::move(all), read_states()};
}

}  // namespace

Solution Solution::as_data() const {
  Solution result = *this;
  for (Segment& segment : result.segments)
    if (!segment.observe.plain()) segment = as_polynomials(segment, variables.size());
  return result;
}

namespace {

// One line each: time, name, what changed, and impulses. Of many, the first and the last.
std::string lines_of(const std::vector<Event>& events) {
  constexpr std::size_t first = 8, last = 2, most = 4;
  std::string text;
  for (std::size_t k = 0; k < events.size(); ++k) {
    if (k == first && events.size() > first + last) {
      text += fmt::format("    ... {} more\n", events.size() - first - last);
      k = events.size() - last;
    }
    const Event& event = events[k];
    std::vector<std::string> changed, impulses;
    for (const std::string& name : event.changed) changed.push_back(quote(name));
    for (const Event::Impulse& impulse : event.impulses)
      impulses.push_back(fmt::format("{:.6g} of {}", impulse.value, quote(impulse.variable)));
    text += fmt::format("    t = {:.6g}  {}", event.time, quote(event.name));
    if (!changed.empty()) text += ", changed: " + listed(changed, most);
    if (!impulses.empty()) text += ", impulses: " + listed(impulses, most);
    text += '\n';
  }
  return text;
}

}  // namespace

std::string Solution::summary() const {
  std::string text = fmt::format(
      "{}\n"
      "  index {}, {} degrees of freedom, t = {:g} to {:g}\n"
      "  {} steps, {} rejected, {} evaluations, {} factorizations\n"
      "  largest constraint residual {:.1e}\n",
      message, index, degrees_of_freedom, t_start, t_end, counts.steps, counts.rejected,
      counts.function_evaluations, counts.factorizations, constraint_residual);
  if (!events.empty())
    text += fmt::format("  {}, the first at t = {:.6g} ({}), the last at t = {:.6g} ({})\n",
                        counted(events.size(), "event"), events.front().time, events.front().name,
                        events.back().time, events.back().name) +
            lines_of(events);
  const Event::Impulse* largest = nullptr;
  double at = 0;
  for (const Event& event : events)
    for (const Event::Impulse& impulse : event.impulses)
      if (largest == nullptr || std::fabs(impulse.value) > std::fabs(largest->value)) {
        largest = &impulse;
        at = event.time;
      }
  if (largest != nullptr)
    text += fmt::format("  largest impulse {:.6g} of {} at t = {:.6g}\n", largest->value,
                        quote(largest->variable), at);
  return text;
}

}  // namespace trammel::solution
