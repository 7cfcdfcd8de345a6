// errors.cpp: trammel::Error as the one exception class of the Python package.
#include <pybind11/numpy.h>

#include <cstring>

#include "bindings.hpp"

namespace trammel::python {
namespace {

py::object to_python(const Error& error) {
  const py::object made = py::module_::import("trammel._errors").attr("Error")(error.message);
  const auto set = [&](const char* name, py::object value) { made.attr(name) = std::move(value); };
  set("kind", py::str(std::string(name(error.kind))));
  set("equations", py::cast(error.where.equations));
  set("variables", py::cast(error.where.variables));
  set("hint", py::str(error.hint));
  set("file", py::str(error.where.file));
  set("line", py::int_(error.where.line));
  set("column", py::int_(error.where.column));
  set("time", error.where.time ? py::object(py::float_(*error.where.time)) : py::none());
  return made;
}

void raise(const py::object& error) {
  PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(error.ptr())), error.ptr());
}

}  // namespace

void bind_errors(py::module_& /*module*/) {
  py::register_exception_translator([](std::exception_ptr thrown) {
    try {
      if (thrown) std::rethrow_exception(thrown);
    } catch (const Raised& raised) {
      raise(*raised.value);
    } catch (const modelica::Errors& errors) {
      const py::object first = to_python(errors);
      py::list all;
      for (const Error& error : errors.all) all.append(to_python(error));
      first.attr("all") = all;
      raise(first);
    } catch (const Error& error) {
      raise(to_python(error));
    }
  });
}

bool Patience::go_on(double t, const Counts& counts) {
  constexpr std::chrono::milliseconds between_looks(20);
  const auto now = std::chrono::steady_clock::now();
  const bool call = !callback_.is_none();
  if (!call && now - looked_ < between_looks) return true;
  looked_ = now;
  const py::gil_scoped_acquire held;
  try {
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    return !call || !callback_(t, counts.steps).is(py::bool_(false));
  } catch (py::error_already_set& error) {
    raised_ = caught(error);
    return false;
  }
}

bool Patience::after_step(const py::object& hook, double from, double to, std::size_t variables,
                          const pipeline::ValuesAt& at) {
  if (!raised_.is_none()) return false;
  const py::gil_scoped_acquire held;
  try {
    const py::cpp_function values = [&](double t) {
      py::array_t<double> all(static_cast<py::ssize_t>(variables));
      at(t, {all.mutable_data(), variables});
      return all;
    };
    return !hook(from, to, values).is(py::bool_(false));
  } catch (py::error_already_set& error) {
    raised_ = caught(error);
    return false;
  }
}

std::vector<pipeline::EventFunction> Patience::events(const py::object& listed) {
  std::vector<pipeline::EventFunction> all;
  if (listed.is_none()) return all;
  // A function is kept by the list, which lives as long as the run.
  const auto ask = [this](const py::handle function, double t, Vec values, const auto& use, auto otherwise) {
    if (!raised_.is_none()) return otherwise;
    const py::gil_scoped_acquire held;
    try {
      py::array_t<double> array(static_cast<py::ssize_t>(values.size()));
      std::memcpy(array.mutable_data(), values.data(), values.size_bytes());
      return use(function(t, array));
    } catch (py::error_already_set& error) {
      raised_ = caught(error);
      return otherwise;
    }
  };
  for (const py::handle item : listed) {
    const auto parts = py::reinterpret_borrow<py::tuple>(item);
    const py::handle value = parts[2], crossed = parts[3];
    all.push_back({.name = parts[0].cast<std::string>(),
                   .value =
                       [ask, value](double t, Vec values) {
                         return ask(
                             value, t, values, [](const py::object& result) { return result.cast<double>(); },
                             0.0);
                       },
                   .direction = parts[1].cast<int>(),
                   .crossed =
                       [ask, crossed](double t, Vec values) {
                         return ask(
                             crossed, t, values,
                             [](const py::object& result) { return !result.is(py::bool_(false)); }, false);
                       }});
  }
  return all;
}

py::object caught(py::error_already_set& error) {
  py::object value = error.value();
  if (error.trace()) PyException_SetTraceback(value.ptr(), error.trace().ptr());
  return value;
}

}  // namespace trammel::python
