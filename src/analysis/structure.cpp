#include "analysis/structure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <unordered_map>

#include "base/error.hpp"
#include "base/text.hpp"
#include "expr/query.hpp"

namespace trammel::analysis {
namespace {

// σ of all rows in one sweep each, with scratch that is kept between rows.
class SignatureBuilder {
 public:
  explicit SignatureBuilder(const model::Dae& dae) : dae_(dae), graph_(*dae.graph), cone_(graph_) {
    column_.assign(graph_.variables(), -1);
    for (std::size_t j = 0; j < dae.variables.size(); ++j) column_[dae.variables[j].id] = static_cast<int>(j);
    slot_.assign(dae.variables.size(), -1);
  }

  Signature build() {
    Signature sigma;
    sigma.graph.rows = static_cast<int>(dae_.equations.size());
    sigma.graph.columns = static_cast<int>(dae_.variables.size());
    for (const model::Equation& equation : dae_.equations) {
      const std::size_t first = sigma.order.size();
      for (const expr::Expr e : cone_.collect(equation.residual)) {
        if (graph_.op(e) != expr::Op::symbol) continue;
        const int column = column_[graph_.index(e)];
        if (column < 0)
          throw Error(Kind::name,
                      fmt::format("{} contains {}, which is no unknown of the model", quote(equation.name),
                                  quote(graph_.variable_name(graph_.index(e)))),
                      {.equations = {equation.name},
                       .variables = {graph_.variable_name(graph_.index(e))},
                       .file = equation.origin.file,
                       .line = equation.origin.line});
        note(sigma, column, graph_.derivative(e));
      }
      for (std::size_t k = first; k < sigma.order.size(); ++k) slot_[sigma.graph.column[k]] = -1;
      sigma.graph.start.push_back(static_cast<int>(sigma.order.size()));
    }
    return sigma;
  }

 private:
  void note(Signature& sigma, int column, int derivative) {
    if (slot_[column] < 0) {
      slot_[column] = static_cast<int>(sigma.order.size());
      sigma.graph.column.push_back(column);
      sigma.order.push_back(derivative);
    } else {
      int& order = sigma.order[slot_[column]];
      order = std::max(order, derivative);
    }
  }

  const model::Dae& dae_;
  const expr::Graph& graph_;
  expr::Cone cone_;
  std::vector<int> column_, slot_;
};

// The edges with d_j − c_i = σ_ij: those of the top system.
Bipartite tight_edges(const Signature& sigma, const Offsets& offsets) {
  Bipartite tight{sigma.graph.rows, sigma.graph.columns, {0}, {}};
  for (int i = 0; i < tight.rows; ++i) {
    for (int k = sigma.graph.start[i]; k < sigma.graph.start[i + 1]; ++k)
      if (offsets.d[sigma.graph.column[k]] - offsets.c[i] == sigma.order[k])
        tight.column.push_back(sigma.graph.column[k]);
    tight.start.push_back(static_cast<int>(tight.column.size()));
  }
  return tight;
}

// Primal-dual: a largest matching among tight edges (d_j − c_i = σ_ij); where it is not perfect, raise c and
// d of what its unmatched rows reach by the smallest slack, which makes at least one more edge tight.
class Duals {
 public:
  Duals(const Signature& sigma, Offsets& offsets) : sigma_(sigma), o_(offsets) {
    o_.c.assign(sigma.graph.rows, 0);
    o_.d.assign(sigma.graph.columns, 0);
    for (int i = 0; i < sigma.graph.rows; ++i)
      for (int k = sigma.graph.start[i]; k < sigma.graph.start[i + 1]; ++k)
        o_.d[sigma.graph.column[k]] = std::max(o_.d[sigma.graph.column[k]], sigma.order[k]);
  }

  void solve() {
    for (;;) {
      const Bipartite tight = tight_edges(sigma_, o_);
      maximize(tight, o_.assignment);
      if (o_.assignment.size() == sigma_.graph.rows) break;
      raise(reach_from_unmatched_rows(tight, o_.assignment));
    }
    smallest();
  }

 private:
  void raise(const Reach& reach) {
    int slack = std::numeric_limits<int>::max();
    for_edges([&](int i, int j, int order) {
      if (reach.rows[i] && !reach.columns[j]) slack = std::min(slack, o_.d[j] - o_.c[i] - order);
    });
    for (int i = 0; i < sigma_.graph.rows; ++i) o_.c[i] += reach.rows[i] ? slack : 0;
    for (int j = 0; j < sigma_.graph.columns; ++j) o_.d[j] += reach.columns[j] ? slack : 0;
  }

  // The smallest duals of this assignment: raise c from 0 only where d_j = max(σ_ij + c_i) asks for it.
  void smallest() {
    std::vector<int> order_of_row(sigma_.graph.rows), todo;
    for_edges([&](int i, int j, int order) {
      if (o_.assignment.column_of_row[i] == j) order_of_row[i] = order;
    });
    std::fill(o_.c.begin(), o_.c.end(), 0);
    std::fill(o_.d.begin(), o_.d.end(), 0);
    for (int i = sigma_.graph.rows - 1; i >= 0; --i) todo.push_back(i);
    while (!todo.empty()) {
      const int i = todo.back();
      todo.pop_back();
      for (int k = sigma_.graph.start[i]; k < sigma_.graph.start[i + 1]; ++k) {
        const int j = sigma_.graph.column[k], wanted = sigma_.order[k] + o_.c[i];
        if (wanted <= o_.d[j]) continue;
        o_.d[j] = wanted;
        const int owner = o_.assignment.row_of_column[j];
        if (owner >= 0 && wanted - order_of_row[owner] > o_.c[owner]) {
          o_.c[owner] = wanted - order_of_row[owner];
          todo.push_back(owner);
        }
      }
    }
  }

  template <class Visit>
  void for_edges(Visit&& visit) const {
    for (int i = 0; i < sigma_.graph.rows; ++i)
      for (int k = sigma_.graph.start[i]; k < sigma_.graph.start[i + 1]; ++k)
        visit(i, sigma_.graph.column[k], sigma_.order[k]);
  }

  const Signature& sigma_;
  Offsets& o_;
};

}  // namespace

Signature signature(const model::Dae& dae) { return SignatureBuilder(dae).build(); }

Offsets find_offsets(const model::Dae& dae, const Signature& sigma) {
  const Matching any = largest_matching(sigma.graph);
  if (any.size() < sigma.graph.rows || any.size() < sigma.graph.columns) refuse_singular(dae, sigma, any);
  return offsets_of_regular(sigma);
}

Offsets offsets_of_regular(const Signature& sigma) {
  Offsets offsets;
  offsets.assignment.column_of_row.assign(sigma.graph.rows, -1);
  offsets.assignment.row_of_column.assign(sigma.graph.columns, -1);
  Duals(sigma, offsets).solve();
  return offsets;
}

std::vector<Block> top_blocks(const Signature& sigma, const Offsets& offsets) {
  std::vector<Block> blocks;
  for (std::vector<int>& rows : block_triangular(tight_edges(sigma, offsets), offsets.assignment)) {
    Block block;
    for (const int row : rows) block.unknowns.push_back(offsets.assignment.column_of_row[row]);
    block.equations = std::move(rows);
    blocks.push_back(std::move(block));
  }
  return blocks;
}

int structural_index(const Offsets& offsets) {
  int index = 0;
  for (const int c : offsets.c) index = std::max(index, c);
  const bool algebraic = std::find(offsets.d.begin(), offsets.d.end(), 0) != offsets.d.end();
  return index + (algebraic ? 1 : 0);
}

int degrees_of_freedom(const Offsets& offsets) {
  int sum = 0;
  for (const int d : offsets.d) sum += d;
  for (const int c : offsets.c) sum -= c;
  return sum;
}

std::vector<int> index_levels(const Offsets& offsets, const std::vector<Block>& blocks,
                              const Signature& sigma) {
  // top[j]: level of x_j^(d_j). A block's tops are determined after its largest c differentiations; a block
  // that uses another's tops inherits their level.
  std::vector<int> top(offsets.d.size(), 1), levels(offsets.d.size(), 1);
  for (const Block& block : blocks) {
    int level = 1;
    for (const int i : block.equations) {
      level = std::max(level, offsets.c[i] + 1);
      for (int k = sigma.graph.start[i]; k < sigma.graph.start[i + 1]; ++k) {
        const int j = sigma.graph.column[k];
        if (offsets.d[j] - offsets.c[i] == sigma.order[k]) level = std::max(level, top[j]);
      }
    }
    for (const int j : block.unknowns) {
      top[j] = level;
      levels[j] = std::max(1, level - offsets.d[j]);
    }
  }
  return levels;
}

}  // namespace trammel::analysis
