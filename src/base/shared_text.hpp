// base/shared_text.hpp: a text that many things have in common, such as the file in which they were written.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace trammel {

// Copies share one string: a model of 10⁵ equations holds the name of its file once. Reads like a const
// std::string.
class SharedText {
 public:
  SharedText() = default;
  SharedText(std::string text) {
    if (!text.empty()) text_ = std::make_shared<const std::string>(std::move(text));
  }
  SharedText(std::string_view text) : SharedText(std::string(text)) {}
  SharedText(const char* text) : SharedText(std::string(text)) {}

  const std::string& str() const {
    static const std::string nothing;
    return text_ ? *text_ : nothing;
  }
  operator const std::string&() const { return str(); }
  bool empty() const { return !text_; }
  friend bool operator==(const SharedText& a, const SharedText& b) { return a.str() == b.str(); }

 private:
  std::shared_ptr<const std::string> text_;
};

}  // namespace trammel
