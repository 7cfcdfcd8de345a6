// integrate/methods/classical_runge_kutta.cpp: forward Euler, Heun 2(1), and the Runge-Kutta method of
// order 4. [HNW93, II.1]
#include "integrate/methods/catalog.hpp"
#include "integrate/methods/explicit_runge_kutta.hpp"
#include "integrate/tableaus/classical.hpp"

namespace trammel::integrate {

Integrator forward_euler() {
  return {{.name = "forward_euler",
           .source = "HNW93",
           .order = 1,
           .dense_degree = 1,
           .takes = {Form::ode},
           .summary = "explicit Euler, constant steps",
           .at_steps = true},
          [](Instance& instance) {
            return std::make_unique<ExplicitRungeKutta<1, 1>>(instance, forward_euler_1,
                                                              border_of<forward_euler_1>);
          }};
}

Integrator heun() {
  return {{.name = "heun",
           .source = "HNW93",
           .order = 2,
           .estimate_order = 2,
           .dense_degree = 2,
           .takes = {Form::ode},
           .summary = "explicit trapezoidal rule 2(1)"},
          [](Instance& instance) {
            return std::make_unique<ExplicitRungeKutta<2, 2>>(instance, heun_2, border_of<heun_2>);
          }};
}

Integrator midpoint() {
  return {{.name = "midpoint",
           .source = "HNW93",
           .order = 2,
           .dense_degree = 2,
           .takes = {Form::ode},
           .summary = "explicit midpoint rule, constant steps"},
          [](Instance& instance) {
            return std::make_unique<ExplicitRungeKutta<2, 2>>(instance, midpoint_2, border_of<midpoint_2>);
          }};
}

Integrator runge_kutta_4_classical() {
  return {{.name = "rk4",
           .source = "HNW93",
           .order = 4,
           .dense_degree = 3,
           .takes = {Form::ode},
           .summary = "the classical Runge-Kutta method, constant steps"},
          [](Instance& instance) {
            return std::make_unique<ExplicitRungeKutta<4, 3>>(instance, runge_kutta_4,
                                                              border_of<runge_kutta_4>);
          }};
}

}  // namespace trammel::integrate
