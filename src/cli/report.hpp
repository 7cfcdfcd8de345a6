// cli/report.hpp: --report, --against, --open.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <vector>

#include "cli/arguments.hpp"
#include "modelica/modelica.hpp"
#include "pipeline/compare.hpp"
#include "pipeline/examine.hpp"
#include "report/run_page.hpp"
#include "solution/solution.hpp"

namespace trammel::cli {

// The report of a run that is yet to be made: what it needs from the run, and what becomes of that.
class RunReport {
 public:
  // Reads the file of --against, so that what is wrong with it is told before the run.
  RunReport(const Arguments& arguments, const modelica::Loaded& loaded);
  std::vector<double> times() const;  // at which values are needed
  solution::Follower* follower() { return &gatherer_; }
  void write(const solution::Solution& run, double tolerance);

 private:
  const Arguments& arguments_;
  const modelica::Loaded& loaded_;
  report::Gatherer gatherer_;
  std::optional<report::OtherRun> other_;
};

// Write the file of --report, and open it if that was asked for.
void report_examination(const Arguments& arguments, const modelica::Loaded& loaded,
                        const pipeline::Examination& found, nlohmann::ordered_json facts);
// Comparisons of one problem at several tolerances, as `trammel compare --json` tells each.
void report_comparison(const Arguments& arguments, const modelica::Loaded& loaded,
                       nlohmann::ordered_json tables);

}  // namespace trammel::cli
