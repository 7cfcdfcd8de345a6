#include "system/selection.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/pivots.hpp"

namespace trammel::system {
namespace {

// A pivot smaller than this, beside the rest of its row, is given up: errors of the variables that are
// integrated reach the others magnified by its inverse. Half is early enough to cost no accuracy, and far
// enough from the best choice not to alternate between two.
constexpr double selection_serves = 0.5;
// A new choice must be better by this: rows that choose later may have no good one.
constexpr double clearly = 1.5;

program::Program compile_coefficients(const model::Dae& dae, const program::CompileOptions& options) {
  expr::Graph& graph = *dae.graph;
  program::Inputs inputs;
  inputs.banks.resize(2);
  inputs.banks[0] = {graph.time()};
  for (const model::Variable& variable : dae.variables) inputs.banks[1].push_back(graph.symbol(variable.id));
  program::Request values{.value_bank = 0};
  for (const model::Selection& selection : dae.selections) values.rows.push_back(selection.coefficient);
  return program::compile(graph, inputs, {{{values}}}, options);
}

linalg::Pivots make_pivots(const model::Dae& dae, const std::vector<int>& rows) {
  std::vector<std::pair<int, int>> entries;
  int columns = 0;
  std::vector<int> group(rows.empty() ? 0 : static_cast<std::size_t>(rows.back()) + 1);
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const model::Selection& selection = dae.selections[k];
    entries.emplace_back(rows[k], selection.variable);
    columns = std::max(columns, selection.variable + 1);
    group[rows[k]] = -selection.depth;
  }
  const int count = static_cast<int>(group.size());
  return linalg::Pivots(count, columns, std::move(entries), std::move(group));
}

// Numbers 0, 1, .. for the constraints, which stand one after the other.
std::vector<int> number_rows(const model::Dae& dae) {
  std::vector<int> rows;
  for (std::size_t k = 0; k < dae.selections.size(); ++k) {
    const bool same = k > 0 && dae.selections[k].constraint == dae.selections[k - 1].constraint;
    rows.push_back(k == 0 ? 0 : rows.back() + (same ? 0 : 1));
  }
  return rows;
}

}  // namespace

struct Selection::Work {
  Work(const model::Dae& dae, const program::CompileOptions& options)
      : runner(compile_coefficients(dae, options)), rows(number_rows(dae)), pivots(make_pivots(dae, rows)),
        others(make_pivots(dae, rows)), values(rows.size()) {
    std::vector<double> parameters(static_cast<std::size_t>(runner.program().parameters()));
    for (const model::Parameter& given : dae.parameters) parameters[given.id] = given.value;
    runner.set_parameters(parameters);
    for (const model::Selection& selection : dae.selections) {
      parameter.push_back(selection.parameter);
      variable.push_back(selection.variable);
      nominal.push_back(selection.nominal);
    }
    largest.resize(rows.size());
  }
  program::Runner runner;
  std::vector<int> rows, parameter, variable;
  std::vector<double> nominal, largest;  // of the variables: what is thought, and what was seen
  linalg::Pivots pivots, others;
  std::vector<double> values;
  bool chosen = false;
  int changes = 0;
};

Selection::Selection(const model::Dae& dae, const program::CompileOptions& options)
    : work_(std::make_unique<Work>(dae, options)) {}
Selection::Selection(std::unique_ptr<Work> work) : work_(std::move(work)) {}
Selection::~Selection() = default;
std::unique_ptr<Selection> Selection::copy(Vec parameters) const {
  auto work = std::make_unique<Work>(*work_);
  work->runner.set_parameters(
      parameters.first(static_cast<std::size_t>(work->runner.program().parameters())));
  work->chosen = false;
  work->changes = 0;
  std::ranges::fill(work->largest, 0.0);
  return std::unique_ptr<Selection>(new Selection(std::move(work)));
}
int Selection::changes() const { return work_->changes; }

bool Selection::update(Instance& instance, double t, Vec y) {
  Work& w = *work_;
  if (w.rows.empty()) return false;
  const double* in[] = {&t, y.data()};
  double* out[] = {w.values.data()};
  w.runner.run(0, in, out);
  // Changes of variables are compared in units of what the error test lets them err by, nominal + |x|: so it does not
  // matter what they are measured in, and sizes guessed from start values give way to those that are seen. (9000 and 90
  // at the start, and circles of 9000 later: x followed from y even where their constraint did not turn with x.)
  for (std::size_t k = 0; k < w.values.size(); ++k) {
    w.largest[k] = std::max(w.largest[k], std::fabs(y[static_cast<std::size_t>(w.variable[k])]));
    w.values[k] *= w.nominal[k] + w.largest[k];
  }
  const double now = w.chosen ? w.pivots.quality(w.values) : 0;
  if (now >= selection_serves) return false;
  if (!w.others.choose(w.values)) return false;  // the run itself will find out that it cannot go on
  if (w.chosen && (w.others.columns() == w.pivots.columns() || w.others.quality(w.values) < clearly * now))
    return false;
  std::swap(w.pivots, w.others);
  if (w.chosen)
    ++w.changes;
  else
    w.others.choose(w.values);  // takes its memory now, and not in a later step
  w.chosen = true;
  for (std::size_t k = 0; k < w.rows.size(); ++k)
    instance.set_parameter(w.parameter[k], w.pivots.columns()[w.rows[k]] == w.variable[k] ? 1 : 0);
  return true;
}

}  // namespace trammel::system
