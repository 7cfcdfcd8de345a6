// fuzz_numbers/trial.hpp: one random model through analyze and simulate.
#pragma once

#include <string>

#include "random_dae.hpp"

namespace trammel::fuzz {

struct Finding {
  // solved: success, and nothing speaks against it. refused: an Error or a run that stopped. The others are
  // faults: a number that is none, equations that do not hold, two verdicts, a second formulation that says
  // otherwise, an exception that is no Error.
  enum Class {
    solved,
    refused,
    not_a_number,
    violated,
    verdicts_differ,
    contradicted,
    foreign_exception
  } verdict = solved;
  std::string what;  // one sentence
};
const char* name(Finding::Class verdict);
bool is_fault(Finding::Class verdict);

Finding try_model(const RandomDae& dae);

}  // namespace trammel::fuzz
