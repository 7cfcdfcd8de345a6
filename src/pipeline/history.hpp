// pipeline/history.hpp: what some expressions have been, as polynomials, for delay(..).
//
// Each accepted step adds their values at its Chebyshev points. What is asked for is a piece: one polynomial
// that follows the past closely over as long a time as it can, and never across a break, where an event or
// the image of one has bent the past.
#pragma once

#include <array>
#include <deque>
#include <optional>
#include <vector>

#include "base/span.hpp"

namespace trammel::pipeline {

class History {
 public:
  static constexpr int degree = 8;

  // Σ c[k] x^k with x = (s - centre)/half, for s between `from` and `to`.
  struct Piece {
    double from = -1e300, to = 0, centre = 0, half = 1;
    std::array<double, degree + 1> c = {};
  };

  explicit History(std::size_t count) : size_(count) {}

  // Before t they have always been what they are there.
  void begin(double t, Vec values);
  // A step: values at the Chebyshev points of [from, to], as many as the degree + 1, all expressions at each.
  void add(double from, double to, int points, Vec values);
  // The past bends at t. Level 0: it may jump; 1: its slope may; and so on.
  void mark(double t, int level);
  // The level of the break at s; none: there is none.
  std::optional<int> break_at(double s) const;
  // The piece of expression k that holds right behind s, and before it too if both sides are asked for. None:
  // s lies behind the end of what is known, or before its beginning.
  std::optional<Piece> piece(std::size_t k, double s, bool both_sides, double accuracy) const;
  // The same of an expression that changes at breaks only: its value right behind s, which holds until the next
  // break, known or not.
  std::optional<Piece> level(std::size_t k, double s) const;
  void forget(double before);

  std::vector<double> packed() const;  // for snapshots
  void unpack(Vec numbers);

 private:
  struct Step {
    double from, to;
    int points;
    std::vector<double> values;
  };
  struct Break {
    double t;
    int level;
  };
  double value(std::size_t k, double s) const;
  Piece fit(std::size_t k, double from, double to) const;
  double off(std::size_t k, const Piece& piece) const;

  double begin_ = 0;
  std::vector<double> first_;  // values before the beginning
  std::vector<double> size_;   // the largest |value| so far
  std::deque<Step> steps_;
  std::deque<Break> breaks_;
};

double value_of(const History::Piece& piece, double s);

}  // namespace trammel::pipeline
