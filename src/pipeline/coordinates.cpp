#include "pipeline/coordinates.hpp"

namespace trammel::pipeline {

int Setup::recoordinations() const { return selection ? selection->changes() : chart ? chart->changes() : 0; }

void set_up_chart(Setup& setup) {
  using Kind = system::Chart::Kind;
  const formulation::Chart chart = setup.plan->formulation->chart;
  if (chart == formulation::Chart::none) return;
  system::Ode& ode = setup.instance->ode();
  setup.chart = std::make_shared<system::Chart>(setup.plan->invariants->copy(setup.parameters), ode,
                                                chart == formulation::Chart::partition      ? Kind::partition
                                                : chart == formulation::Chart::tangent_mass ? Kind::mass
                                                                                            : Kind::tangent);
  if (chart != formulation::Chart::tangent_at_end) ode.follow(setup.chart);
  setup.projector = std::make_unique<integrate::ChartProjector>(setup.chart);
  setup.recoordinate = [here = setup.chart](double at, Vec z) { return here->update(at, z); };
  setup.recoordinate(setup.start.t, setup.start.y);
}

// The first choice is made here; the run looks after it from then on.
void set_up_selection(Setup& setup) {
  if (!setup.plan->selection) return;
  setup.selection = setup.plan->selection->copy(setup.parameters);
  setup.recoordinate = [selection = setup.selection, run = setup.instance.get()](double at, Vec y) {
    return selection->update(*run, at, y);
  };
  setup.recoordinate(setup.start.t, setup.start.y);
}

}  // namespace trammel::pipeline
