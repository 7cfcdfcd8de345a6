#include "modelica/instance.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace trammel::modelica {

void Modifier::merge_under(const Modifier& inner) {
  if (binding && inner.binding && inner.final_) overrides_final = true;
  overrides_final = overrides_final || inner.overrides_final;
  if (!binding && inner.binding) {
    binding = inner.binding;
    place = inner.place;
    each = inner.each;
  }
  final_ = final_ || inner.final_;
  for (const auto& [name, theirs] : inner.parts) {
    const auto mine = std::ranges::find(parts, name, [](const auto& p) { return p.first; });
    if (mine == parts.end())
      parts.emplace_back(name, theirs);
    else
      mine->second.merge_under(theirs);
  }
}

Modifier Modifier::element(const std::vector<std::int64_t>& index,
                           const std::vector<std::int64_t>& size) const {
  Modifier m = *this;
  if (each) return m;
  if (m.binding) m.binding.steps.push_back({.index = index, .size = size});
  for (auto& [name, part] : m.parts) part = part.element(index, size);
  return m;
}

std::string Instance::path() const {
  std::string text = name;
  for (const Instance* i = parent; i && !i->name.empty(); i = i->parent) text = i->name + "." + text;
  return text;
}

std::string element_name(const std::string& name, const Shape& shape, std::int64_t k) {
  if (shape.empty()) return name;
  std::vector<std::int64_t> index(shape.size());
  for (std::size_t d = shape.size(); d-- > 0;) {
    index[d] = k % shape[d] + 1;
    k /= shape[d];
  }
  return fmt::format("{}[{}]", name, fmt::join(index, ","));
}

}  // namespace trammel::modelica
