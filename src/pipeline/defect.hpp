// pipeline/defect.hpp: how far the unknowns of a residual are from the constraints as the user wrote them.
#pragma once

#include <optional>
#include <vector>

#include "analysis/diagnosis.hpp"
#include "integrate/projector.hpp"
#include "model/dae.hpp"
#include "program/program.hpp"

namespace trammel::pipeline {

// All F_i^(l), l < c_i, and the user's own invariants, in terms of (y, y') of the Dae that is integrated. It
// measures and moves nothing. Levels that (y, y') do not determine are left out.
struct DefectCode {
  DefectCode(const model::Dae& as_written, const analysis::Diagnosis& found, const model::Dae& integrated);
  std::size_t rows = 0;
  std::optional<program::Program> program = {};  // none if there are no rows
};
class Defect final : public integrate::Projector {
 public:
  Defect(const DefectCode& code, Vec parameters);
  bool projects() const override { return false; }
  integrate::Attempt project(double, Out, double, Vec) override { return {}; }
  double residual(double t, Vec y, Vec slope) override;

 private:
  std::optional<program::Runner> runner_;
  std::vector<double> h_;
};

}  // namespace trammel::pipeline
