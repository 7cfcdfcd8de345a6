#include "cli/sweep_runner.hpp"

#include <algorithm>
#include <exception>

#include "base/error.hpp"
#include "base/sha256.hpp"
#include "cli/commands.hpp"
#include "cli/grid.hpp"
#include "cli/pattern.hpp"
#include "cli/terminal.hpp"
#include "pipeline/observe.hpp"
#include "pipeline/solve.hpp"

namespace trammel::cli {
namespace {

// Numbers that decide about the structure cannot be changed in what has been prepared.
bool free_in(const model::Dae& dae, const std::string& name) {
  for (const model::Parameter& p : dae.parameters)
    if (dae.graph->parameter_name(p.id) == name) return !(p.formula && dae.graph->is_constant(p.formula));
  return false;
}

template <class Number>
void add_bytes(std::string& bytes, Number number) {
  bytes.append(reinterpret_cast<const char*>(&number), sizeof number);
}

std::string equations_as_bytes(const model::Dae& dae) {
  const expr::Graph& graph = *dae.graph;
  std::string bytes;
  for (std::uint32_t id = 1; id < graph.size(); ++id) {
    const expr::Expr e{id};
    add_bytes(bytes, graph.op(e));
    if (graph.is_constant(e))
      add_bytes(bytes, graph.value(e));
    else
      for (int k = 0; k < 3; ++k) add_bytes(bytes, graph.arg(e, k).id);
  }
  for (const model::Equation& equation : dae.equations) add_bytes(bytes, equation.residual.id);
  for (const model::Parameter& parameter : dae.parameters) add_bytes(bytes, parameter.value);
  return bytes;
}

}  // namespace

SweepRunner::SweepRunner(Arguments arguments, std::vector<modelica::Source> sources, Combinations runs)
    : arguments_(std::move(arguments)), sources_(std::move(sources)), runs_(std::move(runs)) {
  try {
    loaded_ = load_run(0);
  } catch (const Error&) {
    const std::exception_ptr first = std::current_exception();
    try {
      loaded_ = load_run(runs_.size() - 1);
    } catch (const Error&) {
      std::rethrow_exception(first);
    }
  }
  times_ = asked_times(arguments_, loaded_.problem.t_start, loaded_.problem.t_end);
  variables_ = pipeline::reported(loaded_.problem.dae).names;
  for (const std::string& name : variables_)  // a pattern may be about a variable of other runs
    if (arguments_.shown.empty() || std::ranges::any_of(arguments_.shown, [&](const std::string& pattern) {
          return matches(pattern, name);
        }))
      columns_.push_back(name);
}

modelica::Loaded SweepRunner::load_run(std::size_t number) const {
  Arguments own = arguments_;
  own.parameters = runs_.at(number).parameters;
  const std::lock_guard one_at_a_time(*reading_);
  return load(own, sources_);
}

pipeline::Options SweepRunner::options(const modelica::Loaded& loaded) const {
  pipeline::Options result = options_of(arguments_, loaded);
  result.times = asked_times(arguments_, loaded.problem.t_start, loaded.problem.t_end);
  result.dense = arguments_.trajectories;
  result.progress = [](double, const Counts&) { return !interrupted(); };
  return result;
}

void SweepRunner::prepare() {
  for (const Axis& axis : runs_.axes())
    if (!free_in(loaded_.problem.dae, axis.name)) return;
  const auto prepare_from = [&](const modelica::Loaded& loaded) {
    meant_ = options(loaded);
    prepared_ = pipeline::prepare(loaded.problem, *meant_);
  };
  try {
    prepare_from(loaded_);
  } catch (const Error&) {  // perhaps only these numbers have no solution
    const std::exception_ptr first = std::current_exception();
    try {
      prepare_from(load_run(runs_.size() - 1));
    } catch (const Error&) {
      std::rethrow_exception(first);
    }
  }
}

// The text is read anew.
pipeline::SweepRow SweepRunner::alone(std::size_t number) const {
  pipeline::SweepRow row{.ran = true};
  try {
    const modelica::Loaded loaded = load_run(number);
    row.solution = pipeline::solve(loaded.problem, options(loaded));
  } catch (const Error& error) {
    row.refusal = error.what();
  }
  return row;
}

pipeline::SweepRow SweepRunner::run(std::size_t number) const {
  pipeline::SweepRow row{.ran = true};
  bool refused = !prepared_;
  if (prepared_) {
    try {
      row.solution = pipeline::run(*prepared_, runs_.at(number), *meant_);
    } catch (const Error&) {  // it may be another problem: an index that these numbers change
      refused = true;
    }
  }
  if (refused) row = alone(number);
  if (row.solution.outcome == solution::Outcome::interrupted && interrupted()) row = {};
  return row;
}

std::string SweepRunner::hash() const {
  std::string texts;
  for (const modelica::Source& source : sources_) texts += sha256(source.text);
  return sha256(texts + model() + sha256(equations_as_bytes(loaded_.problem.dae)));
}

}  // namespace trammel::cli
