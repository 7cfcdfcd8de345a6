#include "pipeline/stabilizations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "base/error.hpp"
#include "base/text.hpp"

namespace trammel::pipeline {

using integrate::ProjectionOptions;

const std::vector<Stabilization>& stabilizations() {
  using Parts = ProjectionOptions::Parts;
  using Direction = ProjectionOptions::Direction;
  static const std::vector<Stabilization> all = {
      {"projection", "onto all constraints, given and hidden, to rounding", "HW96", {}},
      {"projection_positions", "onto the given constraints only", "HW96", {.parts = Parts::positions}},
      {"projection_velocities",
       "onto the hidden constraints one derivative below the top only",
       "HW96",
       {.parts = Parts::velocities}},
      {"projection_orthogonal",
       "the same as projection, in the Euclidean metric",
       "AQR94",
       {.direction = Direction::orthogonal}},
      {"post_stabilization", "one correction z - F h after each step", "AQR94", {.passes = 1}},
      {"post_stabilization_twice", "two such corrections", "AQR94", {.passes = 2}},
      {"none", "leave the state as the method made it", "HW96", {.on = false}}};
  return all;
}

const Stabilization& find_stabilization(std::string_view name) {
  const std::vector<Stabilization>& all = stabilizations();
  if (name == "auto") return all.front();
  const auto at = std::ranges::find(all, name, &Stabilization::name);
  if (at != all.end()) return *at;
  std::vector<std::string> names;
  for (const Stabilization& known : all) names.emplace_back(known.name);
  throw Error(Kind::name, fmt::format("there is no stabilization called {}", quote(name)), {},
              fmt::format("--stabilization with one of: {}", listed(names, names.size())));
}

std::string_view name_of(const ProjectionOptions& options) {
  if (!options.on) return "none";
  for (const Stabilization& known : stabilizations())
    if (known.options.on && known.options.parts == options.parts && known.options.passes == options.passes &&
        known.options.direction == options.direction && options.taken == known.options.taken &&
        options.alpha == known.options.alpha)
      return known.name;
  return "projection";
}

}  // namespace trammel::pipeline
