// base/text.hpp: names in messages, and joining lists for people.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace trammel {

// A user's name as it may stand in a message: in single quotes, control characters escaped, long names cut in
// the middle. Names are untrusted: a model file may hold 10 kB of escape sequences.
std::string quote(std::string_view name);

// "a", "a and b", "a, b and c"; at most `most` items, then "... (12 more)".
std::string listed(const std::vector<std::string>& items, std::size_t most = 6);

// "1 equation", "2 equations"
std::string counted(std::size_t number, std::string_view thing);

// Of these the one that somebody who wrote `name` probably meant; null if none is near.
const std::string* nearest_name(std::string_view name, const std::vector<std::string>& candidates);

}  // namespace trammel
