// cases/modelica_cases.cpp: Modelica texts, each with what it must give in its first lines.
//
//   models/*.mo   // at 1: x = 1.25 tol 1e-6      a value of the solution; `// source:` says where it comes
//   from errors/*.mo   // expect: 7:15: sentence       the whole error message, without the file name
//                 // hint: way out                what follows "Try: ", if anything
//   notes/*.mo    // note: sentence               a note that the loader leaves
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

#include "modelica/modelica.hpp"
#include "pipeline/solve.hpp"

namespace trammel {
namespace {

namespace fs = std::filesystem;

std::string read(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

std::vector<std::string> files(const std::string& folder) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(fs::path(TRAMMEL_CASES) / folder))
    if (entry.path().extension() == ".mo") names.push_back(entry.path().filename().string());
  std::ranges::sort(names);
  return names;
}

// The values of lines that start with "// key: ".
std::vector<std::string> lines(const std::string& text, const std::string& key) {
  std::vector<std::string> found;
  std::istringstream in(text);
  const std::string start = "// " + key;
  for (std::string line; std::getline(in, line) && line.starts_with("//");)
    if (line.starts_with(start)) found.push_back(line.substr(start.size()));
  return found;
}

std::string title(const testing::TestParamInfo<std::string>& info) {
  std::string name = info.param.substr(0, info.param.size() - 3);
  for (char& c : name)
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  return name;
}

class Models : public testing::TestWithParam<std::string> {};
class Mistakes : public testing::TestWithParam<std::string> {};
class Notes : public testing::TestWithParam<std::string> {};

TEST_P(Models, ReachTheirReference) {
  const std::string text = read(fs::path(TRAMMEL_CASES) / "models" / GetParam());
  const modelica::Loaded loaded = modelica::load({{GetParam(), text}});
  pipeline::Options options;
  options.tolerance = loaded.experiment.tolerance.value_or(1e-7);
  const solution::Solution solution = pipeline::solve(loaded.problem, options);
  ASSERT_TRUE(solution.success()) << solution.message;
  const auto claims = lines(text, "at ");
  ASSERT_FALSE(claims.empty());
  for (const std::string& claim : claims) {
    static const std::regex form(R"((\S+): (\S+) = (\S+) tol (\S+))");
    std::smatch part;
    ASSERT_TRUE(std::regex_match(claim, part, form)) << claim;
    EXPECT_NEAR(solution.at(part[2].str(), std::stod(part[1])), std::stod(part[3]), std::stod(part[4]))
        << claim;
  }
}

TEST_P(Mistakes, AreNamedWithTheirPlace) {
  const std::string text = read(fs::path(TRAMMEL_CASES) / "errors" / GetParam());
  const auto expected = lines(text, "expect: "), hint = lines(text, "hint: ");
  ASSERT_EQ(expected.size(), 1u);
  std::string message = expected[0];
  if (!hint.empty()) message += ". Try: " + hint[0];
  try {
    const modelica::Loaded loaded = modelica::load({{"m.mo", text}});
    const solution::Solution solution = pipeline::solve(loaded.problem);
    FAIL() << "no error; " << solution.message;
  } catch (const Error& error) {
    EXPECT_EQ(std::string(error.what()),
              (std::isdigit(static_cast<unsigned char>(message[0])) ? "m.mo:" : "") + message);
  }
}

TEST_P(Notes, AreLeft) {
  const std::string text = read(fs::path(TRAMMEL_CASES) / "notes" / GetParam());
  EXPECT_EQ(modelica::load({{"m.mo", text}}).notes, lines(text, "note: "));
}

// The table "What is not supported" of docs/language.md quotes messages that the cases above check.
TEST(LanguagePage, QuotesMessagesThatAreTested) {
  std::string said;
  for (const std::string& name : files("errors")) said += read(fs::path(TRAMMEL_CASES) / "errors" / name);
  std::istringstream page(read(fs::path(TRAMMEL_CASES) / "../../docs/language.md"));
  int rows = 0;
  bool inside = false;
  for (std::string line; std::getline(page, line);) {
    if (line.starts_with("## ")) inside = line.starts_with("## What is not supported");
    if (!inside || !line.starts_with("| ") || line.starts_with("| in the text")) continue;
    const std::size_t bar = line.find(" | ");
    const std::string message = line.substr(bar + 3, line.size() - bar - 5);
    EXPECT_NE(said.find(": " + message + "\n"), std::string::npos) << message;
    ++rows;
  }
  EXPECT_GE(rows, 8);
}

INSTANTIATE_TEST_SUITE_P(Modelica, Models, testing::ValuesIn(files("models")), title);
INSTANTIATE_TEST_SUITE_P(Modelica, Mistakes, testing::ValuesIn(files("errors")), title);
INSTANTIATE_TEST_SUITE_P(Modelica, Notes, testing::ValuesIn(files("notes")), title);

}  // namespace
}  // namespace trammel
