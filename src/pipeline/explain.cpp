#include "pipeline/explain.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/text.hpp"

namespace trammel::pipeline {
namespace {

using integrate::Run;
using solution::Outcome;

std::string equation(const Setup& setup, int row) {
  return row >= 0 ? quote(setup.instance->system().equation(row)) : "an equation";
}

std::string list(const std::vector<int>& which, const std::function<std::string(int)>& name) {
  constexpr std::size_t most = 5;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < std::min(which.size(), most); ++i) names.push_back(name(which[i]));
  std::string text = fmt::format("{}", fmt::join(names, ", "));
  if (which.size() > most) text += fmt::format(" and {} more", which.size() - most);
  return text;
}

std::string singular(const Run& run, const Setup& setup) {
  if (run.trouble.rows.empty())
    return fmt::format("the equations cannot be solved for the highest derivatives there ({} is at fault)",
                       equation(setup, run.row));
  return fmt::format(
      "the equations cannot be solved for the highest derivatives there: {} {} not determine {}",
      list(run.trouble.rows, [&](int row) { return equation(setup, row); }),
      run.trouble.rows.size() == 1 ? "does" : "do together",
      list(run.trouble.columns, [&](int unknown) { return quote(setup.plan->state_names[unknown]); }));
}

std::string place(const Run& run) {
  return run.trouble.order > 0 ? fmt::format("{:.1e}, order {}", run.h, run.trouble.order)
                               : fmt::format("{:.1e}", run.h);
}

// Multistep and collocation methods need not converge on such equations, for any step size. [AP98, Example
// 10.1]
std::string higher_index(const Setup& setup) {
  if (setup.hidden.rows.empty()) return {};
  return fmt::format(
      "; {} hide a higher index than their structure shows, and as written a method need not converge on "
      "them: "
      "try the formulation 'derivative_array', or make the combination whose derivative occurs an unknown of "
      "its own",
      list(setup.hidden.rows, [&](int row) { return equation(setup, row); }));
}

std::string stuck(const Run& run, const Setup& setup) {
  if (run.diverged) {
    const std::string worst = run.trouble.worst >= 0
                                  ? "; " + quote(setup.plan->state_names[run.trouble.worst]) + " moved most"
                                  : "";
    if (run.fixed)
      return fmt::format(
          "Newton's iteration does not converge with steps of {:.3g}{}; take smaller ones, or leave their "
          "size to the error control",
          run.h, worst);
    return fmt::format(
        "the step size became too small ({}), because Newton's iteration converges for no step size{}",
        place(run), worst);
  }
  if (run.worst < 0) return fmt::format("the step size became too small ({})", place(run));
  return fmt::format("the step size became too small ({}); {} could not be followed within the tolerance",
                     place(run), quote(setup.plan->state_names[run.worst]));
}

}  // namespace

std::string explain(const Run& run, const Setup& setup) {
  const std::string stopped = fmt::format("stopped at t = {:.6g}: ", run.t);
  switch (run.outcome) {
    case Outcome::finished:
      return fmt::format("finished at t = {:g}", run.t);
    case Outcome::not_finite:
      return stopped + equation(setup, run.row) + " gives no finite number from there on";
    case Outcome::singular:
      return stopped + singular(run, setup);
    case Outcome::step_too_small:
      return stopped + stuck(run, setup) + higher_index(setup);
    case Outcome::too_many_steps:
      return stopped + fmt::format("the limit of steps was reached (step size {})", place(run));
    case Outcome::interrupted:
      return fmt::format("interrupted at t = {:.6g}", run.t);
    case Outcome::assertion:
      return stopped + "an assertion failed";
    case Outcome::event:
      return fmt::format("an event ended the run at t = {:.6g}", run.t);
  }
  return {};
}

Where culprits(const Run& run, const Setup& setup) {
  Where where;
  if (run.outcome == Outcome::finished || run.outcome == Outcome::interrupted) return where;
  const auto add_equation = [&](int row) {
    std::string name = setup.instance->system().equation(row);
    if (std::ranges::find(where.equations, name) == where.equations.end())
      where.equations.push_back(std::move(name));
  };
  const auto add_variable = [&](int k) { where.variables.push_back(setup.plan->state_names[k]); };
  if (run.outcome == Outcome::singular && !run.trouble.rows.empty()) {
    std::ranges::for_each(run.trouble.rows, add_equation);
    std::ranges::for_each(run.trouble.columns, add_variable);
  } else if (run.row >= 0) {
    add_equation(run.row);
  }
  if (run.outcome == Outcome::step_too_small) {
    const int worst = run.diverged ? run.trouble.worst : run.worst;
    if (worst >= 0) add_variable(worst);
  }
  where.time = run.t;
  return where;
}

}  // namespace trammel::pipeline
