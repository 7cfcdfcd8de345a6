#include "modelica/value.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"

namespace trammel::modelica {

std::int64_t count(const Shape& shape) {
  std::int64_t n = 1;
  for (const std::int64_t d : shape) {
    n *= d;
    if (n > (std::int64_t{1} << 40)) return n;  // far beyond every limit
  }
  return n;
}

std::string shown(const Shape& shape) {
  if (shape.empty()) return "scalar";
  std::string text = "[";
  for (std::size_t k = 0; k < shape.size(); ++k) text += fmt::format("{}{}", k ? ", " : "", shape[k]);
  return text + "]";
}

std::string type_name(const Value& value) {
  static constexpr const char* names[] = {"Real", "Integer", "Boolean", "String", "enumeration", "record"};
  std::string text = names[static_cast<int>(value.base)];
  if (value.type) text = value.type->name;
  return value.scalar() ? text : text + shown(value.shape);
}

Value scalar_of(Base base, Expr e) {
  Value v;
  v.base = base;
  v.data.push_back(e);
  return v;
}

Shape selected_shape(const Shape& shape, const std::vector<Index>& indices) {
  Shape result;
  for (std::size_t k = 0; k < shape.size(); ++k) {
    if (k >= indices.size())
      result.push_back(shape[k]);
    else if (!indices[k].single)
      result.push_back(static_cast<std::int64_t>(indices[k].at.size()));
  }
  return result;
}

void each_selected(const Shape& shape, const std::vector<Index>& indices,
                   const std::function<void(std::int64_t, std::int64_t)>& visit) {
  const std::size_t n = shape.size();
  Shape digit(n, 0), size(n);
  for (std::size_t k = 0; k < n; ++k) {
    size[k] = k < indices.size() ? static_cast<std::int64_t>(indices[k].at.size()) : shape[k];
    if (size[k] == 0) return;
  }
  for (std::int64_t part = 0;; ++part) {
    std::int64_t at = 0;
    for (std::size_t k = 0; k < n; ++k)
      at = at * shape[k] + (k < indices.size() ? indices[k].at[digit[k]] - 1 : digit[k]);
    visit(at, part);
    std::size_t k = n;
    while (k > 0 && ++digit[k - 1] == size[k - 1]) digit[--k] = 0;
    if (k == 0) return;
  }
}

// A run-time index is a chain of choices over the elements of its dimension.
static Value select_at_run_time(Session& session, const Value& value, std::vector<Index> indices,
                                std::size_t which, Place place) {
  Graph& g = *session.graph;
  const Expr index = indices[which].run_time;
  const std::int64_t n = value.shape[which];
  if (n == 0) session.fail(place, Kind::structure, "an array without elements cannot be indexed");
  indices[which].run_time = {};
  Value result;
  Arithmetic arithmetic(session);
  for (std::int64_t k = n; k >= 1; --k) {
    indices[which].at = {k};
    session.spend(1, place);
    Value one = select(session, value, indices, place);
    if (k == n)
      result = std::move(one);
    else
      result =
          arithmetic.choose(g.apply(Op::eq, index, g.constant(static_cast<double>(k))), one, result, place);
  }
  return result;
}

Value select(Session& session, const Value& value, const std::vector<Index>& indices, Place place) {
  for (std::size_t k = 0; k < indices.size(); ++k)
    if (indices[k].run_time) return select_at_run_time(session, value, indices, k, place);
  Value result;
  result.base = value.base;
  result.type = value.type;
  result.shape = selected_shape(value.shape, indices);
  for (const auto& [name, field] : value.fields)
    result.fields.emplace_back(name, select(session, field, indices, place));
  if (value.base == Base::record) return result;
  result.data.resize(static_cast<std::size_t>(count(result.shape)));
  session.spend(static_cast<std::int64_t>(result.data.size()), place);
  each_selected(value.shape, indices,
                [&](std::int64_t whole, std::int64_t part) { result.data[part] = value.data[whole]; });
  return result;
}

Base Arithmetic::common(const Value& a, const Value& b, Place place, const char* what) {
  if (a.numeric() && b.numeric())
    return a.base == Base::integer && b.base == Base::integer ? Base::integer : Base::real;
  if (a.base == b.base && a.type == b.type) return a.base;
  const auto same_fields = [&] {
    return a.fields.size() == b.fields.size() &&
           std::ranges::all_of(a.fields, [&](const auto& f) { return b.field(f.first) != nullptr; });
  };
  if (a.base == Base::record && b.base == Base::record && same_fields()) return a.base;
  session_.fail(place, Kind::structure, fmt::format("{} {} and {}", what, type_name(a), type_name(b)));
}

void Arithmetic::require_numeric(const Value& a, Place place, const char* what) {
  if (a.numeric()) return;
  session_.fail(place, Kind::structure, fmt::format("{} a number, not {}", what, type_name(a)),
                a.base == Base::boolean ? "write if b then 1 else 0" : "");
}

Value Arithmetic::elementwise(Op op, const Value& a, const Value& b, Base result, Place place) {
  Value v;
  v.base = result;
  v.shape = a.scalar() ? b.shape : a.shape;
  if (!a.scalar() && !b.scalar() && a.shape != b.shape)
    session_.fail(place, Kind::structure,
                  fmt::format("'{}' needs arrays of the same size, not {} and {}",
                              expr::info(op).name == "add"   ? "+"
                              : expr::info(op).name == "sub" ? "-"
                                                             : expr::info(op).name,
                              shown(a.shape), shown(b.shape)));
  const std::size_t n = a.scalar() ? b.data.size() : a.data.size();
  session_.spend(static_cast<std::int64_t>(n), place);
  v.data.reserve(n);
  for (std::size_t k = 0; k < n; ++k)
    v.data.push_back(g_.apply(op, a.data[a.scalar() ? 0 : k], b.data[b.scalar() ? 0 : k]));
  return v;
}

Value Arithmetic::map(Op op, Value a, Base result) {
  for (Expr& e : a.data) e = g_.apply(op, e);
  a.base = result;
  return a;
}

Value Arithmetic::joined_text(Expr a, Expr b, Place place) {
  const std::string& head = session_.text(a);
  const std::string& tail = session_.text(b);
  session_.spend(static_cast<std::int64_t>(head.size() + tail.size()) / 8, place);
  const bool known =
      g_.is_constant(a) && g_.is_constant(b) && session_.knows_text(a) && session_.knows_text(b);
  return scalar_of(Base::text, known ? session_.text(head + tail) : session_.unknown_text(head + tail));
}

Value Arithmetic::add(char op, Value a, const Value& b, Place place) {
  const bool plus = op == '+' || op == 'P';
  const bool fits = a.shape == b.shape || (op == 'P' && (a.scalar() || b.scalar()));
  if (plus && a.base == Base::text && b.base == Base::text && fits) {  // element by element [MLS36, 10.6.2]
    const bool left = a.scalar(), right = b.scalar();
    Value all;
    all.base = Base::text;
    all.shape = left ? b.shape : a.shape;
    for (std::int64_t k = 0; k < count(all.shape); ++k)
      all.data.push_back(joined_text(a.data[left ? 0 : k], b.data[right ? 0 : k], place).data[0]);
    return all;
  }
  require_numeric(a, place, plus ? "'+' needs" : "'-' needs");
  require_numeric(b, place, plus ? "'+' needs" : "'-' needs");
  if ((op == '+' || op == '-') && a.scalar() != b.scalar())
    session_.fail(place, Kind::structure,
                  fmt::format("'{}' needs two scalars or two arrays of the same size, not {} and {}", op,
                              type_name(a), type_name(b)),
                  fmt::format("write .{} to apply it to each element", op));
  return elementwise(plus ? Op::add : Op::sub, a, b, common(a, b, place, "'+' cannot join"), place);
}

Value Arithmetic::multiply(char op, const Value& a, const Value& b, Place place) {
  const char* what = op == '*' || op == 'T' ? "'*' needs" : "'/' needs";
  require_numeric(a, place, what);
  require_numeric(b, place, what);
  const Base base = common(a, b, place, what);
  if (op == 'T') return elementwise(Op::mul, a, b, base, place);
  if (op == 'D') return elementwise(Op::div, a, b, Base::real, place);
  if (op == '/') {
    if (!b.scalar())
      session_.fail(place, Kind::structure, fmt::format("'/' cannot divide by the array {}", type_name(b)),
                    "write ./ to divide element by element");
    return elementwise(Op::div, a, b, Base::real, place);
  }
  if (a.scalar() || b.scalar()) return elementwise(Op::mul, a, b, base, place);
  Value v = matrix_product(a, b, place);
  v.base = base;
  return v;
}

// vector*vector, matrix*vector, vector*matrix, matrix*matrix [MLS36, 10.6.5].
Value Arithmetic::matrix_product(const Value& a, const Value& b, Place place) {
  if (a.rank() > 2 || b.rank() > 2 || a.shape.back() != b.shape.front())
    session_.fail(
        place, Kind::structure,
        fmt::format("'*' cannot multiply arrays of sizes {} and {}", shown(a.shape), shown(b.shape)),
        "the inner sizes must agree; .* multiplies element by element");
  const std::int64_t rows = a.rank() == 2 ? a.shape[0] : 1, inner = b.shape.front(),
                     columns = b.rank() == 2 ? b.shape[1] : 1;
  Value v;
  if (a.rank() == 2) v.shape.push_back(rows);
  if (b.rank() == 2) v.shape.push_back(columns);
  session_.spend(rows * columns * std::max<std::int64_t>(inner, 1), place);
  v.data.reserve(static_cast<std::size_t>(rows * columns));
  for (std::int64_t i = 0; i < rows; ++i)
    for (std::int64_t j = 0; j < columns; ++j) {
      Expr sum = g_.constant(0);
      for (std::int64_t k = 0; k < inner; ++k) {
        const Expr x = a.data[i * inner + k], y = b.data[k * columns + j];
        if (g_.is_constant(x, 0) || g_.is_constant(y, 0)) continue;  // zeros of a matrix couple nothing
        sum = g_.apply(Op::add, sum, g_.apply(Op::mul, x, y));
      }
      v.data.push_back(sum);
    }
  return v;
}

Value Arithmetic::power(char op, const Value& a, const Value& b, Place place) {
  require_numeric(a, place, "'^' needs");
  require_numeric(b, place, "'^' needs");
  if (op == 'E' || (a.scalar() && b.scalar())) return elementwise(Op::pow, a, b, Base::real, place);
  if (!b.scalar() || a.rank() != 2 || a.shape[0] != a.shape[1] || !g_.is_constant(b.data[0]) ||
      b.base != Base::integer || g_.value(b.data[0]) < 0 || g_.value(b.data[0]) > 1000)
    session_.fail(place, Kind::structure,
                  fmt::format("'^' cannot raise {} to {}", type_name(a), type_name(b)),
                  "only square matrices have powers, with an Integer >= 0; .^ works element by element");
  const std::int64_t n = a.shape[0];
  Value result;
  result.shape = a.shape;
  for (std::int64_t i = 0; i < n * n; ++i) result.data.push_back(g_.constant(i % (n + 1) == 0 ? 1 : 0));
  for (int k = static_cast<int>(g_.value(b.data[0])); k > 0; --k) result = matrix_product(result, a, place);
  return result;
}

Value Arithmetic::negate(Value a, Place place) {
  require_numeric(a, place, "'-' needs");
  const Base base = a.base;
  session_.spend(static_cast<std::int64_t>(a.data.size()), place);
  return map(Op::neg, std::move(a), base);
}

Value Arithmetic::choose(Expr condition, const Value& yes, const Value& no, Place place) {
  if (g_.is_constant(condition)) return g_.value(condition) != 0 ? yes : no;
  const Base base = common(yes, no, place, "the branches of a choice have different types:");
  if (yes.shape != no.shape)
    session_.fail(place, Kind::structure,
                  fmt::format("the branches of a choice have different sizes: {} and {}", shown(yes.shape),
                              shown(no.shape)));
  Value v;
  v.base = base;
  v.type = yes.type;
  v.shape = yes.shape;
  if (base == Base::record && count(v.shape) == 0)
    return yes;                                   // an array without records may not tell its fields
  for (const auto& [name, field] : yes.fields) {  // matched by name: their order may differ
    const Value* other = no.field(name);
    if (other == nullptr)
      session_.fail(place, Kind::structure,
                    fmt::format("the branches of a choice have different fields: {}", quote(name)));
    v.fields.emplace_back(name, choose(condition, field, *other, place));
  }
  session_.spend(static_cast<std::int64_t>(yes.data.size()), place);
  for (std::size_t k = 0; k < yes.data.size(); ++k)
    v.data.push_back(g_.apply(Op::select, condition, yes.data[k], no.data[k]));
  return v;
}

}  // namespace trammel::modelica
