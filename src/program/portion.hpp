// program/portion.hpp: the part of a program that computes some of its rows, as bytes for another process.
//
// For programs of two functions, the values of some rows and their Jacobian. A slice reads, of each bank of
// inputs, only the numbers that its rows need, packed in the order of `reads`. What depends on parameters alone
// is not computed in it: it is one more bank.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "program/program.hpp"

namespace trammel::program {

struct Slice {
  std::vector<std::vector<std::uint32_t>> reads;  // per bank of inputs, the numbers() of the program the last
  std::string code;                               // see sliced()
};

class Slicer {
 public:
  // Code that is no formula lives in this process only.
  static bool possible(const Program& program);
  // part[i]: of row i.
  Slicer(const Program& program, std::span<const int> part, int parts);

  // Its function 0 gives the rows of the part, in their order; function 1 the entries of the Jacobian in these
  // rows, in the order of the whole pattern.
  Slice slice(int part) const;

 private:
  struct Runs {                        // of one kernel
    std::vector<std::uint32_t> order;  // runs of rolled kernels, outputs of others, by parts
    std::vector<std::size_t> start;    // per part, and the end
  };
  Runs sort(const Kernel& kernel, bool jacobian) const;
  int part_of(const Kernel& kernel, std::size_t output, bool jacobian) const;

  const Program& program_;
  std::span<const int> part_;
  int parts_;
  std::vector<std::uint32_t> row_, entry_;  // per row and per entry: its number within its part
  std::vector<std::vector<Runs>> runs_;     // per function and kernel
};

// What the kernels of a program read beside their inputs, for these parameters.
std::vector<double> numbers_of(const Program& program, Vec parameters);

// The same kernel for some of its outputs alone, without what only the others need; not for kernels that call routines.
// (kernel.cpp)
Kernel only(const Kernel& kernel, const std::vector<std::size_t>& outputs);

Program sliced(std::string_view code, const CompileOptions& options = {});

}  // namespace trammel::program
