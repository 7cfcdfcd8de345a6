#include "cli/grid.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "base/error.hpp"

namespace trammel::cli {
namespace {

constexpr double most_points = 1e7;  // more is a slip of the pen, and would fill the memory

void sort_once(std::vector<double>& times) {
  std::ranges::sort(times);
  times.erase(std::unique(times.begin(), times.end()), times.end());
}

}  // namespace

std::vector<double> asked_times(const Arguments& arguments, double t_start, double t_end) {
  for (const double t : arguments.at)
    if (!(t >= t_start && t <= t_end))
      throw Error(Kind::usage,
                  fmt::format("--at {} lies outside the interval from {} to {}", t, t_start, t_end), {},
                  "set --start-time or --stop-time");
  std::vector<double> times = arguments.at;
  sort_once(times);
  return times;
}

std::vector<double> output_grid(const Arguments& arguments, std::optional<double> annotated, double t_start,
                                double t_end) {
  if (!(t_end > t_start)) return {t_start};
  const std::optional<double> interval = arguments.points     ? std::nullopt
                                         : arguments.interval ? arguments.interval
                                                              : annotated;
  const double length = t_end - t_start;
  // An interval that divides the whole but for rounding gives no sliver at the end.
  const double wanted = interval && *interval > 0 ? std::ceil(length / *interval * (1 - 1e-9)) + 1
                                                  : static_cast<double>(arguments.points.value_or(500));
  if (!(wanted <= most_points))
    throw Error(
        Kind::usage,
        fmt::format("the output grid has {:.3g} points; at most {:.0g} are written", wanted, most_points), {},
        "a larger --interval or fewer --points");
  const auto count = static_cast<long>(wanted);
  std::vector<double> times;
  for (long i = 0; i + 1 < count; ++i) {
    const auto step = static_cast<double>(i);
    times.push_back(t_start + (interval ? step * *interval : length * step / (wanted - 1)));
  }
  times.push_back(t_end);
  return times;
}

std::vector<double> merged(const std::vector<double>& a, const std::vector<double>& b) {
  std::vector<double> all = a;
  all.insert(all.end(), b.begin(), b.end());
  sort_once(all);
  return all;
}

std::vector<solution::Sample> pick(const std::vector<solution::Sample>& samples,
                                   const std::vector<double>& times) {
  std::vector<solution::Sample> chosen;
  std::ranges::copy_if(samples, std::back_inserter(chosen), [&](const solution::Sample& sample) {
    return std::ranges::binary_search(times, sample.time);
  });
  return chosen;
}

}  // namespace trammel::cli
