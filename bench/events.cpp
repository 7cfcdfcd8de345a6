// The cost of events: it grows like their number, in time and in memory.
#include <string>
#include <tuple>

#include "measure.hpp"
#include "modelica/modelica.hpp"
#include "pipeline/solve.hpp"

namespace trammel::bench {
namespace {

constexpr const char* sampled =
    "model M Real x(start = 1, fixed = true); discrete Real u(start = 0); equation der(x) = u;"
    "when sample(0, 1e-3) then u = -x; end when; end M;";

// A relation that is found on the steps, five times in each unit of time.
constexpr const char* found =
    "model M Real x(start = 0, fixed = true), v(start = 1, fixed = true); Integer n(start = 0, fixed = true);"
    "equation der(x) = v; der(v) = 0; when x > 0.2 then reinit(x, x - 0.2); n = pre(n) + 1; end when; end M;";

}  // namespace

void events() {
  const auto cost = [](const char* text, double t_end) {
    const model::Problem problem = modelica::load({{"m.mo", text}}).problem;
    return alone([&] { (void)pipeline::solve(problem, {.t_end = t_end, .dense = false}); });
  };
  for (const auto& [name, text, per_event] : {std::tuple{"sampled", sampled, 1e-3}, {"found", found, 0.2}}) {
    const std::string what = std::string(name) + " events, 10^5 of them against ten times 10^4: ";
    ratio(what + "time", 1.2, [&, text = text, per_event = per_event] {
      return cost(text, 1e5 * per_event).seconds / (10 * cost(text, 1e4 * per_event).seconds);
    });
    ratio(what + "memory beyond that of 10", 1.2, [&, text = text, per_event = per_event] {
      const double none = cost(text, 10 * per_event).megabytes;
      return (cost(text, 1e5 * per_event).megabytes - none) /
             (10 * (cost(text, 1e4 * per_event).megabytes - none));
    });
  }
}

}  // namespace trammel::bench
