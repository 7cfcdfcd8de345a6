// petsc/none.cpp: stands in the place of all other files here in a build without PETSc.
#include "base/error.hpp"
#include "petsc/ranks.hpp"

namespace trammel::petsc {

struct Ranks::State {};

bool available() { return false; }
const std::vector<std::string>& solvers() {
  static const std::vector<std::string> none = {"mumps", "superlu_dist"};
  return none;
}
Ranks::Ranks(cluster::Session&, const Settings&) {
  throw Error(
      Kind::usage, "this build of trammel has no PETSc", {},
      "without --petsc the model runs on this machine alone; -DTRAMMEL_PETSC=ON builds it with PETSc");
}
Ranks::~Ranks() = default;
void Ranks::serve() {}
std::vector<RankUse> Ranks::use() { return {}; }

}  // namespace trammel::petsc
