// report/table.hpp: what a run says over time, as columns that pictures are drawn from.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "solution/solution.hpp"

namespace trammel::report {

struct Table {
  std::vector<std::string> names;
  std::vector<double> time;
  std::vector<std::vector<double>> columns;  // per name
};

// All variables at every accepted step and between the steps, as the curves bend there; of long runs a part
// that keeps every extreme value, at most `most` points. With `names`, only these.
Table tabulate(const solution::Solution& run, std::size_t most, const std::vector<std::string>& names = {});

// Gathers rows and forgets what is not needed to see all extremes. While they are few, all rows are kept.
// Then neighbours are united, two rows for each group, which hold the smallest and the largest value of each
// column in the order in which they came; the first and the last row stay as they are. So memory is bounded
// whatever the run is.
class Thinner {
 public:
  Thinner(std::size_t columns, std::size_t most);
  void add(double t, Vec values);
  bool exact() const { return group_ == 1; }  // nothing was left out so far
  // The rows kept, united further until they are at most `most`.
  void finish(std::size_t most, Table& into);

 private:
  void append(double t, Vec values);
  void close();
  void unite();
  void pin_ends();

  std::size_t columns_, most_, group_ = 1;  // rows that one pair of kept rows stands for, in pairs
  std::vector<double> time_, values_;       // row by row
  // the group under way: its times, and per column the extremes and which came first
  std::size_t held_ = 0;
  double begin_ = 0, end_ = 0;
  std::vector<double> low_, high_;
  std::vector<char> low_first_;
  std::vector<double> first_, last_;  // rows as they came: a curve begins and ends where it does
};

// Drops rows that straight lines between their neighbours stand for, within `tolerance` of each column's
// range. Rows at turning points stay. More than `most` rows are not needed then, or it says false and leaves
// the table as it is.
bool simplify(Table& table, double tolerance, std::size_t most = static_cast<std::size_t>(-1));

}  // namespace trammel::report
