// From the text of a model to its first step, for bench/instructions to count: read, judged, prepared,
// started, one step. The first call also makes the tables that a process makes once.
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>

#include "modelica/modelica.hpp"
#include "pipeline/solve.hpp"

using namespace trammel;

extern "C" [[gnu::noinline]] void text_to_first_step(const std::string& text) {
  pipeline::Options options;
  options.engine = pipeline::Engine::vm;
  options.after_step = [](double, double, const pipeline::ValuesAt&) -> bool { std::_Exit(0); };
  const modelica::Loaded loaded = modelica::load({{"model.mo", text}});
  options.tolerance = loaded.experiment.tolerance;
  (void)pipeline::solve(loaded.problem, options);
}

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  std::ifstream file(argv[1]);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  text_to_first_step(text);  // ends the process at the first step
  std::fprintf(stderr, "%s: not one step\n", argv[1]);
  return 1;
}
