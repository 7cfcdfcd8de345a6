// integrate/methods/generalized_alpha.cpp: the generalized-α method of Chung and Hulbert on second-order
// forms with constraints, in the form of Arnold and Brüls. [CH93; AB07]
//
// F(t_{n+1}, q_{n+1}, v_{n+1}, q''_{n+1}) = 0 holds at the end of the step; the accelerations a_n that make
// positions and velocities are others, which stand for t_n + (α_m − α_f) h. When h changes by the factor r,
// a_n becomes q''_n + r (a_n − q''_n), so that it stands where the next step needs it.
//
// Constraints on positions (index 3) hold to rounding at every step. With the formulation 'ggl' it is the
// stabilized index-2 form: positions and velocities are unknowns of first order there.
//
// The formula for q errs by C h³ q‴. A constraint on q does not bear that: where velocities are exact,
// q''_{n+1} makes up for it, with an error C/β h q‴ in λ, at the start and after every change of the step. It
// oscillates and decays like the powers of ρ. With constant steps velocities v + C h² q‴ come out in the end,
// for which the formula for q is right [ABC15]. So they go into it from the start, with the h of the step
// that is made; what is reported, and what F is asked with, is v:
//
//   w_n = v_n + C h² q‴_n,   q_{n+1} = q_n + h w_n + h² ((½−β) a_n + β a_{n+1}),
//   v_{n+1} = w_n + h ((1−γ) a_n + γ a_{n+1}) − C h² q‴_{n+1},   q‴_{n+1} = (a_{n+1} − a_n)/h.
//
// At the start q‴ is found by iteration: a step made with r in place of q‴_0 has
// (a_1 − a_0)/h = q‴ + κ (r − q‴) + O(h). κ is a number that the formulas tell, one where nothing holds the
// unknown, others where constraints on positions or velocities do (GeneralizedAlpha::Repeats). So each pass
// takes out one of them, and what is left is O(h), as λ of order 2 asks for; iteration alone would leave a
// fixed part of q‴ in the first steps.
//
// Where h changes, what is added for q‴ comes from two steps, because errors of λ that change their sign from
// step to step would be fed by a difference of neighbours.
#include "integrate/tableaus/generalized_alpha.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <deque>
#include <mutex>

#include "base/error.hpp"
#include "integrate/derivative_names.hpp"
#include "integrate/level_closure.hpp"
#include "integrate/level_newton.hpp"
#include "integrate/level_stepper.hpp"
#include "integrate/methods/catalog.hpp"

namespace trammel::integrate {
namespace {

class GeneralizedAlphaStepper final : public LevelStepper {
 public:
  GeneralizedAlphaStepper(Instance& instance, double rho)
      : LevelStepper(instance.residual(),
                     tested_components(instance.residual(), !has_hidden_constraints(instance.residual()))),
        second_(generalized_alpha(rho)), first_(generalized_alpha_1(rho)), newton_(instance),
        closure_(instance), x_(newton_.equations()), old_(newton_.equations()), slopes_(x_),
        names_(instance, newton_.equations()), hidden_(has_hidden_constraints(newton_.equations())),
        excess_(depth_of_constraints(newton_.equations()) > 2 ? second_.error_of_q() : 0) {
    if (x_.order() > 2)
      throw Error(Kind::usage, "the generalized-α method is for equations of first and second order", {},
                  "use modified_bdf");

    for (auto* v : {&a_, &next_a_, &begin_a_, &rate_before_, &smooth_rate_, &older_, &oldest_})
      v->resize(static_cast<std::size_t>(x_.unknowns()));
    weights_.of.resize(static_cast<std::size_t>(std::max(x_.order(), 1)) + 1);
    bool mixed = false;
    for (int j = 0; j < x_.unknowns(); ++j) mixed = mixed || newton_.equations().highest(j) == 1;
    if (mixed) weights_.first.resize(weights_.of.size());
  }

  void require_changing_steps() const override { refuse_slopes_of_multipliers(newton_.equations()); }
  void set_scale(Vec scale) override {
    newton_.set_scale(scale);
    slopes_.set_scale(scale);
  }
  void aim(double rtol, bool constant_steps) override {
    newton_.set_tolerance(rtol, constant_steps);
    slopes_.aim(rtol);
  }
  void equations_changed() override { newton_.forget(); }

  void start(double t, Vec y, Vec slope) override {
    x_.unpack(y, slope);
    tests_velocities_ = !hidden_ && (names_.any() || closure_.regular(t, x_));
    copy(x_, old_);
    slopes_.start(x_);
    for (std::size_t j = 0; j < a_.size(); ++j) a_[j] = top(x_, static_cast<int>(j));
    rate_known_ = false;
    for (auto* v : {&rate_before_, &smooth_rate_}) std::ranges::fill(*v, 0.0);
    last_h_ = oldest_h_ = 0;
    newton_.forget();
  }

  Attempt try_step(double t, double h, Vec /*y0*/, Out y1, Out error) override {
    h_ = h;
    set_weights(h);
    if (hidden_ && !rate_known_)
      if (const Attempt outcome = find_rates(t, h); !outcome) return outcome;
    if (const Attempt outcome = make_step(t, h); !outcome) return outcome;
    x_.pack(y1);
    estimate(error);
    if (tests_velocities_) return {};
    // What velocities err by is in the slope of the cubic between both ends.
    constexpr double in_the_middle = 1.5;
    slopes_.test(
        newton_.equations(), x_, h, [&](int i) { return in_the_middle * velocity_error(i) / h; }, error);
    for (int i = x_.unknowns(); i < x_.size(); ++i) error[i] = 0;
    return {};
  }

  void keep(double /*t*/, Vec /*y*/) override {
    for (std::size_t j = 0; j < a_.size(); ++j) {
      const double rate = (next_a_[j] - begin_a_[j]) / h_;
      smooth_rate_[j] = last_h_ > 0 ? (h_ * rate + last_h_ * rate_before_[j]) / (h_ + last_h_) : rate;
      rate_before_[j] = rate;
    }
    std::swap(a_, next_a_);
    rate_known_ = true;
    oldest_h_ = last_h_;
    last_h_ = h_;
    std::swap(oldest_, older_);
    std::ranges::copy(old_.level(0), older_.begin());
    copy(x_, old_);
    slopes_.keep(x_);
  }

  // Cubic Hermite for whatever has a derivative. For unknowns without, the parabola through the value before, too.
  void inside(double theta, Out y) override {
    const double s = theta, u = 1 - s;
    for (int i = 0; i < x_.size(); ++i) {
      const int j = x_.unknown(i), k = x_.derivative(i);
      const double y0 = old_.level(k)[j], y1 = x_.level(k)[j];
      y[i] = u * y0 + s * y1;
      const int slope = names_.slope(j);
      if (highest(j) <= k && slope < 0) {
        y[i] -= h_ * h_ * s * u * curvature(j);
        continue;
      }
      const double d0 = h_ * (slope < 0 ? old_.level(k + 1)[j] : old_.level(0)[slope]),
                   d1 = h_ * (slope < 0 ? x_.level(k + 1)[j] : x_.level(0)[slope]);
      y[i] += s * u * ((1 - 2 * u) * (y1 - y0) + u * d0 - s * d1);
    }
  }

  void add_nodes(LevelBetween::Nodes& nodes) const override {
    nodes.add(0);
    nodes.add(1);
    if (last_h_ > 0) nodes.add(-last_h_ / h_);
  }

  void end_slope(Out slope) const override { x_.pack_slope(slope); }

  Trouble trouble() const override {
    const linalg::Dependence found = newton_.dependence();
    return {.order = 2, .worst = newton_.worst(), .rows = found.rows, .columns = found.columns};
  }

 private:
  int highest(int j) const { return newton_.equations().highest(j); }
  const GeneralizedAlpha& of(int j) const { return highest(j) == 1 ? first_ : second_; }
  // the highest derivative; of a multiplier, 0
  double top(const StateLevels& x, int j) const { return highest(j) == 0 ? 0 : x.level(highest(j))[j]; }
  static void copy(const StateLevels& from, StateLevels& to) {
    for (int k = 0; k <= std::max(from.order(), 1); ++k)
      std::ranges::copy(from.level(k), to.level(k).begin());
  }

  void set_weights(double h) {
    weights_.of[0] = 1;
    if (x_.order() == 2) {
      weights_.of[1] = (second_.gamma - excess_) / (second_.beta * h);
      weights_.of[2] = (1 - second_.alpha_m) / ((1 - second_.alpha_f) * second_.beta * h * h);
    }
    const double first = (1 - first_.alpha_m) / ((1 - first_.alpha_f) * first_.gamma * h);
    if (x_.order() < 2) weights_.of[1] = first;
    if (weights_.first.empty()) return;
    weights_.first[0] = 1;
    weights_.first[1] = first;
    if (x_.order() == 2) weights_.first[2] = 0;
  }

  // q‴ at the start.
  Attempt find_rates(double t, double h) {
    std::ranges::fill(rate_before_, 0.0);
    for (auto part : {&GeneralizedAlpha::Repeats::free, &GeneralizedAlpha::Repeats::velocity,
                      &GeneralizedAlpha::Repeats::position}) {
      if (const Attempt outcome = make_step(t, h); !outcome) return outcome;
      for (int j = 0; j < x_.unknowns(); ++j) {
        const double kappa = of(j).repeats(highest(j) == 2 ? excess_ : 0).*part;
        rate_before_[j] += ((next_a_[j] - begin_a_[j]) / h - rate_before_[j]) / (1 - kappa);
      }
    }
    return {};
  }

  Attempt make_step(double t, double h) {
    const double stretch = last_h_ > 0 ? h / last_h_ : 1;
    for (int j = 0; j < x_.unknowns(); ++j) {
      const double rate = top(old_, j);
      if (last_h_ == 0)
        begin_a_[j] = rate + of(j).shift() * h * rate_before_[j];
      else if (hidden_)
        begin_a_[j] = a_[j] + of(j).shift() * (h - last_h_) * smooth_rate_[j];
      else
        begin_a_[j] = rate + stretch * (a_[j] - rate);
      predict(j, h, begin_a_[j]);
    }
    if (const Attempt outcome = newton_.solve(t + h, h, weights_, x_); !outcome) return outcome;
    names_.apply(x_);
    for (int j = 0; j < x_.unknowns(); ++j) {
      for (int k = highest(j) + 1; k <= std::max(x_.order(), 1); ++k) x_.level(k)[j] = 0;  // has none
      const GeneralizedAlpha& p = of(j);
      next_a_[j] = ((1 - p.alpha_f) * top(x_, j) + p.alpha_f * top(old_, j) - p.alpha_m * begin_a_[j]) /
                   (1 - p.alpha_m);
    }
    return {};
  }

  // Half of the second derivative of an unknown without a derivative, by the value before. Errors of
  // multipliers may change their sign from step to step: theirs is the smaller one of this step and the last,
  // and none if these differ in sign.
  double curvature(int j) const {
    if (last_h_ == 0) return 0;
    const double rate = (old_.level(0)[j] - older_[j]) / last_h_;
    const double here = ((x_.level(0)[j] - old_.level(0)[j]) / h_ - rate) / (h_ + last_h_);
    if (newton_.equations().tested(j) || oldest_h_ == 0) return here;
    const double there = (rate - (older_[j] - oldest_[j]) / oldest_h_) / (last_h_ + oldest_h_);
    return here * there <= 0 ? 0 : std::fabs(here) < std::fabs(there) ? here : there;
  }

  // The levels of unknown j at the end of the step if a_{n+1} were a_n.
  void predict(int j, double h, double a) {
    const GeneralizedAlpha& p = of(j);
    const double rate = (a - p.alpha_f * top(old_, j)) / (1 - p.alpha_f);
    x_.level(0)[j] = old_.level(0)[j];
    if (highest(j) == 2) {
      const double own = last_h_ > 0 ? last_h_ : h;
      const double v =
          old_.level(1)[j] + excess_ * (own * own * rate_before_[j] + (h * h - own * own) * smooth_rate_[j]);
      x_.level(0)[j] += h * v + h * h / 2 * a;
      x_.level(1)[j] = v + h * a;
      x_.level(2)[j] = rate;
    } else if (highest(j) == 1) {
      x_.level(0)[j] += h * a;
      x_.level(1)[j] = rate;
    }
  }

  // h³ q''' and h³ q'''' by differences of a, which stand for q'' at t + shift·h: each step has its own h there.
  void estimate(Out error) const {
    for (int i = 0; i < x_.size(); ++i) {
      const int j = x_.unknown(i), k = x_.derivative(i);
      const double change = next_a_[j] - begin_a_[j];
      error[i] = highest(j) == 2 && k == 0 ? of(j).error_of_q() * h_ * h_ * change : velocity_error(i);
      if (highest(j) == 0) error[i] = 0;
    }
  }
  double velocity_error(int i) const {
    const int j = x_.unknown(i);
    const GeneralizedAlpha& p = of(j);
    const double change = next_a_[j] - begin_a_[j];
    const double apart = (h_ + last_h_) / 2 + p.shift() * (h_ - last_h_);
    return p.error_of_v() * h_ * (rate_known_ ? h_ * h_ * (change / h_ - rate_before_[j]) / apart : change);
  }

  GeneralizedAlpha second_, first_;
  LevelNewton newton_;
  LevelClosure closure_;
  LevelNewton::Weights weights_;
  StateLevels x_, old_;  // at the end of the step tried; of the last accepted one
  SlopesBetween slopes_;
  DerivativeNames names_;
  bool hidden_;    // constraints that must be differentiated
  double excess_;  // C, where constraints stand on positions
  // a_n as the last step left it; for this step's length; a_{n+1}; q‴, (a_{n+1} − a_n)/h of the step before
  std::vector<double> a_, begin_a_, next_a_, rate_before_;
  std::vector<double> smooth_rate_;     // q‴ over the last two steps
  std::vector<double> older_, oldest_;  // values before the last accepted step, and before the one before it
  double h_ = 0, last_h_ = 0, oldest_h_ = 0;
  bool rate_known_ = false, tests_velocities_ = true;
};

}  // namespace

Integrator generalized_alpha_method(std::string_view name, double rho) {
  return {{.name = name,
           .source = "CH93",
           .order = 2,
           .estimate_order = 3,
           .dense_degree = 3,
           .takes = {Form::second_order},
           .max_index = 3,
           .summary = "for structures and mechanisms; numerical damping by the spectral radius at infinity",
           .multistep = true},
          [rho](Instance& instance) { return std::make_unique<GeneralizedAlphaStepper>(instance, rho); }};
}

Integrator generalized_alpha_method() { return generalized_alpha_method("generalized_alpha", 0.8); }

// 'generalized_alpha(0.5)': made once and kept, because methods are referred to.
const Integrator* generalized_alpha_named(std::string_view name) {
  constexpr std::string_view head = "generalized_alpha(";
  if (!name.starts_with(head) || !name.ends_with(')')) return nullptr;
  const std::string_view text = name.substr(head.size(), name.size() - head.size() - 1);
  double rho = -1;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), rho);
  if (failure != std::errc() || end != text.data() + text.size() || !(rho >= 0 && rho <= 1))
    throw Error(Kind::usage, "the spectral radius of the generalized-α method lies between 0 and 1", {},
                "write, for example, generalized_alpha(0.8)");
  static std::mutex mutex;
  static std::deque<std::pair<std::string, Integrator>> made;  // a deque does not move what it holds
  const std::lock_guard lock(mutex);
  for (const auto& [known, integrator] : made)
    if (known == name) return &integrator;
  made.emplace_back(std::string(name), Integrator{});
  made.back().second = generalized_alpha_method(made.back().first, rho);
  return &made.back().second;
}

}  // namespace trammel::integrate
