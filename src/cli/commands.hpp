// cli/commands.hpp: the commands. Each returns the exit status; misuse and impossible models throw Error.
#pragma once

#include "cli/arguments.hpp"
#include "modelica/modelica.hpp"
#include "pipeline/options.hpp"

namespace trammel::cli {

int simulate(const Arguments& arguments);
int analyze(const Arguments& arguments);
int compare(const Arguments& arguments);
int sweep(const Arguments& arguments);
int show(const Arguments& arguments);
int methods(const Arguments& arguments);
int reproduce(const Arguments& arguments);

enum Status { success = 0, wrong_model = 1, wrong_usage = 2, stopped_early = 3 };

// The model of the command line, with -p, --start and the interval put in.
modelica::Loaded load(const Arguments& arguments);
// The same in two parts, for those who load often: standard input can be read only once.
std::vector<modelica::Source> read_sources(const Arguments& arguments);
modelica::Loaded load(const Arguments& arguments, const std::vector<modelica::Source>& sources);
// Tolerances, method, formulation and engine as the command line and the model ask for them.
pipeline::Options options_of(const Arguments& arguments, const modelica::Loaded& loaded);

// To standard output, all of it, or an Error of kind io.
void print(const std::string& text);

}  // namespace trammel::cli
