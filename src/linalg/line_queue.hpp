// linalg/line_queue.hpp: rows of a matrix that wait to be eliminated, the most promising first. A heap that
// knows where everybody stands, so that a key can change and nothing is ever allocated.
#pragma once

#include <compare>
#include <cstddef>
#include <vector>

namespace trammel::linalg {

class LineQueue {
 public:
  struct Key {
    int cost = 0, age = 0;  // among equals, whoever waits longest
    auto operator<=>(const Key&) const = default;
  };

  explicit LineQueue(int n) : key_(std::size_t(n)), place_(std::size_t(n), -1) {
    heap_.reserve(std::size_t(n));
  }

  void clear() {
    for (const int line : heap_) place_[line] = -1;
    heap_.clear();
  }
  bool empty() const { return heap_.empty(); }
  int first() const { return heap_[0]; }

  void put(int line, Key key) {  // new, or with another key
    key_[line] = key;
    if (place_[line] < 0) {
      place_[line] = static_cast<int>(heap_.size());
      heap_.push_back(line);
    }
    settle(place_[line]);
  }
  void remove(int line) {
    const int at = place_[line];
    if (at < 0) return;
    const int last = heap_.back();
    heap_.pop_back();
    place_[line] = -1;
    if (last == line) return;
    stand(last, at);
    settle(at);
  }

 private:
  void stand(int line, int at) {
    heap_[at] = line;
    place_[line] = at;
  }
  void settle(int at) {
    const int line = heap_[at], size = static_cast<int>(heap_.size());
    for (int up = (at - 1) / 2; at > 0 && key_[line] < key_[heap_[up]]; at = up, up = (at - 1) / 2)
      stand(heap_[up], at);
    for (int down = 2 * at + 1; down < size; down = 2 * at + 1) {
      if (down + 1 < size && key_[heap_[down + 1]] < key_[heap_[down]]) ++down;
      if (!(key_[heap_[down]] < key_[line])) break;
      stand(heap_[down], at);
      at = down;
    }
    stand(line, at);
  }

  std::vector<Key> key_;
  std::vector<int> place_, heap_ = {};
};

}  // namespace trammel::linalg
