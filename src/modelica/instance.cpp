#include "modelica/instance.hpp"

#include <fmt/format.h>

namespace trammel::modelica {

std::string Instance::path() const {
  std::string text = name;
  for (const Instance* i = parent; i && !i->name.empty(); i = i->parent) text = i->name + "." + text;
  return text;
}

std::string element_name(const std::string& name, const Shape& shape, std::int64_t k) {
  if (shape.empty()) return name;
  Shape index(shape.size());
  for (std::size_t d = shape.size(); d-- > 0;) {
    index[d] = k % shape[d] + 1;
    k /= shape[d];
  }
  return fmt::format("{}[{}]", name, fmt::join(index, ","));
}

}  // namespace trammel::modelica
