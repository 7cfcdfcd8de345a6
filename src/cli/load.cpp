// cli/load.cpp: files named on the command line, as a problem.
#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>
#include <sstream>

#include "base/error.hpp"
#include "base/text.hpp"
#include "cli/commands.hpp"
#include "cli/formulas.hpp"
#include "pipeline/option_table.hpp"

namespace trammel::cli {
namespace {

std::string read(const std::string& path) {
  const auto fail = [&](int code) {
    throw Error(Kind::io, fmt::format("cannot read {}: {}", quote(path), std::strerror(code)), {.file = path},
                code == ENOENT ? "check the file name" : "");
  };
  std::error_code ignored;
  if (path != "-" && std::filesystem::is_directory(path, ignored)) fail(EISDIR);
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> opened(
      path == "-" ? nullptr : std::fopen(path.c_str(), "rb"),
      [](std::FILE* f) { return f ? std::fclose(f) : 0; });
  std::FILE* const file = path == "-" ? stdin : opened.get();
  if (file == nullptr) fail(errno);
  std::string text;
  char piece[1 << 16];
  // What is too large is refused later, with its place: no more than that much needs to be read.
  for (std::size_t count = 0;
       text.size() <= modelica::largest_file && (count = std::fread(piece, 1, sizeof piece, file)) > 0;)
    text.append(piece, count);
  if (std::ferror(file) != 0) fail(errno);
  return text;
}

}  // namespace

std::vector<modelica::Source> read_sources(const Arguments& arguments) {
  std::vector<modelica::Source> sources;
  for (const std::string& path : arguments.files)
    sources.push_back({path == "-" ? "<stdin>" : path, read(path)});
  return sources;
}

modelica::Loaded load(const Arguments& arguments) { return load(arguments, read_sources(arguments)); }

modelica::Loaded load(const Arguments& arguments, const std::vector<modelica::Source>& sources) {
  std::vector<std::string> libraries = arguments.libraries;
  if (const char* path = std::getenv("MODELICAPATH")) {
    std::istringstream folders{std::string(path)};
    for (std::string folder; std::getline(folders, folder, ':');)
      if (std::error_code ignored; std::filesystem::is_directory(folder, ignored))
        libraries.push_back(folder);
  }
  modelica::Loaded loaded = modelica::load(sources, {.model = arguments.model,
                                                     .parameters = arguments.parameters,
                                                     .values = arguments.values,
                                                     .starts = arguments.starts,
                                                     .formulas = formula_texts(arguments.formulas),
                                                     .libraries = libraries,
                                                     .budget = arguments.budget});
  add_formulas(arguments.formulas, loaded);
  add_inputs(arguments.inputs, loaded);
  const modelica::Experiment& given = loaded.experiment;
  loaded.problem.t_start = arguments.start_time.value_or(given.start_time.value_or(0));
  loaded.problem.t_end = arguments.stop_time.value_or(given.stop_time.value_or(1));
  return loaded;
}

void print(const std::string& text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0)
    throw Error(Kind::io, fmt::format("cannot write to standard output: {}", std::strerror(errno)));
}

pipeline::Options options_of(const Arguments& arguments, const modelica::Loaded& loaded) {
  pipeline::Options options;
  options.step.rtol = options.step.atol = loaded.experiment.tolerance.value_or(1e-6);
  for (const auto& [name, text] : arguments.settings) pipeline::find_option(name).set(options, text);
  options.direction = directions_of(arguments.formulas, loaded);
  options.dense = false;  // the times that are wanted are known
  return options;
}

}  // namespace trammel::cli
