// base/effort.hpp: work, counted where it is done, in units of about one instruction.
//
// Code of the equations, factorizations and solutions of linear systems and the arithmetic of methods add what
// they come to by their structure. The same run spends the same effort on every machine, so that choices may
// rest on it; clocks would make a run depend on who else is busy.
#pragma once

namespace trammel {

inline double& effort_so_far() {  // in this thread
  thread_local double effort = 0;
  return effort;
}
inline void spend(double effort) { effort_so_far() += effort; }

// What linear algebra comes to, by callgrind's counts.
namespace effort {

inline constexpr double complex = 3;  // times as much as with real numbers
constexpr double number(auto count) { return static_cast<double>(count); }
constexpr double dense_factor(double n) { return n * n * (n / 3 + 2) + 10 * n; }
constexpr double dense_solve(double n) { return n * (n + 8); }
// Lists of products in an order that is kept, and of entries of the factors.
constexpr double listed_factor(auto products, auto entries) {
  return 4 * number(products) + 10 * number(entries);
}
constexpr double listed_solve(auto entries) { return 5 * number(entries); }
constexpr double order(auto n, auto products) {  // to choose it
  return 40 * number(n) * number(n) + 10 * number(products);
}
// Of a method's own arithmetic in one try of a step, with everything that looks at the step.
constexpr double method(auto unknowns, auto evaluations) {
  return 2500 + number(unknowns) * (100 + 30 * number(evaluations));
}

}  // namespace effort

}  // namespace trammel
