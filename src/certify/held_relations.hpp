// certify/held_relations.hpp: relations keep their values between events; do they agree with what is
// reported?
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/span.hpp"
#include "model/dae.hpp"
#include "program/program.hpp"

namespace trammel::certify {

// A relation that a parameter stands for.
struct Claim {
  // sign: of left - right by op, as 0 or 1; the others: what left is rounded to.
  enum class Kind { sign, floor, ceil, trunc } kind = Kind::sign;
  expr::Op op = expr::Op::gt;
  expr::Expr left = {}, right = {};
  int parameter = -1;
  std::string text = {};
};

class HeldRelations {  // copies share claims and code
 public:
  // Those that need something that is not reported are left out.
  HeldRelations(const model::Dae& dae, const std::vector<Claim>& claims,
                const std::vector<expr::Expr>& leaves);
  void set_parameters(Vec values);
  bool empty() const { return claims_->empty(); }

  // Those that contradict their expressions by more than `bound` of the size that their sides have had so far.
  struct Contradiction {
    std::size_t claim = 0;
    double distance = 0;
    std::string what = {};
    int parameter = -1;  // of one that is true or false: it would be right with
    double other = 0;    // this value
  };
  std::vector<Contradiction> contradicted(double t, Vec values, double bound);
  // left - right of one that is true or false; NaN: of another.
  double margin(std::size_t claim, double t, Vec values);
  // Values that they are held at.
  Vec held() const { return held_; }
  double size(std::size_t claim) const { return size_[claim]; }  // of its sides, the largest

 private:
  std::shared_ptr<const std::vector<Claim>> claims_;
  std::vector<double> held_, sides_, size_;
  std::optional<program::Runner> runner_;
};

}  // namespace trammel::certify
