// modelica/animation.hpp: annotation(__Trammel(animation = {line({0, 0}, {x, y}), ..})): how the model is
// drawn.
//
//   line(p, q, ..)   polygon(p, q, r, ..)   circle(p, radius)   spring(p, q)   point(p)   trace(p)
//
// A point is {x, y} or {x, y, z}; coordinates are numbers, variables and parameters of the model, + - * / and
// sin, cos, sqrt of them. docs/language.md says the same to users.
#pragma once

#include "model/dae.hpp"
#include "model/drawing.hpp"
#include "modelica/session.hpp"
#include "modelica/syntax.hpp"

namespace trammel::modelica {

// Errors carry the place of what is wrong in the annotation.
model::Drawing animation_of(const ClassDef& cls, Session& session, const model::Dae& dae);

}  // namespace trammel::modelica
