// integrate/differences.hpp: the past of a multistep method on an uneven grid, as modified divided
// differences.
//
//   φ_j = ψ_1 ψ_2 .. ψ_j · y[t_n, t_{n-1}, .., t_{n-j}],   ψ_i = t_n − t_{n-i}                [BCP96, 5.2;
//   JS80]
//
// For the step to t_{n+1}, φ*_j = β_j φ_j are the same differences with the ψ_i counted from t_{n+1}. The
// polynomial Q of degree p through the last p+1 points is then Σ φ*_j at t_{n+1}. The differences keep their
// own small rounding errors, which those of stored values would not be: y' and multipliers are smoother for
// it. Nothing is overwritten before a step is accepted. The start is the tangent: t_0 counts as two points.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "base/span.hpp"

namespace trammel::integrate {

class Differences {
 public:
  static constexpr int most = 12;  // columns: the highest degree is two less

  explicit Differences(int n)
      : n_(n), phi_(static_cast<std::size_t>(n) * most), next_(phi_), slope_(static_cast<std::size_t>(n)) {}

  void restart(Vec y, Vec slope) {
    std::ranges::copy(y, column(phi_, 0).begin());
    std::ranges::copy(slope, slope_.begin());
    known_ = 1;
    first_ = true;
    pending_ = false;
  }
  // The highest degree that the points so far give.
  int known() const { return known_; }
  bool first() const { return first_; }

  // Q of degree p, continued to t_{n+1} = t_n + h and to t_{n+2} = t_n + 2h.
  struct Continued {
    Out value, slope, value_2, slope_2;
  };
  void predict(double h, int p, const Continued& to);
  // y_{n+1} = Q(t_{n+1}) + e: the differences that the accepted step will leave.
  void correct(Vec e);
  void accept();

  // Is the grid the one of the attempt before, degree and step size included? Then so are these:
  bool same_grid() const { return same_grid_; }
  // Of the attempted step: h^j j!/(ψ_1 .. ψ_j), which makes the j-th derivative h^j y^(j) of φ_j.
  double to_derivative(int j) const { return sigma_[j]; }
  Vec difference(int j) const { return column(phi_, j); }  // φ_j, of accepted steps
  Vec starred() const { return column(next_, degree_); }   // φ*_p before, φ_p after correct()
  // Π_{i=0..p} (t_n − x − t_{n-i}) / Π ψ_i: Q's error at t_n − x, in units of its error at t_{n+1}.
  double interpolation_error(double x) const;

  // The polynomial through the new point and the p or p+1 before it, at t_{n+1} + x.
  void interpolate(double x, int degree, Out y) const;
  void interpolate_slope(double x, int degree, Out slope) const;

 private:
  Out column(std::vector<double>& phi, int j) const {
    return Out(phi).subspan(static_cast<std::size_t>(j) * n_, n_);
  }
  Vec column(const std::vector<double>& phi, int j) const {
    return Vec(phi).subspan(static_cast<std::size_t>(j) * n_, n_);
  }

  void set_weights(double h, int p);

  int n_, degree_ = 0, known_ = 0;
  std::vector<double> phi_, next_, slope_;
  std::array<double, most> psi_{}, next_psi_{}, sigma_{};  // psi_[i-1] = ψ_i
  // Of φ*_j = β_j φ_j in Q and Q' at t_{n+1} (1, gamma_) and at t_{n+2} (value_2_, slope_2_).
  std::array<double, most> beta_{}, gamma_{}, value_2_{}, slope_2_{};
  std::array<double, most> weighed_{};   // the ψ_i that these were made for
  double weighed_h_ = 0, inverses_ = 1;  // 1/Π ψ_i from t_{n+1}
  bool first_ = true, pending_ = false, same_grid_ = false;
};

}  // namespace trammel::integrate
