// experiments/laboratory.hpp: runs with everything in hand: the state vector by name, a projection of one's
// own, each accepted step.
#pragma once

#include <algorithm>
#include <functional>
#include <stdexcept>
#include <string>

#include "integrate/driver.hpp"
#include "integrate/methods/catalog.hpp"
#include "pipeline/setup.hpp"

namespace trammel::experiments {

// A projection written as a function of the state; `steps` sees every state that was accepted.
class OwnProjector final : public integrate::Projector {
 public:
  using Move = std::function<void(double t, Out y)>;
  using See = std::function<void(double t, Vec y)>;
  OwnProjector(Move move, See see) : move_(std::move(move)), see_(std::move(see)) {}
  bool projects() const override { return static_cast<bool>(move_); }
  integrate::Attempt project(double t, Out y, double /*t0*/, Vec /*y0*/) override {
    move_(t, y);
    return {};
  }
  double residual(double t, Vec y, Vec /*slope*/) override {
    if (see_) see_(t, y);
    return 0;
  }

 private:
  Move move_;
  See see_;
};

struct Laboratory {
  Laboratory(const model::Problem& problem, const std::string& method,
             const std::string& formulation = "underlying_ode")
      : setup(pipeline::set_up(problem, formulation::find_formulation(formulation), problem.t_start, false,
                               {.engine = program::Engine::vm})),
        integrator(integrate::find_integrator(method)), stepper(integrator.make(*setup.instance)) {
    options.dense = false;
    options.step.max_steps = 100'000'000;
  }
  int at(const std::string& name) const {
    const auto place = std::ranges::find(setup.plan->state_names, name);
    if (place == setup.plan->state_names.end()) throw std::runtime_error("no state is called " + name);
    return static_cast<int>(place - setup.plan->state_names.begin());
  }
  integrate::Run run(double t_end, const OwnProjector::See& see = {}, const OwnProjector::Move& move = {}) {
    OwnProjector projector(move, see);
    return integrate::integrate(*setup.instance, integrator.method, *stepper, &projector, setup.start, t_end,
                                options);
  }

  pipeline::Setup setup;
  const integrate::Integrator& integrator;
  std::unique_ptr<integrate::Stepper> stepper;
  integrate::RunOptions options;
};

}  // namespace trammel::experiments
