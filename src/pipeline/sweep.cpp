#include "pipeline/sweep.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>

#include "base/error.hpp"

namespace trammel::pipeline {
namespace {

SweepRow one(const Prepared& prepared, const Numbers& numbers, const Options& options) {
  SweepRow row{.ran = true};
  try {
    row.solution = run(prepared, numbers, options);
  } catch (const Error& error) {
    row.refusal = error.what();
  }
  return row;
}

}  // namespace

std::vector<SweepRow> sweep(const Prepared& prepared, const std::vector<Numbers>& numbers,
                            const Options& options, const SweepOptions& how) {
  std::vector<SweepRow> rows(numbers.size());
  std::atomic<std::size_t> next = 0;
  std::atomic<bool> ended = false;
  std::mutex telling;
  std::size_t done = 0;
  const auto work = [&] {
    for (std::size_t k = next++; k < rows.size() && !ended; k = next++) {
      rows[k] = one(prepared, numbers[k], options);
      const std::lock_guard lock(telling);
      if (how.progress && !how.progress(++done, rows.size())) ended = true;
    }
  };
  const auto cores = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  const int threads = std::clamp(how.threads > 0 ? how.threads : cores, 1,
                                 static_cast<int>(std::max<std::size_t>(1, rows.size())));
  std::vector<std::jthread> others;
  for (int k = 1; k < threads; ++k) others.emplace_back(work);
  work();
  others.clear();  // waits for them
  return rows;
}

}  // namespace trammel::pipeline
