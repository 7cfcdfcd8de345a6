// integrate/methods/radau.cpp: the collocation methods of the catalog: Radau IIA of fixed and variable order,
// and Gauss. [HW96, IV.5; HW99]
#include "integrate/methods/catalog.hpp"
#include "integrate/methods/collocation.hpp"

namespace trammel::integrate {
namespace {

Integrator radau(std::string_view name, int s) {
  return {{.name = name,
           .source = "HW96",
           .order = 2 * s - 1,
           .estimate_order = s + 1,
           .dense_degree = s > 1 ? s + 1 : 1,
           .takes = {Form::residual},
           .max_index = 3},
          [s](Instance& instance) {
            return std::make_unique<Collocation>(instance, std::vector{&radau_rule(s)});
          }};
}

Integrator gauss(std::string_view name, int s) {
  return {{.name = name,
           .source = "HW96",
           .order = 2 * s,
           .estimate_order = s + 1,
           .dense_degree = s + 1,
           .takes = {Form::residual},
           .max_index = 1},
          [s](Instance& instance) {
            return std::make_unique<Collocation>(instance, std::vector{&gauss_rule(s)});
          }};
}

}  // namespace

std::vector<Integrator> radau_methods() {
  Integrator variable = radau("radau", 7);
  variable.method.source = "HW99";
  variable.method.order = 5;
  variable.method.estimate_order = 4;
  variable.make = [](Instance& instance) {
    return std::make_unique<Collocation>(
        instance, std::vector{&radau_rule(2), &radau_rule(3), &radau_rule(5), &radau_rule(7)});
  };
  return {radau("radau5", 3),      variable,
          radau("radau_iia_1", 1), radau("radau_iia_2", 2),
          radau("radau_iia_3", 3), radau("radau_iia_5", 5),
          radau("radau_iia_7", 7)};
}

std::vector<Integrator> gauss_methods() {
  return {gauss("gauss_1", 1), gauss("gauss_2", 2), gauss("gauss_3", 3), gauss("gauss_4", 4)};
}

}  // namespace trammel::integrate
