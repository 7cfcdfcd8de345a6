// cli/crew.hpp: the same work on several threads.
#pragma once

#include <functional>

namespace trammel::cli {

// Every thread calls `step` with its number until that returns false. What one throws ends all and is thrown
// again here. `threads` of 0: as many as there are cores; never more than there are jobs.
void on_threads(int threads, std::size_t jobs, const std::function<bool(int thread)>& step);

}  // namespace trammel::cli
