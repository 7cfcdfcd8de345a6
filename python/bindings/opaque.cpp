// opaque.cpp: residual functions of Python that are called as they are.
#include "pipeline/opaque.hpp"

#include <pybind11/numpy.h>

#include <cstring>

#include "bindings.hpp"

namespace trammel::python {
namespace {

using Array = py::array_t<double>;

Array copy_of(Vec values) {
  Array array(static_cast<py::ssize_t>(values.size()));
  std::memcpy(array.mutable_data(), values.data(), values.size_bytes());
  return array;
}

// Calls Python and keeps what it raises; nothing is called after that.
struct Caller {
  py::object residual, checked, jacobian;
  Patience& patience;

  bool call(const py::object& function, double t, Vec y, Vec yp, const std::vector<Out>& out) {
    if (patience.has_raised()) return false;
    const py::gil_scoped_acquire held;
    try {
      const py::object result = function(t, copy_of(y), copy_of(yp));
      if (out.size() == 1) {
        // What is no array of the right size is looked at in Python, which has the sentences for it.
        const bool good = Array::check_(result) && py::reinterpret_borrow<Array>(result).ndim() == 1 &&
                          static_cast<std::size_t>(py::reinterpret_borrow<Array>(result).size()) == y.size();
        return take(good ? result : checked(result), out[0]);
      }
      const py::tuple parts(result);
      return take(parts[0], out[0]) && take(parts[1], out[1]);
    } catch (py::error_already_set& error) {
      patience.keep(error);
      return false;
    }
  }

  // Numbers as Python returned them, in Fortran's order; the functions were wrapped so that sizes are right.
  static bool take(const py::object& result, Out out) {
    const auto values = py::array_t<double, py::array::f_style | py::array::forcecast>::ensure(result);
    if (!values) throw py::error_already_set();
    if (static_cast<std::size_t>(values.size()) != out.size())
      throw Error(Kind::usage, "the function returned another number of values than at its first call");
    std::memcpy(out.data(), values.data(), out.size_bytes());
    return true;
  }
};

py::tuple solved(const std::string& name, py::object residual, py::object checked, py::object jacobian,
                 double t_start, double t_end, const std::vector<double>& y0, const std::vector<double>& yp0,
                 const std::vector<std::string>& names, const std::vector<double>& nominal,
                 std::optional<int> index, Options options, const py::object& after_step,
                 const py::object& events) {
  Patience patience{py::none()};
  Caller caller{std::move(residual), std::move(checked), std::move(jacobian), patience};
  pipeline::OpaqueProblem problem{.name = name,
                                  .y0 = y0,
                                  .yp0 = yp0,
                                  .t_start = t_start,
                                  .t_end = t_end,
                                  .names = names,
                                  .nominal = nominal,
                                  .index = index};
  problem.code.residual = [&](double t, Vec y, Vec yp, Out r) {
    return caller.call(caller.residual, t, y, yp, {r});
  };
  if (!caller.jacobian.is_none())
    problem.code.jacobian = [&](double t, Vec y, Vec yp, Out by_y, Out by_yp) {
      return caller.call(caller.jacobian, t, y, yp, {by_y, by_yp});
    };
  options.events = patience.events(events);
  options.progress = [&](double t, const Counts& counts) { return patience.go_on(t, counts); };
  if (!after_step.is_none())
    options.after_step = [&](double from, double to, const pipeline::ValuesAt& at) {
      return patience.after_step(after_step, from, to, 2 * y0.size(), at);
    };
  auto result = std::make_shared<Result>();
  try {
    const py::gil_scoped_release free;
    result->solution = pipeline::solve(problem, options);
  } catch (const Error&) {
    if (!patience.has_raised()) throw;
    return py::make_tuple(py::none(), patience.raised());
  }
  return py::make_tuple(result, patience.raised());
}

}  // namespace

void bind_opaque(py::module_& module) { module.def("solve_opaque", &solved); }

}  // namespace trammel::python
