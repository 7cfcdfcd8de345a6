// symbols.cpp: expressions that obey Python's arithmetic. What NumPy asks of them stands in
// trammel/_arrays.py.
#include <fmt/format.h>

#include <cmath>

#include "bindings.hpp"
#include "expr/print.hpp"
#include "expr/query.hpp"

namespace trammel::python {
namespace {

using expr::Expr;
using expr::Op;

// Python and NumPy scalars, but no arrays: those that have one element would pass as numbers too.
std::optional<double> number(py::handle value) {
  PyObject* const object = value.ptr();
  if (PyFloat_Check(object) != 0) return PyFloat_AS_DOUBLE(object);
  if (PyLong_Check(object) != 0) return PyLong_AsDouble(object);
  if (PyComplex_Check(object) != 0)
    throw Error(Kind::usage, "a complex number stands in an equation", {},
                "write real and imaginary part as two equations");
  static const py::handle generic = py::object(py::module_::import("numpy").attr("generic")).release();
  if (!py::isinstance(value, generic)) return {};
  const double converted = PyFloat_AsDouble(object);
  if (PyErr_Occurred() != nullptr) throw py::error_already_set();
  return converted;
}

Symbol make(const Symbol& like, Expr expr) { return {like.graph, expr}; }

py::object binary(Op op, const Symbol& self, py::handle other, bool reflected) {
  const std::optional<Expr> partner = operand(self.graph, other);
  if (!partner) return py::reinterpret_borrow<py::object>(Py_NotImplemented);
  // A zero that somebody has written, such as an entry of a matrix, says that there is no such term.
  if (op == Op::mul && self.graph->is_constant(*partner, 0)) return py::cast(make(self, *partner));
  return py::cast(make(self, reflected ? self.graph->apply(op, *partner, self.expr)
                                       : self.graph->apply(op, self.expr, *partner)));
}

template <class Class>
void define(Class& type, const char* name, const char* reflected, Op op) {
  type.def(name, [op](const Symbol& self, py::handle other) { return binary(op, self, other, false); });
  if (reflected)
    type.def(reflected, [op](const Symbol& self, py::handle other) { return binary(op, self, other, true); });
}

py::object floor_divide(const Symbol& self, py::handle other, bool reflected) {
  const py::object quotient = binary(Op::div, self, other, reflected);
  if (quotient.is(py::handle(Py_NotImplemented))) return quotient;
  const auto& whole = quotient.cast<const Symbol&>();
  return py::cast(make(whole, whole.graph->apply(Op::floor, whole.expr)));
}

[[noreturn]] void needs_number(const Symbol& self, const char* what) {
  throw Error(
      Kind::usage,
      fmt::format("{} needs a number, but '{}' is symbolic", what, expr::print(*self.graph, self.expr)), {},
      "np.where(condition, a, b) instead of a branch");
}

Symbol apply(const std::string& name, const std::vector<py::object>& arguments) {
  static const auto ops = [] {
    std::unordered_map<std::string, Op> all;
    for (int k = static_cast<int>(Op::neg); k <= static_cast<int>(Op::select); ++k)
      all.emplace(expr::info(static_cast<Op>(k)).name, static_cast<Op>(k));
    return all;
  }();
  const auto op = ops.find(name);
  if (op == ops.end()) throw Error(Kind::usage, fmt::format("there is no operation '{}'", name));
  std::shared_ptr<expr::Graph> graph;
  for (const py::object& argument : arguments)
    if (py::isinstance<Symbol>(argument)) graph = argument.cast<const Symbol&>().graph;
  if (!graph) throw Error(Kind::usage, "none of the operands is a symbol");
  Expr in[3] = {};
  for (std::size_t k = 0; k < arguments.size() && k < 3; ++k)
    in[k] = symbol_of(graph, arguments[k], "an operand").expr;
  return {graph, graph->apply(op->second, in[0], in[1], in[2])};
}

std::vector<Symbol> moving(const Symbol& in) {
  std::vector<Symbol> all;
  for (const auto& [variable, order] : expr::highest_derivatives(*in.graph, in.expr))
    if (order > 0) all.push_back({in.graph, in.graph->symbol(variable)});
  return all;
}

// Values at a point: of an expression in y, y', t. What is not given is NaN.
std::vector<double> evaluate(const std::vector<Symbol>& of, double t, const std::vector<double>& y,
                             const std::vector<double>& yp) {
  if (of.empty()) return {};
  const expr::Graph& graph = *of.front().graph;
  std::vector<Expr> roots;
  roots.reserve(of.size());
  for (const Symbol& symbol : of) roots.push_back(symbol.expr);
  const auto leaf = [&](Expr e) {
    if (graph.op(e) == Op::constant) return graph.value(e);
    if (graph.op(e) == Op::time) return t;
    if (graph.op(e) != Op::symbol || graph.derivative(e) > 1) return std::nan("");
    const std::vector<double>& from = graph.derivative(e) == 0 ? y : yp;
    const auto at = static_cast<std::size_t>(graph.index(e));
    return at < from.size() ? from[at] : std::nan("");
  };
  std::vector<double> value(graph.size()), result;
  expr::Cone cone(graph);
  for (const Expr e : cone.collect(roots)) {
    const Op op = graph.op(e);
    const int arity = expr::info(op).arity;
    const auto operand = [&](int k) { return k < arity ? value[graph.arg(e, k).id] : 0; };
    if (op == Op::argument) continue;
    if (op == Op::call) {
      value[e.id] = expr::call_value(graph, e, [&](Expr a) { return value[a.id]; });
      continue;
    }
    value[e.id] = expr::is_leaf(op) ? leaf(e) : expr::compute(op, operand(0), operand(1), operand(2));
  }
  for (const Expr root : roots) result.push_back(value[root.id]);
  return result;
}

}  // namespace

std::optional<Expr> operand(const std::shared_ptr<expr::Graph>& graph, py::handle value) {
  if (py::isinstance<Symbol>(value)) {
    const auto& symbol = value.cast<const Symbol&>();
    if (symbol.graph != graph)
      throw Error(Kind::usage,
                  fmt::format("'{}' belongs to another model", expr::print(*symbol.graph, symbol.expr)));
    return symbol.expr;
  }
  const std::optional<double> plain = number(value);
  if (!plain) return {};
  if (std::isnan(*plain))
    throw Error(Kind::usage, "a NaN stands in an equation", {}, "the numbers that the equation is made of");
  return graph->constant(*plain);
}

Symbol symbol_of(const std::shared_ptr<expr::Graph>& graph, py::handle value, const char* use) {
  const std::optional<Expr> found = operand(graph, value);
  if (!found)
    throw Error(Kind::usage, fmt::format("{} is {}, which is neither a number nor a symbol of this model",
                                         use, std::string(py::repr(value))));
  return {graph, *found};
}

void bind_symbols(py::module_& module) {
  py::class_<Symbol> type(module, "Symbol",
                          "A formula: a variable, a parameter, time, or what is made of them.");
  define(type, "__add__", "__radd__", Op::add);
  define(type, "__sub__", "__rsub__", Op::sub);
  define(type, "__mul__", "__rmul__", Op::mul);
  define(type, "__truediv__", "__rtruediv__", Op::div);
  define(type, "__mod__", "__rmod__", Op::mod);
  define(type, "__lt__", nullptr, Op::lt);
  define(type, "__le__", nullptr, Op::le);
  define(type, "__gt__", nullptr, Op::gt);
  define(type, "__ge__", nullptr, Op::ge);
  define(type, "__eq__", nullptr, Op::eq);
  define(type, "__ne__", nullptr, Op::ne);
  define(type, "__and__", "__rand__", Op::logical_and);
  define(type, "__or__", "__ror__", Op::logical_or);
  const auto power = [](bool reflected) {
    return [reflected](const Symbol& self, py::handle other, const py::object& modulus) {
      if (!modulus.is_none()) return py::reinterpret_borrow<py::object>(Py_NotImplemented);
      return binary(Op::pow, self, other, reflected);
    };
  };
  type.def("__pow__", power(false), py::arg("other"), py::arg("modulus") = py::none())
      .def("__rpow__", power(true), py::arg("other"), py::arg("modulus") = py::none())
      .def("__floordiv__", [](const Symbol& a, py::handle b) { return floor_divide(a, b, false); })
      .def("__rfloordiv__", [](const Symbol& a, py::handle b) { return floor_divide(a, b, true); })
      .def("__neg__", [](const Symbol& a) { return make(a, a.graph->apply(Op::neg, a.expr)); })
      .def("__pos__", [](const Symbol& a) { return a; })
      .def("__abs__", [](const Symbol& a) { return make(a, a.graph->apply(Op::abs, a.expr)); })
      .def("__invert__", [](const Symbol& a) { return make(a, a.graph->apply(Op::logical_not, a.expr)); })
      .def("__hash__", [](const Symbol& a) { return std::hash<std::uint32_t>{}(a.expr.id); })
      .def("__repr__", [](const Symbol& a) { return expr::print(*a.graph, a.expr); })
      .def("__bool__", [](const Symbol& a) -> bool { needs_number(a, "a condition"); })
      .def("__float__", [](const Symbol& a) -> double { needs_number(a, "float()"); })
      .def("__int__", [](const Symbol& a) -> long { needs_number(a, "int()"); })
      .def("__index__", [](const Symbol& a) -> long { needs_number(a, "an index"); })
      .def("__complex__", [](const Symbol& a) -> double { needs_number(a, "complex()"); });
  // NumPy calls these for arrays of objects.
  for (int k = static_cast<int>(Op::sin); k <= static_cast<int>(Op::sqrt); ++k) {
    const Op op = static_cast<Op>(k);
    if (expr::info(op).arity != 1) continue;
    type.def(std::string(expr::info(op).name).c_str(),
             [op](const Symbol& a) { return make(a, a.graph->apply(op, a.expr)); });
  }
  type.def_property_readonly("is_condition", [](const Symbol& a) {
    const Op op = a.graph->op(a.expr);
    return op >= Op::lt && op <= Op::logical_not;
  });
  type.def_property_readonly("constant", [](const Symbol& a) -> std::optional<double> {
    if (a.graph->is_constant(a.expr)) return a.graph->value(a.expr);
    return {};
  });
  module.def("apply", &apply, "An operation by its name.");
  module.def(
      "der", [](const Symbol& f, int times) { return make(f, f.graph->total(f.expr, times)); }, py::arg("f"),
      py::arg("times") = 1, "The time derivative of a formula: der(x), der(x, 2), der(x*y).");
  module.def("moving", &moving, "The variables whose derivatives stand in a formula.");
  module.def("evaluate", &evaluate, "Values of expressions at one point (t, y, yp).");
}

}  // namespace trammel::python
