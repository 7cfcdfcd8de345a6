// expr/print.hpp: an expression as the mathematics that its author wrote, with as few parentheses as it
// needs.
#pragma once

#include <string>

#include "expr/graph.hpp"

namespace trammel::expr {

struct PrintOptions {
  std::size_t longest = 1u << 20;  // characters; a longer expression ends in " ..."
};

// "2*x*der(x) - sin(w*time)^2": variables and parameters by their names, derivatives as der(der(x)).
std::string print(const Graph& graph, Expr e, const PrintOptions& options = {});

// "der(der(x))"
std::string print_symbol(const Graph& graph, int variable, int derivative);

// The shortest decimal that reads back as the same double.
std::string print_number(double value);

}  // namespace trammel::expr
