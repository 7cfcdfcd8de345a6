// integrate/methods/esdirk.cpp: Kvaerno's ESDIRK method of order 5 with seven stages, the first of them
// explicit, and an embedded formula of order 4. Stage order 2 lets it lose less on stiff components than
// SDIRK methods do. [Kva04]
#include "integrate/methods/catalog.hpp"
#include "integrate/methods/dirk.hpp"

namespace trammel::integrate {

Integrator kvaerno_5() {
  return {{.name = "kvaerno5",
           .source = "Kva04",
           .order = 5,
           .estimate_order = 5,
           .dense_degree = 4,
           .takes = {Form::residual},
           .max_index = 1,
           .summary = "ESDIRK 5(4) of Kvaerno: stiff problems at moderate tolerances, one real matrix"},
          [](Instance& instance) { return std::make_unique<Dirk<7>>(instance, kvaerno5_7_stages); }};
}

}  // namespace trammel::integrate
