// pipeline/sweep.hpp: one Prepared, many sets of numbers, several threads.
#pragma once

#include <functional>
#include <vector>

#include "pipeline/prepared.hpp"

namespace trammel::pipeline {

struct SweepOptions {
  int threads = 0;  // 0: as many as there are cores
  // Called after each run, from one thread at a time; false ends the sweep after the runs under way.
  std::function<bool(std::size_t done, std::size_t all)> progress = {};
};

struct SweepRow {
  bool ran = false;          // false: the sweep was ended before its turn
  std::string refusal = {};  // why a run could not begin, in one sentence
  solution::Solution solution = {};
};

// Row k is the run with numbers[k], the same bit for bit whatever the number of threads. A run that fails is
// a row with its sentence and stops no other.
std::vector<SweepRow> sweep(const Prepared& prepared, const std::vector<Numbers>& numbers,
                            const Options& options, const SweepOptions& how = {});

}  // namespace trammel::pipeline
