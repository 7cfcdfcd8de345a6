// report/values.hpp: expressions of a model along a run, from the values that are reported.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/span.hpp"
#include "model/dae.hpp"

namespace trammel::report {

class Values {
 public:
  // `names`: of the columns, as in Solution::variables.
  Values(const model::Dae& dae, const std::vector<std::string>& names);
  // Whether everything in it is known from the columns and the parameters.
  bool known(expr::Expr e) const;
  std::optional<std::size_t> column(expr::Expr leaf) const;  // none: it is not reported
  std::vector<double> operator()(const std::vector<expr::Expr>& rows, double t, Vec columns) const;

 private:
  const expr::Graph& graph_;
  std::unordered_map<std::uint32_t, std::size_t> column_;  // by leaf
  std::unordered_map<int, double> parameter_;
};

// The constraints on the states by level: F_i, F_i', .. as often as each equation must be differentiated;
// only those that can be computed from what is reported.
struct Level {
  std::vector<std::string> names;
  std::vector<expr::Expr> residuals;
};
std::vector<Level> constraint_levels(const model::Dae& dae, const std::vector<int>& differentiations,
                                     const Values& values);

}  // namespace trammel::report
