// pipeline/assertions.hpp: what a model claims about itself, checked at the start and after each step.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "base/span.hpp"
#include "model/dae.hpp"
#include "pipeline/observe.hpp"
#include "program/program.hpp"

namespace trammel::pipeline {

// The claims that reported values can tell, compiled. The Dae must outlive it.
struct AssertionCode {
  AssertionCode(const model::Dae& as_written, const Reported& reported);
  std::vector<const model::Assertion*> checked = {};
  std::optional<program::Program> program = {};  // none if nothing is checked
  std::vector<std::string> notes = {};           // of those that cannot be
  std::vector<int> value = {};  // per claim: the row of what it bounds below, as a subscript; -1: none
  int rows = 0;
};

class Assertions {
 public:
  Assertions(const AssertionCode& code, Vec parameters);
  bool empty() const { return checked_.empty(); }

  // Looks at the reported values at t. False if an assertion of error level does not hold: the run must end.
  // A warning that does not hold becomes a note, the first time only.
  bool hold(double t, Vec reported);

  struct Failure {
    std::string message;
    Where where;
  };
  const std::optional<Failure>& failure() const { return failure_; }
  const std::vector<std::string>& notes() const { return notes_; }

 private:
  std::vector<const model::Assertion*> checked_;
  std::vector<char> told_;
  std::optional<program::Runner> runner_;
  std::vector<int> value_;
  std::vector<double> truth_;  // then what is bounded
  std::optional<Failure> failure_;
  std::vector<std::string> notes_;
};

}  // namespace trammel::pipeline
