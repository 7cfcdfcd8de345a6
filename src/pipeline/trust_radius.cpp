#include "pipeline/trust_radius.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/error.hpp"
#include "base/text.hpp"
#include "expr/derivative.hpp"
#include "expr/query.hpp"
#include "formulation/regularize.hpp"

namespace trammel::pipeline {
namespace {

using expr::Expr;

constexpr double fine = 0.02;                       // of log |y(ε)|: the radius is a figure, not a law
constexpr double smallest = 1e-40, largest = 1e40;  // ε
constexpr double noticeable = 1.5;                  // a change of ε below this factor is none

bool depends_on(const expr::Graph& graph, Expr e, Expr leaf) {
  const std::vector<Expr> below = expr::leaves(graph, e);
  return std::ranges::find(below, leaf) != below.end();
}

class TrustRadius {
 public:
  TrustRadius(Setup& setup, double radius, std::shared_ptr<Regularized> seen)
      : setup_(setup), radius_(radius), seen_(std::move(seen)),
        form_(equations(*setup.plan), {.engine = program::Engine::vm}), instance_(form_.system) {
    const expr::Graph& graph = *form_.dae.graph;
    for (const model::Parameter& parameter : form_.dae.parameters)
      if (graph.parameter_name(parameter.id) == formulation::regularization_parameter)
        epsilon_ = parameter.id;
    find_multipliers();
    if (epsilon_ < 0 || multipliers_.empty() || form_.dae.run_time.empty())
      throw Error(Kind::usage,
                  fmt::format("the formulation {} has no epsilon that a trust radius could choose",
                              quote(setup.plan->formulation->name)),
                  {}, "use the formulation 'trust_region'");
    instance_.set_parameters(setup.parameters);
    power_ = form_.dae.run_time.front().power;
    z_.resize(form_.system.state().size());
    dz_ = there_ = z_;
  }

  // At the start nothing is known about the step yet: ε is that of the radius for the given gain, or as it was.
  bool choose(double t, Vec y) {
    std::ranges::copy(y, z_.begin());
    const double h = t - last_t_, given = setup_.plan->how.gamma;
    last_t_ = t;
    if (!(h > 0) && !(given > 0)) return false;
    const double gamma = given > 0 ? given : 1 / h;
    instance_.set_parameter(form_.dae.run_time.front().id, gamma);
    within_ = std::sqrt(2 * radius_) * std::pow(gamma, power_);
    double epsilon = root(t, z_);
    // The step leads somewhere: what is needed there is needed now.
    if (h > 0 && std::isfinite(size(epsilon, t, z_))) {
      const std::vector<double> slope = dz_;
      for (const double part : {0.5, 1.0}) {
        for (std::size_t i = 0; i < z_.size(); ++i) there_[i] = z_[i] + part * h * slope[i];
        epsilon = std::max(epsilon, root(t + part * h, there_));
      }
    }
    if (seen_) note(t, epsilon);
    const double ratio = now_ > 0 && epsilon > 0 ? epsilon / now_ : INFINITY;
    if (epsilon == now_ || (ratio < noticeable && ratio > 1 / noticeable)) return false;
    now_ = epsilon;
    setup_.instance->set_parameter(epsilon_, epsilon);
    return true;
  }

 private:
  // On a graph of its own. A residual has other unknowns: its steps would need the equations a second time.
  static model::Dae equations(const Blueprint& plan) {
    if (plan.system->form() == system::Form::ode) return model::on_top(plan.dae);
    throw Error(Kind::usage, "a trust radius needs an explicit method", {},
                "use the method 'dopri5', or give epsilon alone");
  }

  void note(double t, double epsilon) {
    ++seen_->points;
    if (!(epsilon > 0)) return;
    if (seen_->on++ == 0) {
      seen_->first = t;
      seen_->least = seen_->largest = epsilon;
    }
    seen_->last = t;
    seen_->least = std::min(seen_->least, epsilon);
    seen_->largest = std::max(seen_->largest, epsilon);
  }

  // What ε is a factor of.
  void find_multipliers() {
    if (epsilon_ < 0) return;
    expr::Graph& graph = *form_.dae.graph;
    const Expr epsilon = graph.parameter(epsilon_);
    std::vector<Expr> rows, symbols;
    for (const model::Equation& equation : form_.dae.equations)
      if (depends_on(graph, equation.residual, epsilon)) rows.push_back(equation.residual);
    for (const model::Variable& variable : form_.dae.variables) symbols.push_back(graph.symbol(variable.id));
    for (const expr::Entry& entry : expr::jacobian(graph, rows, symbols))
      if (depends_on(graph, entry.value, epsilon) &&
          std::ranges::find(multipliers_, entry.column) == multipliers_.end())
        multipliers_.push_back(entry.column);
  }

  // |y(ε)|; infinite where the equations are singular.
  double size(double epsilon, double t, Vec z) {
    instance_.set_parameter(epsilon_, epsilon);
    if (!instance_.ode().derivative(t, z, dz_)) return INFINITY;
    double sum = 0;
    for (const int j : multipliers_) {
      const double y = instance_.ode().top()[static_cast<std::size_t>(j)];
      sum += y * y;
    }
    return std::isfinite(sum) ? std::sqrt(sum) : INFINITY;
  }

  // Regula falsi with halved ends (Illinois) for log |y(ε)| over log ε.
  double root(double t, Vec z) {
    if (size(0, t, z) <= within_) return 0;
    const auto beyond = [&](double x) {
      return std::log(std::min(size(std::exp(x), t, z), 1e300) / within_);
    };
    double low = std::log(now_ > 0 ? now_ : 1e-8), high = low, at_low = beyond(low), at_high = at_low;
    const double step = std::log(100.0);
    while (at_low <= 0 && low > std::log(smallest)) {
      high = low;
      at_high = at_low;
      at_low = beyond(low -= step);
    }
    while (at_high > 0 && high < std::log(largest)) {
      low = high;
      at_low = at_high;
      at_high = beyond(high += step);
    }
    if (at_low <= 0 || at_high > 0) return std::exp(at_low <= 0 ? low : high);
    int side = 0;
    double x = high;
    for (int k = 0; k < 60; ++k) {
      x = (low * at_high - high * at_low) / (at_high - at_low);
      const double f = beyond(x);
      if (std::fabs(f) <= fine) break;
      if (f > 0) {
        low = x;
        at_low = f;
        if (side > 0) at_high /= 2;
        side = 1;
      } else {
        high = x;
        at_high = f;
        if (side < 0) at_low /= 2;
        side = -1;
      }
    }
    return std::exp(x);
  }

  Setup& setup_;
  double radius_;
  std::shared_ptr<Regularized> seen_;
  ReferenceForm form_;
  system::Instance instance_;
  int epsilon_ = -1, power_ = 1;
  std::vector<int> multipliers_;
  std::vector<double> z_, dz_, there_;
  double last_t_ = INFINITY, within_ = 0, now_ = -1;
};

}  // namespace

std::vector<std::string> Regularized::notes() const {
  if (points == 0) return {};
  if (on == 0) return {"multipliers stayed within the trust radius: nothing was regularized"};
  return {
      fmt::format("multipliers were regularized at {} of {} points, from t = {:.6g} to t = {:.6g}, where "
                  "they would leave the "
                  "trust radius: epsilon from {:.2g} to {:.2g}",
                  on, points, first, last, least, largest)};
}

integrate::Recoordinate with_trust_radius(Setup& setup, double radius, integrate::Recoordinate before,
                                          const std::shared_ptr<Regularized>& seen) {
  if (!(radius > 0)) return before;
  const auto radius_of_run = std::make_shared<TrustRadius>(setup, radius, seen);
  return [radius_of_run, before = std::move(before)](double t, Vec y) {
    const bool other = before && before(t, y);
    return radius_of_run->choose(t, y) || other;
  };
}

}  // namespace trammel::pipeline
