// integrate/level_between.hpp: algebraic unknowns that follow time alone in the error test of methods on
// second-order forms.
//
// At the ends of steps they are exact. Between them they are read from a polynomial p through values at some
// θ_i (0: the beginning of the step, 1: its end). The force that keeps a body on a given path would be read
// wrong after a long step without any other unknown noticing: it was 18 % off at a tolerance of 1e-5. At an
// older value, which p does not go through, it errs by D Π(θ − θ_i), and with the same D between.
//
// Unknowns that share equations with differentiated ones are not tested: those see what drives them, and
// velocities and accelerations carry rounding divided by h and h², so that no step would be short enough.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "integrate/interpolation_test.hpp"

namespace trammel::integrate {

// Per unknown: none with a derivative stands in its equations, nor in those of others that do.
inline std::vector<char> follow_time_alone(const system::Residual& equations) {
  const auto pattern = equations.pattern();
  std::vector<char> alone(static_cast<std::size_t>(equations.size())), moving(alone.size());  // columns; rows
  for (int j = 0; j < equations.size(); ++j)
    alone[static_cast<std::size_t>(j)] = equations.highest(j) == 0 && equations.tested(j);
  for (bool changed = true; changed;) {
    changed = false;
    for (int j = 0; j < pattern->columns; ++j) {
      char& own = alone[static_cast<std::size_t>(j)];
      for (int k = pattern->start[j]; own && k < pattern->start[j + 1]; ++k)
        if (moving[static_cast<std::size_t>(pattern->row[k])]) own = 0, changed = true;
      for (int k = pattern->start[j]; !own && k < pattern->start[j + 1]; ++k)
        if (char& row = moving[static_cast<std::size_t>(pattern->row[k])]; !row) row = 1, changed = true;
    }
  }
  return alone;
}

class LevelBetween {
 public:
  static constexpr int most_nodes = 12;
  struct Nodes {
    std::array<double, most_nodes> theta{};
    int count = 0;
    void add(double at) {
      if (count < most_nodes) theta[static_cast<std::size_t>(count++)] = at;
    }
  };

  // tested: components of the state.
  LevelBetween(const system::Residual& equations, std::span<const char> tested)
      : test_(equations, 0), raw_(tested.size()), inside_(tested.size()), scale_(tested.size(), 1.0) {
    for (std::size_t i = 0; i < tested.size(); ++i) {
      const bool algebraic =
          i < static_cast<std::size_t>(equations.size()) && equations.highest(static_cast<int>(i)) == 0;
      if (tested[i] && algebraic) own_.push_back(static_cast<int>(i));
      if (tested[i] && !algebraic) others_.push_back(static_cast<int>(i));
    }
    for (Value& value : past_) value.x.resize(own_.size());
  }

  bool any() const { return !own_.empty(); }
  void set_scale(Vec scale) { std::ranges::copy(scale, scale_.begin()); }
  void restart() { known_ = 0; }
  void push(double t, Vec y) {
    std::rotate(past_.begin(), past_.end() - 1, past_.end());
    past_[0].t = t;
    for (std::size_t i = 0; i < own_.size(); ++i) past_[0].x[i] = y[static_cast<std::size_t>(own_[i])];
    known_ = std::min(known_ + 1, kept);
    test_.forget();
  }

  // `inside(θ, state)`: p, also outside the step. Errors of the others keep their weight in the mean.
  template <class Inside>
  void apply(double t, double h, const Nodes& nodes, Inside&& inside, Vec y1, Out error) {
    if (const double share = share_of(t, h, nodes); share > 0) {
      inside(theta_, inside_);
      for (std::size_t i = 0; i < own_.size(); ++i) {
        const auto j = static_cast<std::size_t>(own_[i]);
        raw_[j] = share * (inside_[j] - before_->x[i]);
      }
      test_.apply(h, raw_, y1, scale_, error);
    }
    balance(error);
  }
  // Algebraic unknowns and the others each have a mean of their own: many of one kind must not hide the other.
  void balance(Out error) const {
    const auto all = static_cast<double>(own_.size() + others_.size());
    for (const int i : own_)
      error[static_cast<std::size_t>(i)] *= std::sqrt(all / static_cast<double>(own_.size()));
    for (const int i : others_)
      error[static_cast<std::size_t>(i)] *= std::sqrt(all / static_cast<double>(others_.size()));
  }

 private:
  static constexpr int kept = 10;
  struct Value {
    double t = 0;
    std::vector<double> x = {};
  };

  // The largest error of p within the step by that at the newest value which p does not go through; 0: there is none.
  double share_of(double t, double h, const Nodes& nodes) {
    constexpr int places = 16;
    constexpr double apart = 1e-6;
    if (nodes.count == 0) return 0;
    const auto product = [&](double theta) {
      double value = 1;
      for (int i = 0; i < nodes.count; ++i) value *= theta - nodes.theta[static_cast<std::size_t>(i)];
      return std::fabs(value);
    };
    const double oldest = *std::min_element(nodes.theta.begin(), nodes.theta.begin() + nodes.count);
    for (int k = 0; k < known_; ++k) {
      theta_ = (past_[static_cast<std::size_t>(k)].t - t) / h;
      if (theta_ > oldest - apart * (1 + std::fabs(oldest))) continue;
      before_ = &past_[static_cast<std::size_t>(k)];
      double largest = 0;
      for (int i = 1; i < places; ++i) largest = std::max(largest, product(static_cast<double>(i) / places));
      return largest / product(theta_);
    }
    return 0;
  }

  InterpolationTest test_;
  std::vector<int> own_, others_;  // components: algebraic unknowns, and what else is tested
  std::vector<double> raw_, inside_, scale_;
  std::array<Value, kept> past_;
  int known_ = 0;
  double theta_ = 0;
  const Value* before_ = nullptr;
};

}  // namespace trammel::integrate
