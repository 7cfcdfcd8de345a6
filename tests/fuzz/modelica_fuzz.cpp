// fuzz/modelica_fuzz.cpp: whatever the text, the front end gives a Problem or an Error, in bounded time.
#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <initializer_list>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "modelica/lexer.hpp"
#include "modelica/modelica.hpp"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t longest);

namespace {

using Random = std::minstd_rand;

std::size_t below(Random& random, std::size_t count) { return count == 0 ? 0 : random() % count; }

// What the inputs were, told at the end of a process: sizes, how many have which words, how far they came.
struct Told {
  static constexpr std::array<std::string_view, 5> words = {"package", "redeclare", "inner", "outer",
                                                            "extends"};
  std::size_t inputs = 0, bytes = 0, longest = 0, above_10_kb = 0, read = 0, not_syntax = 0;
  std::array<std::size_t, words.size()> with = {};

  void count(std::string_view text) {
    ++inputs;
    bytes += text.size();
    longest = std::max(longest, text.size());
    above_10_kb += text.size() > 10'000 ? 1 : 0;
    for (std::size_t k = 0; k < words.size(); ++k)
      with[k] += text.find(words[k]) != std::string_view::npos ? 1 : 0;
  }
  ~Told() {
    std::fprintf(stderr,
                 "told: %zu inputs, %zu bytes, longest %zu, %zu above 10 kB, %zu read, %zu refused for more "
                 "than syntax",
                 inputs, bytes, longest, above_10_kb, read, not_syntax);
    for (std::size_t k = 0; k < words.size(); ++k)
      std::fprintf(stderr, ", %zu with %s", with[k], std::string(words[k]).c_str());
    std::fprintf(stderr, "\n");
  }
};
Told told;

// The text in pieces that end behind a semicolon: declarations and equations, roughly.
std::vector<std::string> pieces_of(std::string_view text) {
  std::vector<std::string> pieces;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = text.find(';', begin);
    const std::size_t length = end == std::string_view::npos ? text.size() - begin : end + 1 - begin;
    pieces.emplace_back(text.substr(begin, length));
    begin += length;
  }
  return pieces;
}

// The packages of a text of long_texts.py, and its model.
std::vector<std::string> packages_of(std::string_view text) {
  std::vector<std::string> packages;
  std::size_t begin = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    at = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(std::min(at + 1, text.size()));
    if (at < text.size() && !line.starts_with("package P") && !line.starts_with("model All")) continue;
    packages.emplace_back(text.substr(begin, at - begin));
    begin = at;
  }
  return packages;
}

std::string joined(const std::vector<std::string>& pieces) {
  std::string text;
  for (const std::string& p : pieces) text += p;
  return text;
}

bool in_a_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// The place and length of a name of the text, taken at random; seldom that of a keyword.
std::pair<std::size_t, std::size_t> name_in(const std::string& text, Random& random) {
  std::pair<std::size_t, std::size_t> found;
  for (int tries = 0; tries < 4; ++tries) {
    std::size_t begin = below(random, text.size());
    while (begin < text.size() && !in_a_name(text[begin])) ++begin;
    while (begin > 0 && in_a_name(text[begin - 1])) --begin;
    std::size_t end = begin;
    while (end < text.size() && in_a_name(text[end])) ++end;
    found = {begin, end - begin};
    if (begin < end && std::isdigit(static_cast<unsigned char>(text[begin])) == 0 &&
        !trammel::modelica::is_keyword(text.substr(begin, end - begin)))
      break;
  }
  return found;
}

bool has_word(const std::string& piece, std::initializer_list<std::string_view> words) {
  return std::ranges::any_of(words, [&](std::string_view w) { return piece.find(w) != std::string::npos; });
}

// A declaration, or an equation or statement, that opens and closes nothing; the first piece if there is none.
std::size_t plain_piece(const std::vector<std::string>& pieces, bool declaration, Random& random) {
  std::vector<std::size_t> found;
  bool declarations = true;
  for (std::size_t k = 0; k < pieces.size(); ++k) {
    if (has_word(pieces[k], {"equation", "algorithm"})) declarations = false;
    const bool opens =
        has_word(pieces[k], {"model ", "package ", "record ", "connector ", "function ", "block ", "class ",
                             "type ", "equation", "algorithm", "loop", "then", "else"});
    const bool closes = has_word(pieces[k], {"end "});
    if (!opens && !closes && declarations == declaration) found.push_back(k);
    if (closes) declarations = !has_word(pieces[k], {"end for", "end if", "end when", "end while"});
  }
  return found.empty() ? 0 : found[below(random, found.size())];
}

std::string new_text(const std::string& text, Random& random) {
  static constexpr std::array<std::string_view, 14> prefixes = {
      "redeclare ", "replaceable ", "inner ", "outer ",  "inner outer ", "final ",    "protected ",
      "partial ",   "each ",        "flow ",  "stream ", "parameter ",   "constant ", "encapsulated "};
  const auto name = [&] {
    const auto [begin, length] = name_in(text, random);
    return text.substr(begin, length);
  };
  std::vector<std::string> pieces = pieces_of(text);
  const std::size_t change = below(random, 14);
  const bool declaration = change > 3 || below(random, 2) == 0;
  const std::size_t at = plain_piece(pieces, declaration, random),
                    other = plain_piece(pieces, declaration, random);
  std::string& piece = pieces[at];
  const std::size_t end = piece.size() - (piece.ends_with(';') ? 1 : 0);
  switch (change) {
    case 0:
      pieces.erase(pieces.begin() + static_cast<std::ptrdiff_t>(at));
      break;
    case 1:
      std::swap(piece, pieces[other]);
      break;
    case 2:
      piece = pieces[other];
      break;
    case 3:
      piece += pieces[other];
      break;
    case 4:
      piece = " " + std::string(prefixes[below(random, prefixes.size())]) + piece;
      break;
    case 5:
      piece += " extends " + name() + "(redeclare " + name() + " " + name() + " = " + name() + ");";
      break;
    case 6:
      piece += " extends " + name() + ";";
      break;
    case 7:
      piece += " inner " + name() + " " + name() + "(" + name() + " = " + name() + ");";
      break;
    case 8:
      piece += " outer " + name() + " " + name() + ";";
      break;
    case 9:
      piece += " redeclare model " + name() + " = " + name() + "(" + name() + " = 2);";
      break;
    case 10:
      piece.insert(end, "(redeclare " + name() + " " + name() + ")");
      break;
    case 11:
      piece.insert(end, "(redeclare model " + name() + " = " + name() + ")");
      break;
    default: {
      std::string& any = pieces[below(random, pieces.size())];
      const auto [begin, length] = name_in(any, random);
      any.replace(begin, length, name());
    }
  }
  return joined(pieces);
}

// Texts of the last time that were read, and others that were refused for more than their syntax. Most changes start from them: a
// text whose syntax is broken stays broken, however many new ways through the parser it opens.
class Kept {
 public:
  void keep(std::string text, Random& random) {
    if (texts_.size() < 2000)
      texts_.push_back(std::move(text));
    else
      texts_[below(random, texts_.size())] = std::move(text);
  }
  const std::string* any(Random& random) const {
    return texts_.empty() ? nullptr : &texts_[below(random, texts_.size())];
  }

 private:
  std::vector<std::string> texts_;
};
Kept kept_read, kept_refused;
Random keeping(1);

// Without some of its packages, where it became too long.
std::string fitting(std::string text, std::size_t longest, Random& random) {
  for (std::vector<std::string> parts = packages_of(text); text.size() > longest && parts.size() > 1;
       text = joined(parts))
    parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(below(random, parts.size() - 1)));
  return text;
}

std::size_t give(const std::string& text, std::uint8_t* data, std::size_t longest) {
  const std::size_t size = std::min(text.size(), longest);
  std::copy_n(text.begin(), size, data);
  return size;
}

}  // namespace

// The main thread's stack grows as far as the limit allows at the time: as far as a reading thread's does.
extern "C" int LLVMFuzzerInitialize(int* /*argc*/, char*** /*argv*/) {
  rlimit limit = {};
  getrlimit(RLIMIT_STACK, &limit);
  limit.rlim_cur = trammel::modelica::stack_bytes;
  return setrlimit(RLIMIT_STACK, &limit);
}

// Most changes are to whole names, declarations and equations, so that texts stay readable and reach what is behind the
// parser.
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t longest,
                                               unsigned seed) {
  Random random(seed + 1);
  if (size == 0 || below(random, 10) == 0) return LLVMFuzzerMutate(data, size, longest);
  std::string text(reinterpret_cast<const char*>(data), size);
  const std::size_t from = below(random, 10);
  if (const std::string* other = (from < 5 ? kept_read : kept_refused).any(random);
      from < 7 && other != nullptr)
    text = *other;
  for (std::size_t k = 1 + below(random, 2); k > 0 && !text.empty(); --k) text = new_text(text, random);
  return give(fitting(std::move(text), longest, random), data, longest);
}

// A class of one text takes the place of a class of the other, or stands in front of it.
extern "C" std::size_t LLVMFuzzerCustomCrossOver(const std::uint8_t* one, std::size_t size,
                                                 const std::uint8_t* two, std::size_t size_of_two,
                                                 std::uint8_t* out, std::size_t longest, unsigned seed) {
  Random random(seed + 1);
  std::vector<std::string> classes = packages_of({reinterpret_cast<const char*>(one), size});
  const std::vector<std::string> from = packages_of({reinterpret_cast<const char*>(two), size_of_two});
  if (classes.empty() || from.empty()) return 0;
  std::string& place = classes[below(random, classes.size())];
  const std::string& taken = from[below(random, from.size())];
  const bool beside = below(random, 2) == 0 && size + taken.size() <= longest;
  place = beside ? taken + place : taken;
  return give(fitting(joined(classes), longest, random), out, longest);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string text(reinterpret_cast<const char*>(data), size);
  told.count(text);
  const std::int64_t budget =
      20'000 + 20 * static_cast<std::int64_t>(size);  // what a text costs that repeats nothing, and more
  try {
    trammel::modelica::load_on_this_stack({{"fuzz.mo", text}}, {.budget = budget});
    ++told.read;
    kept_read.keep(std::move(text), keeping);
  } catch (const trammel::Error& error) {  // what a wrong model must give
    if (error.kind == trammel::Kind::syntax) return 0;
    ++told.not_syntax;
    kept_refused.keep(std::move(text), keeping);
  }
  return 0;
}
