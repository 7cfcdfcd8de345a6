#include "pipeline/start.hpp"

#include <fmt/format.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "base/error.hpp"
#include "base/text.hpp"
#include "expr/print.hpp"
#include "expr/query.hpp"
#include "linalg/solver.hpp"
#include "program/program.hpp"

namespace trammel::pipeline {
namespace {

using expr::Expr;
using expr::Op;
using model::Rank;

constexpr int most_iterations = 60;
constexpr double satisfied = 1e-10;  // relative residual with which a start counts as consistent
constexpr double reluctance = 1e-4;  // how much less a preferred value moves than a guess
constexpr std::size_t largest_dense = 800;

// The equations that the start must satisfy, and its unknowns: the states and, if an equation asks for them,
// the top derivatives with the top equations.
class StartProblem {
 public:
  StartProblem(const model::Problem& problem, const model::Dae& dae, system::Ode& ode, double t)
      : dae_(dae), graph_(*dae.graph), t_(t), order_(dae.variables.size()) {
    for (const auto& part : ode.state()) {
      add_unknown(part.unknown, part.derivative);
      order_[part.unknown] = std::max(order_[part.unknown], part.derivative + 1);
    }
    for (const model::Definition& definition : dae.definitions)
      defined_.emplace(definition.variable, definition.value);
    states_ = leaf_.size();
    for (const model::Equation& invariant : dae.invariants) add_row(invariant.residual, name_of(invariant));
    for (const model::Equation& equation : dae.initial_equations) add_row(equation.residual, equation.name);
    for (const model::StartValue& start : problem.starts) take(start);
    add_tops_if_needed();
  }

  std::vector<double> solve() {
    if (!rows_.empty()) {
      compile();
      gauss_newton();
    }
    return {value_.begin(), value_.begin() + static_cast<std::ptrdiff_t>(states_)};
  }

 private:
  void add_unknown(int unknown, int derivative) {
    const model::Variable& variable = dae_.variables[unknown];
    const Expr leaf = graph_.symbol(variable.id, derivative);
    at_.emplace(leaf.id, leaf_.size());
    leaf_.push_back(leaf);
    value_.push_back(0);
    rank_.push_back(Rank::guess);
    nominal_.push_back(variable.nominal);
  }

  void add_row(Expr row, std::string name) {
    rows_.push_back(row);
    row_names_.push_back(std::move(name));
  }

  // A start value of an eliminated variable is one of what defines it.
  void take(const model::StartValue& start) {
    Expr target = start.leaf;
    std::string name = expr::print(graph_, target);
    if (const auto at = defined_.find(graph_.index(start.leaf)); at != defined_.end())
      target = graph_.total(at->second, graph_.derivative(start.leaf));
    if (const auto at = at_.find(target.id); at != at_.end()) {
      if (rank_[at->second] == Rank::fixed && start.rank == Rank::fixed && value_[at->second] != start.value)
        throw Error(Kind::initialization,
                    fmt::format("{} and {} are the same quantity, but are fixed at {} and {}", quote(name),
                                quote(expr::print(graph_, target)), start.value, value_[at->second]),
                    {.variables = {name, expr::print(graph_, target)}}, "fix only one of them");
      if (start.rank >= rank_[at->second]) {
        value_[at->second] = start.value;
        rank_[at->second] = start.rank;
      }
    } else if (start.rank == Rank::fixed) {
      add_row(graph_.apply(Op::sub, target, graph_.constant(start.value)),
              fmt::format("{} = {} (fixed)", name, start.value));
    } else if (graph_.op(target) == Op::symbol) {
      top_guess_.emplace(target.id, start.value);
    }
  }

  void add_tops_if_needed() {
    std::vector<Expr> tops;
    for (int j = 0; j < static_cast<int>(dae_.variables.size()); ++j)
      tops.push_back(graph_.symbol(dae_.variables[j].id, order_[j]));
    const auto how = expr::dependence(graph_, rows_, tops);
    if (std::ranges::all_of(how, [](expr::Dependence d) { return d == expr::Dependence::none; })) return;
    for (int j = 0; j < static_cast<int>(dae_.variables.size()); ++j) {
      add_unknown(j, order_[j]);
      if (const auto guess = top_guess_.find(leaf_.back().id); guess != top_guess_.end())
        value_.back() = guess->second;
    }
    for (const model::Equation& equation : dae_.equations) add_row(equation.residual, name_of(equation));
  }

  void compile() {
    program::Inputs inputs{{{graph_.time()}, leaf_}};
    program::Request request{
        .rows = rows_, .value_bank = 0, .jacobian_bank = 1, .columns = static_cast<int>(leaf_.size())};
    for (std::size_t k = 0; k < leaf_.size(); ++k)
      if (rank_[k] != Rank::fixed) request.terms.push_back({leaf_[k], static_cast<int>(k)});
    program_ = std::make_unique<program::Runner>(
        program::compile(graph_, inputs, {{{request}}}, {.engine = program::Engine::vm}));
    std::vector<double> parameters(static_cast<std::size_t>(program_->program().parameters()));
    for (const model::Parameter& parameter : dae_.parameters) parameters[parameter.id] = parameter.value;
    program_->set_parameters(parameters);
    J_ = linalg::SparseMatrix(program_->program().shared_pattern(0, 0));
    r_.resize(rows_.size());
    scale_.resize(rows_.size());
  }

  // Residuals relative to the size of their own terms.
  double evaluate() {
    const double* in[] = {&t_, value_.data()};
    double* out[] = {r_.data(), J_.value.data()};
    program_->run(0, in, out);
    std::ranges::fill(scale_, 0.0);
    const linalg::Pattern& p = *J_.pattern;
    for (int j = 0; j < p.columns; ++j)
      for (int k = p.start[j]; k < p.start[j + 1]; ++k)
        scale_[p.row[k]] += std::fabs(J_.value[k]) * std::max(std::fabs(value_[j]), nominal_[j]);
    double worst = 0;
    for (std::size_t i = 0; i < r_.size(); ++i) {
      if (!(scale_[i] > 0)) scale_[i] = 1;
      const double relative = std::fabs(r_[i]) / scale_[i];
      if (!std::isfinite(relative)) return INFINITY;
      worst = std::max(worst, relative);
    }
    return worst;
  }

  // Damped Gauss-Newton: each step is the smallest (weighted by rank and nominal value) that solves the
  // linearization.
  void gauss_newton() {
    double error = evaluate();
    if (!std::isfinite(error)) refuse_not_finite();
    std::vector<double> before, step(value_.size());
    for (int iteration = 0; iteration < most_iterations && error > 0; ++iteration) {
      before = value_;
      linear_step(step);
      double damping = 1, next = INFINITY;
      for (; damping > 1e-6; damping *= 0.5) {
        for (std::size_t k = 0; k < step.size(); ++k) value_[k] = before[k] + damping * step[k];
        next = evaluate();
        if (next <= (1 - 0.2 * damping) * error || (next <= 1e-13 && damping == 1)) break;
      }
      if (!(next < error)) {
        value_ = before;
        evaluate();
        break;
      }
      error = next;
    }
    if (error > satisfied) refuse_contradiction();
  }

  double weight(std::size_t k) const {
    return nominal_[k] * (rank_[k] == Rank::preferred ? reluctance : 1.0);
  }

  void linear_step(std::vector<double>& step) {
    if (rows_.size() + leaf_.size() <= 2 * largest_dense)
      dense_step(step);
    else
      sparse_step(step);
  }

  void dense_step(std::vector<double>& step) const {
    const auto m = static_cast<Eigen::Index>(rows_.size()), n = static_cast<Eigen::Index>(leaf_.size());
    Eigen::MatrixXd A = Eigen::MatrixXd::Zero(m, n);
    Eigen::VectorXd b(m);
    const linalg::Pattern& p = *J_.pattern;
    for (int j = 0; j < p.columns; ++j)
      for (int k = p.start[j]; k < p.start[j + 1]; ++k)
        A(p.row[k], j) = J_.value[k] / scale_[p.row[k]] * weight(j);
    for (Eigen::Index i = 0; i < m; ++i) b[i] = -r_[i] / scale_[i];
    Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> solver;
    solver.setThreshold(1e-11);
    solver.compute(A);
    const Eigen::VectorXd y = solver.solve(b);
    for (Eigen::Index k = 0; k < n; ++k) step[k] = y[k] * weight(k);
  }

  // The same through [W⁻² Jᵀ; J -εI]: sparse, for systems whose constraints are independent.
  void sparse_step(std::vector<double>& step) const {
    const linalg::Pattern& p = *J_.pattern;
    const int n = p.columns, m = p.rows;
    std::vector<std::pair<int, int>> at;
    std::vector<double> entry;
    const auto add = [&](int i, int j, double v) {
      at.emplace_back(i, j);
      entry.push_back(v);
    };
    for (int j = 0; j < n; ++j) {
      add(j, j, 1);
      for (int k = p.start[j]; k < p.start[j + 1]; ++k) {
        const double v = J_.value[k] / scale_[p.row[k]] * weight(j);
        add(n + p.row[k], j, v);
        add(j, n + p.row[k], v);
      }
    }
    for (int i = 0; i < m; ++i) add(n + i, n + i, -1e-14);
    std::vector<std::uint32_t> position;
    linalg::SparseMatrix K(
        std::make_shared<linalg::Pattern>(linalg::make_pattern(n + m, n + m, at, position)));
    for (std::size_t k = 0; k < entry.size(); ++k) K.value[position[k]] = entry[k];
    std::vector<double> x(static_cast<std::size_t>(n + m), 0.0);
    for (int i = 0; i < m; ++i) x[n + i] = -r_[i] / scale_[i];
    const auto solver = linalg::make_sparse_lu(K.pattern);
    std::ranges::fill(step, 0.0);
    if (solver->factor(K) >= 0) return;
    solver->solve(x);
    for (int j = 0; j < n; ++j) step[j] = x[j] * weight(j);
  }

  std::vector<std::string> fixed_in(Expr row) const {
    std::vector<std::string> names;
    for (const Expr leaf : expr::leaves(graph_, row))
      if (const auto at = at_.find(leaf.id); at != at_.end() && rank_[at->second] == Rank::fixed)
        names.push_back(fmt::format("{} = {}", expr::print(graph_, leaf), value_[at->second]));
    return names;
  }

  [[noreturn]] void refuse_contradiction() const {
    std::size_t worst = 0;
    for (std::size_t i = 0; i < r_.size(); ++i)
      if (std::fabs(r_[i]) / scale_[i] > std::fabs(r_[worst]) / scale_[worst]) worst = i;
    Where where{.equations = {row_names_[worst]}, .time = t_};
    const std::vector<std::string> fixed = fixed_in(rows_[worst]);
    for (const Expr leaf : expr::leaves(graph_, rows_[worst]))
      if (const auto at = at_.find(leaf.id); at != at_.end() && rank_[at->second] == Rank::fixed)
        where.variables.push_back(expr::print(graph_, leaf));
    std::string message =
        fmt::format("no start satisfies {}: it is off by {:.3g}", quote(row_names_[worst]), r_[worst]);
    if (!fixed.empty()) message += fmt::format(" with the fixed values {}", listed(fixed));
    throw Error(Kind::initialization, message, where,
                fixed.empty() ? "give start values nearer to a solution" : "free one of the fixed values");
  }

  [[noreturn]] void refuse_not_finite() const {
    for (std::size_t i = 0; i < r_.size(); ++i)
      if (!std::isfinite(r_[i]))
        throw Error(
            Kind::initialization, fmt::format("{} is {} at the start values", quote(row_names_[i]), r_[i]),
            {.equations = {row_names_[i]}, .time = t_}, "give start values at which it can be computed");
    throw Error(Kind::initialization, "a derivative of the constraints is not finite at the start values",
                {.time = t_}, "give start values at which they can be computed");
  }

  const model::Dae& dae_;
  expr::Graph& graph_;
  double t_;
  std::vector<int> order_;  // of the top derivative, per unknown
  std::unordered_map<int, Expr> defined_;
  std::size_t states_ = 0;
  std::vector<Expr> leaf_, rows_;
  std::vector<std::string> row_names_;
  std::vector<double> value_, nominal_, r_, scale_;
  std::vector<Rank> rank_;
  std::unordered_map<std::uint32_t, std::size_t> at_;
  std::unordered_map<std::uint32_t, double> top_guess_;
  std::unique_ptr<program::Runner> program_;
  linalg::SparseMatrix J_;
};

}  // namespace

std::vector<double> consistent_start(const model::Problem& problem, const model::Dae& dae, system::Ode& ode,
                                     double t) {
  return StartProblem(problem, dae, ode, t).solve();
}

}  // namespace trammel::pipeline
