// modelica/modelica.hpp: Modelica text in, a Problem out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "model/dae.hpp"
#include "model/drawing.hpp"

namespace trammel::modelica {

inline constexpr std::size_t largest_file = std::size_t{64} << 20;  // more is refused, and need not be read

struct Source {
  std::string file;  // as it stands in messages
  std::string text;
};

struct FormulaText {   // a formula in the terms of the model, from elsewhere
  std::string source;  // as it stands in messages: "--invariant"
  std::string text;
};

struct LoadOptions {
  std::string model = {};  // dotted name; empty: the last non-partial model
  std::vector<std::pair<std::string, double>> parameters = {};  // -p NAME=VALUE
  std::vector<std::pair<std::string, std::string>> values =
      {};  // the same with expressions: "{1, 2}", "Mode.fast"
  std::vector<std::pair<std::string, double>> starts = {};  // --start NAME=VALUE: counts as fixed
  std::vector<FormulaText> formulas = {};                   // read in the scope of the model
  std::vector<std::string> libraries = {};                  // folders of packages, read when needed
  // Operations after which reading gives up: bounds what untrusted text costs, to about 2 s and 1 GB.
  std::int64_t budget = 50'000'000;
};

struct Experiment {  // annotation(experiment(...)); none: not given
  std::optional<double> start_time = {}, stop_time = {}, tolerance = {}, interval = {};
};

struct Loaded {
  model::Problem problem;
  Experiment experiment;
  std::vector<expr::Expr> formulas = {};  // in the order of LoadOptions::formulas
  model::Drawing drawing = {};            // of the annotation, if there is one
  std::vector<std::string> notes;         // one sentence each, for people
};

// All errors that were found; as an Error it is the first of them.
class Errors : public Error {
 public:
  explicit Errors(std::vector<Error> errors) : Error(errors.front()), all(std::move(errors)) {}
  std::vector<Error> all;
};

// Throws Errors (or a single Error): `what` is "file:line:column: sentence".
Loaded load(const std::vector<Source>& sources, const LoadOptions& options = {});
// The same for callers that stand on a stack of stack_bytes already: `load` starts a thread for that.
Loaded load_on_this_stack(const std::vector<Source>& sources, const LoadOptions& options = {});
inline constexpr std::size_t stack_bytes = std::size_t{64} << 20;

}  // namespace trammel::modelica
