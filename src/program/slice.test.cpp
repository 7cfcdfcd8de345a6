#include "program/slice.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <random>
#include <string>

namespace trammel::program {
namespace {

using expr::Op;

// A ladder of n equal rows, which roll, between two that stand alone; with time, parameters and what follows from them.
struct Ladder {
  explicit Ladder(int n) {
    for (int j = 0; j < n; ++j) graph.add_variable("x" + std::to_string(j));
    const Expr k = graph.parameter(graph.add_parameter("k")),
               own = graph.parameter(graph.add_parameter("own"));
    const Expr weights[] = {graph.parameter(graph.add_parameter("w0")),
                            graph.parameter(graph.add_parameter("w1"))};
    inputs.banks = {{graph.time()}, {weights[0], weights[1]}, {}, {}};
    for (int level = 0; level < 2; ++level)
      for (int j = 0; j < n; ++j) {
        inputs.banks[static_cast<std::size_t>(level) + 2].push_back(graph.symbol(j, level));
        jacobian.terms.push_back({graph.symbol(j, level), j, weights[level]});
      }
    const auto x = [&](int j, int level = 0) { return graph.symbol(j, level); };
    for (int j = 0; j < n; ++j) {
      const Expr left = j > 0 ? x(j - 1) : graph.apply(Op::sin, graph.time()),
                 right = j + 1 < n ? x(j + 1) : graph.apply(Op::mul, own, own);
      const Expr slope = graph.apply(Op::mul, graph.apply(Op::exp, k), x(j, 1));
      values.rows.push_back(graph.apply(
          Op::sub, slope,
          graph.apply(Op::mul, graph.apply(Op::sub, left, x(j)), graph.apply(Op::add, right, x(j)))));
    }
    jacobian.rows = values.rows;
    jacobian.columns = n;
    values.value_bank = 0;
    jacobian.jacobian_bank = 0;
  }
  expr::Graph graph;
  Inputs inputs;
  Request values{}, jacobian{};
};

std::vector<double> picked(Vec from, const std::vector<std::uint32_t>& which) {
  std::vector<double> result;
  for (const std::uint32_t at : which) result.push_back(from[at]);
  return result;
}

TEST(Slices, TogetherGiveEveryRowAndEveryEntryWithTheBitsOfTheWhole) {
  constexpr int n = 60;
  for (const std::size_t unroll_below : {std::size_t{0}, std::size_t{1000000}}) {
    Ladder model(n);
    const Program whole = compile(model.graph, model.inputs, {{{model.values}}, {{model.jacobian}}},
                                  {.unroll_below = unroll_below});
    ASSERT_EQ(whole.statistics().shapes > 0, unroll_below == 0);
    ASSERT_TRUE(Slicer::possible(whole));
    const linalg::Pattern& pattern = whole.pattern(1, 0);
    std::mt19937 random(7);
    std::vector<double> x(n), slope(n), parameters(static_cast<std::size_t>(whole.parameters()));
    for (std::vector<double>* v : {&x, &slope, &parameters})
      for (double& value : *v) value = std::ldexp(static_cast<double>(random()), -31) - 1;
    const double t = 0.7, weights[] = {0.3, 11};
    std::vector<double> rows(n), entries(pattern.row.size());
    Runner runner(whole);
    runner.set_parameters(parameters);
    const double* in[] = {&t, weights, x.data(), slope.data()};
    double *to_rows[] = {rows.data()}, *to_entries[] = {entries.data()};
    runner.run(0, in, to_rows);
    runner.run(1, in, to_entries);

    for (const int parts : {1, 2, 5}) {
      std::vector<int> part(n);
      for (int& p : part) p = static_cast<int>(random() % static_cast<unsigned>(parts));
      const Slicer slicer(whole, part, parts);
      std::size_t rows_seen = 0, entries_seen = 0;
      for (int p = 0; p < parts; ++p) {
        const Slice slice = slicer.slice(p);
        Runner own(sliced(slice.code));
        std::vector<std::vector<double>> banks = {
            picked(Vec(&t, 1), slice.reads[0]), picked(weights, slice.reads[1]), picked(x, slice.reads[2]),
            picked(slope, slice.reads[3]), picked(numbers_of(whole, parameters), slice.reads[4])};
        std::vector<const double*> from;
        for (const std::vector<double>& bank : banks) from.push_back(bank.data());
        std::vector<double> my_rows(n, -7), my_entries(pattern.row.size(), -7);
        double *rows_to[] = {my_rows.data()}, *entries_to[] = {my_entries.data()};
        own.run(0, from, rows_to);
        own.run(1, from, entries_to);
        std::size_t next = 0;
        for (std::size_t i = 0; i < n; ++i)
          if (part[i] == p) {
            EXPECT_EQ(std::bit_cast<std::uint64_t>(my_rows[next++]), std::bit_cast<std::uint64_t>(rows[i]));
            ++rows_seen;
          }
        next = 0;
        for (std::size_t k = 0; k < pattern.row.size(); ++k)
          if (part[static_cast<std::size_t>(pattern.row[k])] == p) {
            EXPECT_EQ(std::bit_cast<std::uint64_t>(my_entries[next++]),
                      std::bit_cast<std::uint64_t>(entries[k]));
            ++entries_seen;
          }
        EXPECT_LE(slice.reads[2].size(), std::size_t{n});
      }
      EXPECT_EQ(rows_seen, std::size_t{n});
      EXPECT_EQ(entries_seen, pattern.row.size());
    }
  }
}

TEST(Slices, ReadOnlyTheUnknownsThatTheirRowsNeed) {
  constexpr int n = 60;
  Ladder model(n);
  const Program whole =
      compile(model.graph, model.inputs, {{{model.values}}, {{model.jacobian}}}, {.unroll_below = 0});
  std::vector<int> part(n);
  for (int i = 0; i < n; ++i) part[static_cast<std::size_t>(i)] = i / 20;
  const Slicer slicer(whole, part, 3);
  EXPECT_EQ(slicer.slice(0).reads[2].size(), 21u);  // 20 of its own and one beyond
  EXPECT_EQ(slicer.slice(1).reads[2].size(), 22u);
  EXPECT_EQ(slicer.slice(1).reads[3].size(), 20u);  // slopes of its own rows alone
}

}  // namespace
}  // namespace trammel::program
