// report/gather.hpp: what a report shows of a run, gathered while the run is made, in bounded memory.
#pragma once

#include <optional>
#include <vector>

#include "report/table.hpp"
#include "solution/follower.hpp"

namespace trammel::report {

// Whole rows, evenly spread over all that were seen: every one, then every second, every fourth, ..
class SpreadRows {
 public:
  SpreadRows(std::size_t columns, std::size_t most);
  void add(double t, Vec values);
  std::size_t size() const { return time_.size(); }
  double time(std::size_t i) const { return time_[i]; }
  Vec row(std::size_t i) const { return Vec(values_).subspan(i * columns_, columns_); }

 private:
  std::size_t columns_, most_, every_ = 1, seen_ = 0;
  std::vector<double> time_, values_;
};

// Of what a run has told up to now.
struct Gathered {
  Gathered(std::size_t variables, std::size_t shown, std::size_t points);
  Thinner curves;   // the variables that are shown, with all their extremes
  SpreadRows rows;  // all variables at some points: for what is computed from several of them
  Thinner steps;    // size and order
};

// Points at which a run is looked at: many in each step as long as steps are few; then the ends of steps; of
// very long runs some of those. A look costs about as much as an evaluation of the equations.
class Gatherer final : public solution::Follower {
 public:
  // `variables`: how many are reported; `shown`: which of them curves are made of; `points`: of one curve.
  Gatherer(std::size_t variables, std::vector<std::size_t> shown, std::size_t points);

  void begin(double t, Vec values) override;
  bool reads_inside() override;
  void step(double from, double to, int order, const ValuesAt& at) override;
  void again() override;
  void back() override;

  // The end of the run, and everything. Once.
  Gathered& finish(double t, Vec values);
  const std::vector<std::size_t>& shown() const { return shown_; }
  std::size_t points() const { return points_; }

 private:
  struct State {
    Gathered kept;
    std::size_t steps = 0, parts = 1;
    std::optional<double> first = {}, last = {};  // times
  };
  State fresh() const;
  void see(double t, Vec values);

  std::size_t variables_, points_;
  std::vector<std::size_t> shown_;
  State now_;
  std::optional<State> before_;  // of a run that is being repeated
  std::vector<double> values_, row_;
};

}  // namespace trammel::report
