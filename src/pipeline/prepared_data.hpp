// pipeline/prepared_data.hpp: what stands in a Prepared, for those who make one.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "pipeline/choose.hpp"
#include "pipeline/prepared.hpp"
#include "pipeline/setup.hpp"
#include "pipeline/square.hpp"
#include "pipeline/verdict.hpp"

namespace trammel::pipeline {

struct Prepared::Data {
  Verdict verdict = {};
  Options options = {};
  Ask ask = Ask::start;  // how much the verdict was asked
  std::vector<Choice> choices = {};
  Reported reported = {};
  bool made_from_another = false;
  Surplus surplus = {};  // of a model with more equations than it needs
  std::shared_ptr<const EventCode> events = {};
  std::shared_ptr<const Held> held = {};
  bool by_modes = false;  // the structure of the start is that of its mode only
  // Drawn by the first run that needs them, and kept for all others: most need the first plan only.
  struct Drawn {
    std::mutex drawing = {};
    std::vector<std::shared_ptr<const Blueprint>> plans = {};
    std::shared_ptr<const Brief> brief = {};  // of whoever judges runs
  };
  const std::unique_ptr<Drawn> drawn = std::make_unique<Drawn>();
};

// The same problem for options that differ in tolerances alone: what was found and drawn stays, choices are made anew.
Prepared prepare_again(const Prepared& base, const Options& options);

// Other numbers may give the equations another index, or let them leave something open. Pivots at the start
// tell whether that has to be looked at: where they are large and were so when the problem was prepared,
// nothing has changed. `condition`: of the equations for the highest derivatives at the start.
void require_same_ranks(const Prepared::Data& data, const model::Problem& numbers, double t,
                        const std::function<double()>& condition);

}  // namespace trammel::pipeline
