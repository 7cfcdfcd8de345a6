// `compare` runs on models of every kind, and what it prints is what the forms promise.
#include "pipeline/compare.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "support/kinds.hpp"

namespace trammel {
namespace {

using pipeline::ComparisonRow;

// Forms that hold every level of every constraint.
bool holds_all(const ComparisonRow& row) {
  if (row.formulation == "underlying_ode")
    return row.stabilization == "projection" || row.stabilization == "orthogonal projection";
  for (const char* form : {"ggl", "ggl_mass", "overdetermined", "projected_invariants", "minimal_extension",
                           "minimal_extension_reduced", "coordinate_partitioning", "tangent_space",
                           "tangent_space_cheap", "constrained"})
    if (row.formulation == form) return true;
  return false;
}

TEST(Compare, RunsEveryKindOfModel) {
  for (support::Kind& kind : support::kinds()) {
    SCOPED_TRACE(kind.name);
    pipeline::Options options{.t_end = 1, .tolerance = 1e-6, .engine = program::Engine::vm};
    const pipeline::Comparison comparison = pipeline::compare(kind.problem, options);
    EXPECT_EQ(comparison.index, told(kind));
    int done = 0;
    for (const ComparisonRow& row : comparison.rows) {
      SCOPED_TRACE(row.formulation + " with " + row.method + ", " + row.stabilization);
      // What does not fit the model or the index says so; nothing ends without a word.
      EXPECT_FALSE(row.message.empty());
      if (!row.success) continue;
      ++done;
      EXPECT_GT(row.counts.steps, 0);
      if (!holds_all(row)) continue;
      for (const double level : row.drift) EXPECT_LT(level, 1e-4);
    }
    EXPECT_GE(done, 18);
    EXPECT_NE(text(comparison).find("minimal_extension"), std::string::npos);
  }
}

}  // namespace
}  // namespace trammel
