// modelica/parameter_formulas.cpp: how parameters and start values follow from other parameters.
//
// Bindings of parameters are read as numbers, which is what sizes and conditions need. Whoever changes a
// parameter of a prepared problem needs them a second time, as formulas. A parameter whose number has decided
// about the structure (a size, a condition) cannot be changed without reading the text again; such a one
// has its own constant for a formula.
#include <algorithm>

#include "expr/query.hpp"
#include "modelica/elaborator.hpp"
#include "modelica/flatten.hpp"

namespace trammel::modelica {

void Elaborator::note_number_read(Instance& parameter) {
  if (parameter.base != Base::real || parameter.variability != Variability::parameter || parameter.of_package)
    return;
  ++numbers_read_;
  if (!following_) parameter.built_in = true;
}

// No value if the binding cannot be read without numbers: then they count as built in.
Value Elaborator::formula_of(const Binding& binding) {
  try {
    const Restore<bool> no_events(events_off_, true);
    Value v = evaluate(binding, false);
    const auto known = [&](Expr leaf) { return g_.op(leaf) == expr::Op::parameter; };
    if (std::ranges::all_of(expr::leaves(g_, v.data), known)) return v;
  } catch (const Error&) {  // NOLINT(bugprone-empty-catch): the numbers were read without one
  }
  const Restore<bool> built_in(following_, false);
  evaluate(binding, true);
  return {};
}

Value Elaborator::start_formula(Instance& leaf) {
  const Modifier* part = leaf.modifier.part("start");
  if (part == nullptr || !part->binding || part->binding.value->node == modelica::Node::number) return {};
  Value v = formula_of(part->binding);
  const bool fits = v.numeric() && (v.scalar() || v.shape == leaf.shape);
  return fits ? v : Value{};
}

// When all equations have been read: they may have used numbers, too. What a built-in number follows from is
// built in as well.
void Flattener::add_formulas() {
  std::vector<model::Parameter*> by_id(static_cast<std::size_t>(g_.parameters()));
  for (model::Parameter& p : problem_.dae.parameters) by_id[static_cast<std::size_t>(p.id)] = &p;
  std::vector<int> built_in;
  for (const Instance* i : parameters_)
    for (int k = 0; k < static_cast<int>(count(i->shape)); ++k) {
      model::Parameter& p = *by_id[static_cast<std::size_t>(i->first_parameter) + k];
      if (const auto at = static_cast<std::size_t>(k); i->formula && at < i->formula->data.size())
        if (const Expr formula = i->formula->data[at]; !g_.is_constant(formula)) p.formula = formula;
      if (i->built_in || (i->final_ && !p.formula) || structural_.contains(p.id)) built_in.push_back(p.id);
    }
  while (!built_in.empty()) {
    model::Parameter* p = by_id[static_cast<std::size_t>(built_in.back())];
    built_in.pop_back();
    if (p == nullptr || (p->formula && g_.is_constant(p->formula))) continue;
    if (p->formula)
      for (const Expr leaf : expr::leaves(g_, std::span(&p->formula, 1))) built_in.push_back(g_.index(leaf));
    p->formula = g_.constant(p->value);
  }
}

}  // namespace trammel::modelica
