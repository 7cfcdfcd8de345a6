// modelica/inner_outer.cpp: `outer` components stand for an `inner` one of the components around them
// [MLS36, 5.4].
#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "modelica/elaborator.hpp"

namespace trammel::modelica {

// Whether a size is ':', to be taken from a value.
static bool open(const Component& component, const Element& element, const Shape& of_type) {
  const auto colon = [](const ExpressionPtr& s) { return s->node == modelica::Node::colon; };
  return std::ranges::any_of(component.subscripts, colon) || std::ranges::any_of(element.subscripts, colon) ||
         std::ranges::any_of(of_type, [](std::int64_t n) { return n < 0; });
}

void Elaborator::find_inner(Instance& outer) {
  const bool both =
      outer.element->inner;  // `inner outer`: what is inside sees it, and its class what is around
  outer.absent = !both;      // an `outer` one has no variables and equations of its own
  const std::string& name = outer.component->name;
  if (const Modification* m = outer.component->modification.get(); m && !both)
    session_.fail(m->place, Kind::structure,
                  fmt::format("the outer component {} cannot have modifiers", quote(outer.path())),
                  "modify the inner one");
  if (const Modifier& m = outer.modifier; !both && (m.binding || !m.parts.empty()))  // [MLS36, 5.5]
    session_.fail(m.binding ? m.place : m.parts[0].second.named, Kind::structure,
                  fmt::format("the outer component {} cannot be modified", quote(outer.path())),
                  "modify the inner one");
  Instance* top = outer.parent;
  for (Instance* around = outer.parent; around; around = around->parent) {
    top = around;
    Instance* found = around->named(name);
    if (found == nullptr || found == &outer) continue;
    const bool was_inner = found->replaced && found->replaced->by.element->inner;
    if (!found->element->inner && !found->as_inner && !was_inner) continue;
    ensure(*found);
    outer.outer = found;
    check_stands_for(*found, outer.element->type, *outer.declared_in, outer.place);
    const Type type = resolve(outer.element->type, *outer.declared_in);
    if (open(*outer.component, *outer.element, type.shape) || found->absent) return;
    const Shape size = dimensions(outer, type);
    outer.shape.clear();
    if (size != found->shape)
      session_.fail(outer.place, Kind::structure,
                    fmt::format("{} is 'outer' with the size {}, but the 'inner' one has {}",
                                quote(outer.path()), shown(size), shown(found->shape)),
                    "declare both with the same size");
    return;
  }
  if (both) return;  // the outermost one
  const auto none = [&](const std::string& why, const std::string& way) {
    session_.fail(outer.place, Kind::name, fmt::format("{} is 'outer', but {}", quote(outer.path()), why),
                  way);
  };
  const std::string way =
      fmt::format("declare inner {} {} in the model", outer.element->type.name.back(), name);
  if (top != root_ || top->named(name))
    none(fmt::format("there is no 'inner' {} around it", quote(name)), way);
  Class* type = names_.find_path(outer.element->type.name, *outer.declared_in);
  if (type == nullptr || type->def->partial || !outer.component->subscripts.empty() ||
      names_.builtin(*type) || type->def->form == ClassDef::Form::enumeration)
    none(fmt::format("there is no 'inner' {} around it", quote(name)), way);
  auto made = std::make_unique<Instance>();
  made->parent = top;
  made->name = name;
  made->component = outer.component;
  made->element = outer.element;
  made->declared_in = outer.declared_in;
  made->place = outer.place;
  made->as_inner = true;
  outer.outer = &top->add(std::move(made));
  session_.note(fmt::format("no 'inner' {} was declared; one with its default values is used", quote(name)));
  ensure(*outer.outer);
}

}  // namespace trammel::modelica
