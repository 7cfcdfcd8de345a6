// cli/arguments.hpp: what was typed, as values.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "modelica/modelica.hpp"

namespace trammel::cli {

enum class Command { none, simulate, analyze, compare, sweep, show, reproduce, methods };

// Formulas that the text of the model does not have, as they were typed.
struct FormulaArguments {
  std::vector<std::string> invariants = {};                      // LEFT=RIGHT
  std::string kinetic = {}, potential = {}, hamiltonian = {};    // energies
  std::string coordinates = {}, momenta = {};                    // lists of names
  std::vector<std::string> constraints = {}, nonholonomic = {};  // NAME:LEFT=RIGHT
  std::vector<std::string> forces = {};                          // X=FORMULA
  std::vector<std::string> directions = {};                      // STATE,CONSTRAINT[,K]=FORMULA
};

struct Arguments {
  Command command = Command::none;
  std::string answer = {};              // of --help, --version, --completion: print it, and done
  std::vector<std::string> files = {};  // the model's file first, then its libraries; "-" is standard input
  std::vector<std::string> libraries = {};  // folders of packages
  std::string model = {};                   // the class; empty: the last non-partial model
  std::vector<std::pair<std::string, double>> parameters = {}, starts = {};
  std::vector<std::pair<std::string, std::string>> values = {};  // of parameters, as expressions
  std::vector<std::pair<std::string, std::string>> swept =
      {};  // parameters of `sweep`: name and what it runs through
  std::vector<std::pair<std::string, std::string>> inputs = {};  // and the file that each follows
  FormulaArguments formulas = {};
  std::optional<double> start_time = {}, stop_time = {}, interval = {};
  std::optional<long> points = {};
  long budget = modelica::LoadOptions{}.budget;
  std::vector<double> at = {};
  std::vector<std::pair<std::string, std::string>> settings = {};  // options of pipeline/option_table
  std::vector<std::string> shown = {};                             // patterns of --variables
  int threads = 0;
  bool mpi = false, trajectories = false;  // of `sweep`
  std::string petsc = {};                  // of `simulate`: solver of the ranks; empty: there are none
  std::optional<long> run = {};            // of `show`: which run of a sweep
  std::string output = {};
  std::vector<std::string> plots = {};  // one panel each
  bool log_x = false, log_y = false;
  std::string report = {}, against = {};  // files
  bool open = false;
  std::vector<std::string> words = {};  // the command line as it was typed
  bool pencil = false;                  // of `analyze`: condensed forms, too
  bool perturbation = false;            // likewise: the perturbation index
  std::vector<std::string> ids = {};    // of experiments
  std::string write = {};               // folder for their pages
  bool list = false;
  bool json = false, quiet = false;
  bool explain = false;  // the candidates of `auto`
};

// Throws an Error of kind usage for what makes no sense.
Arguments parse(int argc, const char* const* argv);

// Whether --json stands among the arguments, for errors in the arguments themselves.
bool wants_json(int argc, const char* const* argv);

}  // namespace trammel::cli
