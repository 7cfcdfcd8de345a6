// pipeline/observe.hpp: from states back to everything the user declared.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "model/dae.hpp"
#include "program/program.hpp"
#include "system/system.hpp"

namespace trammel::pipeline {

// All declared variables under their names, and der(...) of those whose derivatives appear in the user's
// equations.
class Observer {
 public:
  Observer(const model::Dae& as_written, const model::Dae& integrated, const system::System& system,
           const program::CompileOptions& options);

  const std::vector<std::string>& names() const { return names_; }
  // With `project`, the state is first moved onto the constraints (between steps dense output leaves them a
  // little).
  void operator()(double t, Vec state, bool project, Out values);

 private:
  std::vector<std::string> names_;
  std::unique_ptr<system::Instance> instance_;
  std::unique_ptr<program::Runner> runner_;
  std::vector<double> z_, dz_;
};

}  // namespace trammel::pipeline
