// pipeline/prepared_data.hpp: what stands in a Prepared, for those who make one.
#pragma once

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
  // Drawn on first use: most runs need the first only.
  mutable std::mutex drawing = {};
  mutable std::vector<std::shared_ptr<const Blueprint>> plans = {};
  mutable std::shared_ptr<const Brief> brief = {};  // of whoever judges runs; likewise
};

}  // namespace trammel::pipeline
