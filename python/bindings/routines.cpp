// routines.cpp: Python functions that equations call.
#include <fmt/format.h>
#include <pybind11/numpy.h>

#include <cstring>

#include "bindings.hpp"
#include "expr/formula.hpp"

namespace trammel::python {
namespace {

using Array = py::array_t<double>;
using RoutinePointer = std::shared_ptr<const expr::Routine>;

// Given back with the interpreter lock held, whoever gives it back.
std::shared_ptr<py::object> kept(py::object function) {
  return {new py::object(std::move(function)), [](py::object* object) {
            const py::gil_scoped_acquire held;
            delete object;
          }};
}

// function(flat array) -> numbers
expr::Code code_of(py::object function, const std::string& name) {
  if (function.is_none()) return {};
  return [call = kept(std::move(function)), name](Vec in, Out out) {
    const py::gil_scoped_acquire held;
    try {
      Array arguments(static_cast<py::ssize_t>(in.size()));
      std::memcpy(arguments.mutable_data(), in.data(), in.size_bytes());
      const py::object result = (*call)(arguments);
      if (out.size() == 1 && PyFloat_Check(result.ptr())) {
        out[0] = PyFloat_AS_DOUBLE(result.ptr());
        return;
      }
      const auto values = py::array_t<double, py::array::c_style | py::array::forcecast>::ensure(result);
      if (!values) throw py::error_already_set();
      if (static_cast<std::size_t>(values.size()) != out.size())
        throw Error(Kind::usage, fmt::format("{} returned {} numbers where {} are expected", name,
                                             values.size(), out.size()));
      std::memcpy(out.data(), values.data(), out.size_bytes());
    } catch (py::error_already_set& error) {
      throw Raised(caught(error), name);
    }
  };
}

RoutinePointer routine(const std::string& name, int inputs, int outputs, py::object function,
                       py::object jacobian, const std::vector<double>& sizes) {
  return expr::make_routine(name, inputs, outputs,
                            {.code = code_of(std::move(function), name),
                             .jacobian = code_of(std::move(jacobian), name),
                             .sizes = sizes});
}

std::vector<Symbol> called(const RoutinePointer& routine, const py::sequence& arguments) {
  std::shared_ptr<expr::Graph> graph;
  for (const py::handle a : arguments)
    if (py::isinstance<Symbol>(a)) graph = a.cast<const Symbol&>().graph;
  if (!graph) throw Error(Kind::usage, "a call without symbols is no formula");
  std::vector<expr::Expr> list;
  for (const py::handle a : arguments) list.push_back(symbol_of(graph, a, "an argument").expr);
  std::vector<Symbol> results;
  for (int k = 0; k < routine->outputs(); ++k) results.push_back({graph, graph->call(routine, list, k)});
  return results;
}

}  // namespace

Raised::Raised(py::object error, const std::string& name)
    : Error(Kind::usage, fmt::format("{} raised {}", name, py::str(py::repr(error)).cast<std::string>())),
      value(kept(std::move(error))) {}

void bind_routines(py::module_& module) {
  py::class_<expr::Routine, std::shared_ptr<expr::Routine>>(module, "Routine", "Code that equations call.")
      .def_property_readonly("name", &expr::Routine::name)
      .def_property_readonly("inputs", &expr::Routine::inputs)
      .def_property_readonly("outputs", &expr::Routine::outputs);
  module.def("routine", [](const std::string& name, int inputs, int outputs, py::object function,
                           py::object jacobian, const std::vector<double>& sizes) {
    return std::const_pointer_cast<expr::Routine>(
        routine(name, inputs, outputs, std::move(function), std::move(jacobian), sizes));
  });
  module.def("call", [](const std::shared_ptr<expr::Routine>& routine, const py::sequence& arguments) {
    return called(routine, arguments);
  });
}

}  // namespace trammel::python
