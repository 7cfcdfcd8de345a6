// pipeline/reference.hpp: the underlying ODE of a problem, which stands beside every form that is integrated.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "pipeline/observe.hpp"
#include "pipeline/setup.hpp"

namespace trammel::pipeline {

// At its consistent start, or where an earlier run has got to. It serves every form: all derivatives of all
// variables follow from it.
struct Reference {
  Reference(const model::Problem& problem, double t, const std::optional<Point>& from,
            const program::CompileOptions& options);
  expr::Expr leaf(std::size_t component) const;

  model::Dae dae;
  std::unique_ptr<system::Instance> instance;
  std::vector<std::string> notes;  // about the start
  std::vector<double> z;
  bool known_tops = false;  // of the instance: at the start, or of the run that is gone on with
  bool no_tops = false;     // the equations for them have no solution that was found

 private:
  void find_tops(double t);
  void return_to_constraints(const Point& from);
};

std::vector<double> nominal_of(const system::Ode& ode);

// Does the projection leave nothing of the defect?
bool all_the_way(const integrate::ProjectionOptions& options);

// How states of the reference are moved onto its invariants.
std::unique_ptr<integrate::Projector> make_projector(Reference& reference,
                                                     const integrate::ProjectionOptions& options);

// Points an observer to the solution of the top equations that the run follows: while it goes on, its own
// tops are near; afterwards those of its steps.
std::function<void(double, OdeObserver&)> guide(Setup& setup);

// Where the components of the reference's z stand in (y, slope); empty if one of them is nowhere.
std::vector<int> places(const Reference& reference, const model::Dae& dae, const std::vector<expr::Expr>& y,
                        const std::vector<expr::Expr>& slope);

// Values of leaves of the integrated Dae at the start, from the reference; what the reference cannot tell is
// what the user gave, and 0 failing that.
std::vector<double> start_values(Reference& reference, const model::Problem& problem, const model::Dae& dae,
                                 const std::vector<expr::Expr>& leaves, double t);

}  // namespace trammel::pipeline
