// program/slice.hpp: the part of a compiled function that a few of its numbers need, for those who ask for one
// row at a time. Nothing is derived or simplified anew: the numbers are the same bits.
#pragma once

#include <cstdint>
#include <span>

#include "program/program.hpp"

namespace trammel::program {

struct Place {
  int bank;  // of the outputs
  std::uint32_t at;
};

// A program with one function that fills (at least) these places and reads the same inputs and parameters.
Program slice(const Program& program, int function, std::span<const Place> wanted);

}  // namespace trammel::program
