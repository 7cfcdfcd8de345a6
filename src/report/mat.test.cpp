#include "report/mat.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <map>

namespace trammel::report {
namespace {

// A reader of MATLAB's version 4 format, from its published description: per matrix five 32-bit integers
// (type, rows, columns, imaginary or not, length of the name), the name, and the numbers column by column.
struct Matrix {
  int type = 0, rows = 0, columns = 0;
  std::string bytes;
  template <class Number>
  Number at(int row, int column) const {
    Number value;
    std::memcpy(&value, bytes.data() + sizeof(Number) * static_cast<std::size_t>(column * rows + row),
                sizeof value);
    return value;
  }
  std::string column(int k) const {
    std::string text = bytes.substr(static_cast<std::size_t>(k * rows), static_cast<std::size_t>(rows));
    text.erase(text.find_last_not_of(' ') + 1);
    return text;
  }
  std::string row(int k) const {
    std::string text;
    for (int c = 0; c < columns; ++c) text += at<char>(k, c);
    text.erase(text.find_last_not_of(' ') + 1);
    return text;
  }
};

std::map<std::string, Matrix> read_mat(const std::string& file) {
  std::map<std::string, Matrix> all;
  for (std::size_t at = 0; at < file.size();) {
    std::int32_t header[5];
    std::memcpy(header, file.data() + at, sizeof header);
    at += sizeof header;
    const std::string name(file.data() + at);
    EXPECT_EQ(static_cast<std::int32_t>(name.size() + 1), header[4]);
    at += name.size() + 1;
    const std::size_t size = header[0] == 0 ? 8 : header[0] == 20 ? 4 : 1;
    const std::size_t bytes =
        size * static_cast<std::size_t>(header[1]) * static_cast<std::size_t>(header[2]);
    all[name] = {header[0], header[1], header[2], file.substr(at, bytes)};
    EXPECT_EQ(all[name].bytes.size(), bytes) << name;
    at += bytes;
  }
  return all;
}

TEST(Mat, HoldsTheSixMatricesOfATrajectoryAsModelicaToolsReadThem) {
  std::string file;
  write_mat(
      {"x", "der(x)"}, {{0, {1, -2}}, {0.5, {0.25, -1}}, {2, {0, 0}}},
      {.descriptions = {"height [m]", ""}, .parameters = {{"k", 3.5}}, .parameter_descriptions = {"gain"}},
      [&](std::string_view piece) { file += piece; });
  const std::map<std::string, Matrix> m = read_mat(file);
  ASSERT_EQ(m.size(), 6u);
  EXPECT_EQ(m.at("Aclass").row(0), "Atrajectory");
  EXPECT_EQ(m.at("Aclass").row(1), "1.1");
  EXPECT_EQ(m.at("Aclass").row(3), "binTrans");
  const Matrix &name = m.at("name"), &info = m.at("dataInfo");
  ASSERT_EQ(name.columns, 4);
  ASSERT_EQ(info.rows, 4);
  ASSERT_EQ(info.columns, 4);
  // Every variable is found where dataInfo points to: which table, and which row of it.
  const std::map<std::string, std::vector<double>> values = {
      {"time", {0, 0.5, 2}}, {"k", {3.5, 3.5}}, {"x", {1, 0.25, 0}}, {"der(x)", {-2, -1, 0}}};
  for (int k = 0; k < 4; ++k) {
    const int table = info.at<std::int32_t>(0, k), row = info.at<std::int32_t>(1, k);
    const Matrix& data = m.at(table == 1 ? "data_1" : "data_2");  // time stands in both: table 0
    const std::vector<double>& expected = values.at(name.column(k));
    ASSERT_EQ(data.columns, static_cast<int>(expected.size())) << name.column(k);
    for (int c = 0; c < data.columns; ++c)
      EXPECT_EQ(data.at<double>(row - 1, c), expected[c]) << name.column(k);
  }
  EXPECT_EQ(info.at<std::int32_t>(0, 0), 0);
  EXPECT_EQ(m.at("description").column(1), "gain");
  EXPECT_EQ(m.at("description").column(2), "height [m]");
  EXPECT_EQ(m.at("data_1").at<double>(0, 1), 2);  // the interval
}

}  // namespace
}  // namespace trammel::report
