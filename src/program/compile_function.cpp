// program/compile_function.cpp: one function, from rows to kernels.
//
// Rows that differ only in their leaves have the same shape. One of each shape is differentiated and compiled; the
// others share its kernel, and a table tells which inputs and outputs each of them has. A Jacobian works in the same
// way: the kernel computes the partial derivatives of one row, the table says where they go. Few rows of a shape are
// not worth a table; they are written out together, so that they share their common subexpressions. Read shape.hpp
// first: it decides what counts as the same.
#include "program/compile_function.hpp"

#include <algorithm>
#include <unordered_map>

#include "base/error.hpp"
#include "expr/derivative.hpp"
#include "program/shape.hpp"

namespace trammel::program {
namespace {

using expr::Op;

// A graph of its own for one kernel, in which symbol k is input k. So differentiating a representative cannot
// mix up a constant that varies from row to row with one that does not, and the user's graph stays as it is.
class Local {
 public:
  Local(Reading& reading, bool rolled) : reading_(reading), rolled_(rolled), cone_(reading.graph()) {}

  Expr input(Expr node) {
    const auto [at, fresh] = here_.try_emplace(node.id, Expr{});
    if (fresh) {
      at->second = graph.symbol(graph.add_variable({}));
      nodes.push_back(node);
    }
    return at->second;
  }

  Expr translate(Expr row) {
    const Graph& from = reading_.graph();
    const auto stop = [&](Expr e) { return here_.contains(e.id) || reading_.is_input(e, rolled_); };
    for (const Expr e : cone_.collect(std::span(&row, 1), stop)) {
      if (here_.contains(e.id)) continue;
      if (reading_.is_input(e, rolled_)) {
        input(e);
      } else if (from.is_constant(e)) {
        here_.emplace(e.id, graph.constant(from.value(e)));
      } else {
        const Op op = from.op(e);
        if (op == Op::argument) continue;
        if (op == Op::call) {
          std::vector<Expr> list = from.arguments(e);
          for (Expr& a : list) a = here_.at(a.id);
          here_.emplace(e.id, graph.call(from.routine(e), list, from.output(e)));
          continue;
        }
        Expr arg[3] = {};
        for (int k = 0; k < expr::info(op).arity; ++k) arg[k] = here_.at(from.arg(e, k).id);
        here_.emplace(e.id, graph.apply(op, arg[0], arg[1], arg[2]));
      }
    }
    return here_.at(row.id);
  }

  Graph graph;
  std::vector<Expr> nodes;  // of the inputs, by number

 private:
  Reading& reading_;
  bool rolled_;
  expr::Cone cone_;
  std::unordered_map<std::uint32_t, Expr> here_;
};

// The entries of a Jacobian as they are found, and where in a scatter table their positions belong.
struct Entries {
  std::vector<std::pair<int, int>> at;  // (row, column)
  struct Target {
    std::uint32_t kernel, offset;
  };
  std::vector<Target> target;
};

class FunctionCompiler {
 public:
  FunctionCompiler(Reading& reading, Program::Data& data, const CompileOptions& options)
      : reading_(reading), data_(data), options_(options) {}

  Program::Part compile(const Function& function) {
    std::size_t size = 0;
    for (const Request& request : function.requests)
      size += count_operations(reading_, request.rows, options_.unroll_below + 1 - size);
    const bool roll = size > options_.unroll_below;
    entries_.resize(function.requests.size());
    std::vector<std::vector<int>> rest(function.requests.size());
    for (std::size_t r = 0; r < function.requests.size(); ++r)
      rest[r] = roll_request(function.requests[r], r, roll);
    straight_line(function, rest);
    for (std::size_t r = 0; r < function.requests.size(); ++r) place_entries(function.requests[r], r);
    return std::move(part_);
  }

 private:
  Columns columns_of(const Request& request, std::vector<Expr>& weights) const {
    Columns columns(reading_.graph().size());
    for (const Term& term : request.terms) {
      reading_.graph().check(term.leaf, "a leaf to differentiate by");
      int weight = -1;
      if (term.weight) {
        const auto at = std::find(weights.begin(), weights.end(), term.weight);
        weight = static_cast<int>(at - weights.begin());
        if (at == weights.end()) weights.push_back(term.weight);
      }
      ColumnOf& of = columns[term.leaf.id];
      if (of.column >= 0) throw Error(Kind::usage, "a leaf stands twice among the terms of a Jacobian");
      of = {term.column, weight};
    }
    return columns;
  }

  // Makes the rolled kernels of a request; returns the rows that are left.
  std::vector<int> roll_request(const Request& request, std::size_t r, bool roll) {
    std::vector<int> rest;
    if (!roll) {
      for (int i = 0; i < static_cast<int>(request.rows.size()); ++i) rest.push_back(i);
      return rest;
    }
    std::vector<Expr> weights;
    const Columns columns = columns_of(request, weights);
    for (const Shape& shape : find_shapes(reading_, request.rows, columns)) {
      if (static_cast<int>(shape.rows.size()) < options_.roll_from)
        rest.insert(rest.end(), shape.rows.begin(), shape.rows.end());
      else
        roll_shape(request, r, shape, columns, weights);
    }
    std::sort(rest.begin(), rest.end());
    return rest;
  }

  void roll_shape(const Request& request, std::size_t r, const Shape& shape, const Columns& columns,
                  const std::vector<Expr>& weights) {
    Local local(reading_, true);
    for (std::size_t k = 0; k < shape.inputs; ++k) local.input({shape.input[k]});
    const Expr row = local.translate(request.rows[shape.rows[0]]);
    part_.kernels.emplace_back();
    Kernel& kernel = part_.kernels.back();
    kernel.count = shape.rows.size();
    const std::vector<JacobianEntry> jacobian = row_jacobian(local, {row}, request, columns, weights);

    Lowering lowering(local.graph, kernel);
    std::vector<std::size_t> column_input;  // per Jacobian output: an input whose column it is
    const bool value = request.value_bank >= 0;
    if (value) kernel.outputs.push_back({lowering.value(row), request.value_bank});
    for (const JacobianEntry& entry : jacobian) {
      kernel.outputs.push_back({lowering.value(entry.value), request.jacobian_bank});
      column_input.push_back(entry.input);
    }
    for (const Expr node : local.nodes) kernel.input_bank.push_back(reading_.place(node).bank);
    finish(kernel);

    const std::size_t outputs = kernel.outputs.size(), extra = local.nodes.size() - shape.inputs;
    kernel.gather.reserve(kernel.count * kernel.inputs());
    kernel.scatter.resize(kernel.count * outputs);
    for (std::size_t m = 0; m < kernel.count; ++m) {
      const std::uint32_t* node = shape.input.data() + m * shape.inputs;
      for (std::size_t k = 0; k < shape.inputs; ++k) kernel.gather.push_back(reading_.place({node[k]}).index);
      for (std::size_t k = 0; k < extra; ++k)
        kernel.gather.push_back(reading_.place(local.nodes[shape.inputs + k]).index);
      if (value) kernel.scatter[m * outputs] = static_cast<std::uint32_t>(shape.rows[m]);
      for (std::size_t k = 0; k < column_input.size(); ++k) {
        entries_[r].at.emplace_back(shape.rows[m], columns[node[column_input[k]]].column);
        entries_[r].target.push_back({static_cast<std::uint32_t>(part_.kernels.size() - 1),
                                      static_cast<std::uint32_t>(m * outputs + (value ? 1 : 0) + k)});
      }
    }
    data_.statistics.rolled_rows += kernel.count;
    ++data_.statistics.shapes;
  }

  struct JacobianEntry {
    int row;            // among the rows given
    std::size_t input;  // one of the inputs that count to the column
    int column;
    Expr value;
  };

  // Entries with their weights, those of one column added up.
  std::vector<JacobianEntry> row_jacobian(Local& local, const std::vector<Expr>& rows, const Request& request,
                                          const Columns& columns, const std::vector<Expr>& weights) {
    std::vector<JacobianEntry> result;
    if (request.jacobian_bank < 0) return result;
    std::vector<Expr> leaves, weight;
    std::vector<std::size_t> input;
    for (const Expr w : weights) weight.push_back(local.translate(w));
    for (std::size_t k = 0; k < local.nodes.size(); ++k)
      if (columns[local.nodes[k].id].column >= 0) {
        leaves.push_back(local.input(local.nodes[k]));
        input.push_back(k);
      }
    int current = -1;
    std::unordered_map<int, std::size_t> at;  // column -> index in result, for the current row
    for (const expr::Entry& entry : expr::jacobian(local.graph, rows, leaves)) {
      if (entry.row != current) at.clear();
      current = entry.row;
      const ColumnOf& of = columns[local.nodes[input[entry.column]].id];
      Expr value = entry.value;
      if (of.weight >= 0) value = local.graph.apply(Op::mul, weight[of.weight], value);
      const auto [place, fresh] = at.try_emplace(of.column, result.size());
      if (fresh)
        result.push_back({entry.row, input[entry.column], of.column, value});
      else
        result[place->second].value = local.graph.apply(Op::add, result[place->second].value, value);
    }
    return result;
  }

  // All rows that did not roll, of all requests, as one piece of code in which they share what they can.
  void straight_line(const Function& function, const std::vector<std::vector<int>>& rest) {
    Local local(reading_, false);
    Kernel kernel;
    Lowering lowering(local.graph, kernel);
    std::vector<std::pair<std::size_t, std::size_t>> pending;  // (request, output) whose scatter is an entry
    for (std::size_t r = 0; r < rest.size(); ++r) {
      if (rest[r].empty()) continue;
      const Request& request = function.requests[r];
      std::vector<Expr> weights, rows;
      const Columns columns = columns_of(request, weights);
      for (const int i : rest[r]) rows.push_back(local.translate(request.rows[i]));
      const std::vector<JacobianEntry> jacobian = row_jacobian(local, rows, request, columns, weights);
      std::size_t next = 0;
      for (std::size_t i = 0; i < rows.size(); ++i) {
        if (request.value_bank >= 0) {
          kernel.outputs.push_back({lowering.value(rows[i]), request.value_bank});
          kernel.scatter.push_back(static_cast<std::uint32_t>(rest[r][i]));
        }
        for (; next < jacobian.size() && jacobian[next].row == static_cast<int>(i); ++next) {
          entries_[r].at.emplace_back(rest[r][i], jacobian[next].column);
          entries_[r].target.push_back({static_cast<std::uint32_t>(part_.kernels.size()),
                                        static_cast<std::uint32_t>(kernel.outputs.size())});
          kernel.outputs.push_back({lowering.value(jacobian[next].value), request.jacobian_bank});
          kernel.scatter.push_back(0);
        }
      }
    }
    if (kernel.outputs.empty()) return;
    for (const Expr node : local.nodes) {
      const Reading::Place place = reading_.place(node);
      kernel.input_bank.push_back(place.bank);
      kernel.gather.push_back(place.index);
    }
    finish(kernel);
    part_.kernels.push_back(std::move(kernel));
  }

  void place_entries(const Request& request, std::size_t r) {
    std::vector<std::uint32_t> position;
    part_.patterns.push_back(std::make_shared<linalg::Pattern>(linalg::make_pattern(
        static_cast<int>(request.rows.size()), request.columns, entries_[r].at, position)));
    for (std::size_t k = 0; k < position.size(); ++k) {
      const Entries::Target& target = entries_[r].target[k];
      part_.kernels[target.kernel].scatter[target.offset] = position[k];
    }
  }

  Reading& reading_;
  Program::Data& data_;
  const CompileOptions& options_;
  Program::Part part_;
  std::vector<Entries> entries_;
};

}  // namespace

Program::Part compile_function(Reading& reading, Program::Data& data, const CompileOptions& options,
                               const Function& function) {
  return FunctionCompiler(reading, data, options).compile(function);
}

}  // namespace trammel::program
