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

// What a tolerance gives; found out once for all numbers of digits.
struct Tried {
  double digits = -1, seconds = 0;  // 0: not measured yet
};

struct Candidate {
  std::string name;
  std::function<PeerRun(double tol)> run;
  std::map<double, Tried> tried = {};  // by the tolerance
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

const integrate::Integrator& pick(const pipeline::Setup& setup, int index, double tol) {
  const system::Residual& equations = setup.instance->residual();
  return pipeline::implicit_method(
      {.index = index, .size = equations.size(), .constant_matrix = equations.constant_top(), .rtol = tol});
}

// Everybody who runs on one problem.
struct Field {
  Field(const support::TestProblem& which, pipeline::Setup& its_setup)
      : problem(which), setup(its_setup),
        own(ours(setup, problem.t_end, problem.index)), ruled{"ours",
                                                              [this](double tol) {
                                                                return run_ours(
                                                                    setup, problem.t_end,
                                                                    pick(setup, problem.index, tol), tol);
                                                              }},
        theirs{{"RADAU5", [this](double tol) { return run_radau5(setup, problem.t_end, tol); }},
               {"DASPK", [this](double tol) { return run_daspk(setup, problem.t_end, tol); }}},
        ida{"IDA", [this](double tol) { return run_ida(setup, problem.t_end, tol); }} {
    for (const std::string& name : problem.counted)
      at.push_back(static_cast<int>(std::ranges::find(setup.plan->state_names, name) -
                                    setup.plan->state_names.begin()));
  }
  Field(const Field&) = delete;
  Field& operator=(const Field&) = delete;

  Best fastest(Candidate& candidate, double wanted) const {
    Best best;
    for (double exponent = 3; exponent <= 12; exponent += 0.5) {
      const double tol = std::pow(10.0, -exponent);
      const auto [entry, is_new] = candidate.tried.try_emplace(tol);
      Tried& tried = entry->second;
      if (is_new) tried.digits = digits(carefully(candidate, tol, setup.start.nominal.size()));
      if (tried.digits < wanted) continue;
      if (tried.seconds == 0) tried.seconds = quickest([&] { candidate.run(tol); });
      if (tried.seconds < best.seconds)
        best = {candidate.name, tried.seconds, tol, [run = candidate.run, tol] { run(tol); }};
      if (tried.seconds > 1.5 * best.seconds) break;
    }
    return best;
  }

  double digits(const PeerRun& run) const {
    if (!run.success) return -1;
    double worst = 1e-16;
    for (std::size_t i = 0; i < at.size(); ++i) {
      const double error =
          std::fabs(run.y[at[i]] - problem.end[i]) / (setup.start.nominal[at[i]] + std::fabs(problem.end[i]));
      if (!std::isfinite(error)) return -1;  // success with NaN does occur
      worst = std::max(worst, error);
    }
    return -std::log10(worst);
  }

  const support::TestProblem& problem;
  pipeline::Setup& setup;
  std::vector<int> at = {};
  std::vector<Candidate> own;
  Candidate ruled;
  std::vector<Candidate> theirs;
  Candidate ida;
};

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
  Means over_peers, off_best, off_published;
  double worst = 0;
};

// Where a code stands among all, and where our multistep codes do among those that others have, too.
void note_standing(const std::map<std::string, Best>& by_name, Results& results) {
  double quickest = INFINITY;
  for (const auto& [name, best] : by_name) quickest = std::min(quickest, best.seconds);
  for (const auto& [name, best] : by_name)
    if (best.action) results.off_best.add(name, best.seconds / quickest);
  const auto seconds = [&](const char* name) {
    return by_name.contains(name) ? by_name.at(name).seconds : INFINITY;
  };
  const double radau5 = seconds("RADAU5"), daspk = seconds("DASPK");
  for (const char* name : {"mebdf", "bdf"}) {
    if (!std::isfinite(seconds(name))) continue;
    const double best = std::min({seconds(name), radau5, daspk});
    results.off_published.add(name, seconds(name) / best);
    if (std::isfinite(radau5))
      results.off_published.add(std::string(name) + "/RADAU5", seconds(name) / radau5);
    if (std::isfinite(daspk)) results.off_published.add(std::string(name) + "/DASPK", seconds(name) / daspk);
    if (name == std::string("mebdf")) {
      if (std::isfinite(radau5)) results.off_published.add("RADAU5", radau5 / best);
      if (std::isfinite(daspk)) results.off_published.add("DASPK", daspk / best);
    }
  }
}

// One problem at one number of digits.
void compare(Field& field, double wanted, Results& results) {
  const support::TestProblem& problem = field.problem;
  std::map<std::string, Best> by_name;
  Best us, them;
  for (auto* side : {&field.own, &field.theirs})
    for (Candidate& candidate : *side) {
      const Best best = by_name[candidate.name] = field.fastest(candidate, wanted);
      Best& side_best = side == &field.own ? us : them;
      if (best.seconds < side_best.seconds) side_best = best;
    }
  const Best picked = field.fastest(field.ruled, wanted);
  if (!picked.action || !them.action) {
    fmt::print("{:<12} {} digits: {} reached by us, {} by them\n", problem.name, wanted,
               picked.action ? "" : "not", them.action ? them.name : "not");
    return;
  }
  note_standing(by_name, results);
  const std::string_view method = pick(field.setup, problem.index, picked.tolerance).method.name;
  double share = INFINITY;
  ratio(fmt::format("{}, {} digits: {} at {:.0e} / {} at {:.0e}", problem.name, wanted, method,
                    picked.tolerance, them.name, them.tolerance),
        1.2, [&] { return share = std::min(share, our_share(picked, them)); });
  const double best_share = us.name == method ? share : our_share(us, them);
  if (us.name != method)
    info(fmt::format("    our fastest: {} at {:.0e}", us.name, us.tolerance), best_share);
  if (ida_found())
    if (const Best ida = field.fastest(field.ida, wanted); ida.action)
      info(fmt::format("    ours over a quarter of IDA's time at {:.0e}", ida.tolerance),
           4 * our_share(picked, ida));
  results.worst = std::max(results.worst, share);
  results.over_peers.add("picked", share);
  results.over_peers.add("fastest", std::min(share, best_share));
}

void summary(const Results& results) {
  const Means &over = results.over_peers, &off = results.off_best, &published = results.off_published;
  for (const char* code : {"radau", "radau5", "rodas", "mebdf", "bdf", "sdirk4", "RADAU5", "DASPK"})
    if (off.count(code) > 0)
      info(fmt::format("implicit methods: {} off the fastest of all codes, mean over {} cases", code,
                       off.count(code)),
           off.mean(code));
  for (const char* code : {"mebdf", "bdf"})
    for (const char* peer : {"RADAU5", "DASPK"})
      if (const std::string both = std::string(code) + "/" + peer; published.count(both) > 0)
        info(fmt::format("implicit methods: {} over {}, mean over {} cases", code, peer,
                         published.count(both)),
             published.mean(both));
  for (const char* code : {"bdf", "RADAU5", "DASPK"})
    if (published.count(code) > 0)
      info(fmt::format("implicit methods: {} off the fastest of {}RADAU5 and DASPK, {} cases", code,
                       code == std::string("bdf") ? "itself, " : "mebdf, ", published.count(code)),
           published.mean(code));
  if (published.count("mebdf") > 0)
    ratio(fmt::format("implicit methods: mebdf off the fastest of itself, RADAU5 and DASPK, {} cases",
                      published.count("mebdf")),
          1.4, [&] { return published.mean("mebdf"); });
  info("implicit methods: geometric mean with our fastest method, known afterwards", over.mean("fastest"));
  ratio(fmt::format("implicit methods: geometric mean over {} cases (worst {:.2f})", over.count("picked"),
                    results.worst),
        0.6, [&] { return over.mean("picked"); });
}

}  // namespace

void implicit_methods() {
  if (!peers_found()) {
    fmt::print("implicit methods: package r-cran-desolve not found, comparison left out\n");
    return;
  }
  Results results;
  for (const support::TestProblem& problem : support::testset()) {
    // The ring modulator, written with names or without, and the wheelset take minutes; kinks decide the
    // pump. RADAU5 needs a constant M: on the NAND gate and Andrews' mechanism only DASPK and IDA compete.
    if (problem.name == "ring" || problem.name == "ring_named" || problem.name == "wheelset" ||
        problem.name == "pump")
      continue;
    pipeline::Setup setup =
        pipeline::set_up(problem.make(), formulation::find_formulation(problem.formulation), 0, false, {});
    Field field(problem, setup);
    for (const double wanted : {4.0, 6.0, 8.0})
      if (wanted <= problem.digits) compare(field, wanted, results);
  }
  if (results.over_peers.count("picked") > 0) summary(results);
}

}  // namespace trammel::bench
