// experiments/wun05_tables_8.cpp: Example 1 with variable steps: modified BDF on the original equations
// (8.1), on second-order GGL (8.4) and on the strangeness-free form (8.5), and Radau IIA. [Wun05,
// Tables 8.1-8.5, Figures 8.1, 8.2]
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>

#include "experiments/programs.hpp"
#include "experiments/published.hpp"
#include "experiments/texts.hpp"
#include "experiments/wun05_example_1.hpp"
#include "integrate/level_bdf.hpp"

namespace trammel::experiments {
namespace {

std::string row_of(int i) { return fmt::format("t = {:.1f}", 0.1 * (i + 1)); }

// Absolute tolerances of the thesis in units of the positions'.
double loose_but_positions(const std::string& state) { return state == "q1" || state == "q2" ? 1 : 100; }

void put_run(Findings& into, const std::string& name, ExampleRun run) {
  const std::vector<ExampleRow> rows = run.run();
  for (int i = 0; i < 10; ++i) {
    const ExampleRow& row = rows[static_cast<std::size_t>(i)];
    into.set(row_of(i), name + ", q1", row.q1);
    into.set(row_of(i), name + ", lambda", row.l);
    into.set(row_of(i), name + ", steps", static_cast<double>(row.steps));
    into.set(row_of(i), name + ", q2", row.q2);
    into.set(row_of(i), name + ", q1'", row.v1);
    into.set(row_of(i), name + ", q2'", row.v2);
    into.set(row_of(i), name + ", lambda'", row.slope_of_l);
    into.set(row_of(i), name + ", attempts", static_cast<double>(row.attempts));
  }
}

report::Curve lambda_curve(const char* name, ExampleRun run, bool error) {
  (void)run.run();
  report::Curve curve{name, {}, {}};
  for (std::size_t i = 0; i < run.times.size() && run.times[i] <= 1; ++i) {
    const double t = run.times[i];
    curve.x.push_back(t);
    curve.y.push_back(error ? std::fabs(run.lambda[i] - std::sin(t) * std::cos(t)) : run.lambda[i]);
  }
  return curve;
}

// Our own control on the same problem: how few steps reach each printed error, over runs of many tolerances.
// Steps that were tried count, whatever the print counts.
void work_precision(Findings& into, const std::string& table, const char* method, const char* formulation,
                    const std::vector<std::pair<const char*, double ExampleRow::*>>& columns) {
  std::vector<std::vector<ExampleRow>> runs;
  for (int i = 4; i <= 44; ++i) {
    const double tolerance = std::pow(10, -0.25 * i);
    ExampleRun run{.method = method, .formulation = formulation, .rtol = tolerance, .atol = tolerance};
    const std::vector<ExampleRow> rows = run.run();
    if (run.finished) runs.push_back(rows);
  }
  const auto texts = std::ranges::find(all_texts(), "wun05_tables_8", &Texts::id);
  for (const Published& printed : read_published(texts->numbers, texts->id))
    for (const auto& [column, error] : columns) {
      if (printed.column != fmt::format("{}, {}", table, column) || !printed.published) continue;
      double least = HUGE_VAL;
      for (const auto& rows : runs)
        for (int i = 0; i < 10; ++i)
          if (printed.row == row_of(i) && rows[static_cast<std::size_t>(i)].*error <= *printed.published)
            least = std::min(least, static_cast<double>(rows[static_cast<std::size_t>(i)].attempts));
      into.set(printed.row, fmt::format("{}, fewest steps of {} for {}", table, method, column), least);
    }
}

// Second-order GGL on given steps: 20 of length h, 20 of half that. The first has order 1. [Wun05, (8.4)]
void second_order_ggl(Findings& into) {
  for (const auto& [k, h, modified] :
       {std::tuple(1, 0.02, true), std::tuple(1, 0.01, true), std::tuple(1, 0.02, false),
        std::tuple(1, 0.01, false), std::tuple(2, 0.01, true), std::tuple(2, 0.01, false)}) {
    pipeline::Setup setup = example_1_setup("ggl_second_order");
    const std::vector<std::string>& names = setup.plan->state_names;
    const auto l = static_cast<std::size_t>(std::ranges::find(names, "l") - names.begin());
    integrate::LevelBdf bdf(*setup.instance, modified);
    bdf.newton().set_tolerance(1e-14, true);
    bdf.restart(0, setup.start.y, setup.start.slope);
    const std::string row =
        fmt::format("k = {}, {}, h = {}", k, modified ? "q'' modified" : "both ordinary", h);
    double largest = 0;
    for (int step = 1; step <= 40; ++step) {
      if (!bdf.step(step <= 20 ? h : h / 2, std::min(k, step), false)) break;
      bdf.accept();
      const double error = std::fabs(bdf.x().level(0)[l] - std::sin(bdf.t()) * std::cos(bdf.t()));
      if (step <= 4) into.set(row, fmt::format("step {}", step), error);
      if (step > 20 && step <= 25) into.set(row, fmt::format("{} after halving", step - 20), error);
      if (step > 20) largest = std::max(largest, error);
    }
    into.set(row, "largest after halving", largest);
  }
}

// Forms (7.16) to (7.19) by the combinations that are offered; errors at t = 1.
void offered(Findings& into) {
  const struct {
    const char *row, *method, *formulation;
  } runs[] = {{"(7.16), modified_bdf", "modified_bdf", "second_order"},
              {"(7.17), modified_bdf", "modified_bdf", "ggl"},
              {"(7.19), bdf_second_order", "bdf_second_order", "ggl_second_order"},
              {"(7.31), modified_bdf", "modified_bdf", "minimal_extension_second_order"}};
  for (const auto& [row, method, formulation] : runs) {
    ExampleRun run{.method = method, .formulation = formulation, .rtol = 1e-5, .atol = 1e-5};
    const ExampleRow end = run.run().back();
    into.set(row, "q", std::max(end.q1, end.q2));
    into.set(row, "lambda", end.l);
  }
}

}  // namespace

void wun05_tables_8(Findings& into) {
  using Row = ExampleRow;
  const ExampleRun table_8_1{.method = "wunderlich", .factor = loose_but_positions, .first_step = 1e-4},
      dassl_like{.method = "bdf", .formulation = "as_written", .factor = [](const std::string&state) {
                   return state == "l" ? 1e4 : loose_but_positions(state);
                 }};
  put_run(into, "8.1", table_8_1);
  put_run(into, "8.1 DASSL", dassl_like);
  put_run(into, "8.2",
          {.method = "wunderlich",
           .formulation = "ggl_second_order",
           .rtol = 1e-2,
           .atol = 1e-3,
           .factor = [](const std::string& state) { return state == "q1" || state == "q2" ? 1 : 1000; },
           .first_step = 1e-4});
  put_run(into, "8.2 DASSL", {.method = "bdf", .formulation = "ggl"});
  put_run(into, "8.3",
          {.method = "wunderlich",
           .formulation = "minimal_extension_second_order",
           .factor = loose_but_positions,
           .first_step = 1e-4});
  put_run(into, "8.3 DASSL",
          {.method = "bdf", .formulation = "minimal_extension", .factor = loose_but_positions});
  const ExampleRun radau{.method = "wunderlich_radau", .factor = loose_but_positions, .first_step = 1e-4};
  put_run(into, "8.4", radau);
  put_run(into, "8.5", radau);
  second_order_ggl(into);
  offered(into);
  for (const char* const table : {"8.1", "8.1 DASSL"})
    work_precision(into, table, "modified_bdf", "second_order", {{"q1", &Row::q1}, {"lambda", &Row::l}});
  for (const char* const table : {"8.3", "8.3 DASSL"})
    work_precision(into, table, "modified_bdf", "minimal_extension_second_order",
                   {{"q1", &Row::q1}, {"lambda", &Row::l}});
  for (const char* const method : {"radau_second_order_2", "radau_second_order_3"}) {
    work_precision(into, "8.4", method, "second_order",
                   {{"q1", &Row::q1}, {"q2", &Row::q2}, {"lambda", &Row::l}});
    work_precision(into, "8.5", method, "second_order",
                   {{"q1'", &Row::v1}, {"q2'", &Row::v2}, {"lambda'", &Row::slope_of_l}});
  }
  report::Curve exact{"exact", {}, {}};
  for (int i = 0; i <= 100; ++i) {
    exact.x.push_back(0.01 * i);
    exact.y.push_back(std::sin(0.01 * i) * std::cos(0.01 * i));
  }
  into.figures.push_back(
      {"8_1",
       {.title = "Figure 8.1: lambda",
        .panels = {{.x_label = "t",
                    .y_label = "lambda",
                    .curves = {lambda_curve("modified BDF", table_8_1, false),
                               lambda_curve("bdf, first order", dassl_like, false), exact}}}}});
  into.figures.push_back({"8_2",
                          {.title = "Figure 8.2: errors of lambda",
                           .panels = {{.x_label = "t",
                                       .y_label = "|error|",
                                       .log_y = true,
                                       .curves = {lambda_curve("modified BDF", table_8_1, true),
                                                  lambda_curve("bdf, first order", dassl_like, true)}}}}});
}

}  // namespace trammel::experiments
