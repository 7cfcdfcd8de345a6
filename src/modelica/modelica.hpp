// modelica/modelica.hpp: Modelica text in, a Problem out.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/dae.hpp"

namespace trammel::modelica {

struct Source {
  std::string file;  // as it stands in messages
  std::string text;
};

struct LoadOptions {
  std::string model = {};  // dotted name; empty: the last non-partial model
  std::vector<std::pair<std::string, double>> parameters = {};  // -p NAME=VALUE
  std::vector<std::pair<std::string, double>> starts = {};      // --start NAME=VALUE: counts as fixed
};

struct Experiment {  // annotation(experiment(...)); none: not given
  std::optional<double> start_time = {}, stop_time = {}, tolerance = {}, interval = {};
};

struct Loaded {
  model::Problem problem;
  Experiment experiment;
  std::vector<std::string> notes;  // one sentence each, for people
};

// Throws Errors: the first error of the texts as an Error whose `what` is "file:line:column: sentence".
Loaded load(const std::vector<Source>& sources, const LoadOptions& options = {});

}  // namespace trammel::modelica
