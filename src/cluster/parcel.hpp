// cluster/parcel.hpp: texts and numbers in one string of bytes, taken out in the order in which they were put in.
#pragma once

#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace trammel::cluster {

class Parcel {
 public:
  Parcel& put(std::uint64_t number) {
    bytes_.append(reinterpret_cast<const char*>(&number), sizeof number);
    return *this;
  }
  Parcel& put(std::string_view text) {
    put(static_cast<std::uint64_t>(text.size()));
    bytes_ += text;
    return *this;
  }
  Parcel& put(const std::vector<double>& numbers) {
    return put(
        std::string_view(reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(double)));
  }
  std::string bytes() && { return std::move(bytes_); }

 private:
  std::string bytes_;
};

class Unpacking {  // refers to the bytes
 public:
  explicit Unpacking(std::string_view bytes) : rest_(bytes) {}
  std::uint64_t number() {
    std::uint64_t result = 0;
    std::memcpy(&result, take(sizeof result).data(), sizeof result);
    return result;
  }
  std::string text() { return std::string(take(number())); }
  std::vector<double> numbers() {
    const std::string_view bytes = take(number());
    std::vector<double> result(bytes.size() / sizeof(double));
    if (!result.empty()) std::memcpy(result.data(), bytes.data(), result.size() * sizeof(double));
    return result;
  }

 private:
  std::string_view take(std::uint64_t count) {
    if (count > rest_.size()) throw std::length_error("a message between ranks is cut off");
    const std::string_view result = rest_.substr(0, count);
    rest_.remove_prefix(count);
    return result;
  }
  std::string_view rest_;
};

}  // namespace trammel::cluster
