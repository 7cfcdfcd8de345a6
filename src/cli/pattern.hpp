// cli/pattern.hpp: variables by patterns: q[*], crank.*, ?.v. Brackets stand for themselves, as in names.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace trammel::cli {

bool matches(std::string_view pattern, std::string_view name);

// Takes a list apart at its commas; those in brackets belong to a name: A[1,*],x.
void add_patterns(std::string_view list, std::vector<std::string>& patterns);

// Which names match one of the patterns, by their places; all if there is no pattern. A pattern that
// matches none is an Error of kind name.
std::vector<std::size_t> matching(const std::vector<std::string>& names,
                                  const std::vector<std::string>& patterns);

}  // namespace trammel::cli
