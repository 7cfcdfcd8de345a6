// modelica/elaborate.cpp: a declared component gets its class, its size and its merged modifier when somebody
// first asks for it, so that declarations may stand in any order [MLS36, 5.6].
#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "modelica/elaborator.hpp"

namespace trammel::modelica {
namespace {

int depth_of(const Instance& instance) {
  int depth = 0;
  for (const Instance* i = instance.parent; i; i = i->parent) ++depth;
  return depth;
}

}  // namespace

Instance* Elaborator::child(Instance& instance, const std::string& name) {
  const auto at = instance.names.find(name);
  if (at == instance.names.end()) return nullptr;
  ensure(*at->second);
  return at->second;
}

void Elaborator::ensure(Instance& instance) {
  if (instance.state == Instance::State::ready) return;
  if (instance.state == Instance::State::elaborating)
    session_.fail(instance.place, Kind::structure,
                  fmt::format("the size or condition of {} depends on itself", quote(instance.path())));
  instance.state = Instance::State::elaborating;
  elaborate(instance);
  instance.state = Instance::State::ready;
}

void Elaborator::refuse_prefixes(const Instance& i) {
  const Element& e = *i.element;
  if (e.stream)
    session_.fail(e.place, Kind::usage, "'stream' variables are not supported yet",
                  "write the mixing equations yourself");
  if (e.inner || e.outer)
    session_.fail(e.place, Kind::usage, fmt::format("'{}' is not supported yet", e.inner ? "inner" : "outer"),
                  "pass the component's values as parameters or connect to it");
  if (e.redeclare)
    session_.fail(e.place, Kind::usage, "'redeclare' is not supported yet",
                  "write the component's class directly");
}

// The condition of a conditional component; it may depend on parameters only.
bool Elaborator::present(Instance& i) {
  if (!i.component->condition) return true;
  const Value v =
      constant(*i.component->condition, {i.parent, i.declared_in, nullptr}, "the condition of a component");
  if (v.base != Base::boolean || !v.scalar())
    session_.fail(i.component->condition->place, Kind::structure,
                  fmt::format("the condition of a component must be Boolean, not {}", type_name(v)));
  return g_.value(v.data[0]) != 0;
}

void Elaborator::elaborate(Instance& i) {
  const Element& e = *i.element;
  if (!present(i)) {
    i.absent = true;
    return;
  }
  refuse_prefixes(i);
  const Scope scope{i.parent, i.declared_in, nullptr};
  Type type = resolve(e.type, i.declared_in, i.parent);
  i.modifier.merge_under(read(i.component->modification.get(), scope));
  const Instance* around = i.parent;
  i.variability = std::max(e.variability, around->variability);
  i.causality = e.causality != Causality::none      ? e.causality
                : type.causality != Causality::none ? type.causality
                                                    : around->causality;
  i.flow = e.flow || around->flow;
  i.connector = type.connector;
  i.final_ = e.final_ || around->final_ || i.modifier.final_;
  if (type.builtin || type.cls->form == ClassDef::Form::enumeration) {
    elaborate_leaf(i, type);
  } else {
    elaborate_class(i, type);
    if (i.is_array)
      for (auto& element : i.elements) check_names(i.component->modification.get(), *element);
    else
      check_names(i.component->modification.get(), i);
  }
}

void Elaborator::elaborate_leaf(Instance& i, const Type& type) {
  i.base = type.builtin.value_or(Base::enumeration);
  if (!type.builtin) i.type = type.cls;
  i.modifier.merge_under(type.modifier);
  i.shape = dimensions(i, type);
  check_attributes(i.modifier, i);
}

void Elaborator::elaborate_class(Instance& i, const Type& type) {
  const ClassDef& cls = *type.cls;
  if (cls.partial)
    session_.fail(
        i.element->type.place, Kind::structure,
        fmt::format("{} is partial and cannot be the class of {}", quote(cls.name), quote(i.path())),
        "use a class that extends it");
  if (cls.is_function() || cls.restriction == "package")
    session_.fail(i.element->type.place, Kind::structure,
                  fmt::format("{} is a {} and cannot be the class of {}", quote(cls.name), cls.restriction,
                              quote(i.path())));
  i.cls = &cls;
  i.modifier.merge_under(type.modifier);
  for (const Instance* around = i.parent; around; around = around->parent)
    if (around->cls == &cls || depth_of(i) > deepest_tree)
      session_.fail(
          i.place, Kind::structure,
          fmt::format("{} contains itself: {} is one of its components", quote(cls.path()), quote(i.path())),
          "break the circle");
  i.shape = dimensions(i, type);
  i.is_array = !i.shape.empty();
  if (!i.is_array) {
    populate(i, cls, i.modifier);
    return;
  }
  const std::int64_t n = count(i.shape);
  for (std::int64_t k = 0; k < n; ++k) {
    std::vector<std::int64_t> index(i.shape.size());
    for (std::size_t d = i.shape.size(), rest = static_cast<std::size_t>(k); d-- > 0;) {
      index[d] = static_cast<std::int64_t>(rest % static_cast<std::size_t>(i.shape[d])) + 1;
      rest /= static_cast<std::size_t>(i.shape[d]);
    }
    session_.spend(cost::component, i.place);
    auto element = std::make_unique<Instance>();
    element->parent = i.parent;
    element->name = element_name(i.name, i.shape, k);
    element->component = i.component;
    element->element = i.element;
    element->declared_in = i.declared_in;
    element->place = i.place;
    element->state = Instance::State::ready;
    element->variability = i.variability;
    element->causality = i.causality;
    element->flow = i.flow;
    element->connector = i.connector;
    element->final_ = i.final_;
    element->cls = &cls;
    element->modifier = i.modifier.element(index, i.shape);
    populate(*element, cls, element->modifier);
    i.elements.push_back(std::move(element));
  }
}

}  // namespace trammel::modelica
