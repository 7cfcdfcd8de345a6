// report/solution_file.hpp: a solution in one file, without loss.
//
// The format is described in docs/result_files.md: a line that names it, a line of JSON, and numbers as they
// are in memory (64 bits, little-endian).
#pragma once

#include <string>
#include <vector>

#include "report/csv.hpp"
#include "solution/solution.hpp"

namespace trammel::report {

struct SavedSolution {
  std::string model = {};
  std::vector<std::string> units = {}, descriptions = {};  // per variable, or empty
  solution::Solution solution = {};
};

// All reported variables are written as polynomials (Solution::as_data).
void write_solution(const SavedSolution& saved, const Sink& sink);

// Throws an Error of kind io for a text that is not such a file, or is damaged.
SavedSolution read_solution(const std::string& bytes);

// The same with a file.
void save(const std::string& path, const SavedSolution& saved);
SavedSolution load_solution(const std::string& path);

}  // namespace trammel::report
