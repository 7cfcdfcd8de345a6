#include "cli/report.hpp"

#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "analysis/diagnosis.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "cli/version.hpp"
#include "pipeline/square.hpp"
#include "report/anatomy.hpp"
#include "report/file.hpp"
#include "report/page.hpp"
#include "report/run_page.hpp"

extern char** environ;  // NOLINT(readability-redundant-declaration)

namespace trammel::cli {
namespace {

using report::Json;

// With the system's program for files of this kind; it goes on when this program ends.
void open(const std::string& path) {
  std::string file = std::filesystem::absolute(path).string();
  char program[] = "xdg-open";
  char* argv[] = {program, file.data(), nullptr};
  pid_t child = 0;
  if (posix_spawnp(&child, program, nullptr, nullptr, argv, environ) != 0)
    throw Error(Kind::io, "cannot open the report: xdg-open is not installed", {},
                fmt::format("open {} in a browser", quote(path)));
}

void write(const Arguments& arguments, Json data) {
  data["trammel"] = version;
  data["command"] = arguments.words;
  report::write_file(arguments.report, [&](const report::Sink& sink) {
    report::write_page(data.value("model", "") + " · Trammel", data, sink);
  });
  if (arguments.open) open(arguments.report);
}

// As it was integrated, if it has more equations than it needs.
model::Problem square_of(const model::Problem& problem) {
  const auto square = pipeline::squared(problem, problem.t_start);
  return square ? square->problem : problem;
}

}  // namespace

void report_run(const Arguments& arguments, const modelica::Loaded& loaded, const solution::Solution& run,
                double tolerance) {
  Json data = report::run_page(square_of(loaded.problem), loaded.drawing, run, {.tolerance = tolerance});
  if (!arguments.against.empty()) data["against"] = report::against_page(arguments.against, run);
  write(arguments, std::move(data));
}

void report_examination(const Arguments& arguments, const modelica::Loaded& loaded,
                        const pipeline::Examination& found, Json facts) {
  model::Dae dae = square_of(loaded.problem).dae;
  dae.graph = found.graph;  // which has the hidden constraints too
  Json data = {{"kind", "analyze"}, {"model", dae.name}, {"facts", std::move(facts)}};
  data["anatomy"] = report::anatomy(dae, analysis::analyze(dae), found.hidden_constraints);
  write(arguments, std::move(data));
}

void report_comparison(const Arguments& arguments, const modelica::Loaded& loaded, Json tables) {
  const model::Dae dae = square_of(loaded.problem).dae;
  const analysis::Diagnosis diagnosis = analysis::analyze(dae);
  Json data = {{"kind", "compare"}, {"model", dae.name}, {"tables", std::move(tables)}};
  data["anatomy"] = report::anatomy(dae, diagnosis, analysis::hidden_constraints(dae, diagnosis));
  write(arguments, std::move(data));
}

}  // namespace trammel::cli
