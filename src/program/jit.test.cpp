#include "program/jit.hpp"

#include <gtest/gtest.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include <bit>
#include <cmath>
#include <cstddef>
#include <fstream>
#include <limits>
#include <sstream>
#include <thread>

#include "expr/formula.hpp"
#include "program/program.hpp"
#include "support/random_graph.hpp"

namespace trammel::program {
namespace {

using expr::Formula;
using expr::Op;
using support::RandomGraph;

bool same_bits(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b) ||
         (std::isnan(a) && std::isnan(b));
}

constexpr double inf = std::numeric_limits<double>::infinity(),
                 nan = std::numeric_limits<double>::quiet_NaN(),
                 tiny = std::numeric_limits<double>::denorm_min(), small = std::numeric_limits<double>::min(),
                 huge = std::numeric_limits<double>::max();
const std::vector<double> special = {0.0,    -0.0, 1.0,  -1.0, 0.5,  -2.5,  3.0,   1e-300,       1e300,
                                     -1e300, inf,  -inf, nan,  tiny, -tiny, small, 0.75 * small, huge,
                                     -huge,  1e9,  -7.0, 2.25, -0.3, 710.0, 1e16,  1e-9};

// The same functions by the bytecode machine and by machine code, for this processor and for the oldest.
struct Trio {
  Trio(const Graph& graph, const Inputs& inputs, const std::vector<Function>& functions, std::size_t unroll)
      : vm(compile(graph, inputs, functions,
                   {.engine = Engine::vm, .unroll_below = unroll, .roll_from = 2})) {
    for (const bool plain : {false, true})
      made.push_back(
          compile(graph, inputs, functions,
                  {.engine = Engine::jit, .unroll_below = unroll, .roll_from = 2, .plain_code = plain}));
  }

  // Runs function 0 with one output bank of n numbers; counts the numbers that differ.
  void expect_agreement(const std::vector<std::vector<double>>& banks, std::size_t n,
                        const std::vector<double>& parameters = {}) {
    std::vector<const double*> in;
    for (const std::vector<double>& bank : banks) in.push_back(bank.data());
    const auto values = [&](const Program& program) {
      Runner runner(program);
      runner.set_parameters(parameters);
      std::vector<double> result(n, -7);
      double* out[] = {result.data()};
      runner.run(0, in, out);
      return result;
    };
    const std::vector<double> expected = values(vm);
    for (const Program& program : made) {
      ASSERT_TRUE(program.statistics().jit) << (program.notes().empty() ? "" : program.notes()[0]);
      const std::vector<double> found = values(program);
      for (std::size_t i = 0; i < n; ++i)
        ASSERT_TRUE(same_bits(expected[i], found[i]))
            << "row " << i << ": " << expected[i] << " and " << found[i];
    }
  }

  Program vm;
  std::vector<Program> made;
};

class Jit : public testing::Test {
 protected:
  void SetUp() override {
    if (!jit_available()) GTEST_SKIP() << "this build makes no machine code of its own";
  }
};

TEST_F(Jit, EveryOperationGivesTheBitsOfTheBytecodeOnZerosInfinitiesNaNsAndDenormals) {
  for (int op = static_cast<int>(Op::neg); op <= static_cast<int>(Op::select); ++op) {
    Graph g;
    Inputs inputs{{{}, {}, {}}};
    std::vector<std::vector<double>> numbers(3);
    Request request{.value_bank = 0};
    const auto leaf = [&](int bank, double value) {
      const Expr e = g.symbol(g.add_variable("x"));
      inputs.banks[static_cast<std::size_t>(bank)].push_back(e);
      numbers[static_cast<std::size_t>(bank)].push_back(value);
      return e;
    };
    const int arity = expr::info(static_cast<Op>(op)).arity;
    for (std::size_t i = 0; i < special.size(); ++i)
      for (std::size_t j = 0; j < (arity > 1 ? special.size() : 1); ++j)
        request.rows.push_back(g.apply(static_cast<Op>(op), leaf(0, special[i]), leaf(1, special[j]),
                                       leaf(2, special[(i + 7 * j) % special.size()])));
    for (const std::size_t unroll : {std::size_t{0}, std::size_t{1'000'000}}) {
      SCOPED_TRACE(std::string(expr::info(static_cast<Op>(op)).name) + (unroll == 0 ? ", rolled" : ""));
      Trio trio(g, inputs, {{{request}}}, unroll);
      EXPECT_EQ(trio.vm.statistics().shapes, unroll == 0 ? 1 : 0);
      trio.expect_agreement(numbers, request.rows.size());
    }
  }
}

TEST_F(Jit, RandomProgramsGiveTheBitsOfTheBytecode) {
  for (unsigned seed = 1; seed <= 60; ++seed) {
    RandomGraph r(seed, 1500, 6, 4);
    std::vector<Expr> rows;
    for (std::uint32_t id = 20; id < r.graph.size(); ++id)
      if (r.below(5) == 0) rows.push_back({id});
    Trio trio(r.graph, {{{r.graph.time()}, r.levels[0], r.levels[1]}}, {{{{.rows = rows, .value_bank = 0}}}},
              seed % 2 == 0 ? 0 : 1'000'000);
    for (int point = 0; point < 12; ++point) {
      std::vector<std::vector<double>> banks(3);
      const auto number = [&] {
        return r.below(6) == 0 ? special[static_cast<std::size_t>(r.below(static_cast<int>(special.size())))]
                               : r.number(-3, 3);
      };
      banks[0] = {number()};
      for (int k = 1; k < 3; ++k)
        for (int j = 0; j < 6; ++j) banks[static_cast<std::size_t>(k)].push_back(number());
      std::vector<double> parameters;
      for (int p = 0; p < r.graph.parameters(); ++p) parameters.push_back(r.number(-3, 3));
      trio.expect_agreement(banks, rows.size(), parameters);
    }
  }
}

// 300 products that are all alive at once, with functions called in between: registers do not suffice.
TEST_F(Jit, MoreValuesThanRegistersAndMoreBanksThanRegisters) {
  for (const bool calls : {false, true})
    for (const int banks : {1, 20}) {
      SCOPED_TRACE(std::to_string(banks) + (calls ? " banks, calls" : " banks"));
      Graph g;
      Inputs inputs;
      inputs.banks.resize(static_cast<std::size_t>(banks));
      std::vector<std::vector<double>> numbers(static_cast<std::size_t>(banks));
      std::vector<Formula> x, product;
      for (int i = 0; i < 300; ++i) {
        x.push_back(expr::variable(g, "x"));
        const auto b = static_cast<std::size_t>(i % banks);
        inputs.banks[b].push_back(x.back().in(g));
        numbers[b].push_back(0.1 + 0.01 * i);
      }
      for (int i = 0; i < 300; ++i) {
        product.push_back(x[i] * x[(i + 1) % 300] / 3.0);
        if (calls && i % 7 == 0)
          product.back() = product.back() + sin(x[i]) * cos(x[i]) + pow(x[i], x[i + 1]);
      }
      Request request{.value_bank = 0};
      for (int i = 299; i >= 0; --i)
        request.rows.push_back((product[i] - product[(7 * i + 3) % 300] * product[299 - i]).in(g));
      for (const std::size_t unroll : {std::size_t{0}, std::size_t{1'000'000}})
        Trio(g, inputs, {{{request}}}, unroll).expect_agreement(numbers, request.rows.size());
    }
}

TEST_F(Jit, AHundredThousandRowsOfOneShape) {
  constexpr int n = 100'003;  // not a multiple of four
  for (const bool calls : {false, true}) {
    Graph g;
    Inputs inputs;
    inputs.banks.resize(1);
    std::vector<std::vector<double>> numbers(1);
    std::vector<Formula> x;
    for (int i = 0; i <= n; ++i) {
      x.push_back(expr::variable(g, "x"));
      inputs.banks[0].push_back(x.back().in(g));
      numbers[0].push_back(std::sin(0.1 * i));
    }
    Request request{.value_bank = 0};
    for (int i = 0; i < n; ++i) {
      const Formula d = x[i + 1] - x[i], s = calls ? sin(d) : d / sqrt(1.0 + d * d);
      request.rows.push_back(((3.7 + i) * s + pow(x[i], 3.0)).in(g));
    }
    Trio trio(g, inputs, {{{request}}}, 0);
    EXPECT_EQ(trio.vm.statistics().shapes, 1);
    EXPECT_LT(trio.made[0].statistics().code_bytes, 4096u);
    trio.expect_agreement(numbers, n);
  }
}

// One call gives the sine and the cosine; it must give the bits that the two functions give.
TEST_F(Jit, SineAndCosineOfOneValueAreThoseOfTheTwoFunctions) {
  Graph g;
  const Formula x = expr::variable(g, "x");
  const Program program =
      compile(g, {{{x.in(g)}}}, {{{{.rows = {sin(x).in(g), cos(x).in(g)}, .value_bank = 0}}}},
              {.engine = Engine::jit});
  Runner runner(program);
  std::mt19937_64 random(1);
  for (const double range : {0.5, 1.0, 2.5, 10.0, 1e3, 1e6, 1e12, 1e300})
    for (int i = 0; i < 20000; ++i) {
      const double at = std::uniform_real_distribution<>(-range, range)(random);
      double value[2] = {};
      const double* in[] = {&at};
      double* out[] = {value};
      runner.run(0, in, out);
      ASSERT_TRUE(same_bits(value[0], std::sin(at)) && same_bits(value[1], std::cos(at))) << at;
    }
}

struct Mapping {
  std::uint64_t begin = 0, end = 0;
  std::string permissions;
};

std::vector<Mapping> mappings() {
  std::vector<Mapping> result;
  std::ifstream file("/proc/self/maps");
  for (std::string line; std::getline(file, line);) {
    Mapping at;
    char dash = 0;
    std::istringstream(line) >> std::hex >> at.begin >> dash >> at.end >> at.permissions;
    result.push_back(at);
  }
  return result;
}

Kernel twice() {  // out[0][0] = in[0][0] + in[0][0]
  Graph g;
  const Expr x = g.symbol(g.add_variable("x"));
  Kernel kernel;
  Lowering lowering(g, kernel);
  kernel.outputs.push_back({lowering.value(g.apply(Op::add, x, x)), 0});
  kernel.input_bank = {0};
  kernel.gather = {0};
  kernel.scatter = {0};
  finish(kernel);
  return kernel;
}

TEST_F(Jit, CodeIsNeverWritableAndExecutableAtOnceAndIsUnmappedInTheEnd) {
  const Kernel kernel = twice();
  std::string note;
  auto code = build_jit({&kernel}, 1, this_processor(), note);
  ASSERT_TRUE(code) << note;
  const auto address = reinterpret_cast<std::uint64_t>(code->kernels[0]);
  const auto at_code = [&] {
    std::string permissions;
    for (const Mapping& at : mappings()) {
      EXPECT_FALSE(at.permissions.find('w') != std::string::npos &&
                   at.permissions.find('x') != std::string::npos);
      if (at.begin <= address && address < at.end) permissions = at.permissions;
    }
    return permissions;
  };
  EXPECT_EQ(at_code(), "r-xp");
  const double x = 21;
  double y = 0;
  const double* in[] = {&x};
  double* out[] = {&y, nullptr};
  code->kernels[0](in, out, nullptr, nullptr, 1);
  EXPECT_EQ(y, 42);
  code.reset();
  EXPECT_EQ(at_code().find('x'), std::string::npos);  // data may have got the place since
}

// A filter of system calls that lets nothing become executable, as hardened services have it.
bool forbid_new_code() {
  constexpr auto protection = static_cast<std::uint32_t>(offsetof(seccomp_data, args[2]));
  sock_filter filter[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_mprotect, 0, 3),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, protection),
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  const sock_fprog program{static_cast<unsigned short>(std::size(filter)), filter};
  return ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

double run_small(const Program& program) {
  Runner runner(program);
  double at = 2, value = 0;
  const double* in[] = {&at};
  double* out[] = {&value};
  runner.run(0, in, out);
  return value;
}

Program small_program(Engine engine) {
  Graph g;
  const Formula x = expr::variable(g, "x");
  return compile(g, {{{x.in(g)}}}, {{{{.rows = {(x * sin(x)).in(g)}, .value_bank = 0}}}}, {.engine = engine});
}

TEST_F(Jit, WhereTheSystemForbidsItTheBytecodeServesAndOneNoteSaysWhy) {
  bool forbidden = false, right = false;
  std::vector<std::string> notes;
  std::thread([&] {  // the filter holds for this thread only
    forbidden = forbid_new_code();
    const Program program = small_program(Engine::jit);
    notes = program.notes();
    right = !program.statistics().jit && run_small(program) == 2 * std::sin(2.0);
  })
      .join();
  if (!forbidden) GTEST_SKIP() << "system calls cannot be filtered here";
  EXPECT_TRUE(right);
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_NE(notes[0].find("does not let programs make code"), std::string::npos) << notes[0];
}

TEST(Engines, AutomaticMakesMachineCodeHereWhereItCanAndCOtherwise) {
  const Program program = small_program(Engine::automatic);
  EXPECT_EQ(program.statistics().jit, jit_available());
  EXPECT_EQ(program.statistics().native, !jit_available());
  EXPECT_EQ(run_small(program), 2 * std::sin(2.0));
}

TEST_F(Jit, ThreadsShareOneProgram) {
  const Program program = small_program(Engine::jit);
  std::vector<double> values(4);
  std::vector<std::thread> threads;
  for (double& value : values) threads.emplace_back([&] { value = run_small(program); });
  for (std::thread& thread : threads) thread.join();
  for (const double value : values) EXPECT_EQ(value, 2 * std::sin(2.0));
}

}  // namespace
}  // namespace trammel::program
