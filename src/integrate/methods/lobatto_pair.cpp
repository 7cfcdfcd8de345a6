// integrate/methods/lobatto_pair.cpp: the Lobatto IIIA-IIIB pair for M q'' = f(q) - Gᵀλ, 0 = g(q):
// symplectic, symmetric, order 2s - 2, all constraints at round-off. Two stages are RATTLE. [Jay96; HLW06,
// VII.1.4, VII.1.5]
//
//   Q_i = q₀ + h c_i v₀ + h² Σ_j C_ij W_j,  C = A Â,      M W_j = f(Q_j) - G(Q_j)ᵀ Λ_j,
//   g(Q_i) = 0 for i > 1,  q₁ = Q_s,   v₁ = v₀ + h Σ b_j W_j,  G(q₁) v₁ = 0,
//
// where Q_1 = q₀, and Λ_s serves the velocity constraint alone. The stages are found by simplified Newton
// with the matrix [M Gᵀ; G 0] of the start, which the last step's velocities have factored already.
#include <cmath>

#include "base/error.hpp"
#include "integrate/compensated.hpp"
#include "integrate/methods/catalog.hpp"
#include "integrate/methods/constrained.hpp"
#include "integrate/tableaus/collocation.hpp"
#include "integrate/tableaus/composition.hpp"

namespace trammel::integrate {
namespace {

void require_separable(system::Hessenberg& view, std::string_view method) {
  if (!view.separable())
    throw Error(Kind::usage,
                std::string(method) +
                    " needs a mechanism with constant masses and forces that depend on positions alone",
                {}, "use phem56, or choose Cartesian coordinates");
}

template <int s>
class LobattoPair final : public Stepper {
 public:
  LobattoPair(Instance& instance, std::string_view name, std::span<const double> gamma)
      : Stepper(constrained_size(instance), constrained_tested(instance)), system_(instance),
        aside_(instance), tableau_(lobatto_nodes<s>()), gamma_(gamma), counts_(instance.counts()),
        n_(system_.size()), nx_(system_.nx()), ny_(system_.ny()), sum_(2 * static_cast<std::size_t>(nx_)),
        y0_(n_), y1_(n_), right_(nx_ + ny_), product_(nx_ + ny_), g_(static_cast<std::size_t>(s) * ny_),
        top_(nx_), multiplier_(ny_) {
    require_separable(system_.view(), name);
    for (auto& w : w_) w.resize(nx_ + ny_);
    for (auto& f : force_) f.resize(nx_);
    for (auto& q : q_) q.resize(2 * nx_);
    combine_pair();
  }

  void begin(const Begin& /*start*/) override {
    sum_.reset();
    factored_ = false;
  }

  Attempt attempt(double t, double h, Vec y0, Out y1, Out error) override {
    t_ = t;
    h_ = h;
    std::ranges::fill(error, 0.0);
    std::ranges::copy(y0, y0_.begin());
    std::ranges::copy(y0, y1.begin());
    if (!factored_) {
      if (const Attempt outcome =
              system_.accelerate(t, y0, Out(w_[s - 1]).first(nx_), Out(w_[s - 1]).subspan(nx_));
          !outcome)
        return outcome;
      factored_ = true;
    }
    sum_.start_step();
    double done = 0;
    for (const double g : gamma_) {
      if (const Attempt outcome = step(t + done * h, g * h, y1); !outcome) {
        factored_ = false;
        return outcome;
      }
      done += g;
    }
    std::ranges::copy(y1, y1_.begin());
    return {};
  }

  void accepted(const Accepted& step) override { step.moved ? sum_.reset() : sum_.accept(); }

  void polynomial(Vec theta, Out values) override { aside_.polynomial(theta, t_, h_, y0_, y1_, values); }

  Attempt slope(double t, Vec y, Out yp) override {
    std::ranges::fill(yp, 0.0);
    factored_ = false;
    if (const Attempt outcome = system_.accelerate(t, y, top_, multiplier_); !outcome) return outcome;
    system_.slopes(y, top_, yp);
    return {};
  }

 private:
  // Â by b_i â_ij + b_j a_ji = b_i b_j, C = A Â without its zero row and column, and its inverse.
  void combine_pair() {
    const CollocationTableau<s, long double> exact(lobatto_nodes<s, long double>());
    const auto& [c, b, A, integral] = exact;
    for (int i = 1; i < s; ++i)
      for (int j = 0; j < s - 1; ++j) {
        long double sum = 0;
        for (int k = 0; k < s; ++k) sum += A[i][k] * (b[j] - b[j] * A[j][k] / b[k]);
        C_[i - 1][j] = sum;
      }
    b_ = b;
    c_ = c;
    std::array<std::array<double, s - 1>, s - 1> work{};
    for (int i = 0; i < s - 1; ++i)
      for (int j = 0; j < s - 1; ++j) work[i][j] = static_cast<double>(C_[i][j]);
    for (int i = 0; i < s - 1; ++i) inverse_[i][i] = 1;
    for (int k = 0; k < s - 1; ++k) {  // Gauss-Jordan; pivots are safe for these few tables
      const double pivot = work[k][k];
      for (int j = 0; j < s - 1; ++j) work[k][j] /= pivot, inverse_[k][j] /= pivot;
      for (int i = 0; i < s - 1; ++i) {
        if (i == k) continue;
        const double factor = work[i][k];
        for (int j = 0; j < s - 1; ++j) {
          work[i][j] -= factor * work[k][j];
          inverse_[i][j] -= factor * inverse_[k][j];
        }
      }
    }
  }

  // One step of the pair, in place.
  Attempt step(double t, double h, Out y) {
    for (int j = 0; j < s - 1; ++j) w_[j] = w_[s - 1];
    std::copy_n(y.begin(), 2 * nx_, q_[0].begin());
    system_.view().force(t, system_.at(q_[0]), {}, force_[0]);
    if (const Attempt outcome = find_stages(t, h, y); !outcome) return outcome;
    for (int c = 0; c < nx_; ++c) {
      const auto position = static_cast<std::size_t>(c), velocity = static_cast<std::size_t>(nx_) + c;
      long double by_force = 0;
      double kick = 0;
      for (int j = 0; j < s - 1; ++j) {
        by_force += C_[s - 2][j] * w_[j][c];
        kick += tableau_.b[j] * w_[j][c];
      }
      sum_.add_precise(position, y[c], h * (y[nx_ + c] + (sum_.carry(velocity) + h * by_force)));
      q_[s - 1][nx_ + c] = y[nx_ + c] + h * kick;  // the velocity before the last stage
    }
    return finish(t + h, h, y);
  }

  // W_s and Λ_s: G(q₁) v₁ = 0.
  Attempt finish(double t1, double h, Out y) {
    const double last = h * tableau_.b[s - 1];
    std::vector<double>& q1 = q_[s - 1];
    std::copy_n(y.begin(), nx_, q1.begin());
    if (const Attempt outcome = system_.factor(t1, q1, {}); !outcome) return outcome;
    std::vector<double>& w = w_[s - 1];
    system_.view().force(t1, system_.at(q1), {}, Out(w).first(nx_));
    system_.view().constraint(1, t1, system_.at(q1), Out(w).subspan(nx_));
    for (int c = nx_; c < nx_ + ny_; ++c) w[c] /= -last;
    if (const Attempt outcome = system_.solve(w); !outcome) return outcome;
    for (int c = 0; c < nx_; ++c) {
      long double kick = 0;
      for (int j = 0; j < s; ++j) kick += b_[j] * w_[j][c];
      sum_.add_precise(static_cast<std::size_t>(nx_) + c, y[nx_ + c], h * kick);
    }
    std::copy_n(w.begin() + nx_, ny_, y.begin() + 2 * nx_);
    return {};
  }

  // To twelve digits, and half as many iterations again. What rounding leaves across the constraints is
  // larger than along them, and hides how the iteration converges there; and to let rounding say when to
  // stop ("no longer falls") brings a drift of the energy. [HMR08]
  // Two more leave the constraints alone. g is known to a unit ε of the last place, so that each
  // iteration moves W by some ε/h² along G(q₀)ᵀ. That is not quite across the constraint of a later stage:
  // a part h of it lies along the motion, and gives every step a push of ε, whatever h. Measured: the energy
  // drifts by 0.01 ε per step with it, and by less than 10⁻⁴ ε without.
  Attempt find_stages(double t, double h, Vec y) {
    constexpr int most_iterations = 200, along = 2;
    int last = most_iterations;
    for (int iteration = 0; iteration < most_iterations; ++iteration) {
      place_stages(t, h, y);
      if (iteration > last - along) std::ranges::fill(g_, 0.0);
      double moved = 0, size = 0;
      for (int j = 0; j < s - 1; ++j) {
        if (const Attempt outcome = correct_stage(j, t, h); !outcome) return outcome;
        for (int c = 0; c < nx_; ++c) {
          moved = std::max(moved, std::fabs(h * h * right_[c]));
          size = std::max(size, std::fabs(y[c]) + std::fabs(h * y[nx_ + c]));
        }
      }
      ++counts_.newton_iterations;
      if (!(moved < INFINITY)) return {Attempt::not_finite, -1};
      if (last == most_iterations && moved <= 1e-12 * size) last = iteration + 1 + iteration / 2 + along;
      if (moved == 0 || iteration >= last) return {};
      if (moved > size && iteration > 0) return {Attempt::diverged, -1};
    }
    return {Attempt::diverged, -1};
  }

  // Q_i and g(Q_i)/h² from the current W.
  void place_stages(double t, double h, Vec y) {
    for (int i = 1; i < s; ++i) {
      const double ci = tableau_.c[i];
      for (int c = 0; c < nx_; ++c) {
        const auto position = static_cast<std::size_t>(c), velocity = static_cast<std::size_t>(nx_) + c;
        long double sum = 0;
        for (int j = 0; j < s - 1; ++j) sum += C_[i - 1][j] * w_[j][c];
        const long double v = y[nx_ + c] + static_cast<long double>(sum_.carry(velocity));
        q_[i][c] = static_cast<double>(y[c] + (sum_.carry(position) + h * (c_[i] * v + h * sum)));
      }
      Out g = Out(g_).subspan(static_cast<std::size_t>(i) * ny_, static_cast<std::size_t>(ny_));
      system_.view().constraint(0, t + ci * h, system_.at(q_[i]), g);
      for (double& value : g) value /= h * h;
      if (i < s - 1) system_.view().force(t + ci * h, system_.at(q_[i]), {}, force_[i]);
    }
  }

  // The correction of W_j and Λ_j: M δW + Gᵀ δΛ = f(Q_j) - M W_j - G(Q_j)ᵀ Λ_j,  G δW_j = -Σ_i (C⁻¹)_ji
  // g(Q_i)/h².
  Attempt correct_stage(int j, double t, double h) {
    if (j == 0)
      system_.multiply(w_[0], product_);
    else
      system_.multiply_at(t + tableau_.c[j] * h, q_[j], w_[j], product_);
    for (int c = 0; c < nx_; ++c) right_[c] = force_[j][c] - product_[c];
    for (int c = 0; c < ny_; ++c) {
      double sum = 0;
      for (int i = 1; i < s; ++i) sum -= inverse_[j][i - 1] * g_[static_cast<std::size_t>(i) * ny_ + c];
      right_[nx_ + c] = sum;
    }
    if (const Attempt outcome = system_.solve(right_); !outcome) return outcome;
    for (int c = 0; c < nx_ + ny_; ++c) w_[j][c] += right_[c];
    return {};
  }

  Constrained system_;
  ConstrainedAside aside_;
  CollocationTableau<s> tableau_;
  // Rounded, they would no longer be exactly symplectic, and the energy of long runs would drift by it.
  // [HMR08]
  std::array<std::array<long double, s - 1>, s - 1> C_{};
  std::array<long double, s> b_{}, c_{};
  std::array<std::array<double, s - 1>, s - 1> inverse_{};
  std::span<const double> gamma_;
  Counts& counts_;
  int n_, nx_, ny_;
  CompensatedSum sum_;
  std::vector<double> y0_, y1_, right_, product_, g_, top_, multiplier_;
  std::array<std::vector<double>, s> w_, q_, force_;  // (W, Λ), (Q, and a velocity), f(Q) per stage
  double t_ = 0, h_ = 0;
  bool factored_ = false;  // the matrix of the current point is factored, and w_ of the last stage is a guess
};

template <int s>
Integrator make_pair_method(std::string_view name, int order, std::span<const double> gamma,
                            std::string_view summary) {
  return {{.name = name,
           .source = "HLW06",
           .order = order,
           .dense_degree = 5,
           .takes = {Form::hessenberg},
           .max_index = 3,
           .summary = summary,
           .projected = false},
          [=](Instance& instance) { return std::make_unique<LobattoPair<s>>(instance, name, gamma); }};
}

}  // namespace

Integrator rattle() {
  return make_pair_method<2>("rattle", 2, composition_2,
                             "RATTLE: symplectic, for constrained mechanisms, constant steps");
}
Integrator rattle_4() {
  return make_pair_method<2>("rattle4", 4, composition_4, "RATTLE composed to order 4 (Suzuki)");
}
Integrator rattle_6() {
  return make_pair_method<2>("rattle6", 6, composition_6, "RATTLE composed to order 6 (Kahan, Li)");
}
Integrator lobatto_pair_4() {
  return make_pair_method<3>("lobatto4", 4, composition_2,
                             "Lobatto IIIA-IIIB pair of order 4 for constrained mechanisms");
}
Integrator lobatto_pair_6() {
  return make_pair_method<4>("lobatto6", 6, composition_2,
                             "Lobatto IIIA-IIIB pair of order 6 for constrained mechanisms");
}

}  // namespace trammel::integrate
