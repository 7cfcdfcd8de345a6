// experiments/experiment.hpp: published tables and figures, made again.
//
// A folder of experiments/ says what a document claims and which numbers it prints; a function of this room
// makes ours. Whoever adds one writes the folder, the function and a line of catalog.cpp.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "experiments/published.hpp"
#include "report/figure.hpp"

namespace trammel::experiments {

// What a program found: numbers by row and column of the published table, and figures by name.
struct Findings {
  std::map<std::pair<std::string, std::string>, double> values = {};
  std::vector<std::pair<std::string, report::Figure>> figures = {};
  std::vector<std::string> notes = {};

  void set(const std::string& row, const std::string& column, double value) { values[{row, column}] = value; }
};

struct Experiment {
  std::string_view id, document, title;  // document: key of docs/references.bib
  std::string_view program;              // file of this room
  bool quick = true;                     // takes part in every test run
  void (*run)(Findings& into) = nullptr;
};

const std::vector<Experiment>& catalog();
// Throws an Error of kind name for others.
const Experiment& find_experiment(std::string_view id);

struct Reproduction {
  const Experiment* experiment = nullptr;
  std::vector<Cell> cells = {};
  std::vector<std::pair<std::string, report::Figure>> figures = {};
  std::vector<std::string> notes = {};
  std::string failure = {};  // why the program could not finish; cells without a number then
  double seconds = 0;

  int count(Verdict verdict) const;
  bool as_expected() const;  // no cell is unmet without a known reason
};

Reproduction reproduce(const Experiment& experiment);

}  // namespace trammel::experiments
