// integrate/methods/catalog.hpp: all integrators. Command line, docs and conformance tests read this list.
#pragma once

#include <string_view>
#include <vector>

#include "integrate/method.hpp"

namespace trammel::integrate {

Integrator dormand_prince();                     // explicit Runge-Kutta 5(4), for non-stiff problems
std::vector<Integrator> radau_methods();         // Radau IIA on F(t, y, y') = 0: fixed and variable order
std::vector<Integrator> bdf_methods();           // backward differentiation, variable step and order
std::vector<Integrator> constant_bdf_methods();  // plain k-step BDF at constant step
Integrator sdirk_4();                            // singly diagonally implicit, L-stable, order 4
std::vector<Integrator> gauss_methods();         // Gauss, of twice the order of their stages

const std::vector<Integrator>& catalog();
const Integrator& find_integrator(std::string_view name);  // or an Error that lists the names

}  // namespace trammel::integrate
