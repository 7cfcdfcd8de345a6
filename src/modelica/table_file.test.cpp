#include "modelica/table_file.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace trammel::modelica {
namespace {

class TableFiles : public testing::Test {
 protected:
  std::string write(const std::string& text) {
    path_ = (std::filesystem::temp_directory_path() /
             (std::string("trammel-table-") + testing::UnitTest::GetInstance()->current_test_info()->name()))
                .string();
    std::ofstream(path_) << text;
    return path_;
  }
  void TearDown() override { std::filesystem::remove(path_); }
  std::string path_;
};

TEST_F(TableFiles, TakeTheTableOfTheName) {
  const TableFile t = read_table_text(write("#1\n# two tables\ndouble a(1,2)\n1 2\ndouble b ( 2 , 3 ) # this "
                                            "one\n1, 2; -3e1\n\n+4\t5 6 # end\n"),
                                      "b");
  EXPECT_EQ(t.problem, "");
  EXPECT_EQ(t.rows, 2u);
  EXPECT_EQ(t.columns, 3u);
  EXPECT_EQ(t.numbers, (std::vector<double>{1, 2, -30, 4, 5, 6}));
}

TEST_F(TableFiles, MayBeginWithTheMarkOfUtf8) {
  EXPECT_EQ(read_table_text(write("\xEF\xBB\xBF#1\ndouble a(1,2)\n1 2\n"), "a").numbers,
            (std::vector<double>{1, 2}));
}

TEST_F(TableFiles, SayWhatIsWrongWithThem) {
  const std::string path = write("#1\ndouble a(2,2)\n1 2\n3 x\n");
  EXPECT_EQ(read_table_text(path, "b").problem, "the file '" + path + "' has no table 'b'");
  EXPECT_EQ(read_table_text(path, "a").problem,
            "line 4 of the table file '" + path + "' holds something else than numbers");
  EXPECT_EQ(read_table_text(path + "-none", "a").problem,
            "the table file '" + path + "-none' cannot be read");
}

TEST_F(TableFiles, OfValuesBetweenCommasSkipTheirHeader) {
  const TableFile t = read_table_csv(write("time;x\n0;1.5\n1;2.5\n"), ';', 1);
  EXPECT_EQ(t.problem, "");
  EXPECT_EQ(t.rows, 2u);
  EXPECT_EQ(t.numbers, (std::vector<double>{0, 1.5, 1, 2.5}));
  EXPECT_EQ(read_table_csv(write("0,1\n2\n"), ',', 0).problem,
            "line 2 of the table file '" + path_ + "' does not hold 2 numbers");
}

}  // namespace
}  // namespace trammel::modelica
