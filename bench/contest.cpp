#include "contest.hpp"

#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "formulation/first_order.hpp"
#include "formulation/lower.hpp"
#include "formulation/project_invariants.hpp"
#include "integrate/driver.hpp"
#include "integrate/methods/catalog.hpp"
#include "measure.hpp"
#include "pipeline/prepared.hpp"
#include "pipeline/setup.hpp"

namespace trammel::bench {
namespace {

// Analyzed, compiled and started once, to be integrated again and again; null if the formulation does not
// suit. `written`: which of its problems, or -1 for that of explicit methods.
std::shared_ptr<pipeline::Setup> set_up_once(const Mechanism& mechanism, int written,
                                             const formulation::Entry& form) {
  const model::Problem& problem = written < 0 ? mechanism.problem : mechanism.written[written];
  const auto [at, fresh] = mechanism.setups->try_emplace({written, std::string(form.name)});
  if (fresh) try {
      at->second = std::make_shared<pipeline::Setup>(
          pipeline::set_up(problem, form, problem.t_start, true, {.engine = program::Engine::native}));
    } catch (const Error&) {  // not for this formulation
    }
  return at->second;
}

struct Prepared {
  Prepared(std::shared_ptr<pipeline::Setup> with, const std::string& method)
      : integrator(integrate::find_integrator(method)), shared(std::move(with)), setup(*shared),
        stepper(integrator.make(*setup.instance)) {}
  PeerRun run(double t_end, double tolerance, bool project = true) {
    integrate::RunOptions options{.dense = false};
    options.projection.on = project;
    options.step.rtol = options.step.atol = tolerance;
    const integrate::Run run = integrate::integrate(
        *setup.instance, integrator.method, *stepper,
        integrator.method.projected ? setup.projector.get() : nullptr, setup.start, t_end, options);
    return {run.outcome == solution::Outcome::finished, run.y};
  }
  const integrate::Integrator& integrator;
  std::shared_ptr<pipeline::Setup> shared;
  pipeline::Setup& setup;
  std::unique_ptr<integrate::Stepper> stepper;
};

using formulation::Entry;
using formulation::FirstOrder;
using formulation::ReduceIndex;
using formulation::Target;

// Nothing is eliminated: accelerations that are unknowns keep the matrix in front of y' constant.
std::vector<Entry> residual_forms() {
  return {{"index 3", "", "", Target::residual, {FirstOrder{}}},
          {"index 2", "", "", Target::residual, {ReduceIndex{2}, FirstOrder{}}},
          {"index 1", "", "", Target::residual, {ReduceIndex{1}, FirstOrder{}}},
          {"ggl", "", "", Target::residual, {formulation::Ggl{formulation::Direction::block}}}};
}

struct Timed {
  PeerRun run;
  double seconds = INFINITY;
};

bool sent(int channel, const void* data, std::size_t bytes) {
  return ::write(channel, data, bytes) == static_cast<ssize_t>(bytes);
}
bool received(int channel, void* data, std::size_t bytes) {
  return ::read(channel, data, bytes) == static_cast<ssize_t>(bytes);
}

// A peer runs in a process of its own: one that gives up prints through R, which does not run here. It is ended
// after `limit` seconds of processor time.
Timed carefully(const Contestant& contestant, double tol, double limit) {
  Timed result;
  if (!contestant.foreign) {
    result.seconds = once([&] { result.run = contestant.run(tol); });
    return result;
  }
  const std::size_t bytes = contestant.names.size() * sizeof(double);
  int channel[2];
  if (::pipe(channel) != 0) return result;
  const pid_t child = ::fork();
  if (child == 0) {
    const auto whole = static_cast<time_t>(limit);
    const itimerval most{{0, 0},
                         {whole, static_cast<suseconds_t>(1e6 * (limit - static_cast<double>(whole)))}};
    ::setitimer(ITIMER_PROF, &most, nullptr);
    PeerRun run;
    const double seconds = once([&] { run = contestant.run(tol); });
    const bool all = sent(channel[1], &run.success, sizeof run.success) &&
                     sent(channel[1], &seconds, sizeof seconds) && sent(channel[1], run.y.data(), bytes);
    ::_exit(all ? 0 : 1);
  }
  ::close(channel[1]);
  result.run = {false, std::vector<double>(contestant.names.size(), NAN)};
  const bool all = received(channel[0], &result.run.success, sizeof result.run.success) &&
                   received(channel[0], &result.seconds, sizeof result.seconds) &&
                   received(channel[0], result.run.y.data(), bytes);
  ::close(channel[0]);
  int status = 0;
  ::waitpid(child, &status, 0);
  result.run.success = result.run.success && all && status == 0;
  return result;
}

double digits_of(const Contestant& contestant, const Mechanism& mechanism, const PeerRun& run) {
  if (!run.success) return -1;
  double worst = 1e-16;
  for (std::size_t i = 0; i < run.y.size(); ++i)
    if (const auto at = mechanism.exact.find(contestant.names[i]); at != mechanism.exact.end()) {
      if (!std::isfinite(run.y[i])) return -1;
      const auto unit = mechanism.units.find(at->first);
      worst =
          std::max(worst, std::fabs(run.y[i] - at->second) /
                              ((unit == mechanism.units.end() ? 1 : unit->second) + std::fabs(at->second)));
    }
  return -std::log10(worst);
}

Contestant::Trial try_once(Contestant& contestant, const Mechanism& mechanism, double tol, double limit) {
  const auto [at, fresh] = contestant.trials.try_emplace(tol);
  if (fresh) {
    const Timed timed = carefully(contestant, tol, limit);
    at->second = {digits_of(contestant, mechanism, timed.run), timed.seconds};
  }
  return at->second;
}

template <class Run>
std::vector<Contestant> contestants(const Mechanism& mechanism, const std::string& solver,
                                    const std::string& method, bool constant_mass, const Run& run) {
  std::vector<Contestant> all;
  for (int written = 0; written < static_cast<int>(mechanism.written.size()); ++written)
    for (const Entry& form : residual_forms()) {
      const auto setup = set_up_once(mechanism, written, form);
      if (!setup || (constant_mass && !mass_is_constant(*setup))) continue;
      const auto prepared = std::make_shared<Prepared>(setup, method);
      all.push_back({solver + ", " + std::string(form.name), setup->plan->state_names,
                     [prepared, run, end = mechanism.t_end](double tol) { return run(*prepared, end, tol); },
                     solver != method});
    }
  return all;
}

}  // namespace

Contestant explicit_contestant(const Mechanism& mechanism, const std::string& method, bool project) {
  const bool half = integrate::find_integrator(method).method.takes[0] == system::Form::hessenberg;
  const auto prepared = std::make_shared<Prepared>(
      set_up_once(mechanism, -1, formulation::find_formulation(half ? "constrained" : "underlying_ode")),
      method);
  return {method, prepared->setup.plan->state_names, [prepared, project, end = mechanism.t_end](double tol) {
            return prepared->run(end, tol, project);
          }};
}

std::vector<Contestant> radau_contestants(const Mechanism& mechanism) {
  std::vector<Contestant> all;
  for (const char* method : {"radau", "radau5"})
    for (Contestant& one : contestants(mechanism, method, method, false,
                                       [](Prepared&p, double end, double tol) { return p.run(end, tol); }))
      all.push_back(std::move(one));
  return all;
}

std::vector<Contestant> radau5_contestants(const Mechanism& mechanism) {
  return contestants(mechanism, "RADAU5", "radau5", true,
                     [](Prepared& p, double end, double tol) { return run_radau5(p.setup, end, tol); });
}

std::vector<Contestant> daspk_contestants(const Mechanism& mechanism) {
  return contestants(mechanism, "DASPK", "bdf", false,
                     [](Prepared& p, double end, double tol) { return run_daspk(p.setup, end, tol); });
}

std::vector<Contestant> ida_contestants(const Mechanism& mechanism) {
  return contestants(mechanism, "IDA", "bdf", false,
                     [](Prepared& p, double end, double tol) { return run_ida(p.setup, end, tol); });
}

// Prepared once per tolerance, as the choice depends on it.
Contestant default_contestant(const Mechanism& mechanism) {
  Contestant result{"auto", {}, {}};
  for (const auto& [name, value] : mechanism.exact) result.names.push_back(name);
  const auto kept = std::make_shared<std::map<double, pipeline::Prepared>>();
  result.run = [kept, names = result.names, problem = mechanism.problem, end = mechanism.t_end](double tol) {
    PeerRun told{false, {}};
    try {
      auto at = kept->find(tol);
      if (at == kept->end()) {
        pipeline::Options options{.t_end = end, .tolerance = tol, .dense = false};
        options.certify = pipeline::Certify::off;
        at = kept->emplace(tol, pipeline::prepare(problem, options)).first;
      }
      const solution::Solution run = pipeline::run(at->second);
      told.success = run.success();
      for (const std::string& name : names) told.y.push_back(run.end(name));
    } catch (const Error&) {  // refused
    }
    return told;
  };
  return result;
}

// Whoever takes three times the best at a loose tolerance is not asked for more digits.
Winner fastest(std::vector<Contestant>& all, const Mechanism& mechanism, double digits, double limit) {
  Winner best;
  double best_seconds = INFINITY;
  for (Contestant& contestant : all)
    for (double exponent = 3; exponent <= 13; exponent += 0.5) {
      const double tol = std::pow(10.0, -exponent);
      const Contestant::Trial trial =
          try_once(contestant, mechanism, tol, std::min(limit, std::max(0.2, 5 * best_seconds)));
      if (trial.seconds > 3 * best_seconds) break;
      if (trial.digits < digits) continue;
      const auto action = [run = contestant.run, tol] { run(tol); };
      const double seconds = interleaved({action}, 3, 0.005)[0];
      if (seconds < best_seconds)
        best_seconds = seconds, best = {contestant.name, tol, trial.digits, seconds, action};
      break;
    }
  return best;
}

}  // namespace trammel::bench
