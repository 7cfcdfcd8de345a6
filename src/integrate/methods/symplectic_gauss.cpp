// integrate/methods/symplectic_gauss.cpp: Gauss collocation with 1 to 4 stages on z' = f^(t, z), by fixed
// point iteration: symplectic, symmetric, keeps quadratic invariants. For equations that are not stiff.
// [HLW06, II.1.3, IV.2, VIII.6]
#include <cmath>

#include "integrate/compensated.hpp"
#include "integrate/methods/catalog.hpp"
#include "integrate/tableaus/collocation.hpp"

namespace trammel::integrate {
namespace {

template <int s>
class SymplecticGauss final : public Stepper {
 public:
  explicit SymplecticGauss(Instance& instance)
      : Stepper(instance.ode().size()), ode_(instance.ode()), tableau_(gauss_nodes<s>()), n_(ode_.size()),
        sum_(static_cast<std::size_t>(n_)), y0_(n_), stage_(n_) {
    for (int i = 0; i < s; ++i) {
      k_[i].resize(n_);
      next_[i].resize(n_);
    }
  }

  void begin(const Begin& /*start*/) override {
    sum_.reset();
    started_ = false;
  }

  Attempt attempt(double t, double h, Vec y0, Out y1, Out error) override {
    std::ranges::fill(error, 0.0);
    std::ranges::copy(y0, y0_.begin());
    if (const Attempt outcome = guess(t, y0); !outcome) return outcome;
    h_ = h;
    if (const Attempt outcome = iterate(t, h); !outcome) return outcome;
    sum_.start_step();
    for (int c = 0; c < n_; ++c) {
      double increment = 0;
      for (int i = 0; i < s; ++i) increment += tableau_.b[i] * k_[i][c];
      y1[c] = y0[c];
      sum_.add(static_cast<std::size_t>(c), y1[c], h * increment);
    }
    return {};
  }

  void accepted(const Accepted& step) override {
    step.moved ? sum_.reset() : sum_.accept();
    started_ = true;
  }

  void polynomial(Vec theta, Out values) override {
    double* y = values.data();
    for (const double at : theta) {
      std::ranges::copy(y0_, y);
      for (int i = 0; i < s; ++i) {
        const double weight = h_ * tableau_.weight(i, at);
        for (int c = 0; c < n_; ++c) y[c] += weight * k_[i][c];
      }
      y += n_;
    }
  }

  Attempt slope(double t, Vec y, Out yp) override { return ode_.derivative(t, y, yp); }

 private:
  // The polynomial of the last step's slopes, continued; in the first step, the slope at the start.
  Attempt guess(double t, Vec y0) {
    if (!started_) {
      if (const Attempt outcome = ode_.derivative(t, y0, k_[0]); !outcome) return outcome;
      for (int i = 1; i < s; ++i) k_[i] = k_[0];
      return {};
    }
    for (int i = 0; i < s; ++i)
      for (int c = 0; c < n_; ++c) next_[i][c] = 0;
    for (int i = 0; i < s; ++i)
      for (int j = 0; j < s; ++j) {
        double lagrange = 1;
        for (int m = 0; m < s; ++m)
          if (m != j) lagrange *= (1 + tableau_.c[i] - tableau_.c[m]) / (tableau_.c[j] - tableau_.c[m]);
        for (int c = 0; c < n_; ++c) next_[i][c] += lagrange * k_[j][c];
      }
    std::swap(k_, next_);
    return {};
  }

  // Until the change is 0 or no longer falls: to round-off, so that nothing but rounding spoils the
  // invariants.
  Attempt iterate(double t, double h) {
    constexpr int most_iterations = 100;
    double before = INFINITY;
    for (int iteration = 0; iteration < most_iterations; ++iteration) {
      double moved = 0, size = 0;
      for (int i = 0; i < s; ++i) {
        std::ranges::copy(y0_, stage_.begin());
        for (int j = 0; j < s; ++j)
          for (int c = 0; c < n_; ++c) stage_[c] += h * tableau_.A[i][j] * k_[j][c];
        if (const Attempt outcome = ode_.derivative(t + tableau_.c[i] * h, stage_, next_[i]); !outcome)
          return outcome;
        for (int c = 0; c < n_; ++c) {
          moved = std::max(moved, std::fabs(h * (next_[i][c] - k_[i][c])));
          size = std::max(size, std::fabs(stage_[c]));
        }
      }
      std::swap(k_, next_);
      if (!(moved < INFINITY)) return {Attempt::not_finite, -1};
      if (moved == 0 || (moved <= 1e-13 * size && moved >= before)) return {};
      if (iteration > 20 && moved > before) return {Attempt::diverged, -1};
      before = moved;
    }
    return {Attempt::diverged, -1};
  }

  system::Ode& ode_;
  CollocationTableau<s> tableau_;
  int n_;
  CompensatedSum sum_;
  std::vector<double> y0_, stage_;
  std::array<std::vector<double>, s> k_, next_;
  double h_ = 0;
  bool started_ = false;
};

template <int s>
Integrator make_symplectic_gauss(std::string_view name, std::string_view summary) {
  return {{.name = name,
           .source = "HLW06",
           .order = 2 * s,
           .dense_degree = s,
           .takes = {Form::ode},
           .summary = summary,
           .conservative = true},
          [](Instance& instance) { return std::make_unique<SymplecticGauss<s>>(instance); }};
}

}  // namespace

Integrator symplectic_midpoint() {
  return make_symplectic_gauss<1>("symplectic_midpoint",
                                  "implicit midpoint rule by fixed point iteration, constant steps");
}
Integrator symplectic_gauss_4() {
  return make_symplectic_gauss<2>("symplectic_gauss4",
                                  "Gauss collocation of order 4 by fixed point iteration, constant steps");
}
Integrator symplectic_gauss_6() {
  return make_symplectic_gauss<3>("symplectic_gauss6",
                                  "Gauss collocation of order 6 by fixed point iteration, constant steps");
}
Integrator symplectic_gauss_8() {
  return make_symplectic_gauss<4>("symplectic_gauss8",
                                  "Gauss collocation of order 8 by fixed point iteration, constant steps");
}

}  // namespace trammel::integrate
