#include "support/allocations.hpp"

#include <malloc.h>

#include <algorithm>
#include <cstdlib>
#include <new>
#include <utility>

// Address sanitizer brings its own operator new; there nothing is counted, and the plain build makes the
// claim.
#if defined(__SANITIZE_ADDRESS__)

namespace trammel::support {
long allocations() { return 0; }
long allocated_bytes() { return 0; }
long most_held_bytes() { return 0; }
bool counts_allocations() { return false; }
}  // namespace trammel::support

#else

namespace {

thread_local long count = 0, bytes = 0, held = 0, most = 0, before = 0;

void* counted(std::size_t size) {
  ++count;
  bytes += static_cast<long>(size);
  void* memory = std::malloc(size == 0 ? 1 : size);
  held += static_cast<long>(malloc_usable_size(memory));
  most = std::max(most, held);
  return memory;
}

void give_back(void* memory) {
  held -= static_cast<long>(malloc_usable_size(memory));
  std::free(memory);
}

}  // namespace

namespace trammel::support {
long allocations() { return count; }
long allocated_bytes() { return bytes; }
long most_held_bytes() { return std::exchange(most, held) - std::exchange(before, held); }
bool counts_allocations() { return true; }
}  // namespace trammel::support

void* operator new(std::size_t size) {
  if (void* memory = counted(size)) return memory;
  throw std::bad_alloc();
}
void* operator new[](std::size_t size) { return operator new(size); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return counted(size); }
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept { return counted(size); }
void operator delete(void* memory) noexcept { give_back(memory); }
void operator delete[](void* memory) noexcept { give_back(memory); }
void operator delete(void* memory, std::size_t) noexcept { give_back(memory); }
void operator delete[](void* memory, std::size_t) noexcept { give_back(memory); }

#endif
