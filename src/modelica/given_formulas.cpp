// modelica/given_formulas.cpp: formulas from outside of the text, in the scope of the model.
#include <fmt/format.h>

#include "modelica/flatten.hpp"
#include "modelica/parser.hpp"

namespace trammel::modelica {

void Flattener::read_formulas(Instance& root, Class& cls) {
  for (const FormulaText& given : options_.formulas) {
    const int file = static_cast<int>(session_.files.size());
    session_.files.push_back(given.source);
    try {
      Parser parser(given.text, file, given.source, session_.left() / cost::syntax);
      const ExpressionPtr e = parser.whole_expression();
      session_.spend(parser.nodes() * cost::syntax, e->place);
      const Value value = in_.evaluate(*e, {&root, root.bodies.empty() ? &cls : root.bodies.back(), nullptr});
      if (!value.numeric() || !value.scalar())
        session_.fail(e->place, Kind::structure,
                      fmt::format("{} needs a formula with one number as its value, not {}", given.source,
                                  type_name(value)));
      formulas_.push_back(value.data[0]);
    } catch (const Error& error) {
      remember(error);
    }
  }
}

}  // namespace trammel::modelica
