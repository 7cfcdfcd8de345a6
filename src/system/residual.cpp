// system/residual.cpp: F(t, x, x', ...) = 0 as it stands.
#include <algorithm>

#include "expr/derivative.hpp"
#include "expr/query.hpp"
#include "program/portion.hpp"
#include "system/data.hpp"
#include "system/elsewhere.hpp"

namespace trammel::system {

using expr::Expr;

namespace {

constexpr std::size_t most_looked_at = 2000;  // rows: for more it is not worth the time

bool occurs(const expr::Graph& graph, const std::vector<Expr>& rows, Expr leaf) {
  const std::vector<Expr> all = expr::leaves(graph, rows);
  return std::ranges::any_of(all, [&](Expr other) { return other.id == leaf.id; });
}

}  // namespace

System compile_residual(const model::Dae& dae, const analysis::Diagnosis& found, Form form,
                        const program::CompileOptions& options) {
  expr::Graph& graph = *dae.graph;
  ResidualData view;
  view.levels = found.levels;
  view.row_levels = found.offsets.c;
  view.tops = found.offsets.d;
  view.highest.assign(dae.variables.size(), 0);
  for (std::size_t k = 0; k < found.sigma.order.size(); ++k) {
    int& order = view.highest[found.sigma.graph.column[k]];
    order = std::max(order, found.sigma.order[k]);
    view.order = std::max(view.order, order);
  }

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
  auto data = start_data(dae, form, program::compile(graph, inputs, {{{values}}, {{jacobian}}}, options));
  data->residual = std::move(view);
  return System(data);
}

namespace {

class PlainResidual final : public Residual {
 public:
  PlainResidual(const System& system, Counts& tally)
      : data_(system.data()), runner_(data_.program), counts_(tally),
        in_(static_cast<std::size_t>(data_.residual.order) + 3),
        no_weights_(static_cast<std::size_t>(data_.residual.order) + 1) {
    runner_.set_parameters(data_.parameters);
  }
  void set_parameters(Vec values) override {
    runner_.set_parameters(values);
    ++version_;
  }
  int size() const override { return static_cast<int>(data_.unknowns.size()); }
  int order() const override { return data_.residual.order; }
  int level(int unknown) const override { return data_.residual.levels.at(unknown); }
  int row_level(int row) const override { return data_.residual.row_levels.at(row); }
  int highest(int unknown) const override { return data_.residual.highest.at(unknown); }
  int top(int unknown) const override { return data_.residual.tops.at(unknown); }
  bool constant_top() const override { return data_.residual.constant_top; }
  bool autonomous() const override { return data_.residual.autonomous; }
  int parameter_version() const override { return version_; }
  std::shared_ptr<const linalg::Pattern> pattern() const override {
    return data_.program.shared_pattern(1, 0);
  }

  SpreadEquations* spread() {
    if (spread_) return spread_.get();
    if (!spreading().make || size() < spreading().from || order() > 1 ||
        !program::Slicer::possible(data_.program))
      return {};
    spread_ = spreading().make({.program = data_.program,
                                .parameters = [this] { return runner_.parameters(); },
                                .version = [this] { return version_; },
                                .row_levels = data_.residual.row_levels,
                                .tops = data_.residual.tops,
                                .order = order()});
    return spread_.get();
  }

  void residual(double t, Levels x, Out r) override {
    set_inputs(t, x, no_weights_.data());
    double* out[] = {r.data()};
    runner_.run(0, in_, out);
    ++counts_.function_evaluations;
  }

  void jacobian(double t, Levels x, Vec c, linalg::SparseMatrix& J) override {
    set_inputs(t, x, c.data());
    double* out[] = {J.value.data()};
    runner_.run(1, in_, out);
    ++counts_.jacobian_evaluations;
  }

 private:
  void set_inputs(const double& t, Levels x, const double* weights) {
    in_[0] = &t;
    in_[1] = weights;
    in_[2] = x[0];
    for (int k = 1; k <= data_.residual.order; ++k)
      in_[static_cast<std::size_t>(k) + 2] = x[static_cast<std::size_t>(k)];
  }
  const System::Data& data_;
  program::Runner runner_;
  Counts& counts_;
  std::vector<const double*> in_;
  std::vector<double> no_weights_;
  int version_ = 0;
  std::unique_ptr<SpreadEquations> spread_;
};

}  // namespace

Spreading& spreading() {
  static Spreading nobody;
  return nobody;
}

SpreadEquations* spread(Residual& residual) {
  auto* const plain = dynamic_cast<PlainResidual*>(&residual);
  return plain ? plain->spread() : nullptr;
}

std::unique_ptr<Residual> make_residual(const System& system, Counts& counts) {
  return std::make_unique<PlainResidual>(system, counts);
}

}  // namespace trammel::system
