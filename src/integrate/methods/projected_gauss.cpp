// integrate/methods/projected_gauss.cpp: Gauss collocation with projection, for constrained equations of
// index 2.
//
// With x all levels below the highest, S their slopes and y the multipliers, the stages satisfy
//
//   M(X_i) X_i^(m) + B(X_i) Y_i = f(X_i),   g^(l)(X_i) = 0,   X_i = x₀ + h Σ_j a_ij S_j, (1)
//
// where g^(l) is the constraint, differentiated until it holds the highest states. Gauss methods do not damp,
// so without more x keeps only s or s+1 of their 2s orders and y need not converge. The end of the step is
// therefore moved along the directions B,
//
//   x̂ = x₁ + M⁻¹ B λ,   g(x̂) = 0, [AP98, 10.1.5]
//
// which restores 2s; and y is taken from the hidden constraint at x̂, which gives it the order of x.
//
// Simplified Newton on (1): the constraints, multiplied by A⁻¹/h, see only their own stage, so that one
// matrix [M B; G 0] of the beginning of the step serves all stages. f is iterated upon: for equations whose
// own dynamics are not stiff.
#include <algorithm>
#include <cmath>

#include "integrate/collocation_rule.hpp"
#include "integrate/methods/catalog.hpp"
#include "integrate/methods/constrained.hpp"
#include "integrate/methods/projected_gauss_dense.hpp"

namespace trammel::integrate {
namespace {

class ProjectedGauss final : public Stepper {
 public:
  ProjectedGauss(Instance& instance, int stages)
      : Stepper(constrained_size(instance), constrained_tested(instance)), system_(instance),
        rule_(gauss_rule(stages)), inside_(system_, rule_), fallback_(system_), aside_(instance),
        counts_(instance.counts()), s_(stages), n_(system_.size()), d_(system_.differential()),
        nx_(system_.nx()), ny_(system_.ny()),
        level_(system_.view().order() - system_.view().constraint_order() - 1), scale_(n_, 1.0), y0_(n_),
        y1_(n_), y_(ny_), top0_(nx_), top1_(nx_), work_(nx_ + ny_), product_(nx_ + ny_) {
    for (auto* list : {&X_, &S_, &Y_, &G_}) list->resize(static_cast<std::size_t>(s_));
    for (int i = 0; i < s_; ++i) {
      X_[i].resize(n_);
      S_[i].resize(d_);
      Y_[i].resize(ny_);
      G_[i].resize(ny_);
    }
  }

  void begin(const Begin& start) override {
    known_ = false;
    std::ranges::copy(start.scale, scale_.begin());
  }

  Attempt slope(double t, Vec y, Out yp) override {
    std::ranges::fill(yp, 0.0);
    known_ = false;
    std::copy_n(y.begin() + d_, ny_, y_.begin());
    if (const Attempt outcome = system_.accelerate(t, y, product_, y_); !outcome) return outcome;
    system_.slopes(y, product_, yp);
    return {};
  }

  Attempt attempt(double t, double h, Vec y0, Out y1, Out error) override {
    t_ = t;
    h_ = h;
    std::ranges::copy(y0, y0_.begin());
    std::copy_n(y0.begin() + d_, ny_, y_.begin());
    // After an accepted step the matrix of its end is there; after a failed one it is not.
    if (!known_)
      if (const Attempt outcome = system_.accelerate(t, y0_, top0_, y_); !outcome) return outcome;
    known_ = false;
    if (const Attempt outcome = stages(t, h); !outcome) return outcome;
    std::ranges::copy(y0_, y1_.begin());
    for (int i = 0; i < s_; ++i)
      for (int c = 0; c < d_; ++c) y1_[c] += h * rule_.b[i] * S_[i][c];
    estimate(error);
    return finish(t + h, y1);
  }

  void accepted(const Accepted& step) override {
    std::swap(top0_, top1_);
    known_ = !step.moved;
    std::ranges::copy(step.scale, scale_.begin());
  }

  void polynomial(Vec theta, Out values) override {
    const ProjectedGaussDense::Step step{t_, h_, y0_, top0_, y1_, top1_, X_};
    const auto n = static_cast<std::size_t>(n_);
    if (!inside_.prepare(aside_.system(), step))
      return fallback_(theta, {h_, y0_, top0_, y1_, top1_}, values);
    for (std::size_t i = 0; i < theta.size(); ++i) inside_(theta[i], step, values.subspan(i * n, n));
  }

 private:
  static constexpr int most_iterations = 30;

  // X_i and the slopes of their lower levels from the highest derivatives.
  void combine(double h) {
    for (int l = d_ - nx_; l >= 0; l -= nx_)
      for (int i = 0; i < s_; ++i) {
        for (int c = l; c < l + nx_; ++c) {
          double sum = 0;
          for (int j = 0; j < s_; ++j) sum += rule_.a(i, j) * S_[j][c];
          X_[i][c] = y0_[c] + h * sum;
        }
        if (l >= nx_) std::copy_n(X_[i].begin() + l, nx_, S_[i].begin() + (l - nx_));
      }
  }

  Attempt stages(double t, double h) {
    for (int i = 0; i < s_; ++i) {
      system_.slopes(y0_, top0_, S_[i]);
      std::ranges::copy(y_, Y_[i].begin());
    }
    double before = INFINITY;
    for (int iteration = 0; iteration < most_iterations; ++iteration) {
      combine(h);
      double moved = 0;
      if (const Attempt outcome = update(t, h, moved); !outcome) return outcome;
      ++counts_.newton_iterations;
      if (!std::isfinite(moved)) return {Attempt::not_finite, -1};
      if (moved < 1e-3 || (moved < 1 && moved > 0.9 * before)) {
        combine(h);
        return {};
      }
      if (iteration > 2 && moved > 0.9 * before) return {Attempt::diverged, -1};
      before = moved;
    }
    return {Attempt::diverged, -1};
  }

  // One iteration on all stages; `moved` is the largest change in units of what counts as small.
  Attempt update(double t, double h, double& moved) {
    system::Hessenberg& view = system_.view();
    for (int i = 0; i < s_ && ny_ > 0; ++i)
      view.constraint(level_, t + rule_.c[i] * h, system_.at(X_[i]), G_[i]);
    for (int i = 0; i < s_; ++i) {
      const double ti = t + rule_.c[i] * h;
      const auto top = Out(S_[i]).subspan(d_ - nx_);
      view.balance(ti, system_.at(X_[i]), top, Y_[i], Out(work_).first(nx_));
      for (int c = 0; c < ny_; ++c) {
        work_[nx_ + c] = 0;
        for (int j = 0; j < s_; ++j)
          work_[nx_ + c] -= rule_.inverse[static_cast<std::size_t>(i) * s_ + j] * G_[j][c] / h;
      }
      if (const Attempt outcome = system_.solve(work_); !outcome) return outcome;
      for (int c = 0; c < nx_; ++c) {
        top[c] += work_[c];
        moved = std::max(moved, h * std::fabs(work_[c]) / scale_[d_ - nx_ + c]);
      }
      for (int c = 0; c < ny_; ++c) {
        Y_[i][c] += work_[nx_ + c];
        moved = std::max(moved, h * std::fabs(work_[nx_ + c]) / scale_[d_ + c]);
      }
    }
    return {};
  }

  // γ̂ h (x'₀ − p(0)), p through the slopes of the stages: that of collocation.hpp, here without a filter.
  void estimate(Out error) {
    std::ranges::fill(error, 0.0);
    system_.slopes(y0_, top0_, error);
    for (int i = 0; i < s_; ++i)
      for (int c = 0; c < d_; ++c) error[c] -= rule_.at_start[i] * S_[i][c];
    for (int c = 0; c < d_; ++c) error[c] *= h_ / rule_.gamma;
  }

  // Onto the constraints with the matrix of the end of the step; then x^(m) and y there. The matrix is taken
  // with the multipliers of the last stage: where f is not linear in y, its directions B depend on them.
  Attempt finish(double t, Out y1) {
    std::ranges::copy(Y_[s_ - 1], y_.begin());
    if (const Attempt outcome = system_.accelerate(t, y1_, top1_, y_); !outcome) return outcome;
    if (ny_ > 0) {
      if (const Attempt outcome = system_.project(t, y1_); !outcome) return outcome;
      if (const Attempt outcome = system_.accelerate(t, y1_, top1_, y_); !outcome) return outcome;
    }
    std::copy_n(y_.begin(), ny_, y1_.begin() + d_);
    std::ranges::copy(y1_, y1.begin());
    return {};
  }

  Constrained system_;
  const CollocationRule& rule_;
  ProjectedGaussDense inside_;
  ConstrainedDense fallback_;
  ConstrainedAside aside_;
  Counts& counts_;
  int s_, n_, d_, nx_, ny_, level_;
  std::vector<double> scale_, y0_, y1_, y_, top0_, top1_, work_, product_;
  std::vector<std::vector<double>> X_, S_, Y_, G_;  // per stage: states, slopes, multipliers, constraints
  bool known_ = false;  // top0_ and the matrix belong to the point of the next attempt
  double t_ = 0, h_ = 0;
};

Integrator make_projected(std::string_view name, int s) {
  return {
      {.name = name,
       .source = "AP98",
       .order = 2 * s,
       .estimate_order = s + 1,
       .dense_degree = ProjectedGaussDense::degree(s),
       .takes = {Form::hessenberg},
       .max_index = 3,
       .summary = "Gauss with projection: constrained equations that are not stiff, symmetric, many digits",
       .projected = false},
      [s](Instance& instance) { return std::make_unique<ProjectedGauss>(instance, s); }};
}

}  // namespace

std::vector<Integrator> projected_gauss_methods() {
  return {make_projected("projected_gauss_1", 1), make_projected("projected_gauss_2", 2),
          make_projected("projected_gauss_3", 3), make_projected("projected_gauss_4", 4)};
}

}  // namespace trammel::integrate
