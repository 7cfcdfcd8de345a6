// Prints the tables of docs/testset.md: digits and accepted steps of methods on the IVP test set, as
// Markdown.
//
//   testset_tables [METHOD ...] [--only PROBLEM]
#include <fmt/format.h>

#include <cstdio>
#include <string>
#include <vector>

#include "support/testset/measure.hpp"

namespace {

using namespace trammel;

std::string cell(const support::TestProblem& problem, const std::string& method, int k) {
  const solution::Solution s = support::run_problem(problem, method, std::pow(10.0, -k));
  if (!s.success()) {
    fmt::print(stderr, "{} with {} at 1e-{}: {}\n", problem.name, method, k, s.message);
    return "fails";
  }
  return fmt::format("{:.1f} ({})", support::digits_reached(problem, s), s.counts.steps);
}

void table(const std::string& method, const std::string& only) {
  fmt::print("## `{}`\n\n| problem | 1e-4 | 1e-6 | 1e-8 | 1e-10 |\n|---|---|---|---|---|\n", method);
  for (const support::TestProblem& problem : support::testset()) {
    if (!only.empty() && problem.name != only) continue;
    fmt::print("| {} |", problem.name);
    for (const int k : {4, 6, 8, 10}) {
      fmt::print(" {} |", cell(problem, method, k));
      std::fflush(stdout);
    }
    fmt::print("\n");
  }
  fmt::print("\n");
}

}  // namespace

int main(int count, char** arguments) {
  std::vector<std::string> methods;
  std::string only;
  for (int i = 1; i < count; ++i) {
    if (std::string(arguments[i]) == "--only" && i + 1 < count)
      only = arguments[++i];
    else
      methods.emplace_back(arguments[i]);
  }
  if (methods.empty()) methods = {"radau", "radau5", "bdf", "mebdf"};
  for (const std::string& method : methods) table(method, only);
}
