#include "pipeline/sliding.hpp"

#include <unordered_map>

#include "expr/query.hpp"

namespace trammel::pipeline {
namespace {

using expr::Expr;
using expr::Op;
using Replacement = std::unordered_map<std::uint32_t, Expr>;

bool upward(const HeldRelation& relation) { return relation.op == Op::gt || relation.op == Op::ge; }

}  // namespace

Surface surface_of(const Held& held, int relation) {
  const HeldRelation& first = held.relations[static_cast<std::size_t>(relation)];
  Surface surface;
  for (std::size_t k = 0; k < held.relations.size(); ++k) {
    const HeldRelation& other = held.relations[k];
    if (other.kind != HeldRelation::Kind::truth || other.op == Op::eq || other.op == Op::ne) continue;
    const bool same = other.left == first.left && other.right == first.right;
    const bool opposite = other.left == first.right && other.right == first.left;
    if (same || opposite) surface.members.push_back({static_cast<int>(k), upward(other) == same ? 1.0 : 0.0});
  }
  return surface;
}

void Surface::add(const Surface& sheet) {
  const int next = sheets();
  for (Member member : sheet.members) {
    member.sheet = next;
    members.push_back(member);
  }
}

void Surface::remove(int sheet) {
  std::erase_if(members, [&](const Member& member) { return member.sheet == sheet; });
  for (Member& member : members)
    if (member.sheet > sheet) --member.sheet;
}

namespace {

Held on_sheet(const Held& held, const std::vector<Surface::Member>& members) {
  Held result{model::on_top(held.problem), held.relations, held.delays, held.structural};
  model::Dae& dae = result.problem.dae;
  expr::Graph& g = *dae.graph;
  const HeldRelation& first = held.relations[static_cast<std::size_t>(members.front().relation)];
  const int alpha = g.add_variable("share of '" + first.text + "'");
  const Expr share = g.symbol(alpha), rest = g.apply(Op::sub, g.constant(1), share);
  dae.variables.push_back({.id = alpha, .start = 0.5, .origin = first.origin});
  Replacement above, below;
  for (const Surface::Member& member : members) {
    const Expr p = g.parameter(held.relations[static_cast<std::size_t>(member.relation)].parameter);
    above.emplace(p.id, g.constant(member.above));
    below.emplace(p.id, g.constant(1 - member.above));
  }
  const auto depends = [&](Expr e) {
    for (const Expr leaf : expr::leaves(g, e))
      if (above.contains(leaf.id)) return true;
    return false;
  };
  std::vector<Expr> rows;
  for (const model::Equation& equation : dae.equations) rows.push_back(equation.residual);
  Replacement choice;
  expr::Cone cone(g);
  for (const Expr e : std::vector<Expr>(cone.collect(rows))) {
    if (g.op(e) != Op::select || !depends(g.arg(e, 0))) continue;
    const Expr f = expr::substitute(g, std::span(&e, 1), above)[0];
    const Expr f_below = expr::substitute(g, std::span(&e, 1), below)[0];
    choice[e.id] = g.apply(Op::add, g.apply(Op::mul, share, f), g.apply(Op::mul, rest, f_below));
  }
  rows = expr::substitute(g, rows, choice);
  for (std::size_t i = 0; i < rows.size(); ++i) dae.equations[i].residual = rows[i];
  dae.equations.push_back({.name = "'" + first.text + "' at its zero",
                           .residual = g.apply(Op::sub, first.left, first.right),
                           .origin = first.origin,
                           .family = static_cast<int>(dae.equations.size())});
  const auto add = [&](Op op, double limit) {
    HeldRelation relation{.op = op,
                          .left = share,
                          .right = g.constant(limit),
                          .zero = g.apply(Op::sub, share, g.constant(limit)),
                          .text = first.text,
                          .origin = first.origin};
    relation.parameter =
        g.add_parameter(first.text + (limit > 0 ? " from one side" : " from the other side"));
    dae.parameters.push_back({.id = relation.parameter, .value = 1});
    result.relations.push_back(std::move(relation));
  };
  add(Op::gt, 0);
  add(Op::lt, 1);
  // Members stay as they are while the motion stays on the surface.
  for (const Surface::Member& member : members)
    result.relations[static_cast<std::size_t>(member.relation)].at_rest = true;
  std::erase_if(result.structural, [&](int id) {
    for (const Surface::Member& member : members)
      if (held.relations[static_cast<std::size_t>(member.relation)].parameter == id) return true;
    return false;
  });
  return result;
}

}  // namespace

Held on_surface(const Held& held, const Surface& surface) {
  Held result = held;
  for (int sheet = 0; sheet < surface.sheets(); ++sheet) {
    std::vector<Surface::Member> members;
    for (const Surface::Member& member : surface.members)
      if (member.sheet == sheet) members.push_back(member);
    result = on_sheet(result, members);
  }
  return result;
}

}  // namespace trammel::pipeline
