#include "program/slice.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>

#include "program/data.hpp"
#include "support/random_graph.hpp"

namespace trammel::program {
namespace {

// Values and derivatives of random rows: straight-line, in pieces that hand values on, and rolled.
struct Sliced {
  // alike: no random rows, but as many of one form as there are variables.
  Sliced(unsigned seed, int operations, const CompileOptions& options, bool alike = false)
      : r(seed, operations, alike ? 24 : 6, 4), program(make(options, alike)), whole(program) {
    for (int p = 0; p < r.graph.parameters(); ++p) parameters.push_back(r.number(-2, 2));
    for (auto& level : x)
      for (std::size_t j = 0; j < r.levels[0].size(); ++j) level.push_back(r.number(-2, 2));
    time = r.number(-1, 1);
    whole.set_parameters(parameters);
    values.resize(rows.size());
    J.resize(program.pattern(0, 0).row.size());
    run(whole, values, J);
  }
  Program make(const CompileOptions& options, bool alike) {
    const std::vector<Expr>& x0 = r.levels[0];
    for (std::uint32_t id = 20; !alike && id < r.graph.size(); id += 97) rows.push_back({id});
    for (std::size_t j = 0; alike && j < x0.size(); ++j)
      rows.push_back(
          r.graph.apply(expr::Op::mul, r.graph.apply(expr::Op::sin, x0[j]), x0[(j + 1) % x0.size()]));
    Request request{.rows = rows, .value_bank = 0, .jacobian_bank = 1};
    request.columns = static_cast<int>(r.levels[0].size());
    for (int j = 0; j < request.columns; ++j) request.terms.push_back({r.levels[0][j], j});
    return compile(r.graph, {{{r.graph.time()}, r.levels[0], r.levels[1]}}, {{{request}}}, options);
  }
  void run(Runner& runner, std::vector<double>& r_out, std::vector<double>& J_out) const {
    const double* in[] = {&time, x[0].data(), x[1].data()};
    double* out[] = {r_out.data(), J_out.data()};
    runner.run(0, in, out);
  }

  support::RandomGraph r;
  std::vector<Expr> rows;
  Program program;
  Runner whole;
  double time = 0;
  std::vector<double> x[2], parameters, values, J;
};

bool same_bits(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b) ||
         (std::isnan(a) && std::isnan(b));
}

void expect_rows_alone_agree(Sliced& s) {
  const std::vector<int>& row_of = s.program.pattern(0, 0).row;
  std::size_t smallest = SIZE_MAX, all = 0;
  for (const Kernel& kernel : s.program.data().functions[0].kernels) all += kernel.code.size() * kernel.count;
  for (std::size_t i = 0; i < s.rows.size(); ++i) {
    std::vector<Place> wanted = {{0, static_cast<std::uint32_t>(i)}};
    for (std::size_t k = 0; k < row_of.size(); ++k)
      if (row_of[k] == static_cast<int>(i)) wanted.push_back({1, static_cast<std::uint32_t>(k)});
    const Program part = slice(s.program, 0, wanted);
    Runner runner(part);
    runner.set_parameters(s.parameters);
    std::vector<double> values(s.values.size(), -7), J(s.J.size(), -7);
    s.run(runner, values, J);
    ASSERT_TRUE(same_bits(values[i], s.values[i])) << i;
    for (std::size_t k = 1; k < wanted.size(); ++k)
      ASSERT_TRUE(same_bits(J[wanted[k].at], s.J[wanted[k].at])) << i;
    std::size_t operations = 0;
    for (const Kernel& kernel : part.data().functions[0].kernels)
      operations += kernel.code.size() * kernel.count;
    smallest = std::min(smallest, operations);
  }
  EXPECT_LT(10 * smallest, all);  // a row is less than everything
}

TEST(Slices, OfOneRowGiveTheBitsOfTheWholeInStraightLineCode) {
  for (unsigned seed = 0; seed < 5; ++seed) {
    Sliced s(seed, 1500, {.engine = Engine::vm, .unroll_below = 1'000'000});
    expect_rows_alone_agree(s);
  }
}

TEST(Slices, OfOneRowGiveTheBitsOfTheWholeWhereKernelsHandValuesOn) {
  Sliced s(11, 4000, {.engine = Engine::native, .unroll_below = 1'000'000});
  ASSERT_GT(s.program.data().work, 0u);
  expect_rows_alone_agree(s);
}

TEST(Slices, OfOneRowGiveTheBitsOfTheWholeInRolledCode) {
  Sliced s(20, 40, {.engine = Engine::vm, .unroll_below = 0, .roll_from = 2}, true);
  ASSERT_GT(s.program.statistics().shapes, 0);
  expect_rows_alone_agree(s);
}

}  // namespace
}  // namespace trammel::program
