// pipeline/solve.cpp: runs from begin to end.
//
// A run is a Journey to its end, and a judge watches it (run_judged). `solve` adds runs that are repeated, in
// repeated.cpp. Read prepared.hpp and journey.hpp first; below a Journey are Relay, Course, Segment and the Driver:
// choices made anew, choices that take over, events, and the steps between them.
#include "pipeline/solve.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>
#include <utility>

#include "base/effort.hpp"
#include "base/text.hpp"
#include "pipeline/branch_end.hpp"
#include "pipeline/certification.hpp"
#include "pipeline/journey.hpp"
#include "pipeline/judged.hpp"
#include "pipeline/second_opinion.hpp"
#include "pipeline/singularity.hpp"
#include "pipeline/verdict.hpp"

namespace trammel::pipeline {
namespace {

using solution::Solution;

// What prepare() has decided stays. The other options are those of this run.
Options as_prepared(const Options& run, const Options& prepared) {
  Options options = run;
  options.method = prepared.method;
  options.formulation = prepared.formulation;
  options.projection = prepared.projection;
  options.stabilization = prepared.stabilization;
  options.direction = prepared.direction;
  options.engine = prepared.engine;
  options.tolerances = prepared.tolerances;
  return options;
}

// Small residuals prove nothing where the equations leave unknowns open, or may do so: what was reported is
// one of many solutions then, or one of the equations as their structure misreads them.
void doubt(const Verdict& verdict, Solution& result) {
  if (!verdict.numbers || verdict.array || verdict.part) return;
  if (verdict.numbers->says != analysis::NumericVerdict::Says::undecided) return;
  solution::Certificate& certificate = result.certificate;
  if (certificate.holds != true) return;
  certificate.holds = false;
  certificate.message = "the result is not certified: " + *verdict.numbers->why();
  certificate.where = {.equations = verdict.numbers->equations,
                       .variables = verdict.numbers->unknowns,
                       .time = result.t_start};
}

// Equations may hold around a point at which a value is NaN (0/0 at the start of a singular model). Reported
// values have to be numbers, except algebraic unknowns at a singular configuration that a note names: those
// grow beyond all bounds there.
void refuse_what_is_no_number(Solution& result) {
  if (result.certificate.holds != true) return;
  constexpr double there = 1e-4;  // of the run: where it came close to one
  const auto told = [&](double t) {
    return std::ranges::any_of(result.notes, [&](const std::string& note) {
      if (!note.starts_with(came_close))
        return note.starts_with(went_through) || note.find(at_a_pole) != std::string::npos;
      const double close =
          std::strtod(note.c_str() + came_close.size() + std::string_view(" at t = ").size(), nullptr);
      return std::fabs(close - t) <= there * std::fabs(result.t_end - result.t_start);
    });
  };
  const auto moves = [&](const std::string& name) {
    return name.starts_with("der(") ||
           std::ranges::find(result.variables, "der(" + name + ")") != result.variables.end();
  };
  for (const solution::Sample& sample : result.samples)
    for (std::size_t i = 0; i < sample.values.size(); ++i) {
      if (std::isfinite(sample.values[i]) || (!moves(result.variables[i]) && told(sample.time))) continue;
      result.certificate.holds = false;
      result.certificate.message =
          fmt::format("the result is not certified: {} has no finite value at t = {:.6g}",
                      quote(result.variables[i]), sample.time);
      result.certificate.where = {.variables = {result.variables[i]}, .time = sample.time};
      return;
    }
}

}  // namespace

Solution run_judged(const Prepared& prepared, const Numbers& numbers, const Options& given, Looks& looks) {
  const auto begin = std::chrono::steady_clock::now();
  const double effort = effort_so_far();
  const Options options = as_prepared(given, prepared.options());
  (void)check_options(options);  // before anything else is done
  const Verdict& verdict = prepared.verdict();
  const model::Problem own = numbers.empty() ? model::Problem{} : prepared.figures(numbers);
  const model::Problem& problem = numbers.empty() ? *verdict.problem : own;
  std::optional<Judge> judge;
  Options judged = options;
  if (options.certify != Certify::off) {
    judge.emplace(brief_of(prepared), problem, options.certify == Certify::full);
    judged.judge = &*judge;
  }
  Journey journey(prepared, numbers, judged);
  journey.to_end();
  Solution result = journey.finish();
  if (judge) result.certificate = judge->verdict();
  doubt(verdict, result);
  refuse_what_is_no_number(result);
  looks = judge ? Looks{judge->seen(),  judge->left_open(),     judge->value_sizes(),
                        judge->marks(), judge->from_the_dark(), judge->recovered()}
                : Looks{};
  if (options.certify == Certify::full && result.success())
    add_second_opinion(prepared.with(numbers), options, judge ? judge->value_sizes() : std::vector<double>{},
                       result);
  result.considered.effort = effort_so_far() - effort;
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return result;
}

}  // namespace trammel::pipeline
