// base/few.hpp: a vector that keeps its first N elements in itself: most values are scalars and need no memory.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <type_traits>
#include <utility>

namespace trammel {

template <class T, std::uint32_t N>
class Few {
  // NOLINTNEXTLINE(bugprone-sizeof-expression): T may be a pointer
  static_assert(std::is_trivially_copyable_v<T> && N * sizeof(T) >= sizeof(T*));

 public:
  using value_type = T;
  using iterator = T*;
  using const_iterator = const T*;
  using reference = T&;
  using const_reference = const T&;
  using size_type = std::size_t;
  using difference_type = std::ptrdiff_t;

  Few() {}
  Few(std::initializer_list<T> list) { append(list.begin(), list.end()); }
  explicit Few(std::size_t n, T value = T()) { resize(n, value); }
  template <std::forward_iterator It>
  Few(It first, It last) {
    append(first, last);
  }
  Few(const Few& other) { append(other.begin(), other.end()); }
  Few(Few&& other) noexcept { take(other); }
  Few& operator=(const Few& other) {
    if (this != &other) assign(other.begin(), other.end());
    return *this;
  }
  Few& operator=(Few&& other) noexcept {
    if (this == &other) return *this;
    release();
    take(other);
    return *this;
  }
  ~Few() { release(); }

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  std::size_t capacity() const { return capacity_; }
  T* data() { return capacity_ == N ? reinterpret_cast<T*>(own_) : more_; }
  const T* data() const { return capacity_ == N ? reinterpret_cast<const T*>(own_) : more_; }
  T* begin() { return data(); }
  T* end() { return data() + size_; }
  const T* begin() const { return data(); }
  const T* end() const { return data() + size_; }
  auto rbegin() { return std::reverse_iterator(end()); }
  auto rend() { return std::reverse_iterator(begin()); }
  auto rbegin() const { return std::reverse_iterator(end()); }
  auto rend() const { return std::reverse_iterator(begin()); }
  T& operator[](std::size_t k) { return data()[k]; }
  const T& operator[](std::size_t k) const { return data()[k]; }
  T& front() { return data()[0]; }
  const T& front() const { return data()[0]; }
  T& back() { return data()[size_ - 1]; }
  const T& back() const { return data()[size_ - 1]; }

  void reserve(std::size_t n) {
    if (n > capacity_) grow(n);
  }
  void push_back(T value) {
    if (size_ == capacity_) grow(2 * std::size_t{capacity_});
    data()[size_++] = value;
  }
  void pop_back() { --size_; }
  void clear() { size_ = 0; }
  void resize(std::size_t n, T value = T()) {
    reserve(n);
    if (n > size_) std::fill(data() + size_, data() + n, value);
    size_ = static_cast<std::uint32_t>(n);
  }
  void assign(std::size_t n, T value) {
    clear();
    resize(n, value);
  }
  template <std::forward_iterator It>
  void assign(It first, It last) {
    clear();
    append(first, last);
  }
  // The range must not be a part of this.
  template <std::forward_iterator It>
  void insert(const T* position, It first, It last) {
    const std::size_t at = static_cast<std::size_t>(position - data()), old = size_;
    append(first, last);
    std::rotate(data() + at, data() + old, data() + size_);
  }
  void insert(const T* position, T value) { insert(position, &value, &value + 1); }

  friend bool operator==(const Few& a, const Few& b) {
    return a.size_ == b.size_ && std::equal(a.begin(), a.end(), b.begin());
  }

 private:
  template <class It>
  void append(It first, It last) {
    const std::size_t n = static_cast<std::size_t>(std::distance(first, last));
    // What grows piece by piece doubles; what is filled once has what it needs.
    if (size_ + n > capacity_) grow(size_ == 0 ? n : std::max(size_ + n, 2 * std::size_t{capacity_}));
    std::copy(first, last, data() + size_);
    size_ += static_cast<std::uint32_t>(n);
  }
  void grow(std::size_t n) {
    n = std::max<std::size_t>(n, 2 * N);
    T* next = std::allocator<T>().allocate(n);
    std::copy(begin(), end(), next);
    release();
    more_ = next;
    capacity_ = static_cast<std::uint32_t>(n);
  }
  void release() {
    if (capacity_ != N) std::allocator<T>().deallocate(more_, capacity_);
    capacity_ = N;
  }
  void take(Few& other) {
    std::memcpy(own_, other.own_, sizeof own_);
    size_ = std::exchange(other.size_, 0);
    capacity_ = std::exchange(other.capacity_, N);
  }

  std::uint32_t size_ = 0, capacity_ = N;
  union {
    T* more_ = nullptr;  // if the capacity is not N
    // NOLINTNEXTLINE(bugprone-sizeof-expression): T may be a pointer
    alignas(T) std::byte own_[N * sizeof(T)];
  };
};

}  // namespace trammel
