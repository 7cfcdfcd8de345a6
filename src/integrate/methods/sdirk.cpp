// integrate/methods/sdirk.cpp: the L-stable SDIRK method of order 4 with five stages and γ = 1/4, embedded
// order 3. [HW96, Table IV.6.5]
#include "integrate/methods/catalog.hpp"
#include "integrate/methods/dirk.hpp"

namespace trammel::integrate {

Integrator sdirk_4() {
  return {{.name = "sdirk4",
           .source = "HW96",
           .order = 4,
           .estimate_order = 4,
           .dense_degree = 3,
           .takes = {Form::residual},
           .max_index = 1},
          [](Instance& instance) { return std::make_unique<Dirk<5>>(instance, sdirk4_5_stages); }};
}

}  // namespace trammel::integrate
