// report/draw.hpp: what a mechanism looks like, where its model does not say it.
#pragma once

#include "model/dae.hpp"
#include "model/drawing.hpp"

namespace trammel::report {

// Points are pairs or triples of variables with the names of coordinates (x and y, a.x and a.y, x1 and y1,
// p[1] and p[2]); an equation without derivatives between the coordinates of two points is a line between
// them, of one point a line to its fixed end. No shape if no such equation is found.
model::Drawing infer_drawing(const model::Dae& dae);

}  // namespace trammel::report
