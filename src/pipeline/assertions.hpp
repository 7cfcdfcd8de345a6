// pipeline/assertions.hpp: what a model claims about itself, checked at the start and after each step.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "base/span.hpp"
#include "model/dae.hpp"
#include "pipeline/observe.hpp"
#include "program/program.hpp"

namespace trammel::pipeline {

class Assertions {
 public:
  Assertions(const model::Dae& as_written, const Reported& reported);
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
  std::unique_ptr<program::Runner> runner_;
  std::vector<double> truth_;
  std::optional<Failure> failure_;
  std::vector<std::string> notes_;
};

}  // namespace trammel::pipeline
