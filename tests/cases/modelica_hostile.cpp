// cases/modelica_hostile.cpp: texts that want to hurt get one clear error; nothing else happens.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "modelica/modelica.hpp"

namespace trammel {
namespace {

std::string repeat(const std::string& text, int n) {
  std::string all;
  all.reserve(text.size() * static_cast<std::size_t>(n));
  for (int k = 0; k < n; ++k) all += text;
  return all;
}

std::string error_of(const std::string& text, std::int64_t budget = 5'000'000) {
  try {
    modelica::load({{"m.mo", text}}, {.budget = budget});
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

#define EXPECT_SAYS(text, part) EXPECT_NE(error_of(text).find(part), std::string::npos) << error_of(text)

TEST(HostileText, NestingIsLimited) {
  const int n = 1'000'000;
  EXPECT_SAYS("model M Real x = " + repeat("(", n) + "1" + repeat(")", n) + "; end M;",
              "nested more than 256");
  EXPECT_SAYS("model M Real x = " + repeat("[", n), "nested more than 256");
  EXPECT_SAYS("model M Real x = " + repeat("if true then ", n), "nested more than 256");
  EXPECT_SAYS(repeat("model M ", n), "nested more than 256");
  EXPECT_SAYS("model M Real x" + repeat("(a", n), "nested more than 256");
  EXPECT_SAYS("model M equation " + repeat("for i in 1:2 loop ", n), "nested more than 256");
}

TEST(HostileText, DefinitionsThatLeadIntoEachOtherAreLimited) {
  std::string chain = "model M ";
  for (int k = 0; k < 900; ++k)
    chain += "parameter Real p" + std::to_string(k) + " = " + repeat("(-", 200) + "p" +
             std::to_string(k + 1) + repeat(")", 200) + ";";
  EXPECT_SAYS(chain + "parameter Real p900 = 1; end M;", "lead too deep into each other");
}

TEST(HostileText, LongChainsAreNoNesting) {
  const modelica::Loaded loaded =
      modelica::load({{"m.mo", "model M Real x = 1" + repeat(" + time", 100'000) + "; end M;"}});
  EXPECT_EQ(loaded.problem.dae.equations.size(), 1u);
}

TEST(HostileText, ArraysAreLimited) {
  EXPECT_SAYS("model M Real x[1000000000]; end M;", "has more than 10000000 elements");
  EXPECT_SAYS("model M parameter Integer n = 100000; Real x[n, n, n]; end M;",
              "has more than 10000000 elements");
  EXPECT_SAYS("model M Real x = sum(zeros(1000000000)); end M;", "at most 10000000 elements");
  EXPECT_SAYS("model M Real x = sum(1:1000000000); end M;", "at most 10000000 are allowed");
  EXPECT_SAYS("model A Real x = 1; end A; model M A a[1000000000]; end M;",
              "has more than 10000000 elements");
  EXPECT_SAYS("model M Real x[3]; equation x[2147483647*2147483647] = 1; end M;", "lies outside 1 to 3");
}

TEST(HostileText, WorkIsLimited) {
  std::string doubling =
      "function f0 input Real a; output Real y; algorithm y := a; end f0; model A0 Real x = 1; end A0;";
  for (int k = 1; k < 60; ++k) {
    const std::string i = std::to_string(k), j = std::to_string(k - 1);
    doubling += "function f" + i + " input Real a; output Real y; algorithm y := f" + j + "(a) + f" + j +
                "(a + 1); end f" + i + ";";
    doubling += "model A" + i + " A" + j + " a, b; end A" + i + ";";
  }
  EXPECT_SAYS(doubling + "model M Real x = f59(time); end M;", "takes more than 5000000 operations");
  EXPECT_SAYS(doubling + "model M A59 a; end M;", "takes more than 5000000 operations");
  EXPECT_SAYS(
      "function f output Real y; algorithm y := 1; while true loop y := y; end while; end f; model M Real x "
      "= f(); end M;",
      "takes more than 5000000 operations");
  EXPECT_SAYS(
      "model M Real x; equation for i in 1:10000000 loop for j in 1:10000000 loop x = 1; end for; end for; "
      "end M;",
      "takes more than 5000000 operations");
  EXPECT_SAYS(
      "model M parameter Real A[1000, 1000] = ones(1000, 1000); parameter Real B[1000, 1000] = A*A; end M;",
      "takes more than 5000000 operations");
}

TEST(HostileText, TheSizeOfTheTreeIsLimited) {
  EXPECT_SAYS("model M Real x = 1" + repeat("+1", 1'000'000) + "; end M;",
              "the text has more than 625000 parts");
  EXPECT_SAYS("model M " + repeat("Real x;", 1'000'000) + " end M;", "the text has more than 625000 parts");
  EXPECT_SAYS("model M equation " + repeat("x = ;", 1'000'000) + " end M;", "an expression was expected");
}

TEST(HostileText, StringsDoNotGrowWithoutEnd) {
  std::string doubling = "model M ";
  for (int k = 0; k < 60; ++k)
    doubling += "parameter String s" + std::to_string(k) + " = s" + std::to_string(k + 1) + " + s" +
                std::to_string(k + 1) + ";";
  EXPECT_SAYS(doubling + "parameter String s60 = \"abcdefgh\"; end M;", "takes more than 5000000 operations");
}

TEST(HostileText, NodesOfTheGraphAreCounted) {
  EXPECT_SAYS(
      "function f input Real a; output Real y; algorithm y := a; while true loop y := sin(y) + y; end while; "
      "end f; "
      "model M Real x = f(time); end M;",
      "takes more than 5000000 operations");
  EXPECT_SAYS("model M Real x[1000000] = fill(time, 1000000); end M;", "takes more than 5000000 operations");
  EXPECT_SAYS("model A Real x = time; end A; model M A a[1000000]; end M;",
              "takes more than 5000000 operations");
  EXPECT_SAYS(
      "connector C Real v; flow Real i; end C; model M C c[2000]; equation for i in 1:1999 loop for j in "
      "i+1:2000 loop "
      "connect(c[i], c[j]); end for; end for; end M;",
      "takes more than 5000000 operations");
}

TEST(HostileText, CirclesAreFound) {
  EXPECT_SAYS(
      "function f input Real a; output Real y; algorithm y := g(a); end f; function g input Real a; output "
      "Real y; "
      "algorithm y := f(a); end g; model M Real x = f(1); end M;",
      "calls itself");
  EXPECT_SAYS("model M Real x[size(x, 1)]; end M;", "depends on itself");
  EXPECT_SAYS("package P extends Q; end P; package Q extends P; end Q; model M P.T x; end M;",
              "there is no 'T' in 'P'");
  EXPECT_SAYS(
      "package A import B.*; end A; package B import A.*; end B; model M import A.*; Real x = q; end M;",
      "'q' is not declared");
  EXPECT_SAYS("record R R r; end R; model M parameter R r = R(); end M;", "contains itself");
  std::string chain = "model M ";
  for (int k = 0; k < 20'000; ++k)
    chain += "parameter Real p" + std::to_string(k) + " = p" + std::to_string(k + 1) + ";";
  EXPECT_SAYS(chain + "parameter Real p20000 = 1; end M;", "more than 1000 parameters");
}

TEST(HostileText, EnvironmentsDoNotGrowWithoutEnd) {
  std::string deep = "model A0 Real x = 1; end A0;";
  for (int k = 1; k < 1000; ++k)
    deep += "model A" + std::to_string(k) + " extends A" + std::to_string(k - 1) + "; end A" +
            std::to_string(k) + ";";
  EXPECT_SAYS(deep + "model M A999 a; end M;", "more than 200 levels deep");
  EXPECT_SAYS(
      "package P replaceable package Q = P; constant Real k = 1; end P; package R = P(redeclare package Q = "
      "R); model M Real x = R.Q.Q.Q.j; end M;",
      "there is no 'j' in 'R'");
  EXPECT_SAYS("model A replaceable model P = A; P p(redeclare model P = A); P q; end A; model M A a; end M;",
              "contains itself");
  EXPECT_SAYS("package P extends P.Q; package Q extends P; end Q; end P; model M P.x y; end M;", "P.x");
  EXPECT_SAYS("model A extends B.C; model B end B; end A; model M A a; end M;", "not found");
  std::string doubling = "package P0 constant Real k = 1; end P0;";
  for (int k = 1; k < 40; ++k) {
    const std::string i = std::to_string(k), j = std::to_string(k - 1);
    doubling += "package P" + i + " package A extends P" + j + "; end A; package B extends P" + j +
                "; end B; extends A; extends B; end P" + i + ";";
  }
  EXPECT_SAYS(doubling + "model M Real x = P39.j; end M;", "takes more than 5000000 operations");
}

TEST(HostileText, BytesAndTokensAreChecked) {
  EXPECT_SAYS("model M Real x = 1; \xff\xfe\nend M;", "m.mo:1:21: the character 'ÿ' cannot stand here");
  EXPECT_SAYS("model M Real x = \"\xc0\x80\"; end M;", "must be Real, not String");
  EXPECT_SAYS(std::string("model M Real x\0 = 1; end M;", 27), "the character '\\x00' cannot stand here");
  EXPECT_SAYS("model M Real " + repeat("a", 1'000'000) + "; end M;", "this name has 1000000 characters");
  EXPECT_SAYS("model M Real x = " + repeat("1", 1'000'000) + "; end M;", "this number has 1000000 digits");
  EXPECT_SAYS("//" + std::string(65u << 20, 'x'), "the text has more than 64 MB");
  EXPECT_SAYS("", "holds no model");
}

TEST(HostileText, NamesOfOtherLanguagesAreOnlyNames) {
  const modelica::Loaded loaded =
      modelica::load({{"m.mo",
                       "model M Real int = 1, 'double' = 2, '$(rm -rf /)' = 3, '; exit' = time, volatile; "
                       "equation volatile = int; end M;"}});
  EXPECT_EQ(loaded.problem.dae.graph->variable_name(2), "$(rm -rf /)");
  EXPECT_EQ(loaded.problem.dae.variables.size(), 5u);
}

TEST(SyntaxErrors, ShowSeveralAtOnce) {
  try {
    modelica::load({{"m.mo", "model M\n  Real x;\nequation\n  x = ;\n  y := 2;\n  x = 3;\nend N;"}});
    FAIL();
  } catch (const modelica::Errors& errors) {
    ASSERT_EQ(errors.all.size(), 3u);
    EXPECT_EQ(errors.all[0].where.line, 4);
    EXPECT_EQ(errors.all[1].where.line, 5);
    EXPECT_EQ(errors.all[2].where.line, 7);
  }
}

// Every text of the fuzzer's corpus and of the other cases gives a Problem or an Error.
TEST(Corpus, IsReadWithoutHarm) {
  namespace fs = std::filesystem;
  int read = 0;
  for (const char* folder : {"../fuzz/corpus", "models", "errors"})
    for (const auto& entry : fs::directory_iterator(fs::path(TRAMMEL_CASES) / folder)) {
      std::ifstream file(entry.path(), std::ios::binary);
      std::stringstream text;
      text << file.rdbuf();
      try {
        modelica::load({{"m.mo", text.str()}}, {.budget = 1'000'000});
      } catch (const Error&) {
      }
      ++read;
    }
  EXPECT_GT(read, 100);
}

}  // namespace
}  // namespace trammel
