#include "formulation/catalog.hpp"

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/text.hpp"
#include "formulation/eliminate.hpp"
#include "formulation/first_order.hpp"
#include "formulation/lower.hpp"
#include "formulation/minimal_extension.hpp"
#include "formulation/project_invariants.hpp"
#include "formulation/regularize.hpp"
#include "formulation/regularize_mass.hpp"
#include "formulation/stabilize.hpp"
#include "formulation/underlying_ode.hpp"

namespace trammel::formulation {

namespace {

std::vector<Entry> reductions() {
  return {
      {"underlying_ode",
       "every equation at its top derivative, the rest as invariants to project onto",
       "HW96",
       Target::ode,
       {Eliminate{}, UnderlyingOde{}}},
      {"as_written",
       "F(t, y, y') = 0 as it stands, in first order",
       "HW96",
       Target::residual,
       {FirstOrder{}}},
      {"constrained",
       "M x^(m) = f(x, y), 0 = g(x), definitions eliminated",
       "HW96",
       Target::hessenberg,
       {Eliminate{}}},
      {"second_order",
       "F(t, x, x', x'') = 0 in the derivatives that stand there, definitions eliminated",
       "Wun05",
       Target::second_order,
       {Eliminate{}}},
      {"index_3",
       "constraints differentiated until at most two hidden levels are left",
       "HW96",
       Target::residual,
       {Eliminate{}, ReduceIndex{3}, FirstOrder{}}},
      {"index_2",
       "constraints differentiated until at most one hidden level is left (velocity level)",
       "HW96",
       Target::residual,
       {Eliminate{}, ReduceIndex{2}, FirstOrder{}}},
      {"index_1",
       "every equation at its top derivative, as a residual; drifts",
       "HW96",
       Target::residual,
       {Eliminate{}, ReduceIndex{1}, FirstOrder{}}},
      {"baumgarte",
       "constraints replaced by (d/dt + gamma)^c of them; gamma = 1/h unless given",
       "Bau72",
       Target::ode,
       {Eliminate{}, Baumgarte{}},
       true,
       false},
  };
}

std::vector<Entry> with_multipliers() {
  return {
      {"ggl",
       "q' = v - G'mu: all levels of the constraints hold, index 2",
       "GGL85",
       Target::residual,
       {Eliminate{}, Ggl{Direction::block}}},
      {"ggl_mass",
       "M q' = M v - G'mu: all levels of the constraints hold, index 2",
       "GGL85",
       Target::residual,
       {Eliminate{}, Ggl{Direction::mass}}},
      {"ggl_second_order",
       "the same with v = q' + G'mu written out",
       "Wun05",
       Target::residual,
       {Eliminate{}, Ggl{Direction::block}, WithoutVelocities{}, FirstOrder{}}},
      {"projected_invariants",
       "z' = f - H'mu, 0 = h: the underlying ODE and all its constraints, index 2",
       "AQR94",
       Target::residual,
       {Eliminate{}, ProjectInvariants{Direction::transpose}}},
      {"projected_invariants_block",
       "the same with one block G' per level",
       "AQR94",
       Target::residual,
       {Eliminate{}, ProjectInvariants{Direction::block}}},
      {"projected_invariants_mass",
       "the same in the mass metric",
       "AQR94",
       Target::residual,
       {Eliminate{}, ProjectInvariants{Direction::mass}}},
      {"overdetermined",
       "all levels with accelerations; what is too much, by least squares in the mass metric, index 2",
       "FL91",
       Target::residual,
       {Eliminate{}, Overdetermined{}}},
      {"projected_positions",
       "z' = f - H'mu with the constraints as written only; hidden ones drift",
       "AQR94",
       Target::residual,
       {Eliminate{}, ProjectInvariants{Direction::transpose, true}}},
  };
}

std::vector<Entry> extended() {
  return {
      {"minimal_extension",
       "all levels of the constraints; derivatives chosen during the run become algebraic, index 1",
       "KM04",
       Target::residual,
       {Eliminate{}, MinimalExtension{}}},
      {"minimal_extension_reduced",
       "the same without unknowns for highest derivatives that can be written out",
       "Wun05",
       Target::residual,
       {Eliminate{}, MinimalExtension{}, WithoutTops{}}},
      {"minimal_extension_second_order",
       "the same in the derivatives of the unknowns themselves, w for those that may become algebraic",
       "Wun05",
       Target::residual,
       {Eliminate{}, MinimalExtensionSecondOrder{}, ExtensionInFirstOrder{}}},
      {"minimal_extension_second_order_reduced",
       "that one without w for highest derivatives that can be written out",
       "Wun05",
       Target::residual,
       {Eliminate{}, MinimalExtensionSecondOrder{}, ExtensionInFirstOrder{}, WithoutTops{}}},
  };
}

// The equations are those of the underlying ODE; the coordinates are numbers.
std::vector<Entry> in_charts() {
  const auto entry = [](std::string_view name, std::string_view summary, std::string_view source,
                        Chart chart) {
    return Entry{name, summary, source, Target::ode, {Eliminate{}, UnderlyingOde{}}, false, false, chart};
  };
  return {
      entry("coordinate_partitioning",
            "local state space form: independent components, chosen anew when others are better", "WH82",
            Chart::partition),
      entry("tangent_space", "local state space form in tangent spaces of the constraints", "PR91",
            Chart::tangent),
      entry("tangent_space_cheap", "the same with the constraints solved at the end of each step only",
            "HW96", Chart::tangent_at_end),
  };
}

std::vector<Entry> stabilized() {
  using Inverse = Stabilize::Inverse;
  const auto entry = [](std::string_view name, std::string_view summary, const Stabilize& how) {
    Entry made{name, summary, "AQR94", Target::ode, {Eliminate{}, how}, true, false};
    made.stabilize = how;
    return made;
  };
  return {
      entry("stabilized", "z' = f - gamma H'(HH')^-1 h; gamma = 1/h unless given", {}),
      entry("stabilized_block", "z' = f - gamma F h with one block G'(GG')^-1 per level",
            {.direction = Direction::block, .inverse = Inverse::block}),
      entry("stabilized_mass", "z' = f - gamma D(HD)^-1 h in the mass metric",
            {.direction = Direction::mass}),
      entry("stabilized_transpose", "z' = f - gamma H'h/|H|^2: nothing to solve", {.inverse = Inverse::none}),
      entry("stabilized_integral",
            "z' = f - F(Hf + h_t) - gamma F h: the constraints become integral invariants",
            {.integral = true}),
  };
}

// For constraints that are dependent, everywhere or at a point on the way.
std::vector<Entry> regularized() {
  using Kind = Regularize::Kind;
  const auto entry = [](std::string_view name, std::string_view summary, Formulation passes) {
    return Entry{name, summary, "PRM97", Target::ode, std::move(passes), true, false};
  };
  return {
      entry("trust_region", "multipliers that make |constraints|^2 + epsilon |multipliers|^2 smallest",
            {Eliminate{}, Regularize{}}),
      entry("trust_region_index_2", "the same from constraints with one hidden level (velocities)",
            {Eliminate{}, ReduceIndex{2}, Regularize{}}),
      entry("trust_region_as_printed", "the same without second derivatives of constraints; biased",
            {Eliminate{}, Regularize{.as_printed = true}}),
      entry("direct_regularization", "constraints = epsilon multipliers, where these act along them",
            {Eliminate{}, Regularize{.kind = Kind::direct}}),
      entry("direct_regularization_index_2", "the same from constraints with one hidden level",
            {Eliminate{}, ReduceIndex{2}, Regularize{.kind = Kind::direct}}),
      entry("direct_regularization_as_printed", "the same without second derivatives of constraints; biased",
            {Eliminate{}, Regularize{.kind = Kind::direct, .as_printed = true}}),
  };
}

// For models whose structure misleads: F, F', ..., F^(mu) decide, not who contains what.
std::vector<Entry> from_derivative_arrays() {
  Entry implicit{"derivative_array",
                 "d rows of F and all of F .. F^(mu), which the structure cannot mislead, index 1",
                 "KM96",
                 Target::residual,
                 {FirstOrder{}}},
      underlying{"derivative_array_ode",
                 "the underlying ODE of the derivative array F .. F^(nu), its constraints as invariants",
                 "CM95",
                 Target::ode,
                 {Eliminate{}, UnderlyingOde{}}};
  implicit.from_array = underlying.from_array = true;
  return {implicit, underlying};
}

// What entries leave before their order is reduced.
std::vector<std::pair<std::string_view, Formulation>> without_order_reduction() {
  return {
      {"as_written", {}},
      {"index_3", {Eliminate{}, ReduceIndex{3}}},
      {"index_2", {Eliminate{}, ReduceIndex{2}}},
      {"index_1", {Eliminate{}, ReduceIndex{1}}},
      {"ggl", {Eliminate{}, Ggl{Direction::block}}},
      {"ggl_second_order", {Eliminate{}, Ggl{Direction::block}, WithoutVelocities{}}},
      {"minimal_extension_second_order", {Eliminate{}, MinimalExtensionSecondOrder{}}},
  };
}

}  // namespace

const std::vector<Entry>& catalog() {
  static const std::vector<Entry> all = [] {
    std::vector<Entry> result = reductions();
    for (const auto& family :
         {with_multipliers, extended, in_charts, stabilized, regularized, from_derivative_arrays})
      for (Entry& entry : family()) result.push_back(std::move(entry));
    for (auto& [name, formulation] : without_order_reduction())
      for (Entry& entry : result)
        if (entry.name == name && entry.target == Target::residual) entry.second_order = formulation;
    return result;
  }();
  return all;
}

Formulation with_direction(const Entry& entry, const std::vector<DirectionEntry>& own) {
  if (!entry.stabilize)
    throw Error(Kind::usage,
                fmt::format("the formulation {} has no direction to be chosen", quote(entry.name)), {},
                "use the formulation 'stabilized', or a projection with a direction matrix");
  Stabilize how = *entry.stabilize;
  how.own = own;
  return {Eliminate{}, how};
}

// Found by their names only: not among the entries that `auto`, comparisons and tables go through.
const std::vector<Entry>& by_name_only() {
  static const std::vector<Entry> all = [] {
    // [AQR94, (1.8)]. γ has units, and γ = 1/h is safe only where no eigenvalue of HH' is large.
    const Stabilize unscaled{.inverse = Stabilize::Inverse::none, .scaled = false};
    Entry transpose{"stabilized_unscaled",
                    "z' = f - gamma H'h: give gamma",
                    "AQR94",
                    Target::ode,
                    {Eliminate{}, unscaled},
                    true,
                    false};
    transpose.stabilize = unscaled;
    Entry partition{"derivative_array_partition",
                    "derivative_array_ode for independent components, the others from the constraints",
                    "CM95",
                    Target::ode,
                    {Eliminate{}, UnderlyingOde{}}};
    partition.from_array = true;
    partition.chart = Chart::partition;
    const Entry tangent{"tangent_space_mass",
                        "tangent_space with directions M^-1 G' instead of G'",
                        "HW96",
                        Target::ode,
                        {Eliminate{}, UnderlyingOde{}},
                        false,
                        false,
                        Chart::tangent_mass};
    const auto repeated = [](std::string_view name, std::string_view summary, int times, bool solutions) {
      const Regularize how{
          .kind = Regularize::Kind::direct, .repetitions = times, .with_solutions = solutions};
      return Entry{name, summary, "PRM97", Target::ode, {Eliminate{}, how}, true, false};
    };
    // Inside the form of Gear, Gupta and Leimkuhler: its multipliers of both levels in one trust region.
    const Entry both_levels{"trust_region_ggl",
                            "trust_region for q' = v - G'mu with all levels of the constraints",
                            "PRM97",
                            Target::ode,
                            {Eliminate{}, Ggl{Direction::block}, Regularize{}},
                            true,
                            false};
    const auto heavier = [](std::string_view name, std::string_view summary, RegularizeMass::Kind kind) {
      return Entry{name, summary, "PRM97", Target::ode, {RegularizeMass{kind}, Eliminate{}, UnderlyingOde{}}};
    };
    return std::vector<Entry>{
        transpose,
        partition,
        tangent,
        both_levels,
        heavier("regularized_mass", "M + epsilon I instead of a singular mass matrix M",
                RegularizeMass::Kind::identity),
        heavier("regularized_mass_as_printed", "M'M + epsilon I with M' f; deletes equations",
                RegularizeMass::Kind::printed),
        repeated("augmented_lagrangian_2", "direct_regularization again from its multipliers", 2, false),
        repeated("augmented_lagrangian_3", "and once more", 3, false),
        repeated("sequential_regularization_2", "the same with a second solution", 2, true),
        repeated("sequential_regularization_3", "and a third", 3, true)};
  }();
  return all;
}

const Entry& find_formulation(std::string_view name) {
  for (const auto& list : {catalog, by_name_only})
    for (const Entry& entry : list())
      if (entry.name == name) return entry;
  std::vector<std::string> names;
  for (const Entry& entry : catalog()) names.emplace_back(entry.name);
  const std::string* const near = nearest_name(name, names);
  throw Error(Kind::usage,
              fmt::format("there is no formulation called {}{}", quote(name),
                          near != nullptr ? fmt::format("; did you mean {}?", quote(*near)) : ""),
              {}, fmt::format("one of: {}", listed(names, 100)));
}

}  // namespace trammel::formulation
