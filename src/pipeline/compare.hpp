// pipeline/compare.hpp: formulations x stabilizations x methods side by side, on one problem.
#pragma once

#include <string>
#include <vector>

#include "model/dae.hpp"
#include "pipeline/options.hpp"

namespace trammel::pipeline {

struct ComparisonRow {
  std::string formulation, method, stabilization;
  bool success = false;
  std::string message;  // why it ended, or why it was refused
  Counts counts = {};
  double seconds = 0;
  double difference = 0;           // largest |difference| to the reference at the end, over 1 + |value|
  std::vector<double> drift = {};  // per level: largest |F_i^(l)|, l = 0, 1, .., at the end
};

struct Comparison {
  std::string model;
  int index = 0;
  double tolerance = 0;
  std::vector<ComparisonRow> rows;
};

// Runs the sensible pairs at the tolerance of the options and compares with a run at a much smaller one.
Comparison compare(const model::Problem& problem, const Options& options = {});
std::string text(const Comparison& comparison);

}  // namespace trammel::pipeline
