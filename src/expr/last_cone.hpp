// expr/last_cone.hpp: a Cone for those who walk through a graph once, again and again.
//
// The scratch of a Cone is as long as the graph. Whoever asks a question about each row of a model, one by
// one, would pay for the square of the model's length, if each question made one. So it is kept for the next
// question, as long as that is about the same graph.
#pragma once

#include <optional>

#include "expr/graph.hpp"

namespace trammel::expr {

class LastCone {
 public:
  Cone& of(const Graph& graph) {
    if (graph_ != &graph) cone_.emplace(graph);
    graph_ = &graph;
    return *cone_;
  }

 private:
  const Graph* graph_ =
      nullptr;  // another one at the same place serves as well: stamps of old walks mean nothing
  std::optional<Cone> cone_ = {};
};

}  // namespace trammel::expr
