// modelica/restore.hpp: what is changed for a while only.
#pragma once

namespace trammel::modelica {

// Puts a value back when a scope ends, also when an error ends it.
template <class T>
struct Restore {
  explicit Restore(T& what) : what_(what), before_(what) {}
  Restore(T& what, T now) : what_(what), before_(what) { what = now; }
  ~Restore() { what_ = before_; }
  Restore(const Restore&) = delete;
  Restore& operator=(const Restore&) = delete;
  T& what_;
  T before_;
};

}  // namespace trammel::modelica
