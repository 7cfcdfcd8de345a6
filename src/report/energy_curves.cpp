#include "report/energy_curves.hpp"

#include <algorithm>
#include <cmath>

#include "analysis/energy.hpp"
#include "report/values.hpp"

namespace trammel::report {
namespace {

constexpr std::size_t most_energies = 800;  // points

// Gauss' rule with five points, on [0, 1].
constexpr double gauss_at[] = {0.046910077030668004, 0.23076534494715845, 0.5, 0.76923465505284155,
                               0.953089922969332};
constexpr double gauss_part[] = {0.11846344252809454, 0.23931433524968324, 0.28444444444444444,
                                 0.23931433524968324, 0.11846344252809454};

}  // namespace

std::optional<Table> energy_curves(const model::Dae& dae, const std::vector<std::string>& names,
                                   const SpreadRows& rows) {
  const Values values(dae, names);
  const auto energy = analysis::find_energy(dae, rows.size(), [&](std::size_t point, expr::Expr leaf) {
    return values({leaf}, rows.time(point), rows.row(point))[0];
  });
  if (!energy) return {};
  std::vector<std::size_t> place;
  for (const expr::Expr q : energy->coordinates) {
    const auto column = values.column(q);
    if (!column) return {};
    place.push_back(*column);
  }
  Table table{{"kinetic", "potential", "change"}, {}, std::vector<std::vector<double>>(3)};
  std::vector<double> between;
  double potential = 0, first = 0;
  const std::size_t every = rows.size() / most_energies + 1;
  std::size_t last = 0;
  for (std::size_t i = 0; i < rows.size(); i += every) {
    const double kinetic = values({energy->kinetic}, rows.time(i), rows.row(i))[0];
    if (i == 0) first = kinetic;
    // ∫ ∇V dq on the straight line from the last point: V is a function of q, so that the way does not matter,
    // and this one is short.
    for (int k = 0; i > 0 && k < 5; ++k) {
      const Vec from = rows.row(last), to = rows.row(i);
      between.assign(to.begin(), to.end());
      for (const std::size_t j : place) between[j] = from[j] + gauss_at[k] * (to[j] - from[j]);
      const std::vector<double> slope = values(energy->gradient, rows.time(i), between);
      for (std::size_t j = 0; j < place.size(); ++j)
        potential += gauss_part[k] * slope[j] * (to[place[j]] - from[place[j]]);
    }
    last = i;
    if (!std::isfinite(kinetic + potential)) return {};
    table.time.push_back(rows.time(i));
    table.columns[0].push_back(kinetic);
    table.columns[1].push_back(potential);
    table.columns[2].push_back(kinetic + potential - first);
  }
  return table;
}

}  // namespace trammel::report
