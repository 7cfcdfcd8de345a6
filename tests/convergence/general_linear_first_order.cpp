// General linear methods in the form (A.4), (A.5) of [Wun05, appendix A] on first-order equations of index 1, 2 and 3.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "pipeline/solve.hpp"
#include "support/second_order.hpp"

namespace trammel {
namespace {

using support::first_order_track;

// [Wun05, (A.4), (A.5)], Theorems A.0.8 to A.0.11: stage order p gives p, p, p at index 1 and 2 and p, p, p-1 at index 3.
TEST(FirstOrderGeneralLinear, MethodsHaveTheirOrdersOnFirstOrderSystems) {
  for (int index = 1; index <= 3; ++index) {
    const pipeline::Setup setup = support::second_order_setup(first_order_track(index), 1, "as_written");
    EXPECT_EQ(setup.instance->residual().order(), 1);
    for (int p = 2; p <= 4; ++p) {
      double q[2] = {}, v[2] = {}, l[2] = {};  // the largest at eight nodes
      for (const int finer : {0, 1}) {
        pipeline::Options options{.t_start = 1,
                                  .t_end = 1.5,
                                  .method = "general_linear_" + std::to_string(p),
                                  .formulation = "as_written",
                                  .engine = program::Engine::vm};
        options.certify = pipeline::Certify::off;
        options.step.fixed_step = 0.5 / ((p == 4 ? 24 : 80) << finer);
        const solution::Solution s = pipeline::solve(first_order_track(index), options);
        ASSERT_TRUE(s.success()) << s.message;
        for (int i = 1; i <= 8; ++i) {
          const double t = 1 + i / 16.0, a = t * t, w1 = s.at("w1", t), w2 = s.at("w2", t);
          q[finer] = std::max(
              {q[finer], std::fabs(s.at("y1", t) - std::sin(a)), std::fabs(s.at("y2", t) - std::cos(a))});
          v[finer] = std::max({v[finer], std::fabs(w1 + w1 * w1 * w1 - 2 * t * std::cos(a)),
                               std::fabs(w2 + w2 * w2 * w2 + 2 * t * std::sin(a))});
          l[finer] = std::max(l[finer], std::fabs(s.at("l", t) + 4 * a));
        }
      }
      EXPECT_GT(std::log2(q[0] / q[1]), p - 0.3) << index << " " << p;
      EXPECT_GT(std::log2(v[0] / v[1]), p - 0.3) << index << " " << p;
      EXPECT_GT(std::log2(l[0] / l[1]), (index == 3 ? p - 1 : p) - 0.3) << index << " " << p;
    }
  }
}

}  // namespace
}  // namespace trammel
