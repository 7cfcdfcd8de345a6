// integrate/state_levels.hpp: where the derivatives of the unknowns stand in the state of a second-order
// form.
//
// The state is x_1 .. x_n and then, unknown by unknown, the derivatives of order 1 .. m_j − 1, with m_j the
// highest derivative of x_j in F: the unknowns that order reduction would have. The slope holds their
// derivatives.
#pragma once

#include <algorithm>
#include <vector>

#include "base/span.hpp"
#include "system/system.hpp"

namespace trammel::integrate {

class StateLevels {
 public:
  explicit StateLevels(const system::Residual& residual) : n_(residual.size()), order_(residual.order()) {
    part_.reserve(static_cast<std::size_t>(n_) * static_cast<std::size_t>(std::max(order_, 1)));
    for (int j = 0; j < n_; ++j) part_.push_back({j, 0});
    for (int j = 0; j < n_; ++j)
      for (int k = 1; k < residual.highest(j); ++k) part_.push_back({j, k});
    x_.assign(static_cast<std::size_t>(std::max(order_, 1)) + 1, std::vector<double>(n_));
    for (const auto& level : x_) pointer_.push_back(level.data());
  }
  StateLevels(const StateLevels&) = delete;
  StateLevels& operator=(const StateLevels&) = delete;

  int unknowns() const { return n_; }
  int order() const { return order_; }                         // of F
  int size() const { return static_cast<int>(part_.size()); }  // of the state
  int unknown(int i) const { return part_[i].unknown; }        // of component i of the state
  int derivative(int i) const { return part_[i].derivative; }
  Out level(int k) { return x_[k]; }
  Vec level(int k) const { return x_[k]; }
  system::Levels pointers() const { return pointer_; }

  // A level that the state does not hold is left as it is.
  void unpack(Vec y, Vec slope) {
    for (int i = 0; i < size(); ++i) {
      x_[part_[i].derivative][part_[i].unknown] = y[i];
      if (!slope.empty()) x_[part_[i].derivative + 1][part_[i].unknown] = slope[i];
    }
  }
  void pack(Out y) const {
    for (int i = 0; i < size(); ++i) y[i] = x_[part_[i].derivative][part_[i].unknown];
  }
  void pack_slope(Out slope) const {
    for (int i = 0; i < size(); ++i) slope[i] = x_[part_[i].derivative + 1][part_[i].unknown];
  }

 private:
  struct Part {
    int unknown, derivative;
  };
  int n_, order_;
  std::vector<Part> part_;
  std::vector<std::vector<double>> x_;  // by level
  std::vector<const double*> pointer_;
};

}  // namespace trammel::integrate
