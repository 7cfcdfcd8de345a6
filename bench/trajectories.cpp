// Whole integrations: the general path against a program written for one mechanism, and cost per step over
// size.
#include <fmt/format.h>

#include <cmath>
#include <stdexcept>

#include "dopri_by_hand.hpp"
#include "integrate/methods/catalog.hpp"
#include "measure.hpp"
#include "pipeline/setup.hpp"
#include "pipeline/solve.hpp"
#include "support/andrews_data.hpp"
#include "support/problems.hpp"

namespace trammel::bench {
namespace {

// A problem set up once (equations analyzed, compiled, started), to be integrated again and again.
struct Prepared {
  Prepared(const model::Problem& problem, double tolerance, double end)
      : setup(pipeline::set_up(problem, formulation::find_formulation("underlying_ode"), problem.t_start,
                               true, {.engine = program::Engine::native})),
        integrator(integrate::find_integrator("dopri5")), stepper(integrator.make(*setup.instance)),
        t_end(end) {
    options.step.rtol = options.step.atol = tolerance;
    options.dense = false;
  }
  integrate::Run run() {
    return integrate::integrate(*setup.instance, integrator.method, *stepper, setup.projector.get(),
                                setup.start, t_end, options);
  }
  pipeline::Setup setup;
  const integrate::Integrator& integrator;
  std::unique_ptr<integrate::Stepper> stepper;
  integrate::RunOptions options;
  double t_end;
};

double error_of(const double* q) {
  double worst = 0;
  for (int i = 0; i < 7; ++i) worst = std::max(worst, std::fabs(q[i] - support::andrews_data::q_end[i]));
  return worst;
}

void andrews() {
  Prepared ours(support::andrews(support::Form::second_order), 1e-6, 0.03);
  const HandRun hand = integrate_andrews_by_hand(1e-6, 0.03);
  const integrate::Run run = ours.run();
  double q[7];
  for (int i = 0; i < 14; ++i) {
    const auto& part = ours.setup.instance->ode().state()[i];
    if (part.derivative == 0) q[part.unknown] = run.y[i];
  }
  fmt::print(
      "Andrews at 1e-6: ours {} steps, error {:.1e}, constraints {:.1e}; by hand {} steps, error {:.1e}\n",
      ours.setup.instance->counts().steps, error_of(q), run.constraint_residual, hand.steps,
      error_of(hand.q));
  if (error_of(q) > 1e-3 || error_of(hand.q) > 1e-3)
    throw std::runtime_error("Andrews: an endpoint is wrong");
  ratio("Andrews integration at 1e-6: ours against a program written for it", 1.5, [&] {
    const auto time = interleaved({[&] { ours.run(); }, [&] { integrate_andrews_by_hand(1e-6, 0.03); }});
    return time[0] / time[1];
  });
}

void chains() {
  const auto per_step = [](int n) {
    Prepared prepared(support::chain(n), 1e-4, 1e-3);
    prepared.options.step.fixed_step = 1e-4;
    const auto time = interleaved({[&] { prepared.run(); }}, 5, 0.05);
    return time[0] / 10;
  };
  ratio("chain, per step: 10,000 links against 1,000", 15,
        [&] { return per_step(10'000) / per_step(1'000); });
}

}  // namespace

void trajectories() {
  andrews();
  chains();
}

}  // namespace trammel::bench
