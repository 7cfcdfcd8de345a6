#include "formulation/stabilize.hpp"

#include <algorithm>

#include "base/error.hpp"
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

  bool in_direction(const Manifold::Coefficient& entry) const {
    return how_.direction == Direction::transpose || entry.same_level;
  }

  void correct_directly() {
    for (const auto& entry : H_)
      if (in_direction(entry))
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
      for (const auto& entry : H_)
        if (in_direction(entry))
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
  std::vector<Manifold::Coefficient> H_;
  std::vector<Expr> target_, correction_;
  Expr gamma_;
};

}  // namespace

Dae Stabilize::apply(const Dae& before, const Diagnosis& found) const {
  if (direction == Direction::mass && inverse == Inverse::none)
    throw Error(Kind::usage, "F = D needs a direction that is known without solving, not the mass metric");
  return Stabilizer(*this, before, found).finish();
}

}  // namespace trammel::formulation
