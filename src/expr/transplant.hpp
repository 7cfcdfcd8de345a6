// expr/transplant.hpp: expressions copied from one graph into another. Internal to this room.
#pragma once

#include <span>
#include <unordered_map>
#include <vector>

#include "base/error.hpp"
#include "expr/graph.hpp"

namespace trammel::expr {

// `known` holds what stands for some nodes there.
class Transplant {
 public:
  Transplant(const Graph& from, Graph& to) : from_(from), to_(to), cone_(from) {}
  std::unordered_map<std::uint32_t, Expr> known;

  Expr operator()(Expr root) {
    const auto stop = [&](Expr e) { return known.contains(e.id); };
    for (const Expr e : cone_.collect(std::span(&root, 1), stop)) {
      if (known.contains(e.id)) continue;
      const Op op = from_.op(e);
      if (op == Op::argument) continue;
      if (op == Op::constant) {
        known.emplace(e.id, to_.constant(from_.value(e)));
      } else if (op == Op::call) {
        std::vector<Expr> list = from_.arguments(e);
        for (Expr& a : list) a = known.at(a.id);
        known.emplace(e.id, to_.call(from_.routine(e), list, from_.output(e)));
      } else {
        if (is_leaf(op))
          throw Error(trammel::Kind::usage, "the body of a function reads something that is no input");
        Expr arg[3] = {};
        for (int k = 0; k < info(op).arity; ++k) arg[k] = known.at(from_.arg(e, k).id);
        known.emplace(e.id, to_.apply(op, arg[0], arg[1], arg[2]));
      }
    }
    return known.at(root.id);
  }

 private:
  const Graph& from_;
  Graph& to_;
  Cone cone_;
};

}  // namespace trammel::expr
