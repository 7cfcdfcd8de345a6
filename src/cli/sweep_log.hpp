// cli/sweep_log.hpp: the lines of runs.log.
#pragma once

#include <cstdint>
#include <fstream>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace trammel::cli {

std::string sealed(std::string_view body);  // the line: with its checksum and its end

struct LogLine {
  std::uint64_t at = 0;  // where it begins
  bool names = false;    // "names,SET,x,y": a list of variables; else "RUN,SET,file,offset,bytes,status,..."
  std::uint64_t run = 0;
  int set = 0;
  std::string_view rest = {};  // behind the set
};

// All whole lines in their order. Returns where the last one ends: what stands behind was torn.
std::uint64_t read_log(const std::string& path, const std::function<void(const LogLine&)>& take);

// One line whose beginning is known.
class LogReader {
 public:
  explicit LogReader(const std::string& path) : file_(path, std::ios::binary) {}
  LogLine at(std::uint64_t offset);  // holds until the next call

 private:
  std::ifstream file_;
  std::uint64_t at_ = 0;
  std::string text_;
};

std::vector<std::string> csv_fields(std::string_view line);  // as they stand, quotes included

}  // namespace trammel::cli
