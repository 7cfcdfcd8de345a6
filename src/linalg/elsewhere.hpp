// linalg/elsewhere.hpp: who solves large systems in place of KLU, if anybody does: the ranks of a cluster.
#pragma once

#include <functional>
#include <memory>

#include "linalg/solver.hpp"

namespace trammel::linalg {

struct Elsewhere {
  int from = 0;  // rows; smaller matrices stay here
  std::function<std::unique_ptr<LinearSolver>(std::shared_ptr<const Pattern>)> make = {};
};

// Of this process. Set before there are solvers, taken away when there are none left; not while threads run.
Elsewhere& elsewhere();

}  // namespace trammel::linalg
