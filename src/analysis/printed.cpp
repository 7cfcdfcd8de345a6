// analysis/printed.cpp: the digits with which a number was written, as far as a double remembers them.
#include <cmath>
#include <string>

#include "analysis/point.hpp"
#include "expr/print.hpp"

namespace trammel::analysis {

namespace {
struct Digits {
  int significant = 0, last = 0;  // number of digits, power of ten of the last one
};
Digits digits_of(double value) {
  const std::string shortest = expr::print_number(std::fabs(value));
  const std::size_t e = shortest.find_first_of("eE");
  int exponent = e == std::string::npos ? 0 : std::stoi(shortest.substr(e + 1));
  std::string mantissa = shortest.substr(0, e);
  const std::size_t dot = mantissa.find('.');
  if (dot != std::string::npos) {
    exponent -= static_cast<int>(mantissa.size() - dot - 1);
    mantissa.erase(dot, 1);
  }
  mantissa.erase(0, mantissa.find_first_not_of('0'));
  while (mantissa.size() > 1 && mantissa.back() == '0') {
    mantissa.pop_back();
    ++exponent;
  }
  return {static_cast<int>(mantissa.size()), exponent};
}
}  // namespace

double printed_unit(double value) { return std::pow(10.0, digits_of(value).last); }
int printed_digits(double value) { return digits_of(value).significant; }

}  // namespace trammel::analysis
