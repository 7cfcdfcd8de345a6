// modelica/table_curves.hpp: curves through points, as the tables of the Modelica library have them.
#pragma once

#include <vector>

#include "modelica/session.hpp"

namespace trammel::modelica {

// In the order of Modelica.Blocks.Types.Smoothness and Extrapolation.
enum class Smoothness { linear = 1, akima, constant, fritsch_butland, steffen, modified_akima };
enum class Extrapolation { hold = 1, last_two_points, periodic, none };

class Curve {
 public:
  // x ascends; where two points have the same x, the curve jumps.
  Curve(std::vector<double> x, std::vector<double> y, Smoothness smoothness);
  Expr at(Graph& g, Expr u, Extrapolation extrapolation) const;

 private:
  struct Piece {  // y + s (c1 + s (c2 + s c3)), s = u - x
    double x, y, c1, c2 = 0, c3 = 0;
  };
  std::vector<double> slopes() const;
  static Expr value(Graph& g, Expr u, const Piece& piece);
  Expr choose(Graph& g, Expr u, std::size_t first, std::size_t last) const;
  std::vector<double> x_, y_;
  Smoothness smoothness_;
  std::vector<Piece> pieces_;
  double slope_before_ = 0, slope_after_ = 0;
};

}  // namespace trammel::modelica
