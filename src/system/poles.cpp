#include "system/poles.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <unordered_set>

namespace trammel::system {
namespace {

using expr::Expr;
using expr::Graph;
using expr::Op;

class PoleSearch {
 public:
  PoleSearch(const Graph& graph, std::span<const Expr> known) : graph_(graph) {
    for (const Expr leaf : known) known_.insert(leaf.id);
  }

  // What rows share is looked at once: it belongs to the first of them.
  void look_at(Expr root, std::size_t row) {
    std::vector<Expr> open{root};
    while (!open.empty()) {
      const Expr e = open.back();
      open.pop_back();
      if (!seen_.insert(e.id).second || chooses(graph_.op(e))) continue;
      if (graph_.op(e) == Op::div) take(graph_.arg(e, 1), row);
      if (graph_.op(e) == Op::pow && integer(graph_.arg(e, 1)) && graph_.value(graph_.arg(e, 1)) < 0)
        take(graph_.arg(e, 0), row);
      for (int k = 0; k < expr::info(graph_.op(e)).arity; ++k) open.push_back(graph_.arg(e, k));
    }
  }

  std::vector<Pole> found;

 private:
  static bool chooses(Op op) { return op == Op::select || op == Op::min || op == Op::max; }

  bool integer(Expr e) const {
    return graph_.op(e) == Op::constant && std::rint(graph_.value(e)) == graph_.value(e);
  }

  // A product is zero where one of its factors is, a power where its base is.
  void take(Expr e, std::size_t row) {
    if (!taken_.insert(e.id).second) return;
    switch (graph_.op(e)) {
      case Op::neg:
        return take(graph_.arg(e, 0), row);
      case Op::mul:
        take(graph_.arg(e, 0), row);
        return take(graph_.arg(e, 1), row);
      case Op::div:
        return take(graph_.arg(e, 0), row);
      case Op::pow:
        if (integer(graph_.arg(e, 1))) take(graph_.arg(e, 0), row);
        return;
      default:
        if (!never_negative(e) && varies(e) == Varies::with_known) found.push_back({row, e});
    }
  }

  bool never_negative(Expr e) {
    if (const auto known = sign_.find(e.id); known != sign_.end()) return known->second;
    const bool result = by_form(e);
    sign_.emplace(e.id, result);
    return result;
  }
  bool by_form(Expr e) {
    switch (graph_.op(e)) {
      case Op::constant:
        return graph_.value(e) >= 0;
      case Op::exp:
      case Op::cosh:
      case Op::sqrt:
      case Op::abs:
        return true;
      case Op::pow: {
        const Expr exponent = graph_.arg(e, 1);
        return !integer(exponent) || std::fmod(graph_.value(exponent), 2) == 0 ||
               never_negative(graph_.arg(e, 0));
      }
      case Op::mul:
        return graph_.arg(e, 0) == graph_.arg(e, 1) ||
               (never_negative(graph_.arg(e, 0)) && never_negative(graph_.arg(e, 1)));
      case Op::add:
      case Op::div:
        return never_negative(graph_.arg(e, 0)) && never_negative(graph_.arg(e, 1));
      default:
        return false;
    }
  }

  enum class Varies : char { not_at_all, with_known, with_others };
  Varies varies(Expr e) {
    if (const auto known = varies_.find(e.id); known != varies_.end()) return known->second;
    Varies result = Varies::not_at_all;
    const Op op = graph_.op(e);
    if (op == Op::symbol || op == Op::time)
      result = known_.contains(e.id) ? Varies::with_known : Varies::with_others;
    for (int k = 0; k < expr::info(op).arity; ++k) result = std::max(result, varies(graph_.arg(e, k)));
    varies_.emplace(e.id, result);
    return result;
  }

  const Graph& graph_;
  std::unordered_set<std::uint32_t> known_, seen_, taken_;
  std::unordered_map<std::uint32_t, bool> sign_;
  std::unordered_map<std::uint32_t, Varies> varies_;
};

}  // namespace

std::vector<Pole> find_poles(const Graph& graph, std::span<const Expr> rows, std::span<const Expr> known) {
  PoleSearch search(graph, known);
  for (std::size_t i = 0; i < rows.size(); ++i) search.look_at(rows[i], i);
  return std::move(search.found);
}

}  // namespace trammel::system
