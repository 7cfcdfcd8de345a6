// cli/flags.hpp: the flags of the commands, group by group.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "cli/arguments.hpp"

namespace trammel::cli {

// Texts of options that need work after parsing.
struct Raw {
  std::vector<std::string> parameters, starts, inputs, shown, at;
  std::vector<std::string> settings;  // one per option of a run; empty: not given
};

void add_model_options(CLI::App& command, Arguments& into, Raw& raw);
void add_solver_options(CLI::App& command, Arguments& into, Raw& raw);
void add_output_options(CLI::App& command, Arguments& into, Raw& raw);
void add_analysis_options(CLI::App& command, Arguments& into);
void add_sweep_options(CLI::App& command, Arguments& into);
void add_report_options(CLI::App& command, Arguments& into);
void add_talk_options(CLI::App& command, Arguments& into);

}  // namespace trammel::cli
