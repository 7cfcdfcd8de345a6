// pipeline/verdict.hpp: everything that is known about a problem without integrating it, found once.
//
// `analyze` prints it, `auto` reads it, runs begin where it stands. What decides between structure and
// numbers is decided here and nowhere else.
#pragma once

#include <exception>
#include <memory>
#include <optional>

#include "analysis/diagnosis.hpp"
#include "base/error.hpp"
#include "pipeline/derivative_array.hpp"
#include "pipeline/reference.hpp"

namespace trammel::pipeline {

// What single pieces of work come to on these equations, as base/effort.hpp counts.
struct Pieces {
  double slope = 0;     // an evaluation of the underlying ODE; 0: not known
  double residual = 0;  // one of the equations as written
  double entries = 0;   // of their Jacobian
  double set_up = 0;    // to formulate and compile them in one more way
  int states = 0;
};

// What the choice of a formulation and a method rests on.
struct Facts {
  int index = 0;                  // by structure: what formulations differentiate by
  int differentiation_index = 0;  // what people are told: less where numbers say so
  bool structure_holds = true;    // the top Jacobian is regular at the start
  // The fastest decay times the length of the interval: an explicit method takes at least a third as many
  // steps. None: not known.
  std::optional<double> stiffness = {};
  bool constant_matrix = false;  // at the highest derivatives, as written
  int size = 0;                  // equations, as written
  // The highest derivatives follow from nonlinear equations: each evaluation of the underlying ODE iterates.
  bool iterates = false;
  // All constraints on the states are linear: implicit methods keep them to rounding, too.
  bool linear_constraints = false;
  Pieces pieces = {};
};

struct Verdict {
  std::shared_ptr<const model::Problem> problem;  // on a graph of its own
  analysis::Diagnosis found;                      // by structure
  std::shared_ptr<const ReferenceForm> reference;
  std::optional<Standing> standing;  // the consistent start
  std::exception_ptr no_start;       // or why there is none
  Facts facts;
  // What numbers at the start say about the structure, where there was reason to ask, and the start that they
  // were asked at.
  std::optional<analysis::NumericVerdict> numbers;
  FullStart at;
  // Where the structure misleads, the ranks of the derivative array tell instead: of the whole, or of a part
  // of a model that is too large for that.
  std::optional<ArrayModel> array;
  std::optional<ArrayProblem> part;
  // Where constraints follow from others: the problem with as many equations and multipliers less
  // (formulation/independent.hpp), for formulations that need regular equations.
  std::shared_ptr<const model::Problem> independent;
  // Of a verdict about those, or about equations of which parts were replaced by their derivative arrays: the one
  // about the whole, whose equations are judged.
  std::shared_ptr<const Verdict> whole;
  bool from_arrays() const { return whole && (whole->array || whole->part); }

  int index() const {
    return from_arrays() ? whole->index()
           : array       ? array->index
           : part        ? part->index
           : numbers     ? numbers->index
                         : found.index;
  }
  int degrees_of_freedom() const {
    return from_arrays() ? whole->degrees_of_freedom()
           : array       ? array->degrees_of_freedom
           : part        ? part->degrees_of_freedom
           : numbers     ? numbers->degrees_of_freedom
                         : found.degrees_of_freedom;
  }
};

// Whether the structure does not tell the truth about these equations, or may not.
bool structure_is_doubtful(const Verdict& verdict);

// What refuses a piece of work, for whoever has another way; none: nothing.
template <class Work>
std::exception_ptr refusal_of(Work&& work) {
  try {
    work();
  } catch (const Error&) {
    return std::current_exception();
  }
  return nullptr;
}

// How much is asked: where formulation or method are named, nothing has to be decided; `ranks`: also what
// ranks alone can tell, of models of any size (analyze).
enum class Ask { start, everything, ranks };

// What is known about verdict.independent, under the numbers of the whole.
Verdict judge_independent(const Verdict& verdict, double t, double length);

// At time t, of a run of some length. Throws where the structure itself is impossible, and where numbers say
// that nothing determines some unknowns.
Verdict judge(const model::Problem& problem, double t, double length, Ask ask);

}  // namespace trammel::pipeline
