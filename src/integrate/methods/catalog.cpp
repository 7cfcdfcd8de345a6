#include "integrate/methods/catalog.hpp"

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/text.hpp"

namespace trammel::integrate {

const std::vector<Integrator>& catalog() {
  static const std::vector<Integrator> all = [] {
    std::vector<Integrator> list = {
        // explicit, on the underlying ODE
        dormand_prince(),
        tsitouras(),
        dormand_prince_853(),
        forward_euler(),
        heun(),
        midpoint(),
        runge_kutta_4_classical(),
        adams(),
        adams_bashforth(1),
        adams_bashforth(2),
        adams_bashforth(3),
        adams_bashforth(4),
        // half-explicit, on constrained equations
        phem56(),
        hem4(),
        half_explicit_3(),
        half_explicit_heun(),
        half_explicit_euler(),
        // symplectic, for Hamiltonian systems
        symplectic_euler(),
        stoermer_verlet(),
        adaptive_verlet(),
        stoermer_verlet_4(),
        stoermer_verlet_6(),
        symplectic_midpoint(),
        symplectic_gauss_4(),
        symplectic_gauss_6(),
        symplectic_gauss_8(),
        // symplectic, for constrained mechanisms
        shake(),
        rattle(),
        rattle_4(),
        rattle_6(),
        lobatto_pair_4(),
        lobatto_pair_6(),
    };
    // implicit, on residuals
    for (const auto& family :
         {projected_gauss_methods(), radau_methods(), bdf_methods(), constant_bdf_methods(), gauss_methods(),
          lobatto_iiic_methods(), std::vector{mebdf(), sdirk_4(), kvaerno_5(), rodas()},
          modified_bdf_methods(), second_order_collocation_methods(), wunderlich_methods(),
          general_linear_methods(), std::vector{generalized_alpha_method()}})
      list.insert(list.end(), family.begin(), family.end());
    return list;
  }();
  return all;
}

const Integrator& find_integrator(std::string_view name) {
  std::vector<std::string> names;
  for (const Integrator& integrator : catalog()) {
    if (integrator.method.name == name) return integrator;
    names.emplace_back(integrator.method.name);
  }
  if (const Integrator* made = generalized_alpha_named(name)) return *made;
  if (const Integrator* made = collocation_with_recursion_named(name)) return *made;
  throw Error(Kind::usage, fmt::format("there is no method called {}", quote(name)), {},
              fmt::format("one of: {}", listed(names, 100)));
}

}  // namespace trammel::integrate
