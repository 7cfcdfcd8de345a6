// modelica/parse_iterators.cpp: loop variables; one without a range runs over the size of what it is a
// subscript of [MLS36, 11.2.2.1].
#include "modelica/parser.hpp"

namespace trammel::modelica {
namespace {

// Looks for subscripts that are the loop variable alone.
class Search {
 public:
  explicit Search(Iterator& iterator) : iterator_(iterator) {}

  void in(const std::vector<Clause>& body) {
    for (const Clause& c : body) {
      if (c.left) in(*c.left);
      if (c.right) in(*c.right);
      for (const Clause::Branch& b : c.branches) {
        if (b.condition) in(*b.condition);
        in(b.body);
      }
    }
  }

  void in(const Expression& e) {
    for (std::size_t p = 0; p < e.parts.size(); ++p)
      for (std::size_t d = 0; d < e.parts[p].subscripts.size(); ++d) {
        const Expression& s = *e.parts[p].subscripts[d];
        if (s.node == Node::reference && s.parts.size() == 1 && !s.parts[0].subscripted &&
            s.parts[0].name == iterator_.name)
          iterator_.uses.push_back({&e, p, d});
        in(s);
      }
    for (const ExpressionPtr& arg : e.args)
      if (arg) in(*arg);
    if (e.more)
      for (const Named& named : e.more->named)
        if (named.value) in(*named.value);
  }

 private:
  Iterator& iterator_;
};

}  // namespace

void Parser::deduce_ranges(std::vector<Iterator>& iterators, const Expression& e) {
  for (Iterator& i : iterators)
    if (!i.range) Search(i).in(e);
}

void Parser::deduce_ranges(std::vector<Iterator>& iterators, const std::vector<Clause>& body) {
  for (Iterator& i : iterators)
    if (!i.range) Search(i).in(body);
}

std::vector<Iterator> Parser::iterators() {
  std::vector<Iterator> list;
  do {
    Iterator iterator;
    iterator.place = now_.place;
    iterator.name = identifier("a loop variable");
    if (accept("in")) iterator.range = expression();
    list.push_back(std::move(iterator));
  } while (accept(","));
  return list;
}

}  // namespace trammel::modelica
