// modelica/overconstrained.hpp: virtual connection graphs [MLS36, 9.4].
//
// An orientation has more numbers than freedoms, so that closing a loop of connections by equations of all
// its numbers would be too much. The records that carry such a thing are the nodes of a graph: branches
// inside of components stay, of the connections those that close a loop are broken, and there the record's
// own function equalityConstraint says what still has to hold.
#pragma once

#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "modelica/instance.hpp"

namespace trammel::modelica {

class Overconstrained {
 public:
  void branch(Instance& a, Instance& b) { branches_.emplace_back(node(a), node(b)); }
  void root(Instance& a) { roots_.push_back(node(a)); }
  void potential_root(Instance& a, double priority) { potential_.push_back({node(a), priority}); }
  struct Joint {  // a connection between two such records
    Instance *a, *b;
    bool a_outside, b_outside;
    Place place;
    bool broken = false;
  };
  void connection(const Joint& joint);

  void finish();  // chooses the roots and breaks what closes a loop
  std::vector<Joint> joints;

  bool is_root(const Instance& a) const { return chosen_.contains(&a); }
  bool rooted(const Instance& a) const {
    return nearer_.contains(&a);
  }  // of its branch, the nearer to the root

 private:
  int node(Instance& a);
  int find(int k);
  void measure(const std::vector<std::pair<int, int>>& tree);
  struct Potential {
    int node;
    double priority;
  };
  std::unordered_map<const Instance*, int> numbers_;
  std::vector<Instance*> nodes_;
  std::vector<int> parent_;
  std::vector<std::pair<int, int>> branches_;
  std::vector<int> roots_;
  std::vector<Potential> potential_;
  std::unordered_set<const Instance*> chosen_, nearer_;
};

}  // namespace trammel::modelica
