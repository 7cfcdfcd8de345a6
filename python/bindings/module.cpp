// module.cpp: the compiled half of the Python package; trammel/__init__.py is what people import.
#include "bindings.hpp"

PYBIND11_MODULE(_trammel, module) {
  using namespace trammel::python;
  module.doc() = "The compiled half of the package trammel.";
  bind_errors(module);
  bind_symbols(module);
  bind_models(module);
  bind_options(module);
  bind_solution(module);
  bind_routines(module);
  bind_runs(module);
  bind_opaque(module);
  bind_simulation(module);
}
