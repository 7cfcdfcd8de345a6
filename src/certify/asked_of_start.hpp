// certify/asked_of_start.hpp: what the author asks of the start, fixed values and initial equations, looked at where the run
// reports it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "certify/tape.hpp"
#include "model/dae.hpp"

namespace trammel::certify {

class AskedOfStart {
 public:
  // Of what is reported; the rest nobody can look at.
  AskedOfStart(const model::Problem& problem, const std::vector<expr::Expr>& leaves);

  void see(double t, Vec values);
  struct Broken {
    int value = -1;  // among the reported ones
    std::string equation = {};
    std::string what = {};
  };
  // `sizes`, `names`: of the reported values, over the whole run.
  std::optional<Broken> broken(Vec sizes, const std::vector<std::string>& names, double tolerance) const;

 private:
  struct Fixed {
    int value = -1;
    double at = 0, seen = 0;
  };
  std::vector<Fixed> fixed_;
  std::vector<std::string> equations_;
  std::optional<Tape> rows_;
  std::vector<double> residual_, terms_;
};

}  // namespace trammel::certify
