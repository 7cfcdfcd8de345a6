// pipeline/methods.hpp: what there is to choose from, as values: for the command line, docs and tests.
#pragma once

#include <string>
#include <vector>

namespace trammel::pipeline {

struct MethodEntry {
  std::string name, source;  // source: key in docs/references.bib
  int order = 1;
  bool adaptive = false;                       // has an error estimate; otherwise constant steps only
  int max_index = 1;                           // highest index with a convergence proof, on the form it takes
  std::vector<std::string> takes = {};         // the forms of the equations that it can work on, best first
  std::vector<std::string> formulations = {};  // those that leave such a form
};

struct FormulationEntry {
  std::string name, summary, source;
};

std::vector<MethodEntry> methods();
std::vector<FormulationEntry> formulations();

}  // namespace trammel::pipeline
