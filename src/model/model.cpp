#include "model/model.hpp"

#include <fmt/format.h>

#include <cmath>

#include "base/error.hpp"
#include "base/text.hpp"

namespace trammel::model {
namespace {

Origin origin_of(const Place& place) { return {place.file, place.line, 0}; }

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

void Model::claim(const std::string& name, const char* what) {
  if (name.empty()) throw Error(Kind::usage, fmt::format("a {} has no name", what));
  if (!names_.insert(name).second)
    throw Error(Kind::name, fmt::format("there are two variables or parameters called {}", quote(name)),
                {.variables = {name}}, "rename one of them");
}

Formula Model::variable(const std::string& name, const VariableOptions& options, Place place) {
  claim(name, "variable");
  if (options.start) require_number(*options.start, "the start value", name);
  if (!(options.nominal > 0) || !std::isfinite(options.nominal))
    throw Error(Kind::usage, fmt::format("the nominal value of {} is {}", quote(name), options.nominal),
                {.variables = {name}}, "give a positive number");
  const int id = graph().add_variable(name);
  problem_.dae.variables.push_back({.id = id,
                                    .start = options.start,
                                    .fixed = options.fixed,
                                    .nominal = options.nominal,
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
  claim(name, "parameter");
  require_number(value, "the value", name);
  const int id = graph().add_parameter(name);
  problem_.dae.parameters.push_back({id, value, options.unit, options.description, origin_of(place)});
  return {graph(), graph().parameter(id)};
}

Formula Model::time() { return expr::time(graph()); }

Equation Model::make(const std::string& name, const Equality& equality, const Place& place) {
  if (name.empty()) throw Error(Kind::usage, "an equation has no name");
  if (!equation_names_.insert(name).second)
    throw Error(Kind::name, fmt::format("there are two equations called {}", quote(name)),
                {.equations = {name}}, "rename one of them");
  const Expr left = equality.left.in(graph()), right = equality.right.in(graph());
  return {.name = name, .residual = graph().apply(expr::Op::sub, left, right), .origin = origin_of(place)};
}

void Model::equation(const std::string& name, const Equality& equality, Place place) {
  problem_.dae.equations.push_back(make(name, equality, place));
  problem_.dae.equations.back().family = static_cast<int>(problem_.dae.equations.size()) - 1;
}

void Model::initial_equation(const std::string& name, const Equality& equality, Place place) {
  problem_.dae.initial_equations.push_back(make(name, equality, place));
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
  const auto [at, fresh] = start_of_.try_emplace(leaf.id, problem_.starts.size());
  if (fresh) problem_.starts.emplace_back();
  problem_.starts[at->second] = {leaf, value, rank};
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
