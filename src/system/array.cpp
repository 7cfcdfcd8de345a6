// system/array.cpp: compiles a derivative array and solves it for y = (x', x'', ...) by Gauss-Newton steps.
//
// The array is dense: compile_array makes one function for F_m and one for its Jacobian, and ArraySolver
// factors ∂F_m/∂y with the rank that was found at the start. Rows and unknowns are scaled to their typical
// sizes, because ranks would depend on units otherwise. array.hpp has the idea and its sources [CM95; KM96]:
// read it first, then iterate().
#include "system/array.hpp"

#include <algorithm>

#include "analysis/structure.hpp"
#include "system/compile.hpp"

namespace trammel::system {
namespace {

using Eigen::VectorXd;
using expr::Expr;

enum Function : int { values, jacobian, lowest_values, lowest_jacobian_function };
constexpr int most_iterations = 20;
constexpr double singular_from = 1e-13;  // the last pivot beside the first

}  // namespace

System compile_array(const model::Dae& dae, Form form, const ArrayStart& start,
                     const program::CompileOptions& options) {
  expr::Graph& graph = *dae.graph;
  const int n = static_cast<int>(dae.variables.size());
  // Banks: time, weights of x and x', x, y.
  program::Inputs inputs;
  inputs.banks.resize(4);
  inputs.banks[0] = {graph.time()};
  program::Request all{.value_bank = 0}, by_all{.jacobian_bank = 0, .columns = n * (start.level + 2)},
      lowest{.value_bank = 0}, by_lowest{.jacobian_bank = 0, .columns = n};
  for (int k = 0; k < 2; ++k)
    inputs.banks[1].push_back(graph.parameter(graph.add_parameter("weight of a level")));
  for (int k = 0; k <= start.level + 1; ++k)
    for (int j = 0; j < n; ++j) {
      const Expr leaf = graph.symbol(dae.variables[j].id, k);
      inputs.banks[k == 0 ? 2 : 3].push_back(leaf);
      by_all.terms.push_back({leaf, k * n + j});
      if (k < 2) by_lowest.terms.push_back({leaf, j, inputs.banks[1][k]});
    }
  for (const model::Equation& equation : dae.equations) all.rows.push_back(equation.residual);
  lowest.rows = by_lowest.rows = all.rows;
  for (int k = 0; k < n * start.level; ++k)
    all.rows.push_back(graph.total(all.rows[static_cast<std::size_t>(k)]));
  by_all.rows = all.rows;
  auto data = start_data(
      dae, form, program::compile(graph, inputs, {{{all}}, {{by_all}}, {{lowest}}, {{by_lowest}}}, options));
  data->array = {
      start.level,    start.rank, start.t, start.x, start.y, {}, std::vector<int>(dae.variables.size(), 0),
      start.partition};
  for (int j = 0; j < n; ++j) data->array.state.push_back({j, 0});
  const analysis::Signature sigma = analysis::signature(dae);
  for (std::size_t k = 0; k < sigma.order.size(); ++k)
    if (sigma.order[k] == 1) data->array.tops[sigma.graph.column[k]] = 1;
  return System(data);
}

ArraySolver::ArraySolver(const System& system, Counts& counts)
    : data_(system.data()), runner_(data_.program), counts_(counts),
      n_(static_cast<int>(data_.unknowns.size())), rows_(n_ * (data_.array.level + 1)),
      rank_(data_.array.rank), scale_(VectorXd::Ones(rows_)), y_(rows_), r_(rows_), weights_(rows_),
      by_x_(rows_, n_), by_y_(rows_, rows_), whole_(data_.program.shared_pattern(jacobian, 0)),
      lowest_(data_.program.shared_pattern(lowest_jacobian_function, 0)), factored_(rows_, rows_),
      solved_x_(static_cast<std::size_t>(n_)) {
  runner_.set_parameters(data_.parameters);
  y_ = Eigen::Map<const VectorXd>(data_.array.y.data(), rows_);
  for (int k = 0; k < rows_; ++k) weights_[k] = size_at(n_ + k);
  scale_rows();
  remember(data_.array.t, data_.array.x);
  solved_t_ = std::nan("");
}

void ArraySolver::set_parameters(Vec values) {
  runner_.set_parameters(values);
  solved_t_ = std::nan("");
}

// Of the k-th of (x, x', x'', ...): derivatives are measured in the model's unit of time.
double ArraySolver::size_at(int k) const {
  return data_.nominal[static_cast<std::size_t>(k % n_)] * std::pow(data_.time_unit, -(k / n_));
}

// Rows by their typical size: the largest entry at the start and around it, so that a row that vanishes at
// the start only is not blown up.
void ArraySolver::scale_rows() {
  VectorXd largest = VectorXd::Zero(rows_), x = Eigen::Map<const VectorXd>(data_.array.x.data(), n_);
  for (int seed = 0; seed < 3; ++seed) {
    VectorXd at(n_ + rows_);
    at << x, Eigen::Map<const VectorXd>(data_.array.y.data(), rows_);
    for (int k = 0; k < at.size() && seed > 0; ++k) {
      const double golden = std::fmod(0.6180339887498949 * (k + 1) * (seed + 3), 1.0);
      at[k] += 0.1 * std::max(std::fabs(at[k]), size_at(k)) * (2 * golden - 1);
    }
    const double none[2] = {0, 0};
    const double* in[] = {&data_.array.t, none, at.data(), at.data() + n_};
    double* out[] = {whole_.value.data()};
    runner_.run(jacobian, in, out);
    const linalg::Pattern& p = *whole_.pattern;
    for (int j = 0; j < p.columns; ++j)
      for (int k = p.start[j]; k < p.start[j + 1]; ++k) {
        const double entry = std::fabs(whole_.value[k]) * size_at(j);
        if (std::isfinite(entry)) largest[p.row[k]] = std::max(largest[p.row[k]], entry);
      }
  }
  for (int i = 0; i < rows_; ++i) scale_[i] = largest[i] > 0 ? 1 / largest[i] : 1;
}

Outcome ArraySolver::evaluate(double t, Vec x) {
  const double none[2] = {0, 0};
  const double* in[] = {&t, none, x.data(), y_.data()};
  double* out[] = {r_.data()};
  runner_.run(values, in, out);
  for (int i = 0; i < rows_; ++i) {
    if (!std::isfinite(r_[i])) return {Outcome::not_finite, i % n_};
    r_[i] *= scale_[i];
  }
  return {};
}

Outcome ArraySolver::linearize(double t, Vec x) {
  const double none[2] = {0, 0};
  const double* in[] = {&t, none, x.data(), y_.data()};
  double* out[] = {whole_.value.data()};
  runner_.run(jacobian, in, out);
  by_x_.setZero();
  by_y_.setZero();
  const linalg::Pattern& p = *whole_.pattern;
  for (int j = 0; j < p.columns; ++j)
    for (int k = p.start[j]; k < p.start[j + 1]; ++k) {
      const double entry = whole_.value[k] * scale_[p.row[k]];
      if (!std::isfinite(entry)) return {Outcome::not_finite, p.row[k] % n_};
      (j < n_ ? by_x_(p.row[k], j) : by_y_(p.row[k], j - n_)) = entry;
    }
  by_y_ *= weights_.asDiagonal();
  ++counts_.factorizations;
  if (factored_.factor(by_y_, rank_) < singular_from)
    return {Outcome::singular, static_cast<int>(factored_.weakest_row()) % n_};
  return {};
}

void ArraySolver::begin_near(double t) {
  if (guessed_) return;
  int best = 0;
  for (int k = 1; k < count_; ++k)
    if (std::fabs(known_[k].t - t) <= std::fabs(known_[best].t - t)) best = k;
  y_ = known_[best].y;
}

void ArraySolver::remember(double t, Vec x) {
  int at = -1;
  for (int k = 0; k < count_; ++k)
    if (known_[k].t == t) at = k;
  if (at < 0) {
    at = next_;
    next_ = (next_ + 1) % static_cast<int>(known_.size());
    count_ = std::min(count_ + 1, static_cast<int>(known_.size()));
  }
  known_[at] = {t, y_};
  guessed_ = false;
  solved_t_ = t;
  std::ranges::copy(x, solved_x_.begin());
}

void ArraySolver::guess(Vec slope) {
  for (int j = 0; j < n_; ++j) y_[j] = slope[j];
  guessed_ = true;
  solved_t_ = std::nan("");
}

// Of x' alone: what lies above it may be undetermined, or drowned in rounding, without harm.
double ArraySolver::size_of(const VectorXd& step) const {
  double size = 0;
  for (int j = 0; j < n_; ++j) {
    const double part = std::fabs(step[j]) * weights_[j] / (std::fabs(y_[j]) + weights_[j]);
    if (!(part <= size)) size = part;  // NaN stays
  }
  return size;
}

Outcome ArraySolver::iterate(double t, Vec x, bool keep) {
  constexpr double as_good_as_it_gets = 1e-8;
  const double rounding = keep ? 1e-12 : 1e-14;  // Z^T F_m feels errors of y in the second order only
  double before = INFINITY;
  for (int iteration = 0; iteration < most_iterations; ++iteration) {
    if (const Outcome outcome = evaluate(t, x); !outcome) return outcome;
    if (!keep)
      if (const Outcome outcome = linearize(t, x); !outcome) return outcome;
    ++counts_.newton_iterations;
    VectorXd step = factored_.solve(r_);
    if (!keep && iteration == 0) {
      const VectorXd scaled = y_.cwiseQuotient(weights_);
      step += scaled - factored_.solve(by_y_ * scaled);
    }
    const double size = size_of(step);
    if (!std::isfinite(size)) break;
    y_ -= weights_.cwiseProduct(step);
    const bool small = size <= rounding || (size < as_good_as_it_gets && size > 0.1 * before);
    if (small) return {};
    if (keep && size > 0.5 * before) break;
    before = size;
  }
  return {Outcome::diverged, -1};
}

Outcome ArraySolver::solve(double t, Vec x) {
  if (t == solved_t_ && std::ranges::equal(x, solved_x_)) return {};
  ++counts_.function_evaluations;
  begin_near(t);
  const Outcome outcome = iterate(t, x, false);
  guessed_ = false;
  solved_t_ = std::nan("");
  if (outcome) remember(t, x);
  return outcome;
}

Outcome ArraySolver::solve_nearby(double t, Vec x) {
  if (t == solved_t_ && std::ranges::equal(x, solved_x_)) return {};
  ++counts_.function_evaluations;
  begin_near(t);
  Outcome outcome = iterate(t, x, true);
  solved_t_ = std::nan("");
  if (outcome) {
    remember(t, x);
    solved_t_ = std::nan("");  // A stands elsewhere
  }
  return outcome;
}

Eigen::MatrixXd ArraySolver::corange() const {
  return factored_.across(Eigen::MatrixXd::Identity(rows_, rows_)).transpose();
}

void ArraySolver::lowest(double t, const double* x, const double* slope, VectorXd& r) {
  const double none[2] = {0, 0};
  const double* in[] = {&t, none, x, slope};
  double* out[] = {r.data()};
  runner_.run(lowest_values, in, out);
  for (int i = 0; i < n_; ++i) r[i] *= scale_[i];
}

void ArraySolver::lowest_jacobian(double t, const double* x, const double* slope, Vec c, Eigen::MatrixXd& J) {
  const double* in[] = {&t, c.data(), x, slope};
  double* out[] = {lowest_.value.data()};
  runner_.run(lowest_jacobian_function, in, out);
  J.setZero();
  const linalg::Pattern& p = *lowest_.pattern;
  for (int j = 0; j < p.columns; ++j)
    for (int k = p.start[j]; k < p.start[j + 1]; ++k) J(p.row[k], j) = lowest_.value[k] * scale_[p.row[k]];
}

}  // namespace trammel::system
