// modelica/declare.cpp: variables, parameters and their start values in the Problem.
#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "modelica/flatten.hpp"

namespace trammel::modelica {

// An input of the model itself has nobody to give it a value: it counts as a parameter.
void Flattener::take_inputs(Instance& root) {
  for (auto& c : root.children) {
    Instance& i = *c;
    if (!i.absent && !i.leaf() && i.causality == Causality::input && !i.modifier.binding) {
      for (auto& part : i.children) in_.ensure(*part);
      take_inputs(i);
      for (auto& element : i.elements) {
        for (auto& part : element->children) in_.ensure(*part);
        take_inputs(*element);
      }
      continue;
    }
    if (i.absent || !i.leaf() || i.causality != Causality::input || i.modifier.binding ||
        i.base != Base::real || i.variability >= Variability::parameter || i.first_variable >= 0)
      continue;
    const Value start = in_.attribute(i, "start");
    i.variability = Variability::parameter;
    i.value_state = Instance::State::ready;
    i.value.shape = i.shape;
    for (std::int64_t k = 0; k < count(i.shape); ++k) {
      const std::string element = element_name(unquoted(i.path()), i.shape, k);
      Overrides::Given* given = in_.overrides().find(element);
      const Expr from_start = start.data.empty() ? g_.constant(0) : start.data[start.scalar() ? 0 : k];
      i.value.data.push_back(given ? in_.given_value(i, element, *given) : from_start);
    }
    if (i.value.data.empty()) continue;
    session_.note(fmt::format("the input {} has no value; it is held at {}", quote(i.path()),
                              g_.value(i.value.data[0])));
  }
}

void Flattener::declare(Instance& i) {
  if (i.absent) return;
  for (auto& e : i.elements) declare(*e);
  for (auto& c : i.children) declare(*c);
  if (!i.leaf()) return;
  if (i.variability >= Variability::parameter) {
    if (in_.has_no_value(i)) {  // an error only where something needs it
      without_value_.push_back(&i);
      return;
    }
    in_.number(i);
    if (!i.unknown) {
      check_limits(i);
      return declare_parameter(i);
    }
  }
  if (i.in_when) return declare_discrete(i);
  if (i.variability == Variability::discrete && i.base == Base::real && i.causality == Causality::none &&
      !i.modifier.binding)
    session_.fail(i.place, Kind::structure,
                  fmt::format("the discrete variable {} is assigned in no when-clause", quote(i.path())),
                  "assign it in one, or leave out 'discrete'");
  declare_variable(i);
}

// A parameter outside of its own limits is used, but people are told. When all have values: limits may need
// others.
void Flattener::check_limits(Instance& i) {
  if (i.base != Base::real && i.base != Base::integer) return;
  for (const char* side : {"min", "max"}) {
    const Value limit = in_.attribute(i, side);
    for (std::size_t k = 0; k < i.value.data.size() && !limit.data.empty(); ++k) {
      const double value = g_.value(i.value.data[k]), most = g_.value(limit.data[limit.scalar() ? 0 : k]);
      if (side == std::string_view("min") ? value >= most : value <= most) continue;
      session_.note(fmt::format("parameter {} is {}, but its {} is {}",
                                quote(element_name(i.path(), i.shape, static_cast<std::int64_t>(k))), value,
                                side, most));
      break;
    }
  }
}

void Flattener::note_unused() {
  std::vector<std::string> names;
  for (const Instance* i : without_value_)
    if (i->value_state != Instance::State::ready) names.push_back(quote(i->path()));
  if (names.empty()) return;
  const bool one = names.size() == 1;
  session_.note(fmt::format("parameter{} {} {} no value; nothing uses {}", one ? "" : "s", listed(names, 5),
                            one ? "has" : "have", one ? "it" : "them"));
}

void Flattener::declare_parameter(Instance& i) {
  if (i.base != Base::real || i.variability == Variability::constant) return;
  session_.spend(cost::parameter * count(i.shape), i.place);
  const int first = in_.first_parameter(i);
  parameters_.push_back(&i);
  const Value unit = in_.attribute(i, "unit");
  const SharedText comment(i.component->comment);
  for (std::int64_t k = 0; k < count(i.shape); ++k) {
    model::Parameter p;
    p.id = first + static_cast<int>(k);
    p.value = g_.value(i.value.data[k]);
    if (!unit.data.empty()) p.unit = session_.text(unit.data[unit.scalar() ? 0 : k]);
    p.description = comment;
    p.origin = origin(i.place);
    problem_.dae.parameters.push_back(std::move(p));
  }
  forget_attributes(i);
}

// What nothing asks for any more. A type's unit stands in every variable of it: a fifth of all memory.
void Flattener::forget_attributes(Instance& i) {
  std::erase_if(i.modifier.parts, [](const auto& part) {
    return part.first != "start" && part.first != "fixed" && part.first != "min" && part.first != "max";
  });
  i.modifier.parts.shrink_to_fit();
}

void Flattener::declare_variable(Instance& i) {
  if (i.base == Base::text) return;  // it is read where it is used
  session_.spend(cost::variable * count(i.shape), i.place);
  const int first = in_.first_variable(i);
  const SharedText comment(i.component->comment);
  std::vector<model::Variable> variables(static_cast<std::size_t>(count(i.shape)));
  for (std::size_t k = 0; k < variables.size(); ++k) {
    variables[k].id = first + static_cast<int>(k);
    variables[k].description = comment;
    variables[k].origin = origin(i.place);
  }
  set_attributes(i, variables);
  // The start of what is discrete is its value before the first event, fixed or not [MLS36, 8.6].
  if (i.base != Base::real)
    for (model::Variable& v : variables) v.fixed = v.fixed && i.unknown;
  const Value formula = in_.start_formula(i);
  for (std::size_t k = 0; k < variables.size(); ++k) {
    const model::Variable& v = variables[k];
    if (v.fixed || v.start) {
      problem_.starts.push_back({g_.symbol(v.id), v.start.value_or(0),
                                 v.fixed                ? model::Rank::fixed
                                 : i.base != Base::real ? model::Rank::guess
                                                        : model::Rank::preferred});
      if (!formula.data.empty())
        if (const Expr start = formula.data[formula.scalar() ? 0 : k]; !g_.is_constant(start))
          problem_.starts.back().formula = start;
    }
    if (i.unknown &&
        !(i.modifier.binding && i.value_state == Instance::State::ready && !i.value.data.empty())) {
      Items constant = {{g_.symbol(v.id, 1), g_.constant(0), i.place,
                         fmt::format("{} is constant", g_.variable_name(v.id))}};
      emit(constant, false);
    }
    problem_.dae.variables.push_back(v);
  }
  forget_attributes(i);
}

// What flows into connectors are unknowns like any other.
void Flattener::declare_streams() {
  for (const auto& [stream, unknown] : in_.in_streams()) {
    model::Variable v;
    v.id = g_.index(unknown);
    for (const model::Variable& other : problem_.dae.variables)
      if (other.id == g_.index(stream)) {
        v = other;
        v.fixed = false;
        v.id = g_.index(unknown);
        break;
      }
    problem_.dae.variables.push_back(std::move(v));
  }
}

void Flattener::set_attributes(Instance& i, std::vector<model::Variable>& variables) {
  if (i.modifier.parts.empty()) return;
  const auto each = [&](const char* name, auto&& set) {
    const Value v = in_.attribute(i, name);
    if (v.data.empty()) return;
    for (std::size_t k = 0; k < variables.size(); ++k) set(variables[k], v.data[v.scalar() ? 0 : k]);
  };
  each("start", [&](model::Variable& v, Expr e) { v.start = g_.value(e); });
  if (!i.unknown) each("fixed", [&](model::Variable& v, Expr e) { v.fixed = g_.value(e) != 0; });
  if (const Value start = in_.solved_start(i); !start.data.empty()) {
    Items equal;  // a fixed start that the initial equations determine is one of them
    for (std::size_t k = 0; k < variables.size(); ++k) {
      if (!variables[k].fixed) continue;
      variables[k].fixed = false;
      equal.push_back({g_.symbol(variables[k].id), start.data[start.scalar() ? 0 : k], i.place,
                       fmt::format("start of {}", g_.variable_name(variables[k].id))});
    }
    emit(equal, true);
  }
  each("min", [&](model::Variable& v, Expr e) { v.min = g_.value(e); });
  each("max", [&](model::Variable& v, Expr e) { v.max = g_.value(e); });
  each("nominal", [&](model::Variable& v, Expr e) {
    const double size = std::abs(g_.value(e));
    if (!(size > 0))
      session_.fail(i.place, Kind::structure,
                    fmt::format("the nominal value of {} is {}", quote(i.path()), g_.value(e)),
                    "give a number that is not zero");
    v.nominal = size;
    v.nominal_given = true;
  });
  SharedText unit;
  each("unit", [&](model::Variable& v, Expr e) {
    if (unit.str() != session_.text(e)) unit = session_.text(e);
    v.unit = unit;
  });
}

// All parameters below a component, as people see their names.
static void parameters_below(const Instance& i, std::vector<const Instance*>& found) {
  if (i.absent) return;
  for (const auto& e : i.elements) parameters_below(*e, found);
  for (const auto& c : i.children) parameters_below(*c, found);
  if (i.leaf() && i.variability == Variability::parameter) found.push_back(&i);
}

void Flattener::check_overrides(Instance& root) {
  for (const std::string& name : in_.overrides().unused()) {
    const std::string first = name.substr(0, name.find_first_of(".["));
    if (const Instance* input = root.named(first); input && input->causality == Causality::input) continue;
    for (const model::Variable& v : problem_.dae.variables)
      if (g_.variable_name(v.id) == name)
        throw Error(Kind::usage, fmt::format("{} is a variable, not a parameter", quote(name)),
                    {.variables = {name}}, "set its start value with --start");
    std::vector<const Instance*> parameters;
    parameters_below(root, parameters);
    std::vector<std::string> names;
    for (const Instance* p : parameters) {
      const std::string path = unquoted(p->path());
      if (path == name && !p->shape.empty())
        throw Error(Kind::usage, fmt::format("{} is an array of size {}", quote(name), shown(p->shape)),
                    {.variables = {name}},
                    fmt::format("-p '{0}={{1, 2}}' for all of it, -p '{0}[1]=2' for one element", name));
      if (name.starts_with(path + "["))
        throw Error(Kind::usage,
                    p->shape.empty() ? fmt::format("{} is not an array", quote(path))
                                     : fmt::format("{} is no element of {}, whose size is {}", quote(name),
                                                   quote(path), shown(p->shape)),
                    {.variables = {name}});
      names.push_back(p->shape.empty() ? path : path + "[1]");
    }
    throw Error(Kind::name, fmt::format("there is no parameter {}{}", quote(name), did_you_mean(name, names)),
                {.variables = {name}});
  }
}

// --start NAME=VALUE counts as fixed; NAME may be der(x).
void Flattener::set_starts(const std::vector<std::pair<std::string, double>>& starts) {
  if (starts.empty()) return;
  std::unordered_map<std::string, std::size_t> place;
  std::vector<std::string> names;
  for (std::size_t k = 0; k < problem_.dae.variables.size(); ++k) {
    names.push_back(g_.variable_name(problem_.dae.variables[k].id));
    place.emplace(names.back(), k);
  }
  for (const auto& [given, value] : starts) {
    std::string name = given;
    int order = 0;
    while (name.starts_with("der(") && name.ends_with(")")) {
      name = name.substr(4, name.size() - 5);
      ++order;
    }
    const auto at = place.find(name);
    if (at == place.end())
      throw Error(Kind::name,
                  fmt::format("there is no variable {}{}", quote(name), did_you_mean(name, names)),
                  {.variables = {name}});
    model::Variable& v = problem_.dae.variables[at->second];
    if (order == 0) {
      v.start = value;
      v.fixed = true;
    }
    const Expr leaf = g_.symbol(v.id, order);
    const auto old = std::ranges::find(problem_.starts, leaf, &model::StartValue::leaf);
    if (old != problem_.starts.end())
      *old = {leaf, value, model::Rank::fixed};
    else
      problem_.starts.push_back({leaf, value, model::Rank::fixed});
  }
}

}  // namespace trammel::modelica
