// system/selection.hpp: the choice, made during a run, of the variables that follow from the constraints.
#pragma once

#include <memory>
#include <vector>

#include "model/dae.hpp"
#include "program/program.hpp"
#include "system/system.hpp"

namespace trammel::system {

// Keeps the parameters of Dae::selections at a choice that is well conditioned where the run is: pivots of
// the constraint Jacobian. Deep constraints (positions) choose first, so that the choices are nested.
class Selection {
 public:
  Selection(const model::Dae& dae, const program::CompileOptions& options);
  ~Selection();
  std::unique_ptr<Selection> copy(Vec parameters) const;  // nothing chosen yet, with these values
  // Looks at the coefficients at (t, y) and chooses anew if the present choice does not serve any more. True
  // if parameters of the instance were changed.
  bool update(Instance& instance, double t, Vec y);
  int changes() const;  // so far, without the first choice

 private:
  struct Work;
  explicit Selection(std::unique_ptr<Work> work);
  std::unique_ptr<Work> work_;
};

}  // namespace trammel::system
