// integrate/methods/second_order_collocation_methods.cpp: Radau IIA and Gauss on second-order forms, by name.
#include "integrate/methods/catalog.hpp"
#include "integrate/methods/second_order_collocation.hpp"

namespace trammel::integrate {
namespace {

// The coefficients are made when a run asks for them.
Integrator collocation_on_levels(std::string_view name, bool radau, int s,
                                 SecondOrderCollocation::Multipliers multipliers) {
  return {{.name = name,
           .source = "Wun05",
           .order = radau ? 2 * s - 1 : 2 * s,
           .estimate_order = s + 1,
           .dense_degree = s,
           .takes = {Form::second_order},
           .max_index = radau   ? 3
                        : s < 3 ? 1
                                : 2},
          [radau, s, multipliers](Instance& instance) {
            return std::make_unique<SecondOrderCollocation>(instance, radau ? radau_rule(s) : gauss_rule(s),
                                                            multipliers);
          }};
}

}  // namespace

std::vector<Integrator> second_order_collocation_methods() {
  using Multipliers = SecondOrderCollocation::Multipliers;
  static constexpr std::string_view radau[] = {"radau_second_order_1", "radau_second_order_2",
                                               "radau_second_order_3", "radau_second_order_4"},
                                    gauss[] = {"gauss_second_order_1", "gauss_second_order_2",
                                               "gauss_second_order_3", "gauss_second_order_4"};
  std::vector<Integrator> methods;
  for (int s = 1; s <= 4; ++s)
    methods.push_back(collocation_on_levels(radau[s - 1], true, s, Multipliers::stages));
  for (int s = 1; s <= 4; ++s)
    methods.push_back(collocation_on_levels(gauss[s - 1], false, s, Multipliers::stages));
  return methods;
}

const Integrator* collocation_with_recursion_named(std::string_view name) {
  using Multipliers = SecondOrderCollocation::Multipliers;
  static constexpr std::string_view names[] = {
      "radau_second_order_1(recursion)", "radau_second_order_2(recursion)", "radau_second_order_3(recursion)",
      "radau_second_order_4(recursion)", "gauss_second_order_1(recursion)", "gauss_second_order_2(recursion)",
      "gauss_second_order_3(recursion)", "gauss_second_order_4(recursion)"};
  static const std::vector<Integrator> made = [] {
    std::vector<Integrator> all;
    for (int i = 0; i < 8; ++i)
      all.push_back(collocation_on_levels(names[i], i < 4, i % 4 + 1, Multipliers::recursion));
    return all;
  }();
  for (const Integrator& integrator : made)
    if (integrator.method.name == name) return &integrator;
  return nullptr;
}

}  // namespace trammel::integrate
