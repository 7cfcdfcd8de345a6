// cli/trajectories.hpp: the solutions of a sweep, one behind the other in one file per thread or rank.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cli/append_file.hpp"
#include "cli/sweep_runner.hpp"
#include "report/solution_file.hpp"

namespace trammel::cli {

class Trajectories {
 public:
  Trajectories(const std::string& folder, int writer);  // makes no file before there is something to write
  // Where it stands: "file,offset,bytes"; ",," for a run that has none.
  std::string add(const SweepRunner& runner, const pipeline::SweepRow& row);

 private:
  std::string folder_, name_;
  std::unique_ptr<AppendFile> file_;
};

// A run of a sweep that was told to keep them. Throws an Error for a folder or a run that has none.
report::SavedSolution load_run(const std::string& folder, long run);

}  // namespace trammel::cli
