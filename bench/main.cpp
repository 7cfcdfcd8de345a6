#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <ctime>

#include "base/memory.hpp"
#include "measure.hpp"

namespace trammel::bench {
namespace {

int missed_lines = 0;

// Of the processor, not of the wall: others may be at work on the same machine.
double seconds(const std::function<void()>& action, int repeats) {
  const auto now = [] {
    timespec at{};
    ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &at);
    return static_cast<double>(at.tv_sec) + 1e-9 * static_cast<double>(at.tv_nsec);
  };
  const double begin = now();
  for (int i = 0; i < repeats; ++i) action();
  return now() - begin;
}

double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2),
                   values.end());
  return values[values.size() / 2];
}

}  // namespace

std::vector<double> interleaved(const std::vector<std::function<void()>>& actions, int batches,
                                double batch) {
  std::vector<int> repeats;
  for (const auto& action : actions) {
    int n = 1;
    while (seconds(action, n) < batch && n < (1 << 24)) n *= 2;
    repeats.push_back(n);
  }
  std::vector<std::vector<double>> times(actions.size());
  for (int b = 0; b < batches; ++b)
    for (std::size_t a = 0; a < actions.size(); ++a)
      times[a].push_back(seconds(actions[a], repeats[a]) / repeats[a]);
  std::vector<double> result;
  for (auto& series : times) result.push_back(median(std::move(series)));
  return result;
}

double once(const std::function<void()>& action) { return seconds(action, 1); }

double quickest(const std::function<void()>& action) {
  double best = INFINITY, spent = 0;
  for (int call = 0; call < 200 && (call < (spent < 0.1 ? 5 : 2) || spent < 0.004); ++call) {
    const double now = seconds(action, 1);
    best = std::min(best, now);
    spent += now;
  }
  return best;
}

void ratio(const std::string& what, double asked, const std::function<double()>& measure,
           const std::string& unit) {
  double best = measure();
  for (int again = 0; again < 2 && best > asked; ++again) best = std::min(best, measure());
  const bool holds = best <= asked;
  missed_lines += !holds;
  fmt::print("{:<76} {:>9.3g}{:<4} asked: at most {:g}{}  {}\n", what, best, unit, asked, unit,
             holds ? "ok" : "MISSED");
  std::fflush(stdout);
}

Cost alone(const std::function<void()>& action) {
  int channel[2];
  if (::pipe(channel) != 0) return {};
  const pid_t child = ::fork();
  if (child == 0) {
    Cost cost;
    cost.seconds = seconds(action, 1);
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    cost.megabytes = static_cast<double>(usage.ru_maxrss) / 1024;
    const ssize_t written = ::write(channel[1], &cost, sizeof cost);
    ::_exit(written == sizeof cost ? 0 : 1);
  }
  Cost cost{1e300, 1e300};
  ::close(channel[1]);
  if (::read(channel[0], &cost, sizeof cost) != sizeof cost) cost = {1e300, 1e300};
  ::close(channel[0]);
  ::waitpid(child, nullptr, 0);
  return cost;
}

int missed() { return missed_lines; }

}  // namespace trammel::bench

// `trammel_bench trajectories explicit` runs only what it names, `trammel_bench all` everything. Without a name the races
// of single methods are left out, which take longest; what the default is worth among the codes that others have
// (`standing`) stays; `standing=akzo` is one problem of it.
int main(int argc, char** argv) {
  trammel::keep_freed_memory();  // as the trammel program does
  const auto named = [&](std::string_view section) {
    return std::find(argv + 1, argv + argc, section) != argv + argc;
  };
  std::vector<std::string> problems;
  constexpr std::string_view of_one = "standing=";
  for (const std::string_view argument : std::vector<std::string_view>(argv + 1, argv + argc))
    if (argument.starts_with(of_one)) problems.emplace_back(argument.substr(of_one.size()));
  const auto wanted = [&](std::string_view section) {
    const bool long_race = section == "explicit" || section == "implicit";
    return named(section) || named("all") || (argc == 1 && !long_race);
  };
  if (wanted("programs")) trammel::bench::programs();
  if (wanted("front_end")) trammel::bench::front_end();
  if (wanted("trajectories")) trammel::bench::trajectories();
  if (wanted("analysis")) trammel::bench::analysis_of_large_models();
  if (wanted("saddle")) trammel::bench::saddle_point_matrices();
  if (wanted("explicit")) trammel::bench::explicit_methods();
  if (wanted("growth")) trammel::bench::growth_with_size();
  if (wanted("implicit")) trammel::bench::implicit_methods();
  if (wanted("standing") || !problems.empty())
    trammel::bench::standing_of_the_default(named("all"), problems);
  if (wanted("events")) trammel::bench::events();
  if (wanted("prepared")) trammel::bench::prepared_runs();
  if (wanted("second_order")) trammel::bench::second_order_forms();
  fmt::print("{} missed\n", trammel::bench::missed());
  return trammel::bench::missed() == 0 ? 0 : 1;
}
