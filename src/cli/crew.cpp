#include "cli/crew.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace trammel::cli {

void on_threads(int threads, std::size_t jobs, const std::function<bool(int)>& step) {
  std::atomic<bool> ended = false;
  std::exception_ptr thrown;
  std::mutex throwing;
  const auto work = [&](int thread) {
    try {
      while (!ended && step(thread)) {
      }
    } catch (...) {
      const std::lock_guard lock(throwing);
      if (!thrown) thrown = std::current_exception();
      ended = true;
    }
  };
  const auto cores = static_cast<std::size_t>(std::max(1u, std::thread::hardware_concurrency()));
  const std::size_t wanted = threads > 0 ? static_cast<std::size_t>(threads) : cores;
  const int count = static_cast<int>(std::clamp<std::size_t>(wanted, 1, std::max<std::size_t>(1, jobs)));
  {
    std::vector<std::jthread> others;
    for (int k = 1; k < count; ++k) others.emplace_back(work, k);
    work(0);
  }
  if (thrown) std::rethrow_exception(thrown);
}

}  // namespace trammel::cli
