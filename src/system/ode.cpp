// system/ode.cpp: the underlying ODE z' = f^(t, z), its invariants, and projection onto them.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "base/error.hpp"
#include "base/text.hpp"
#include "expr/derivative.hpp"
#include "expr/query.hpp"
#include "linalg/choice.hpp"
#include "linalg/solver.hpp"
#include "system/chart.hpp"
#include "system/data.hpp"
#include "system/symmetry.hpp"

namespace trammel::system {
namespace {

using expr::Dependence;
using expr::Expr;
using expr::Op;

// Longer chains of single equations that need each other are solved numerically: each round rewrites rows
// once.
constexpr int most_rounds = 8;

enum Function : int { top_function, explicit_function, invariant_function, matrix_function };

class OdeCompiler {
 public:
  explicit OdeCompiler(const model::Dae& dae)
      : dae_(dae), graph_(*dae.graph), found_(analysis::analyze(dae)) {}

  System compile(const program::CompileOptions& options) {
    refuse_hidden_constraints();
    lay_out_states();
    separate();
    relate_invariants();
    std::vector<program::Function> functions(4);
    functions[top_function] = top_request();
    functions[explicit_function].requests = {{.rows = explicit_values(), .value_bank = 0}};
    program::Request invariants{.value_bank = 0};
    for (const model::Equation& invariant : dae_.invariants) invariants.rows.push_back(invariant.residual);
    functions[invariant_function].requests = {invariants};
    if (view_.own_matrix) functions[matrix_function] = matrix_request();
    auto data =
        start_data(dae_, Form::ode, program::compile(graph_, inputs(), std::move(functions), options));
    data->ode = std::move(view_);
    return System(data);
  }

 private:
  Expr top(int j) { return graph_.symbol(dae_.variables[j].id, view_.d[j]); }

  void refuse_hidden_constraints() const {
    for (std::size_t i = 0; i < dae_.equations.size(); ++i)
      if (found_.offsets.c[i] > 0)
        throw Error(
            Kind::usage,
            fmt::format("{} hides constraints, so the equations are no ODE for their highest derivatives",
                        quote(dae_.equations[i].name)),
            {.equations = {dae_.equations[i].name}}, "use the formulation 'underlying_ode'");
  }

  void lay_out_states() {
    view_.d = found_.offsets.d;
    for (int j = 0; j < static_cast<int>(dae_.variables.size()); ++j) {
      view_.position.push_back(view_.d[j] > 0 ? static_cast<int>(view_.state.size()) : -1);
      for (int l = 0; l < view_.d[j]; ++l) view_.state.push_back({j, l});
    }
  }

  program::Inputs inputs() {
    program::Inputs inputs;
    inputs.banks.resize(3);
    inputs.banks[0] = {graph_.time()};
    for (const Ode::Part& part : view_.state)
      inputs.banks[1].push_back(graph_.symbol(dae_.variables[part.unknown].id, part.derivative));
    for (const int j : view_.implicit) inputs.banks[2].push_back(top(j));
    return inputs;
  }

  // Blocks of one equation that is linear in its unknown are solved by formula, round by round: those that
  // need no other explicit unknown first. The rest stays implicit.
  void separate() {
    std::vector<int> round_of_block = rounds();
    rows_.resize(dae_.equations.size());
    for (std::size_t i = 0; i < rows_.size(); ++i) rows_[i] = dae_.equations[i].residual;
    explicit_value_.resize(dae_.variables.size());
    for (int round = 1; round <= most_rounds; ++round) {
      std::vector<int> equations, unknowns;
      for (std::size_t b = 0; b < found_.blocks.size(); ++b)
        if (round_of_block[b] == round) {
          equations.push_back(found_.blocks[b].equations[0]);
          unknowns.push_back(found_.blocks[b].unknowns[0]);
        }
      if (!equations.empty()) solve_round(equations, unknowns);
    }
    for (const analysis::Block& block : found_.blocks)
      for (std::size_t k = 0; k < block.equations.size(); ++k)
        if (!explicit_value_[block.unknowns[k]]) {
          view_.rows.push_back(block.equations[k]);
          view_.implicit.push_back(block.unknowns[k]);
        }
    for (const int j : view_.implicit) view_.home.push_back(home(j));
    // Rows that stay implicit, free of explicit unknowns.
    std::vector<Expr> rest;
    for (const int i : view_.rows) rest.push_back(dae_.equations[i].residual);
    rest = expr::substitute(graph_, rest, solved_);
    for (std::size_t k = 0; k < rest.size(); ++k) rows_[view_.rows[k]] = rest[k];
  }

  // The user's start value for a top that is a variable itself; derivatives have none here.
  double home(int j) const {
    const model::Variable& variable = dae_.variables[j];
    if (view_.d[j] > 0) return 0;
    return variable.start.value_or(std::clamp(0.0, variable.min, std::max(variable.min, variable.max)));
  }

  // 1 + the largest round among the single-equation blocks that a block's row needs; 0 for blocks that stay
  // implicit.
  std::vector<int> rounds() const {
    std::vector<int> round(found_.blocks.size(), 0), block_of_unknown(dae_.variables.size());
    for (std::size_t b = 0; b < found_.blocks.size(); ++b)
      for (const int j : found_.blocks[b].unknowns) block_of_unknown[j] = static_cast<int>(b);
    for (std::size_t b = 0; b < found_.blocks.size(); ++b) {
      if (found_.blocks[b].equations.size() != 1) continue;
      const int i = found_.blocks[b].equations[0];
      int depth = 1;
      for (int k = found_.sigma.graph.start[i]; k < found_.sigma.graph.start[i + 1]; ++k) {
        const int j = found_.sigma.graph.column[k];
        if (found_.sigma.order[k] == found_.offsets.d[j] && block_of_unknown[j] != static_cast<int>(b))
          depth = std::max(depth, round[block_of_unknown[j]] + 1);
      }
      round[b] = depth <= most_rounds ? depth : 0;
    }
    return round;
  }

  void solve_round(const std::vector<int>& equations, const std::vector<int>& unknowns) {
    std::vector<Expr> rows, leaves;
    for (const int i : equations) rows.push_back(dae_.equations[i].residual);
    for (const int j : unknowns) leaves.push_back(top(j));
    rows = expr::substitute(graph_, rows, solved_);
    const std::vector<Dependence> how = expr::dependence(graph_, rows, leaves);
    std::unordered_map<std::uint32_t, Expr> zeros;
    for (const Expr leaf : leaves) zeros.emplace(leaf.id, graph_.constant(0));
    const std::vector<Expr> rest = expr::substitute(graph_, rows, zeros);
    std::vector<Expr> slope(rows.size());
    for (const expr::Entry& entry : expr::jacobian(graph_, rows, leaves))
      if (entry.row == entry.column) slope[entry.row] = entry.value;
    for (std::size_t k = 0; k < rows.size(); ++k) {
      if (how[k] != Dependence::affine || !slope[k]) continue;
      const Expr value = graph_.apply(Op::div, graph_.apply(Op::neg, rest[k]), slope[k]);
      explicit_value_[unknowns[k]] = value;
      solved_.emplace(leaves[k].id, value);
      view_.explicit_tops.push_back(unknowns[k]);
      view_.explicit_rows.push_back(equations[k]);
    }
  }

  void find_symmetry_of(const std::vector<Expr>& rows, const std::vector<Expr>& leaves) {
    const int n = static_cast<int>(rows.size());
    if (!view_.linear || n > linalg::largest_symmetric) return;
    const std::vector<expr::Entry> entries = expr::jacobian(graph_, rows, leaves);
    if (linalg::worth_symmetry(n, entries.size())) view_.symmetry = find_symmetry(graph_, entries, n);
  }

  program::Function top_request() {
    std::vector<Expr> rows, leaves;
    for (const int i : view_.rows) rows.push_back(rows_[i]);
    program::Request jacobian{.rows = rows, .jacobian_bank = 1, .columns = static_cast<int>(rows.size())};
    for (std::size_t k = 0; k < rows.size(); ++k) {
      leaves.push_back(top(view_.implicit[k]));
      jacobian.terms.push_back({leaves[k], static_cast<int>(k)});
    }
    for (const Dependence how : expr::dependence(graph_, rows, leaves))
      view_.linear &= how != Dependence::nonlinear;
    find_symmetry_of(rows, leaves);
    if (view_.linear) {  // A x = b: b is minus the row at x = 0
      std::unordered_map<std::uint32_t, Expr> zeros;
      for (const Expr leaf : leaves) zeros.emplace(leaf.id, graph_.constant(0));
      rows = expr::substitute(graph_, rows, zeros);
    }
    for (Expr& row : rows) row = graph_.apply(Op::neg, row);
    return {{{.rows = rows, .value_bank = 0}, jacobian}};
  }

  std::vector<Expr> explicit_values() const {
    std::vector<Expr> values;
    for (const int j : view_.explicit_tops) values.push_back(explicit_value_[j]);
    return values;
  }

  // Which invariant belongs to which row, and whether the implicit part alone can project.
  void relate_invariants() {
    std::unordered_map<int, int> row_of_family;
    for (std::size_t i = 0; i < dae_.equations.size(); ++i)
      if (dae_.equations[i].family >= 0) row_of_family.emplace(dae_.equations[i].family, static_cast<int>(i));
    std::vector<char> numeric_row(dae_.equations.size()), numeric_unknown(dae_.variables.size());
    for (const int i : view_.rows) numeric_row[i] = 1;
    for (const int j : view_.implicit) numeric_unknown[j] = 1;
    for (const model::Equation& invariant : dae_.invariants) {
      OdeData::Invariant relation;
      const auto at = row_of_family.find(invariant.family);
      if (at != row_of_family.end() && dae_.equations[at->second].derivative > invariant.derivative) {
        relation = {at->second, dae_.equations[at->second].derivative - invariant.derivative,
                    invariant.derivative == 0};
        view_.deepest = std::max(view_.deepest, relation.below);
        view_.own_matrix |= !numeric_row[relation.row];
        for (int k = found_.sigma.graph.start[relation.row]; k < found_.sigma.graph.start[relation.row + 1];
             ++k) {
          const int j = found_.sigma.graph.column[k];
          view_.own_matrix |= found_.sigma.order[k] == view_.d[j] && !numeric_unknown[j];
        }
      }
      view_.invariants.push_back(relation);
    }
  }

  // The whole top Jacobian. Explicit tops are written out, so that it reads t, z and the implicit tops only.
  program::Function matrix_request() {
    const int n = static_cast<int>(dae_.variables.size());
    std::vector<Expr> rows, leaves;
    for (const model::Equation& equation : dae_.equations) rows.push_back(equation.residual);
    for (int j = 0; j < n; ++j) leaves.push_back(top(j));
    std::vector<Expr> values;
    std::vector<std::pair<int, int>> at;
    for (const expr::Entry& entry : expr::jacobian(graph_, rows, leaves)) {
      values.push_back(entry.value);
      at.emplace_back(entry.row, entry.column);
    }
    values = expr::substitute(graph_, values, solved_);
    std::vector<std::uint32_t> position;
    linalg::make_pattern(n, n, at, position);
    std::vector<Expr> ordered(values.size());
    for (std::size_t k = 0; k < values.size(); ++k) ordered[position[k]] = values[k];
    view_.matrix = std::make_shared<linalg::Pattern>(linalg::make_pattern(n, n, at, position));
    return {{{.rows = ordered, .value_bank = 0}}};
  }

  const model::Dae& dae_;
  expr::Graph& graph_;
  analysis::Diagnosis found_;
  OdeData view_;
  std::vector<Expr> rows_, explicit_value_;
  std::unordered_map<std::uint32_t, Expr> solved_;
};

bool all_finite(Vec values) {
  double sum = 0;
  for (const double value : values) sum += value * 0;  // NaN or infinity times 0 is NaN
  return sum == 0;
}

}  // namespace

System compile_ode(const model::Dae& dae, const program::CompileOptions& options) {
  return OdeCompiler(dae).compile(options);
}

struct Ode::Work {
  Work(const System& system, Counts& tally)
      : data(system.data()), view(data.ode), runner(data.program), counts(tally), top(data.unknowns.size()),
        unknown(view.home), good(view.home), trial(view.home), correction(data.unknowns.size()),
        explicit_top(view.explicit_tops.size()), h(view.invariants.size()),
        unknown_step(view.implicit.size()) {
    runner.set_parameters(data.parameters);
    for (std::size_t k = 0; k < unknown.size(); ++k) top[view.implicit[k]] = unknown[k];
    if (!view.implicit.empty()) {
      A = linalg::SparseMatrix(data.program.shared_pattern(top_function, 1));
      solver = linalg::make_solver(A.pattern, view.symmetry);
    }
    if (view.own_matrix) {
      J = linalg::SparseMatrix(view.matrix);
      full_solver = linalg::make_solver(J.pattern);
    }
  }

  // Solves the implicit tops; A and its factorization stay behind.
  Outcome solve_tops(double t, Vec z);
  Outcome factor();
  Outcome newton(const double* const* in);
  Outcome quick_newton(const double* const* in);
  Outcome damped_newton(double t, Vec z);
  Outcome finite_residual(Vec residual) const;
  double size_of(Vec step) const;
  void evaluate(int function, double t, Vec z, Out out) {
    const double* in[] = {&t, z.data(), unknown.data()};
    double* to[] = {out.data()};
    runner.run(function, in, to);
  }
  Outcome blame_top() const;  // which equation gave a top that is not finite

  // δ with J δ = right-hand side, rows and unknowns numbered as in the Dae.
  void solve_correction(Out rhs);
  static bool wanted(const OdeData::Invariant& invariant, Levels levels) {
    return levels == Levels::all || (levels == Levels::lowest ? invariant.below == 1 : invariant.written);
  }
  // The correction of one level for the invariants h of that level, and z moved by it.
  void solve_level(int below, Levels levels);
  struct Movement {
    double moved = 0, size = 0;
  };
  Movement move(int below, double factor, Out z) const;
  Outcome prepare_projection(double t, Vec z);

  const System::Data& data;
  const OdeData& view;
  program::Runner runner;
  Counts& counts;
  std::vector<double> top;
  std::vector<double> unknown, good, trial;  // implicit tops: now, when they were found last, tried
  std::vector<double> correction, explicit_top, h, unknown_step;
  linalg::SparseMatrix A, J;
  linalg::Scales A_scales, J_scales;  // empty: as they are
  std::unique_ptr<linalg::LinearSolver> solver, full_solver;
  double factored_t = std::nan("");
  std::shared_ptr<Chart> chart;  // none: z is taken as it is
  std::vector<double> lifted;
  bool full_factored = false;
};

Ode::Ode(const System& system, Counts& counts) : work_(std::make_unique<Work>(system, counts)) {}
Ode::~Ode() = default;
void Ode::set_parameters(Vec values) { work_->runner.set_parameters(values); }
int Ode::size() const { return static_cast<int>(work_->view.state.size()); }
const std::vector<Ode::Part>& Ode::state() const { return work_->view.state; }
double Ode::nominal(int component) const { return work_->data.nominal[work_->view.state[component].unknown]; }
Vec Ode::top() const { return work_->top; }
double Ode::condition() const {
  const Work& w = *work_;
  const auto of = [](const auto& solver, const linalg::Scales& scales) {
    return !solver ? 0.0 : scales.empty() ? solver->condition() : 1 / solver->smallest_pivot(scales);
  };
  if (w.counts.factorizations == 0) return 0;
  return std::max(of(w.solver, w.A_scales), w.full_factored ? of(w.full_solver, w.J_scales) : 0.0);
}
void Ode::weigh() {
  Work& w = *work_;
  if (w.solver) w.A_scales = linalg::equilibrate(w.A);
  if (w.full_factored) w.J_scales = linalg::equilibrate(w.J);
}
void Ode::guess(Vec top) {
  Work& w = *work_;
  for (std::size_t k = 0; k < w.unknown.size(); ++k) w.unknown[k] = w.good[k] = top[w.view.implicit[k]];
}
bool Ode::guesses() const { return !work_->view.linear && !work_->view.implicit.empty(); }
int Ode::invariants() const { return static_cast<int>(work_->view.invariants.size()); }
void Ode::invariants(double t, Vec z, Out h) { work_->evaluate(invariant_function, t, z, h); }

Outcome Ode::Work::factor() {
  ++counts.factorizations;
  const int bad = solver->factor(A);
  if (bad < 0) return {};
  for (std::size_t k = 0; k < A.value.size(); ++k)
    if (!std::isfinite(A.value[k])) return {Outcome::not_finite, view.rows[A.pattern->row[k]]};
  return {Outcome::singular, view.rows[bad]};
}

Outcome Ode::Work::solve_tops(double t, Vec z) {
  if (view.implicit.empty()) return {};
  const double* in[] = {&t, z.data(), unknown.data()};
  factored_t = t;
  if (!view.linear) return newton(in);
  double* out[] = {unknown.data(), A.value.data()};
  runner.run(top_function, in, out);
  if (const Outcome outcome = factor(); !outcome) return outcome;
  solver->solve(unknown);
  ++counts.linear_solves;
  return {};
}

Outcome Ode::Work::finite_residual(Vec residual) const {
  for (std::size_t k = 0; k < residual.size(); ++k)
    if (!std::isfinite(residual[k])) return {Outcome::not_finite, view.rows[k]};
  return {};
}

double Ode::Work::size_of(Vec step) const {
  double size = 0;
  for (std::size_t k = 0; k < step.size(); ++k) {
    const double part = std::fabs(step[k]) / (std::fabs(unknown[k]) + data.nominal[view.implicit[k]]);
    if (!(part <= size)) size = part;  // NaN stays
  }
  return size;
}

Outcome Ode::Work::newton(const double* const* in) {
  Outcome outcome = quick_newton(in);
  if (!outcome) {
    unknown = good;  // a bad guess must not spoil the next try
    if (const Outcome slow = damped_newton(*in[0], Vec(in[1], view.state.size()))) outcome = slow;
  }
  if (outcome)
    good = unknown;
  else
    unknown = good;
  return outcome;
}

// From the tops of the last call, which are near.
Outcome Ode::Work::quick_newton(const double* const* in) {
  constexpr int most_iterations = 12;
  Out step = Out(correction).first(unknown.size());
  double* out[] = {step.data(), A.value.data()};
  double before = INFINITY;
  for (int iteration = 0; iteration < most_iterations; ++iteration) {
    runner.run(top_function, std::span(in, 3), out);
    ++counts.newton_iterations;
    if (const Outcome outcome = finite_residual(step); !outcome) return outcome;
    if (const Outcome outcome = factor(); !outcome) return outcome;
    solver->solve(step);
    for (std::size_t k = 0; k < step.size(); ++k) unknown[k] += step[k];
    const double size = size_of(step);
    if (!std::isfinite(size)) break;
    if (size <= 1e-14 || (size < 1e-9 && size > 0.1 * before)) return {};
    before = size;
  }
  return {Outcome::diverged, view.rows.empty() ? -1 : view.rows[0]};
}

// From far away, at the start or between distant output times: a step is halved until the next one, computed
// with the same matrix, is shorter. [Deu04, 3.3: the natural monotonicity test]
Outcome Ode::Work::damped_newton(double t, Vec z) {
  constexpr int most_iterations = 60;
  constexpr double smallest = 1e-6;
  Out step = Out(correction).first(unknown.size()), next = Out(unknown_step);
  const double* here[] = {&t, z.data(), unknown.data()};
  const double* there[] = {&t, z.data(), trial.data()};
  double* out[] = {step.data(), A.value.data()};
  double* tried[] = {next.data(), A.value.data()};
  for (int iteration = 0; iteration < most_iterations; ++iteration) {
    runner.run(top_function, here, out);
    ++counts.newton_iterations;
    if (const Outcome outcome = finite_residual(step); !outcome) return outcome;
    if (const Outcome outcome = factor(); !outcome) return outcome;
    solver->solve(step);
    const double size = size_of(step);
    if (!std::isfinite(size)) break;
    if (size < 1e-12) return {};
    double lambda = 1;
    for (; lambda > smallest; lambda /= 2) {
      for (std::size_t k = 0; k < step.size(); ++k) trial[k] = unknown[k] + lambda * step[k];
      runner.run(top_function, there, tried);
      ++counts.newton_iterations;
      if (!finite_residual(next)) continue;
      solver->solve(next);
      if (size_of(next) <= (1 - lambda / 4) * size) break;
    }
    if (lambda <= smallest) break;
    unknown = trial;
  }
  return {Outcome::diverged, view.rows.empty() ? -1 : view.rows[0]};
}

Outcome Ode::Work::blame_top() const {
  for (std::size_t k = 0; k < view.implicit.size(); ++k)
    if (!std::isfinite(unknown[k])) return {Outcome::not_finite, view.rows[k]};
  for (std::size_t k = 0; k < view.explicit_tops.size(); ++k)
    if (!std::isfinite(explicit_top[k])) return {Outcome::not_finite, view.explicit_rows[k]};
  return {Outcome::not_finite, -1};
}

void Ode::follow(std::shared_ptr<Chart> chart) {
  work_->chart = std::move(chart);
  work_->lifted.resize(work_->view.state.size());
}

Outcome Ode::derivative(double t, Vec z, Out dz) {
  Work& w = *work_;
  ++w.counts.function_evaluations;
  if (w.chart) {
    std::ranges::copy(z, w.lifted.begin());
    if (const Outcome outcome = w.chart->onto(t, w.lifted); !outcome) return outcome;
    z = w.lifted;
  }
  if (const Outcome outcome = w.solve_tops(t, z); !outcome) return outcome;
  for (std::size_t k = 0; k < w.view.implicit.size(); ++k) w.top[w.view.implicit[k]] = w.unknown[k];
  if (!w.view.explicit_tops.empty()) {
    w.evaluate(explicit_function, t, z, w.explicit_top);
    for (std::size_t k = 0; k < w.view.explicit_tops.size(); ++k)
      w.top[w.view.explicit_tops[k]] = w.explicit_top[k];
  }
  if (!all_finite(w.top)) {
    const Outcome outcome = w.blame_top();
    if (!w.view.linear) w.unknown = w.good = w.view.home;
    return outcome;
  }
  for (std::size_t j = 0; j < w.view.position.size(); ++j) {
    const int at = w.view.position[j];
    if (at < 0) continue;
    const int last = at + w.view.d[j] - 1;
    for (int k = at; k < last; ++k) dz[k] = z[k + 1];
    dz[last] = w.top[j];
  }
  return {};
}

Outcome Ode::Work::prepare_projection(double t, Vec z) {
  if (!view.own_matrix) return factored_t == t ? Outcome{} : solve_tops(t, z);
  evaluate(matrix_function, t, z, J.value);
  ++counts.factorizations;
  const int bad = full_solver->factor(J);
  full_factored = true;
  return bad < 0 ? Outcome{} : Outcome{Outcome::singular, bad};
}

void Ode::Work::solve_correction(Out rhs) {
  ++counts.linear_solves;
  if (view.own_matrix) return full_solver->solve(rhs);
  // Only implicit rows have a right-hand side, and only implicit unknowns move.
  Out step = Out(unknown_step);
  for (std::size_t k = 0; k < step.size(); ++k) step[k] = rhs[view.rows[k]];
  solver->solve(step);
  std::fill(rhs.begin(), rhs.end(), 0.0);
  for (std::size_t k = 0; k < step.size(); ++k) rhs[view.implicit[k]] = step[k];
}

void Ode::Work::solve_level(int below, Levels levels) {
  std::fill(correction.begin(), correction.end(), 0.0);
  for (std::size_t k = 0; k < h.size(); ++k) {
    const OdeData::Invariant& invariant = view.invariants[k];
    if (wanted(invariant, levels) && invariant.below == below && invariant.row >= 0)
      correction[invariant.row] = -h[k];
  }
  solve_correction(correction);
}

Ode::Work::Movement Ode::Work::move(int below, double factor, Out z) const {
  Movement result;
  for (std::size_t j = 0; j < view.position.size(); ++j) {
    if (view.d[j] < below) continue;
    double& component = z[view.position[j] + view.d[j] - below];
    component += factor * correction[j];
    result.moved = std::max(result.moved, std::fabs(correction[j]));
    result.size = std::max(result.size, std::fabs(component));
    if (!std::isfinite(component)) result.moved = INFINITY;
  }
  return result;
}

// By the lemma ∂F_i^(l)/∂x_j^(d_j - c_i + l) = ∂F_i^(c_i)/∂x_j^(d_j) = J_ij the same matrix serves all
// levels: correcting what lies k derivatives below the top for the equations that lie k below theirs is J δ =
// -h. Rows that have no equation at this level get 0, and what they would move has no state there.
Ode::Projection Ode::project(double t, Out z, Levels levels) {
  constexpr int most_iterations = 6;
  constexpr double round_off = 2e-15;  // of the size of what moves
  Work& w = *work_;
  Projection result;
  if (w.view.deepest == 0) return result;
  result.outcome = w.prepare_projection(t, z);
  if (!result.outcome) return result;
  ++w.counts.projections;
  for (int below = w.view.deepest; below >= 1; --below) {
    double before = INFINITY;
    for (int iteration = 0;; ++iteration) {
      w.evaluate(invariant_function, t, z, w.h);
      w.solve_level(below, levels);
      ++result.iterations;
      const auto [moved, size] = w.move(below, 1, z);
      if (!std::isfinite(moved)) {
        result.outcome = {Outcome::not_finite, w.view.invariants.empty() ? -1 : w.view.invariants[0].row};
        return result;
      }
      // The next correction would be moved²/before: so long as that is known, it need not be computed.
      const bool next_is_rounding = iteration > 0 && moved * moved <= round_off * size * before;
      if (moved <= round_off * size || next_is_rounding) break;
      if (iteration + 1 >= most_iterations || moved > 0.7 * before) {
        if (moved <= 1e3 * round_off * size) break;  // rounding decides: as good as it gets
        result.outcome = {Outcome::diverged, -1};
        return result;
      }
      before = moved;
    }
  }
  w.counts.projection_iterations += result.iterations;
  return result;
}

Outcome Ode::stabilize(double t, Out z, double alpha, Levels levels) {
  Work& w = *work_;
  if (w.view.deepest == 0) return {};
  if (const Outcome outcome = w.prepare_projection(t, z); !outcome) return outcome;
  ++w.counts.projections;
  ++w.counts.projection_iterations;
  w.evaluate(invariant_function, t, z, w.h);
  for (int below = w.view.deepest; below >= 1; --below) {
    w.solve_level(below, levels);
    if (!std::isfinite(w.move(below, alpha, z).moved)) return {Outcome::not_finite, -1};
  }
  return {};
}

}  // namespace trammel::system
