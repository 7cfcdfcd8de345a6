#include "cli/flags.hpp"

#include <fmt/format.h>

#include "pipeline/option_table.hpp"

namespace trammel::cli {
namespace {

// What the text of a model does not say.
void add_formula_options(CLI::App& command, Arguments& into, Raw& raw) {
  FormulaArguments& f = into.formulas;
  const auto add = [&](const char* name, auto& value, const char* sentence, const char* type) {
    command.add_option(name, value, sentence)->type_name(type)->allow_extra_args(false);
  };
  add("--input", raw.inputs, "an input follows a column of a table over time (repeatable)", "NAME=FILE.csv");
  add("--invariant", f.invariants, "true on every solution, as energy may be: the run keeps it (repeatable)",
      "LEFT=RIGHT");
  add("--kinetic", f.kinetic, "equations of motion from energies: the kinetic one, with --coordinates",
      "FORMULA");
  add("--potential", f.potential, "the potential energy beside --kinetic", "FORMULA");
  add("--coordinates", f.coordinates, "variables of the model that --kinetic or --hamiltonian is about",
      "X,Y,...");
  add("--constraint", f.constraints,
      "of positions, beside --kinetic, with a multiplier lambda_NAME (repeatable)", "NAME:LEFT=RIGHT");
  add("--nonholonomic", f.nonholonomic, "a constraint of velocities beside --kinetic (repeatable)",
      "NAME:LEFT=RIGHT");
  add("--force", f.forces, "beside --kinetic: the force along a coordinate (repeatable)", "X=FORMULA");
  add("--hamiltonian", f.hamiltonian,
      "equations of motion from this energy, with --coordinates and --momenta", "FORMULA");
  add("--momenta", f.momenta, "variables of the model, conjugate to the coordinates", "P,...");
}

}  // namespace

void add_model_options(CLI::App& command, Arguments& into, Raw& raw) {
  command.add_option(
      "FILE", into.files,
      "the model, and the library files that it uses ('-': standard input); none: a model of a library");
  command.add_option("-L", into.libraries, "a folder of Modelica packages (repeatable; also MODELICAPATH)")
      ->type_name("DIR")
      ->allow_extra_args(false);
  command.add_option("--model", into.model, "the class to use, dotted (default: the last non-partial model)")
      ->type_name("NAME");
  command.add_option("-p", raw.parameters, "set a parameter (repeatable)")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  command.add_option("--start", raw.starts, "set a start value that must hold (repeatable)")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  add_formula_options(command, into, raw);
  command
      .add_option(
          "--budget", into.budget,
          "operations that reading the model may take, about 40 ns and 20 bytes each (default: 50000000)")
      ->type_name("N");
  command
      .add_option("--start-time", into.start_time,
                  "begin of the interval (default: the annotation's, else 0)")
      ->type_name("T");
  command
      .add_option("--stop-time", into.stop_time, "end of the interval (default: the annotation's, else 1)")
      ->type_name("T");
}

// One flag per line of the table, and what needs the names of the model.
void add_solver_options(CLI::App& command, Arguments& into, Raw& raw) {
  command
      .add_option("--direction", into.formulas.directions,
                  "where a stabilization pushes: an entry of D, of formulations that take one (repeatable)")
      ->type_name("STATE,CONSTRAINT[,K]=FORMULA")
      ->allow_extra_args(false);
  const std::vector<pipeline::Option>& table = pipeline::option_table();
  raw.settings.resize(table.size());
  for (std::size_t k = 0; k < table.size(); ++k) {
    const pipeline::Option& option = table[k];
    CLI::Option* flag =
        command.add_option("--" + std::string(option.name), raw.settings[k], std::string(option.sentence));
    std::vector<std::string> words(option.words.begin(), option.words.end());
    if (words.empty())
      flag->type_name(std::string(option.value));
    else
      flag->type_name(fmt::format("{}", fmt::join(words, "|")))->check(CLI::IsMember(words).description(""));
  }
}

void add_output_options(CLI::App& command, Arguments& into, Raw& raw) {
  command
      .add_option(
          "--variables", raw.shown,
          "which variables files, JSON and the summary hold; * and ? stand for any characters: q[*],crank.*")
      ->type_name("PATTERN,...")
      ->allow_extra_args(false);
  command.add_option("--at", raw.at, "report the variables at these times")
      ->type_name("T1,T2,...")
      ->allow_extra_args(false);
  auto* interval =
      command.add_option("--interval", into.interval, "output grid of files: every DT")->type_name("DT");
  command
      .add_option("--points", into.points,
                  "output grid of files: N points (default: the annotation's, else 500)")
      ->type_name("N")
      ->excludes(interval);
  command
      .add_option(
          "-o,--output", into.output,
          command.get_name() == "sweep"
              ? "write the table; a folder takes the rows as they come, and the sweep can be taken up again"
              : "write the trajectory, or the plot")
      ->type_name(command.get_name() == "sweep" ? "FILE.csv|FOLDER"
                                                : "FILE.csv|.json|.mat|.trammel|.svg|.png");
  command
      .add_option(
          "--plot", into.plots,
          "plot variables over time, or X:Y against each other, to the .svg or .png file of -o or to the "
          "terminal; again for another panel")
      ->type_name("X,Y,...")
      ->allow_extra_args(false);
  command.add_flag("--log-x", into.log_x, "plots: a logarithmic axis across");
  command.add_flag("--log-y", into.log_y, "plots: a logarithmic axis upwards");
}

void add_analysis_options(CLI::App& command, Arguments& into) {
  command.add_flag("--pencil", into.pencil,
                   "linear equations with constant coefficients: condensed forms by named equations");
  command.add_flag("--perturbation", into.perturbation,
                   "measure how the solution answers small defects of the equations: the perturbation index");
}

void add_sweep_options(CLI::App& command, Arguments& into) {
  CLI::Option* threads =
      command.add_option("--threads", into.threads, "runs at a time (default: one per core)")
          ->type_name("N")
          ->check(CLI::Range(0, 4096));
  command.add_flag("--mpi", into.mpi, "on the ranks of mpirun, one run at a time on each; with -o FOLDER")
      ->excludes(threads);
  command.add_flag("--trajectories", into.trajectories,
                   "keep the whole solution of every run in the folder of -o; `trammel show FOLDER --run N`");
}

void add_report_options(CLI::App& command, Arguments& into) {
  command.add_option("--report", into.report, "write a report: one file for a browser")
      ->type_name("FILE.html");
  command.add_flag("--open", into.open, "open the report");
  if (command.get_name() != "simulate") return;
  command.add_flag("--petsc{mumps}", into.petsc,
                   "a large model on the ranks of mpirun: each has its rows of equations and factors; "
                   "--petsc=SOLVER: mumps, superlu_dist or fieldsplit");
  command
      .add_option("--against", into.against,
                  "show another result, written by -o, beside this one in the report")
      ->type_name("FILE.json");
}

void add_talk_options(CLI::App& command, Arguments& into) {
  command.add_flag("--json", into.json, "one JSON object on standard output and nothing else there");
  command.add_flag("--quiet", into.quiet, "no progress, no summary");
  if (command.get_name() == "simulate")
    command.add_flag("--explain", into.explain, "the candidates of `auto` with predicted and real cost");
}

}  // namespace trammel::cli
