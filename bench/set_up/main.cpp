// From the text of a model to its first step, for bench/instructions to count: read, judged, prepared,
// started, one step. The first call also makes the tables that a process makes once.
#include <cstdio>
#include <fstream>
#include <iterator>

#include "modelica/modelica.hpp"
#include "pipeline/solve.hpp"

using namespace trammel;

extern "C" [[gnu::noinline]] bool text_to_first_step(const std::string& text) {
  pipeline::Options options;
  options.engine = pipeline::Engine::vm;
  options.after_step = [](double, double, const pipeline::ValuesAt&) { return false; };
  const modelica::Loaded loaded = modelica::load({{"model.mo", text}});
  options.tolerance = loaded.experiment.tolerance;
  return pipeline::solve(loaded.problem, options).counts.steps == 1;
}

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  std::ifstream file(argv[1]);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  if (text_to_first_step(text)) return 0;
  std::fprintf(stderr, "%s: not one step\n", argv[1]);
  return 1;
}
