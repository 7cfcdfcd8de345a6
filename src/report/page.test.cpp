#include "report/page.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

namespace trammel::report {
namespace {

std::string page(const std::string& title, const Json& data) {
  std::string text;
  write_page(title, data, [&](std::string_view piece) { text += piece; });
  return text;
}

// RFC 4648, and IEEE 754: 1 is 0x3F800000, little-endian 00 00 80 3F.
TEST(Page, NumbersArePackedLittleEndianInBase64) {
  EXPECT_EQ(packed32(std::vector<double>{1}), "AACAPw==");
  EXPECT_EQ(packed64(std::vector<double>{1}), "AAAAAAAA8D8=");
  EXPECT_EQ(packed32(std::vector<double>{}), "");
  EXPECT_EQ(packed32(std::vector<double>{1, 1, 1}), "AACAPwAAgD8AAIA/");
}

// A pressure of 101325 Pa that changes by a thousandth: floats near it are 2^-7 apart.
TEST(Page, CurvesThatChangeByLittleOrAreBeyondFloatsKeepTheirShape) {
  EXPECT_EQ(packed_curve(std::vector<double>{1, 1, 1}), Json("AACAPwAAgD8AAIA/"));
  EXPECT_EQ(packed_curve(std::vector<double>{1, 2}), Json(packed32(std::vector<double>{1, 2})));
  const Json pressure = packed_curve(std::vector<double>{101325, 101325.0009765625});
  EXPECT_EQ(pressure["base"], 101325.00048828125);
  EXPECT_EQ(pressure["data"], packed32(std::vector<double>{-1, 1}));
  EXPECT_EQ(pressure["scale"], 0.00048828125);
  for (const double size : {1e300, 1e-300}) {
    const Json curve = packed_curve(std::vector<double>{0, size});
    const double scale = curve["scale"], part = size / scale;
    EXPECT_EQ(curve["base"], 0);
    EXPECT_EQ(curve["data"], packed32(std::vector<double>{0, part}));
    EXPECT_TRUE(part >= 1 && part < 2) << part;
  }
  EXPECT_EQ(packed_curve(std::vector<double>{1e300, 1e300})["base"], 1e300);
  EXPECT_TRUE(packed_curve(std::vector<double>{}).is_string());
  EXPECT_TRUE(packed_curve(std::vector<double>{std::nan(""), 1}).is_string());
}

TEST(Page, NamesCannotLeaveTheDataWhateverTheyHold) {
  const std::string evil = "</script><script>alert(1)</script>\"'<!-- \xFF";
  const std::string text = page(evil, {{"model", evil}, {evil, 1}});
  std::size_t scripts = 0;
  for (std::size_t at = 0; (at = text.find("<script", at)) != std::string::npos; ++at) ++scripts;
  const std::string plain = page("x", {{"model", "x"}});
  std::size_t usual = 0;
  for (std::size_t at = 0; (at = plain.find("<script", at)) != std::string::npos; ++at) ++usual;
  EXPECT_EQ(scripts, usual);
  EXPECT_NE(text.find("\\u003c/script>"), std::string::npos);
  EXPECT_NE(text.find("<title>&lt;/script&gt;"), std::string::npos);
}

TEST(Page, AnEmptyReportIsSmallAndAsksForNothingFromOutside) {
  const std::string text = page("x", Json::object());
  EXPECT_LT(text.size(), 250'000u);
  for (const char* outside : {"src=\"http", "href=\"http", "@import", "url(http"})
    EXPECT_EQ(text.find(outside), std::string::npos) << outside;
  EXPECT_NE(text.find("default-src 'none'"), std::string::npos);
}

}  // namespace
}  // namespace trammel::report
