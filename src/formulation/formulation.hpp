// formulation/formulation.hpp: a formulation is a list of passes, each Dae -> Dae, and never sees a step
// size.
#pragma once

#include <concepts>
#include <functional>
#include <string_view>
#include <vector>

#include "analysis/diagnosis.hpp"
#include "model/dae.hpp"

namespace trammel::formulation {

using analysis::Diagnosis;
using model::Dae;

// What every pass must leave behind: as many equations as unknowns, every symbol an unknown or defined by
// one.
void verify(const Dae& dae, std::string_view after_pass);

template <class P>
concept Pass = requires(const P& pass, const Dae& dae, const Diagnosis& found) {
  { P::name } -> std::convertible_to<std::string_view>;
  { pass.apply(dae, found) } -> std::same_as<Dae>;
};

class Formulation {
 public:
  template <Pass... P>
  Formulation(P... pass) {  // NOLINT: a list of passes is a formulation
    (steps_.push_back(
         {P::name, [pass](const Dae& dae, const Diagnosis& found) { return pass.apply(dae, found); }}),
     ...);
  }

  // Each pass sees the diagnosis of the Dae that the one before it left.
  Dae apply(Dae dae) const;

 private:
  struct Step {
    std::string_view name;
    std::function<Dae(const Dae&, const Diagnosis&)> run;
  };
  std::vector<Step> steps_;
};

}  // namespace trammel::formulation
