// modelica/elaborate.cpp: a declared component gets its class, its size and its merged modifier when somebody
// first asks for it, so that declarations may stand in any order [MLS36, 5.6].
#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "modelica/elaborator.hpp"

namespace trammel::modelica {
namespace {

constexpr std::size_t deepest_recursion = 4;  // of a class in components of its own kind

void check_stream(const Session& session, const Instance& i) {
  const std::string& kind = i.declared_in->def->restriction;
  if (i.element->stream && (kind == "model" || kind == "block"))  // [MLS36, 15.1]
    session.fail(i.place, Kind::structure,
                 fmt::format("{} is a stream outside of a connector", quote(i.path())),
                 "declare it in a connector");
}

void mark_outside(Modifier& m) {
  m.outside = true;
  for (auto& [name, part] : m.parts) mark_outside(part);
}

}  // namespace

Instance* Elaborator::child(Instance& instance, const std::string& name) {
  Instance* found = instance.named(name);
  if (found == nullptr) return nullptr;
  ensure(*found);
  return found->outer ? found->outer : found;
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

// The condition of a conditional component; it may depend on parameters only.
bool Elaborator::present(Instance& i) {
  const Expression* condition = i.component->condition.get();
  Scope scope = i.scope();
  if (condition && i.replaced)  // [MLS36, 4.4.5]
    session_.fail(condition->place, Kind::structure,
                  fmt::format("the redeclaration of {} cannot have a condition", quote(i.path())),
                  "its condition is that of the declaration whose place it takes");
  if (condition == nullptr && i.replaced) {
    condition = i.replaced->by.component->condition.get();
    scope = {i.replaced->declared_in->self, i.replaced->declared_in, nullptr};
  }
  if (condition == nullptr) return true;
  const Value v = constant(*condition, scope, "the condition of a component");
  if (v.base != Base::boolean || !v.scalar())
    session_.fail(condition->place, Kind::structure,
                  fmt::format("the condition of a component must be Boolean, not {}", type_name(v)));
  return g_.value(v.data[0]) != 0;
}

void Elaborator::elaborate(Instance& i) {
  const Element& e = *i.element;
  if (e.outer && !i.as_inner) {
    find_inner(i);
    if (!e.inner) return;
  }
  if (i.absent || !present(i)) {
    i.absent = true;
    return;
  }
  Type type = resolve(e.type, *i.declared_in);
  Modifier own = names_.read(i.component->modification.get(), i.scope());
  mark_outside(own);
  i.modifier.merge_under(own);
  if (e.constraint) i.modifier.merge_under(names_.read(e.constraint->modification.get(), i.scope()));
  const Instance* around = i.parent;
  i.variability = std::max(e.variability, around->variability);
  i.causality = e.causality;
  check_stream(session_, i);
  i.flow = e.flow || around->flow;
  i.stream = e.stream || around->stream;
  i.final_ = e.final_ || around->final_ || i.modifier.final_;
  if (i.replaced) {  // what the redeclaration does not say is as it was
    const auto& [element, component] = i.replaced->by;
    const Scope there{i.replaced->declared_in->self, i.replaced->declared_in, nullptr};
    const Modifier constraint = element->constraint
                                    ? names_.read(element->constraint->modification.get(), there)
                                    : names_.read(component->modification.get(), there);
    if (i.replaced->below) i.modifier.merge_under(*i.replaced->below);
    i.modifier.merge_under(constraint);
    i.variability = std::max(i.variability, element->variability);
    if (i.causality == Causality::none) i.causality = element->causality;
    i.flow = i.flow || element->flow;
    i.stream = i.stream || element->stream;
  }
  if (i.replaced) {
    const Element& before = *i.replaced->by.element;
    check_stands_for(i, before.constraint ? before.constraint->type : before.type, *i.replaced->declared_in,
                     i.place, &type);
  }
  if (i.causality == Causality::none)
    i.causality = type.causality != Causality::none ? type.causality : around->causality;
  i.connector = type.connector;
  check_prefixes(i, type);
  if (e.constraint && !i.replaced) check_stands_for(i, e.constraint->type, *i.declared_in, i.place, &type);
  take_expression(i, type);
  if (type.leaf())
    elaborate_leaf(i, type);
  else
    elaborate_class(i, type);
}

// What takes the place of a component has its type, or all of its public components [MLS36, 6.4 and 7.3].
void Elaborator::check_stands_for(const Instance& given, const TypeName& needed, Class& from, Place place,
                                  const Type* of_given) {
  if (given.absent) return;
  const Type wanted = resolve(needed, from);
  const bool leaf = of_given ? of_given->leaf() : given.leaf();
  const auto refuse = [&](const std::string& why) {
    session_.fail(place, Kind::structure,
                  fmt::format("{} cannot stand for a component of the class {}: {}", quote(given.path()),
                              quote(wanted.cls->def->name), why),
                  "use a class that has all of its public components");
  };
  if (leaf != wanted.leaf()) refuse(leaf ? "it is a variable" : "it is not a variable");
  if (leaf) {
    const Base base = of_given ? of_given->builtin.value_or(Base::enumeration) : given.base;
    if (base != wanted.builtin.value_or(Base::enumeration)) refuse("it has another type");
    return;
  }
  if (const Component* missing = names_.lacking(of_given ? *of_given->cls : *given.cls, *wanted.cls))
    refuse(fmt::format("it has no {}", quote(missing->name)));
}

void Elaborator::elaborate_leaf(Instance& i, const Type& type) {
  i.base = type.builtin.value_or(Base::enumeration);
  i.type = type.enumeration();
  if ((i.element->flow || i.element->stream) && i.base != Base::real)
    session_.fail(i.place, Kind::structure,
                  fmt::format("{} is a {} and must be Real", quote(i.path()), i.flow ? "flow" : "stream"));
  Modifier attributes = type.modifier;
  for (auto& [name, part] : attributes.parts) part.of_type = true;
  i.modifier.merge_under(attributes);
  i.shape = dimensions(i, type);
  check_attributes(i.modifier, i);
}

// A component outside of which no component is of the same class again and again.
static void check_circle(Session& session, const Instance& i, const Class& pattern) {
  std::vector<const Instance*> same;
  int depth = 0;
  for (const Instance* around = &i; around; around = around->parent, ++depth)
    if (around == &i || (around->cls && around->cls->pattern == &pattern)) same.push_back(around);
  if (same.size() <= deepest_recursion && depth <= deepest_tree) return;
  const Instance& first = same.size() > 1 ? *same[same.size() - 2] : i;
  session.fail(first.place, Kind::structure,
               fmt::format("{} contains itself: {} is one of its components", quote(pattern.def->path()),
                           quote(first.path())),
               "break the circle");
}

// Streams are carried by the one flow of their connector [MLS36, 15.1].
static void check_streams(Session& session, const Instance& connector) {
  const auto streams =
      std::ranges::find_if(connector.children, [](const auto& c) { return c->element->stream; });
  if (streams == connector.children.end()) return;
  const auto one_flow = [](const auto& c) {
    return c->element->flow && c->component->subscripts.empty() && c->element->subscripts.empty();
  };
  if (std::ranges::count_if(connector.children, [](const auto& c) { return c->element->flow; }) != 1 ||
      std::ranges::none_of(connector.children, one_flow))
    session.fail(
        (*streams)->place, Kind::structure,
        fmt::format("the stream {} needs exactly one flow in its connector", quote((*streams)->path())),
        "declare one flow Real");
}

void Elaborator::elaborate_class(Instance& i, const Type& type) {
  const ClassDef& def = *type.cls->def;
  if (def.partial)
    session_.fail(
        i.element->type.place, Kind::structure,
        fmt::format("{} is partial and cannot be the class of {}", quote(def.name), quote(i.path())),
        "use a class that extends it");
  if (def.is_function() || def.restriction == "package")
    session_.fail(i.element->type.place, Kind::structure,
                  fmt::format("{} is a {} and cannot be the class of {}", quote(def.name), def.restriction,
                              quote(i.path())));
  const bool array =
      !type.shape.empty() || i.replaced || !i.component->subscripts.empty() || !i.element->subscripts.empty();
  Modifier of_array = array ? i.modifier : Modifier{};
  if (array) of_array.merge_under(type.of_array);
  i.modifier.merge_under(type.modifier);
  check_circle(session_, i, *type.cls);
  i.shape = dimensions(i, type);
  i.is_array = !i.shape.empty();
  i.cls = &names_.component_class(*type.cls, i);
  const auto fill = [&](Instance& one) {
    one.cls->modifier = ModifierPtr(ModifierPtr(), &one.modifier);
    populate(one, *one.cls);
    check_modifier(one);
    trim(one);
    if (one.connector) check_streams(session_, one);
  };
  if (!i.is_array) return fill(i);
  const std::int64_t n = count(i.shape);
  for (std::int64_t k = 0; k < n; ++k) {
    Shape index(i.shape.size());
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
    element->of_package = i.of_package;
    element->variability = i.variability;
    element->causality = i.causality;
    element->flow = i.flow;
    element->stream = i.stream;
    element->connector = i.connector;
    element->final_ = i.final_;
    element->is_protected = i.is_protected;
    element->modifier = of_array.element(index, i.shape);
    element->modifier.merge_under(type.shape.empty() ? type.modifier : type.of_each);
    element->cls = &names_.component_class(*type.cls, *element);
    fill(*element);
    i.elements.push_back(std::move(element));
  }
}

}  // namespace trammel::modelica
