#include "cli/report.hpp"

#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "analysis/diagnosis.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "cli/pattern.hpp"
#include "cli/version.hpp"
#include "pipeline/observe.hpp"
#include "pipeline/square.hpp"
#include "report/anatomy.hpp"
#include "report/file.hpp"
#include "report/page.hpp"

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

void write_report(const Arguments& arguments, Json data) {
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

RunReport::RunReport(const Arguments& arguments, const modelica::Loaded& loaded)
    : arguments_(arguments), loaded_(loaded), gatherer_([&] {
        const std::vector<std::string> names = pipeline::reported(loaded.problem.dae).names;
        return report::gatherer(names.size(), matching(names, arguments.shown));
      }()) {
  if (!arguments.against.empty())
    other_ = report::read_other(arguments.against, pipeline::reported(loaded.problem.dae).names);
}

std::vector<double> RunReport::times() const {
  std::vector<double> times = other_ ? other_->time : std::vector<double>{};
  std::erase_if(times,
                [&](double t) { return !(t >= loaded_.problem.t_start && t <= loaded_.problem.t_end); });
  std::ranges::sort(times);
  return times;
}

void RunReport::write(const solution::Solution& run, double tolerance) {
  Json data =
      report::run_page(square_of(loaded_.problem), loaded_.drawing, run, gatherer_, {.tolerance = tolerance});
  if (other_) data["against"] = report::against_page(*other_, run.samples);
  write_report(arguments_, std::move(data));
}

void report_examination(const Arguments& arguments, const modelica::Loaded& loaded,
                        const pipeline::Examination& found, Json facts) {
  model::Dae dae = square_of(loaded.problem).dae;
  dae.graph = found.graph;  // which has the hidden constraints too
  Json data = {{"kind", "analyze"}, {"model", dae.name}, {"facts", std::move(facts)}};
  data["anatomy"] = report::anatomy(dae, analysis::analyze(dae), found.hidden_constraints);
  write_report(arguments, std::move(data));
}

void report_comparison(const Arguments& arguments, const modelica::Loaded& loaded, Json tables) {
  const model::Dae dae = square_of(loaded.problem).dae;
  const analysis::Diagnosis diagnosis = analysis::analyze(dae);
  Json data = {{"kind", "compare"}, {"model", dae.name}, {"tables", std::move(tables)}};
  data["anatomy"] = report::anatomy(dae, diagnosis, analysis::hidden_constraints(dae, diagnosis));
  write_report(arguments, std::move(data));
}

}  // namespace trammel::cli
