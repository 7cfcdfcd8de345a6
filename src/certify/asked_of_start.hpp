// certify/asked_of_start.hpp: what the author asks of the start, fixed values and initial equations, looked
// at where the run reports it.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "certify/tape.hpp"
#include "model/dae.hpp"

namespace trammel::certify {

class AskedOfStart {
 public:
  // Of what is reported; the rest nobody can look at. Copies share what does not depend on numbers.
  AskedOfStart(const model::Dae& dae, const std::vector<expr::Expr>& leaves);

  // The values that a run was asked for, and its parameters.
  void set(const expr::Graph& graph, const std::vector<model::StartValue>& starts, Vec parameters);

  void see(double t, Vec values);
  struct Broken {
    int value = -1;  // among the reported ones
    std::string equation = {};
    std::string what = {};
  };
  // `sizes`, `names`: of the reported values, over the whole run. An initial equation is measured by the terms
  // that it has with `usual` values: at the start all of them may vanish.
  std::optional<Broken> broken(Vec sizes, Vec usual, const std::vector<std::string>& names, double tolerance);

 private:
  struct Fixed {
    int value = -1;
    double at = 0, seen = 0;
  };
  struct Names {
    std::map<std::pair<int, int>, int>
        at;  // of a variable of the graph and an order: among the reported ones
    std::vector<std::string> equations;
  };
  std::shared_ptr<const Names> names_;
  std::vector<Fixed> fixed_;
  std::optional<Tape> rows_;
  double t_ = 0;
  std::vector<double> residual_, terms_;
};

}  // namespace trammel::certify
