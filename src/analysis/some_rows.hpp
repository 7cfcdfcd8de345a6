// analysis/some_rows.hpp: some of the rows of compiled Numbers (numbers.hpp), evaluated without the others.
#pragma once

#include <span>
#include <vector>

#include "model/dae.hpp"
#include "program/slice.hpp"

namespace trammel::analysis {

class SomeRows {
 public:
  // `jacobian`: whether the program has derivatives. Parameters in the order of the graph. Of small programs all
  // rows are evaluated.
  SomeRows(const program::Program& program, Vec parameters, std::span<const int> rows, bool jacobian)
      : runner_(worth_it(program) ? program::slice(program, 0, places(program, rows, jacobian)) : program) {
    runner_.set_parameters(parameters.first(static_cast<std::size_t>(program.parameters())));
  }

  static bool worth_it(const program::Program& program) { return program.statistics().operations > 500; }

  // r, J: places for all rows and all their derivatives, of which those of these rows are filled.
  void evaluate(double t, Vec x, Out r, Out J = {}) {
    const double* in[] = {&t, x.data()};
    double* out[] = {r.data(), J.data()};
    runner_.run(0, in, std::span(out, J.empty() ? 1 : 2));
  }

 private:
  static std::vector<program::Place> places(const program::Program& program, std::span<const int> rows,
                                            bool jacobian) {
    std::vector<program::Place> wanted;
    for (const int row : rows) {
      wanted.push_back({0, static_cast<std::uint32_t>(row)});
      if (!jacobian) continue;
      const std::vector<int>& of = program.pattern(0, 0).row;
      for (std::size_t k = 0; k < of.size(); ++k)
        if (of[k] == row) wanted.push_back({1, static_cast<std::uint32_t>(k)});
    }
    return wanted;
  }

  program::Runner runner_;
};

// Per leaf: the rows that hold it.
std::vector<std::vector<int>> rows_by_leaf(const expr::Graph& graph, std::span<const expr::Expr> rows,
                                           std::span<const expr::Expr> leaves);
std::vector<double> parameter_values(const model::Dae& dae);  // in the order of the graph

}  // namespace trammel::analysis
