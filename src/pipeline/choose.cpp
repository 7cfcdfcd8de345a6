#include "pipeline/choose.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "base/text.hpp"
#include "pipeline/setup.hpp"

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

}  // namespace

std::optional<system::Form> common_form(const formulation::Entry& formulation,
                                        const integrate::Method& method) {
  if (method.conservative && !formulation.projects) return {};
  for (const system::Form form : method.takes)
    if (form == form_of(formulation.target) || (form == system::Form::residual && formulation.residual_too))
      return form;
  return {};
}

bool fits(const formulation::Entry& formulation, const integrate::Method& method) {
  return common_form(formulation, method).has_value();
}

Choice choose(const analysis::Diagnosis& found, const Options& options) {
  Choice choice;
  const bool any_method = options.method == "auto", any_formulation = options.formulation == "auto";
  if (!any_method) choice.integrator = &integrate::find_integrator(options.method);
  if (!any_formulation) choice.formulation = &formulation::find_formulation(options.formulation);
  if (any_method && any_formulation) choice.formulation = &formulation::find_formulation("underlying_ode");
  if (!choice.formulation) choice.formulation = &first_that_fits(choice.integrator->method);
  if (!choice.integrator) choice.integrator = &first_for(*choice.formulation);
  if (!fits(*choice.formulation, choice.integrator->method))
    throw Error(Kind::usage,
                fmt::format("the method {} cannot work on what the formulation {} leaves",
                            quote(choice.integrator->method.name), quote(choice.formulation->name)),
                {},
                fmt::format("leave one of them out, or use the formulation {}",
                            quote(first_that_fits(choice.integrator->method).name)));
  if (any_method && any_formulation)
    choice.reason =
        found.index > 1
            ? fmt::format("index {}: the hidden constraints become invariants that every step returns to",
                          found.index)
            : "no hidden constraints: the equations are solved for their highest derivatives";
  else
    choice.reason = "as asked for";
  return choice;
}

double estimate_stiffness(system::Ode& ode, double t, Vec z, double length) {
  constexpr int iterations = 12;
  const std::size_t n = z.size();
  std::vector<double> at(z.begin(), z.end()), f0(n), f1(n), v(n);
  if (n == 0 || !ode.derivative(t, at, f0)) return 0;
  double scale = 1;
  for (std::size_t i = 0; i < n; ++i) {
    scale = std::max(scale, std::fabs(z[i]));
    v[i] =
        (i % 2 ? -1.0 : 1.0) / (1.0 + static_cast<double>(i));  // no eigenvector by accident, and repeatable
  }
  double radius = 0;
  for (int k = 0; k < iterations; ++k) {
    double norm = 0;
    for (const double x : v) norm += x * x;
    norm = std::sqrt(norm);
    if (!(norm > 0) || !std::isfinite(norm)) return radius * length;
    const double step = 1e-7 * scale;
    for (std::size_t i = 0; i < n; ++i) at[i] = z[i] + step * v[i] / norm;
    if (!ode.derivative(t, at, f1)) return radius * length;
    double size = 0;
    for (std::size_t i = 0; i < n; ++i) {
      v[i] = (f1[i] - f0[i]) / step;
      size += v[i] * v[i];
    }
    // Rotations make single values swing: the mean of two in a row is what counts.
    radius = k == 0 ? std::sqrt(size) : std::sqrt(radius * std::sqrt(size));
  }
  return radius * length;
}

std::vector<Choice> candidates(const analysis::Diagnosis& found, const Options& options, double stiffness) {
  if (options.method != "auto" || options.formulation != "auto") return {choose(found, options)};
  constexpr double stiff_from = 1e5;  // an explicit method takes at least a third as many steps
  const bool stiff = stiffness > stiff_from, hidden = found.index > 1;
  std::vector<Choice> result;
  const auto add = [&](const char* formulation, const char* method, std::string reason) {
    for (const integrate::Integrator& integrator : integrate::catalog())
      if (integrator.method.name == method)
        result.push_back({&formulation::find_formulation(formulation), &integrator, std::move(reason)});
  };
  const std::string first =
      hidden ? fmt::format("index {}: the hidden constraints become invariants that every step returns to",
                           found.index)
             : "no hidden constraints: the equations are solved for their highest derivatives";
  const auto explicit_method = [&](const std::string& reason) { add("underlying_ode", "dopri5", reason); };
  const auto implicit_methods = [&](const std::string& why) {
    if (hidden)
      add("ggl", "radau5",
          fmt::format("{}; index {}: all levels of the constraints hold with multipliers of "
                      "their own",
                      why, found.index));
    add(hidden ? "index_2" : "as_written", "radau5", why);
    add("as_written", "bdf", why);
  };
  if (stiff && options.step.fixed_step == 0) {
    implicit_methods(fmt::format("stiff (fastest time scale {:.0e} of the interval), so an implicit method",
                                 1 / stiffness));
    explicit_method(first);
  } else {
    explicit_method(first);
    implicit_methods("the explicit method could not go on, so an implicit one");
  }
  return result;
}

}  // namespace trammel::pipeline
