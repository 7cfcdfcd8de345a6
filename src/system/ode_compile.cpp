// system/ode_compile.cpp: from a Dae to the ode view: which tops are formulas, which need a matrix, and which
// invariant belongs to which row.
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
#include "system/data.hpp"
#include "system/poles.hpp"
#include "system/solved_ode.hpp"
#include "system/symmetry.hpp"

namespace trammel::system {
namespace {

using expr::Dependence;
using expr::Expr;
using expr::Op;

// Longer chains of single equations that need each other are solved numerically: each round rewrites rows
// once.
constexpr int most_rounds = 8;

class OdeCompiler {
 public:
  OdeCompiler(const model::Dae& dae, const analysis::Diagnosis& found)
      : dae_(dae), graph_(*dae.graph), found_(found) {}

  System compile(const program::CompileOptions& options) {
    refuse_hidden_constraints();
    view_.dependent = dae_.dependent_tops;
    lay_out_states();
    separate();
    relate_invariants();
    std::vector<program::Function> functions(6);
    functions[top_function] = top_request();
    functions[explicit_function].requests = {{.rows = explicit_values(), .value_bank = 0}};
    program::Request invariants{.value_bank = 0};
    for (const model::Equation& invariant : dae_.invariants) invariants.rows.push_back(invariant.residual);
    functions[invariant_function].requests = {invariants};
    if (view_.own_matrix) functions[matrix_function] = matrix_request();
    if (!view_.linear) functions[rate_function].requests = {{.rows = rates(), .value_bank = 0}};
    functions[pivot_function].requests = {{.rows = pivots(), .value_bank = 0}};
    auto data = start_data(dae_, Form::ode, program::compile(graph_, inputs(), functions, options));
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
    view_.blocks = static_cast<int>(found_.blocks.size());
    view_.block.resize(dae_.variables.size());
    for (int b = 0; b < view_.blocks; ++b)
      for (const int j : found_.blocks[b].unknowns) view_.block[j] = b;
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
    for (const int j : view_.implicit) {
      const model::Variable& variable = dae_.variables[j];
      view_.home.push_back(home(j));
      view_.lowest.push_back(view_.d[j] > 0 ? -INFINITY : variable.min);
      view_.highest.push_back(view_.d[j] > 0 ? INFINITY : variable.max);
    }
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
      slope_.push_back(slope[k]);
      solved_.emplace(leaves[k].id, value);
      view_.explicit_tops.push_back(unknowns[k]);
      view_.explicit_rows.push_back(equations[k]);
    }
  }

  void find_symmetry_of(const std::vector<Expr>& rows, const std::vector<Expr>& leaves) {
    const int n = static_cast<int>(rows.size());
    if (!view_.linear) return;
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
    if (!view_.linear) find_bends(rows, leaves);
    find_symmetry_of(rows, leaves);
    if (view_.linear) {  // A x = b: b is minus the row at x = 0
      std::unordered_map<std::uint32_t, Expr> zeros;
      for (const Expr leaf : leaves) zeros.emplace(leaf.id, graph_.constant(0));
      rows = expr::substitute(graph_, rows, zeros);
    }
    for (Expr& row : rows) row = graph_.apply(Op::neg, row);
    return {{{.rows = rows, .value_bank = 0}, jacobian}};
  }

  // What stands in the Jacobian makes its own equation bend.
  void find_bends(const std::vector<Expr>& rows, const std::vector<Expr>& leaves) {
    std::vector<Expr> entries;
    for (const expr::Entry& entry : expr::jacobian(graph_, rows, leaves)) entries.push_back(entry.value);
    std::unordered_map<std::uint32_t, std::size_t> number;
    for (std::size_t k = 0; k < leaves.size(); ++k) number.emplace(leaves[k].id, k);
    view_.bends.assign(leaves.size(), 0);
    for (const Expr leaf : expr::leaves(graph_, entries))
      if (const auto at = number.find(leaf.id); at != number.end()) view_.bends[at->second] = 1;
  }

  // ∂F/∂t + ∂F/∂z z' of the implicit rows: how fast they would be left if their tops stood still.
  std::vector<Expr> rates() {
    std::vector<Expr> rows;
    std::unordered_map<std::uint32_t, Expr> known = solved_;
    for (const int i : view_.rows) rows.push_back(graph_.total(rows_[i]));
    for (const int j : view_.implicit)
      known.emplace(graph_.symbol(dae_.variables[j].id, view_.d[j] + 1).id, graph_.constant(0));
    return expr::substitute(graph_, rows, known);
  }

  // Coefficients by which formulas divide, and that may become zero: of the tops, and in the equations.
  std::vector<Expr> pivots() {
    std::vector<Expr> rows;
    for (std::size_t k = 0; k < slope_.size(); ++k) {
      const std::vector<Expr> leaves = expr::leaves(graph_, std::span(&slope_[k], 1));
      if (std::ranges::none_of(
              leaves, [&](Expr leaf) { return graph_.op(leaf) == Op::symbol || leaf == graph_.time(); }))
        continue;
      view_.pivots.push_back({view_.explicit_tops[k], view_.explicit_rows[k]});
      rows.push_back(slope_[k]);
    }
    std::vector<Expr> formulas = explicit_values();
    for (const int i : view_.rows) formulas.push_back(rows_[i]);
    std::vector<Expr> known = inputs().banks[1];
    known.push_back(graph_.time());
    for (const Pole& pole : find_poles(graph_, formulas, known)) {
      if (std::ranges::find(rows, pole.denominator) != rows.end()) continue;
      const std::size_t formulas_of_tops = view_.explicit_tops.size();
      const bool of_top = pole.row < formulas_of_tops;
      view_.pivots.push_back(of_top ? Ode::Pivot{view_.explicit_tops[pole.row], view_.explicit_rows[pole.row]}
                                    : Ode::Pivot{view_.implicit[pole.row - formulas_of_tops],
                                                 view_.rows[pole.row - formulas_of_tops]});
      rows.push_back(pole.denominator);
    }
    return rows;
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
  const analysis::Diagnosis& found_;
  OdeData view_;
  std::vector<Expr> rows_, explicit_value_, slope_;  // slope_: beside explicit_tops
  std::unordered_map<std::uint32_t, Expr> solved_;
};

}  // namespace

System compile_ode(const model::Dae& dae, const analysis::Diagnosis& found,
                   const program::CompileOptions& options) {
  return OdeCompiler(dae, found).compile(options);
}

}  // namespace trammel::system
