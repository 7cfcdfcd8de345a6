// modelica/foreign.hpp: numerical C and Fortran functions that the Modelica library calls, written anew.
//
// A call has blocks of numbers as its arguments, row by row; the result of the call, if it has one, is the last
// of them. What a function writes is changed in place, as its interface says.
#pragma once

#include <complex>
#include <string>
#include <vector>

#include "modelica/value.hpp"

namespace trammel::modelica {

template <class Number>
struct Block {
  Shape shape;
  std::vector<Number> numbers;
};
template <class Number>
using Blocks = std::vector<Block<Number>>;

struct Foreign {
  std::size_t arguments;
  std::vector<std::size_t> writes;
  bool (*fits)(const Blocks<double>&);  // sizes as the interface asks for them: a text may say anything
  void (*run)(Blocks<double>&);
  // The same on numbers with an imaginary part, which carries a derivative; none: it has no derivative.
  void (*slope)(Blocks<std::complex<double>>&) = nullptr;
};

// What is known under this name; none: nothing.
const Foreign* foreign_function(const std::string& name);

std::int32_t string_hash(const std::string& text);  // ModelicaStrings_hashString

}  // namespace trammel::modelica
