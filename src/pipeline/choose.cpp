#include "pipeline/choose.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "base/text.hpp"
#include "pipeline/blueprint.hpp"
#include "pipeline/cost.hpp"
#include "pipeline/explicit_method.hpp"
#include "pipeline/implicit_method.hpp"
#include "system/elsewhere.hpp"

namespace trammel::pipeline {
namespace {

const formulation::Entry& first_that_fits(const integrate::Method& method) {
  for (const system::Form form : method.takes)
    for (const formulation::Entry& entry : formulation::catalog())
      if (form_of(entry.target) == form) return entry;
  throw Error(Kind::usage, fmt::format("no formulation goes with the method {}", quote(method.name)));
}

const integrate::Integrator& first_for(const formulation::Entry& formulation) {
  for (const integrate::Integrator& integrator : integrate::catalog())
    if (fits(formulation, integrator.method)) return integrator;
  throw Error(Kind::usage, fmt::format("no method goes with the formulation {}", quote(formulation.name)));
}

// What was asked for, completed by what fits.
Choice as_asked(const Options& options) {
  Choice choice{.reason = "as asked for"};
  if (options.method != "auto") choice.integrator = &integrate::find_integrator(options.method);
  if (options.formulation != "auto") choice.formulation = &formulation::find_formulation(options.formulation);
  if (!choice.formulation) choice.formulation = &first_that_fits(choice.integrator->method);
  if (!choice.integrator) choice.integrator = &first_for(*choice.formulation);
  if (!fits(*choice.formulation, choice.integrator->method))
    throw Error(Kind::usage,
                fmt::format("the method {} cannot work on what the formulation {} leaves",
                            quote(choice.integrator->method.name), quote(choice.formulation->name)),
                {},
                fmt::format("leave one of them out, or use the formulation {}",
                            quote(first_that_fits(choice.integrator->method).name)));
  return choice;
}

Choice named(const char* formulation, std::string_view method, std::string reason) {
  return {&formulation::find_formulation(formulation), &integrate::find_integrator(method),
          std::move(reason)};
}

// The forms of equations with hidden constraints that a method on residuals does best on, the next one where one
// fails: with multipliers of their own where it is proved for index 2, without a derivative too many where it
// is not. At constant steps, which are for studies, the equations are meant as they are written.
std::vector<Choice> for_method(const Facts& facts, const Options& options) {
  const Choice plain = as_asked(options);
  const integrate::Method& method = plain.integrator->method;
  if (facts.index <= 1 || options.step.given() ||
      form_of(plain.formulation->target) != system::Form::residual)
    return {plain};
  std::vector<Choice> result;
  for (const char* name : {"ggl", "index_2", "minimal_extension_reduced", "as_written"}) {
    const formulation::Entry& form = formulation::find_formulation(name);
    const int index = form.name == "as_written"                  ? facts.index
                      : form.name == "minimal_extension_reduced" ? 1
                                                                 : 2;
    if (index > method.max_index || !fits(form, method)) continue;
    result.push_back(
        {&form, plain.integrator,
         fmt::format("the method was asked for, and equations of index {} suit it best", index)});
  }
  return result.empty() ? std::vector{plain} : result;
}

double tolerance_of(const Options& options) { return options.tolerance.value_or(options.step.rtol); }

// The forecast is rough: what it is to change must be a lot better.
constexpr double a_lot_less = 0.6;

// Evaluations that iterate become dearer on the way rather than cheaper: what is close is begun implicitly.
constexpr double close = 1.5;

// The method that suits equations of this index best.
std::string_view implicit(const Facts& facts, const Options& options, int index) {
  const formulation::Entry& form = formulation::find_formulation(index > 1 ? "ggl" : "as_written");
  const double rtol = tolerance_of(options);
  const double often = expected_cost(form, "radau", facts, rtol),
               seldom = expected_cost(form, "bdf", facts, rtol);
  return implicit_method({.index = index,
                          .size = facts.size,
                          .constant_matrix = facts.constant_matrix,
                          .rtol = rtol,
                          .constant_steps = options.step.given(),
                          .dear_factors = !(often > 0) || seldom < a_lot_less * often})
      .method.name;
}

// Where each evaluation of the underlying ODE iterates, an implicit method, which iterates once for everything, may
// take less work from the start. Only where it keeps the constraints, too, and not for a run of a millisecond: explicit
// methods follow branches that touch or nearly do better.
bool iterates_dearly(const Facts& facts, const Options& options, const Choice& explicitly) {
  constexpr double a_millisecond = 4e6;
  if (!facts.iterates || options.step.given() || !(facts.index <= 1 || facts.linear_constraints))
    return false;
  const int index = std::min(facts.index, 2);
  const double rtol = tolerance_of(options);
  const double mine = expected_cost(*explicitly.formulation, explicitly.integrator->method.name, facts, rtol);
  const double other = expected_cost(formulation::find_formulation(index > 1 ? "ggl" : "as_written"),
                                     implicit(facts, options, index), facts, rtol);
  return mine > a_millisecond && other > 0 && other < close * mine;
}

// Steps of an explicit method cost about a tenth of an implicit one's, and some hundred are needed anyway.
constexpr double stiff_from = 1000;

}  // namespace

std::optional<system::Form> common_form(const formulation::Entry& formulation,
                                        const integrate::Method& method) {
  if (method.conservative && (!formulation.projects || formulation.from_array)) return {};
  for (const system::Form form : method.takes)
    if (form == form_of(formulation.target) || (form == system::Form::residual && formulation.residual_too) ||
        (form == system::Form::second_order && formulation.second_order))
      return form;
  return {};
}

bool fits(const formulation::Entry& formulation, const integrate::Method& method) {
  return common_form(formulation, method).has_value();
}

std::vector<Choice> candidates(const Facts& facts, const Options& options) {
  const bool on_ranks = system::spreading().make && facts.size >= system::spreading().from;
  if (options.formulation != "auto" || (on_ranks && options.method != "auto")) return {as_asked(options)};
  if (options.method != "auto") return for_method(facts, options);
  if (on_ranks &&
      facts.index <= 2)  // ranks factor real matrices alone, and know no pass that unrolls equations
    return {named("as_written", "bdf", "spread over ranks: an implicit method with few factors")};
  const bool stiff = facts.stiffness.value_or(0) > stiff_from && !options.step.given();
  const bool hidden = facts.index > 1;
  const Choice explicitly = named(
      "underlying_ode",
      explicit_method(
          {.rtol = options.tolerance.value_or(options.step.rtol), .constant_steps = options.step.given()})
          .method.name,
      hidden ? fmt::format("index {}: the hidden constraints become invariants that every step returns to",
                           facts.differentiation_index)
             : "no hidden constraints: the equations are solved for their highest derivatives");
  std::vector<Choice> result;
  const bool dear = !stiff && !on_ranks && iterates_dearly(facts, options, explicitly);
  if (!(stiff || dear) || on_ranks) result.push_back(explicitly);
  if (on_ranks) {
    result.push_back(named("ggl", "bdf", "spread over ranks: an implicit method with few factors"));
    return result;
  }
  const std::string why =
      stiff ? fmt::format(
                  "stiff (the fastest mode decays {:.2g} times within the interval), so an implicit "
                  "method",
                  *facts.stiffness)
      : dear
          ? "each evaluation of the underlying ODE would iterate, so an implicit method, which does so once "
            "for all of them"
          : "an implicit method";
  if (hidden)
    result.push_back(
        named("ggl", implicit(facts, options, 2),
              fmt::format("{}; index {}: all levels of the constraints hold with multipliers of their own",
                          why, facts.differentiation_index)));
  const int left = hidden ? 2 : facts.index;
  const std::string_view best = implicit(facts, options, left);
  result.push_back(named(hidden ? "index_2" : "as_written", best, why));
  if (best == "rodas" || best == "bdf") result.push_back(named("as_written", "radau", why));
  if (best != "bdf" || hidden) result.push_back(named("as_written", "bdf", why));
  if (stiff || dear) result.push_back(explicitly);
  for (Choice& choice : result) {
    const std::string_view method = choice.integrator->method.name;
    choice.cost = expected_cost(*choice.formulation, method, facts, tolerance_of(options));
    choice.share = share_of_tolerance(method, tolerance_of(options));
  }
  return result;
}

std::vector<Choice> array_candidates(const Options& options) {
  if (options.formulation != "auto") return {as_asked(options)};
  const Choice explicitly = named("derivative_array_ode", "dopri5", "their slopes follow from the array"),
               implicitly = named("derivative_array", "radau5", "its index-1 part with an implicit method");
  if (options.method == "auto")
    return {explicitly, implicitly,
            named("derivative_array", "bdf", "its index-1 part with an implicit method")};
  for (Choice choice : {explicitly, implicitly}) {
    choice.integrator = &integrate::find_integrator(options.method);
    if (fits(*choice.formulation, choice.integrator->method)) return {choice};
  }
  throw Error(
      Kind::usage,
      fmt::format(
          "the structure of the equations misleads, and the method {} cannot work on their derivative "
          "array",
          quote(options.method)),
      {}, "use dopri5, radau5 or bdf");
}

}  // namespace trammel::pipeline
