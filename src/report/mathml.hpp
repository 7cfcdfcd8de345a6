// report/mathml.hpp: expressions as MathML, which browsers typeset. Names stay the user's: q[1] becomes q
// with a subscript, lambda the Greek letter, der(x) a dot.
#pragma once

#include <string>

#include "expr/shown.hpp"

namespace trammel::report {

// <math>..</math>; long sums are broken into lines.
std::string mathml(const expr::Graph& graph, const expr::Sides& equation);

// A name alone, with `derivative` dots: <mi>..</mi> or more.
std::string mathml_name(const std::string& name, int derivative = 0);

}  // namespace trammel::report
