// formulation/catalog.hpp: all formulations. Command line, docs and conformance tests read this list.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "formulation/formulation.hpp"
#include "formulation/stabilize.hpp"

namespace trammel::formulation {

// What the equations that a formulation leaves are meant for.
enum class Target { ode, residual, hessenberg, second_order };

// Local coordinates in which the states are integrated: none; dependent components found by pivots; tangent
// spaces, seen across Gᵀ or across M⁻¹Gᵀ; tangent spaces at the end of each step only.
enum class Chart { none, partition, tangent, tangent_mass, tangent_at_end };

struct Entry {
  std::string_view name, summary, source;  // source: key in docs/references.bib
  Target target;
  Formulation formulation;
  // What it leaves for an ode view is also offered as a residual, in first order.
  bool residual_too = false;
  // The run moves the state onto all constraints after each step unless told otherwise; forms that have their
  // own way of staying there are left alone.
  bool projects = true;
  Chart chart = Chart::none;
  // It is applied to the index-1 part of the derivative array, which is made from numbers at the start:
  // formulation::FromDerivativeArray.
  bool from_array = false;
  std::optional<Stabilize> stabilize = {};  // where that is what it does
  // The same without order reduction, for methods that form second derivatives themselves.
  std::optional<Formulation> second_order = {};
};

const std::vector<Entry>& catalog();
// A formulation of the catalog that stabilizes, with a D of one's own; an Error if it is another one.
Formulation with_direction(const Entry& entry, const std::vector<DirectionEntry>& own);
const Entry& find_formulation(std::string_view name);  // or an Error that lists the names

}  // namespace trammel::formulation
