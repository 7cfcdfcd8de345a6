// formulation/formulation.hpp: a formulation is a list of passes, each Dae -> Dae, and never sees a step
// size.
#pragma once

#include <concepts>
#include <functional>
#include <optional>
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

// Equations with what is known about them, as far as it is.
struct Formulated {
  Dae dae;
  std::optional<Diagnosis> found = {};
};

class Formulation {
 public:
  template <Pass... P>
  Formulation(P... pass) {  // NOLINT: a list of passes is a formulation
    steps_.reserve(sizeof...(P));
    (steps_.push_back({P::name, run_of(pass)}), ...);
  }

  // Each pass sees the diagnosis of the Dae that the one before it left. What is known already is not looked
  // for again: `known` about the first, what passes say about their results, and what they leave as it is.
  Formulated apply(Dae dae, const Diagnosis* known) const;
  Dae apply(Dae dae) const { return apply(std::move(dae), nullptr).dae; }

 private:
  using Run = std::function<Formulated(const Dae&, const Diagnosis&)>;
  template <class P>
  static Run run_of(const P& pass) {
    return [pass](const Dae& dae, const Diagnosis& found) -> Formulated {
      if constexpr (requires { pass.formulated(dae, found); })
        return pass.formulated(dae, found);
      else
        return {pass.apply(dae, found)};
    };
  }
  struct Step {
    std::string_view name;
    Run run;
  };
  std::vector<Step> steps_;
};

}  // namespace trammel::formulation
