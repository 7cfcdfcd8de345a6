// integrate/methods/symplectic.cpp: partitioned symplectic methods for q' = H_p, p' = -H_q: Euler's,
// Störmer's and Verlet's, and compositions of it. [HLW06, I.1, VI.3, V.3]
//
//   symplectic Euler   p₁ = p₀ - h H_q(q₀, p₁),  q₁ = q₀ + h H_p(q₀, p₁) (1) its adjoint        q₁ = q₀ + h
//   H_p(q₁, p₀),  p₁ = p₀ - h H_q(q₁, p₀)                                     (2) Störmer-Verlet     (1) with
//   h/2, then (2) with h/2
//
// For separable H all is explicit: the first iteration finds p₁ and the second confirms it. Otherwise the
// iteration runs to round-off.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "base/text.hpp"
#include "integrate/compensated.hpp"
#include "integrate/methods/catalog.hpp"
#include "integrate/tableaus/composition.hpp"

namespace trammel::integrate {
namespace {

struct Partition {
  std::vector<int> q, p;  // components of the state
};

// Momenta as the model marks them; without marks, velocities of second-order equations.
Partition partition(Instance& instance, std::string_view method) {
  const system::System& system = instance.system();
  const auto& state = instance.ode().state();
  std::vector<char> coordinate(static_cast<std::size_t>(system.unknowns()));
  bool marked = false;
  for (int j = 0; j < system.unknowns(); ++j)
    if (system.momentum_of(j) >= 0) coordinate[system.momentum_of(j)] = marked = true;
  std::vector<int> order(static_cast<std::size_t>(system.unknowns()));
  for (const auto& part : state) order[part.unknown] = std::max(order[part.unknown], part.derivative + 1);
  Partition result;
  for (std::size_t i = 0; i < state.size(); ++i) {
    const auto [unknown, derivative] = state[i];
    const bool is_q = marked ? coordinate[unknown] : order[unknown] == 2 && derivative == 0;
    const bool is_p = marked ? system.momentum_of(unknown) >= 0 : derivative == 1 && order[unknown] == 2;
    if (!is_q && !is_p)
      throw Error(Kind::usage,
                  fmt::format("the method {} needs coordinates and momenta, and {} is neither", quote(method),
                              quote(system.unknown(unknown))),
                  {.variables = {system.unknown(unknown)}},
                  "write the model by its Hamiltonian, or as equations of second order");
    (is_p ? result.p : result.q).push_back(static_cast<int>(i));
  }
  return result;
}

class Symplectic final : public Stepper {
 public:
  enum class Base { euler, verlet };
  Symplectic(Instance& instance, std::string_view method, Base base, std::span<const double> gamma,
             bool follows_force)
      : Stepper(instance.ode().size()), instance_(instance), ode_(instance.ode()),
        parts_(partition(instance, method)), base_(base), gamma_(gamma), follows_force_(follows_force),
        n_(ode_.size()), sum_(static_cast<std::size_t>(n_)), y0_(n_), y1_(n_), f_(n_), slope_0_(n_),
        slope_1_(n_), start_(n_) {}

  void begin(const Begin& start) override {
    sum_.reset();
    scale_ = 0;
    if (follows_force_ && ode_.derivative(start.t, start.y, f_)) first_force_ = force();
  }

  // 1/h₋ + 1/h₊ = 2 U/ε at every point: run backwards, the same steps are found, which is what keeps the
  // energy of a reversible system. U = |p'|^(1/2); ε is such that the first step was what the driver chose.
  // [HL97; HLW06, VIII.3]
  double next_step(double h, double error) override {
    if (!follows_force_ || !(error <= 1)) return 0;
    if (scale_ == 0) scale_ = h * first_force_;
    const double wanted = scale_ > 0 ? force() / scale_ : 0;
    return wanted > 0 ? 1 / std::clamp(2 * wanted - 1 / h, wanted / 4, 4 * wanted) : h;
  }

  Attempt attempt(double t, double h, Vec y0, Out y1, Out error) override {
    t_ = t;
    h_ = h;
    std::ranges::fill(error, 0.0);
    std::ranges::copy(y0, y0_.begin());
    std::ranges::copy(y0, y1.begin());
    sum_.start_step();
    double done = 0;
    for (const double g : gamma_) {
      const double part = base_ == Base::verlet ? 0.5 * g * h : g * h;
      if (const Attempt outcome = substep(t + done * h, part, parts_.p, parts_.q, y1); !outcome)
        return outcome;
      done += g;
      if (base_ == Base::verlet)
        if (const Attempt outcome = substep(t + done * h, part, parts_.q, parts_.p, y1); !outcome)
          return outcome;
    }
    std::ranges::copy(y1, y1_.begin());
    return {};
  }

  void accepted(const Accepted& step) override { step.moved ? sum_.reset() : sum_.accept(); }

  // The cubic through both ends with their slopes.
  void polynomial(Vec theta, Out values) override {
    system::Ode& ode = instance_.aside().ode();
    instance_.counts().function_evaluations += 2;
    if (!ode.derivative(t_, y0_, slope_0_)) std::ranges::fill(slope_0_, 0.0);
    if (!ode.derivative(t_ + h_, y1_, slope_1_)) std::ranges::fill(slope_1_, 0.0);
    double* y = values.data();
    for (const double s : theta) {
      const double r = 1 - s;
      for (int i = 0; i < n_; ++i) {
        const double step = y1_[i] - y0_[i];
        y[i] = y0_[i] + s * (step + r * ((h_ * slope_0_[i] - step) * r + (step - h_ * slope_1_[i]) * s));
      }
      y += n_;
    }
  }

  Attempt slope(double t, Vec y, Out yp) override { return ode_.derivative(t, y, yp); }

 private:
  double force() const {  // |p'|^(1/2), of the slope computed last
    double sum = 0;
    for (const int i : parts_.p) sum += f_[i] * f_[i];
    return std::sqrt(std::sqrt(sum));
  }

  // (1) for first = p, then = q; (2) for first = q, then = p: `first` moves with its slope at its own end.
  Attempt substep(double t, double h, const std::vector<int>& first, const std::vector<int>& then, Out z) {
    constexpr int most_iterations = 100;
    for (const int i : first) start_[i] = z[i];
    double before = INFINITY;
    for (int iteration = 0; iteration < most_iterations; ++iteration) {
      if (const Attempt outcome = ode_.derivative(t, z, f_); !outcome) return outcome;
      double moved = 0, size = 0;
      for (const int i : first) {
        const double next = start_[i] + h * f_[i];
        moved = std::max(moved, std::fabs(next - z[i]));
        size = std::max(size, std::fabs(next));
        z[i] = next;
      }
      if (!(moved < INFINITY)) return {Attempt::not_finite, -1};
      if (moved == 0 || (moved <= 1e-14 * size && moved >= before)) break;
      if (iteration > 10 && moved > before && moved > 1e-12 * size) return {Attempt::diverged, -1};
      before = moved;
    }
    for (const int i : first) {
      z[i] = start_[i];
      sum_.add(static_cast<std::size_t>(i), z[i], h * f_[i]);
    }
    for (const int i : then) sum_.add(static_cast<std::size_t>(i), z[i], h * f_[i]);
    return {};
  }

  Instance& instance_;
  system::Ode& ode_;
  Partition parts_;
  Base base_;
  std::span<const double> gamma_;
  bool follows_force_;
  double first_force_ = 0, scale_ = 0;  // ε
  int n_;
  CompensatedSum sum_;
  std::vector<double> y0_, y1_, f_, slope_0_, slope_1_, start_;
  double t_ = 0, h_ = 0;
};

Integrator make_symplectic(std::string_view name, int order, Symplectic::Base base,
                           std::span<const double> gamma, std::string_view summary) {
  return {
      {.name = name,
       .source = "HLW06",
       .order = order,
       .dense_degree = 3,
       .takes = {Form::ode},
       .summary = summary,
       .conservative = true},
      [=](Instance& instance) { return std::make_unique<Symplectic>(instance, name, base, gamma, false); }};
}

}  // namespace

Integrator symplectic_euler() {
  return make_symplectic("symplectic_euler", 1, Symplectic::Base::euler, composition_2,
                         "symplectic Euler for Hamiltonian systems, constant steps");
}
Integrator stoermer_verlet() {
  return make_symplectic("verlet", 2, Symplectic::Base::verlet, composition_2,
                         "Stoermer-Verlet for Hamiltonian systems, constant steps");
}
Integrator adaptive_verlet() {
  return {
      {.name = "verlet_adaptive",
       .source = "HL97",
       .order = 2,
       .estimate_order = 2,
       .dense_degree = 3,
       .takes = {Form::ode},
       .summary = "Stoermer-Verlet with steps that follow the force reversibly; the tolerance sets the first",
       .conservative = true},
      [](Instance& instance) {
        return std::make_unique<Symplectic>(instance, "verlet_adaptive", Symplectic::Base::verlet,
                                            composition_2, true);
      }};
}
Integrator stoermer_verlet_4() {
  return make_symplectic("verlet4", 4, Symplectic::Base::verlet, composition_4,
                         "Stoermer-Verlet composed to order 4 (Suzuki)");
}
Integrator stoermer_verlet_6() {
  return make_symplectic("verlet6", 6, Symplectic::Base::verlet, composition_6,
                         "Stoermer-Verlet composed to order 6 (Kahan, Li)");
}

}  // namespace trammel::integrate
