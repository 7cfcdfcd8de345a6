// system/invariants.hpp: the constraints h(t, z) = 0 on a state and their Jacobian H, for projections that do
// not use the step's own matrix.
#pragma once

#include <memory>

#include "system/system.hpp"

namespace trammel::system {

class Invariants {
 public:
  struct Data;
  explicit Invariants(std::unique_ptr<Data> data);
  ~Invariants();
  std::unique_ptr<Invariants> copy(Vec parameters) const;  // with these values, for another thread
  int rows() const;
  int columns() const;
  bool written(int row) const;     // as the user wrote it
  bool lowest(int row) const;      // just below the top equation
  bool users_own(int row) const;   // belongs to no equation
  bool highest(int column) const;  // no higher derivative of the variable is a state
  int family(int row) const;       // the equation it belongs to
  int below(int row) const;        // how many derivatives below its top equation
  int height(int column) const;    // how many derivatives below the top one of the variable
  void evaluate(double t, Vec z, Out h);
  void jacobian(double t, Vec z, linalg::SparseMatrix& H);
  std::shared_ptr<const linalg::Pattern> pattern() const;

 private:
  std::unique_ptr<Data> data_;
};

}  // namespace trammel::system
