// cli/sweep_folder.hpp: a sweep in a folder, which an interruption leaves ready to go on.
//
//   sweep.json        what was asked for; a sweep that asks for something else is refused
//   runs.log          one line per run, as they come
//   table.csv         the same in the order of the runs, for people; made at the end
//   trajectories.csv  likewise: which file holds which run, if trajectories were asked for
//
// docs/sweeps.md describes the lines.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "cli/append_file.hpp"
#include "cli/sweep_runner.hpp"

namespace trammel::cli {

struct SweepLine {
  std::size_t run = 0;
  std::string names = {};  // ",x,y": the variables in the cells; empty: the columns of the folder
  std::string place = {};  // of the trajectory
  std::string status = {};
  std::string cells = {};  // certificate and all behind it
};

SweepLine sweep_line(const Arguments& arguments, const SweepRunner& runner, std::size_t run,
                     const pipeline::SweepRow& row, std::string place);

class SweepFolder {
 public:
  // Makes the folder, or takes up the sweep that is in it.
  SweepFolder(const Arguments& arguments, const SweepRunner& runner);

  bool had(std::size_t run) const { return had_[run]; }  // written before this program began
  void append(const SweepLine& line);                    // one thread at a time
  void write_tables() const;

  std::size_t before() const { return before_; }
  std::size_t finished() const { return finished_; }
  std::size_t succeeded() const { return succeeded_; }

 private:
  void check_manifest(const Arguments& arguments) const;
  void take_up();
  void put(const std::string& body);

  std::string path_;
  const SweepRunner& runner_;
  std::vector<std::string> columns_;
  bool trajectories_;
  std::unique_ptr<AppendFile> log_;
  std::vector<bool> had_;
  std::map<std::string, int> sets_;  // lists of names, by their text; their number in the log
  std::size_t before_ = 0, finished_ = 0, succeeded_ = 0;
};

}  // namespace trammel::cli
