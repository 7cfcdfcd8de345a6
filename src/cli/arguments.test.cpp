#include "cli/arguments.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <sstream>

#include "base/error.hpp"
#include "pipeline/option_table.hpp"

namespace trammel::cli {
namespace {

Arguments parsed(const std::vector<std::string>& words) {
  std::vector<const char*> argv = {"trammel"};
  for (const std::string& word : words) argv.push_back(word.c_str());
  return parse(static_cast<int>(argv.size()), argv.data());
}

// "--name" of every flag that the help of a command lists.
std::set<std::string> flags_of(const char* command) {
  std::set<std::string> flags;
  std::istringstream help(parsed({command, "--help"}).answer);
  for (std::string line; std::getline(help, line);) {
    const std::size_t at = line.find_first_not_of(' ');
    if (at == std::string::npos || line[at] != '-') continue;
    const std::size_t from = line.find("--", at);
    if (from == std::string::npos || from > at + 4) continue;
    flags.insert(line.substr(from, line.find_first_of(" ,={", from) - from));
  }
  return flags;
}

std::string a_value_of(const pipeline::Option& option) {
  if (!option.words.empty()) return std::string(option.words.back());
  if (option.name == "method") return "radau5";
  if (option.name == "formulation") return "ggl";
  if (option.name == "stabilization") return "post_stabilization";
  if (option.name == "tolerance-of") return "x=0.5";
  return option.value == "N" ? "3" : "0.5";
}

TEST(Arguments, EveryOptionOfTheTableIsAFlagOfEveryCommandThatRuns) {
  for (const char* command : {"simulate", "compare", "sweep"}) {
    const std::set<std::string> flags = flags_of(command);
    for (const pipeline::Option& option : pipeline::option_table()) {
      const std::string flag = "--" + std::string(option.name), value = a_value_of(option);
      EXPECT_TRUE(flags.contains(flag)) << command << ' ' << flag;
      const Arguments read = parsed({command, "m.mo", flag, value});
      ASSERT_EQ(read.settings.size(), 1u) << flag;
      pipeline::Options options;
      pipeline::find_option(read.settings[0].first).set(options, read.settings[0].second);
      EXPECT_EQ(option.get(options), value) << flag;
    }
  }
}

// The other way round: a flag is in the table, or it is about the model, the output or who computes.
TEST(Arguments, EveryFlagOfARunIsInTheTableOrAboutModelOutputOrWhoComputes) {
  const std::set<std::string> model = {"--model",     "--start",       "--budget",     "--start-time",
                                       "--stop-time", "--input",       "--invariant",  "--kinetic",
                                       "--potential", "--coordinates", "--constraint", "--nonholonomic",
                                       "--force",     "--hamiltonian", "--momenta",    "--direction"};
  const std::set<std::string> output = {"--variables", "--at",    "--interval", "--points",  "--output",
                                        "--plot",      "--log-x", "--log-y",    "--report",  "--open",
                                        "--against",   "--json",  "--quiet",    "--explain", "--help"};
  const std::string who_computes = "--petsc";
  for (const std::string& flag : flags_of("simulate")) {
    const bool in_table = std::ranges::any_of(pipeline::option_table(), [&](const pipeline::Option& option) {
      return "--" + std::string(option.name) == flag;
    });
    EXPECT_TRUE(in_table || model.contains(flag) || output.contains(flag) || flag == who_computes) << flag;
  }
}

// Every field of Options, and the flag that sets it. A new field does not compile until it stands here.
TEST(Arguments, EveryFieldOfOptionsHasAFlagUnlessItIsACallback) {
  const pipeline::Options options;
  const auto& [t_start, t_end, tolerance, method, formulation, times, both_sides, dense, step, tolerances,
               projection, stabilization, direction, engine, progress, after_step, follower, events, certify,
               by_themselves, chattering, judge] = options;
  const std::vector<std::pair<const void*, const char*>> flags = {{&t_start, "--start-time"},
                                                                  {&t_end, "--stop-time"},
                                                                  {&tolerance, "--tolerance"},
                                                                  {&method, "--method"},
                                                                  {&formulation, "--formulation"},
                                                                  {&times, "--at"},
                                                                  {&both_sides, "--output"},
                                                                  {&dense, "--output"},  // FILE.trammel
                                                                  {&step, "--step"},
                                                                  {&tolerances, "--tolerance-of"},
                                                                  {&projection, "--stabilization"},
                                                                  {&stabilization, "--gamma"},
                                                                  {&direction, "--direction"},
                                                                  {&engine, "--engine"},
                                                                  {&certify, "--certify"}};
  const std::set<std::string> known = flags_of("simulate");
  for (const auto& [field, flag] : flags) EXPECT_TRUE(known.contains(flag)) << flag;
  EXPECT_FALSE(progress || after_step || follower || judge || chattering || !by_themselves.empty() ||
               !events.empty());  // callbacks, and what solve() sets
}

TEST(Arguments, AnalyzeShowAndSweepHaveWhatIsTheirs) {
  EXPECT_TRUE(parsed({"analyze", "m.mo", "--perturbation"}).perturbation);
  EXPECT_EQ(parsed({"show", "run.trammel", "--at", "1"}).command, Command::show);
  EXPECT_EQ(parsed({"simulate", "m.mo", "--input", "u=a=b.csv"}).inputs.at(0).first, "u=a");
  EXPECT_EQ(
      parsed({"simulate", "m.mo", "--invariant", "x=1", "--invariant", "y=2"}).formulas.invariants.size(),
      2u);
  EXPECT_THROW(parsed({"show"}), Error);
}

}  // namespace
}  // namespace trammel::cli
