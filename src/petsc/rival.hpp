// petsc/rival.hpp: see rival.cpp. Internal to this room.
#pragma once

#include <functional>
#include <vector>

#include "petsc/state.hpp"

namespace trammel::petsc {

struct RivalRows {               // what a rank can compute of F(t, y, y')
  std::vector<int> row, column;  // of the entries, by PETSc's numbers
  std::vector<int> reads[2];     // which unknowns, and whose slopes, the rows read; PETSc's numbers
  std::vector<double> point[2];  // their values, before a call
  std::function<void(double t, double* to)> residual;                                 // of my rows
  std::function<void(double t, double shift, std::vector<double>& values)> jacobian;  // dF/dy + shift dF/dy'
};

struct RivalTask {
  double from = 0, to = 1, rtol = 1e-6, first_step = 1e-6;
  std::vector<double> start, end, atol;  // of my unknowns; end: the values to compare with
};

struct RivalResult {
  bool failed = false;
  long steps = 0, rejected = 0, iterations = 0;
  double seconds = 0, off = 0;  // off: the largest difference at the end beside the largest value
};

RivalResult run_rival(RivalRows& rows, const RivalTask& task);  // all ranks together

}  // namespace trammel::petsc
