#include "solution/solution.hpp"

#include <fmt/format.h>

#include <algorithm>

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
  if (column_.empty())
    for (std::size_t i = 0; i < variables.size(); ++i) column_.emplace(variables[i], i);
  const auto at = column_.find(std::string(variable));
  if (at == column_.end())
    throw Error(Kind::name, fmt::format("the solution has no variable called {}", quote(variable)),
                {.variables = {std::string(variable)}});
  return at->second;
}

double Solution::at(std::string_view variable, double t) const {
  const std::size_t i = column(variable);
  if (!(t >= t_start && t <= t_end))
    throw Error(Kind::usage, fmt::format("t = {} lies outside the solution, which reaches from {} to {}", t,
                                         t_start, t_end));
  if (segments.empty())
    throw Error(Kind::usage, "the run kept no trajectory", {}, "set dense = true, or ask for output times");
  // The last one that begins before t or there: behind an event at t.
  const auto after = std::ranges::upper_bound(segments, t, {},
                                              [](const Segment& s) { return s.trajectory.times().front(); });
  const Segment* segment = after == segments.begin() ? &segments.front() : &*std::prev(after);
  std::vector<double> state(static_cast<std::size_t>(segment->trajectory.size())), slope(state.size()),
      values(variables.size());
  segment->trajectory.at(t, state);
  segment->trajectory.slope(t, slope);
  segment->observe(t, state, slope, values);
  return values[i];
}

double Solution::end(std::string_view variable) const { return last.at(column(variable)); }

std::vector<double> Solution::times() const {
  std::vector<double> result;
  for (const Segment& segment : segments)
    result.insert(result.end(), segment.trajectory.times().begin(), segment.trajectory.times().end());
  return result;
}

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
                        events.back().time, events.back().name);
  return text;
}

}  // namespace trammel::solution
