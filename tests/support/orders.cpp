#include "support/orders.hpp"

#include <cmath>
#include <stdexcept>

#include "pipeline/solve.hpp"

namespace trammel::support {

std::map<std::string, double> measure_orders(const model::Problem& problem, const OrderRequest& request,
                                             const Values& exact, const Classes& classes) {
  std::map<std::string, std::vector<double>> errors;
  for (const int n : request.steps) {
    pipeline::Options options{
        .t_end = request.t_end, .method = request.method, .formulation = request.formulation, .dense = false};
    options.step.fixed_step = (request.t_end - problem.t_start) / n;
    options.projection.on = request.project;
    const solution::Solution s = pipeline::solve(problem, options);
    if (!s.success()) throw std::runtime_error(s.message);
    for (const auto& [name, variables] : classes) {
      double worst = 0;
      for (const std::string& variable : variables)
        worst = std::max(worst, std::fabs(s.end(variable) - exact.at(variable)));
      errors[name].push_back(worst);
    }
  }
  std::map<std::string, double> orders;
  const std::size_t last = request.steps.size() - 1;
  for (const auto& [name, error] : errors)
    orders[name] = std::log(error[last - 1] / error[last]) /
                   std::log(double(request.steps[last]) / request.steps[last - 1]);
  return orders;
}

Values tight_reference(const model::Problem& problem, double t_end, const std::string& method) {
  const solution::Solution s =
      pipeline::solve(problem, {.t_end = t_end, .tolerance = 1e-13, .method = method, .dense = false});
  if (!s.success()) throw std::runtime_error(s.message);
  Values values;
  for (std::size_t i = 0; i < s.variables.size(); ++i) values[s.variables[i]] = s.last[i];
  return values;
}

}  // namespace trammel::support
