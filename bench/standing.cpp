// bench/standing.cpp: what `auto` chooses, run with run(prepared), against the front of the codes that others have.
//
// All DAE problems of the IVP test set and some mechanisms, at 4, 6 and 8 digits; each side at the loosest tolerance
// that reaches them, RADAU5, DASPK and IDA in every formulation of the residual that they accept, the fastest counts.
// The front is the fastest of twelve codes, of which two can be had here: per problem and digits it is a known part of
// what the better of RADAU5 and DASPK takes (`front`; measured once, all twelve in one process). A share below the front
// is ahead of all of them. IDA runs with `trammel_bench all` only: Debian compiles SUNDIALS without optimization, so a quarter of IDA's time counts, and
// outside the ratio.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "contest.hpp"
#include "measure.hpp"
#include "support/problems.hpp"
#include "support/testset/testset.hpp"

namespace trammel::bench {
namespace {

constexpr std::array wanted = {4.0, 6.0, 8.0};

// Time of the fastest of twelve codes over that of the better of RADAU5 and DASPK; 1 where no other was run.
const std::map<std::string, std::array<double, 3>> fronts = {
    {"pendulum", {0.54, 0.50, 0.28}}, {"Andrews", {0.65, 0.63, 0.54}}, {"car axis", {0.70, 0.35, 1}},
    {"crank", {0.66, 0.82, 0.33}},    {"fekete", {1, 0.76, 0.53}},     {"watertube", {0.63, 1, 0.68}},
    {"transistor", {1, 0.98, 0.66}},  {"akzo", {0.45, 0.62, 0.88}},    {"robertson", {0.56, 1, 0.50}},
    {"nand", {0.97, 1, 1}},           {"adder", {1, 0.92, 1}},         {"wheelset", {1, 0.72, 1}}};

Mechanism as_mechanism(const support::TestProblem& problem) {
  Mechanism result{problem.name, problem.make(), {}, problem.t_end};
  result.written = {result.problem};
  for (std::size_t i = 0; i < problem.counted.size(); ++i)
    result.exact.emplace(problem.counted[i], problem.end[i]);
  for (const model::Variable& variable : result.problem.dae.variables)
    if (variable.nominal_given)
      result.units.emplace(result.problem.dae.graph->variable_name(variable.id), variable.nominal);
  if (problem.unit != 1)
    for (const std::string& name : problem.counted) result.units[name] = problem.unit;
  return result;
}

struct Standing {
  double logs = 0;
  int cases = 0, ahead = 0, with_front = 0, only_we = 0;
  std::vector<std::string> behind = {};
};

void print_points(const Mechanism& mechanism, const std::vector<Contestant>& group) {
  for (const Contestant& one : group)
    for (const auto& [tol, trial] : one.trials)
      if (trial.digits > 0)
        fmt::print("point {}; {}; {:.1e}; {:.2f}; {:.5g}\n", mechanism.name, one.name, tol, trial.digits,
                   1e3 * trial.seconds);
}

void race(const Mechanism& mechanism, double most_digits, bool with_ida, Standing& standing) {
  std::vector<std::vector<Contestant>> groups = {
      {default_contestant(mechanism)}, radau5_contestants(mechanism), daspk_contestants(mechanism)};
  if (with_ida && ida_found()) groups.push_back(ida_contestants(mechanism));
  for (std::size_t k = 0; k < wanted.size(); ++k) {
    if (wanted[k] > most_digits) continue;
    // Who takes fifty times as long is not waited for.
    std::vector<Winner> winners = {fastest(groups[0], mechanism, wanted[k])};
    const double limit = winners[0].action ? std::clamp(50 * winners[0].seconds, 0.5, 20.0) : 20;
    for (std::size_t g = 1; g < groups.size(); ++g)
      winners.push_back(fastest(groups[g], mechanism, wanted[k], limit));
    const Winner &ours = winners[0], &radau5 = winners[1], &daspk = winners[2];
    const std::string what = fmt::format("{}, {} digits", mechanism.name, wanted[k]);
    const bool of_radau5 = radau5.action && (!daspk.action || radau5.seconds < daspk.seconds);
    const Winner& better = of_radau5 ? radau5 : daspk;
    if (!ours.action || !better.action) {
      fmt::print("{:<28} {}; {}\n", what,
                 ours.action ? fmt::format("auto {:.3g} ms", 1e3 * ours.seconds) : "not by auto",
                 better.action ? fmt::format("{} {:.3g} ms", better.name, 1e3 * better.seconds)
                               : "neither by RADAU5 nor by DASPK");
      standing.only_we += bool(ours.action);
      continue;
    }
    const std::vector<double> times = interleaved({ours.action, better.action}, 9, 0.01);
    const double share = times[0] / times[1];
    std::string line =
        fmt::format("{:<28} auto at {:.0e} {:8.3g} ms; {} at {:.0e} {:8.3g} ms; share {:5.2f}", what,
                    ours.tolerance, 1e3 * times[0], better.name, better.tolerance, 1e3 * times[1], share);
    standing.logs += std::log(share);
    ++standing.cases;
    if (const auto at = fronts.find(mechanism.name); at != fronts.end()) {
      const double front = at->second[k];
      ++standing.with_front;
      if (share <= front)
        ++standing.ahead;
      else
        standing.behind.push_back(fmt::format("{} ({:.2f})", what, share / front));
      line += fmt::format("; of the front {:5.2f}{}", share / front, share <= front ? "" : " BEHIND");
    }
    if (winners.size() > 3 && winners[3].action)
      line += fmt::format("; a quarter of IDA's {:.3g} ms", 1e3 * winners[3].seconds / 4);
    fmt::print("{}\n", line);
    std::fflush(stdout);
  }
  for (const auto& group : groups) print_points(mechanism, group);
}

}  // namespace

void standing_of_the_default(bool all, const std::vector<std::string>& problems) {
  fmt::print("what auto chooses, by run(prepared), against RADAU5 and DASPK at equal digits\n");
  if (!peers_found()) {
    fmt::print("package r-cran-desolve not found, comparison left out\n");
    return;
  }
  Standing standing;
  const auto asked_for = [&](const std::string& name) {
    return problems.empty() || std::ranges::find(problems, name) != problems.end();
  };
  using Make = std::pair<const char*, std::function<Mechanism()>>;
  for (const auto& [name, make] : {Make{"pendulum", pendulum_mechanism}, Make{"Andrews", andrews_mechanism},
                                   Make{"car axis", car_axis_mechanism}})
    if (asked_for(name)) race(make(), 12, all, standing);
  for (const support::TestProblem& problem : support::testset()) {
    const bool mechanism = problem.name.starts_with("andrews") || problem.name == "caraxis";
    if (mechanism || problem.name == "ring_named" || (problem.name == "adder" && !all)) continue;
    if (asked_for(problem.name)) race(as_mechanism(problem), problem.digits, all, standing);
  }
  if (asked_for("chain")) race(chain_mechanism(7), 12, all, standing);
  if (asked_for("four-bars")) race(four_bar_mechanism(10), 12, all, standing);
  fmt::print("ahead of the front of twelve codes in {} of {} cases; {} cases that only auto reaches\n",
             standing.ahead, standing.with_front, standing.only_we);
  for (const std::string& what : standing.behind) fmt::print("  behind: {}\n", what);
  ratio(
      fmt::format("auto against the better of RADAU5 and DASPK, geometric mean of {} cases", standing.cases),
      0.4, [&] { return std::exp(standing.logs / std::max(1, standing.cases)); });
}

}  // namespace trammel::bench
