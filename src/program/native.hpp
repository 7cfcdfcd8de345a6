// program/native.hpp: kernels as C, built by the system compiler, loaded, and kept in the user's cache.
//
// The text holds numbers only, never a user's name. The key of the cache is a hash of text, compiler and
// flags; an entry carries a hash of itself, so that a torn or altered file is noticed and rebuilt.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "program/kernel.hpp"

namespace trammel::program {

using NativeKernel = void (*)(const double* const* in, double* const* out, const std::uint32_t* gather,
                              const std::uint32_t* scatter, std::size_t count);

// C source in which kernel i is `trammel_kernel_<i>`.
std::string generate_c(const std::vector<const Kernel*>& kernels);

class NativeCode {  // a loaded shared object
 public:
  NativeCode(void* handle, std::size_t kernels);
  ~NativeCode();
  NativeCode(const NativeCode&) = delete;
  NativeCode& operator=(const NativeCode&) = delete;
  NativeKernel kernel(std::size_t i) const { return kernels_[i]; }
  bool complete() const { return complete_; }

 private:
  void* handle_;
  bool complete_ = true;
  std::vector<NativeKernel> kernels_;
};

// Where compiled code is kept: $TRAMMEL_CACHE, else $XDG_CACHE_HOME/trammel, else ~/.cache/trammel; empty if
// none.
std::string cache_folder();

// Builds or finds the code. On any trouble (no compiler, no space, no cache folder) the result is empty and
// `note` says why in one sentence; nothing throws.
std::shared_ptr<const NativeCode> build_native(const std::string& source, bool optimize, std::size_t kernels,
                                               std::string& note);

}  // namespace trammel::program
