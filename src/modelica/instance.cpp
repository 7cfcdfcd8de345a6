#include "modelica/instance.hpp"

#include <fmt/format.h>

namespace trammel::modelica {
namespace {

constexpr std::size_t few = 12;  // so many names are compared faster than one is hashed

}  // namespace

Instance* Instance::named(std::string_view child) const {
  if (table_) {
    const auto at = table_->find(child);
    return at == table_->end() ? nullptr : at->second;
  }
  for (const auto& c : children)
    if (c->name == child) return c.get();
  return nullptr;
}

Instance& Instance::add(std::unique_ptr<Instance> child) {
  Instance& added = *children.emplace_back(std::move(child));
  if (table_) {
    table_->emplace(added.name, &added);
  } else if (children.size() > few) {
    table_ = std::make_unique<std::unordered_map<std::string_view, Instance*>>();
    for (const auto& c : children) table_->emplace(c->name, c.get());
  }
  return added;
}

std::vector<std::string> Instance::names() const {
  std::vector<std::string> list;
  for (const auto& c : children) list.push_back(c->name);
  return list;
}

std::string Instance::path() const {
  std::string text = name;
  for (const Instance* i = parent; i && !i->name.empty(); i = i->parent) text.insert(0, i->name + ".");
  return text;
}

std::string element_name(const std::string& name, const Shape& shape, std::int64_t k) {
  if (shape.empty()) return name;
  Shape index(shape.size());
  for (std::size_t d = shape.size(); d-- > 0;) {
    index[d] = k % shape[d] + 1;
    k /= shape[d];
  }
  std::string text = name + "[";
  for (std::size_t d = 0; d < index.size(); ++d)
    (d > 0 ? text += ',' : text).append(std::to_string(index[d]));
  return text += ']';
}

}  // namespace trammel::modelica
