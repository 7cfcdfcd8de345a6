// Measured order against claimed order: run with constant steps, fit the slope.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "model/dae.hpp"

namespace trammel::support {

struct OrderRequest {
  std::string method;
  std::string formulation = "auto";
  double t_end = 1;
  std::vector<int> steps = {32, 64, 128};
  bool project = true;
};

using Values = std::map<std::string, double>;                     // variable -> value at t_end
using Classes = std::map<std::string, std::vector<std::string>>;  // "position" -> {"x", "y"}

// Per class of variables the slope of log(error) over log(h) between the last two step numbers.
std::map<std::string, double> measure_orders(const model::Problem& problem, const OrderRequest& request,
                                             const Values& exact, const Classes& classes);

// All variables at t_end by a run at a tolerance so tight that its error does not matter here.
Values tight_reference(const model::Problem& problem, double t_end, const std::string& method = "dopri5");

}  // namespace trammel::support
