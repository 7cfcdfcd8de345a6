// pipeline/reference.hpp: the underlying ODE of a problem, which stands beside every form that is integrated.
//
// The underlying ODE [HW96, VII.1; Pry01] knows the constraints of every level and computes all derivatives
// from the states. So whatever form is integrated, it finds the start, projects, and tells what is reported.
// Its form is made once per problem, its standing (where a run begins) once per set of numbers; a Reference
// puts both together as numbers that one thread works with. Read "One algebra" in docs/architecture.md first,
// then blueprint.hpp.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "analysis/top_system.hpp"
#include "formulation/formulation.hpp"
#include "integrate/projector.hpp"
#include "model/dae.hpp"
#include "pipeline/observe.hpp"
#include "pipeline/start.hpp"
#include "system/monitor.hpp"
#include "system/system.hpp"

namespace trammel::pipeline {

// A state of the underlying ODE at some time, with the top derivatives there if they are known.
struct Point {
  double t = 0;
  std::vector<double> z = {}, top = {};
  system::SingularityMonitor::Regular regular =
      {};  // the last regular point, of a run that stopped near a singular one
};

// Equations and code.
struct ReferenceForm {
  // `known`: what analysis::analyze says about the problem, if somebody has asked already.
  ReferenceForm(const model::Problem& problem, const program::CompileOptions& options,
                const analysis::Diagnosis* known = nullptr);
  ReferenceForm(formulation::Formulated made, const program::CompileOptions& options);
  ReferenceForm(model::Dae equations, const program::CompileOptions& options);  // in this form already
  expr::Expr leaf(std::size_t component) const;

  model::Dae dae;
  system::System system;
  std::shared_ptr<const StartPlan> start_plan = {};  // once a start was looked for
};

// A consistent start: the state, and what is known about the top derivatives.
struct Standing {
  double t = 0;
  std::vector<double> z = {};
  std::vector<double> top = {};  // or where to look for them; empty: nothing is known
  bool known_tops = false;       // `top` solves the equations
  bool no_tops = false;          // the equations for them have no solution that was found
  std::vector<std::string> notes = {};
};
// From the start values and parameters of the problem, which has the same graph as the form, or one below it.
Standing stand(const ReferenceForm& form, const model::Problem& problem, double t);
// The same of a form that nobody else works on, before it is shared: makes its start plan.
Standing stand_first(ReferenceForm& form, const model::Problem& problem, double t);

// All x_j^(l), l <= d_j, of the problem as written, where the tops have just been computed at the standing.
// None if something is left open.
std::optional<analysis::Values> values_at(const ReferenceForm& form, const Standing& standing,
                                          const system::Ode& ode, const model::Problem& problem,
                                          const analysis::Diagnosis& found);

// All derivatives of all variables follow from it.
struct Reference {
  Reference(std::shared_ptr<const ReferenceForm> form, Vec parameters, const Standing& standing);
  // Where an earlier run has got to. Forms that do not project have left the constraints by as much as their
  // tolerance: it returns to them.
  Reference(std::shared_ptr<const ReferenceForm> form, Vec parameters, const Point& from);

  std::shared_ptr<const ReferenceForm> form;
  std::unique_ptr<system::Instance> instance;
  Standing standing;
};

std::vector<double> nominal_of(const system::Ode& ode);

// Does the projection leave nothing of the defect?
bool all_the_way(const integrate::ProjectionOptions& options);
// Does it need the invariants as a function of their own?
bool needs_invariants(const model::Dae& reference, const integrate::ProjectionOptions& options);

// Where the components of the reference's z stand in (y, slope); empty if one of them is nowhere.
std::vector<int> places(const ReferenceForm& reference, const model::Dae& dae,
                        const std::vector<expr::Expr>& y, const std::vector<expr::Expr>& slope);

// Leaves of the integrated Dae at the start, from the reference; what the reference cannot tell is what the
// user gave, and 0 failing that. Two programs: without tops, fewer leaves are known.
class StartMap {
 public:
  StartMap(const ReferenceForm& reference, const model::Dae& dae, std::vector<expr::Expr> leaves);
  std::vector<double> values(const Reference& reference, const model::Problem& problem, Vec parameters) const;
  const std::vector<expr::Expr>& leaves() const { return leaves_; }

 private:
  struct Known {
    std::vector<std::size_t> at = {};  // among the leaves
    std::optional<OdeReadout> readout = {};
  };
  Known find_known(const ReferenceForm& reference, const model::Dae& dae, bool tops) const;
  std::vector<expr::Expr> leaves_;
  std::unordered_map<std::uint32_t, std::size_t> place_;  // by leaf: where among them
  Known with_tops_, without_tops_;
};

}  // namespace trammel::pipeline
