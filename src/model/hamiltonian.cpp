#include "model/hamiltonian.hpp"

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/text.hpp"
#include "expr/derivative.hpp"

namespace trammel::model {
namespace {

std::vector<Expr> leaves_of(Graph& graph, const std::vector<Formula>& variables) {
  std::vector<Expr> leaves;
  for (const Formula& variable : variables) {
    const Expr leaf = variable.in(graph);
    if (graph.op(leaf) != expr::Op::symbol || graph.derivative(leaf) != 0)
      throw Error(Kind::usage, fmt::format("{} is not a variable of the model", quote(variable.text())));
    leaves.push_back(leaf);
  }
  return leaves;
}

}  // namespace

void add_hamiltonian(Model& model, const Hamiltonian& system, Model::Place place) {
  if (system.q.size() != system.p.size())
    throw Error(Kind::usage,
                fmt::format("{} momenta are given for {} coordinates", system.p.size(), system.q.size()));
  Graph& graph = model.graph();
  const std::vector<Expr> q = leaves_of(graph, system.q), p = leaves_of(graph, system.p);
  const Expr energy = system.energy.in(graph);
  const std::vector<Expr> by_q = gradient(graph, energy, q), by_p = gradient(graph, energy, p);
  for (std::size_t i = 0; i < q.size(); ++i) {
    model.equation("motion of " + system.q[i].text(), der(system.q[i]) == Formula(graph, by_p[i]), place);
    model.equation("motion of " + system.p[i].text(), der(system.p[i]) == -Formula(graph, by_q[i]), place);
    model.conjugate(system.q[i], system.p[i]);
  }
}

}  // namespace trammel::model
