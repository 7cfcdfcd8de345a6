// integrate/methods/dormand_prince.cpp: Dormand & Prince 5(4), first same as last, local extrapolation.
// [HNW93, II.5]
#include "integrate/tableaus/dormand_prince.hpp"

#include "integrate/methods/catalog.hpp"
#include "integrate/methods/explicit_runge_kutta.hpp"

namespace trammel::integrate {

Integrator dormand_prince() {
  return {{.name = "dopri5",
           .source = "HNW93",
           .order = 5,
           .estimate_order = 5,
           .dense_degree = 4,
           .takes = {Form::ode},
           .summary = "explicit Runge-Kutta 5(4) of Dormand and Prince, for non-stiff problems"},
          [](Instance& instance) {
            return std::make_unique<ExplicitRungeKutta<7, 4>>(instance, dormand_prince_5,
                                                              border_of<dormand_prince_5>);
          }};
}

}  // namespace trammel::integrate
