// bindings.hpp: what the files of the Python module share.
#pragma once

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <chrono>
#include <memory>
#include <mutex>
#include <string>

#include "trammel/trammel.hpp"

namespace trammel::python {

namespace py = pybind11;

// An expression that keeps its graph alive: Python may hold it longer than the model.
struct Symbol {
  std::shared_ptr<expr::Graph> graph;
  expr::Expr expr;
  Formula formula() const { return {*graph, expr}; }
};

// What Python writes into a formula: a Symbol, or a number that joins its graph. None for anything else, such
// as an array, which must then be asked instead. Throws for symbols of another model.
std::optional<expr::Expr> operand(const std::shared_ptr<expr::Graph>& graph, py::handle value);
// The same where nothing else will do.
Symbol symbol_of(const std::shared_ptr<expr::Graph>& graph, py::handle value, const char* use);

// A solution with a lock: reading between the steps uses work memory of the run.
struct Result {
  Solution solution;
  std::mutex reading = {};
};

// What Python has raised, as a value.
py::object caught(py::error_already_set& error);

// A run in C++ that Python may end: signals are looked at and a callback is called, the interpreter lock
// being held for just that long. What Python raises is kept, and ends the run.
class Patience {
 public:
  explicit Patience(py::object callback) : callback_(std::move(callback)) {}
  bool go_on(double t, const Counts& counts);
  // hook(from, to, at) with at(t) an array of all variables; False ends the run.
  bool after_step(const py::object& hook, double from, double to, std::size_t variables,
                  const pipeline::ValuesAt& at);
  // (name, direction, value(t, values), crossed(t, values)) of each event as functions of the run.
  std::vector<pipeline::EventFunction> events(const py::object& listed);
  py::object raised() const { return raised_; }  // None: nothing
  bool has_raised() const { return !raised_.is_none(); }
  void keep(py::error_already_set& error) { raised_ = caught(error); }

 private:
  py::object callback_, raised_ = py::none();
  std::chrono::steady_clock::time_point looked_ = std::chrono::steady_clock::now();
};

// What a Python function raised that a run in C++ had called; Python gets the original back.
struct Raised : Error {
  Raised(py::object error, const std::string& name);
  std::shared_ptr<py::object> value;
};

void bind_errors(py::module_& module);
void bind_symbols(py::module_& module);
void bind_models(py::module_& module);
void bind_options(py::module_& module);
void bind_opaque(py::module_& module);
void bind_routines(py::module_& module);
void bind_runs(py::module_& module);
void bind_solution(py::module_& module);
void bind_simulation(py::module_& module);

}  // namespace trammel::python
