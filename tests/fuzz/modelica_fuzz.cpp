// fuzz/modelica_fuzz.cpp: whatever the text, the front end gives a Problem or an Error, in bounded time.
#include <sys/resource.h>

#include <cstddef>
#include <cstdint>
#include <string>

#include "modelica/modelica.hpp"

// The main thread's stack grows as far as the limit allows at the time: as far as a reading thread's does.
extern "C" int LLVMFuzzerInitialize(int* /*argc*/, char*** /*argv*/) {
  rlimit limit = {};
  getrlimit(RLIMIT_STACK, &limit);
  limit.rlim_cur = trammel::modelica::stack_bytes;
  return setrlimit(RLIMIT_STACK, &limit);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    trammel::modelica::load_on_this_stack(
        {{"fuzz.mo", std::string(reinterpret_cast<const char*>(data), size)}}, {.budget = 20'000});
  } catch (const trammel::Error&) {  // what a wrong model must give
  }
  return 0;
}
