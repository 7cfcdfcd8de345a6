// modelica/zero_factors.cpp: derivatives that a parameter of value zero switches off.
//
// L*der(i) = v with L = 0 is v = 0, and der(i) does not stand in it: whoever looks at the structure alone must
// not see it there. So products of a derivative with parameters that are exactly zero are left out, and those
// parameters cannot be changed any more, just like numbers that decided about sizes or branches.
#include "expr/query.hpp"
#include "modelica/flatten.hpp"

namespace trammel::modelica {

void Flattener::leave_out_zero_factors() {
  std::unordered_map<int, double> value;
  for (const model::Parameter& p : problem_.dae.parameters) {
    const Expr leaf = g_.parameter(p.id);
    if (!in_.events().assigned_in_when(leaf) && !in_.events().is_pre(leaf)) value.emplace(p.id, p.value);
  }
  std::vector<Expr> rows;
  for (const model::Equation& e : problem_.dae.equations) rows.push_back(e.residual);
  struct Seen {
    bool fixed = false, zero = false, moving = false,
         variable = false;  // of parameters only; a product that is zero; a derivative in it; any
    double number = 0;
  };
  // All nodes, operands first; which of them stand in the equations is asked only where there is something to
  // leave out.
  std::vector<Seen> seen(g_.size());
  std::unordered_map<std::uint32_t, Expr> replacement;
  struct Choice {
    Expr product, factor, other, zero;
  };
  std::vector<Choice> choices;
  // So is one branch of a factor: s*(if off then 1 else R) with R = 0 does not hold s in one of the modes.
  const auto leave_out_branch = [&](Expr product, Expr e) {
    if (g_.op(e) != Op::select) return;
    const Expr branch[] = {g_.arg(e, 1), g_.arg(e, 2)};
    const Seen &first = seen[branch[0].id], &second = seen[branch[1].id];
    if (!first.fixed || !second.fixed || first.zero == second.zero) return;
    const Expr zero = first.zero ? branch[0] : branch[1], none = g_.constant(0);
    if (g_.op(zero) == Op::constant) return;
    choices.push_back(
        {product, e,
         g_.apply(Op::select, g_.arg(e, 0), first.zero ? none : branch[0], second.zero ? none : branch[1]),
         zero});
  };
  for (std::uint32_t id = 1; id < seen.size(); ++id) {
    const Expr e{id};
    const Op op = g_.op(e);
    Seen& now = seen[e.id];
    if (op == Op::constant || op == Op::parameter) {
      const auto known = op == Op::parameter ? value.find(g_.index(e)) : value.end();
      now.fixed = op == Op::constant || known != value.end();
      now.number = op == Op::constant ? g_.value(e) : now.fixed ? known->second : 0;
      now.zero = now.fixed && now.number == 0;
    }
    if (op == Op::symbol) now.moving = g_.derivative(e) > 0;
    now.variable = op == Op::symbol;
    if (expr::is_leaf(op) || op >= Op::call) continue;
    const int arity = expr::info(op).arity;
    const Seen* part[3] = {};
    now.fixed = true;
    for (int k = 0; k < arity; ++k) {
      part[k] = &seen[g_.arg(e, k).id];
      now.fixed = now.fixed && part[k]->fixed;
      now.moving = now.moving || part[k]->moving;
      now.variable = now.variable || part[k]->variable;
    }
    if (now.fixed)
      now.number = expr::compute(op, part[0]->number, arity > 1 ? part[1]->number : 0,
                                 arity > 2 ? part[2]->number : 0);
    now.zero = (now.fixed && now.number == 0) || (op == Op::mul && (part[0]->zero || part[1]->zero)) ||
               ((op == Op::neg || op == Op::div) && part[0]->zero);
    if (now.zero && now.moving) replacement.emplace(e.id, g_.constant(0));
    if (op == Op::mul)
      for (const int k : {0, 1})
        if (seen[g_.arg(e, 1 - k).id].variable) leave_out_branch(e, g_.arg(e, k));
  }
  if (replacement.empty() && choices.empty()) return;
  expr::Cone cone(g_);
  std::vector<bool> used(seen.size());
  for (const Expr e : cone.collect(rows)) used[e.id] = true;
  std::erase_if(replacement, [&](const auto& r) { return !used[r.first]; });
  for (const Choice& choice : choices) {
    if (!used[choice.product.id]) continue;
    for (const Expr leaf : expr::leaves(g_, choice.zero))
      if (g_.op(leaf) == Op::parameter) structural_.insert(g_.index(leaf));
    replacement.emplace(choice.factor.id, choice.other);
  }
  if (replacement.empty()) return;
  // The parameters that make such a product zero: those below its parts without a derivative.
  for (const auto& [id, none] : replacement)
    for (int k = 0; g_.op({id}) != Op::select && k < expr::info(g_.op({id})).arity; ++k)
      if (const Expr part = g_.arg({id}, k); seen[part.id].zero && !seen[part.id].moving)
        for (const Expr leaf : expr::leaves(g_, part))
          if (g_.op(leaf) == Op::parameter) structural_.insert(g_.index(leaf));
  const std::vector<Expr> without = expr::substitute(g_, rows, replacement);
  for (std::size_t k = 0; k < without.size(); ++k) problem_.dae.equations[k].residual = without[k];
}

}  // namespace trammel::modelica
