// integrate/methods/tsitouras.cpp: Tsitouras' pair of order 5(4), which needs fewer simplifying assumptions
// than Dormand & Prince's and has smaller error constants. [Tsi11]
#include "integrate/tableaus/tsitouras.hpp"

#include "integrate/methods/catalog.hpp"
#include "integrate/methods/explicit_runge_kutta.hpp"

namespace trammel::integrate {

Integrator tsitouras() {
  return {{.name = "tsit5",
           .source = "Tsi11",
           .order = 5,
           .estimate_order = 5,
           .dense_degree = 4,
           .takes = {Form::ode},
           .summary = "explicit Runge-Kutta 5(4) of Tsitouras, for non-stiff problems"},
          [](Instance& instance) {
            return std::make_unique<ExplicitRungeKutta<7, 4>>(instance, tsitouras_5, border_of<tsitouras_5>);
          }};
}

}  // namespace trammel::integrate
