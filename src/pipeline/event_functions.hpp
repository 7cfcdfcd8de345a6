// pipeline/event_functions.hpp: crossings of functions that the caller of a run gives.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "pipeline/options.hpp"
#include "solution/solution.hpp"
#include "solution/step_polynomial.hpp"

namespace trammel::pipeline {

class EventFunctions {
 public:
  // What is reported at a time of the step that is looked at.
  using Inside = std::function<void(double t, Out values)>;

  // `counts`: of crossings so far, where a run has several parts.
  EventFunctions(const std::vector<EventFunction>& functions, std::size_t reported,
                 std::vector<int>* counts = nullptr);
  bool empty() const { return functions_.empty(); }

  // Crossings in the step, up to `until`, in the order of time; where a terminal one is among them, it is the
  // last, and its time is returned.
  std::optional<double> look(const solution::StepPolynomial& step, double until, const Inside& inside,
                             std::vector<solution::Event>& found);

 private:
  struct Crossing {
    double t;
    std::size_t function;
  };
  void crossings_of(std::size_t k, double from, double to, int degree, const Inside& inside,
                    std::vector<Crossing>& found);
  std::vector<int>& counts() { return counts_ != nullptr ? *counts_ : own_counts_; }

  const std::vector<EventFunction>& functions_;
  std::vector<double> values_, sign_, size_, points_;
  std::vector<int> own_counts_, *counts_;
};

}  // namespace trammel::pipeline
