#include "integrate/methods/catalog.hpp"

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/list_of.hpp"
#include "base/text.hpp"

namespace trammel::integrate {

const std::vector<Integrator>& catalog() {
  static const std::vector<Integrator> all = [] {
    std::vector<Integrator> list = list_of<Integrator>(
        // explicit, on the underlying ODE
        dormand_prince(), tsitouras(), dormand_prince_853(), forward_euler(), heun(), midpoint(),
        runge_kutta_4_classical(), adams(), adams_bashforth(1), adams_bashforth(2), adams_bashforth(3),
        adams_bashforth(4),
        // half-explicit, on constrained equations
        phem56(), hem4(), half_explicit_3(), half_explicit_heun(), half_explicit_euler(),
        // symplectic, for Hamiltonian systems
        symplectic_euler(), stoermer_verlet(), adaptive_verlet(), stoermer_verlet_4(), stoermer_verlet_6(),
        symplectic_midpoint(), symplectic_gauss_4(), symplectic_gauss_6(), symplectic_gauss_8(),
        // symplectic, for constrained mechanisms
        shake(), rattle(), rattle_4(), rattle_6(), lobatto_pair_4(), lobatto_pair_6());
    // implicit, on residuals
    const auto add = [&](std::vector<Integrator> family) {
      for (Integrator& each : family) list.push_back(std::move(each));
    };
    for (const auto& family : {projected_gauss_methods, radau_methods, bdf_methods, constant_bdf_methods,
                               gauss_methods, lobatto_iiic_methods})
      add(family());
    for (const auto& one : {mebdf, sdirk_4, kvaerno_5, rodas}) list.push_back(one());
    for (const auto& family :
         {modified_bdf_methods, second_order_collocation_methods, wunderlich_methods, general_linear_methods})
      add(family());
    list.push_back(generalized_alpha_method());
    return list;
  }();
  return all;
}

const Integrator& find_integrator(std::string_view name) {
  for (const Integrator& integrator : catalog())
    if (integrator.method.name == name) return integrator;
  if (name == "bdf(corrected)") return find_integrator("bdf_corrected");
  if (const Integrator* made = generalized_alpha_named(name)) return *made;
  if (const Integrator* made = collocation_with_recursion_named(name)) return *made;
  std::vector<std::string> names;
  for (const Integrator& integrator : catalog()) names.emplace_back(integrator.method.name);
  const std::string* const near = nearest_name(name, names);
  throw Error(Kind::usage,
              fmt::format("there is no method called {}{}", quote(name),
                          near != nullptr ? fmt::format("; did you mean {}?", quote(*near)) : ""),
              {}, fmt::format("one of: {}", listed(names, 100)));
}

}  // namespace trammel::integrate
