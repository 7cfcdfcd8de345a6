#include "pipeline/guesses.hpp"

#include <cmath>
#include <deque>
#include <unordered_map>

#include "expr/query.hpp"

namespace trammel::pipeline {
namespace {

using expr::Expr;

constexpr double as_good_as_zero = 1e-30;  // a guess of this size

struct Tie {  // a x + b y + c = 0
  Expr x, y;
  double a, b, c;
};

class Ties {
 public:
  explicit Ties(const model::Problem& problem) : dae_(problem.dae), graph_(*problem.dae.graph) {
    for (const model::Parameter& parameter : dae_.parameters) value_[parameter.id] = parameter.value;
    expr::Cone cone(graph_);
    for (const model::Equation& equation : dae_.equations) {
      std::vector<Expr> symbols;
      bool plain = true;
      for (const Expr e : cone.collect(equation.residual)) {
        if (graph_.op(e) == expr::Op::time) plain = false;
        if (graph_.op(e) != expr::Op::symbol) continue;
        plain &= graph_.derivative(e) == 0;
        symbols.push_back(e);
        if (symbols.size() > 2) break;
      }
      if (plain && symbols.size() == 2) add(equation.residual, symbols[0], symbols[1]);
      if (plain && symbols.size() == 1) add(equation.residual, symbols[0]);
    }
  }

  const std::vector<std::pair<Expr, double>>& given() const { return given_; }  // eps = 1e-14

  const std::vector<int>& of(Expr leaf) { return at_[leaf.id]; }
  const Tie& operator[](int k) const { return ties_[static_cast<std::size_t>(k)]; }

 private:
  void add(Expr residual, Expr x) {
    if (expr::dependence(graph_, residual, std::span(&x, 1)) != expr::Dependence::affine) return;
    const auto at = [&](double v) {
      return expr::evaluate(graph_, std::span(&residual, 1), [&](Expr e) {
        return e.id == x.id ? v : value_[static_cast<int>(graph_.index(e))];
      })[0];
    };
    const double c = at(0), value = -c / (at(1) - c);
    if (std::isfinite(value) && std::fabs(value) > as_good_as_zero) given_.emplace_back(x, value);
  }
  void add(Expr residual, Expr x, Expr y) {
    const Expr both[] = {x, y};
    if (expr::dependence(graph_, residual, both) != expr::Dependence::affine) return;
    const auto at = [&](double vx, double vy) {
      return expr::evaluate(graph_, std::span(&residual, 1), [&](Expr e) {
        if (e.id == x.id) return vx;
        if (e.id == y.id) return vy;
        return value_[static_cast<int>(graph_.index(e))];
      })[0];
    };
    const double c = at(0, 0), a = at(1, 0) - c, b = at(0, 1) - c;
    if (!std::isfinite(c) || !std::isfinite(a) || !std::isfinite(b) || a == 0 || b == 0) return;
    at_[x.id].push_back(static_cast<int>(ties_.size()));
    at_[y.id].push_back(static_cast<int>(ties_.size()));
    ties_.push_back({x, y, a, b, c});
  }

  const model::Dae& dae_;
  const expr::Graph& graph_;
  std::unordered_map<int, double> value_;  // of parameters
  std::vector<Tie> ties_;
  std::vector<std::pair<Expr, double>> given_;
  std::unordered_map<std::uint32_t, std::vector<int>> at_;  // by the id of a leaf
};

}  // namespace

void pass_on_guesses(model::Problem& problem) {
  Ties ties(problem);
  std::unordered_map<std::uint32_t, double> known;
  std::deque<Expr> open;
  for (const model::StartValue& start : problem.starts)
    if (problem.dae.graph->derivative(start.leaf) == 0) {
      known[start.leaf.id] = start.value;
      open.push_back(start.leaf);
    }
  for (const auto& [leaf, value] : ties.given())
    if (known.emplace(leaf.id, value).second) {
      problem.starts.push_back({leaf, value, model::Rank::guess});
      open.push_back(leaf);
    }
  for (; !open.empty(); open.pop_front()) {
    const Expr leaf = open.front();
    for (const int k : ties.of(leaf)) {
      const Tie& tie = ties[k];
      const bool first = tie.x.id == leaf.id;
      const Expr other = first ? tie.y : tie.x;
      const double value = -((first ? tie.a : tie.b) * known[leaf.id] + tie.c) / (first ? tie.b : tie.a);
      if (!std::isfinite(value) || !known.emplace(other.id, value).second) continue;
      problem.starts.push_back({other, value, model::Rank::guess});
      open.push_back(other);
    }
  }
}

}  // namespace trammel::pipeline
