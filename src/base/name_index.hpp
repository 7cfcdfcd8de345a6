// base/name_index.hpp: which of many numbered things has a name.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

namespace trammel {

// The names stay where they are: the index holds a hash and a number each, so that 10⁵ of them fit into a
// cache. Numbers are below 2³² - 1.
class NameIndex {
 public:
  // Enters the number under its name and says yes, unless another one has this name. `name_of` tells the
  // names of the numbers that are in.
  template <class NameOf>
  bool insert(std::string_view name, std::uint32_t number, NameOf&& name_of) {
    const auto hash = static_cast<std::uint32_t>(std::hash<std::string_view>{}(name));
    std::size_t at = hash & (slots_.size() - 1);
    for (; slots_[at].number != 0; at = (at + 1) & (slots_.size() - 1))
      if (slots_[at].hash == hash && name_of(slots_[at].number - 1) == name) return false;
    slots_[at] = {hash, number + 1};
    if (2 * ++size_ > slots_.size()) grow();
    return true;
  }

 private:
  struct Slot {
    std::uint32_t hash = 0, number = 0;  // plus 1; 0: empty
  };

  void grow() {
    std::vector<Slot> bigger(2 * slots_.size());
    for (const Slot& slot : slots_) {
      if (slot.number == 0) continue;
      std::size_t at = slot.hash & (bigger.size() - 1);
      while (bigger[at].number != 0) at = (at + 1) & (bigger.size() - 1);
      bigger[at] = slot;
    }
    slots_ = std::move(bigger);
  }

  std::vector<Slot> slots_ = std::vector<Slot>(16);
  std::size_t size_ = 0;
};

}  // namespace trammel
