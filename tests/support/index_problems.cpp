#include "support/index_problems.hpp"

#include <cmath>

#include "model/model.hpp"
#include "support/problems.hpp"

namespace trammel::support {

using model::der;
using model::Model;

// Index 1: y = sin t, z = cos t.
model::Problem index_1() {
  Model m("index 1");
  const auto y = m.variable("y", {.start = 0, .fixed = true}), z = m.variable("z", {.start = 1});
  const auto t = m.time();
  m.equation("motion", der(y) == z * z - cos(t) * cos(t) + cos(t));
  m.equation("relation", z + z * z * z + y == cos(t) + pow(cos(t), 3.0) + sin(t));
  return m.problem();
}
const Values index_1_at_1 = {{"y", std::sin(1.0)}, {"z", std::cos(1.0)}};

// Index 2, Hessenberg form: y1 = e^t, y2 = e^(-2t), z = e^(2t). [HLR89, 2]
model::Problem index_2() {
  Model m("index 2");
  const auto y1 = m.variable("y1", {.start = 1, .fixed = true}), y2 = m.variable("y2", {.start = 1}),
             z = m.variable("z", {.start = 1});
  m.equation("first", der(y1) == y1 * y2 * z);
  m.equation("second", der(y2) == y1 * y1 * y2 * y2 - 3.0 * y2 * y2 * z);
  m.equation("constraint", y1 * y1 * y2 == 1.0);
  return m.problem();
}
const Values index_2_at_1 = {{"y1", std::exp(1.0)}, {"y2", std::exp(-2.0)}, {"z", std::exp(2.0)}};
static const Classes index_2_classes = {{"y", {"y1", "y2"}}, {"z", {"z"}}};

// Index 3: the pendulum as written.
static const Classes mechanics = {{"q", {"x", "y"}}, {"v", {"v_x", "v_y"}}, {"lambda", {"lambda"}}};
model::Problem index_3() { return pendulum(Form::first_order); }
const Values& index_3_at_half() {
  static const Values exact = tight_reference(index_3(), 0.5);
  return exact;
}

std::map<std::string, double> index_orders(const std::string& method, int index, std::vector<int> steps,
                                           const std::string& formulation) {
  const OrderRequest request{.method = method,
                             .formulation = formulation,
                             .t_end = index == 3 ? 0.5 : 1.0,
                             .steps = std::move(steps)};
  if (index == 1) return measure_orders(index_1(), request, index_1_at_1, {{"y", {"y"}}, {"z", {"z"}}});
  if (index == 2) return measure_orders(index_2(), request, index_2_at_1, index_2_classes);
  return measure_orders(index_3(), request, index_3_at_half(), mechanics);
}

}  // namespace trammel::support
