// modelica/value.hpp: what an expression is: a type, a shape, and graph nodes, row by row.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "modelica/class.hpp"
#include "modelica/classes.hpp"
#include "modelica/session.hpp"

namespace trammel::modelica {

using expr::Op;

// Integers, Booleans (0 and 1), enumeration literals (1, 2, ..) and Strings (numbered) are constants of the
// graph, so that one kind of data serves all types. A record keeps one value per field; an array of records
// is a record of arrays: every field carries the array's dimensions first.
struct Value {
  Base base = Base::real;
  const ClassDef* type = nullptr;  // of an enumeration or a record
  Shape shape = {};
  Few<Expr, 2> data = {};
  std::vector<std::pair<std::string, Value>> fields = {};

  bool scalar() const { return shape.empty(); }
  std::int64_t rank() const { return static_cast<std::int64_t>(shape.size()); }
  bool numeric() const { return base == Base::real || base == Base::integer; }
  const Value* field(const std::string& name) const {
    for (const auto& [n, v] : fields)
      if (n == name) return &v;
    return nullptr;
  }
};

std::int64_t count(const Shape& shape);
std::string shown(const Shape& shape);      // "[2, 3]", "scalar"
std::string type_name(const Value& value);  // "Real", "Integer[3]", "record Point"
Value scalar_of(Base base, Expr e);

// One position of a subscript list: all, some, or a single index (which drops the dimension).
struct Index {
  bool single = false;
  Shape at;            // 1-based
  Expr run_time = {};  // a single index that is known only while the model runs
};

// value[indices]; fewer indices than dimensions take the rest whole. Indices were checked against the shape.
Value select(Session& session, const Value& value, const std::vector<Index>& indices, Place place);
// Calls visit(position in the whole, position in the part) for each element that the indices select.
void each_selected(const Shape& shape, const std::vector<Index>& indices,
                   const std::function<void(std::int64_t, std::int64_t)>& visit);
Shape selected_shape(const Shape& shape, const std::vector<Index>& indices);

// Operators with Modelica's rules of types and shapes; errors stand at `place`.
class Arithmetic {
 public:
  explicit Arithmetic(Session& session) : session_(session), g_(*session.graph) {}

  Value add(char op, Value a, const Value& b, Place place);              // + - P M
  Value multiply(char op, const Value& a, const Value& b, Place place);  // * / T D
  Value power(char op, const Value& a, const Value& b, Place place);
  Value negate(Value a, Place place);
  Value joined_text(Expr a, Expr b, Place place);
  Value elementwise(Op op, const Value& a, const Value& b, Base result, Place place);
  Value map(Op op, Value a, Base result);
  Value matrix_product(const Value& a, const Value& b, Place place);
  Value choose(Expr condition, const Value& yes, const Value& no, Place place);
  Value concatenate(std::size_t dimension, const std::vector<Value>& parts, Place place);  // 0-based
  Value stack(std::vector<Value> parts, Place place);                                      // {a, b, c}
  Value promote(Value a, std::int64_t rank) const;  // trailing dimensions of 1
  Value transpose(const Value& a, Place place);
  // The common type of two values, or an error that names both.
  Base common(const Value& a, const Value& b, Place place, const char* what);
  void require_numeric(const Value& a, Place place, const char* what);

 private:
  Session& session_;
  Graph& g_;
};

}  // namespace trammel::modelica
