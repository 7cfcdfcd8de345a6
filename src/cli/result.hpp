// cli/result.hpp: what there is to tell and to write when a solution is there, computed or read from a file.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "cli/arguments.hpp"
#include "model/dae.hpp"
#include "report/labels.hpp"
#include "report/mat.hpp"
#include "solution/solution.hpp"

namespace trammel::cli {

// What stands beside the numbers.
struct ResultTexts {
  std::string model = {};
  std::vector<std::string> units = {}, descriptions = {};  // per variable of the solution
  std::vector<std::pair<std::string, double>> parameters = {};
  std::vector<std::string> parameter_descriptions = {};
};
ResultTexts texts_of(const model::Dae& dae, const std::vector<std::string>& variables);

bool is_saved_solution(const std::string& path);  // by its name: .trammel

// The rows of a file: the grid as far as the run got, and where it stopped if that was before the end.
std::vector<solution::Sample> rows_of(const solution::Solution& run, const std::vector<double>& grid);

// Writes what -o asks for, if it is no picture. If the disk refuses, the result goes to the folder for
// temporary files: nothing that was computed is lost.
void write_result(const Arguments& arguments, const ResultTexts& texts, const solution::Solution& run,
                  const std::vector<solution::Sample>& rows);

// The result is told first, then that it could not be written.
void tell(const Arguments& arguments, const std::string& model, const solution::Solution& run,
          const std::vector<solution::Sample>& samples, const std::optional<Error>& refused);

}  // namespace trammel::cli
