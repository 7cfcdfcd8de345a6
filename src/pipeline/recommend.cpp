#include "pipeline/recommend.hpp"

#include <fmt/format.h>

#include "base/text.hpp"

namespace trammel::pipeline {

Recommendation recommend(const Examination& e, const Facts& facts, double tolerance) {
  Options options;
  options.tolerance = tolerance;
  const Choice choice = candidates(facts, options).front();
  const bool projects = choice.formulation->projects && choice.integrator->method.projected &&
                        choice.formulation->target != formulation::Target::residual && e.constraints > 0;
  Recommendation r{std::string(choice.formulation->name), std::string(choice.integrator->method.name),
                   projects ? "projection" : "none", choice.reason};
  if (!facts.structure_holds) {
    r.reason =
        "the structure of the equations misleads (the top Jacobian is singular at the start), so only "
        "methods that work on the derivative array are safe";
    if (e.strangeness_index && e.redundant.empty()) {
      const Choice array = array_candidates(options).front();
      r.formulation = array.formulation->name;
      r.method = array.integrator->method.name;
    }
  } else if (projects)
    r.reason = fmt::format(
        "index {} comes from {} on the states; the underlying ODE{} with projection onto them after each "
        "step does not drift",
        e.index, counted(e.constraints, "constraint"), facts.stiffness ? ", not stiff at the start," : "");
  else if (choice.formulation->target == formulation::Target::ode)
    r.reason = fmt::format(
        "the equations give their highest derivatives directly{}, and nothing restricts the states",
        facts.stiffness ? " and are not stiff at the start" : "");
  return r;
}

}  // namespace trammel::pipeline
