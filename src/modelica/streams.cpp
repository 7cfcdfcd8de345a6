// modelica/streams.cpp: what flows into a connector where streams mix [MLS36, chapter 15].
//
// inStream(h) is an unknown of its own, defined by the connectors that h is connected to: their values
// weighted by what each of them sends, as if nothing stayed in the point where they meet. Flows that are
// nearly zero keep a tiny weight, so that the value stays defined when everything stands still.
#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "expr/print.hpp"
#include "modelica/connect.hpp"

namespace trammel::modelica {
namespace {

constexpr double least_flow = 1e-10;

}  // namespace

void Connections::join_streams(const End& a, const End& b, Place place) {
  // Its flow, and whether its limits say that nothing ever comes out of it: then it is no part of a mixture.
  const auto flow_of = [&](const Instance& stream, bool outside) -> std::pair<Expr, bool> {
    Instance* flow = nullptr;
    for (auto& part : stream.parent->children) {
      in_.ensure(*part);
      if (part->leaf() && part->flow && part->shape.empty()) flow = part.get();
    }
    if (flow == nullptr)
      in_.session().fail(stream.place, Kind::structure,
                         fmt::format("the connector of the stream {} has no flow", quote(stream.path())),
                         "a connector with streams has one scalar flow variable");
    const Value limit = in_.attribute(*flow, outside ? "max" : "min");
    const bool silent = !limit.data.empty() && (outside ? in_.session().graph->value(limit.data[0]) <= 0
                                                        : in_.session().graph->value(limit.data[0]) >= 0);
    return {in_.leaf_value(*flow, nullptr, place).data[0], silent};
  };
  const Value x = in_.leaf_value(*a.instance, nullptr, place),
              y = in_.leaf_value(*b.instance, nullptr, place);
  if (x.shape != y.shape)
    in_.session().fail(place, Kind::structure,
                       fmt::format("{} has the size {}, but {} has {}", quote(a.instance->path()),
                                   shown(x.shape), quote(b.instance->path()), shown(y.shape)));
  const auto left = flow_of(*a.instance, a.outside), right = flow_of(*b.instance, b.outside);
  for (std::size_t k = 0; k < x.data.size(); ++k) {
    const int i = stream_root(stream_number(x.data[k], left, a.outside, place)),
              j = stream_root(stream_number(y.data[k], right, b.outside, place));
    if (i != j) streams_[std::max(i, j)].parent = std::min(i, j);
  }
}

int Connections::stream_number(Expr variable, std::pair<Expr, bool> flow, bool outside, Place place) {
  const auto [at, fresh] = stream_numbers_.try_emplace(std::uint64_t{variable.id} * 2 + (outside ? 1 : 0),
                                                       static_cast<int>(streams_.size()));
  if (fresh) streams_.push_back({variable, flow.first, outside, flow.second, place, at->second});
  return at->second;
}

int Connections::stream_root(int k) {
  while (streams_[k].parent != k) k = streams_[k].parent = streams_[streams_[k].parent].parent;
  return k;
}

// The mixture of all members of a set but one; `nothing` where none of them ever sends anything.
Expr Connections::mixture(const std::vector<int>& set, int without, Expr nothing) {
  Graph& g = *in_.session().graph;
  const auto value = [&](const Stream& s) { return s.outside ? in_.in_stream(s.variable) : s.variable; };
  std::vector<int> others;
  for (const int k : set)
    if (k != without && !streams_[k].silent) others.push_back(k);
  if (others.empty()) return nothing;
  if (others.size() == 1) return value(streams_[others[0]]);
  Expr above = g.constant(0), below = g.constant(0);
  for (const int k : others) {
    const Stream& s = streams_[k];
    const Expr sent = s.outside ? s.flow : g.apply(Op::neg, s.flow);
    const Expr weight = g.apply(Op::max, sent, g.constant(least_flow));
    above = g.apply(Op::add, above, g.apply(Op::mul, weight, value(s)));
    below = g.apply(Op::add, below, weight);
  }
  return g.apply(Op::div, above, below);
}

void Connections::finish_streams(const Emit& emit) {
  std::unordered_map<int, std::vector<int>> sets;
  for (int k = 0; k < static_cast<int>(streams_.size()); ++k) sets[stream_root(k)].push_back(k);
  for (int k = 0; k < static_cast<int>(streams_.size()); ++k) {
    if (!streams_[k].outside || sets.at(stream_root(k)).size() < 2) continue;
    const Expr mixed = mixture(sets.at(stream_root(k)), k, in_.session().graph->constant(0));
    emit(fmt::format("mixture at {}", name_of(streams_[k].variable)), streams_[k].variable, mixed,
         streams_[k].place);
  }
  for (std::size_t k = 0; k < in_.in_streams().size(); ++k) {  // mixtures may ask for more of them
    const auto [stream, unknown] = in_.in_streams()[k];
    const auto at = stream_numbers_.find(std::uint64_t{stream.id} * 2);
    Expr mixed = stream;  // nothing is connected: nothing else can flow in
    Place place;
    if (at != stream_numbers_.end()) {
      place = streams_[at->second].place;
      const std::vector<int>& set = sets.at(stream_root(at->second));
      if (set.size() > 1) mixed = mixture(set, at->second, stream);
    }
    emit(fmt::format("what flows into {}", name_of(stream)), unknown, mixed, place);
  }
}

}  // namespace trammel::modelica
