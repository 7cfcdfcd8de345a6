// simulation.cpp: a run that Python steps.
#include "bindings.hpp"

namespace trammel::python {

void bind_simulation(py::module_& module) {
  using Values = std::vector<std::pair<std::string, double>>;
  py::class_<Simulation>(module, "Simulation", "A run that is stepped by hand.")
      .def(py::init([](const Prepared& prepared, const Values& parameters, const Values& starts) {
        const py::gil_scoped_release free;
        return std::make_unique<Simulation>(prepared, Numbers{parameters, starts});
      }))
      .def("step", &Simulation::step, py::call_guard<py::gil_scoped_release>())
      .def("advance", &Simulation::advance, py::call_guard<py::gil_scoped_release>())
      .def("restart", &Simulation::restart, py::call_guard<py::gil_scoped_release>())
      .def("set", &Simulation::set, py::call_guard<py::gil_scoped_release>())
      .def_property_readonly("time", &Simulation::time)
      .def_property_readonly("ended", &Simulation::ended)
      .def_property_readonly("outcome",
                             [](const Simulation& s) { return std::string(solution::name(s.outcome())); })
      .def_property_readonly("message", &Simulation::message)
      .def_property_readonly("variables", &Simulation::variables)
      .def("value", &Simulation::value)
      .def("values", &Simulation::values)
      .def_property_readonly("steps", [](const Simulation& s) { return s.counts().steps; })
      .def("snapshot", [](const Simulation& s) { return s.snapshot().text(); })
      .def("restore", [](Simulation& s, const std::string& text) { s.restore(Snapshot::read(text)); });
}

}  // namespace trammel::python
