// pipeline/clock.hpp: when a function of time alone next becomes negative.
//
// Intervals that hold its values and slopes (expr/enclosure.hpp) tell where it cannot be negative and where it rises or
// falls throughout; everything else is halved, the earlier half first. So no zero is passed over, however
// long the search and however short the time for which the function is negative.
#pragma once

#include "expr/enclosure.hpp"
#include "pipeline/guards.hpp"

namespace trammel::pipeline {

class Clock {
 public:
  explicit Clock(expr::Enclosure zero) : zero_(std::move(zero)) {}

  struct Found {
    double t = 0;
    bool negative =
        false;  // otherwise: nothing until then. Before `to` means that the search was given up there.
  };
  // The first time in [from, to] at which sign*zero + offset is negative, or from which on it is so.
  Found next(const Guard& guard, double from, double to, Vec parameters);
  const std::vector<int>& parameters() const { return zero_.parameters(); }

 private:
  struct Bounds {
    expr::Interval value, slope;  // slope: per half of the part
  };
  Bounds bounds(double a, double b);
  double at(double t);
  double root(double a, double b);
  bool search(double a, double b);  // true: the answer is in found_

  expr::Enclosure zero_;
  Guard guard_ = {};
  Vec parameters_ = {};
  Found found_ = {};
  int parts_left_ = 0;
  double shortest_ = 0;  // parts that intervals do not resolve, because the function jumps or has no value
  bool weak_ = false;    // a search was given up: parts are not halved as often any more
};

}  // namespace trammel::pipeline
