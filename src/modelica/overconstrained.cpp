#include "modelica/overconstrained.hpp"

#include <algorithm>
#include <deque>

namespace trammel::modelica {

int Overconstrained::node(Instance& a) {
  const auto [at, fresh] = numbers_.try_emplace(&a, static_cast<int>(nodes_.size()));
  if (fresh) nodes_.push_back(&a);
  return at->second;
}

int Overconstrained::find(int k) {
  while (parent_[k] != k) k = parent_[k] = parent_[parent_[k]];
  return k;
}

void Overconstrained::connection(const Joint& joint) {
  node(*joint.a);
  node(*joint.b);
  joints.push_back(joint);
}

// A spanning forest: branches and given roots are in it, then connections in the order of the text. All roots
// hang on one more node, so that a connection between two trees with roots counts as a loop.
void Overconstrained::finish() {
  const int source = static_cast<int>(nodes_.size());
  parent_.resize(nodes_.size() + 1);
  for (int k = 0; k <= source; ++k) parent_[k] = k;
  std::vector<std::pair<int, int>> tree = branches_;
  for (const auto& [a, b] : branches_) parent_[find(a)] = find(b);
  for (const int r : roots_) {
    parent_[find(r)] = find(source);
    chosen_.insert(nodes_[r]);
  }
  for (Joint& j : joints) {
    const int a = numbers_.at(j.a), b = numbers_.at(j.b);
    if (find(a) == find(b)) {
      j.broken = true;
    } else {
      parent_[find(a)] = find(b);
      tree.emplace_back(a, b);
    }
  }
  std::ranges::stable_sort(potential_, {}, &Potential::priority);
  const auto choose = [&](int k) {
    if (find(k) == find(source)) return;
    parent_[find(k)] = find(source);
    chosen_.insert(nodes_[k]);
  };
  for (const Potential& p : potential_) choose(p.node);
  for (int k = 0; k < source; ++k) choose(k);  // something must be the root
  measure(tree);
}

void Overconstrained::measure(const std::vector<std::pair<int, int>>& tree) {
  std::vector<std::vector<int>> next(nodes_.size());
  for (const auto& [a, b] : tree) {
    next[a].push_back(b);
    next[b].push_back(a);
  }
  std::vector<int> depth(nodes_.size(), -1);
  std::deque<int> open;
  for (const Instance* r : chosen_) {
    depth[numbers_.at(r)] = 0;
    open.push_back(numbers_.at(r));
  }
  for (; !open.empty(); open.pop_front())
    for (const int to : next[open.front()])
      if (depth[to] < 0) {
        depth[to] = depth[open.front()] + 1;
        open.push_back(to);
      }
  for (const auto& [a, b] : branches_) nearer_.insert(nodes_[depth[a] < depth[b] ? a : b]);
}

}  // namespace trammel::modelica
