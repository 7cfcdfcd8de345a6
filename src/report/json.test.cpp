#include "report/json.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>

namespace trammel::report {
namespace {

solution::Solution run_with(double x) {
  solution::Solution run;
  run.variables = {"x"};
  run.last = {x};
  run.t_end = 2;
  return run;
}

TEST(Json, SuccessCarriesValuesUnderTheUsersNames) {
  const Json json = to_json(run_with(1.5), {{1, {0.5}}});
  EXPECT_EQ(json["status"], "success");
  EXPECT_EQ(json["variables"]["x"], 1.5);
  EXPECT_EQ(json["samples"][0]["variables"]["x"], 0.5);
  EXPECT_FALSE(json.contains("error"));
}

TEST(Json, ScalesAreThereWhereTheyAreNotAllOne) {
  solution::Solution run = run_with(1);
  EXPECT_FALSE(to_json(run, {}).contains("scales"));
  run.scales = {{"x", 1e-6}};
  EXPECT_EQ(to_json(run, {})["scales"]["x"], 1e-6);
}

TEST(Json, VariablesThatAreNotUniqueAreMarked) {
  solution::Solution run = run_with(1);
  EXPECT_FALSE(to_json(run, {}).contains("not_unique"));
  run.not_unique = {"x"};
  EXPECT_EQ(to_json(run, {})["not_unique"], Json::array({"x"}));
}

TEST(Json, NumbersThatAreNoneBecomeNullAndAMessageNamesThem) {
  const Json json = to_json(run_with(std::numeric_limits<double>::quiet_NaN()), {});
  EXPECT_TRUE(json["variables"]["x"].is_null());
  EXPECT_NE(text(json["messages"]).find("'x'"), std::string::npos);
  EXPECT_EQ(text(json).find("nan"), std::string::npos);
}

TEST(Json, ARunThatStoppedEarlyIsAnErrorWithEverythingComputed) {
  solution::Solution run = run_with(1);
  run.outcome = solution::Outcome::singular;
  run.message = "stopped";
  const Json json = to_json(run, {});
  EXPECT_EQ(json["status"], "error");
  EXPECT_EQ(json["error"]["kind"], "integration");
  EXPECT_EQ(json["error"]["message"], "stopped");
  EXPECT_EQ(json["variables"]["x"], 1);
}

TEST(Json, ErrorsLeaveOutWhatDoesNotApply) {
  const Json json =
      to_json(Error(Kind::name, "no such thing", {.variables = {"x"}, .file = "a.mo", .line = 3}));
  EXPECT_EQ(text(json["error"]), text(Json{{"kind", "name"},
                                           {"message", "no such thing"},
                                           {"file", "a.mo"},
                                           {"line", 3},
                                           {"variables", {"x"}}}));
}

TEST(Json, BytesThatAreNoUtf8CanStillBeWritten) {
  EXPECT_NO_THROW((void)text(to_json(Error(Kind::name, "bad \xff byte"))));
}

TEST(Json, TrajectoriesAreColumnsThatParse) {
  std::string written;
  write_json("1.0", "M", {"a[1,2]", "y"}, {{0, {1, std::numeric_limits<double>::infinity()}}, {0.5, {2, 3}}},
             [&](std::string_view part) { written += part; });
  const Json json = Json::parse(written);
  EXPECT_EQ(json["time"], Json({0, 0.5}));
  EXPECT_EQ(json["variables"]["a[1,2]"], Json({1, 2}));
  EXPECT_TRUE(json["variables"]["y"][0].is_null());
}

}  // namespace
}  // namespace trammel::report
