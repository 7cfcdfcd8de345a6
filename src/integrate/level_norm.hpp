// integrate/level_norm.hpp: in what units Newton's changes of x are measured where x', x'', .. follow from x
// by differences.
//
// What an iteration leaves in x is divided by h in x'. So a change counts as much as it does in the unknown
// itself or in its derivatives that are part of the state, whichever is more.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "integrate/newton.hpp"
#include "integrate/state_levels.hpp"

namespace trammel::integrate {

class LevelNorm {
 public:
  explicit LevelNorm(const system::Residual& equations)
      : norm_(equations), layout_(equations), all_(static_cast<std::size_t>(layout_.size()), 1.0),
        own_(static_cast<std::size_t>(layout_.unknowns()), 1.0) {}

  void set_scale(Vec state) {
    std::ranges::copy(state, all_.begin());
    h_ = 0;
  }
  void set_step(double h) {
    if (h == h_) return;
    h_ = h;
    for (int i = 0; i < layout_.size(); ++i) {
      double& own = own_[static_cast<std::size_t>(layout_.unknown(i))];
      double here = all_[static_cast<std::size_t>(i)];
      for (int k = 0; k < layout_.derivative(i); ++k) here *= h;
      own = layout_.derivative(i) == 0 ? here : std::min(own, here);
    }
    norm_.set_scale(own_);
    norm_.set_step(h);
  }
  double operator()(Vec x) const { return norm_(x); }
  double square_sum(Vec x) const { return norm_.square_sum(x); }
  int worst(Vec x) const { return norm_.worst(x); }
  // Changes that are nothing but rounding of x.
  double rounding(Vec x) const { return 4 * std::numeric_limits<double>::epsilon() * norm_(x); }

 private:
  NewtonNorm norm_;
  StateLevels layout_;
  std::vector<double> all_, own_;  // scales: of the state, of the unknowns
  double h_ = 0;
};

}  // namespace trammel::integrate
