// system/elsewhere.hpp: equations whose rows, matrices and factors are spread over the ranks of a cluster.
//
// One rank makes the steps and all decisions; it asks the others for numbers. Vectors here are whole.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "base/span.hpp"

namespace trammel::program {
class Program;
}

namespace trammel::system {

class Residual;

// F(t, y, y') = 0 and its iteration matrices, row i divided by 2^(e c_i), column j multiplied by 2^(e d_j).
class SpreadEquations {
 public:
  virtual ~SpreadEquations() = default;
  virtual void residual(double t, Vec y, Vec slope, Out r) = 0;
  // dF/dy and dF/dy', kept on the ranks; c: for factor_sum().
  virtual void linearize(double t, Vec y, Vec slope, double c) = 0;
  struct Failure {
    bool failed = false, not_finite = false;
    int row = -1;  // at fault, if it is known
  };
  virtual Failure factor(double c, int exponent) = 0;  // of the scaled dF/dy + c dF/dy'
  virtual Failure factor_sum(int exponent) = 0;        // with the c of linearize()
  virtual void solve(Out x) = 0;                       // with those factors
  virtual void times_slope_matrix(Vec x, Out result) = 0;
  virtual void sizes(double c, Vec y, Out result) = 0;  // |dF/dy + c dF/dy'| |y|
  virtual double condition() = 0;                       // of the scaled matrix, roughly
};

// What is spread: a program whose function 0 gives the rows and function 1 their Jacobian, as residual.cpp compiles it.
struct Spreadable {
  const program::Program& program;
  std::function<Vec()> parameters;
  std::function<int()> version;              // of the parameters
  const std::vector<int>&row_levels, &tops;  // c and d of the signature method
  int order = 1;
};

struct Spreading {
  int from = 0;  // unknowns; smaller models stay here
  std::function<std::unique_ptr<SpreadEquations>(const Spreadable&)> make = {};
};
Spreading& spreading();  // of this process; as linalg::elsewhere()

// They belong to the residual. None if nobody spreads, the model is too small, or it calls code that lives in this
// process only.
SpreadEquations* spread(Residual& residual);

}  // namespace trammel::system
