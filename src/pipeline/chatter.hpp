// pipeline/chatter.hpp: events that crowd together without end.
//
// Judged by the time between events against the longest time between events of this run: a million times
// shorter than that, and shrinking, in a crowd or again and again, is not the motion that the model is about.
// The output interval plays no part.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace trammel::pipeline {

class Chatter {
 public:
  // `longest`: the longest time between events so far, where others were counted before.
  explicit Chatter(double t_start, double longest = 0) : last_(t_start), longest_(longest) {}
  double longest() const { return longest_; }
  struct Crowd {
    double since = 0;        // the first of them
    long count = 0;          // since then
    double apart = 0;        // the last two
    bool stuck = false;      // back and forth at one instant
    bool shrinking = false;  // the time between them
  };
  // An event of this relation, which now gets this value.
  std::optional<Crowd> see(int relation, double value, double t);

 private:
  static constexpr int most_at_once = 6;      // at one instant, of one relation
  static constexpr int shrinking = 8;         // times in a row
  static constexpr int crowd = 100;           // events
  static constexpr double short_time = 1e-6;  // of the longest time between events
  static constexpr long again_and_again =
      1000;  // events in a row, each so short a time behind the one before
  struct Track {
    double last = 0, gap = 0, since = 0;
    int shrunk = 0, at_once = 0;
    long count = 0;
  };
  std::unordered_map<long, Track> tracks_;  // by relation and value
  std::array<double, crowd> times_ = {};
  long seen_ = 0;
  double last_, longest_;
  double short_since_ = 0;
  long short_ = 0;  // in a row
};

}  // namespace trammel::pipeline
