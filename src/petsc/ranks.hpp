// petsc/ranks.hpp: one large model on the ranks of MPI.
//
// Rank 0 runs the program as it always runs: it reads and analyses the model, makes the steps, decides,
// projects, judges and writes. The other ranks hold rows: their part of the equations as code, of the
// matrices, and of the factors. Rank 0 tells them what to compute (an order, one broadcast) and hands numbers
// out and in. So no decision is made twice, and nothing has to agree between ranks. Only vectors of the
// length of the model and what the analysis found stand on rank 0 as a whole.
//
// No type of PETSc or MPI stands in this header; none.cpp stands in for all of it in a build without.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cluster/cluster.hpp"

namespace trammel::petsc {

bool available();  // whether this build knows PETSc

struct Settings {
  int from = 500;                // unknowns: what is smaller stays on rank 0
  std::string solver = "mumps";  // or superlu_dist
};
const std::vector<std::string>& solvers();

struct RankUse {                              // of one rank, at the end
  double peak = 0;                            // bytes
  long rows = 0, entries = 0;                 // of the largest model that was spread
  double orders = 0, sent = 0, received = 0;  // exchanges with rank 0; bytes
};

// From PetscInitialize to PetscFinalize. On rank 0 large models and matrices are spread as long as this
// lives; they must be gone before it. Its end sends the others home.
class Ranks {
 public:
  Ranks(cluster::Session& session,
        const Settings& settings);  // an Error of kind usage in a build without PETSc
  ~Ranks();
  Ranks(const Ranks&) = delete;
  Ranks& operator=(const Ranks&) = delete;

  void serve();                // on the ranks other than 0: until rank 0 sends them home
  std::vector<RankUse> use();  // on rank 0

  struct State;

 private:
  std::unique_ptr<State> state_;
};

}  // namespace trammel::petsc
