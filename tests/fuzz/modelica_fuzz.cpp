// fuzz/modelica_fuzz.cpp: whatever the text, the front end gives a Problem or an Error, in bounded time.
#include <cstddef>
#include <cstdint>
#include <string>

#include "modelica/modelica.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    trammel::modelica::load({{"fuzz.mo", std::string(reinterpret_cast<const char*>(data), size)}},
                            {.budget = 100'000});
  } catch (const trammel::Error&) {  // what a wrong model must give
  }
  return 0;
}
