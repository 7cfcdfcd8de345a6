// system/residual.cpp: F(t, x, x', ...) = 0 as it stands.
#include <algorithm>

#include "expr/derivative.hpp"
#include "expr/query.hpp"
#include "system/data.hpp"

namespace trammel::system {

using expr::Expr;

namespace {

constexpr std::size_t most_looked_at = 2000;  // rows: for more it is not worth the time

bool occurs(const expr::Graph& graph, const std::vector<Expr>& rows, Expr leaf) {
  const std::vector<Expr> all = expr::leaves(graph, rows);
  return std::ranges::any_of(all, [&](Expr other) { return other.id == leaf.id; });
}

}  // namespace

System compile_residual(const model::Dae& dae, const program::CompileOptions& options) {
  expr::Graph& graph = *dae.graph;
  const analysis::Diagnosis found = analysis::analyze(dae);
  ResidualData view;
  view.levels = found.levels;
  view.row_levels = found.offsets.c;
  view.tops = found.offsets.d;
  for (const int order : found.sigma.order) view.order = std::max(view.order, order);

  // Banks: time, the weights c_k, then the levels.
  program::Inputs inputs;
  inputs.banks.resize(static_cast<std::size_t>(view.order) + 3);
  inputs.banks[0] = {graph.time()};
  program::Request values{.value_bank = 0},
      jacobian{.jacobian_bank = 0, .columns = static_cast<int>(dae.variables.size())};
  for (int k = 0; k <= view.order; ++k) {
    const Expr weight = graph.parameter(graph.add_parameter("weight of a level"));
    inputs.banks[1].push_back(weight);
    for (int j = 0; j < jacobian.columns; ++j) {
      const Expr leaf = graph.symbol(dae.variables[j].id, k);
      inputs.banks[k + 2].push_back(leaf);
      jacobian.terms.push_back({leaf, j, weight});
    }
  }
  for (const model::Equation& equation : dae.equations) values.rows.push_back(equation.residual);
  jacobian.rows = values.rows;
  view.constant_top =
      view.order == 0 || (values.rows.size() <= most_looked_at &&
                          expr::constant_derivatives(graph, values.rows, inputs.banks.back()));
  view.autonomous = !occurs(graph, values.rows, graph.time());
  auto data =
      start_data(dae, Form::residual, program::compile(graph, inputs, {{{values}}, {{jacobian}}}, options));
  data->residual = std::move(view);
  return System(data);
}

struct Residual::Work {
  Work(const System& system, Counts& tally) : data(system.data()), runner(data.program), counts(tally) {
    runner.set_parameters(data.parameters);
    in.resize(static_cast<std::size_t>(data.residual.order) + 3);
    no_weights.resize(static_cast<std::size_t>(data.residual.order) + 1);
  }
  void set_inputs(const double& t, Levels x, const double* weights) {
    in[0] = &t;
    in[1] = weights;
    std::copy_n(x.begin(), data.residual.order + 1, in.begin() + 2);
  }
  const System::Data& data;
  program::Runner runner;
  Counts& counts;
  std::vector<const double*> in;
  std::vector<double> no_weights;
  int version = 0;
};

Residual::Residual(const System& system, Counts& counts) : work_(std::make_unique<Work>(system, counts)) {}
Residual::~Residual() = default;
void Residual::set_parameters(Vec values) {
  work_->runner.set_parameters(values);
  ++work_->version;
}
int Residual::size() const { return static_cast<int>(work_->data.unknowns.size()); }
int Residual::order() const { return work_->data.residual.order; }
int Residual::level(int unknown) const { return work_->data.residual.levels.at(unknown); }
int Residual::row_level(int row) const { return work_->data.residual.row_levels.at(row); }
int Residual::top(int unknown) const { return work_->data.residual.tops.at(unknown); }
bool Residual::constant_top() const { return work_->data.residual.constant_top; }
bool Residual::autonomous() const { return work_->data.residual.autonomous; }
int Residual::parameter_version() const { return work_->version; }
std::shared_ptr<const linalg::Pattern> Residual::pattern() const {
  return work_->data.program.shared_pattern(1, 0);
}

void Residual::residual(double t, Levels x, Out r) {
  work_->set_inputs(t, x, work_->no_weights.data());
  double* out[] = {r.data()};
  work_->runner.run(0, work_->in, out);
  ++work_->counts.function_evaluations;
}

void Residual::jacobian(double t, Levels x, Vec c, linalg::SparseMatrix& J) {
  work_->set_inputs(t, x, c.data());
  double* out[] = {J.value.data()};
  work_->runner.run(1, work_->in, out);
  ++work_->counts.jacobian_evaluations;
}

}  // namespace trammel::system
