// modelica/overload.cpp: operators of operator records [MLS36, chapter 14].
//
// An operator is a class inside the record, with quotes around its name; its functions are the candidates.
// The first that takes the operands is called; where none does, the other operand is converted by a
// constructor.
#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "base/text.hpp"
#include "modelica/elaborator.hpp"

namespace trammel::modelica {

// The functions of an operator of a record: the operator itself may be one.
std::vector<Class*> Elaborator::operators(const ClassDef& record, const std::string& name) {
  std::vector<Class*> found;
  Class* op = names_.member(names_.of(record), name);
  if (op == nullptr) return found;
  if (op->def->is_function()) return {op};
  for (const Element& e : op->def->elements)
    if (e.kind == Element::Kind::class_ && e.definition->is_function())
      if (Class* f = names_.member(*op, e.definition->name)) found.push_back(f);
  return found;
}

// Whether a function takes these scalars, all further inputs having defaults.
bool Elaborator::takes(Class& function, const std::vector<const Value*>& operands) {
  const Signature& s = signature(function);
  if (s.inputs.size() < operands.size() || s.outputs.size() != 1) return false;
  for (std::size_t k = 0; k < s.inputs.size(); ++k) {
    const Signature::Formal& f = s.inputs[k];
    if (k >= operands.size()) {
      if (!f.value) return false;
      continue;
    }
    if (!f.component->subscripts.empty() || !f.element->subscripts.empty()) return false;
    const Type type = resolve(f.element->type, *f.owner);
    const Value& v = *operands[k];
    if (!type.shape.empty()) return false;
    const bool fits =
        type.builtin ? v.base == *type.builtin || (v.base == Base::integer && *type.builtin == Base::real)
        : v.base == Base::record ? v.type == type.cls->def
                                 : v.base == Base::enumeration && v.type == type.cls->def;
    if (!fits) return false;
  }
  return true;
}

static void check_result(const Session& session, const Class& function, std::size_t outputs) {
  if (outputs != 1)  // [MLS36, 14.3]
    session.fail(function.def->place, Kind::structure,
                 fmt::format("the function {} has {}", quote(function.def->name),
                             outputs == 0 ? "no result" : "more than one result"),
                 outputs == 0 ? "declare an output" : "declare one output");
}

std::optional<Value> Elaborator::apply_candidate(const std::vector<Class*>& candidates,
                                                 const std::vector<const Value*>& operands, Place place) {
  for (Class* f : candidates) {
    if (!takes(*f, operands)) continue;
    const Signature& s = signature(*f);
    check_result(session_, *f, s.outputs.size());
    std::vector<std::pair<std::string, Value>> given;
    for (std::size_t k = 0; k < operands.size(); ++k)
      given.emplace_back(s.inputs[k].component->name, *operands[k]);
    return std::move(invoke(*f, std::move(given), place).at(0));
  }
  return std::nullopt;
}

// {a, b}*{c, d} = a*c + b*d, and likewise rows by columns.
static Value product(Session& session, Arithmetic& arithmetic, const Value& a, const Value& b, Place place,
                     const std::function<Value(const char*, const Value&, const Value&)>& apply) {
  if (a.rank() > 2 || b.rank() > 2 || a.shape.back() != b.shape.front() || a.shape.back() == 0)
    session.fail(
        place, Kind::structure,
        fmt::format("'*' cannot multiply arrays of sizes {} and {}", shown(a.shape), shown(b.shape)));
  const auto at = [&](const Value& v, std::int64_t i, std::int64_t j) {
    std::vector<Index> index(1, Index{true, {i}, {}});
    if (v.rank() == 2) index.push_back({true, {j}, {}});
    return select(session, v, index, place);
  };
  std::vector<Value> rows;
  for (std::int64_t i = 1; i <= (a.rank() == 2 ? a.shape[0] : 1); ++i) {
    std::vector<Value> row;
    for (std::int64_t j = 1; j <= (b.rank() == 2 ? b.shape[1] : 1); ++j) {
      Value sum;
      for (std::int64_t k = 1; k <= a.shape.back(); ++k) {
        Value term = apply("'*'", a.rank() == 2 ? at(a, i, k) : at(a, k, 1), at(b, k, j));
        sum = k == 1 ? std::move(term) : apply("'+'", sum, term);
      }
      row.push_back(std::move(sum));
    }
    rows.push_back(b.rank() == 2 ? arithmetic.stack(std::move(row), place) : std::move(row[0]));
  }
  return a.rank() == 2 ? arithmetic.stack(std::move(rows), place) : std::move(rows[0]);
}

// a op b, or op a; `name` is the operator in quotes. Arrays are taken element by element.
Value Elaborator::overloaded(const std::string& operation, const Value& a, const Value* b, Place place) {
  if (operation == "'*'" && b && !a.scalar() && !b->scalar())
    return product(session_, arithmetic_, a, *b, place, [&](const char* op, const Value& x, const Value& y) {
      return overloaded(op, x, &y, place);
    });
  const std::string name = operation == "'.*'" ? "'*'" : operation;
  const bool spread = !a.scalar() || (b && !b->scalar());
  if (spread) {
    if (b && !a.scalar() && !b->scalar() && a.shape != b->shape)
      session_.fail(
          place, Kind::structure,
          fmt::format("{} cannot take arrays of sizes {} and {}", name, shown(a.shape), shown(b->shape)));
    const Shape shape = a.scalar() ? b->shape : a.shape;
    std::vector<Value> parts;
    for (std::int64_t k = 0; k < count(shape); ++k) {
      std::vector<Index> at(shape.size());
      for (std::size_t d = shape.size(), rest = static_cast<std::size_t>(k); d-- > 0;) {
        at[d] = {true, {static_cast<std::int64_t>(rest % static_cast<std::size_t>(shape[d])) + 1}, {}};
        rest /= static_cast<std::size_t>(shape[d]);
      }
      const Value x = a.scalar() ? a : select(session_, a, at, place);
      if (b == nullptr) {
        parts.push_back(overloaded(name, x, nullptr, place));
      } else {
        const Value y = b->scalar() ? *b : select(session_, *b, at, place);
        parts.push_back(overloaded(name, x, &y, place));
      }
    }
    if (parts.empty()) return a.scalar() ? *b : a;
    Value all = arithmetic_.stack(std::move(parts), place);
    reshape(all, shape, 1);
    return all;
  }
  std::vector<const Value*> operands = {&a};
  if (b) operands.push_back(b);
  std::vector<Class*> candidates;
  for (const Value* v : operands)
    if (v->base == Base::record && v->type)
      for (Class* f : operators(*v->type, name))
        if (std::ranges::find(candidates, f) == candidates.end()) candidates.push_back(f);
  if (std::optional<Value> result = apply_candidate(candidates, operands, place)) return std::move(*result);
  if (b && (a.base == Base::record) != (b->base == Base::record)) {  // convert the one that is no record
    const Value& record = a.base == Base::record ? a : *b;
    const Value& other = a.base == Base::record ? *b : a;
    const std::optional<Value> made =
        apply_candidate(operators(*record.type, "'constructor'"), {&other}, place);
    if (made) {
      const std::vector<const Value*> both =
          a.base == Base::record ? std::vector{&a, &*made} : std::vector{&*made, b};
      if (std::optional<Value> result = apply_candidate(candidates, both, place)) return std::move(*result);
    }
  }
  session_.fail(place, Kind::structure,
                b ? fmt::format("{} is not defined for {} and {}", name, type_name(a), type_name(*b))
                  : fmt::format("{} is not defined for {}", name, type_name(a)),
                "define it in an operator record");
}

// Complex(1, 2), String(z, "f"): what the first function of an operator says that takes the arguments of a
// call [MLS36, 14.3 and 14.4].
std::optional<Value> Elaborator::operated(const ClassDef& record, const char* op, const Expression& e,
                                          const Scope& scope) {
  const std::vector<Class*> candidates = operators(record, op);
  if (candidates.empty()) return std::nullopt;
  std::vector<Value> values;
  std::vector<std::pair<std::string, Value>> named;
  for (const ExpressionPtr& arg : e.args) values.push_back(evaluate(*arg, scope));
  if (e.more)
    for (const Named& n : e.more->named) named.emplace_back(n.name, evaluate(*n.value, scope));
  for (Class* f : candidates) {
    const Signature& s = signature(*f);
    if (values.size() > s.inputs.size()) continue;
    std::vector<std::pair<std::string, Value>> given;
    for (std::size_t k = 0; k < values.size(); ++k)
      given.emplace_back(s.inputs[k].component->name, values[k]);
    given.insert(given.end(), named.begin(), named.end());
    const bool fits = std::ranges::all_of(given, [&](const auto& g) {
      const auto formal =
          std::ranges::find(s.inputs, g.first, [](const auto& x) { return x.component->name; });
      if (formal == s.inputs.end()) return false;
      const Type type = resolve(formal->element->type, *formal->owner);
      return type.builtin
                 ? g.second.base == *type.builtin || (g.second.numeric() && *type.builtin == Base::real)
                 : g.second.type == type.cls->def;
    });
    const bool complete = std::ranges::all_of(s.inputs, [&](const auto& formal) {
      return formal.value ||
             std::ranges::any_of(given, [&](const auto& g) { return g.first == formal.component->name; });
    });
    if (!fits || !complete) continue;
    check_result(session_, *f, s.outputs.size());
    return std::move(call_vectorized(*f, std::move(given), e.place).at(0));
  }
  return std::nullopt;
}

}  // namespace trammel::modelica
