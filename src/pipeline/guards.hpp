// pipeline/guards.hpp: where a relation leaves the value that it has.
#pragma once

#include "pipeline/held.hpp"

namespace trammel::pipeline {

// sign*zero + offset must stay positive; otherwise the relation gets the next value.
struct Guard {
  double sign = 1, offset = 0, next = 0;
};

// At most two per relation.
inline int guards_of(const HeldRelation& relation, double now, Guard (&guards)[2]) {
  using expr::Op;
  if (relation.kind == HeldRelation::Kind::truth) {
    const bool upward = relation.op == Op::gt || relation.op == Op::ge;
    guards[0] = {upward == (now != 0) ? 1.0 : -1.0, 0, 1 - now};
    return 1;
  }
  const bool middle = relation.kind == HeldRelation::Kind::trunc && now == 0;
  const bool upper =
      relation.kind == HeldRelation::Kind::floor || (relation.kind == HeldRelation::Kind::trunc && now > 0);
  const double low = middle ? -1 : upper ? now : now - 1, high = middle ? 1 : upper ? now + 1 : now;
  guards[0] = {1, -low, now - 1};
  guards[1] = {-1, high, now + 1};
  return 2;
}

}  // namespace trammel::pipeline
