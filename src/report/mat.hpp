// report/mat.hpp: a trajectory as the MAT files that Modelica users' tools read.
//
// A MATLAB file of version 4 with the matrices Aclass, name, description, dataInfo, data_1 and data_2, in the
// transposed order ("binTrans"): the form in which Modelica tools exchange results. Values of parameters
// stand in data_1, with the two ends of the interval; variables in data_2, one row per variable and one
// column per time.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "report/csv.hpp"
#include "solution/solution.hpp"

namespace trammel::report {

struct MatTexts {                              // beside the names; all of them may be empty
  std::vector<std::string> descriptions = {};  // per variable: "height [m]"
  std::vector<std::pair<std::string, double>> parameters = {};
  std::vector<std::string> parameter_descriptions = {};
};

void write_mat(const std::vector<std::string>& variables, const std::vector<solution::Sample>& rows,
               const MatTexts& texts, const Sink& sink);

// "height [m]": what the description matrix holds.
std::string described(std::string_view description, std::string_view unit);

}  // namespace trammel::report
