// Non-stiff mechanisms: which explicit or half-explicit method reaches how many digits in which time, and
// what a longer mechanism costs.
#include <fmt/format.h>

#include <cmath>
#include <map>
#include <optional>

#include "integrate/driver.hpp"
#include "integrate/methods/catalog.hpp"
#include "measure.hpp"
#include "pipeline/setup.hpp"
#include "pipeline/solve.hpp"
#include "support/andrews_data.hpp"
#include "support/problems.hpp"

namespace trammel::bench {
namespace {

using model::der;

// N parallel cranks of length 1 at (0,0), (1,0), ..., (N,0), their ends joined by rods of length 1, unit
// masses at the ends, hanging, pushed to the right with speed 1: one degree of freedom, the motion of one
// pendulum for every N.
model::Problem four_bars(int n) {
  model::Model m("four-bar");
  m.interval(0, 2);
  const model::Formula g = m.parameter("g", 9.81);
  std::vector<model::Formula> x, y, fx, fy;
  for (int i = 0; i <= n; ++i) {
    const std::string number = std::to_string(i);
    x.push_back(m.variable("x" + number, {.start = i, .fixed = i == 0}));
    y.push_back(m.variable("y" + number, {.start = -1}));
    fx.emplace_back(0.0), fy.push_back(-g);
  }
  m.start(der(x[0]), 1);
  const auto rod = [&](const std::string& name, int i, int j) {  // j < 0: the ground below crank i
    const model::Formula lambda = m.variable("lambda " + name), dx = x[i] - (j < 0 ? double(i) : x[j]),
                         dy = j < 0 ? y[i] : y[i] - y[j];
    m.equation(name, dx * dx + dy * dy == 1.0);
    fx[i] -= lambda * dx, fy[i] -= lambda * dy;
    if (j >= 0) fx[j] += lambda * dx, fy[j] += lambda * dy;
  };
  for (int i = 0; i <= n; ++i) {
    rod("crank " + std::to_string(i), i, -1);
    if (i > 0) rod("coupler " + std::to_string(i), i, i - 1);
  }
  for (int i = 0; i <= n; ++i) {
    m.equation("x motion " + std::to_string(i), der(x[i], 2) == fx[i]);
    m.equation("y motion " + std::to_string(i), der(y[i], 2) == fy[i]);
  }
  return m.problem();
}

// Analyzed, compiled and started once, to be integrated again and again.
struct Prepared {
  Prepared(const model::Problem& problem, const std::string& method, double end)
      : integrator(integrate::find_integrator(method)),
        setup(pipeline::set_up(
            problem,
            formulation::find_formulation(
                integrator.method.takes[0] == system::Form::hessenberg ? "constrained" : "underlying_ode"),
            problem.t_start, true, {.engine = program::Engine::native})),
        stepper(integrator.make(*setup.instance)), t_end(end) {
    options.dense = false;
  }
  integrate::Run run(double tolerance) {
    options.step.rtol = options.step.atol = tolerance;
    setup.instance->counts() = {};
    return integrate::integrate(*setup.instance, integrator.method, *stepper, setup.projector.get(),
                                setup.start, t_end, options);
  }
  const integrate::Integrator& integrator;
  pipeline::Setup setup;
  std::unique_ptr<integrate::Stepper> stepper;
  integrate::RunOptions options;
  double t_end;
};

using Exact = std::map<std::string, double>;

double digits(const Prepared& prepared, const integrate::Run& run, const Exact& exact) {
  double worst = 0;
  for (std::size_t i = 0; i < run.y.size(); ++i)
    if (const auto at = exact.find(prepared.setup.state_names[i]); at != exact.end())
      worst = std::max(worst, std::fabs(run.y[i] - at->second) / (1 + std::fabs(at->second)));
  return run.outcome == solution::Outcome::finished ? -std::log10(worst) : 0;
}

struct Reached {
  double tolerance = 0, digits = 0;
  long steps = 0, factorizations = 0;
};

// The loosest tolerance, in half decades, that gives the digits.
std::optional<Reached> reach(Prepared& prepared, const Exact& exact, double wanted) {
  for (double exponent = -3; exponent >= -13; exponent -= 0.5) {
    const integrate::Run run = prepared.run(std::pow(10, exponent));
    const double got = digits(prepared, run, exact);
    if (got >= wanted)
      return Reached{std::pow(10, exponent), got, prepared.setup.instance->counts().steps,
                     prepared.setup.instance->counts().factorizations};
  }
  return {};
}

void compare(const std::string& title, const model::Problem& problem, double t_end, const Exact& exact) {
  fmt::print("\n{}: milliseconds (digits; steps) for 4, 6 and 8 digits\n", title);
  for (const char* method : {"dopri5", "tsit5", "dop853", "adams", "phem56", "hem4"}) {
    Prepared prepared(problem, method, t_end);
    std::string line = fmt::format("  {:<8}", method);
    for (const double wanted : {4.0, 6.0, 8.0}) {
      const auto reached = reach(prepared, exact, wanted);
      if (!reached) {
        line += fmt::format("{:>28}", "not reached");
        continue;
      }
      const double time = interleaved({[&] { prepared.run(reached->tolerance); }}, 7, 0.02)[0];
      line += fmt::format("{:>28}",
                          fmt::format("{:.3f} ({:.1f}; {})", 1e3 * time, reached->digits, reached->steps));
    }
    fmt::print("{}\n", line);
  }
}

// Positions at the end by a run whose error does not matter here.
Exact tight(const model::Problem& problem, double t_end) {
  Prepared prepared(problem, "dop853", t_end);
  const integrate::Run run = prepared.run(1e-13);
  Exact exact;
  for (std::size_t i = 0; i < run.y.size(); ++i) exact.emplace(prepared.setup.state_names[i], run.y[i]);
  return exact;
}

void growth(const char* method) {
  ratio(fmt::format("four-bar mechanism by {}, whole run at 1e-6: 1000 loops against 100", method), 15, [&] {
    Prepared small(four_bars(100), method, 1), large(four_bars(1000), method, 1);
    const auto time = interleaved({[&] { small.run(1e-6); }, [&] { large.run(1e-6); }}, 5, 0.05);
    return time[1] / time[0];
  });
}

}  // namespace

void explicit_methods() {
  Exact andrews;
  for (int i = 0; i < 7; ++i) andrews.emplace("q" + std::to_string(i + 1), support::andrews_data::q_end[i]);
  compare("Andrews' mechanism", support::andrews(support::Form::second_order), 0.03, andrews);
  const double* p = support::pendulum_end;
  compare("pendulum", support::pendulum(support::Form::second_order), 10,
          {{"x", p[0]}, {"y", p[1]}, {"der(x)", p[2]}, {"der(y)", p[3]}});
  const model::Problem chain = support::chain(7);
  compare("chain of 7 links", chain, 1, tight(chain, 1));
  for (const int n : {1, 10, 100}) {
    const model::Problem bars = four_bars(n);
    compare(fmt::format("four-bar mechanism, {} loops", n), bars, 2, tight(bars, 2));
  }
  growth("dopri5");
  growth("phem56");
}

}  // namespace trammel::bench
