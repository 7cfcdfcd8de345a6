// modelica/array.cpp: putting arrays together and turning them round.
#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "modelica/value.hpp"

namespace trammel::modelica {

// Fields are matched by name: records of another type may have them in another order.
static const Value& field_of(Session& session, const Value& record, const std::string& name, Place place) {
  const Value* field = record.field(name);
  if (field == nullptr)
    session.fail(place, Kind::structure,
                 fmt::format("the elements of an array have different fields: {}", quote(name)));
  return *field;
}

// The fields of a record have the dimensions of its array first.
static void add_ones(Value& v, std::size_t at, std::size_t more) {
  Shape shape(v.shape.begin(), v.shape.begin() + static_cast<std::ptrdiff_t>(at));
  for (std::size_t k = 0; k < more; ++k) shape.push_back(1);
  shape.insert(shape.end(), v.shape.begin() + static_cast<std::ptrdiff_t>(at), v.shape.end());
  v.shape = std::move(shape);
  for (auto& [name, field] : v.fields) add_ones(field, at, more);
}

Value Arithmetic::promote(Value a, std::int64_t rank) const {
  const auto more = static_cast<std::size_t>(std::max<std::int64_t>(rank - a.rank(), 0));
  add_ones(a, a.shape.size(), more);
  return a;
}

Value Arithmetic::transpose(const Value& a, Place place) {
  if (a.rank() < 2 || a.base == Base::record)
    session_.fail(place, Kind::structure, fmt::format("transpose needs a matrix, not {}", type_name(a)));
  Value v = a;
  std::swap(v.shape[0], v.shape[1]);
  const std::int64_t rest = count(a.shape) / std::max<std::int64_t>(a.shape[0] * a.shape[1], 1);
  for (std::int64_t i = 0; i < a.shape[0]; ++i)
    for (std::int64_t j = 0; j < a.shape[1]; ++j)
      for (std::int64_t k = 0; k < rest; ++k)
        v.data[(j * a.shape[0] + i) * rest + k] = a.data[(i * a.shape[1] + j) * rest + k];
  return v;
}

Value Arithmetic::stack(std::vector<Value> parts, Place place) {
  Value v;
  v.base = parts[0].base;
  v.type = parts[0].type;
  v.shape.push_back(static_cast<std::int64_t>(parts.size()));
  v.shape.insert(v.shape.end(), parts[0].shape.begin(), parts[0].shape.end());
  if (count(v.shape) > largest_array)
    session_.fail(place, Kind::usage, fmt::format("this array has more than {} elements", largest_array));
  for (const Value& part : parts) {
    if (part.shape != parts[0].shape)
      session_.fail(place, Kind::structure,
                    fmt::format("the elements of an array must have the same size, not {} and {}",
                                shown(parts[0].shape), shown(part.shape)));
    v.base = common(v.base == Base::record ? parts[0] : v, part, place,
                    "the elements of an array must have one type, not");
    v.data.insert(v.data.end(), part.data.begin(), part.data.end());
  }
  for (std::size_t k = 0; k < parts[0].fields.size(); ++k) {
    std::vector<Value> column;
    for (const Value& part : parts)
      column.push_back(field_of(session_, part, parts[0].fields[k].first, place));
    v.fields.emplace_back(parts[0].fields[k].first, stack(std::move(column), place));
  }
  session_.spend(static_cast<std::int64_t>(v.data.size()), place);
  return v;
}

Value Arithmetic::concatenate(std::size_t dimension, const std::vector<Value>& parts, Place place) {
  Value v = parts[0];
  v.shape[dimension] = 0;
  for (const Value& part : parts) {
    v.base = common(v, part, place, "cannot concatenate");
    if (part.rank() != v.rank())
      session_.fail(place, Kind::structure,
                    fmt::format("cannot concatenate arrays of sizes {} and {}", shown(parts[0].shape),
                                shown(part.shape)));
    for (std::size_t k = 0; k < v.shape.size(); ++k)
      if (k != dimension && part.shape[k] != v.shape[k])
        session_.fail(place, Kind::structure,
                      fmt::format("cannot concatenate arrays of sizes {} and {} along dimension {}",
                                  shown(parts[0].shape), shown(part.shape), dimension + 1));
    v.shape[dimension] += part.shape[dimension];
  }
  if (count(v.shape) > largest_array)
    session_.fail(place, Kind::usage, fmt::format("this array has more than {} elements", largest_array));
  v.data.clear();
  std::int64_t outer = 1;
  for (std::size_t k = 0; k < dimension; ++k) outer *= v.shape[k];
  for (std::int64_t i = 0; i < outer; ++i)
    for (const Value& part : parts) {
      const auto chunk = static_cast<std::ptrdiff_t>(part.data.size()) / std::max<std::int64_t>(outer, 1);
      v.data.insert(v.data.end(), part.data.begin() + i * chunk, part.data.begin() + (i + 1) * chunk);
    }
  for (const Value& part : parts)  // an array without records does not tell their fields
    if (v.fields.empty()) v.fields = part.fields;
  for (auto& [name, field] : v.fields) {  // the array's dimensions are the first ones of each field
    std::vector<Value> column;
    for (const Value& part : parts)
      if (!part.fields.empty()) column.push_back(field_of(session_, part, name, place));
    field = concatenate(dimension, column, place);
  }
  session_.spend(static_cast<std::int64_t>(v.data.size()), place);
  return v;
}

}  // namespace trammel::modelica
