#include "formulation/stabilize.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "base/error.hpp"
#include "base/text.hpp"
#include "expr/query.hpp"
#include "formulation/lower.hpp"

namespace trammel::formulation {
namespace {

using expr::Expr;
using expr::Op;

class Stabilizer {
 public:
  Stabilizer(const Stabilize& how, const Dae& before, const Diagnosis& found)
      : how_(how), manifold_(before, found, true), graph_(*before.graph) {
    for (std::size_t i = 0; i < before.equations.size(); ++i)
      manifold_.add(manifold_.equation(static_cast<int>(i), found.offsets.c[i]));
    constraints_ = manifold_.constraints(1, false);
    correction_.resize(manifold_.states().size());
    if (!constraints_.empty()) {
      H_ = manifold_.jacobian(constraints_);
      how_.own.empty() ? take_direction() : take_own(before, found);
      gamma_ = add_gain(manifold_.dae(), 1);
      find_targets();
      how_.inverse == Stabilize::Inverse::none ? correct_directly() : correct_by_solving();
    }
    for (std::size_t s = 0; s < correction_.size(); ++s)
      manifold_.add_kinematics(static_cast<int>(s),
                               correction_[s] ? graph_.apply(Op::mul, gamma_, correction_[s]) : Expr{});
  }
  Dae finish() { return manifold_.finish(); }

 private:
  // h, and with `integral` the rate of h along f^, over γ: that is the constraint one level nearer to the
  // top.
  void find_targets() {
    for (const Manifold::Constraint& constraint : constraints_) {
      Expr target = constraint.level.residual;
      if (how_.integral)
        for (const Manifold::Constraint& other : constraints_)
          if (other.equation == constraint.equation && other.below + 1 == constraint.below)
            target = graph_.apply(Op::add, target, graph_.apply(Op::div, other.level.residual, gamma_));
      target_.push_back(target);
    }
  }

  void take_direction() {
    for (const auto& entry : H_)
      if (how_.direction == Direction::transpose || entry.same_level) D_.push_back(entry);
  }

  void take_own(const Dae& before, const Diagnosis& found) {
    for (const DirectionEntry& entry : how_.own) {
      const Expr leaf = without_eliminated(before, entry.state.in(graph_));
      const auto state = std::ranges::find_if(manifold_.states(), [&](const Manifold::State& s) {
        return graph_.symbol(before.variables[s.unknown].id, s.derivative) == leaf;
      });
      const auto constraint = std::ranges::find_if(constraints_, [&](const Manifold::Constraint& c) {
        return before.equations[c.equation].name == entry.constraint &&
               found.offsets.c[c.equation] - c.below == entry.derivative;
      });
      if (state == manifold_.states().end())
        throw Error(Kind::usage,
                    fmt::format("the direction names {}, which is no state of the underlying ODE",
                                quote(entry.state.text())),
                    {}, "give entries for variables and derivatives below the highest");
      if (constraint == constraints_.end())
        throw Error(Kind::usage,
                    fmt::format("the direction names derivative {} of {}, which is no constraint on states",
                                entry.derivative, quote(entry.constraint)),
                    {.equations = {entry.constraint}}, "see what analyze lists as constraints");
      D_.push_back({static_cast<int>(constraint - constraints_.begin()),
                    static_cast<int>(state - manifold_.states().begin()),
                    manifold_.translate(without_eliminated(before, entry.value.in(graph_))), false});
    }
  }

  // In terms of the unknowns that are left.
  Expr without_eliminated(const Dae& before, Expr e) const {
    std::unordered_map<std::uint32_t, Expr> by;
    for (const Expr leaf : expr::leaves(graph_, e))
      for (const model::Definition& definition : before.definitions)
        if (graph_.op(leaf) == Op::symbol && graph_.index(leaf) == definition.variable)
          by.emplace(leaf.id, graph_.total(definition.value, graph_.derivative(leaf)));
    return by.empty() ? e : expr::substitute(graph_, std::span(&e, 1), by)[0];
  }

  void correct_directly() {
    for (const auto& entry : D_)
      correction_[entry.state] =
          add_product(graph_, correction_[entry.state], entry.value, target_[entry.constraint]);
    if (!how_.scaled) return;
    Expr size = {};
    for (const auto& entry : H_) size = add_product(graph_, size, entry.value, entry.value);
    for (Expr& correction : correction_)
      if (correction) correction = graph_.apply(Op::div, correction, size);
  }

  // Unknowns s with H s = target, s in the range of D.
  void correct_by_solving() {
    std::vector<Expr> along(correction_.size());  // D w
    if (how_.direction != Direction::mass) {
      std::vector<Expr> w;
      for (const Manifold::Constraint& constraint : constraints_)
        w.push_back(manifold_.add_unknown("w(" + name_of(constraint.level) + ")"));
      for (const auto& entry : D_)
        along[entry.state] = add_product(graph_, along[entry.state], entry.value, w[entry.constraint]);
    }
    for (std::size_t s = 0; s < correction_.size(); ++s)
      if (along[s] || how_.direction == Direction::mass)
        correction_[s] = manifold_.add_unknown(
            "correction of " + graph_.variable_name(graph_.index(manifold_.state(static_cast<int>(s)))));
    if (how_.direction == Direction::mass)
      correct_in_mass_metric();
    else
      for (std::size_t s = 0; s < correction_.size(); ++s)
        if (along[s])
          manifold_.add({.name = "direction of " + graph_.variable_name(graph_.index(correction_[s])),
                         .residual = graph_.apply(Op::sub, correction_[s], along[s])});
    std::vector<Expr> moved(constraints_.size());
    for (const auto& entry : H_)
      if (correction_[entry.state] && (how_.inverse == Stabilize::Inverse::full || entry.same_level))
        moved[entry.constraint] =
            add_product(graph_, moved[entry.constraint], entry.value, correction_[entry.state]);
    for (std::size_t k = 0; k < constraints_.size(); ++k)
      manifold_.add({.name = name_of(constraints_[k].level),
                     .residual = graph_.apply(Op::sub, moved[k], target_[k]),
                     .origin = constraints_[k].level.origin});
  }

  void correct_in_mass_metric() {
    std::vector<char> concerned(correction_.size());
    for (int below = 1; below <= manifold_.deepest(); ++below) {
      const std::vector<char> here = manifold_.add_mass_rows(below, correction_);
      for (std::size_t s = 0; s < concerned.size(); ++s) concerned[s] |= here[s];
    }
    for (std::size_t s = 0; s < concerned.size(); ++s)
      if (!concerned[s])
        manifold_.add({.name = "direction of " + graph_.variable_name(graph_.index(correction_[s])),
                       .residual = correction_[s]});
  }

  const Stabilize& how_;
  Manifold manifold_;
  expr::Graph& graph_;
  std::vector<Manifold::Constraint> constraints_;
  std::vector<Manifold::Coefficient> H_, D_;
  std::vector<Expr> target_, correction_;
  Expr gamma_;
};

}  // namespace

Dae Stabilize::apply(const Dae& before, const Diagnosis& found) const {
  if (!own.empty() && (direction == Direction::mass || inverse == Inverse::block))
    throw Error(Kind::usage, "a direction of one's own takes the place of another one", {},
                "use it with the formulation 'stabilized', 'stabilized_integral' or 'stabilized_transpose'");
  if (direction == Direction::mass && inverse == Inverse::none)
    throw Error(Kind::usage, "F = D needs a direction that is known without solving, not the mass metric");
  return Stabilizer(*this, before, found).finish();
}

}  // namespace trammel::formulation
