#include "report/file.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/error.hpp"

namespace trammel::report {
namespace {

namespace fs = std::filesystem;

class Files : public ::testing::Test {
 protected:
  Files() : folder_(fs::path(::testing::TempDir()) / ("trammel_files_" + std::to_string(::getpid()))) {
    fs::create_directories(folder_);
  }
  ~Files() override { fs::remove_all(folder_); }
  std::string path(const char* name) const { return (folder_ / name).string(); }
  static std::string read(const std::string& name) {
    std::ostringstream text;
    text << std::ifstream(name).rdbuf();
    return text.str();
  }
  std::size_t entries() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }
  fs::path folder_;
};

void hello(const Sink& sink) { sink("hello\n"); }

TEST_F(Files, AppearWholeAndLeaveNothingElseBehind) {
  write_file(path("a.csv"), hello);
  EXPECT_EQ(read(path("a.csv")), "hello\n");
  EXPECT_EQ(entries(), 1u);
}

TEST_F(Files, AnOldFileSurvivesAFailure) {
  write_file(path("a.csv"), hello);
  EXPECT_THROW(write_file(path("a.csv"),
                          [](const Sink& sink) {
                            sink("half");
                            throw Error(Kind::io, "no space");
                          }),
               Error);
  EXPECT_EQ(read(path("a.csv")), "hello\n");
  EXPECT_EQ(entries(), 1u);
}

TEST_F(Files, LinksStayLinks) {
  write_file(path("a.csv"), hello);
  fs::create_symlink("a.csv", path("link.csv"));
  write_file(path("link.csv"), [](const Sink& sink) { sink("new"); });
  EXPECT_TRUE(fs::is_symlink(path("link.csv")));
  EXPECT_EQ(read(path("a.csv")), "new");
}

TEST_F(Files, AMissingFolderIsFoundBeforeAnythingIsComputed) {
  try {
    check_writable(path("none/a.csv"));
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind, Kind::io);
    EXPECT_NE(error.message.find("none/a.csv"), std::string::npos);
    EXPECT_FALSE(error.hint.empty());
  }
}

TEST_F(Files, AFullDiskIsAnIoError) {
  if (!fs::exists("/dev/full")) GTEST_SKIP() << "this system has no /dev/full";
  EXPECT_THROW(write_file("/dev/full", hello), Error);
}

TEST_F(Files, AFolderIsNoFile) { EXPECT_THROW(write_file(folder_.string(), hello), Error); }

}  // namespace
}  // namespace trammel::report
