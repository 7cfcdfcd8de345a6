#include "model/model.hpp"

#include <fmt/format.h>

#include <cmath>

#include "base/error.hpp"
#include "base/text.hpp"

namespace trammel::model {
namespace {

void require_number(double value, const std::string& what, const std::string& name) {
  if (!std::isfinite(value))
    throw Error(Kind::usage, fmt::format("{} of {} is {}", what, quote(name), value), {.variables = {name}},
                "give it a finite number");
}

}  // namespace

Model::Model(std::string name) {
  problem_.dae.name = std::move(name);
  problem_.dae.graph = std::make_shared<Graph>();
}

// The file of most places is that of the place before, and the compiler has its name once.
Origin Model::origin_of(const Place& place) {
  if (place.file != last_place_) last_file_ = place.file;
  last_place_ = place.file;
  return {last_file_, place.line, 0};
}

Model::Model(Problem problem) : problem_(std::move(problem)) {
  const Dae& dae = problem_.dae;
  const auto variable_or_parameter = [&](std::uint32_t number) -> const std::string& {
    const auto id = static_cast<int>(number / 2);
    return number % 2 == 0 ? graph().variable_name(id) : graph().parameter_name(id);
  };
  for (const Variable& variable : dae.variables)
    names_.insert(graph().variable_name(variable.id), static_cast<std::uint32_t>(2 * variable.id),
                  variable_or_parameter);
  for (const Parameter& parameter : dae.parameters)
    names_.insert(graph().parameter_name(parameter.id), static_cast<std::uint32_t>(2 * parameter.id + 1),
                  variable_or_parameter);
  const auto equation_name = [&](std::uint32_t number) -> const std::string& {
    return list(static_cast<List>(number % 3))[number / 3].name;
  };
  for (const List which : {List::equations, List::initial_equations, List::invariants})
    for (std::size_t k = 0; k < list(which).size(); ++k)
      equation_names_.insert(list(which)[k].name,
                             static_cast<std::uint32_t>(3 * k + static_cast<std::size_t>(which)),
                             equation_name);
  for (std::size_t k = 0; k < problem_.starts.size(); ++k) {
    const std::uint32_t leaf = problem_.starts[k].leaf.id;
    if (start_of_.size() <= leaf) start_of_.resize(graph().size());
    start_of_[leaf] = static_cast<std::uint32_t>(k + 1);
  }
}

// To be called immediately before the graph gets the name.
void Model::claim(const std::string& name, bool parameter) {
  if (name.empty())
    throw Error(Kind::usage, fmt::format("a {} has no name", parameter ? "parameter" : "variable"));
  const auto name_of = [&](std::uint32_t number) -> const std::string& {
    const auto id = static_cast<int>(number / 2);
    return number % 2 == 0 ? graph().variable_name(id) : graph().parameter_name(id);
  };
  const int id = parameter ? graph().parameters() : graph().variables();
  if (!names_.insert(name, static_cast<std::uint32_t>(2 * id + parameter), name_of))
    throw Error(Kind::name, fmt::format("there are two variables or parameters called {}", quote(name)),
                {.variables = {name}}, "rename one of them");
}

Formula Model::variable(const std::string& name, const VariableOptions& options, Place place) {
  if (options.start) require_number(*options.start, "the start value", name);
  const double nominal = options.nominal.value_or(1);
  if (!(nominal > 0) || !std::isfinite(nominal))
    throw Error(Kind::usage, fmt::format("the nominal value of {} is {}", quote(name), nominal),
                {.variables = {name}}, "give a positive number");
  claim(name, false);
  const int id = graph().add_variable(name);
  problem_.dae.variables.push_back({.id = id,
                                    .start = options.start,
                                    .fixed = options.fixed,
                                    .nominal = nominal,
                                    .nominal_given = options.nominal.has_value(),
                                    .min = options.min,
                                    .max = options.max,
                                    .unit = options.unit,
                                    .description = options.description,
                                    .origin = origin_of(place)});
  const Expr leaf = graph().symbol(id);
  if (options.fixed || options.start)
    set_start(leaf, options.start.value_or(0), options.fixed ? Rank::fixed : Rank::preferred);
  return {graph(), leaf};
}

Formula Model::parameter(const std::string& name, double value, const ParameterOptions& options,
                         Place place) {
  require_number(value, "the value", name);
  claim(name, true);
  const int id = graph().add_parameter(name);
  problem_.dae.parameters.push_back({id, value, options.unit, options.description, origin_of(place)});
  return {graph(), graph().parameter(id)};
}

Formula Model::time() { return expr::time(graph()); }

std::vector<Equation>& Model::list(List which) {
  Dae& dae = problem_.dae;
  return which == List::equations           ? dae.equations
         : which == List::initial_equations ? dae.initial_equations
                                            : dae.invariants;
}

Equation& Model::append(List which, const std::string& name, const Equality& equality, const Place& place) {
  if (name.empty()) throw Error(Kind::usage, "an equation has no name");
  const Expr left = equality.left.in(graph()), right = equality.right.in(graph());
  const Expr residual = graph().apply(expr::Op::sub, left, right);
  const auto name_of = [&](std::uint32_t number) -> const std::string& {
    return list(static_cast<List>(number % 3))[number / 3].name;
  };
  const std::size_t number = 3 * list(which).size() + static_cast<std::size_t>(which);
  if (!equation_names_.insert(name, static_cast<std::uint32_t>(number), name_of))
    throw Error(Kind::name, fmt::format("there are two equations called {}", quote(name)),
                {.equations = {name}}, "rename one of them");
  list(which).push_back({.name = name, .residual = residual, .origin = origin_of(place)});
  return list(which).back();
}

void Model::equation(const std::string& name, const Equality& equality, Place place) {
  const int family = static_cast<int>(problem_.dae.equations.size());
  append(List::equations, name, equality, place).family = family;
}

void Model::initial_equation(const std::string& name, const Equality& equality, Place place) {
  append(List::initial_equations, name, equality, place);
}

void Model::invariant(const std::string& name, const Equality& equality, Place place) {
  append(List::invariants, name, equality, place);
}

void Model::start(const Formula& leaf, double value, Rank rank) {
  const Expr e = leaf.in(graph());
  if (graph().op(e) != expr::Op::symbol)
    throw Error(Kind::usage,
                fmt::format("{} is no variable or derivative, so it has no start value", quote(leaf.text())),
                {}, "use an initial equation");
  require_number(value, "the start value", leaf.text());
  set_start(e, value, rank);
}

void Model::set_start(Expr leaf, double value, Rank rank) {
  if (start_of_.size() <= leaf.id) start_of_.resize(graph().size());
  std::uint32_t& place = start_of_[leaf.id];
  if (place == 0) {
    problem_.starts.emplace_back();
    place = static_cast<std::uint32_t>(problem_.starts.size());
  }
  problem_.starts[place - 1] = {leaf, value, rank};
}

void Model::conjugate(const Formula& coordinate, const Formula& momentum) {
  const int q = graph().index(coordinate.in(graph())), p = graph().index(momentum.in(graph()));
  for (Variable& variable : problem_.dae.variables)
    if (variable.id == p) variable.momentum_of = q;
}

void Model::interval(double t_start, double t_end) {
  if (!std::isfinite(t_start) || !std::isfinite(t_end))
    throw Error(Kind::usage, fmt::format("the interval from {} to {} is not finite", t_start, t_end));
  problem_.t_start = t_start;
  problem_.t_end = t_end;
}

void Model::set_parameter(const std::string& name, double value) {
  require_number(value, "the value", name);
  for (Parameter& parameter : problem_.dae.parameters)
    if (graph().parameter_name(parameter.id) == name) {
      parameter.value = value;
      return;
    }
  throw Error(Kind::name, fmt::format("there is no parameter called {}", quote(name)), {.variables = {name}});
}

}  // namespace trammel::model
