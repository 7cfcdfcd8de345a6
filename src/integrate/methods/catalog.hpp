// integrate/methods/catalog.hpp: all integrators. Command line, docs and conformance tests read this list.
#pragma once

#include <string_view>
#include <vector>

#include "integrate/method.hpp"

namespace trammel::integrate {

Integrator dormand_prince();  // explicit Runge-Kutta 5(4), for non-stiff problems
Integrator tsitouras();
Integrator dormand_prince_853();
Integrator forward_euler();
Integrator heun();
Integrator midpoint();
Integrator runge_kutta_4_classical();
Integrator adams();                 // variable step and order
Integrator adams_bashforth(int k);  // k = 1 .. 4, constant steps
Integrator half_explicit_euler();
Integrator half_explicit_heun();
Integrator half_explicit_3();
Integrator hem4();
Integrator phem56();
std::vector<Integrator> radau_methods();            // Radau IIA on F(t, y, y') = 0: fixed and variable order
std::vector<Integrator> bdf_methods();              // backward differentiation, variable step and order
Integrator mebdf();                                 // modified extended BDF, variable step and order
std::vector<Integrator> gauss_methods();            // Gauss, of twice the order of their stages
std::vector<Integrator> projected_gauss_methods();  // with projection, for constrained equations
std::vector<Integrator> lobatto_iiic_methods();     // 2 to 4 stages
Integrator rodas();                                 // Rosenbrock, order 4, stiffly accurate
std::vector<Integrator> constant_bdf_methods();     // plain k-step BDF at constant step
Integrator sdirk_4();                               // singly diagonally implicit, L-stable, order 4
Integrator kvaerno_5();                             // the same with an explicit first stage, order 5
std::vector<Integrator> modified_bdf_methods();     // second-order forms, variable step and order
std::vector<Integrator> second_order_collocation_methods();  // Radau IIA and Gauss, s = 1 .. 4
// 'radau_second_order_2(recursion)' and the like: with derivatives of multipliers as [Wun05, (6.25)] carries
// them on. None if the name is another one.
const Integrator* collocation_with_recursion_named(std::string_view name);
Integrator generalized_alpha_method();  // spectral radius 0.8 at infinity
// 'generalized_alpha(0.5)', or none if the name is another one.
const Integrator* generalized_alpha_named(std::string_view name);
std::vector<Integrator> wunderlich_methods();      // with the step control of the thesis
std::vector<Integrator> general_linear_methods();  // two external values, orders 2 to 4
Integrator symplectic_euler();
Integrator stoermer_verlet();
Integrator adaptive_verlet();
Integrator stoermer_verlet_4();  // composed to order 4
Integrator stoermer_verlet_6();
Integrator symplectic_midpoint();
Integrator symplectic_gauss_4();
Integrator symplectic_gauss_6();
Integrator symplectic_gauss_8();
Integrator shake();
Integrator rattle();
Integrator rattle_4();  // composed to order 4
Integrator rattle_6();
Integrator lobatto_pair_4();
Integrator lobatto_pair_6();

const std::vector<Integrator>& catalog();
const Integrator& find_integrator(std::string_view name);  // or an Error that lists the names

}  // namespace trammel::integrate
