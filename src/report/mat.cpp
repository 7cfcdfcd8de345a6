#include "report/mat.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>

namespace trammel::report {
namespace {

static_assert(std::endian::native == std::endian::little, "the type of a matrix says so");

// The type of a matrix, as digits MOPT: little-endian numbers (M = 0), the precision P, text or not (T).
enum MatType : std::int32_t { doubles = 0, integers = 20, letters = 51 };

template <class Number>
std::string_view bytes_of(const std::vector<Number>& numbers) {
  return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(Number)};
}

void put_header(const Sink& sink, const char* name, MatType type, std::size_t rows, std::size_t columns) {
  const std::string text(name);
  sink(bytes_of(std::vector<std::int32_t>{type, static_cast<std::int32_t>(rows),
                                          static_cast<std::int32_t>(columns), 0,
                                          static_cast<std::int32_t>(text.size() + 1)}));
  sink(std::string_view(text.c_str(), text.size() + 1));
}

// One text per column, filled up with blanks.
void put_texts(const Sink& sink, const char* name, const std::vector<std::string>& texts) {
  std::size_t longest = 1;
  for (const std::string& text : texts) longest = std::max(longest, text.size());
  put_header(sink, name, letters, longest, texts.size());
  for (std::string text : texts) {
    text.resize(longest, ' ');
    sink(text);
  }
}

// One text per row, which is how Aclass alone is stored.
void put_class(const Sink& sink) {
  const std::string rows[] = {"Atrajectory", "1.1        ", "           ", "binTrans   "};
  put_header(sink, "Aclass", letters, std::size(rows), rows[0].size());
  std::string columns;
  for (std::size_t k = 0; k < rows[0].size(); ++k)
    for (const std::string& row : rows) columns += row[k];
  sink(columns);
}

}  // namespace

std::string described(std::string_view description, std::string_view unit) {
  std::string text(description);
  if (!unit.empty()) text += (text.empty() ? "[" : " [") + std::string(unit) + "]";
  return text;
}

void write_mat(const std::vector<std::string>& variables, const std::vector<solution::Sample>& rows,
               const MatTexts& texts, const Sink& sink) {
  std::vector<std::string> names = {"time"}, descriptions = {"Time in [s]"};
  std::vector<std::int32_t> info = {0, 1, 0, -1};  // time is the first row of all tables
  const auto add = [&](const std::string& name, const std::vector<std::string>& told, std::size_t k,
                       int table) {
    names.push_back(name);
    descriptions.push_back(k < told.size() ? told[k] : std::string());
    // Linear between the points; parameters hold outside of them, variables are not known there.
    info.insert(info.end(), {table, static_cast<std::int32_t>(k) + 2, 0, table == 1 ? 0 : -1});
  };
  for (std::size_t k = 0; k < texts.parameters.size(); ++k)
    add(texts.parameters[k].first, texts.parameter_descriptions, k, 1);
  for (std::size_t k = 0; k < variables.size(); ++k) add(variables[k], texts.descriptions, k, 2);
  put_class(sink);
  put_texts(sink, "name", names);
  put_texts(sink, "description", descriptions);
  put_header(sink, "dataInfo", integers, 4, names.size());
  sink(bytes_of(info));
  put_header(sink, "data_1", doubles, texts.parameters.size() + 1, 2);
  for (const double t : {rows.empty() ? 0 : rows.front().time, rows.empty() ? 0 : rows.back().time}) {
    std::vector<double> column = {t};
    for (const auto& [name, value] : texts.parameters) column.push_back(value);
    sink(bytes_of(column));
  }
  put_header(sink, "data_2", doubles, variables.size() + 1, rows.size());
  for (const solution::Sample& row : rows) {
    std::vector<double> column = {row.time};
    column.insert(column.end(), row.values.begin(), row.values.end());
    sink(bytes_of(column));
  }
}

}  // namespace trammel::report
