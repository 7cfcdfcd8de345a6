// cli/show.cpp: `trammel show`: a saved solution as tables and pictures; nothing is computed again.
#include "base/error.hpp"
#include "cli/commands.hpp"
#include "cli/grid.hpp"
#include "cli/pattern.hpp"
#include "cli/plot.hpp"
#include "cli/result.hpp"
#include "cli/trajectories.hpp"
#include "report/file.hpp"
#include "report/plot_text.hpp"
#include "report/solution_file.hpp"

namespace trammel::cli {
namespace {

std::vector<solution::Sample> read_at(const solution::Solution& run, const std::vector<double>& times) {
  std::vector<solution::Sample> samples;
  for (const double t : times) samples.push_back({t, run.at(t)});
  return samples;
}

}  // namespace

int show(const Arguments& arguments) {
  if (!arguments.output.empty()) report::check_writable(arguments.output);
  const report::SavedSolution saved = arguments.run ? load_run(arguments.files.front(), *arguments.run)
                                                    : report::load_solution(arguments.files.front());
  const solution::Solution& run = saved.solution;
  for (const std::string& text : arguments.plots) report::read_plot(text, run.variables);
  matching(run.variables, arguments.shown);
  const std::vector<solution::Sample> asked = read_at(run, asked_times(arguments, run.t_start, run.t_end));
  std::string drawn;
  if (!arguments.output.empty() && !is_picture(arguments.output))
    write_result(arguments, {.model = saved.model, .units = saved.units, .descriptions = saved.descriptions},
                 run, read_at(run, output_grid(arguments, {}, run.t_start, run.t_end)));
  if (!arguments.plots.empty())
    drawn = plot(arguments, saved.model, report::Units(run.variables, saved.units), run);
  tell(arguments, saved.model, run, asked, {});
  print(drawn);
  return success;
}

}  // namespace trammel::cli
