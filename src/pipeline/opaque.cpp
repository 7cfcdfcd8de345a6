#include "pipeline/opaque.hpp"

#include <fmt/format.h>

#include <Eigen/Core>
#include <algorithm>
#include <chrono>
#include <cmath>

#include "base/error.hpp"
#include "base/text.hpp"
#include "integrate/methods/catalog.hpp"
#include "linalg/decompositions.hpp"
#include "model/model.hpp"
#include "pipeline/checks.hpp"
#include "pipeline/event_functions.hpp"
#include "pipeline/explain.hpp"

namespace trammel::pipeline {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using solution::Solution;
using system::Incidence;

// A Dae with the same incidence as the code. Its formulas are sums of sines of what occurs, so that nothing
// cancels and nothing is taken for constant.
model::Dae shadow_of(const OpaqueProblem& problem, const Incidence& found) {
  model::Model shadow(problem.name);
  expr::Graph& graph = shadow.graph();
  std::vector<expr::Formula> y, rows;
  for (std::size_t j = 0; j < problem.y0.size(); ++j)
    y.push_back(shadow.variable(problem.names[j], {.nominal = problem.nominal[j]}));
  rows.resize(y.size(), 0.0);
  for (const auto& [row, column] : found.by_y) rows[row] += expr::sin(y[column]);
  for (const auto& [row, column] : found.by_yp) rows[row] += expr::sin(expr::der(y[column]));
  rows.front() += expr::sin(expr::time(graph));
  for (std::size_t i = 0; i < rows.size(); ++i)
    shadow.equation(fmt::format("residual {}", i), rows[i] == 0.0);
  model::Dae dae = std::move(shadow).problem().dae;
  dae.time_unit = problem.t_end > problem.t_start ? problem.t_end - problem.t_start : 1;
  return dae;
}

struct StartPoint {
  std::vector<double> y, yp;
};

// F(t, y, y') = 0 for the slopes of unknowns that have one, and for the other unknowns; beyond index 1 that
// leaves something open or asks too much, and the smallest change is taken. Then for all of them together.
class StartSearch {
 public:
  StartSearch(system::Residual& residual, const OpaqueProblem& problem, StartPoint& at)
      : residual_(residual), problem_(problem), at_(at), n_(static_cast<int>(at.y.size())), r_(n_) {}

  // The row that does not hold; none: all do.
  std::optional<int> search() {
    for (const bool all : {false, true})
      if (iterate(all)) return {};
    Eigen::Index worst = 0;
    r_.cwiseAbs().maxCoeff(&worst);
    return static_cast<int>(worst);
  }
  double residual(int row) const { return r_[row]; }

 private:
  MatrixXd matrix(double by_y, double by_yp) {
    linalg::SparseMatrix J(residual_.pattern());
    const double c[] = {by_y, by_yp};
    residual_.jacobian(problem_.t_start, levels(), c, J);
    MatrixXd dense = MatrixXd::Zero(n_, n_);
    for (int j = 0; j < n_; ++j)
      for (int k = J.pattern->start[j]; k < J.pattern->start[j + 1]; ++k)
        dense(J.pattern->row[k], j) = J.value[k];
    return dense;
  }
  std::vector<const double*> pointers_;
  system::Levels levels() {
    pointers_ = {at_.y.data(), at_.yp.data()};
    return pointers_;
  }
  bool evaluate() {
    residual_.residual(problem_.t_start, levels(), {r_.data(), static_cast<std::size_t>(n_)});
    return r_.allFinite();
  }

  bool iterate(bool all) {
    constexpr int most = 30;
    constexpr double enough = 1e-10;  // relative to what the unknowns contribute
    for (int k = 0; k < most && evaluate(); ++k) {
      const MatrixXd by_y = matrix(1, 0), by_yp = matrix(0, 1);
      if (!by_y.allFinite() || !by_yp.allFinite()) return false;
      MatrixXd J(n_, all ? 2 * n_ : n_);
      VectorXd size(n_);
      for (int i = 0; i < n_; ++i) size[i] = 1e-30;
      for (int j = 0; j < n_; ++j) {
        const bool slope = residual_.highest(j) > 0;
        J.col(j) = slope ? by_yp.col(j) : by_y.col(j);
        if (all) J.col(n_ + j) = slope ? by_y.col(j) : by_yp.col(j);
        size += by_y.col(j).cwiseAbs() * std::max(std::fabs(at_.y[j]), problem_.nominal[j]) +
                by_yp.col(j).cwiseAbs() * std::fabs(at_.yp[j]);
      }
      if ((r_.array().abs() <= enough * size.array()).all()) return true;
      const VectorXd step = linalg::least_squares(J, r_);
      for (int j = 0; j < n_; ++j) {
        (residual_.highest(j) > 0 ? at_.yp : at_.y)[j] -= step[j];
        if (all) (residual_.highest(j) > 0 ? at_.y : at_.yp)[j] -= step[n_ + j];
      }
    }
    return false;
  }

  system::Residual& residual_;
  const OpaqueProblem& problem_;
  StartPoint& at_;
  int n_;
  VectorXd r_;
};

OpaqueProblem completed(OpaqueProblem problem, const Options& options) {
  const std::size_t n = problem.y0.size();
  if (n == 0) throw Error(Kind::usage, "a residual without unknowns has nothing to solve");
  if (!problem.code.residual) throw Error(Kind::usage, "the residual has no code");
  if (problem.yp0.empty()) problem.yp0.resize(n);
  if (problem.nominal.empty()) problem.nominal.resize(n, 1);
  if (problem.names.empty())
    for (std::size_t j = 0; j < n; ++j) problem.names.push_back(fmt::format("y[{}]", j));
  if (problem.yp0.size() != n || problem.nominal.size() != n || problem.names.size() != n)
    throw Error(Kind::usage,
                fmt::format("slopes, nominal values and names must be as many as unknowns, {}", n));
  problem.t_start = options.t_start.value_or(problem.t_start);
  problem.t_end = options.t_end.value_or(problem.t_end);
  return problem;
}

const integrate::Integrator& integrator_for(const Options& options, int index) {
  const integrate::Integrator& chosen =
      integrate::find_integrator(options.method == "auto" ? "radau5" : options.method);
  if (std::ranges::find(chosen.method.takes, system::Form::residual) == chosen.method.takes.end())
    throw Error(Kind::usage,
                fmt::format("the method {} needs equations, but the residual is code", quote(options.method)),
                {}, "radau5 or bdf");
  if (index > chosen.method.max_index)
    throw Error(Kind::usage,
                fmt::format("the residual has index {}, and {} is for index {} at most", index,
                            quote(chosen.method.name), chosen.method.max_index),
                {}, "radau5, or equations that can be read");
  return chosen;
}

// One run of the driver.
class OpaqueRun {
 public:
  OpaqueRun(OpaqueProblem problem, const Options& options)
      : problem_(std::move(problem)), options_(options), run_options_(check_options(options)) {
    const Incidence found =
        incidence(problem_.code, problem_.t_start, problem_.y0, problem_.yp0, problem_.nominal);
    auto plan = std::make_shared<Blueprint>();
    plan->dae = shadow_of(problem_, found);
    plan->state_names = problem_.names;
    plan->nominal = problem_.nominal;
    const system::System system = system::compile_opaque(plan->dae, problem_.code);
    setup_.plan = plan;
    setup_.instance = std::make_shared<system::Instance>(system);
    for (int j = 0; j < system.unknowns(); ++j)
      structural_ = std::max(structural_, setup_.instance->residual().level(j));
    index_ = problem_.index.value_or(structural_);
    deepen();
    begin();
  }

  Solution finish() {
    const integrate::Integrator& integrator = integrator_for(options_, index_);
    require_steps(integrator.method, options_.step);
    const auto stepper = integrator.make(*setup_.instance);
    const std::size_t n = problem_.y0.size();
    const solution::Observe observe = [n](double, Vec state, Vec slope, Out values) {
      std::ranges::copy(state, values.begin());
      std::ranges::copy(slope, values.begin() + static_cast<std::ptrdiff_t>(n));
    };
    Solution result;
    EventFunctions functions(options_.events, 2 * n);
    std::vector<double> inside_y(n), inside_slope(n);
    std::optional<std::string> ended_by;
    if (!functions.empty())
      run_options_.cut = [&](const solution::StepPolynomial& step) {
        const auto terminal = functions.look(
            step, step.to(),
            [&](double t, Out values) {
              step.at(t, inside_y);
              step.slope(t, inside_slope);
              observe(t, inside_y, inside_slope, values);
            },
            result.events);
        if (terminal) ended_by = result.events.back().name;
        return terminal;
      };
    run_options_.dense = options_.dense || options_.after_step;
    setup_.instance->counts() = {};
    integrate::Driver driver(*setup_.instance, integrator.method, *stepper, nullptr, setup_.start,
                             problem_.t_end, run_options_, [&](double t, Vec y, Vec slope) {
                               std::vector<double> values(2 * n);
                               observe(t, y, slope, values);
                               result.samples.push_back({t, std::move(values)});
                             });
    solution::Trajectory trajectory(stepper->size(), integrator.method.dense_degree);
    if (options_.dense) trajectory.begin(setup_.start.t, setup_.start.y);
    bool told_to_end = false;
    std::vector<double> state(n), slope(n);
    for (double from = driver.t(); !told_to_end && driver.step(); from = driver.t()) {
      if (options_.dense) trajectory.add(*driver.polynomial());
      if (options_.after_step)
        told_to_end = !options_.after_step(from, driver.t(), [&](double t, Out values) {
          if (t >= driver.t()) return observe(t, driver.state(), driver.slope(), values);
          driver.polynomial()->at(t, state);
          driver.polynomial()->slope(t, slope);
          observe(t, state, slope, values);
        });
    }
    tell(driver.result(), integrator.method, told_to_end && !driver.stopped(), result);
    if (ended_by) {
      result.outcome = solution::Outcome::finished;
      result.message = fmt::format("ended at t = {:.6g} by the event {}", driver.t(), quote(*ended_by));
    }
    result.last.resize(2 * n);
    observe(driver.t(), driver.state(), driver.slope(), result.last);
    result.counts = driver.counts();
    if (options_.dense)
      result.segments.push_back(
          {std::move(trajectory), solution::Readout([observe] { return solution::Observe(observe); })});
    return result;
  }

 private:
  // An index that the incidence does not show: no algebraic unknown is tested then.
  void deepen() {
    if (index_ <= structural_) return;
    for (int j = 0; j < setup_.instance->system().unknowns(); ++j)
      if (setup_.instance->residual().highest(j) == 0) setup_.instance->residual().mark_deeper(j);
  }

  void begin() {
    StartPoint at{problem_.y0, problem_.yp0};
    StartSearch search(setup_.instance->residual(), problem_, at);
    if (const std::optional<int> row = search.search()) {
      const std::string& name = setup_.instance->system().equation(*row);
      if (index_ <= 1)
        throw Error(Kind::initialization,
                    fmt::format("no consistent start was found: {} is {:.3g} at t = {:g}", quote(name),
                                search.residual(*row), problem_.t_start),
                    {.equations = {name}, .time = problem_.t_start}, "other y0 and yp0");
      at = {problem_.y0, problem_.yp0};
      notes_.push_back(
          fmt::format("the start is taken as it was given; {} does not hold there", quote(name)));
    }
    setup_.start = {problem_.t_start, at.y, at.yp, problem_.nominal};
  }

  void tell(const integrate::Run& run, const integrate::Method& method, bool told_to_end, Solution& result) {
    result.outcome = told_to_end ? solution::Outcome::interrupted : run.outcome;
    result.message = told_to_end ? fmt::format("ended after the step to t = {:.6g}, as it was told", run.t)
                                 : explain(run, setup_);
    result.culprits = culprits(run, setup_);
    result.variables = problem_.names;
    for (const std::string& name : problem_.names) result.variables.push_back("der(" + name + ")");
    result.t_start = problem_.t_start;
    result.t_end = run.t;
    result.index = index_;
    result.choice = {"as_written", std::string(method.name), "none",
                     "the residual is code, which cannot be differentiated"};
    result.notes = notes_;
    if (index_ > 1)
      result.notes.push_back(fmt::format(
          "index {} {}: hidden constraints are not known, so they are not enforced, at the start neither",
          index_, problem_.index ? "as declared" : "by its incidence"));
  }

  OpaqueProblem problem_;
  const Options& options_;
  integrate::RunOptions run_options_;
  Setup setup_;
  int structural_ = 0, index_ = 0;
  std::vector<std::string> notes_;
};

}  // namespace

Solution solve(const OpaqueProblem& problem, const Options& options) {
  const auto begin = std::chrono::steady_clock::now();
  Solution result = OpaqueRun(completed(problem, options), options).finish();
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return result;
}

}  // namespace trammel::pipeline
