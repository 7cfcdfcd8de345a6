// expr/binding.hpp: how strongly operators bind, for texts with as few parentheses as they need.
#pragma once

namespace trammel::expr {

// Loosest first.
enum Level : int { choice, disjunction, conjunction, negation, relation, sum, product, power, atom };

}  // namespace trammel::expr
