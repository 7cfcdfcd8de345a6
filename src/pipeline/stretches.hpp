// pipeline/stretches.hpp: the parts of an interval in which a function moves, by intervals that hold its values.
#pragma once

#include <span>
#include <vector>

#include "expr/interval.hpp"

namespace trammel::pipeline {

struct Stretch {
  double from = 0, to = 0;
};

// The parts of an interval in which a function changes by more than `least`, joined where they touch. `parts` cover the interval, and halves of
// them are looked at until a joined part has so many pieces that its ends are known, or is a jump: no longer than `narrowest`.
// `range(stretch)` holds the values there. None if that takes too many looks.
template <class Range>
std::vector<Stretch> where_it_moves(std::vector<Stretch> parts, double least, double narrowest,
                                    int most_looks, Range&& range) {
  constexpr std::size_t pieces = 8;
  std::vector<Stretch> done, halves;
  for (int looks = 0; !parts.empty();) {
    halves.clear();
    for (const Stretch& part : parts) {
      const double middle = 0.5 * (part.from + part.to);
      if (!(part.to - part.from > narrowest && part.from < middle && middle < part.to)) {
        done.push_back(part);
        continue;
      }
      for (const Stretch& half : {Stretch{part.from, middle}, Stretch{middle, part.to}}) {
        if (++looks > most_looks) return {};
        const expr::Interval values = range(half);
        if (!(values.high - values.low <= least)) halves.push_back(half);
      }
    }
    parts.clear();
    for (std::size_t first = 0, last = 0; first < halves.size(); first = last) {
      for (last = first + 1; last < halves.size() && halves[last].from == halves[last - 1].to;) ++last;
      if (last - first >= pieces)
        done.push_back({halves[first].from, halves[last - 1].to});
      else
        parts.insert(parts.end(), halves.begin() + static_cast<std::ptrdiff_t>(first),
                     halves.begin() + static_cast<std::ptrdiff_t>(last));
    }
  }
  return done;
}

// Times at which steps end in it: implicit methods see nothing but the ends of their steps.
inline void add_ends(const Stretch& part, std::vector<double>& times) {
  constexpr int ends = 8;
  for (int k = 0; k <= ends; ++k) times.push_back(part.from + k * (part.to - part.from) / ends);
}

}  // namespace trammel::pipeline
