// options.cpp: what a user can say about a run. The names and what they take come from the table of options.
#include "bindings.hpp"
#include "pipeline/option_table.hpp"

namespace trammel::python {

void bind_options(py::module_& module) {
  py::class_<Options>(module, "Options")
      .def(py::init<>())
      .def_readwrite("t_start", &Options::t_start)
      .def_readwrite("t_end", &Options::t_end)
      .def_readwrite("times", &Options::times)
      .def_readwrite("dense", &Options::dense)
      .def_property_readonly("rtol", [](const Options& o) { return o.step.rtol; })
      .def("set", [](Options& o, const std::string& name, const std::string& text) {
        pipeline::find_option(name).set(o, text);
      });
}

}  // namespace trammel::python
