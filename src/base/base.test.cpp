#include <gtest/gtest.h>

#include "base/error.hpp"
#include "base/name_index.hpp"
#include "base/sha256.hpp"
#include "base/shared_text.hpp"
#include "base/text.hpp"

namespace trammel {
namespace {

// [FIPS 180-4] and its published examples.
TEST(Sha256, GivesThePublishedValues) {
  EXPECT_EQ(sha256(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(sha256(std::string(1'000'000, 'a')),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Text, NamesInMessagesAreQuotedEscapedAndCut) {
  EXPECT_EQ(quote("rod"), "'rod'");
  EXPECT_EQ(quote("a\x1b[31m\n"), "'a\\x1b[31m\\x0a'");
  EXPECT_LT(quote(std::string(10000, 'x')).size(), 100u);
  EXPECT_EQ(quote(std::string(60, 'x') + "ä" + std::string(60, 'y')).find("\xa4\xc3"), std::string::npos);
}

TEST(Text, ListsReadLikeSentences) {
  EXPECT_EQ(listed({"a"}), "a");
  EXPECT_EQ(listed({"a", "b"}), "a and b");
  EXPECT_EQ(listed({"a", "b", "c"}), "a, b and c");
  EXPECT_EQ(listed({"a", "b", "c"}, 2), "a, b, ... (1 more)");
  EXPECT_EQ(counted(1, "equation"), "1 equation");
  EXPECT_EQ(counted(0, "equation"), "0 equations");
}

TEST(Names, AreEnteredOnceEach) {
  std::vector<std::string> names;
  NameIndex index;
  const auto name_of = [&](std::uint32_t k) -> const std::string& { return names[k]; };
  for (std::uint32_t k = 0; k < 5000; ++k) {  // through many sizes of the table
    const std::string name = "x[" + std::to_string(k) + "]";
    EXPECT_TRUE(index.insert(name, k, name_of));
    names.push_back(name);
    EXPECT_FALSE(index.insert(names[k / 2], k + 1, name_of));
  }
}

TEST(SharedTexts, AreOneStringForAllCopies) {
  const SharedText file("ladder.mo"), copy = file, nothing, empty(std::string{});
  EXPECT_EQ(&file.str(), &copy.str());
  EXPECT_EQ(file, SharedText("ladder.mo"));
  EXPECT_TRUE(nothing.empty() && empty.empty());
  EXPECT_EQ(nothing.str(), "");
}

TEST(Errors, NamePlaceMessageTimeAndWayOut) {
  const Error error(Kind::structure, "'loop.close_x' restricts the same motion as 'loop.hinge'",
                    {.file = "fourbar.mo", .line = 31, .column = 3, .time = 0.418}, "remove one of them");
  EXPECT_STREQ(error.what(),
               "fourbar.mo:31:3: 'loop.close_x' restricts the same motion as 'loop.hinge' at t = 0.418. Try: "
               "remove one of them");
  EXPECT_EQ(name(error.kind), "structure");
  EXPECT_STREQ(Error(Kind::name, "no 'b'; did you mean 'a'?", {}, "use 'a'").what(),
               "no 'b'; did you mean 'a'? Try: use 'a'");
}

}  // namespace
}  // namespace trammel
