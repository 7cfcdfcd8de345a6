#include "pipeline/certification.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

#include "pipeline/checks.hpp"
#include "system/singular_points.hpp"

namespace trammel::pipeline {
namespace {

using certify::Roots;
using integrate::ProjectionOptions;

// Levels below `first` drift; `first` holds; each one above it is met one index level deeper.
Roots deeper(int levels, int first) {
  Roots roots;
  for (int l = 0; l < levels; ++l) roots.push_back(l < first ? 0 : l - first + 1);
  return roots;
}

Roots by_projection(int levels, const ProjectionOptions& projection, bool projects) {
  Roots roots(static_cast<std::size_t>(levels), projects ? 1 : 0);
  if (!projects || projection.parts == ProjectionOptions::Parts::all) return roots;
  for (int l = 0; l < levels; ++l) {
    const bool kept = projection.parts == ProjectionOptions::Parts::positions ? l == 0 : l == levels - 1;
    roots.set(static_cast<std::size_t>(l), kept ? 1 : 0);
  }
  return roots;
}

// What terms with a gain hold: nothing certain if the user chose it; 'baumgarte' the constraint itself only.
Roots by_gain(int levels, bool baumgarte, bool chosen) {
  Roots roots(static_cast<std::size_t>(levels), chosen || baumgarte ? 0 : 1);
  if (baumgarte && !chosen) roots.set(0, 2);
  return roots;
}

// Of index_1, index_2, index_3: the index at which the method meets the equations; 0: another formulation.
int lowered_to(std::string_view name, int index) {
  if (name == "as_written") return std::max(index, 1);
  if (name == "index_1") return 1;
  if (name == "index_2") return 2;
  if (name == "index_3") return 3;
  return 0;
}

// A method on a second-order form meets multipliers at their index. Where it holds local errors h^p to the
// tolerance, an unknown of index level l errs by h^(p-l+1) [HW96, VII.4], which is the root p/(p-l+1) of the
// tolerance. Backward differentiation and generalized-α take what is lost out again.
int root_of_multipliers(const integrate::Method& method, int level) {
  if (method.multistep) return 1;
  const int p = method.estimate_order, left = p - level + 1;
  return left > 0 ? p / left : level;
}

// The power of the tolerance that errors of steps are, where they add up; 0: they do not. It is 1 for methods
// whose estimate is that of the formula they go on with, and for multistep methods for equations of second
// order: measured on an undamped circuit, their errors are some tolerances per step. Methods of order 1 and 2
// that test a formula of lower order err by tol^((p+1)/e) per step, where h^e is what they test, and make so
// many steps that this counts. Others go on with a formula that is far better than the one they test, or were
// calibrated.
double errors_add_up(const integrate::Method& method, bool second_order) {
  if (method.estimate_order > method.order || (second_order && method.multistep)) return 1;
  constexpr int low = 2;
  return method.multistep || method.order > low || method.estimate_order == 0
             ? 0
             : (method.order + 1.0) / method.estimate_order;
}

// Of collocation on second-order forms, per variable: a step whose estimate h^p is the tolerance leaves
// h^(p-l+1) in unknowns of index level l. Multipliers of Gauss methods follow at the ends of steps from
// velocities, which are not tested beside them. Methods whose errors add up are judged by their number of
// steps.
std::vector<double> powers_of_errors(const integrate::Method& method, int index, const std::vector<int>& d) {
  std::vector<double> powers;
  if (errors_add_up(method, true) > 0 || method.estimate_order == 0) return powers;
  const int p = method.estimate_order;
  const bool gauss = method.order % 2 == 0;
  powers.reserve(d.size());
  for (const int own : d) {
    const int level = std::max(std::clamp(index - own, 1, index), gauss && own == 0 ? 2 : 1);
    powers.push_back(std::max(p - level + 1, 1) / static_cast<double>(p));
  }
  return powers;
}

// The time at which the start is judged: beside it, where no values satisfy the equations there. Those that do
// are observed.
double observe_beside(const Setup& setup, const Options& options, std::vector<double>& values) {
  constexpr double near = 1e-4;  // of the interval
  const double t = setup.start.t;
  if (setup.instance->system().form() != system::Form::ode) return t;
  system::Ode& ode = setup.instance->ode();
  const system::SingularPoints* const points = system::singular_points(ode);
  std::vector<double> z = setup.start.y, slope(z.size());
  if (points == nullptr || ode.guesses() || !ode.derivative(t, z, slope) || !points->without_values(t))
    return t;
  const double ahead = near * std::min(1.0, options.t_end.value_or(t + 1) - t);
  for (std::size_t i = 0; i < z.size(); ++i) z[i] += ahead * slope[i];
  setup.observe(t + ahead, z, {}, values);
  return t + ahead;
}

}  // namespace

certify::Promise promise(const analysis::Diagnosis& found, const Choice& choice, int index_as_integrated,
                         const integrate::RunOptions& run, double gamma, bool projects) {
  const formulation::Entry& form = *choice.formulation;
  certify::Promise result{.tolerance = std::max(run.step.rtol, run.step.atol), .judged = !run.step.given()};
  const int lowered = lowered_to(form.name, found.index);
  const bool residual = form.target == formulation::Target::residual;
  // Terms with a gain make of a distance to the constraints what an index of 2 would.
  const int index = !form.projects ? 2 : std::clamp(index_as_integrated, 1, std::max(found.index, 2));
  result.variables.reserve(found.offsets.d.size());
  result.constraints.reserve(found.offsets.c.size());
  for (const int d : found.offsets.d) result.variables.push_back(std::clamp(index - d, 1, index));
  for (const int c : found.offsets.c) {
    if (lowered > 0)
      result.constraints.push_back(deeper(c, std::max(c - lowered + 1, 0)));
    else if (form.name == "projected_positions")
      result.constraints.push_back(by_projection(c, {.parts = ProjectionOptions::Parts::positions}, true));
    else if (residual || form.chart != formulation::Chart::none)
      result.constraints.emplace_back(static_cast<std::size_t>(c), 1);
    else if (!form.projects)
      result.constraints.push_back(by_gain(c, form.name == "baumgarte", gamma != 0));
    else
      result.constraints.push_back(
          by_projection(c, run.projection, projects || !choice.integrator->method.projected));
  }
  return result;
}

void Judge::follow(const Setup& setup, const Choice& choice, const Options& options,
                   integrate::RunOptions& run, bool projects) {
  struct Memory {
    std::vector<double> state, slope, values, end;
  };
  auto memory = std::make_shared<Memory>();
  memory->state.resize(setup.start.y.size());
  memory->slope.resize(setup.start.slope.size());
  memory->values.resize(setup.plan->reported.names.size());
  setup.observe(setup.start.t, setup.start.y, setup.start.slope, memory->values);
  const bool residual = setup.instance->system().form() == system::Form::residual;
  int index = residual && !choice.formulation->from_array ? setup.plan->index : 1;
  if (setup.instance->system().form() == system::Form::second_order)
    index = root_of_multipliers(choice.integrator->method, std::max(setup.plan->index, 1));
  certify::Promise kept =
      promise(*pages_[current_].found, choice, index, run, options.stabilization.gamma, projects);
  // Beyond the index up to which the method converges, residuals within bounds say nothing about the solution.
  kept.judged = kept.judged && require_index(choice, setup).empty();
  const bool second_order = setup.instance->system().form() == system::Form::second_order;
  kept.dear = !residual && !second_order;  // states of an ODE: the rest has to be solved for
  if (options.method != "auto") kept.adds_up = errors_add_up(choice.integrator->method, second_order);
  if (second_order) {
    kept.rates = 2;
    kept.powers = powers_of_errors(choice.integrator->method, std::max(setup.plan->index, 1),
                                   pages_[current_].found->offsets.d);
  }
  certify::Certifier& certifier = now();
  milestones_.begin(setup.start.t, setup.plan->state_names, setup.plan->reported.names);
  kept.tested = certifier.of_variables(setup.start.nominal, milestones_.columns());
  // At a singular configuration no values may satisfy the equations, because reactions grow beyond all bounds
  // there: then what is reported next to it is judged.
  const system::SingularPoints* const singular = setup.instance->system().form() == system::Form::ode
                                                     ? system::singular_points(setup.instance->ode())
                                                     : nullptr;
  const auto open = [singular](double t) { return singular != nullptr && singular->without_values(t); };
  const std::vector<double> at_start = memory->values;
  const double begin = setup.start.t, beside = observe_beside(setup, options, memory->values);
  certifier.begin(begin, memory->values, std::move(kept), at_start);
  dips_.begin(begin, setup.plan->reported.names.size(), milestones_.columns(), setup.start.nominal,
              run.step.atol);
  run.wants_step = [&certifier](double from, double to) { return certifier.wants(from, to); };
  if (milestones_.marks().empty()) from_the_dark_.clear();
  dark_.t = integrate::infinity;
  run.watch = [this, memory, &setup, otherwise = std::move(run.watch)](double t, Vec state, Vec slope) {
    milestones_.pass(t, state);
    const std::vector<int>& doubtful = dips_.see(state);
    ask_growth(doubtful, setup, {t, state, slope}, t, memory->values);
    if (dark_.t < t) ask_growth(doubtful, setup, {dark_.t, dark_.state, dark_.slope}, t, memory->values);
    dark_.t = dips_.dark() ? t : integrate::infinity;
    if (dips_.dark()) {
      dark_.state.assign(state.begin(), state.end());
      dark_.slope.assign(slope.begin(), slope.end());
    }
    return !otherwise || otherwise(t, state, slope);
  };
  run.on_step = [&certifier, memory, &setup, open, begin, beside](const solution::StepPolynomial& step,
                                                                  Vec state, Vec slope) {
    const certify::Inside inside = [&](double t, Out values) {
      if (t == step.to()) return setup.observe(t, state, slope, values);
      step.at(t, memory->state);
      if (!memory->slope.empty()) step.slope(t, memory->slope);
      setup.observe(t, memory->state, memory->slope, values);
    };
    constexpr double aside = 1e-2;  // of a step
    certifier.step(step.from() == begin ? beside : step.from(),
                   open(step.to()) ? step.to() - aside * (step.to() - step.from()) : step.to(), inside);
  };
}

// What is driven grows from nothing as well, but not by itself.
void Judge::ask_growth(const std::vector<int>& doubtful, const Setup& setup, const Point& at, double until,
                       Out values) {
  if (doubtful.empty()) return;
  setup.observe(at.t, at.state, at.slope, values);
  for (const int value : doubtful)
    if (std::ranges::find(from_the_dark_, value) == from_the_dark_.end() &&
        now().grows(static_cast<std::size_t>(value), at.t, values, until))
      from_the_dark_.push_back(value);
}

void Judge::end(double t, Vec values) {
  constexpr std::size_t most = 8;
  now().end(t, values);
  std::vector<int> left = dips_.left();
  if (left.size() > most) left.resize(most);
  for (const int value : left)
    if (now().grows(static_cast<std::size_t>(value), t, values, t)) from_the_dark_.push_back(value);
}

std::vector<int> Judge::from_the_dark() const {
  std::vector<int> found = from_the_dark_;
  std::ranges::sort(found);
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

void Judge::sway(const Setup& setup, double tolerance, double t, Vec state) {
  constexpr double least = 1e-7, loose = 1e-5;  // smaller changes would show rounding
  if (setup.instance->system().form() != system::Form::ode || setup.start.nominal.size() != state.size())
    return;
  const double by = std::max(tolerance, least);
  const int probes =
      by > loose ? 2 : 1;  // a look costs about a stage, and sharp tolerances seldom leave anything open
  std::vector<double> moved(state.begin(), state.end()), values(setup.plan->reported.names.size());
  for (int probe = 0; probe < probes; ++probe) {
    for (std::size_t i = 0; i < moved.size(); ++i)
      moved[i] =
          state[i] + by * (((i + 1) * (2 * static_cast<std::size_t>(probe) + 1) / 2) % 2 == 0 ? 1 : -1) *
                         std::max(std::fabs(state[i]), setup.start.nominal[i]);
    setup.observe(t, moved, {}, values);
    now().sway(values, by);
  }
}

}  // namespace trammel::pipeline
