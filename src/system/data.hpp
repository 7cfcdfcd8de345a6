// system/data.hpp: what a compiled System holds. Internal to this room.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "analysis/diagnosis.hpp"
#include "linalg/solver.hpp"
#include "model/dae.hpp"
#include "program/program.hpp"
#include "system/opaque.hpp"
#include "system/other_names.hpp"
#include "system/system.hpp"

namespace trammel::system {

struct ResidualData {
  int order = 0;
  bool constant_top = false;  // ∂F/∂x^(order) depends on parameters alone
  bool autonomous = false;    // t does not occur
  std::vector<int> levels, row_levels, tops, highest;
};

struct OdeData {
  std::vector<Ode::Part> state;  // per component of z
  std::vector<int> position;     // per unknown: where x_j stands in z; -1 if d_j = 0
  std::vector<int> d;            // per unknown
  std::vector<int> block;        // per unknown: the irreducible block of the top equations
  int blocks = 0;
  std::vector<int> implicit, rows;  // unknowns whose tops are solved numerically, and the equations for them
  std::vector<int> explicit_tops;   // the others
  std::vector<int> explicit_rows;   // their equations
  bool linear = true;               // the numerical part is linear in its tops
  int dependent = 0;                // equations among the rows that follow from the others
  std::vector<char> bends;          // per implicit top: whether an equation is not linear in it
  std::vector<double> home;         // where the first search for the implicit tops begins: the start values
  std::vector<double> lowest, highest;  // the user's bounds for them
  std::vector<Ode::Pivot> pivots;       // of tops that are formulas, where they are not constant
  struct Invariant {
    int row = -1;          // the top equation it belongs to; -1: none (no projection onto it)
    int below = 0;         // how many derivatives below the top equation
    bool written = false;  // as the user wrote it
  };
  std::vector<Invariant> invariants;
  int deepest = 0;          // largest `below`
  bool own_matrix = false;  // projection needs the whole top Jacobian, not only the implicit part ...
  std::shared_ptr<const linalg::Pattern> matrix = {};  // ... whose pattern this is
  linalg::Symmetry symmetry = {};                      // of the implicit part; empty: none
};

// F, F', ..., F^(level) of a first-order Dae with y = (x', ..., x^(level+1)).
struct ArrayData {
  int level = -1;  // -1: the view is not one of an array
  int rank = 0;    // of ∂F_level/∂y
  double t = 0;    // the start
  std::vector<double> x = {}, y = {};
  std::vector<Ode::Part> state = {};  // x, for the ode view
  std::vector<int> tops = {};         // per unknown: whether x' stands in F
  bool partition = false;             // independent components of x determine the others
};

struct HessenbergData {
  int m = 0, k = 0;
  bool linear = false, mechanical = false, separable = false;
  std::vector<int> x, y, rows;  // rows: the equations, in the order of the rows of K
  std::vector<int> block;       // per component of x: the irreducible block of the top equations
  int blocks = 0;
  linalg::Symmetry symmetry = {};  // of K; empty: none
  std::shared_ptr<const linalg::Pattern> pattern = {};
};

struct System::Data {
  explicit Data(program::Program compiled) : program(std::move(compiled)) {}
  Form form = Form::residual;
  std::vector<std::string> unknowns, equations;
  std::vector<double> nominal, parameters;
  double time_unit = 1;          // derivatives have nominal/time_unit^k
  std::vector<int> momentum_of;  // per unknown: the unknown to which it is conjugate, or -1
  std::vector<OtherName> other_names = {};
  int simplification = -1;  // the parameter that is 1 where homotopy(..) begins, and 0 in the run; -1: none
  program::Program program;
  ResidualData residual;
  OdeData ode;
  HessenbergData hessenberg;
  ArrayData array;
  std::shared_ptr<const OpaqueCode> code = {};  // of a residual that is no equations
  bool regularized = false;                     // its equations are regular by a small number
};

// What the three compilers share: names, nominal values, parameter values.
std::shared_ptr<System::Data> start_data(const model::Dae& dae, Form form, program::Program program);

// The views of one instance; a System of a derivative array has its own.
std::unique_ptr<Residual> make_residual(const System& system, Counts& counts);
std::unique_ptr<Residual> make_opaque_residual(const System& system, Counts& counts);
std::unique_ptr<Ode> make_ode(const System& system, Counts& counts);
std::unique_ptr<Residual> make_array_residual(const System& system, Counts& counts);
std::unique_ptr<Ode> make_array_ode(const System& system, Counts& counts);

System compile_residual(const model::Dae& dae, const analysis::Diagnosis& found, Form form,
                        const program::CompileOptions& options);
System compile_ode(const model::Dae& dae, const analysis::Diagnosis& found,
                   const program::CompileOptions& options);
System compile_hessenberg(const model::Dae& dae, const analysis::Diagnosis& found,
                          const program::CompileOptions& options);

}  // namespace trammel::system
