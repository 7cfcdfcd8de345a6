#include "model/lagrange.hpp"

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/text.hpp"
#include "expr/derivative.hpp"
#include "expr/query.hpp"

namespace trammel::model {
namespace {

class Builder {
 public:
  Builder(Model& model, const Lagrangian& mechanism) : model_(model), graph_(model.graph()), m_(mechanism) {
    for (const Formula& coordinate : m_.q) {
      const Expr e = coordinate.in(graph_);
      if (graph_.op(e) != expr::Op::symbol || graph_.derivative(e) != 0)
        throw Error(Kind::usage, fmt::format("the coordinate {} is not a variable of the model",
                                             quote(coordinate.text())));
      q_.push_back(e);
      v_.push_back(graph_.symbol(graph_.index(e), 1));
    }
    if (!m_.forces.empty() && m_.forces.size() != q_.size())
      throw Error(Kind::usage,
                  fmt::format("{} forces are given for {} coordinates", m_.forces.size(), q_.size()));
  }

  std::vector<Formula> build(Model::Place place) {
    const Expr T = m_.kinetic.in(graph_), U = m_.potential.in(graph_);
    const std::vector<Expr> T_q = gradient(graph_, T, q_), T_v = gradient(graph_, T, v_),
                            U_q = gradient(graph_, U, q_);
    std::vector<Formula> motion(q_.size()), multipliers;
    for (std::size_t i = 0; i < q_.size(); ++i) {
      motion[i] = der(formula(T_v[i])) - formula(T_q[i]) + formula(U_q[i]);
      if (!m_.forces.empty()) motion[i] = motion[i] - m_.forces[i];
    }
    for (const auto& [name, g] : m_.constraints) {
      refuse_velocities(name, g);
      push(motion, multipliers, name, gradient(graph_, g.in(graph_), q_), place);
    }
    for (const auto& [name, a] : m_.nonholonomic)
      push(motion, multipliers, name, gradient(graph_, a.in(graph_), v_), place);
    for (std::size_t i = 0; i < q_.size(); ++i)
      model_.equation("motion of " + m_.q[i].text(), motion[i] == 0.0, place);
    for (const auto& [name, g] : m_.constraints) model_.equation(name, g == 0.0, place);
    for (const auto& [name, a] : m_.nonholonomic) model_.equation(name, a == 0.0, place);
    return multipliers;
  }

 private:
  Formula formula(Expr e) { return {graph_, e}; }

  void refuse_velocities(const std::string& name, const Formula& g) {
    const Expr row = g.in(graph_);
    if (expr::dependence(graph_, row, v_) != expr::Dependence::none)
      throw Error(Kind::usage, fmt::format("the constraint {} contains velocities", quote(name)),
                  {.equations = {name}}, "list it as nonholonomic");
  }

  // A multiplier whose force acts along `direction`.
  void push(std::vector<Formula>& motion, std::vector<Formula>& multipliers, const std::string& name,
            const std::vector<Expr>& direction, const Model::Place& place) {
    multipliers.push_back(model_.variable("lambda_" + name, {}, place));
    for (std::size_t i = 0; i < motion.size(); ++i)
      if (!graph_.is_constant(direction[i], 0))
        motion[i] = motion[i] + formula(direction[i]) * multipliers.back();
  }

  Model& model_;
  Graph& graph_;
  const Lagrangian& m_;
  std::vector<Expr> q_, v_;
};

}  // namespace

std::vector<Formula> add_lagrangian(Model& model, const Lagrangian& mechanism, Model::Place place) {
  return Builder(model, mechanism).build(place);
}

}  // namespace trammel::model
