// One run, asked for in different ways: by solve(), by run() of a Prepared, and by stepping a Simulation, with output and
// without. Each makes the same steps, to the last bit, with every method of the catalog and on every bundled model.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>

#include "base/error.hpp"
#include "integrate/methods/catalog.hpp"
#include "modelica/modelica.hpp"
#include "pipeline/prepared.hpp"
#include "pipeline/setup.hpp"
#include "pipeline/simulation.hpp"
#include "pipeline/solve.hpp"
#include "pipeline/verdict.hpp"
#include "support/thorough.hpp"

namespace trammel {
namespace {

namespace fs = std::filesystem;
using pipeline::Options;
using solution::Solution;

std::map<std::string, model::Problem> bundled() {
  std::map<std::string, model::Problem> all;
  for (const auto& folder : fs::directory_iterator(TRAMMEL_MODELS)) {
    std::ifstream file(folder.path() / "model.mo");
    if (!file) continue;
    std::stringstream text;
    text << file.rdbuf();
    all.emplace(folder.path().filename().string(), modelica::load({{"model.mo", text.str()}}).problem);
  }
  return all;
}

// What is compared: everything that steps decide.
struct Told {
  std::string refusal = {};  // none: it ran
  std::string outcome = {}, message = {};
  double t_end = 0;
  long steps = 0, rejected = 0;
  std::vector<double> last = {}, times = {}, states = {};
  bool again = false;  // solve() made the run anew
};

Told told(const Solution& run) {
  Told all{.outcome = std::string(solution::name(run.outcome)),
           .message = run.message,
           .t_end = run.t_end,
           .steps = run.counts.steps,
           .rejected = run.counts.rejected,
           .last = run.last};
  for (const solution::Segment& segment : run.segments)
    for (int k = 0; k <= segment.trajectory.steps(); ++k) {
      all.times.push_back(segment.trajectory.times()[static_cast<std::size_t>(k)]);
      const Vec state = segment.trajectory.at_step(k);
      all.states.insert(all.states.end(), state.begin(), state.end());
    }
  return all;
}

template <class Run>
Told unless_refused(const Run& run) {
  try {
    return run();
  } catch (const Error& error) {
    return {.refusal = error.message};
  }
}

bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  return std::ranges::equal(a, b, [](double x, double y) {
    return std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y);
  });
}

// States to the last bit. Values that are no states are solved for where they are asked for, in the order of pivots that
// served last: what was asked before may show in their last digits. No step uses them.
void expect_same_values(const std::vector<double>& a, const std::vector<double>& b,
                        const std::vector<char>& states, const char* how) {
  constexpr double rounding = 1e-9;
  ASSERT_EQ(a.size(), b.size()) << how;
  double largest = 0;
  for (const double value : a)
    if (std::isfinite(value)) largest = std::max(largest, std::fabs(value));
  for (std::size_t k = 0; k < a.size(); ++k)
    if (!same_bits({a[k]}, {b[k]})) {
      const bool state = states[k % states.size()] != 0;
      ASSERT_NEAR(a[k], b[k], state ? 0 : rounding * largest) << how << ": value " << k % states.size();
    }
}

void expect_same(const Told& a, const Told& b, const std::vector<char>& states, const char* how) {
  EXPECT_EQ(a.refusal, b.refusal) << how;
  EXPECT_EQ(a.outcome, b.outcome) << how;
  EXPECT_EQ(a.message, b.message) << how;
  EXPECT_EQ(a.t_end, b.t_end) << how;
  EXPECT_EQ(a.steps, b.steps) << how;
  EXPECT_EQ(a.rejected, b.rejected) << how;
  expect_same_values(a.last, b.last, states, how);
}

// Which of the reported values are states of what is integrated, and no algebraic unknowns in it.
std::vector<char> states_of(const pipeline::Prepared& prepared) {
  const std::vector<std::string>& names = prepared.variables();
  const auto among = [](const std::vector<std::string>& all, const std::string& name) {
    return std::ranges::find(all, name) != all.end();
  };
  std::vector<char> states(names.size());
  try {
    const pipeline::Verdict& verdict = prepared.verdict();
    const pipeline::Setup setup = prepared.set_up(0, *verdict.problem, verdict.problem->t_start, false, {});
    for (std::size_t k = 0; k < names.size(); ++k)
      states[k] = among(setup.plan->state_names, names[k]) && among(names, "der(" + names[k] + ")");
  } catch (const Error&) {  // it cannot begin
  }
  return states;
}

// At the ends of steps: times and all reported values, one after the other.
struct Steps {
  std::vector<double> times = {}, values = {};
};

Told prepared_run(const pipeline::Prepared& prepared, Options options, Steps* steps = nullptr) {
  if (steps != nullptr)
    options.after_step = [&](double, double to, const pipeline::ValuesAt& at) {
      std::vector<double> values(prepared.variables().size());
      at(to, values);
      steps->times.push_back(to);
      steps->values.insert(steps->values.end(), values.begin(), values.end());
      return true;
    };
  return told(pipeline::run(prepared, {}, options));
}

Told stepped(const pipeline::Prepared& prepared, Steps& steps) {
  pipeline::Simulation simulation(prepared);
  while (simulation.step()) {
    steps.times.push_back(simulation.time());
    const std::vector<double> values = simulation.values();
    steps.values.insert(steps.values.end(), values.begin(), values.end());
  }
  return {.outcome = std::string(solution::name(simulation.outcome())),
          .message = simulation.message(),
          .t_end = simulation.time(),
          .steps = simulation.counts().steps,
          .rejected = simulation.counts().rejected,
          .last = simulation.values()};
}

Options options_for(const model::Problem& problem, const std::string& method) {
  constexpr long enough = 250;  // steps; runs that end there are compared as far as they got
  constexpr double pieces = 200;
  Options options;
  options.method = method;
  options.engine = pipeline::Engine::vm;
  options.step.max_steps = enough;
  if (method != "auto" && integrate::find_integrator(method).method.estimate_order == 0)
    options.step.fixed_step = (problem.t_end - problem.t_start) / pieces;
  return options;
}

// True: it ran.
bool compare(const model::Problem& problem, const std::string& method) {
  const Options options = options_for(problem, method);
  Told solved = unless_refused([&] {
    const Solution run = pipeline::solve(problem, options);
    Told all = told(run);
    all.again = std::ranges::any_of(run.notes, [](const std::string& note) {
      return note.find("the run was") != std::string::npos || note.find("a first run") != std::string::npos;
    });
    return all;
  });
  std::optional<pipeline::Prepared> prepared;
  const Told refused = unless_refused([&] {
    prepared = pipeline::prepare(problem, options);
    return Told{};
  });
  if (!prepared) {
    EXPECT_EQ(solved.refusal, refused.refusal);
    return false;
  }
  const std::vector<char> states = states_of(*prepared);
  const Told whole = unless_refused([&] { return prepared_run(*prepared, options); });
  if (!solved.again) {
    expect_same(whole, solved, states, "solve");
    EXPECT_TRUE(same_bits(whole.times, solved.times)) << "solve";
    EXPECT_TRUE(same_bits(whole.states, solved.states)) << "solve";
  }
  Options bare = options;
  bare.dense = false;
  bare.certify = pipeline::Certify::off;
  expect_same(whole, unless_refused([&] { return prepared_run(*prepared, bare); }), states, "without output");
  Options asking = bare;
  for (const double part : {0.003, 0.1, 0.37, 0.7, 0.99, 1.0})
    asking.times.push_back(problem.t_start + part * (problem.t_end - problem.t_start));
  asking.both_sides = true;
  expect_same(whole, unless_refused([&] { return prepared_run(*prepared, asking); }), states, "at times");
  Steps seen, made;
  expect_same(whole, unless_refused([&] { return prepared_run(*prepared, options, &seen); }), states,
              "after steps");
  expect_same(whole, unless_refused([&] { return stepped(*prepared, made); }), states, "Simulation");
  EXPECT_TRUE(same_bits(seen.times, made.times)) << "Simulation steps elsewhere";
  expect_same_values(seen.values, made.values, states, "at each step");
  return whole.refusal.empty();
}

// In every push each method runs two of the models, and `auto` all that are small; `make thorough` runs all pairs.
TEST(SameRuns, SolvePreparedAndSimulationMakeTheSameStepsWhateverIsAskedFor) {
  const std::map<std::string, model::Problem> models = bundled();
  ASSERT_GT(models.size(), 30u);
  std::vector<std::string> methods = {"auto"};
  for (const integrate::Integrator& each : integrate::catalog()) methods.emplace_back(each.method.name);
  constexpr std::size_t small = 30;  // unknowns
  int ran = 0, refused = 0;
  std::size_t turn = 0;
  for (const std::string& method : methods)
    for (const auto& [name, problem] : models) {
      ++turn;
      const bool little = problem.dae.variables.size() <= small;
      const bool sampled = name == "pendulum" || (little && (method == "auto" || turn % 19 == 0));
      if (!thorough() && !sampled) continue;
      SCOPED_TRACE(method + " on " + name);
      ++(compare(problem, method) ? ran : refused);
    }
  std::cout << ran << " pairs ran, " << refused << " were refused" << std::endl;
  EXPECT_GT(ran, thorough() ? 1500 : 100);
}

}  // namespace
}  // namespace trammel
