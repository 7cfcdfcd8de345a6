// modelica/variables.cpp: values of parameters, attributes, and the graph's numbers of variables.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "expr/query.hpp"
#include "modelica/elaborator.hpp"

namespace trammel::modelica {

Elaborator::Elaborator(Session& session, Names& names, const LoadOptions& options)
    : session_(session), names_(names), g_(*session.graph), arithmetic_(session), events_(session),
      overrides_(session, options) {
  begin_algorithm();
}

// Attributes that nothing reads are not evaluated; a literal of another type is seen without that.
static void check_unread(Session& session, const std::string& name, const Modifier& part,
                         const Instance& leaf) {
  const bool text = name == "quantity" || name == "displayUnit";
  if (!part.binding || (!text && name != "stateSelect")) return;
  const modelica::Node node = part.binding.value->node;
  if (node != modelica::Node::number && node != modelica::Node::boolean &&
      (text || node != modelica::Node::text))
    return;
  session.fail(part.binding.value->place, Kind::structure,
               fmt::format("the attribute {} of {} must be {}", name, quote(leaf.path()),
                           text ? "a String" : "a StateSelect"));
}

void Elaborator::check_attributes(const Modifier& m, const Instance& leaf) {
  static const std::vector<std::string> known = {"start",       "fixed",    "min",         "max",
                                                 "nominal",     "unit",     "displayUnit", "quantity",
                                                 "stateSelect", "unbounded"};
  if (m.overrides_final)
    session_.fail(m.place, Kind::structure,
                  fmt::format("{} is final and cannot be given another value", quote(leaf.path())),
                  "remove this modifier");
  for (const auto& [name, part] : m.parts) {
    if (part.overrides_final)
      session_.fail(part.place, Kind::structure,
                    fmt::format("the attribute {} of {} is final in its type and cannot be changed", name,
                                quote(leaf.path())),
                    name == "unit" ? "use Real, or displayUnit to show another unit" : "use another type");
    if (std::ranges::find(known, name) == known.end())
      session_.fail(part.place, Kind::name,
                    fmt::format("{} has no attribute {}{}", quote(leaf.path()), quote(name),
                                did_you_mean(name, known)));
    if (!part.parts.empty())
      session_.fail(part.place, Kind::name,
                    fmt::format("the attribute {} of {} has no parts", quote(name), quote(leaf.path())));
    check_unread(session_, name, part, leaf);
  }
}

Value Elaborator::evaluate(const Binding& binding, bool numeric) {
  const Restore<bool> mode(numeric_, numeric);
  if (binding.steps.empty()) return evaluate(*binding.value, binding.scope);
  const std::tuple key{binding.value, static_cast<const Class*>(binding.scope.cls), numeric};
  auto at = whole_.find(key);
  if (at == whole_.end()) at = whole_.emplace(key, evaluate(*binding.value, binding.scope)).first;
  const Place place = binding.value->place;
  const Value* whole = &at->second;
  Value v;
  for (const Binding::Step& step : binding.steps) {
    if (!step.field.empty()) {
      const Value* field = whole->field(step.field);
      if (field == nullptr)
        session_.fail(place, Kind::structure,
                      fmt::format("the value {} has no field {}", type_name(*whole), quote(step.field)));
      whole = field;
      continue;
    }
    if (whole->scalar()) {
      if (step.index == Shape(step.index.size(), 1))
        session_.note(
            fmt::format("{}: a modifier of an array of components has no 'each'; its value is used for "
                        "every component",
                        session_.shown(place)));
      continue;
    }
    std::vector<Index> indices;
    for (std::size_t d = 0; d < step.index.size(); ++d) {
      if (d >= whole->shape.size() || whole->shape[d] != step.size[d])
        session_.fail(
            place, Kind::structure,
            fmt::format("the value of a modifier has the size {}, but the array of components has {}",
                        shown(whole->shape), shown(step.size)),
            "write each before it if it is for every component");
      indices.push_back({true, {step.index[d]}, {}});
    }
    v = select(session_, *whole, indices, place);
    whole = &v;
  }
  return *whole;
}

bool Elaborator::is_number(const Value& v) const {
  for (const auto& [name, field] : v.fields)
    if (!is_number(field)) return false;
  return std::ranges::all_of(v.data, [&](Expr e) { return g_.is_constant(e); });
}

bool Elaborator::solved_for(const Value& v) const {
  for (const Expr leaf : expr::leaves(g_, v.data))
    if (g_.op(leaf) != Op::symbol || !unknown_parameters_.contains(g_.index(leaf))) return false;
  return !expr::leaves(g_, v.data).empty();
}

std::string Elaborator::dependence_of(const Value& v) const {
  for (const Expr leaf : expr::leaves(g_, v.data)) {
    if (g_.op(leaf) == Op::time) return "it depends on time";
    if (g_.op(leaf) == Op::symbol)
      return fmt::format("it depends on {}, which is not a parameter",
                         quote(g_.variable_name(g_.index(leaf))));
  }
  for (const auto& [name, field] : v.fields)
    if (!is_number(field)) return dependence_of(field);
  return "it is not a finite number (a division by zero, or a function outside its domain)";
}

const Value& Elaborator::number(Instance& p) {
  if (p.value_state == Instance::State::ready) return p.value;
  if (p.value_state == Instance::State::elaborating) {
    std::string circle;
    const auto from = std::ranges::find(computing_, &p);
    for (auto at = from; at != computing_.end(); ++at) circle += quote((*at)->path()) + " needs ";
    session_.fail(
        p.place, Kind::structure,
        fmt::format("the value of {} depends on itself: {}{}", quote(p.path()), circle, quote(p.path())),
        "give one of them a number");
  }
  const Restore<std::vector<const Instance*>> stack(computing_);
  computing_.push_back(&p);
  if (computing_.size() > 1000)
    session_.fail(
        p.place, Kind::structure,
        fmt::format("the value of {} needs more than 1000 parameters one after the other", quote(p.path())),
        "declare parameters before those that use them");
  p.value_state = Instance::State::elaborating;
  try {
    compute(p);
  } catch (...) {
    p.value_state = Instance::State::declared;
    throw;
  }
  p.value_state = Instance::State::ready;
  return p.value;
}

bool Elaborator::has_no_value(Instance& p) {
  if (p.value_state != Instance::State::declared || p.modifier.binding || count(p.shape) == 0) return false;
  if (p.variability == Variability::constant || p.modifier.part("start")) return false;
  if (const Modifier* fixed = p.modifier.part("fixed"); fixed && fixed->binding) return false;
  return !overrides_.contain(display(p));
}

void Elaborator::compute(Instance& p) {
  const bool constant = p.variability == Variability::constant;
  const Value fixed = constant ? Value{} : attribute(p, "fixed");
  const bool solve = !fixed.data.empty() && g_.is_constant(fixed.data[0], 0);
  const auto what = [&] {
    return fmt::format("the value of {} {}", constant ? "constant" : "parameter", quote(p.path()));
  };
  if (p.modifier.binding && !solve) {
    const Place place = p.modifier.binding.value->place;
    const bool follows = p.base == Base::real && p.variability == Variability::parameter;
    const Restore<bool> following(following_, follows);
    const long read = numbers_read_;
    Value v = evaluate(p.modifier.binding, true);
    if (constant && numbers_read_ > read && !p.of_package &&
        p.modifier.binding.steps.empty())  // [MLS36, 3.8.4]
      session_.fail(place, Kind::structure, fmt::format("{} depends on a parameter", what()),
                    "declare it as a parameter");
    if (follows && numbers_read_ > read) p.formula = std::make_unique<Value>(formula_of(p.modifier.binding));
    p.value = convert(std::move(v), p.base, p.type, &p.shape, place, what);
    if (!is_number(p.value)) {
      if (!constant && solved_for(p.value)) {
        p.unknown = true;
      } else {
        session_.fail(place, Kind::structure,
                      fmt::format("{} is not a number: {}", what(), dependence_of(p.value)));
      }
    }
  } else if (solve && p.base != Base::text && p.base != Base::enumeration) {
    p.unknown = true;
  } else {
    const std::string name = p.path();
    Value start = constant ? Value{} : attribute(p, "start");
    p.value.base = p.base;
    p.value.type = p.type;
    p.value.shape = p.shape;
    const std::int64_t n = count(p.shape);
    const bool overridden = !overrides_.empty() && overrides_.contain(unquoted(name));
    if (start.data.empty() && n > 0 && !overridden)
      session_.fail(p.place, Kind::structure,
                    fmt::format("{} {} has no value", constant ? "constant" : "parameter", quote(name)),
                    constant
                        ? "give it one"
                        : fmt::format("give it one where it is declared, or with -p {}=...", unquoted(name)));
    if (!start.data.empty() && !overridden)
      session_.note(fmt::format("parameter {} has no value; its start value is used", quote(name)));
    if (!start.data.empty())
      p.value = convert(std::move(start), p.base, p.type, &p.shape, p.place, what);
    else
      p.value.data.assign(static_cast<std::size_t>(n), g_.constant(p.base == Base::enumeration ? 1 : 0));
  }
  take_override(p);
  if (p.unknown) {
    first_variable(p);
    for (std::int64_t k = 0; k < count(p.shape); ++k)
      unknown_parameters_.insert(p.first_variable + static_cast<int>(k));
  }
}

std::string Elaborator::display(const Instance& leaf) { return unquoted(leaf.path()); }

int Elaborator::first_parameter(Instance& p) {
  if (p.first_parameter >= 0) return p.first_parameter;
  const std::string name = display(p);
  p.first_parameter = g_.parameters();
  for (std::int64_t k = 0; k < count(p.shape); ++k) g_.add_parameter(element_name(name, p.shape, k));
  return p.first_parameter;
}

int Elaborator::first_variable(Instance& v) {
  if (v.first_variable >= 0) return v.first_variable;
  std::string name = display(v);
  if (!taken_.insert(std::hash<std::string>()(name)).second) name = v.path();  // 'x' beside x
  v.first_variable = g_.variables();
  for (std::int64_t k = 0; k < count(v.shape); ++k) g_.add_variable(element_name(name, v.shape, k));
  return v.first_variable;
}

Value Elaborator::attribute(Instance& leaf, const std::string& name) {
  const Modifier* part = leaf.modifier.part(name);
  if (part == nullptr || !part->binding) return {};
  const Place place = part->binding.value->place;
  // A start value has a formula; limits and nominal values are those of the parameters as they were read.
  const Restore<bool> following(following_,
                                name == "start" || name == "min" || name == "max" || name == "nominal");
  Value v = evaluate(part->binding, true);
  const auto what = [&] { return fmt::format("the attribute {} of {}", name, quote(leaf.path())); };
  const bool text = name == "unit" || name == "quantity" || name == "displayUnit";
  const bool truth = name == "fixed" || name == "unbounded";
  if (name == "stateSelect") return v;
  const Base base = text ? Base::text : truth ? Base::boolean : leaf.base;
  if (part->of_type && v.shape.size() < leaf.shape.size() && !v.scalar() &&
      std::equal(v.shape.rbegin(), v.shape.rend(),
                 leaf.shape.rbegin())) {  // of an array type, for all of them
    const auto one = v.data;
    v.shape = leaf.shape;
    v.data.clear();
    for (std::int64_t k = 0; k < count(leaf.shape) && !one.empty();
         k += static_cast<std::int64_t>(one.size()))
      v.data.insert(v.data.end(), one.begin(), one.end());
  }
  if (!v.scalar() && v.shape != leaf.shape)
    session_.fail(place, Kind::structure,
                  fmt::format("{} has the size {}, but the variable has {}", what(), shown(v.shape),
                              shown(leaf.shape)));
  v = convert(std::move(v), base, base == Base::enumeration ? leaf.type : nullptr, nullptr, place, what);
  if (!is_number(v)) {
    if (solved_for(v)) return {};
    session_.fail(place, Kind::structure, fmt::format("{} is not a number: {}", what(), dependence_of(v)));
  }
  return v;
}

Value Elaborator::solved_start(Instance& leaf) {
  const Modifier* part = leaf.modifier.part("start");
  if (part == nullptr || !part->binding || unknown_parameters_.empty()) return {};
  Value v = evaluate(part->binding, true);
  return v.numeric() && (v.scalar() || v.shape == leaf.shape) && solved_for(v) ? v : Value{};
}

// A value for something of a given type: Integers may stand for Reals, nothing else changes.
Value Elaborator::convert(Value v, Base base, const ClassDef* type, const Shape* shape, Place place,
                          const Words& what) {
  if (v.base == Base::integer && base == Base::real) v.base = Base::real;
  if (base != Base::record && v.base != Base::record && !v.scalar() &&
      count(v.shape) == 0) {  // nothing has any type
    v.base = base;
    v.type = type;
  }
  if (v.base != base || (base == Base::enumeration && v.type != type)) {
    Value wanted;
    wanted.base = base;
    wanted.type = type;
    session_.fail(place, Kind::structure,
                  fmt::format("{} must be {}, not {}", what(), type_name(wanted), type_name(v)),
                  base == Base::integer && v.base == Base::real ? "use integer(x) or div(a, b)" : "");
  }
  if (shape && v.shape != *shape) {
    const bool empty = count(v.shape) == 0 && count(*shape) == 0;
    if (!empty)
      session_.fail(
          place, Kind::structure,
          fmt::format("{} has the size {}, but {} is needed", what(), shown(v.shape), shown(*shape)));
    v.shape = *shape;
  }
  return v;
}

}  // namespace trammel::modelica
