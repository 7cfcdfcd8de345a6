// integrate/methods/lobatto.cpp: Lobatto IIIC with 2, 3 and 4 stages on F(t, y, y') = 0: order 2s−2, stiffly
// accurate, L-stable, with a stage at both ends of the step. [HW96, IV.5]
//
// Their stage order is s−1, one less than that of Radau IIA: at index 2 and 3 they lose one order more.
#include "integrate/methods/catalog.hpp"
#include "integrate/methods/collocation.hpp"

namespace trammel::integrate {
namespace {

Integrator make_lobatto(std::string_view name, int s) {
  return {{.name = name,
           .source = "HW96",
           .order = 2 * s - 2,
           .estimate_order = s,
           .dense_degree = s,
           .takes = {Form::residual},
           .max_index = s == 2 ? 2 : 3,
           .summary = "Lobatto IIIC: stiff problems, a stage at both ends of the step"},
          [s](Instance& instance) {
            return std::make_unique<Collocation>(instance, std::vector{&lobatto_rule(s)});
          }};
}

}  // namespace

std::vector<Integrator> lobatto_iiic_methods() {
  return {make_lobatto("lobatto_iiic_2", 2), make_lobatto("lobatto_iiic_3", 3),
          make_lobatto("lobatto_iiic_4", 4)};
}

}  // namespace trammel::integrate
