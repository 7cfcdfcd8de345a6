// bench/implicit.cpp: our implicit methods against RADAU5, DASPK and IDA, whole integrations at equal digits,
// every solver on the same compiled model functions and the same start.
//
// Every side may use its best tolerance: the fastest run that reaches the digits counts. Ours uses the method
// that pipeline/implicit_method.hpp picks before the run; what our fastest method would have reached stands
// beside. The ratio is to the better of DASPK and RADAU5. Debian compiles SUNDIALS without optimization,
// which makes it about four times slower than it need be, so IDA's time is divided by four and shown beside,
// outside the ratio.
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "integrate/driver.hpp"
#include "integrate/methods/catalog.hpp"
#include "measure.hpp"
#include "peers.hpp"
#include "pipeline/implicit_method.hpp"
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

PeerRun run_ours(pipeline::Setup& setup, double t_end, const integrate::Integrator& integrator, double tol) {
  const auto stepper = integrator.make(*setup.instance);
  integrate::RunOptions options{.dense = false};
  options.step.rtol = options.step.atol = tol;
  options.step.max_steps = 300'000;
  const integrate::Run run = integrate::integrate(*setup.instance, integrator.method, *stepper, nullptr,
                                                  setup.start, t_end, options);
  return {run.outcome == solution::Outcome::finished, run.y};
}

std::vector<Candidate> ours(pipeline::Setup& setup, double t_end, int index) {
  std::vector<Candidate> all;
  const bool constant = setup.instance->residual().constant_top();
  for (const char* method : {"radau", "radau5", "bdf", "mebdf", "sdirk4", "rodas"}) {
    const integrate::Integrator& integrator = integrate::find_integrator(method);
    if (integrator.method.max_index < index || (integrator.method.name == "rodas" && !constant)) continue;
    all.push_back({method, [&setup, t_end, &integrator](double tol) {
                     return run_ours(setup, t_end, integrator, tol);
                   }});
  }
  return all;
}

// The method that is picked before the run.
Candidate ruled(pipeline::Setup& setup, double t_end, int index) {
  const bool constant = setup.instance->residual().constant_top();
  return {"ours", [&setup, t_end, index, constant](double tol) {
            return run_ours(
                setup, t_end,
                pipeline::implicit_method({.index = index, .constant_matrix = constant, .rtol = tol}), tol);
          }};
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
        best = {candidate.name, seconds, tol, [run = candidate.run, tol] { run(tol); }};
      if (seconds > 1.5 * best.seconds) break;
    }
  return best;
}

// Geometric means of some numbers by name.
class Means {
 public:
  void add(const std::string& name, double value) {
    sums_[name].first += std::log(value);
    ++sums_[name].second;
  }
  double mean(const std::string& name) const { return std::exp(sums_.at(name).first / count(name)); }
  int count(const std::string& name) const { return sums_.contains(name) ? sums_.at(name).second : 0; }

 private:
  std::map<std::string, std::pair<double, int>> sums_;
};

void info(const std::string& what, double value) { fmt::print("{:<76} {:>9.3g}\n", what, value); }

// Our time over theirs, interleaved; the least of what repeated measurements give.
double our_share(const Best& us, const Best& them) {
  const std::vector<double> times = interleaved({us.action, them.action}, 9, 0.01);
  return times[0] / times[1];
}

struct Results {
  Means over_peers, off_best;
  double worst = 0;
};

// One problem at one number of digits.
void compare(const support::TestProblem& problem, pipeline::Setup& setup, double wanted, Results& results) {
  std::vector<int> at;
  for (const std::string& name : problem.counted)
    at.push_back(static_cast<int>(std::ranges::find(setup.state_names, name) - setup.state_names.begin()));
  const Vec nominal = setup.start.nominal;
  const auto best_of = [&](const std::vector<Candidate>& all) {
    return fastest(problem, at, all, wanted, nominal);
  };
  const std::vector<Candidate> own = ours(setup, problem.t_end, problem.index),
                               rule = {ruled(setup, problem.t_end, problem.index)};
  const std::vector<Candidate> theirs = {
      {"RADAU5", [&](double tol) { return run_radau5(setup, problem.t_end, tol); }},
      {"DASPK", [&](double tol) { return run_daspk(setup, problem.t_end, tol); }}};
  const std::vector<Candidate> sundials = {
      {"IDA", [&](double tol) { return run_ida(setup, problem.t_end, tol); }}};

  std::map<std::string, Best> by_name;
  Best us, them;
  for (const auto* side : {&own, &theirs})
    for (const Candidate& candidate : *side) {
      const Best best = by_name[candidate.name] = best_of({candidate});
      Best& side_best = side == &own ? us : them;
      if (best.seconds < side_best.seconds) side_best = best;
    }
  const Best picked = best_of(rule);
  if (!picked.action || !them.action) {
    fmt::print("{:<12} {} digits: {} reached by us, {} by them\n", problem.name, wanted,
               picked.action ? "" : "not", them.action ? them.name : "not");
    return;
  }
  const std::string_view method =
      pipeline::implicit_method({.index = problem.index,
                                 .constant_matrix = setup.instance->residual().constant_top(),
                                 .rtol = picked.tolerance})
          .method.name;
  double share = INFINITY;
  ratio(fmt::format("{}, {} digits: {} at {:.0e} / {} at {:.0e}", problem.name, wanted, method,
                    picked.tolerance, them.name, them.tolerance),
        1.2, [&] { return share = std::min(share, our_share(picked, them)); });
  const double best_share = us.name == method ? share : our_share(us, them);
  if (us.name != method)
    info(fmt::format("    our fastest: {} at {:.0e}", us.name, us.tolerance), best_share);
  if (ida_found())
    if (const Best ida = best_of(sundials); ida.action)
      info(fmt::format("    ours over a quarter of IDA's time at {:.0e}", ida.tolerance),
           4 * our_share(picked, ida));
  results.worst = std::max(results.worst, share);
  results.over_peers.add("picked", share);
  results.over_peers.add("fastest", std::min(share, best_share));
  const double quickest = std::min({us.seconds, them.seconds, picked.seconds});
  for (const auto& [name, best] : by_name)
    if (best.action) results.off_best.add(name, best.seconds / quickest);
}

}  // namespace

void implicit_methods() {
  if (!peers_found()) {
    fmt::print("implicit methods: package r-cran-desolve not found, comparison left out\n");
    return;
  }
  Results results;
  for (const support::TestProblem& problem : support::testset()) {
    // The ring modulator and the wheelset take minutes; kinks decide the pump. RADAU5 needs a constant M: on
    // the NAND gate and Andrews' mechanism only DASPK and IDA compete.
    if (problem.name == "ring" || problem.name == "wheelset" || problem.name == "pump") continue;
    pipeline::Setup setup =
        pipeline::set_up(problem.make(), formulation::find_formulation(problem.formulation), 0, false, {});
    for (const double wanted : {4.0, 6.0, 8.0})
      if (wanted <= problem.digits) compare(problem, setup, wanted, results);
  }
  const Means &over = results.over_peers, &off = results.off_best;
  if (over.count("picked") == 0) return;
  for (const char* code : {"radau", "radau5", "rodas", "mebdf", "bdf", "sdirk4", "RADAU5", "DASPK"})
    if (off.count(code) > 0)
      info(fmt::format("implicit methods: {} off the fastest of all codes, mean over {} cases", code,
                       off.count(code)),
           off.mean(code));
  info("implicit methods: geometric mean with our fastest method, known afterwards", over.mean("fastest"));
  ratio(fmt::format("implicit methods: geometric mean over {} cases (worst {:.2f})", over.count("picked"),
                    results.worst),
        0.6, [&] { return over.mean("picked"); });
}

}  // namespace trammel::bench
