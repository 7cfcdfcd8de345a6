#include <algorithm>

#include "analysis/point.hpp"
#include "expr/query.hpp"
#include "model/simplification.hpp"

namespace trammel::analysis {
namespace {

using expr::Expr;

std::vector<Expr> rows_of(const PointProblem& p) {
  std::vector<Expr> result;
  result.reserve(p.conditions.size());
  for (const Condition& condition : p.conditions) result.push_back(condition.residual);
  return result;
}

std::vector<Expr> leaves_of(const PointProblem& p) {
  std::vector<Expr> result;
  result.reserve(p.quantities.size());
  for (const Quantity& quantity : p.quantities) result.push_back(quantity.leaf);
  return result;
}

// A row belongs to the highest stage among its leaves.
std::vector<int> stages_of(const PointProblem& p) {
  constexpr int none = -1000;
  std::vector<int> stage_of(p.dae->graph->size(), none), result;
  for (const Quantity& q : p.quantities) stage_of[q.leaf.id] = q.stage;
  expr::Cone cone(*p.dae->graph);
  for (const Condition& condition : p.conditions) {
    int stage = none;
    for (const Expr e : cone.collect(condition.residual)) stage = std::max(stage, stage_of[e.id]);
    result.push_back(stage);
  }
  return result;
}

// The parameter of homotopy(..), if a row holds it.
int simplification_in(const PointProblem& p) {
  const int id = model::simplification(*p.dae);
  if (id < 0) return id;
  const std::vector<Expr> leaves = expr::leaves(*p.dae->graph, rows_of(p));
  return std::ranges::find(leaves, p.dae->graph->parameter(id)) == leaves.end() ? -1 : id;
}

}  // namespace

PointPlan::PointPlan(const PointProblem& problem)
    : program(Numbers(*problem.dae, rows_of(problem), leaves_of(problem)).program()),
      row_stage(stages_of(problem)), simplification(simplification_in(problem)) {}

}  // namespace trammel::analysis
