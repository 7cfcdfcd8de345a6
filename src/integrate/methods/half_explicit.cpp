// integrate/methods/half_explicit.cpp: half-explicit Runge-Kutta methods. States move explicitly; the
// multipliers of each stage come from one linear system, posed so that the constraint, differentiated until
// it holds the highest states (velocities, for a mechanism), is satisfied at the next point:
//
//   | M(x_i)   B(x_i) | | k_i |   |  f(x_i)                                     |
//   | G(x̄_i)   0      | | y_i | = | -g^(l)(x₀ + h Σ_{j<i} ā_ij k_j) / (h ā_ii)  |              [BH93; HW96,
//   (VII.6.3)]
//
// Where that constraint or f is not linear, Newton goes on with the same matrix. What the methods leave in
// the constraints below (the positions) is projected away with the last matrix. Tableaus that were not made
// for it lose orders [AP98, 10.1.5].
#include "integrate/tableaus/half_explicit.hpp"

#include <cmath>

#include "integrate/methods/catalog.hpp"
#include "integrate/methods/constrained.hpp"

namespace trammel::integrate {
namespace {

template <int s>
class HalfExplicit final : public Stepper {
 public:
  HalfExplicit(Instance& instance, const HalfExplicitTableau<s>& tableau)
      : Stepper(constrained_size(instance), constrained_tested(instance)), system_(instance), dense_(system_),
        aside_(instance), tableau_(tableau), counts_(instance.counts()), n_(system_.size()),
        d_(system_.differential()), nx_(system_.nx()), ny_(system_.ny()), y0_(n_), y1_(n_), stage_(n_),
        bar_(n_), y_(ny_), top0_(nx_), top1_(nx_), right_(nx_ + ny_), product_(nx_ + ny_), k_end_(d_),
        near_(nx_) {
    for (auto& k : k_) k.resize(d_);
    level_ = system_.view().order() - system_.view().constraint_order() - 1;
  }

  void begin(const Begin& /*start*/) override { first_known_ = near_known_ = false; }

  Attempt attempt(double t, double h, Vec y0, Out y1, Out error) override {
    t_ = t;
    h_ = h;
    std::ranges::copy(y0, y0_.begin());
    std::copy_n(y0.begin() + d_, ny_, y_.begin());
    int first = 0;
    if (tableau_.first_slope_exact) {
      if (!first_known_) {
        if (const Attempt outcome = system_.accelerate(t, y0_, top0_, y_); !outcome) return outcome;
        first_known_ = true;
      }
      system_.slopes(y0_, top0_, k_[0]);
      first = 1;
    } else if (!near_known_ && !system_.view().linear()) {
      if (const Attempt outcome = system_.accelerate(t, y0_, near_, y_); !outcome) return outcome;
      near_known_ = true;
    }
    for (int i = first; i < s; ++i) {
      if (i > first && !tableau_.first_slope_exact)
        std::ranges::swap(stage_, bar_);  // the last constraint point is this stage
      else
        combine(tableau_.A[i], i, stage_);
      if (i == tableau_.compare) std::copy_n(stage_.begin(), d_, error.begin());
      if (const Attempt outcome = solve_stage(i); !outcome) return outcome;
    }
    return finish(y1, error);
  }

  void accepted(const Accepted& step) override {
    first_known_ = tableau_.first_slope_exact && !step.moved;
    if (first_known_) std::swap(top0_, top1_);
    near_known_ = !tableau_.first_slope_exact;
    std::ranges::copy(Vec(k_[s - 1]).subspan(d_ - nx_), near_.begin());
  }

  void polynomial(Vec theta, Out values) override {
    if (tableau_.first_slope_exact)
      dense_(theta, {h_, y0_, top0_, y1_, top1_}, values);
    else
      aside_.polynomial(theta, t_, h_, y0_, y1_, values);
  }

  Attempt slope(double t, Vec y, Out yp) override {
    std::ranges::fill(yp, 0.0);
    std::copy_n(y.begin() + d_, ny_, y_.begin());
    if (const Attempt outcome = system_.accelerate(t, y, product_, y_); !outcome) return outcome;
    system_.slopes(y, product_, yp);
    return {};
  }

 private:
  // point = y0 + h Σ_{j<count} weight_j k_j, differential part.
  void combine(const std::array<double, s>& weight, int count, Out point) const {
    std::copy_n(y0_.begin(), d_, point.begin());
    for (int j = 0; j < count; ++j) {
      const double w = h_ * weight[j];
      if (w == 0) continue;
      for (int i = 0; i < d_; ++i) point[i] += w * k_[j][i];
    }
  }

  // k_i and the multipliers from the system above; leaves x̄_i in bar_.
  Attempt solve_stage(int i) {
    const double t = t_ + tableau_.c[i] * h_, t_bar = t_ + tableau_.c_bar[i] * h_,
                 diagonal = h_ * tableau_.A_bar[i][i];
    system::Hessenberg& view = system_.view();
    combine(tableau_.A_bar[i], i, bar_);
    for (int c = 0; c < d_ - nx_; ++c)
      bar_[c] += diagonal * stage_[nx_ + c];  // the lower slopes of this stage are known
    // x^(m) of the stage before, or of the last step: where M depends on y, so does B on x^(m), and a matrix
    // with x^(m) = 0 would be that of another system.
    const Vec near = i > 0 ? Vec(k_[i - 1]).subspan(d_ - nx_) : near_known_ ? Vec(near_) : Vec();
    if (const Attempt outcome = system_.factor(t, stage_, t_bar, bar_, y_, near); !outcome) return outcome;
    view.force(t, system_.at(stage_), y_, Out(right_).first(nx_));
    constraint_at(t_bar, diagonal);
    if (const Attempt outcome = system_.solve(right_); !outcome) return outcome;
    Out k = k_[i];
    std::copy_n(stage_.begin() + nx_, d_ - nx_, k.begin());
    Out top = k.subspan(d_ - nx_);
    for (int c = 0; c < nx_; ++c) {
      top[c] = right_[c];
      bar_[d_ - nx_ + c] += diagonal * right_[c];
    }
    for (int c = 0; c < ny_; ++c) y_[c] = (view.linear() ? 0 : y_[c]) + right_[nx_ + c];
    if (!std::isfinite(bar_[d_ - 1])) return {Attempt::not_finite, -1};
    return view.linear() && level_ > 0 ? Attempt{} : iterate(t, t_bar, diagonal, top);
  }

  void constraint_at(double t_bar, double diagonal) {
    Out lower = Out(right_).subspan(nx_);
    system_.view().constraint(level_, t_bar, system_.at(bar_), lower);
    for (double& g : lower) g /= -diagonal;
  }

  Attempt iterate(double t, double t_bar, double diagonal, Out top) {
    constexpr int most_iterations = 20;
    system::Hessenberg& view = system_.view();
    double before = INFINITY;
    for (int iteration = 0; iteration < most_iterations; ++iteration) {
      std::ranges::fill(right_, 0.0);
      if (!view.linear()) view.balance(t, system_.at(stage_), top, y_, Out(right_).first(nx_));
      constraint_at(t_bar, diagonal);
      if (const Attempt outcome = system_.solve(right_); !outcome) return outcome;
      ++counts_.newton_iterations;
      for (int c = 0; c < nx_; ++c) {
        top[c] += right_[c];
        bar_[d_ - nx_ + c] += diagonal * right_[c];
      }
      const double moved = system_.relative(right_, Vec(bar_).subspan(d_ - nx_), diagonal);
      for (int c = 0; c < ny_; ++c) y_[c] += right_[nx_ + c];
      if (!std::isfinite(moved)) return {Attempt::not_finite, -1};
      if (moved <= 1e-15 || (moved <= 1e-12 && moved > 0.3 * before)) return {};
      if (iteration > 1 && moved > before) return {Attempt::diverged, -1};
      before = moved;
    }
    return {Attempt::diverged, -1};
  }

  Attempt finish(Out y1, Out error) {
    std::copy_n(bar_.begin(), d_, y1.begin());
    if (const Attempt outcome = level_ > 0 ? system_.project(t_ + h_, y1) : Attempt{}; !outcome)
      return outcome;
    std::fill(error.begin() + d_, error.end(), 0.0);
    if (tableau_.first_slope_exact) {
      if (const Attempt outcome = system_.accelerate(t_ + h_, y1, top1_, y_); !outcome) return outcome;
      system_.slopes(y1, top1_, k_end_);
      if (const Attempt outcome = estimate(error); !outcome) return outcome;
    } else if (tableau_.compare >= 0) {
      for (int i = 0; i < d_; ++i) error[i] = y1[i] - error[i];
    }
    std::copy_n(y_.begin(), ny_, y1.begin() + d_);
    std::ranges::copy(y1, y1_.begin());
    return {};
  }

  // h Σ e_i k_i; its highest level only along the constraints, since the embedded method would have been
  // projected too.
  Attempt estimate(Out error) {
    for (int i = 0; i < d_; ++i) {
      double sum = tableau_.e[s] * k_end_[i];
      for (int j = 0; j < s; ++j) sum += tableau_.e[j] * k_[j][i];
      error[i] = h_ * sum;
    }
    std::ranges::fill(right_, 0.0);
    std::copy_n(error.begin() + (d_ - nx_), nx_, right_.begin());
    system_.multiply(right_, product_);  // its lower rows are G e
    std::fill_n(right_.begin(), nx_, 0.0);
    for (int c = 0; c < ny_; ++c) right_[nx_ + c] = -product_[nx_ + c];
    if (const Attempt outcome = system_.solve(right_); !outcome) return outcome;
    for (int c = 0; c < nx_; ++c) error[d_ - nx_ + c] += right_[c];
    return {};
  }

  Constrained system_;
  ConstrainedDense dense_;
  ConstrainedAside aside_;
  const HalfExplicitTableau<s>& tableau_;
  Counts& counts_;
  int n_, d_, nx_, ny_, level_ = 0;
  std::vector<double> y0_, y1_, stage_, bar_, y_, top0_, top1_, right_, product_, k_end_, near_;
  std::array<std::vector<double>, s> k_;
  double t_ = 0, h_ = 0;
  bool first_known_ = false, near_known_ = false;
};

template <int s>
Integrator make_half_explicit(std::string_view name, std::string_view source, int order, int estimate_order,
                              const HalfExplicitTableau<s>& tableau, std::string_view summary) {
  return {{.name = name,
           .source = source,
           .order = order,
           .estimate_order = estimate_order,
           .dense_degree = 5,
           .takes = {Form::hessenberg},
           .max_index = 3,
           .summary = summary,
           .projected = false},
          [&tableau](Instance& instance) { return std::make_unique<HalfExplicit<s>>(instance, tableau); }};
}

}  // namespace

Integrator half_explicit_euler() {
  return make_half_explicit("half_explicit_euler", "BH93", 1, 0, half_explicit_euler_1,
                            "half-explicit Euler, constant steps");
}
Integrator half_explicit_heun() {
  return make_half_explicit("half_explicit_heun", "BH93", 2, 2, half_explicit_heun_2,
                            "half-explicit Heun 2(1)");
}
Integrator half_explicit_3() {
  return make_half_explicit("half_explicit_3", "BH93", 3, 2, half_explicit_3_stages,
                            "half-explicit Runge-Kutta of order 3 in 3 stages");
}
Integrator hem4() {
  return make_half_explicit("hem4", "BH93", 4, 3, hem4_5_stages,
                            "half-explicit Runge-Kutta of order 4 in 5 stages");
}
Integrator phem56() {
  return make_half_explicit(
      "phem56", "Mur97", 5, 5, phem56_6_stages,
      "partitioned half-explicit Runge-Kutta 5(4) for constrained mechanisms that are not stiff");
}

}  // namespace trammel::integrate
