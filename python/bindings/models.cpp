// models.cpp: models from Modelica text, and models that Python builds.
#include <fmt/format.h>

#include <unordered_set>

#include "bindings.hpp"
#include "expr/print.hpp"

namespace trammel::python {
namespace {

using expr::Op;
using model::Place;
using modelica::Loaded;
using Values = std::vector<std::pair<std::string, double>>;
using Named = std::vector<std::pair<std::string, Symbol>>;

Loaded load_texts(const std::vector<std::pair<std::string, std::string>>& texts, const std::string& model,
                  const Values& parameters, const Values& starts, const std::vector<std::string>& libraries) {
  std::vector<modelica::Source> sources;
  for (const auto& [file, text] : texts) sources.push_back({file, text});
  const py::gil_scoped_release free;
  Loaded loaded = modelica::load(
      sources, {.model = model, .parameters = parameters, .starts = starts, .libraries = libraries});
  if (loaded.experiment.start_time) loaded.problem.t_start = *loaded.experiment.start_time;
  loaded.problem.t_end = loaded.experiment.stop_time.value_or(loaded.problem.t_start + 1);
  return loaded;
}

std::vector<std::string> variables(const Loaded& loaded) {
  std::vector<std::string> names;
  for (const model::Variable& v : loaded.problem.dae.variables)
    names.push_back(loaded.problem.dae.graph->variable_name(v.id));
  return names;
}

py::dict parameters(const Loaded& loaded) {
  py::dict all;
  for (const model::Parameter& p : loaded.problem.dae.parameters)
    all[py::str(loaded.problem.dae.graph->parameter_name(p.id))] = p.value;
  return all;
}

std::vector<std::pair<std::string, std::string>> equations(const Loaded& loaded) {
  std::vector<std::pair<std::string, std::string>> all;
  for (const model::Equation& e : loaded.problem.dae.equations)
    all.emplace_back(e.name, expr::print(*loaded.problem.dae.graph, e.residual) + " = 0");
  return all;
}

// Whether two problems that Python has built are one: the same formulas in the same order, the same numbers.
bool same(const Loaded& one, const Loaded& other) {
  const model::Problem &p = one.problem, &q = other.problem;
  const expr::Graph &g = *p.dae.graph, &h = *q.dae.graph;
  if (g.size() != h.size() || g.variables() != h.variables() || g.parameters() != h.parameters() ||
      p.starts.size() != q.starts.size() || p.dae.equations.size() != q.dae.equations.size() ||
      p.dae.name != q.dae.name || p.t_start != q.t_start || p.t_end != q.t_end)
    return false;
  if (!p.dae.parameters.empty() || !p.dae.initial_equations.empty() || !p.dae.invariants.empty())
    return false;
  for (std::uint32_t id = 1; id < g.size(); ++id) {
    const expr::Expr e{id};
    if (g.op(e) != h.op(e)) return false;
    if (g.op(e) == Op::call && g.routine(e) != h.routine(e)) return false;
    for (int k = g.op(e) == Op::call ? 2 : 0; k < 3; ++k)
      if (g.arg(e, k) != h.arg(e, k)) return false;
    if (g.op(e) == Op::call && g.arg(e, 0) != h.arg(e, 0)) return false;
  }
  for (std::size_t j = 0; j < p.dae.variables.size(); ++j) {
    const model::Variable &a = p.dae.variables[j], &b = q.dae.variables[j];
    if (g.variable_name(a.id) != h.variable_name(b.id) || a.start != b.start || a.fixed != b.fixed ||
        a.nominal != b.nominal || a.nominal_given != b.nominal_given)
      return false;
  }
  for (std::size_t k = 0; k < p.starts.size(); ++k)
    if (p.starts[k].leaf != q.starts[k].leaf || p.starts[k].value != q.starts[k].value ||
        p.starts[k].rank != q.starts[k].rank)
      return false;
  for (std::size_t i = 0; i < p.dae.equations.size(); ++i)
    if (p.dae.equations[i].residual != q.dae.equations[i].residual ||
        p.dae.equations[i].name != q.dae.equations[i].name)
      return false;
  return true;
}

// Names of Python files live as long as the program: places in models point to them.
Place place_of(const std::string& file, int line) {
  static std::unordered_set<std::string> files;
  return {files.insert(file).first->c_str(), line};
}

class Builder {
 public:
  explicit Builder(const std::string& name) : model_(name), graph_(model_.problem().dae.graph) {}

  Symbol variable(const std::string& name, std::optional<double> start, bool fixed,
                  std::optional<double> nominal, double min, double max, const std::string& unit,
                  const std::string& description, const Place& place) {
    return wrap(model_.variable(name,
                                {.start = start,
                                 .fixed = fixed,
                                 .nominal = nominal,
                                 .min = min,
                                 .max = max,
                                 .unit = unit,
                                 .description = description},
                                place));
  }
  Symbol parameter(const std::string& name, double value, const std::string& unit,
                   const std::string& description, const Place& place) {
    return wrap(model_.parameter(name, value, {.unit = unit, .description = description}, place));
  }
  Symbol time() { return {graph_, graph_->time()}; }
  Symbol constant(double value) { return {graph_, graph_->constant(value)}; }

  // kind: equation, initial, invariant.
  void equation(const std::string& kind, const std::string& name, py::handle left, py::handle right,
                const Place& place) {
    const expr::Equality both = equality(left, right, name);
    if (kind == "equation")
      model_.equation(name, both, place);
    else if (kind == "initial")
      model_.initial_equation(name, both, place);
    else
      model_.invariant(name, both, place);
  }
  void start(const Symbol& leaf, double value, const std::string& rank) {
    if (rank != "guess" && rank != "preferred" && rank != "fixed")
      throw Error(Kind::usage, fmt::format("'{}' is no rank of a start value", rank), {},
                  "'fixed', 'preferred' or 'guess'");
    model_.start(leaf.formula(), value,
                 rank == "guess"       ? Rank::guess
                 : rank == "preferred" ? Rank::preferred
                                       : Rank::fixed);
  }
  void interval(double from, double to) { model_.interval(from, to); }
  std::vector<Symbol> lagrangian(const std::vector<Symbol>& q, py::handle kinetic, py::handle potential,
                                 const Named& constraints, const Named& nonholonomic,
                                 const std::vector<py::object>& forces, const Place& place) {
    Lagrangian mechanism{.q = formulas(q),
                         .kinetic = symbol_of(graph_, kinetic, "the kinetic energy").formula(),
                         .potential = symbol_of(graph_, potential, "the potential energy").formula()};
    for (const auto& [name, g] : constraints) mechanism.constraints.emplace_back(name, g.formula());
    for (const auto& [name, a] : nonholonomic) mechanism.nonholonomic.emplace_back(name, a.formula());
    for (const py::object& force : forces)
      mechanism.forces.push_back(symbol_of(graph_, force, "a force").formula());
    std::vector<Symbol> multipliers;
    for (const Formula& lambda : add_lagrangian(model_, mechanism, place))
      multipliers.push_back(wrap(lambda));
    return multipliers;
  }
  void hamiltonian(const std::vector<Symbol>& q, const std::vector<Symbol>& p, const Symbol& energy,
                   const Place& place) {
    add_hamiltonian(model_, {.q = formulas(q), .p = formulas(p), .energy = energy.formula()}, place);
  }
  Loaded problem() const { return {.problem = model_.problem(), .experiment = {}, .notes = {}}; }

 private:
  Symbol wrap(const Formula& formula) { return {graph_, formula.in(*graph_)}; }
  static std::vector<Formula> formulas(const std::vector<Symbol>& symbols) {
    std::vector<Formula> all;
    for (const Symbol& symbol : symbols) all.push_back(symbol.formula());
    return all;
  }
  // left = right, or left alone: `a == b`, or a residual that is to be zero.
  expr::Equality equality(py::handle left, py::handle right, const std::string& name) {
    const Symbol written = symbol_of(graph_, left, "the left side of the equation");
    if (!right.is_none()) return {written.formula(), symbol_of(graph_, right, "the right side").formula()};
    const Op op = graph_->op(written.expr);
    if (op == Op::eq)
      return {Symbol{graph_, graph_->arg(written.expr, 0)}.formula(),
              Symbol{graph_, graph_->arg(written.expr, 1)}.formula()};
    if (op >= Op::lt && op <= Op::logical_not)
      throw Error(Kind::usage, fmt::format("equation '{}' is a condition, not an equation", name),
                  {.equations = {name}}, "left == right");
    return {written.formula(), 0.0};
  }

  model::Model model_;
  std::shared_ptr<expr::Graph> graph_;
};

}  // namespace

void bind_models(py::module_& module) {
  py::class_<Loaded>(module, "Problem", "Equations, parameters, start values and an interval, as data.")
      .def_property_readonly("name", [](const Loaded& p) { return p.problem.dae.name; })
      .def_property_readonly("t_start", [](const Loaded& p) { return p.problem.t_start; })
      .def_property_readonly("t_end", [](const Loaded& p) { return p.problem.t_end; })
      .def_property_readonly("tolerance", [](const Loaded& p) { return p.experiment.tolerance; })
      .def_property_readonly("interval", [](const Loaded& p) { return p.experiment.interval; })
      .def_property_readonly("variables", &variables)
      .def_property_readonly("parameters", &parameters)
      .def_property_readonly("equations", &equations)
      .def_property_readonly("notes", [](const Loaded& p) { return p.notes; })
      .def("same", &same);
  module.def("load_texts", &load_texts);

  py::class_<Place>(module, "Place").def(py::init(&place_of));
  py::class_<Builder>(module, "Builder", "A model that is being written.")
      .def(py::init<const std::string&>())
      .def("variable", &Builder::variable)
      .def("parameter", &Builder::parameter)
      .def("time", &Builder::time)
      .def("constant", &Builder::constant)
      .def("equation", &Builder::equation)
      .def("start", &Builder::start)
      .def("interval", &Builder::interval)
      .def("lagrangian", &Builder::lagrangian)
      .def("hamiltonian", &Builder::hamiltonian)
      .def("problem", &Builder::problem);
}

}  // namespace trammel::python
