// Small problems of index 1, 2 and 3 with known solutions, and the orders that methods show on them at
// constant step.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "model/dae.hpp"
#include "support/orders.hpp"

namespace trammel::support {

model::Problem index_1();  // y = sin t, z = cos t
model::Problem index_2();  // Hessenberg form: y = (e^t, e^-2t), z = e^2t [HLR89, 2]
model::Problem index_3();  // the pendulum as written: x, y, v_x, v_y, lambda
extern const Values index_1_at_1, index_2_at_1;
const Values& index_3_at_half();

// Per class of unknowns: y, z at index 1 and 2; q, v, lambda at index 3.
std::map<std::string, double> index_orders(const std::string& method, int index, std::vector<int> steps,
                                           const std::string& formulation = "as_written");

}  // namespace trammel::support
