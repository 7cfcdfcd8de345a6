// Jets against derivatives that are known in closed form.
#include "certify/jet.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "certify/tape.hpp"
#include "expr/formula.hpp"
#include "expr/query.hpp"
#include "model/model.hpp"

namespace trammel::certify {
namespace {

// Two ways to the same derivatives: the recurrences here, and the graph's own rules. x and its derivatives
// are numbers that nothing relates.
TEST(Jets, AgreeWithTheGraphsTotalDerivativeForEveryOperation) {
  model::Model m;
  const auto x = m.variable("x"), y = m.variable("y");
  const auto p = m.parameter("p", 1.7);
  const auto t = m.time();
  expr::Graph& graph = m.graph();
  const std::vector<expr::Formula> all = {
      x * y + t,       x / y,        pow(x, 3),     pow(y, -1.5),  pow(y, x),      sin(x * t),
      cos(x) + x * p,  tan(0.3 * x), asin(0.3 * x), acos(0.3 * x), atan(x),        atan2(x, y),
      sinh(x),         cosh(x * y),  tanh(x),       exp(-x) * y,   log(y),         log10(y + x * x),
      sqrt(y + x * x), abs(-x) * y,  min(x, y) * t, max(x, y) * x, pow(x - 0.7, 2)};
  constexpr int degree = 4;
  std::vector<double> values;  // x, x', ..., then y, y', ...
  for (int k = 0; k <= degree; ++k) values.push_back(0.7 - 0.4 * k);
  for (int k = 0; k <= degree; ++k) values.push_back(1.3 + 0.2 * k);
  const auto position = [](int variable, int order) { return variable * (degree + 1) + order; };
  std::vector<expr::Expr> rows;
  for (const expr::Formula& f : all) rows.push_back(f.in(graph));
  const double parameters[] = {1.7}, at = 0.9;
  Tape tape(graph, rows, position, degree);
  tape.set_parameters(parameters);
  std::vector<double> found(rows.size() * (degree + 1)), sizes(found.size());
  tape.evaluate(at, values, found, sizes);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    expr::Expr row = rows[i];
    for (int k = 0; k <= degree; ++k, row = graph.total(row)) {
      const double expected = expr::evaluate(graph, std::span(&row, 1), [&](expr::Expr leaf) {
        if (graph.op(leaf) == expr::Op::time) return at;
        if (graph.op(leaf) == expr::Op::parameter) return parameters[0];
        return values[static_cast<std::size_t>(position(graph.index(leaf), graph.derivative(leaf)))];
      })[0];
      EXPECT_NEAR(found[i * (degree + 1) + k], expected, 1e-11 * (1 + std::fabs(expected)))
          << "row " << i << ", derivative " << k;
    }
  }
}

TEST(Terms, AreSummandsWithConstantFactorsMultipliedOut) {
  model::Model m;
  const auto x = m.variable("x"), y = m.variable("y");
  const auto position = [](int variable, int) { return variable; };
  Tape tape(m.graph(), {(2.0 * (x - y)).in(m.graph()), ((x - y) * y).in(m.graph())}, position, 0);
  const double values[] = {3, 3};
  double rows[2], sizes[2];
  tape.evaluate(0, values, rows, sizes);
  EXPECT_EQ(sizes[0], 12);  // 2*3 + 2*3
  EXPECT_EQ(sizes[1], 0);   // what cancels inside a product shows
}

}  // namespace
}  // namespace trammel::certify
