// base/list_of.hpp: a vector of things that are moved into it; from an initializer list they would be copied.
#pragma once

#include <utility>
#include <vector>

namespace trammel {

template <class T, class... Things>
std::vector<T> list_of(Things&&... things) {
  std::vector<T> list;
  list.reserve(sizeof...(things));
  (list.push_back(std::forward<Things>(things)), ...);
  return list;
}

}  // namespace trammel
