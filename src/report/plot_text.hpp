// report/plot_text.hpp: what "--plot x,y" asks for.
//
//   x,y        both over time in one panel         x:y       y against x
//   q[*],a.*   all that fit the pattern            x,u:v     in one panel, curves of both kinds do not mix
//
// Commas and colons inside brackets, parentheses or quoted names are part of a name.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace trammel::report {

struct Wish {        // one curve
  std::string x, y;  // names; x empty: over time
};

// The curves of one panel, patterns replaced by the names that fit them, in the order of `names`. Throws an
// Error of kind name for what fits nothing, with the nearest name as a hint.
std::vector<Wish> read_plot(std::string_view text, const std::vector<std::string>& names);

// Whether `name` fits a pattern in which * stands for any characters.
bool fits(std::string_view pattern, std::string_view name);

}  // namespace trammel::report
