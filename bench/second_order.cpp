// bench/second_order.cpp: what a step costs on the second-order form of a chain (matrices of n_q + n_λ rows)
// and on its first-order form of index 3 (2 n_q + n_λ rows). [Wun05, (4.16)]
#include <fmt/format.h>

#include "formulation/catalog.hpp"
#include "integrate/driver.hpp"
#include "integrate/methods/catalog.hpp"
#include "measure.hpp"
#include "pipeline/setup.hpp"
#include "support/problems.hpp"

namespace trammel::bench {
namespace {

struct PerStep {
  double seconds = 0;
  long steps = 0;
  int rows = 0;
};

PerStep cost_of_a_step(int links, const char* method, const char* formulation, system::Form form) {
  pipeline::Setup setup = pipeline::set_up(support::chain(links), formulation::find_formulation(formulation),
                                           0, pipeline::SetupOptions{.project = false, .form = form}, {});
  const integrate::Integrator& integrator = integrate::find_integrator(method);
  integrate::RunOptions options{.dense = false};
  options.step.rtol = options.step.atol = 1e-5;
  PerStep found;
  found.rows = setup.instance->residual().size();
  found.seconds = quickest([&] {
    setup.instance->counts() = {};
    const auto stepper = integrator.make(*setup.instance);
    (void)integrate::integrate(*setup.instance, integrator.method, *stepper, nullptr, setup.start, 0.5,
                               options);
    found.steps = setup.instance->counts().steps + setup.instance->counts().rejected;
  });
  found.seconds /= static_cast<double>(found.steps);
  return found;
}

}  // namespace

void second_order_forms() {
  for (const int links : {10, 100, 1000}) {
    ratio(fmt::format("chain of {} links, modified_bdf: time per step against bdf, first order", links), 1,
          [&] {
            const PerStep second = cost_of_a_step(links, "modified_bdf", "second_order",
                                                  system::Form::second_order),
                          first = cost_of_a_step(links, "bdf", "index_3", system::Form::residual);
            fmt::print("  {} steps of {:.3g} ms with {} rows; {} of {:.3g} ms with {}\n", second.steps,
                       1e3 * second.seconds, second.rows, first.steps, 1e3 * first.seconds, first.rows);
            return second.seconds / first.seconds;
          });
  }
}

}  // namespace trammel::bench
