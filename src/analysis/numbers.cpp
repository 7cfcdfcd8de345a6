#include "analysis/numbers.hpp"

#include <algorithm>
#include <cmath>

#include "expr/query.hpp"

namespace trammel::analysis {

Numbers::Numbers(const model::Dae& dae, std::vector<expr::Expr> rows, std::vector<expr::Expr> leaves,
                 Want want)
    : r_(rows.size()) {
  constexpr std::size_t few = 64;
  if (want == Want::glimpses && rows.size() <= few) {
    walk(dae, rows, leaves);
    return;
  }
  const expr::Graph& graph = *dae.graph;
  std::vector<program::Function> functions(1);
  program::Request& request = functions[0].requests.emplace_back();
  request = {.rows = std::move(rows), .value_bank = 0};
  if (want == Want::jacobian) {
    request.jacobian_bank = 1;
    request.columns = static_cast<int>(leaves.size());
    request.terms.reserve(leaves.size());
    for (std::size_t k = 0; k < leaves.size(); ++k) request.terms.push_back({leaves[k], static_cast<int>(k)});
  }
  program::Inputs inputs;
  inputs.banks.push_back({dae.graph->time()});
  inputs.banks.push_back(std::move(leaves));
  runner_ = std::make_unique<program::Runner>(
      program::compile(graph, inputs, functions, {.engine = program::Engine::vm}));
  std::vector<double> parameters(static_cast<std::size_t>(runner_->program().parameters()));
  for (const model::Parameter& parameter : dae.parameters) parameters[parameter.id] = parameter.value;
  runner_->set_parameters(parameters);
  J_ = want == Want::jacobian ? linalg::SparseMatrix(runner_->program().shared_pattern(0, 0))
                              : linalg::SparseMatrix(std::make_shared<const linalg::Pattern>());
}

Numbers::Numbers(const program::Program& compiled, Vec parameters)
    : runner_(std::make_unique<program::Runner>(compiled)),
      J_(linalg::SparseMatrix(compiled.shared_pattern(0, 0))) {
  r_.resize(static_cast<std::size_t>(J_.pattern->rows));
  runner_->set_parameters(parameters.first(static_cast<std::size_t>(compiled.parameters())));
}

void Numbers::walk(const model::Dae& dae, const std::vector<expr::Expr>& rows,
                   const std::vector<expr::Expr>& leaves) {
  expr::Graph& graph = *dae.graph;
  std::vector<expr::Expr> inputs = {graph.time()};
  inputs.insert(inputs.end(), leaves.begin(), leaves.end());
  std::vector<double> parameters(static_cast<std::size_t>(graph.parameters()));
  for (const model::Parameter& parameter : dae.parameters) parameters[parameter.id] = parameter.value;
  std::vector<double> values(inputs.size());
  for (const expr::Expr leaf : expr::leaves(graph, rows))
    if (graph.op(leaf) == expr::Op::parameter) {
      inputs.push_back(leaf);
      values.push_back(parameters[static_cast<std::size_t>(graph.index(leaf))]);
    }
  walked_ = std::make_unique<expr::Evaluation>(graph, inputs, rows);
  work_.resize(walked_->work());
  walked_->prepare(work_.data());
  std::ranges::copy(values, work_.begin());
  J_ = linalg::SparseMatrix(std::make_shared<const linalg::Pattern>());
}

void Numbers::evaluate(double t, Vec x) {
  if (walked_) {
    work_[0] = t;
    std::ranges::copy(x, work_.begin() + 1);
    walked_->run(work_.data());
    for (std::size_t k = 0; k < r_.size(); ++k) r_[k] = walked_->result(work_.data(), k);
    return;
  }
  const double* in[] = {&t, x.data()};
  double* out[] = {r_.data(), J_.value.data()};
  runner_->run(0, in, out);
}

bool Numbers::finite() const {
  const auto good = [](double v) { return std::isfinite(v); };
  return std::ranges::all_of(r_, good) && std::ranges::all_of(J_.value, good);
}

void Numbers::leave_out_infinite_slopes() {
  for (std::size_t k = 0; k < J_.value.size(); ++k)
    if (!std::isfinite(J_.value[k]) && std::isfinite(r_[static_cast<std::size_t>(J_.pattern->row[k])]))
      J_.value[k] = 0;
}

Eigen::MatrixXd Numbers::dense() const {
  const linalg::Pattern& p = *J_.pattern;
  Eigen::MatrixXd dense = Eigen::MatrixXd::Zero(p.rows, p.columns);
  for (int j = 0; j < p.columns; ++j)
    for (int k = p.start[j]; k < p.start[j + 1]; ++k) dense(p.row[k], j) += J_.value[k];
  return dense;
}

std::vector<double> Numbers::typical(double t, Vec x, Vec size, double away) {
  std::vector<double> at(x.begin(), x.end());
  const auto largest_on = [&](double side) {
    std::vector<double> result(J_.value.size(), 0.0);
    for (const int around : {1, 2}) {
      for (std::size_t k = 0; k < at.size(); ++k) {
        const double golden =
            std::fmod(0.6180339887498949 * static_cast<double>((k + 1) * (around + 2)), 1.0);
        at[k] = x[k] + side * away * std::max(std::fabs(x[k]), size[k]) * (2 * golden - 1);
      }
      evaluate(t, at);
      for (std::size_t k = 0; k < result.size(); ++k)
        if (const double entry = std::fabs(J_.value[k]); std::isfinite(entry))
          result[k] = std::max(result[k], entry);
    }
    return result;
  };
  std::vector<double> result = largest_on(1);
  evaluate(t, x);
  // What grows by this much on one side only, exp(y) where the size of y is but a guess, tells nothing about x.
  constexpr double beyond_belief = 1e6;
  bool doubtful = false;
  for (std::size_t k = 0; k < result.size(); ++k) {
    const double here = std::fabs(J_.value[k]);
    doubtful = doubtful || (here > 0 && result[k] > beyond_belief * here);
  }
  if (doubtful) {
    const std::vector<double> other = largest_on(-1);
    evaluate(t, x);
    for (std::size_t k = 0; k < result.size(); ++k)
      if (result[k] > beyond_belief * std::fabs(J_.value[k])) result[k] = std::min(result[k], other[k]);
  }
  for (std::size_t k = 0; k < result.size(); ++k)
    if (const double entry = std::fabs(J_.value[k]); std::isfinite(entry))
      result[k] = std::max(result[k], entry);
  return result;
}

Eigen::MatrixXd Numbers::scaled(double t, Vec x, Vec size) {
  const std::vector<double> entries = typical(t, x, size);
  std::vector<double> row(r_.size(), 0.0);
  for (std::size_t k = 0; k < entries.size(); ++k)
    row[J_.pattern->row[k]] = std::max(row[J_.pattern->row[k]], entries[k]);
  Eigen::MatrixXd A = dense();
  for (Eigen::Index i = 0; i < A.rows(); ++i)
    if (row[static_cast<std::size_t>(i)] > 0) A.row(i) /= row[static_cast<std::size_t>(i)];
  return A;
}

}  // namespace trammel::analysis
