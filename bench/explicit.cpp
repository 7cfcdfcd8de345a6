// bench/explicit.cpp: non-stiff mechanisms: explicit and half-explicit methods against our own Radau IIA and
// against RADAU5 and DASPK, whole integrations to equal digits, everybody in the formulation that suits him
// best; and what a longer mechanism costs.
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "contest.hpp"
#include "measure.hpp"

namespace trammel::bench {
namespace {

constexpr const char* methods[] = {"dopri5", "tsit5", "dop853", "adams", "phem56", "hem4"};

struct Race {
  Mechanism mechanism;
  bool peers = true;                 // dense matrices: only where they are small
  std::optional<double> asked = {};  // of the peers' better time
};

void race(const Race& race) {
  std::vector<Contestant> own;
  for (const char* method : methods) own.push_back(explicit_contestant(race.mechanism, method));
  std::vector<std::vector<Contestant>> groups = {own, radau_contestants(race.mechanism)};
  if (race.peers && peers_found()) {
    groups.push_back(radau5_contestants(race.mechanism));
    groups.push_back(daspk_contestants(race.mechanism));
  }
  for (const double digits : {4.0, 6.0, 8.0}) {
    std::vector<Winner> winners;
    std::vector<std::function<void()>> actions;
    for (const auto& group : groups)
      if (Winner winner = fastest(group, race.mechanism, digits); winner.action) {
        winners.push_back(winner);
        actions.push_back(winner.action);
      }
    std::vector<double> times;
    double better = 1e300;
    const auto measure = [&] {
      times = interleaved(actions, 9, 0.01);
      better = 1e300;
      for (std::size_t i = 0; i < winners.size(); ++i)
        if (winners[i].name.starts_with("RADAU5") || winners[i].name.starts_with("DASPK"))
          better = std::min(better, times[i]);
      return times[0] / better;
    };
    const double first = measure();
    std::string line = fmt::format("  {}, {} digits, ms:", race.mechanism.name, digits);
    for (std::size_t i = 0; i < winners.size(); ++i)
      line += fmt::format("  {} {:.3f}", winners[i].name, 1e3 * times[i]);
    fmt::print("{}\n", line);
    std::fflush(stdout);
    if (race.asked && better < 1e300) {
      bool fresh = true;
      ratio(fmt::format("{}, {} digits: {} against the better of RADAU5 and DASPK", race.mechanism.name,
                        digits, winners[0].name),
            *race.asked, [&] { return std::exchange(fresh, false) ? first : measure(); });
    }
  }
}

void growth(const char* method, int small, int large) {
  ratio(fmt::format("four-bar mechanism by {}, whole run at 1e-6: {} loops against {}", method, large, small),
        15.0 * large / small / 10, [&] {
          const Mechanism few{"", four_bars(small), {}, 1}, many{"", four_bars(large), {}, 1};
          const Contestant a = explicit_contestant(few, method), b = explicit_contestant(many, method);
          const auto time = interleaved({[&] { a.run(1e-6); }, [&] { b.run(1e-6); }}, 5, 0.05);
          return time[1] / time[0];
        });
}

// Projection uses the step's own factorization.
void cost_of_projection(const char* method) {
  ratio(fmt::format("Andrews by {} at 1e-6: with projection against without", method), 1.25, [&] {
    const Contestant with = explicit_contestant(andrews_mechanism(), method),
                     without = explicit_contestant(andrews_mechanism(), method, false);
    const auto time = interleaved({[&] { with.run(1e-6); }, [&] { without.run(1e-6); }}, 15, 0.02);
    return time[0] / time[1];
  });
}

}  // namespace

void explicit_methods() {
  fmt::print("non-stiff mechanisms, the fastest of each kind at equal digits in one interleaved run\n");
  if (!peers_found()) fmt::print("package r-cran-desolve not found, RADAU5 and DASPK left out\n");
  for (const char* method : {"dopri5", "tsit5", "dop853"}) cost_of_projection(method);
  constexpr double half = 0.5;
  race({andrews_mechanism(), true, half});
  race({pendulum_mechanism(), true, half});
  race({car_axis_mechanism()});
  race({chain_mechanism(7)});
  race({four_bar_mechanism(1)});
  race({four_bar_mechanism(10)});
  race({four_bar_mechanism(100), false});
  race({four_bar_mechanism(1000), false});
}

void growth_with_size() {
  fmt::print("mechanisms of many loops\n");
  for (const char* method : {"dopri5", "phem56"})
    for (const int small : {1, 10, 100}) growth(method, small, 10 * small);
}

}  // namespace trammel::bench
