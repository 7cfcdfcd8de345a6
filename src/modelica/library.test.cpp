#include "modelica/library.hpp"

#include <gtest/gtest.h>

#include <set>

#include "modelica/parser.hpp"

namespace trammel::modelica {
namespace {

TEST(BuiltInLibrary, TheListOfItsNamesIsTheOneOfItsText) {
  std::set<std::string> read;
  for (const auto& def : Parser(library_text(), -1, "built-in library").parse().classes)
    read.insert(std::string(def->name));
  EXPECT_EQ(read, std::set<std::string>(library_names.begin(), library_names.end()));
}

}  // namespace
}  // namespace trammel::modelica
