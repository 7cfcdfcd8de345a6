#include "formulation/project_invariants.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "expr/query.hpp"

namespace trammel::formulation {
namespace {

using expr::Expr;
using expr::Op;

// `coupled`: in the mass direction, what a level's multipliers do to the levels below it.
void add_multipliers(Manifold& manifold, const std::vector<Manifold::Constraint>& constraints,
                     Direction direction, bool coupled = false) {
  expr::Graph& graph = *manifold.dae().graph;
  const int n = static_cast<int>(manifold.states().size());
  std::vector<Expr> correction(n);
  std::vector<char> done(n);
  for (const Manifold::Constraint& constraint : constraints) manifold.add(constraint.level);
  if (direction == Direction::mass) {
    // next - rate takes the place of D μ, which only the rows J (next - rate) = 0 know.
    for (int s = 0; s < n; ++s)
      if (manifold.rate(s) != manifold.next(s))
        correction[s] = graph.apply(Op::sub, manifold.next(s), manifold.rate(s));
    int lowest = manifold.deepest() + 1;
    for (const Manifold::Constraint& constraint : constraints) lowest = std::min(lowest, constraint.below);
    for (int below = lowest; below <= manifold.deepest(); ++below) {
      const std::vector<char> concerned = manifold.add_mass_rows(below, correction, coupled);
      for (int s = 0; s < n; ++s) done[s] |= concerned[s];
    }
    std::ranges::fill(correction, Expr{});
  } else {
    std::vector<Expr> mu;
    for (const Manifold::Constraint& constraint : constraints)
      mu.push_back(manifold.add_unknown("mu(" + name_of(constraint.level) + ")"));
    for (const auto& entry : manifold.jacobian(constraints))
      if ((direction == Direction::transpose || entry.same_level) &&
          manifold.rate(entry.state) != manifold.next(entry.state))
        correction[entry.state] =
            add_product(graph, correction[entry.state], entry.value, mu[entry.constraint]);
  }
  for (int s = 0; s < n; ++s)
    if (!done[s]) manifold.add_kinematics(s, correction[s]);
}

}  // namespace

Dae Ggl::apply(const Dae& before, const Diagnosis& found) const {
  Manifold manifold(before, found, false);
  for (std::size_t i = 0; i < before.equations.size(); ++i)
    manifold.add(manifold.equation(static_cast<int>(i), std::max(found.offsets.c[i] - 1, 0)));
  add_multipliers(manifold, manifold.constraints(2, false), direction);
  return manifold.finish();
}

Dae ProjectInvariants::apply(const Dae& before, const Diagnosis& found) const {
  if (positions_only && direction == Direction::mass)
    throw Error(Kind::usage, "the mass direction moves all levels of a constraint, not its positions only");
  Manifold manifold(before, found, true);
  for (std::size_t i = 0; i < before.equations.size(); ++i)
    manifold.add(manifold.equation(static_cast<int>(i), found.offsets.c[i]));
  add_multipliers(manifold, manifold.constraints(1, positions_only), direction);
  return manifold.finish();
}

Dae Overdetermined::apply(const Dae& before, const Diagnosis& found) const {
  Manifold manifold(before, found, true);
  for (std::size_t i = 0; i < before.equations.size(); ++i)
    manifold.add(manifold.equation(static_cast<int>(i), found.offsets.c[i]));
  add_multipliers(manifold, manifold.constraints(1, false), Direction::mass, true);
  return manifold.finish();
}

// The equations "rate of x": x' - v + D μ = 0 are those solved for v.
Dae WithoutVelocities::apply(const Dae& before, const Diagnosis& /*found*/) const {
  Dae dae = before;
  expr::Graph& graph = *dae.graph;
  for (const model::Renamed& renamed : before.renamed) {
    if (renamed.derivative != 1) continue;
    const Expr v = graph.symbol(renamed.variable);
    const auto row = std::ranges::find_if(dae.equations, [&](const model::Equation& equation) {
      return equation.name == "rate of " + graph.variable_name(renamed.of);
    });
    if (row == dae.equations.end()) continue;
    // v stands in this row with coefficient -1, and nowhere inside D μ.
    const Expr value = expr::substitute(graph, std::span(&row->residual, 1), {{v.id, graph.constant(0)}})[0];
    dae.equations.erase(row);
    const std::unordered_map<std::uint32_t, Expr> by = {
        {v.id, value}, {graph.symbol(renamed.variable, 1).id, graph.total(value)}};
    for (auto* list : {&dae.equations, &dae.invariants})
      for (model::Equation& equation : *list)
        equation.residual = expr::substitute(graph, std::span(&equation.residual, 1), by)[0];
    std::erase_if(dae.variables, [&](const model::Variable& u) { return u.id == renamed.variable; });
    std::erase_if(dae.renamed, [&](const model::Renamed& r) { return r.variable == renamed.variable; });
    dae.observed.push_back({graph.symbol(renamed.of, 1), value});
  }
  return dae;
}

}  // namespace trammel::formulation
