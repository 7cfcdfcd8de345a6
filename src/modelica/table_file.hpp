// modelica/table_file.hpp: tables in text files, in the two forms of the Modelica library.
#pragma once

#include <string>
#include <vector>

namespace trammel::modelica {

struct TableFile {
  std::size_t rows = 0, columns = 0;
  std::vector<double> numbers = {};  // row by row
  std::string problem = {};          // what is wrong with it, one sentence; empty: nothing
};

// "#1", then one or more matrices: double name(rows, columns), and their numbers. Comments begin with #.
TableFile read_table_text(const std::string& path, const std::string& name);
// Comma-separated values below some lines that are skipped.
TableFile read_table_csv(const std::string& path, char delimiter, std::size_t header_lines);

}  // namespace trammel::modelica
