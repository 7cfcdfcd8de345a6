#include "pipeline/option_table.hpp"

#include <gtest/gtest.h>

#include <set>

#include "base/error.hpp"

namespace trammel::pipeline {
namespace {

// How many fields an aggregate has: as many initializers as it takes.
struct Any {
  template <class T>
  operator T() const;  // NOLINT(google-explicit-constructor)
};
template <class T, class... Initializers>
constexpr std::size_t fields() {
  if constexpr (requires { T{Initializers{}..., Any{}}; })
    return fields<T, Initializers..., Any>();
  else
    return sizeof...(Initializers);
}

std::string another(const Option& option, const std::string& now) {
  for (const std::string_view word : option.words)
    if (word != now) return std::string(word);
  if (option.name == "method") return "radau5";
  if (option.name == "formulation") return "ggl";
  if (option.name == "stabilization") return "post_stabilization";
  if (option.name == "tolerance-of") return "x=0.5,q[1,2]=0.25";
  return "0.5" == now || option.value == "N" ? "3" : "0.5";
}

TEST(OptionTable, EachOptionChangesItsFieldAndNoOther) {
  for (const Option& option : option_table()) {
    Options options;
    const std::string before = option.get(options), meant = another(option, before);
    option.set(options, meant);
    EXPECT_EQ(option.get(options), meant) << option.name;
    Options again;
    option.set(again, option.get(options));
    for (const Option& other : option_table())
      EXPECT_EQ(other.get(again), other.get(options)) << option.name << " and " << other.name;
    // What sets several at once says so by its name.
    const std::set<std::string_view> wide = {"tolerance",     "rtol",    "stabilization",
                                             "passes",        "project", "project-onto",
                                             "project-along", "alpha",   "correct-at"};
    if (wide.contains(option.name)) continue;
    const Options untouched;
    for (const Option& other : option_table())
      EXPECT_TRUE(other.name == option.name || other.get(options) == other.get(untouched)) << option.name;
  }
}

// A new field fails this test until it has a line in the table (or is a callback, and is counted here).
TEST(OptionTable, HoldsEveryFieldThatIsNoCallback) {
  std::set<std::string_view> names;
  for (const Option& option : option_table()) names.insert(option.name);
  EXPECT_EQ(names.size(), option_table().size());
  EXPECT_EQ(fields<StepOptions>(), 8u);           // rtol .. grid
  EXPECT_EQ(fields<ProjectionOptions>(), 12u);    // one of them the callback direction_matrix
  EXPECT_EQ(fields<StabilizationOptions>(), 2u);  // gamma, coefficients
  for (const char* name : {"rtol",         "atol",   "first-step",  "max-step",       "max-steps",
                           "order",        "step",   "project",     "project-onto",   "project-along",
                           "passes",       "alpha",  "correct-at",  "move-positions", "project-output-only",
                           "projector",    "sweeps", "relaxation",  "gamma",          "coefficients",
                           "tolerance",    "method", "formulation", "certify",        "engine",
                           "tolerance-of", "grid"})
    EXPECT_TRUE(names.contains(name)) << name;
}

TEST(OptionTable, NamesWhatCannotBeRead) {
  Options options;
  const auto message = [&](const char* name, const char* text) -> std::string {
    try {
      find_option(name).set(options, text);
    } catch (const Error& error) {
      return error.message;
    }
    return "accepted";
  };
  EXPECT_EQ(message("max-step", "long"), "--max-step needs a number, not 'long'");
  EXPECT_EQ(message("passes", "1.5"), "--passes needs a whole number, not '1.5'");
  EXPECT_EQ(message("rtol", "2"), "the option rtol is 2; it must lie between 1e-14 and 1");
  EXPECT_EQ(message("engine", "steam"), "--engine needs one of auto, vm, jit and native, not 'steam'");
  EXPECT_EQ(message("coefficients", "1,,2"), "--coefficients needs a number, not ''");
  EXPECT_EQ(message("tolerance-of", "x"), "--tolerance-of needs NAME=TOLERANCE, not 'x'");
  EXPECT_EQ(message("tolerance-of", "x=3"), "the option tolerance-of is 3; it must lie between 1e-14 and 1");
  EXPECT_EQ(message("max_step", "0.5"), "accepted");
  EXPECT_THROW(find_option("speed"), Error);
}

}  // namespace
}  // namespace trammel::pipeline
