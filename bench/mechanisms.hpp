// bench/mechanisms.hpp: the non-stiff mechanisms that explicit and implicit methods race on.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "model/model.hpp"

namespace trammel::pipeline {
struct Setup;
}

namespace trammel::bench {

struct Mechanism {
  std::string name;
  model::Problem problem;               // second order: what explicit methods take
  std::vector<model::Problem> written;  // what solvers of residuals take; one with a constant M before y'
  double t_end = 1;
  std::map<std::string, double> exact = {};  // positions at t_end
  std::map<std::string, double> units = {};  // below these errors count as absolute; not named: below 1
  // What was analyzed and compiled of it, by problem (its place in `written`, or -1) and formulation, for all
  // who race.
  using Setups = std::map<std::pair<int, std::string>, std::shared_ptr<pipeline::Setup>>;
  std::shared_ptr<Setups> setups = std::make_shared<Setups>();
};

// N parallel cranks joined by N rods: one degree of freedom, the motion of one pendulum for every N.
model::Problem four_bars(int n);

Mechanism andrews_mechanism();
Mechanism car_axis_mechanism();
Mechanism pendulum_mechanism();
Mechanism chain_mechanism(int links);
Mechanism four_bar_mechanism(int loops);

}  // namespace trammel::bench
