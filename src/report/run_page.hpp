// report/run_page.hpp: a run as the data of its report.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "model/dae.hpp"
#include "model/drawing.hpp"
#include "report/gather.hpp"
#include "solution/solution.hpp"

namespace trammel::report {

using Json = nlohmann::ordered_json;

struct RunPageOptions {
  std::size_t numbers = 120'000;  // of all curves together; each takes 5.3 bytes of the file
  std::size_t points = 4000;      // of one curve, at most
  std::size_t variables = 2000;   // that are shown, at most: those declared first
  double tolerance = 1e-6;        // of the run: the tube of comparisons
};

// Who follows the run for its report; `shown`: the variables to be shown, by their places among the reported.
Gatherer gatherer(std::size_t reported, std::vector<std::size_t> shown, const RunPageOptions& options = {});

// Variables over time, constraint residuals by level, step sizes, the animation; everything about the run
// that --json says.
Json run_page(const model::Problem& problem, const model::Drawing& drawing, const solution::Solution& run,
              Gatherer& gathered, const RunPageOptions& options = {});
// The same of a run that has kept its trajectory and was not followed.
Json run_page(const model::Problem& problem, const model::Drawing& drawing, const solution::Solution& run,
              const RunPageOptions& options = {});

// Another result, a file that -o FILE.json wrote, to be shown beside a run: its values of the variables that
// both have, at its own times or some of them.
struct OtherRun {
  std::string file = {}, model = {};
  std::vector<std::string> names = {};
  std::vector<std::size_t> column = {};  // of the run
  std::vector<double> time = {};
  std::vector<std::vector<double>> values = {};  // per name
};
// Throws an Error of kind io or usage for a file that cannot be read as such.
OtherRun read_other(const std::string& path, const std::vector<std::string>& variables);
// Its curves and the differences. `samples`: of the run, at those of the other's times that it has reached.
Json against_page(const OtherRun& other, const std::vector<solution::Sample>& samples);

}  // namespace trammel::report
