#include "certify/held_relations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_set>

#include "base/text.hpp"
#include "expr/query.hpp"

namespace trammel::certify {
namespace {

using expr::Expr;
using expr::Op;

// How far the sides are from where the held value would be right; 0: it is.
double distance(const Claim& claim, double held, double left, double right) {
  const double s = left - right;
  switch (claim.kind) {
    case Claim::Kind::floor:
      return std::max({0.0, held - left, left - held - 1});
    case Claim::Kind::ceil:
      return std::max({0.0, left - held, held - 1 - left});
    case Claim::Kind::trunc:
      return std::max(0.0, std::fabs(left - held) - 1);
    case Claim::Kind::sign:
      break;
  }
  const bool upward = claim.op == Op::gt || claim.op == Op::ge;
  return upward == (held != 0) ? std::max(0.0, -s) : std::max(0.0, s);
}

}  // namespace

HeldRelations::HeldRelations(const model::Dae& dae, const std::vector<Claim>& claims,
                             const std::vector<Expr>& leaves) {
  expr::Graph& graph = *dae.graph;
  std::unordered_set<std::uint32_t> known;
  for (const Expr leaf : leaves) known.insert(leaf.id);
  program::Request request{.value_bank = 0};
  std::vector<Claim> known_claims;
  for (const Claim& claim : claims) {
    if (claim.kind == Claim::Kind::sign && (claim.op == Op::eq || claim.op == Op::ne)) continue;
    const Expr right = claim.right ? claim.right : graph.constant(0);
    const Expr sides[] = {claim.left, right};
    const std::vector<Expr> used = expr::leaves(graph, sides);
    if (std::ranges::any_of(
            used, [&](Expr leaf) { return graph.op(leaf) == Op::symbol && !known.contains(leaf.id); }))
      continue;
    request.rows.insert(request.rows.end(), {claim.left, right});
    known_claims.push_back(claim);
  }
  claims_ = std::make_shared<const std::vector<Claim>>(std::move(known_claims));
  if (claims_->empty()) return;
  held_.assign(claims_->size(), NAN);
  sides_.resize(request.rows.size());
  size_.resize(claims_->size());
  program::Inputs inputs;
  inputs.banks = {{graph.time()}, leaves};
  runner_.emplace(program::compile(graph, inputs, {{{request}}}, {.engine = program::Engine::vm}));
}

void HeldRelations::set_parameters(Vec values) {
  const std::vector<Claim>& claims = *claims_;
  if (claims.empty()) return;
  std::vector<double> all(values.begin(), values.end());
  all.resize(static_cast<std::size_t>(runner_->program().parameters()));
  runner_->set_parameters(all);
  for (std::size_t k = 0; k < claims.size(); ++k)
    if (claims[k].parameter < 0)  // no parameter stands for it: it must be true
      held_[k] = 1;
    else if (const auto id = static_cast<std::size_t>(claims[k].parameter); id < values.size())
      held_[k] = values[id];
}

double HeldRelations::margin(std::size_t claim, double t, Vec values) {
  if ((*claims_)[claim].kind != Claim::Kind::sign) return NAN;
  const double* in[] = {&t, values.data()};
  double* out[] = {sides_.data()};
  runner_->run(0, in, out);
  return sides_[2 * claim] - sides_[2 * claim + 1];
}

std::vector<HeldRelations::Contradiction> HeldRelations::contradicted(double t, Vec values, double bound) {
  const std::vector<Claim>& claims = *claims_;
  std::vector<Contradiction> found;
  if (claims.empty()) return found;
  const double* in[] = {&t, values.data()};
  double* out[] = {sides_.data()};
  runner_->run(0, in, out);
  for (std::size_t k = 0; k < claims.size(); ++k) {
    const double left = sides_[2 * k], right = sides_[2 * k + 1];
    if (!std::isfinite(left) || !std::isfinite(right) || std::isnan(held_[k])) continue;
    const double least = claims[k].kind == Claim::Kind::sign ? 0 : 1;
    size_[k] = std::max({size_[k], std::fabs(left) + std::fabs(right), least});
    const double off = distance(claims[k], held_[k], left, right);
    if (!(off > bound * size_[k])) continue;
    const bool truth = claims[k].kind == Claim::Kind::sign;
    found.push_back(
        {k, off,
         fmt::format("{} is held at {}, but its sides are {:.6g} and {:.6g}", quote(claims[k].text),
                     !truth          ? fmt::format("{:g}", held_[k])
                     : held_[k] != 0 ? "true"
                                     : "false",
                     left, right),
         truth ? claims[k].parameter : -1, 1 - held_[k]});
  }
  return found;
}

}  // namespace trammel::certify
