// bench/implicit.cpp: our implicit methods against RADAU5, DASPK and IDA, whole integrations at equal digits,
// every solver on the same compiled model functions and the same start.
//
// Every side may use its best method and tolerance: the fastest run that reaches the digits counts. The ratio
// is to the better of DASPK and RADAU5. Debian compiles SUNDIALS without optimization, which makes it about
// four times slower than it need be, so IDA's time is divided by four and shown beside, outside the ratio.
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>

#include "integrate/driver.hpp"
#include "integrate/methods/catalog.hpp"
#include "measure.hpp"
#include "peers.hpp"
#include "support/testset/testset.hpp"

namespace trammel::bench {
namespace {

struct Candidate {
  std::string name;
  std::function<PeerRun(double tol)> run;
};

// The fastest tolerance of a candidate that reaches the digits; found by single runs, timed later.
struct Best {
  std::string name;
  double seconds = INFINITY, tolerance = 0;
  std::function<void()> action;
};

// In a process of its own: a peer that gives up prints through R, which does not run here.
PeerRun carefully(const Candidate& candidate, double tol, std::size_t n) {
  int channel[2];
  if (::pipe(channel) != 0) return {};
  const pid_t child = ::fork();
  if (child == 0) {
    const PeerRun run = candidate.run(tol);
    bool sent = ::write(channel[1], &run.success, sizeof run.success) == sizeof run.success;
    const auto bytes = static_cast<ssize_t>(n * sizeof(double));
    sent = sent && ::write(channel[1], run.y.data(), static_cast<std::size_t>(bytes)) == bytes;
    ::_exit(sent ? 0 : 1);
  }
  ::close(channel[1]);
  PeerRun run{false, std::vector<double>(n, NAN)};
  const auto bytes = static_cast<ssize_t>(n * sizeof(double));
  const bool received = ::read(channel[0], &run.success, sizeof run.success) == sizeof run.success &&
                        ::read(channel[0], run.y.data(), static_cast<std::size_t>(bytes)) == bytes;
  ::close(channel[0]);
  int status = 0;
  ::waitpid(child, &status, 0);
  run.success = run.success && received && status == 0;
  return run;
}

double digits(const support::TestProblem& problem, Vec nominal, const std::vector<int>& at,
              const PeerRun& run) {
  if (!run.success) return -1;
  double worst = 1e-16;
  for (std::size_t i = 0; i < at.size(); ++i) {
    const double error =
        std::fabs(run.y[at[i]] - problem.end[i]) / (nominal[at[i]] + std::fabs(problem.end[i]));
    if (!std::isfinite(error)) return -1;  // success with NaN does occur
    worst = std::max(worst, error);
  }
  return -std::log10(worst);
}

std::vector<Candidate> ours(pipeline::Setup& setup, double t_end) {
  std::vector<Candidate> all;
  for (const char* method : {"radau", "radau5", "bdf", "mebdf", "sdirk4", "rodas"})
    all.push_back({method, [&setup, t_end, method](double tol) {
                     const integrate::Integrator& integrator = integrate::find_integrator(method);
                     const auto stepper = integrator.make(*setup.instance);
                     integrate::RunOptions options{.dense = false};
                     options.step.rtol = options.step.atol = tol;
                     options.step.max_steps = 300'000;
                     const integrate::Run run = integrate::integrate(
                         *setup.instance, integrator.method, *stepper, nullptr, setup.start, t_end, options);
                     return PeerRun{run.outcome == solution::Outcome::finished, run.y};
                   }});
  return all;
}

Best fastest(const support::TestProblem& problem, const std::vector<int>& at,
             const std::vector<Candidate>& all, double wanted, Vec nominal) {
  Best best;
  for (const Candidate& candidate : all)
    for (double exponent = 3; exponent <= 12; exponent += 0.5) {
      const double tol = std::pow(10.0, -exponent);
      if (digits(problem, nominal, at, carefully(candidate, tol, nominal.size())) < wanted) continue;
      const double seconds = quickest([&] { candidate.run(tol); });
      if (seconds < best.seconds)
        best = {candidate.name, seconds, tol, [&candidate, tol] { candidate.run(tol); }};
      if (seconds > 3 * best.seconds) break;
    }
  return best;
}

double ratio_to_ida(const Best& us, const Best& ida) {
  const std::vector<double> times = interleaved({us.action, ida.action}, 5, 0.01);
  return 4 * times[0] / times[1];
}

}  // namespace

void implicit_methods() {
  if (!peers_found()) {
    fmt::print("implicit methods: package r-cran-desolve not found, comparison left out\n");
    return;
  }
  double log_sum = 0, worst = 0;
  int count = 0;
  for (const support::TestProblem& problem : support::testset()) {
    // RADAU5 needs a constant M (nand, wheelset); the ring modulator takes minutes; kinks decide the pump.
    if (problem.name == "nand" || problem.name == "wheelset" || problem.name == "ring" ||
        problem.name == "pump")
      continue;
    pipeline::Setup setup =
        pipeline::set_up(problem.make(), formulation::find_formulation(problem.formulation), 0, false, {});
    std::vector<int> at;
    for (const std::string& name : problem.counted)
      at.push_back(static_cast<int>(std::ranges::find(setup.state_names, name) - setup.state_names.begin()));
    const std::vector<Candidate> own = ours(setup, problem.t_end);
    const std::vector<Candidate> theirs = {
        {"RADAU5", [&](double tol) { return run_radau5(setup, problem.t_end, tol); }},
        {"DASPK", [&](double tol) { return run_daspk(setup, problem.t_end, tol); }}};
    const std::vector<Candidate> sundials = {
        {"IDA", [&](double tol) { return run_ida(setup, problem.t_end, tol); }}};
    for (const double wanted : {4.0, 6.0, 8.0}) {
      if (wanted > problem.digits) continue;
      const Vec nominal = setup.start.nominal;
      const Best us = fastest(problem, at, own, wanted, nominal),
                 them = fastest(problem, at, theirs, wanted, nominal),
                 ida = ida_found() ? fastest(problem, at, sundials, wanted, nominal) : Best{};
      if (!us.action || !them.action) {
        fmt::print("{:<12} {} digits: {} reached by us, {} by them\n", problem.name, wanted,
                   us.action ? us.name : "not", them.action ? them.name : "not");
        continue;
      }
      double ratio_now = INFINITY;
      ratio(fmt::format("{}, {} digits: {} at {:.0e} / {} at {:.0e}", problem.name, wanted, us.name,
                        us.tolerance, them.name, them.tolerance),
            1.2, [&] {
              const std::vector<double> times = interleaved({us.action, them.action}, 9, 0.01);
              return ratio_now = std::min(ratio_now, times[0] / times[1]);
            });
      if (ida.action)
        fmt::print("{:<76} {:>9.3g}\n",
                   fmt::format("    the same over a quarter of IDA's time at {:.0e}", ida.tolerance),
                   ratio_to_ida(us, ida));
      log_sum += std::log(ratio_now);
      worst = std::max(worst, ratio_now);
      ++count;
    }
  }
  if (count > 0)
    ratio(fmt::format("implicit methods: geometric mean over {} cases (worst {:.2f})", count, worst), 0.6,
          [&] { return std::exp(log_sum / count); });
}

}  // namespace trammel::bench
