#include "cli/formulas.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/error.hpp"
#include "base/text.hpp"
#include "model/hamiltonian.hpp"
#include "model/lagrange.hpp"
#include "pipeline/option_table.hpp"

namespace trammel::cli {
namespace {

using expr::Formula;

std::string trimmed(std::string_view text) {
  const std::size_t from = std::min(text.find_first_not_of(" \t"), text.size());
  const std::size_t to = text.find_last_not_of(" \t");
  return from == text.size() ? std::string() : std::string(text.substr(from, to - from + 1));
}

// Both sides of the first '=' that is no part of a comparison.
std::pair<std::string, std::string> sides(const std::string& text, const char* flag, const char* form) {
  for (std::size_t k = 1; k + 1 < text.size(); ++k)
    if (text[k] == '=' && std::string_view("=<>:").find(text[k - 1]) == std::string_view::npos &&
        text[k + 1] != '=')
      return {trimmed(std::string_view(text).substr(0, k)), trimmed(std::string_view(text).substr(k + 1))};
  throw Error(Kind::usage, fmt::format("{} needs {}, not {}", flag, form, quote(text)));
}

std::string difference(const std::string& text, const char* flag, const char* form) {
  const auto [left, right] = sides(text, flag, form);
  return fmt::format("({}) - ({})", left, right);
}

struct NamedText {
  std::string name, text;
};
NamedText named(const std::string& text, const char* flag) {
  const std::size_t colon = text.find(':');
  if (colon == std::string::npos || colon == 0)
    throw Error(Kind::usage, fmt::format("{} needs NAME:LEFT=RIGHT, not {}", flag, quote(text)));
  return {trimmed(std::string_view(text).substr(0, colon)), text.substr(colon + 1)};
}

// Adds texts in one order, and takes what was read of them in the same.
class Reader {
 public:
  explicit Reader(modelica::Loaded& loaded) : graph_(*loaded.problem.dae.graph), from_(loaded.formulas) {}
  Formula next() { return {graph_, from_[at_++]}; }
  std::vector<Formula> next(std::size_t count) {
    std::vector<Formula> all;
    for (std::size_t k = 0; k < count; ++k) all.push_back(next());
    return all;
  }

 private:
  expr::Graph& graph_;
  const std::vector<expr::Expr>& from_;
  std::size_t at_ = 0;
};

void check_together(const FormulaArguments& f) {
  const auto refuse = [](const char* message, const char* hint) {
    throw Error(Kind::usage, message, {}, hint);
  };
  if (!f.kinetic.empty() && !f.hamiltonian.empty())
    refuse("--kinetic and --hamiltonian do not go together", "give one of them");
  const bool beside =
      !f.potential.empty() || !f.constraints.empty() || !f.nonholonomic.empty() || !f.forces.empty();
  if (beside && f.kinetic.empty())
    refuse("--potential, --constraint, --nonholonomic and --force need --kinetic", "--kinetic FORMULA");
  if (f.coordinates.empty() != (f.kinetic.empty() && f.hamiltonian.empty()))
    refuse("--coordinates and an energy go together", "--coordinates X,Y,... and --kinetic or --hamiltonian");
  if (f.momenta.empty() != f.hamiltonian.empty())
    refuse("--momenta and --hamiltonian go together", "--momenta P,... and --hamiltonian FORMULA");
}

}  // namespace

std::vector<modelica::FormulaText> formula_texts(const FormulaArguments& f) {
  check_together(f);
  std::vector<modelica::FormulaText> all;
  const auto add = [&](const char* flag, const std::string& text) { all.push_back({flag, text}); };
  for (const std::string& text : f.invariants)
    add("--invariant", difference(text, "--invariant", "LEFT=RIGHT"));
  for (const std::string& name : pipeline::parts_of_list(f.coordinates)) add("--coordinates", name);
  for (const std::string& name : pipeline::parts_of_list(f.momenta)) add("--momenta", name);
  if (!f.hamiltonian.empty()) add("--hamiltonian", f.hamiltonian);
  if (!f.kinetic.empty()) {
    add("--kinetic", f.kinetic);
    add("--potential", f.potential.empty() ? "0" : f.potential);
  }
  for (const std::string& text : f.constraints)
    add("--constraint", difference(named(text, "--constraint").text, "--constraint", "NAME:LEFT=RIGHT"));
  for (const std::string& text : f.nonholonomic)
    add("--nonholonomic",
        difference(named(text, "--nonholonomic").text, "--nonholonomic", "NAME:LEFT=RIGHT"));
  for (const std::string& text : f.forces) {
    const auto [coordinate, force] = sides(text, "--force", "X=FORMULA");
    add("--force", coordinate);
    add("--force", force);
  }
  for (const std::string& text : f.directions) {
    const auto [place, value] = sides(text, "--direction", "STATE,CONSTRAINT=FORMULA");
    const std::vector<std::string> parts = pipeline::parts_of_list(place);
    if (parts.size() < 2 || parts.size() > 3)
      throw Error(Kind::usage,
                  fmt::format("--direction needs STATE,CONSTRAINT[,K]=FORMULA, not {}", quote(text)));
    add("--direction", trimmed(parts[0]));
    add("--direction", value);
  }
  return all;
}

namespace {

void add_motion(const FormulaArguments& f, modelica::Loaded& loaded, Reader& read) {
  const std::size_t count = pipeline::parts_of_list(f.coordinates).size();
  model::Model model(std::move(loaded.problem));
  if (!f.hamiltonian.empty()) {
    model::Hamiltonian system{.q = read.next(count), .p = {}, .energy = {}};
    system.p = read.next(pipeline::parts_of_list(f.momenta).size());
    system.energy = read.next();
    add_hamiltonian(model, system, {"--hamiltonian", 0});
  } else {
    model::Lagrangian mechanism{.q = read.next(count), .kinetic = {}};
    mechanism.kinetic = read.next();
    mechanism.potential = read.next();
    for (const std::string& text : f.constraints)
      mechanism.constraints.emplace_back(named(text, "--constraint").name, read.next());
    for (const std::string& text : f.nonholonomic)
      mechanism.nonholonomic.emplace_back(named(text, "--nonholonomic").name, read.next());
    if (!f.forces.empty()) mechanism.forces.resize(count, 0.0);
    for (const std::string& text : f.forces) {
      const std::string coordinate = read.next().text();
      const auto at = std::ranges::find(mechanism.q, coordinate, &Formula::text);
      if (at == mechanism.q.end())
        throw Error(Kind::usage, fmt::format("--force acts along {}, which is no coordinate", quote(text)),
                    {}, "name one of --coordinates");
      mechanism.forces[static_cast<std::size_t>(at - mechanism.q.begin())] = read.next();
    }
    add_lagrangian(model, mechanism, {"--kinetic", 0});
  }
  loaded.problem = std::move(model).problem();
}

}  // namespace

void add_formulas(const FormulaArguments& f, modelica::Loaded& loaded) {
  Reader read(loaded);
  for (const std::string& text : f.invariants)
    loaded.problem.dae.invariants.push_back(
        {.name = trimmed(text), .residual = read.next().in(*loaded.problem.dae.graph)});
  if (!f.coordinates.empty()) add_motion(f, loaded, read);
}

std::vector<formulation::DirectionEntry> directions_of(const FormulaArguments& f,
                                                       const modelica::Loaded& loaded) {
  std::vector<formulation::DirectionEntry> entries;
  expr::Graph& graph = *loaded.problem.dae.graph;
  std::size_t at = loaded.formulas.size() - 2 * f.directions.size();  // they stand at the end
  for (const std::string& text : f.directions) {
    const std::vector<std::string> parts =
        pipeline::parts_of_list(sides(text, "--direction", "STATE,CONSTRAINT=FORMULA").first);
    formulation::DirectionEntry entry{.state = {graph, loaded.formulas[at]},
                                      .constraint = trimmed(parts[1]),
                                      .value = {graph, loaded.formulas[at + 1]}};
    at += 2;
    if (parts.size() == 3) {
      const std::string level = trimmed(parts[2]);
      const auto read = std::from_chars(level.data(), level.data() + level.size(), entry.derivative);
      if (read.ec != std::errc{} || read.ptr != level.data() + level.size() || entry.derivative < 0)
        throw Error(Kind::usage,
                    fmt::format("--direction needs a number of derivatives, not {}", quote(level)));
    }
    entries.push_back(entry);
  }
  return entries;
}

}  // namespace trammel::cli
