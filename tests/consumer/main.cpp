#include <cmath>
#include <trammel/trammel.hpp>

int main() {
  trammel::Model m("decay");
  const auto x = m.variable("x", {.start = 1, .fixed = true});
  m.equation("decay", der(x) == -x);
  const trammel::Solution s = trammel::solve(m, {.t_end = 1});
  return s.success() && std::fabs(s.end("x") - std::exp(-1)) < 1e-5 ? 0 : 1;
}
