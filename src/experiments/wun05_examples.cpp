// experiments/wun05_examples.cpp: what order reduction does to the index, and minimal extension of a
// second-order system. [Wun05, Examples 3.2.1, 3.2.2, (3.9)-(3.13), Example 7.2.2, (7.32)-(7.35)]
#include <fmt/format.h>

#include <cmath>

#include "experiments/programs.hpp"
#include "model/model.hpp"
#include "pipeline/solve.hpp"

namespace trammel::experiments {
namespace {

using model::der;

// (3.9): x1'' + x1' + x2 = f1, x1 = f2; and with variables for both derivatives, (3.11).
model::Problem smoothness_example(bool first_order, bool rough) {
  model::Model m("example 3.2.1");
  const auto x1 = m.variable("x1"), x2 = m.variable("x2");
  const auto t = m.time();
  const auto f2 = rough ? pow(abs(t - 0.5), 2.5) : cos(2 * t);
  if (first_order) {
    const auto v1 = m.variable("v1"), v2 = m.variable("v2");
    m.equation("motion", der(v1) + v1 + x2 == sin(t));
    m.equation("first", der(x1) == v1);
    m.equation("second", der(x2) == v2);
  } else {
    m.equation("motion", der(der(x1)) + der(x1) + x2 == sin(t));
  }
  m.equation("guide", x1 == f2);
  return m.problem();
}

solution::Solution of_example(const model::Problem& problem, const char* method, const char* formulation,
                              double tolerance) {
  pipeline::Options options{
      .t_start = 0, .t_end = 1, .tolerance = tolerance, .method = method, .formulation = formulation};
  options.certify = pipeline::Certify::off;
  return pipeline::solve(problem, options);
}

// A point in the bowl q3 = q1² + q2², from (1, 0, 1) with the velocity (0, 1, 0); extended: (7.35).
model::Problem bowl(bool extended) {
  model::Model m("example 7.2.2");
  const auto q1 = m.variable("q1", {.start = 1, .fixed = true}),
             q2 = m.variable("q2", {.start = 0, .fixed = true}), q3 = m.variable("q3"), l = m.variable("l");
  m.start(der(q1), 0);
  m.start(der(q2), 1);
  m.equation("1", der(der(q1)) == 2 * l * q1);
  m.equation("2", der(der(q2)) == 2 * l * q2);
  m.equation("bowl", q1 * q1 + q2 * q2 - q3 == 0.0);
  if (!extended) {
    m.equation("3", der(der(q3)) == -l - 1.0);
    return m.problem();
  }
  const auto w1 = m.variable("w1"), w2 = m.variable("w2");
  m.equation("3", w2 == -l - 1.0);
  m.equation("(7.33)", 2 * q1 * der(q1) + 2 * q2 * der(q2) - w1 == 0.0);
  m.equation(
      "(7.34)",
      2 * der(q1) * der(q1) + 4 * l * q1 * q1 + 4 * l * q2 * q2 + 2 * der(q2) * der(q2) + l + 1.0 == 0.0);
  return m.problem();
}

}  // namespace

void wun05_examples(Findings& into) {
  into.set("(3.9)", "strangeness index",
           of_example(smoothness_example(false, false), "auto", "auto", 1e-6).index - 1);
  into.set("(3.11)", "strangeness index",
           of_example(smoothness_example(true, false), "auto", "auto", 1e-6).index - 1);
  // f2 has two derivatives, not three.
  const double exact = std::sin(1.0) - 2.5 * std::pow(0.5, 1.5) - 3.75 * std::sqrt(0.5);
  for (const double tolerance : {1e-3, 1e-5, 1e-7})
    into.set(
        "(3.9), f2 = |t - 1/2|^(5/2)", fmt::format("error of x2(1), tolerance {:.0e}", tolerance),
        std::fabs(
            of_example(smoothness_example(false, true), "modified_bdf", "as_written", tolerance).end("x2") -
            exact));
  const solution::Solution plain = of_example(bowl(false), "auto", "auto", 1e-9),
                           extended = of_example(bowl(true), "auto", "auto", 1e-9),
                           second = of_example(bowl(false), "modified_bdf", "second_order", 1e-7),
                           ours = of_example(bowl(false), "modified_bdf", "minimal_extension_second_order",
                                             1e-7);
  into.set("(7.32)", "index", plain.index);
  into.set("(7.35)", "index", extended.index);
  into.set("(7.35)", "lambda at the start", extended.at("l", 0));
  double residual = 0;
  for (int i = 0; i <= 20; ++i) {
    const double t = 0.05 * i, u = plain.at("der(q1)", t), v = plain.at("der(q2)", t), l = plain.at("l", t),
                 q1 = plain.at("q1", t), q2 = plain.at("q2", t);
    residual = std::max(residual, std::fabs(2 * u * u + 4 * l * (q1 * q1 + q2 * q2) + 2 * v * v + l + 1));
  }
  into.set("(7.32)", "largest residual of (7.34)", residual);
  for (const auto& [row, s] : {std::pair("(7.35)", &extended), std::pair("(7.32), modified_bdf", &second),
                               std::pair("(7.31) of (7.32), modified_bdf", &ours)}) {
    into.set(row, "q1(1), difference from (7.32)", std::fabs(s->end("q1") - plain.end("q1")));
    into.set(row, "lambda(1), difference from (7.32)", std::fabs(s->end("l") - plain.end("l")));
  }
}

}  // namespace trammel::experiments
