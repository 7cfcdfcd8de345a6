// model/drawing.hpp: how a mechanism looks: shapes at points whose coordinates are expressions of the model.
#pragma once

#include <string_view>
#include <vector>

#include "expr/graph.hpp"
#include "model/origin.hpp"

namespace trammel::model {

using Coordinates = std::vector<expr::Expr>;  // two in the plane, three in space

struct Shape {
  enum class Kind { line, polygon, circle, spring, point, trace };
  Kind kind = Kind::line;
  std::vector<Coordinates> points = {};
  expr::Expr radius = {};  // of a circle
  Origin origin = {};
};

using Drawing = std::vector<Shape>;

inline std::string_view name(Shape::Kind kind) {
  constexpr std::string_view names[] = {"line", "polygon", "circle", "spring", "point", "trace"};
  return names[static_cast<int>(kind)];
}

}  // namespace trammel::model
