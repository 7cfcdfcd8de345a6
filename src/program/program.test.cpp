#include "program/program.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <bit>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

#include "base/error.hpp"
#include "expr/derivative.hpp"
#include "expr/formula.hpp"
#include "expr/query.hpp"
#include "program/jit.hpp"
#include "program/native.hpp"
#include "support/random_graph.hpp"
#include "support/thorough.hpp"

namespace trammel::program {
namespace {

using expr::Formula;
using support::RandomGraph;

bool equal_bits(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b) ||
         (std::isnan(a) && std::isnan(b));
}

// Values and Jacobian of the rows of a random graph, with a weighted column per variable.
struct Fixture {
  explicit Fixture(unsigned seed) : r(seed) {
    weight = r.graph.parameter(r.graph.add_parameter("weight"));
    inputs.banks = {{r.graph.time(), weight}, r.levels[0], r.levels[1]};
    request.rows = r.rows;
    request.value_bank = 0;
    request.jacobian_bank = 1;
    request.columns = static_cast<int>(r.levels[0].size());
    for (int j = 0; j < request.columns; ++j) {
      request.terms.push_back({r.levels[0][j], j});
      request.terms.push_back({r.levels[1][j], j, weight});
    }
    for (int i = 0; i < 2; ++i) time[i] = r.number(-1, 1);
    for (auto& level : x)
      for (std::size_t j = 0; j < r.levels[0].size(); ++j) level.push_back(r.number(-2, 2));
    for (int p = 0; p < r.graph.parameters(); ++p) parameters.push_back(r.number(-2, 2));
  }

  std::vector<double> run(const Program& program) const {
    Runner runner(program);
    runner.set_parameters(parameters);
    std::vector<double> values(r.rows.size(), -7), jacobian(program.pattern(0, 0).row.size(), -7);
    const double* in[] = {time, x[0].data(), x[1].data()};
    double* out[] = {values.data(), jacobian.data()};
    runner.run(0, in, out);
    values.insert(values.end(), jacobian.begin(), jacobian.end());
    return values;
  }

  RandomGraph r;
  expr::Expr weight;
  Inputs inputs;
  Request request;
  double time[2];
  std::vector<double> x[2], parameters;
};

TEST(Programs, AllEnginesAndTheReferenceEvaluatorAgreeBitForBitOnRandomGraphs) {
  // Many graphs go into one program, so that the C compiler runs a few times and not thousands. It takes
  // three seconds for one program; `make thorough` runs all.
  const unsigned batches = thorough() ? 8 : 2;
  constexpr unsigned per_batch = 300;
  for (unsigned batch = 0; batch < batches; ++batch) {
    RandomGraph r(1000 + batch, 6000, 6, 4);
    std::vector<Expr> rows;
    for (std::uint32_t id = 20; id < r.graph.size(); ++id)
      if (r.below(static_cast<int>(r.graph.size()) / static_cast<int>(per_batch)) == 0) rows.push_back({id});
    const Inputs inputs{{{r.graph.time()}, r.levels[0], r.levels[1]}};
    const std::vector<Function> functions = {{{{.rows = rows, .value_bank = 0}}}};
    const std::size_t unroll = batch % 2 == 0 ? 1'000'000 : 0;  // straight-line and rolled
    const Program vm =
        compile(r.graph, inputs, functions, {.engine = Engine::vm, .unroll_below = unroll, .roll_from = 2});
    const Program native = compile(r.graph, inputs, functions,
                                   {.engine = Engine::native, .unroll_below = unroll, .roll_from = 2});
    ASSERT_TRUE(native.statistics().native) << native.notes().at(0);
    const Program made = compile(r.graph, inputs, functions,
                                 {.engine = Engine::automatic, .unroll_below = unroll, .roll_from = 2});
    ASSERT_EQ(made.statistics().jit, jit_available());
    for (int point = 0; point < 20; ++point) {
      std::vector<double> parameters, x[2], a(rows.size()), b(rows.size()), c(rows.size());
      for (int p = 0; p < r.graph.parameters(); ++p) parameters.push_back(r.number(-3, 3));
      for (auto& level : x)
        for (int j = 0; j < 6; ++j) level.push_back(r.number(-3, 3));
      const double time = r.number(-3, 3);
      const double* in[] = {&time, x[0].data(), x[1].data()};
      double *out_a[] = {a.data()}, *out_b[] = {b.data()}, *out_c[] = {c.data()};
      Runner first(vm), second(native), third(made);
      first.set_parameters(parameters);
      second.set_parameters(parameters);
      third.set_parameters(parameters);
      first.run(0, in, out_a);
      second.run(0, in, out_b);
      third.run(0, in, out_c);
      const std::vector<double> reference = expr::evaluate(r.graph, rows, [&](Expr leaf) {
        switch (r.graph.op(leaf)) {
          case expr::Op::time:
            return time;
          case expr::Op::parameter:
            return parameters[r.graph.index(leaf)];
          default:
            return x[r.graph.derivative(leaf)][r.graph.index(leaf)];
        }
      });
      for (std::size_t i = 0; i < rows.size(); ++i) {
        ASSERT_TRUE(equal_bits(a[i], b[i]))
            << "row " << i << " of batch " << batch << ": " << a[i] << " and " << b[i];
        ASSERT_TRUE(equal_bits(a[i], c[i]))
            << "row " << i << " of batch " << batch << ": " << a[i] << " and " << c[i];
        if (std::isfinite(reference[i])) {
          ASSERT_NEAR(a[i], reference[i], 1e-6 * (1 + std::fabs(reference[i]))) << i;
        }
      }
    }
  }
}

TEST(Programs, RolledAndUnrolledJacobiansAgreeWithEachOtherAndWithTheGraph) {
  for (unsigned seed = 1; seed <= 400; ++seed) {
    Fixture f(seed);
    const Function function{{f.request}};
    const Program straight = compile(f.r.graph, f.inputs, {function}, {.engine = Engine::vm});
    const Program rolled =
        compile(f.r.graph, f.inputs, {function}, {.engine = Engine::vm, .unroll_below = 0, .roll_from = 1});
    const std::vector<double> a = f.run(straight), b = f.run(rolled);
    ASSERT_EQ(straight.pattern(0, 0).row, rolled.pattern(0, 0).row);
    for (std::size_t i = 0; i < a.size(); ++i)
      if (std::isfinite(a[i]) && std::isfinite(b[i])) {
        ASSERT_NEAR(a[i], b[i], 1e-7 * (1 + std::fabs(a[i]))) << seed;
      }

    std::vector<Expr> leaves = f.r.levels[0];
    leaves.insert(leaves.end(), f.r.levels[1].begin(), f.r.levels[1].end());
    std::vector<std::vector<double>> dense(f.r.rows.size(),
                                           std::vector<double>(static_cast<std::size_t>(f.request.columns)));
    for (const expr::Entry& entry : expr::jacobian(f.r.graph, f.r.rows, leaves)) {
      const double value = expr::evaluate(f.r.graph, std::span(&entry.value, 1), [&](Expr leaf) {
        switch (f.r.graph.op(leaf)) {
          case expr::Op::time:
            return f.time[0];
          case expr::Op::parameter:
            return leaf == f.weight ? f.time[1] : f.parameters[f.r.graph.index(leaf)];
          default:
            return f.x[f.r.graph.derivative(leaf)][f.r.graph.index(leaf)];
        }
      })[0];
      const int n = f.request.columns;
      dense[entry.row][entry.column % n] += value * (entry.column >= n ? f.time[1] : 1.0);
    }
    const linalg::Pattern& pattern = straight.pattern(0, 0);
    for (int column = 0; column < pattern.columns; ++column)
      for (int k = pattern.start[column]; k < pattern.start[column + 1]; ++k) {
        const double found = a[f.r.rows.size() + static_cast<std::size_t>(k)],
                     expected = dense[pattern.row[k]][column];
        if (std::isfinite(expected) && std::isfinite(found)) {
          ASSERT_NEAR(found, expected, 1e-7 * (1 + std::fabs(expected))) << seed;
        }
      }
  }
}

TEST(Programs, LanesComputeWhatSingleRunsCompute) {
  for (unsigned seed = 1; seed <= 40; ++seed) {
    RandomGraph r(seed, 80);
    const Program program = compile(r.graph, {{{r.graph.time()}, r.levels[0], r.levels[1]}},
                                    {{{{.rows = r.rows, .value_bank = 0}}}}, {.engine = Engine::vm});
    for (const int lanes : {2, 4, 8}) {
      std::vector<double> parameters, time, x[2], wide(r.rows.size() * lanes);
      for (int i = 0; i < r.graph.parameters() * lanes; ++i) parameters.push_back(r.number(-2, 2));
      for (int i = 0; i < lanes; ++i) time.push_back(r.number(-2, 2));
      for (auto& level : x)
        for (int i = 0; i < 4 * lanes; ++i) level.push_back(r.number(-2, 2));
      Runner runner(program, lanes);
      runner.set_parameters(parameters);
      const double* in[] = {time.data(), x[0].data(), x[1].data()};
      double* out[] = {wide.data()};
      runner.run(0, in, out);
      Runner narrow(program);
      for (int lane = 0; lane < lanes; ++lane) {
        const auto pick = [&](const std::vector<double>& all) {
          std::vector<double> one;
          for (std::size_t i = static_cast<std::size_t>(lane); i < all.size();
               i += static_cast<std::size_t>(lanes))
            one.push_back(all[i]);
          return one;
        };
        const std::vector<double> t = pick(time), a = pick(x[0]), b = pick(x[1]), expected = pick(wide);
        narrow.set_parameters(pick(parameters));
        std::vector<double> found(r.rows.size());
        const double* one_in[] = {t.data(), a.data(), b.data()};
        double* one_out[] = {found.data()};
        narrow.run(0, one_in, one_out);
        for (std::size_t i = 0; i < found.size(); ++i) EXPECT_TRUE(equal_bits(found[i], expected[i]));
      }
    }
  }
}

// A chain of n links: 3n rows, few shapes, code that does not grow with n.
TEST(Programs, RowsThatDifferOnlyInTheirLeavesShareOneKernel) {
  const auto chain = [](int n) {
    Graph g;
    Inputs inputs;
    inputs.banks.resize(1);
    std::vector<Formula> x;
    for (int i = 0; i <= n; ++i) {
      x.push_back(expr::variable(g, "x"));
      inputs.banks[0].push_back(x.back().in(g));
    }
    Request request{.value_bank = 0, .jacobian_bank = 1, .columns = n + 1};
    for (int i = 0; i < n; ++i) {
      const double stiffness = 3.7 + i;  // a constant that differs from row to row does not break the shape
      request.rows.push_back((stiffness * expr::sin(x[i + 1] - x[i]) + pow(x[i], 3.0)).in(g));
    }
    for (int j = 0; j <= n; ++j) request.terms.push_back({inputs.banks[0][j], j});
    return compile(g, inputs, {{{request}}}, {.engine = Engine::vm, .unroll_below = 0});
  };
  const Program small = chain(50), large = chain(5000);
  EXPECT_EQ(large.statistics().shapes, 1);
  EXPECT_EQ(small.statistics().instructions, large.statistics().instructions);
  Runner runner(large);
  std::vector<double> x(5001), values(5000), jacobian(large.pattern(0, 0).row.size());
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = std::sin(0.1 * static_cast<double>(i));
  const double* in[] = {x.data()};
  double* out[] = {values.data(), jacobian.data()};
  runner.run(0, in, out);
  const linalg::Pattern& pattern = large.pattern(0, 0);
  for (int i : {0, 7, 4999}) {
    const double k = 3.7 + i, d = x[i + 1] - x[i];
    EXPECT_NEAR(values[i], k * std::sin(d) + x[i] * x[i] * x[i], 1e-12 * k);
    for (int at = pattern.start[i]; at < pattern.start[i + 1]; ++at)
      if (pattern.row[at] == i) {
        EXPECT_NEAR(jacobian[at], -k * std::cos(d) + 3 * x[i] * x[i], 1e-12 * k);
      }
  }
}

// The trap: a constant of the representative (2.5) that equals one made by differentiation (of x^2.5).
TEST(Programs, ConstantsOfTheRepresentativeAreNotTakenForItsDerivatives) {
  Graph g;
  Inputs inputs;
  inputs.banks.resize(1);
  Request request{.value_bank = 0, .jacobian_bank = 1, .columns = 20};
  for (int i = 0; i < 20; ++i) {
    const Formula x = expr::variable(g, "x");
    inputs.banks[0].push_back(x.in(g));
    request.rows.push_back(((7.0 + i) * (3.5 + i) * pow(x, 2.5) + (2.5 + i) * x).in(g));
    request.terms.push_back({x.in(g), i});
  }
  Runner runner(compile(g, inputs, {{{request}}}, {.engine = Engine::vm, .unroll_below = 0, .roll_from = 2}));
  std::vector<double> x(20, 1.3), values(20), jacobian(20);
  const double* in[] = {x.data()};
  double* out[] = {values.data(), jacobian.data()};
  runner.run(0, in, out);
  for (int i = 0; i < 20; ++i)
    EXPECT_NEAR(jacobian[i], (7.0 + i) * (3.5 + i) * 2.5 * std::pow(1.3, 1.5) + 2.5 + i, 1e-10) << i;
}

TEST(Programs, AMillionNestedOperationsCompileAndRun) {
  Graph g;
  const Formula x = expr::variable(g, "x");
  Formula f = x;
  for (int i = 0; i < 1'000'000; ++i) f = f * 0.999 + 0.001;
  const Program program = compile(g, {{{x.in(g)}}}, {{{{.rows = {f.in(g)}, .value_bank = 0}}}});
  Runner runner(program);
  double at = 0.5, value = 0;
  const double* in[] = {&at};
  double* out[] = {&value};
  runner.run(0, in, out);
  EXPECT_NEAR(value, 1, 1e-9);
}

TEST(Programs, ChangingAParameterRecompilesNothingAndReachesDerivedValues) {
  Graph g;
  const Formula x = expr::variable(g, "x"), p = expr::parameter(g, "p");
  const Program program =
      compile(g, {{{x.in(g)}}}, {{{{.rows = {(x * exp(p * p)).in(g)}, .value_bank = 0}}}});
  Runner runner(program);
  double at = 2, value = 0;
  const double* in[] = {&at};
  double* out[] = {&value};
  for (const double q : {0.0, 1.0, -2.0}) {
    runner.set_parameters(std::span(&q, 1));
    runner.run(0, in, out);
    EXPECT_EQ(value, 2 * std::exp(q * q));
  }
}

std::string message(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  return "nothing was thrown";
}

TEST(Programs, WrongUseNamesTheCulprit) {
  Graph g;
  const Formula x = expr::variable(g, "angle"), p = expr::parameter(g, "mass");
  const Request request{.rows = {(x * p).in(g)}, .value_bank = 0};
  EXPECT_NE(message([&] { compile(g, {}, {{{request}}}); }).find("'angle' is used, but it is not an input"),
            std::string::npos);
  Runner runner(compile(g, {{{x.in(g)}}}, {{{request}}}, {.engine = Engine::vm}));
  const double nan = std::nan("");
  EXPECT_NE(message([&] { runner.set_parameters(std::span(&nan, 1)); }).find("parameter 'mass' is NaN"),
            std::string::npos);
  EXPECT_NE(message([&] { runner.set_parameters({}); }).find("1 parameters, 0 values"), std::string::npos);
}

// Keywords, quotes, escape sequences, path characters, 10 kB: names are for people only.
TEST(Programs, HostileNamesReachNeitherCodeNorFiles) {
  const std::string hostile[] = {
      "double",    "\"; system(\"true\"); //",           "../../../../tmp/x", std::string(10000, 'a'),
      "%s%n{}{0}", "\x1b[31m\n#include \"/etc/passwd\"", "*/ #error"};
  std::string sources[2];
  for (int round = 0; round < 2; ++round) {
    Graph g;
    Inputs inputs;
    inputs.banks.resize(1);
    Formula sum = 1.0;
    for (const std::string& name : hostile) {
      const Formula x = expr::variable(g, round == 0 ? name : "x"),
                    p = expr::parameter(g, round == 0 ? name : "p");
      inputs.banks[0].push_back(x.in(g));
      sum = sum + p * sin(x);
    }
    const Program program =
        compile(g, inputs, {{{{.rows = {sum.in(g)}, .value_bank = 0}}}}, {.engine = Engine::native});
    EXPECT_TRUE(program.statistics().native);
    sources[round] = program.source();
  }
  EXPECT_EQ(sources[0], sources[1]);
}

// A cache of its own for a test, with the environment put back afterwards.
struct OwnCache {
  OwnCache() {
    folder = (std::filesystem::temp_directory_path() / "trammel-test-XXXXXX").string();
    if (!::mkdtemp(folder.data())) throw std::runtime_error("no temporary folder");
    if (const char* old = std::getenv("TRAMMEL_CACHE")) before = old;
    ::setenv("TRAMMEL_CACHE", (folder + "/cache").c_str(), 1);
  }
  ~OwnCache() {
    ::unsetenv("TRAMMEL_CC");
    if (before.empty())
      ::unsetenv("TRAMMEL_CACHE");
    else
      ::setenv("TRAMMEL_CACHE", before.c_str(), 1);
    std::filesystem::remove_all(folder);
  }
  std::string folder, before;
};

Program small_program() {
  Graph g;
  const Formula x = expr::variable(g, "x");
  return compile(g, {{{x.in(g)}}}, {{{{.rows = {(x * sin(x)).in(g)}, .value_bank = 0}}}},
                 {.engine = Engine::native});
}

double run_program(const Program& program) {
  Runner runner(program);
  double at = 2, value = 0;
  const double* in[] = {&at};
  double* out[] = {&value};
  runner.run(0, in, out);
  return value;
}

TEST(NativeCode, AMissingOrBrokenCompilerFallsBackToTheBytecodeWithOneNote) {
  for (const char* compiler : {"/nonexistent/cc", "false"}) {
    OwnCache cache;
    ::setenv("TRAMMEL_CC", compiler, 1);
    const Program program = small_program();
    EXPECT_FALSE(program.statistics().native);
    ASSERT_EQ(program.notes().size(), 1u);
    EXPECT_NE(program.notes()[0].find("compiler"), std::string::npos);
    EXPECT_EQ(run_program(program), 2 * std::sin(2.0));
  }
}

TEST(NativeCode, ACorruptCacheEntryIsNoticedAndRebuilt) {
  OwnCache cache;
  ASSERT_TRUE(small_program().statistics().native);
  int entries = 0;
  for (const auto& entry : std::filesystem::directory_iterator(cache.folder + "/cache")) {
    ++entries;
    for (const auto& content : {std::string("not code"), std::string()}) {
      std::ofstream(entry.path(), std::ios::binary | std::ios::trunc) << content;
      const Program again = small_program();
      EXPECT_TRUE(again.statistics().native);
      EXPECT_EQ(run_program(again), 2 * std::sin(2.0));
    }
    std::fstream file(entry.path(), std::ios::binary | std::ios::in | std::ios::out);  // one altered byte
    file.seekp(400);
    file.put('\x5a');
    file.close();
    EXPECT_TRUE(small_program().statistics().native);
  }
  EXPECT_EQ(entries, 1);
}

TEST(NativeCode, ACacheThatOthersCanWriteIsNotUsed) {
  OwnCache cache;
  std::filesystem::create_directory(cache.folder + "/cache");
  ::chmod((cache.folder + "/cache").c_str(), 0777);
  const Program program = small_program();
  EXPECT_FALSE(program.statistics().native);
  EXPECT_NE(program.notes().at(0).find("written by others"), std::string::npos);
}

TEST(NativeCode, AnUnwritableCacheFallsBack) {
  OwnCache cache;
  ::setenv("TRAMMEL_CACHE", "/dev/null/cache", 1);
  const Program program = small_program();
  EXPECT_FALSE(program.statistics().native);
  EXPECT_EQ(program.notes().size(), 1u);
}

TEST(NativeCode, SeveralBuildersAtOnceAllSucceed) {
  OwnCache cache;
  std::vector<std::thread> threads;
  std::vector<double> values(6);
  for (double& value : values) threads.emplace_back([&value] { value = run_program(small_program()); });
  for (std::thread& thread : threads) thread.join();
  for (const double value : values) EXPECT_EQ(value, 2 * std::sin(2.0));
}

}  // namespace
}  // namespace trammel::program
