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
  // `next`: the next point as it was found at the last event; it tells the interval, so that the curve goes on
  // smoothly until the event at its end has been handled. None: u tells it.
  Expr at(Graph& g, Expr u, Extrapolation extrapolation, Expr next = {}) const;

 private:
  struct Piece {  // y + s (c1 + s (c2 + s c3)), s = u - x
    double x, y, c1, c2 = 0, c3 = 0;
  };
  std::vector<double> slopes() const;
  static Expr value(Graph& g, Expr u, const Piece& piece);
  struct Place {
    Expr u, next;
  };
  Expr is_before(Graph& g, const Place& at, double x) const;
  Expr choose(Graph& g, const Place& at, std::size_t first, std::size_t last) const;
  std::vector<double> x_, y_;
  Smoothness smoothness_;
  std::vector<Piece> pieces_;
  double slope_before_ = 0, slope_after_ = 0;
};

// The first of some times that lies behind t; of a period, with its repetitions.
Expr next_of(Graph& g, const std::vector<double>& times, Expr t, bool periodic);

}  // namespace trammel::modelica
