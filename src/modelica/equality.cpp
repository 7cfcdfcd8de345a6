// modelica/equality.cpp: equations with two sides, as scalar equations; those that determine Strings.
#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "expr/query.hpp"
#include "modelica/flatten.hpp"

namespace trammel::modelica {
namespace {

// The String that a side of an equation names, if nothing gives it a value where it is declared.
Instance* open_text(Elaborator& in, const Expression& e, Instance& self) {
  if (e.node != modelica::Node::reference || e.integer) return nullptr;
  Instance* at = &self;
  for (const Part& part : e.parts) {
    if (part.subscripted || at->leaf() || at->is_array) return nullptr;
    at = in.child(*at, part.name);
    if (at == nullptr || at->absent) return nullptr;
  }
  const bool text = at->leaf() && at->base == Base::text && at->variability < Variability::parameter;
  return text && !at->modifier.binding && !at->in_when ? at : nullptr;
}

bool any_open_text(const Instance& i) {
  if (i.absent) return false;
  if (i.leaf()) return i.base == Base::text && i.variability < Variability::parameter && !i.modifier.binding;
  return std::ranges::any_of(i.children, [](const auto& c) { return any_open_text(*c); }) ||
         std::ranges::any_of(i.elements, [](const auto& e) { return any_open_text(*e); });
}

}  // namespace

// A String that an equation determines has the other side as its value. Strings do not change, so that no other
// equation is needed.
void Flattener::find_texts(Instance& root) {
  if (!any_open_text(root)) return;
  const std::function<void(Instance&)> visit = [&](Instance& i) {
    if (i.absent || i.leaf()) return;
    for (auto& e : i.elements) visit(*e);
    if (i.is_array) return;
    for (auto& c : i.children) visit(*c);
    for (Class* body : i.bodies)
      for (const Section& s : body->def->sections) {
        if (s.initial) continue;
        if (s.algorithm && assigns_text(s, i)) makers_of_texts_.push_back({&i, body, &s});
        for (const Clause& c : s.clauses) {
          if (s.algorithm || c.kind != Clause::Kind::equality) continue;
          for (const auto& [side, other] : {std::pair(&c.left, &c.right), std::pair(&c.right, &c.left)})
            if (Instance* text = open_text(in_, **side, i)) {
              text->modifier.binding = {other->get(), {&i, body, nullptr}, {}};
              texts_.insert({&i, &c});
              break;
            }
        }
      }
  };
  visit(root);
}

void Flattener::equality(const Clause& c, const Scope& scope, Items& items) {
  const std::string name = name_for(c, scope);
  if (c.left->node == modelica::Node::tuple) {
    if (c.right->node != modelica::Node::call)
      session_.fail(c.place, Kind::structure, "several variables are equated only with a function call");
    const std::vector<Value> results = in_.call_all(*c.right, scope);
    if (c.left->args.size() > results.size())
      session_.fail(c.place, Kind::structure,
                    fmt::format("the function has {} results, not {}", results.size(), c.left->args.size()));
    for (std::size_t k = 0; k < c.left->args.size(); ++k) {
      if (!c.left->args[k]) continue;
      const Value left = in_.evaluate(*c.left->args[k], scope);
      check_integer(*c.left->args[k], left, results[k], c.place);
      equate(left, results[k], name, c.place, items);
    }
    return;
  }
  if (texts_.contains({scope.self, &c})) {
    in_.evaluate(*c.left, scope);  // which says what is wrong with its value
    in_.evaluate(*c.right, scope);
    return;
  }
  const Value left = in_.evaluate(*c.left, scope);
  if (initial_ && sets_discrete(left, *c.right, scope)) return;
  const Value right = in_.evaluate(*c.right, scope);
  check_integer(*c.left, left, right, c.place);
  const auto has_unknowns = [&](const Value& v) {
    return std::ranges::any_of(expr::leaves(g_, v.data), [&](Expr e) { return g_.op(e) == Op::symbol; });
  };
  if (c.left->node != modelica::Node::reference && right.base == Base::integer &&
      !has_unknowns(left))  // der(x) = k is an equation for x
    check_integer(*c.right, right, left, c.place);
  const auto must_be_whole = [&](const Value& whole, const Value& other) {
    return whole.base == Base::integer && other.base == Base::real && has_unknowns(whole) &&
           !has_unknowns(other);
  };
  if (must_be_whole(left, right) || must_be_whole(right, left))
    session_.fail(c.place, Kind::structure, "what Integers make cannot be equal to a Real", "use integer(x)");
  equate(left, right, name, c.place, items);
}

// An equation that gives an Integer the value of a Real.
void Flattener::check_integer(const Expression& e, const Value& side, const Value& other, Place place) {
  if (e.node != modelica::Node::reference || side.base != Base::integer || other.base != Base::real) return;
  if (count(side.shape) == 0 || g_.op(side.data[0]) != Op::symbol) return;  // known, or assigned by events
  session_.fail(place, Kind::structure,
                fmt::format("the Integer {} cannot be equal to a Real", quote(e.parts.back().name)),
                "use integer(x), or declare it as a Real");
}

void Flattener::equate(const Value& left, const Value& right, const std::string& name, Place place,
                       Items& items) {
  const bool nothing = !left.scalar() && !right.scalar() && count(left.shape) == 0 && count(right.shape) == 0;
  if (nothing && left.base != Base::record && right.base != Base::record) return;
  in_.arithmetic().common(left, right, place, "an equation cannot join");
  if (left.shape != right.shape)
    session_.fail(place, Kind::structure,
                  fmt::format("the two sides of this equation have different sizes: {} and {}",
                              type_name(left), type_name(right)));
  if (left.base == Base::text)
    session_.fail(place, Kind::usage, "an equation cannot determine Strings",
                  "give the String its value where it is declared");
  for (std::size_t k = 0; k < left.fields.size(); ++k) {
    const Value* other = right.field(left.fields[k].first);
    if (other == nullptr)
      session_.fail(
          place, Kind::structure,
          fmt::format("the records of this equation have different fields: {}", quote(left.fields[k].first)));
    const Value& mine = left.fields[k].second;
    if (mine.base == Base::integer && other->base == Base::real && !mine.data.empty() &&
        g_.op(mine.data[0]) == Op::symbol)
      session_.fail(place, Kind::structure,
                    fmt::format("the field {} is an Integer and cannot be equal to a Real",
                                quote(left.fields[k].first)),
                    "use records with the same types of fields");
    equate(mine, *other, name + "." + left.fields[k].first, place, items);
  }
  session_.spend(cost::equation * static_cast<std::int64_t>(left.data.size()), place);
  for (std::size_t k = 0; k < left.data.size(); ++k) {
    const std::string part =
        left.scalar() ? name : element_name(name, left.shape, static_cast<std::int64_t>(k));
    items.push_back({left.data[k], right.data[k], place, part});
  }
}

}  // namespace trammel::modelica
