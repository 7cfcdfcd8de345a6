// integrate/methods/general_linear_inside.cpp: values between the steps of general linear methods, and the
// family that the catalog lists.
#include <algorithm>
#include <array>
#include <cmath>

#include "integrate/methods/catalog.hpp"
#include "integrate/methods/general_linear.hpp"

namespace trammel::integrate {

// The polynomial through the values and the stages: that of the method, whose slopes are theirs in the
// stages. In a first step from value and slope the slope takes the place of an older value.
void GeneralLinearStepper::inside(double theta, Out y) {
  const int k = tableau_.k, n = k + s_;
  const bool from_slope = !tableau_.Dt.empty();
  const auto node = [&](int e) {
    return e < k ? tableau_.u[static_cast<std::size_t>(e)] : tableau_.c[static_cast<std::size_t>(e - k)];
  };
  std::array<double, most_nodes> plain{}, hermite{};  // weights without and with the slope
  double start = 1;
  for (int a = 0; a < n; ++a) {
    plain[a] = 1;
    for (int b = 0; b < n; ++b)
      if (b != a) plain[a] *= (theta - node(b)) / (node(a) - node(b));
    if (a < k) continue;
    start += theta / node(a);
    hermite[a] = plain[a] * theta / node(a);
  }
  hermite[0] = plain[0] * start;
  for (int i = 0; i < x_.size(); ++i) {
    const int u = x_.unknown(i), l = x_.derivative(i);
    const auto level = static_cast<std::size_t>(l);
    const int slope = names_.slope(u);
    const bool with_slope = from_slope && (l < blocks_.highest(u) || slope >= 0);
    const auto& weight = with_slope ? hermite : plain;
    double sum = 0;
    if (with_slope) sum = plain[0] * theta * h_ * (slope < 0 ? x_.level(l + 1)[u] : x_.level(0)[slope]);
    for (int a = 0; a < n; ++a)
      sum += weight[a] * (a < k ? part(past_[level], a)[u] : part(Y_[level], a - k)[u]);
    y[i] = sum;
  }
}

// What the polynomial of the step misses of highest derivatives at its beginning (in work_) is about what it
// changes by between its nodes.
void GeneralLinearStepper::doubt(int level) {
  for (int u = 0; u < n_; ++u) {
    if (blocks_.highest(u) != level) continue;
    double& largest = largest_[static_cast<std::size_t>(u)];
    largest = std::max({largest, std::fabs(x_.level(level)[u]), std::fabs(end_.level(level)[u])});
    doubtful_ = doubtful_ || std::fabs(work_[u]) > allowed_between_ * largest;
  }
}

void GeneralLinearStepper::add_nodes(LevelBetween::Nodes& nodes) const {
  for (int i = 0; i < tableau_.k; ++i) nodes.add(tableau_.u[static_cast<std::size_t>(i)]);
  for (const double c : tableau_.c) nodes.add(c);
}

Trouble GeneralLinearStepper::trouble() const {
  const linalg::Dependence found = blocks_.dependence();
  return {.order = s_ + k_ - 1,
          .worst = norm_.worst(part(F_, s_ - 1)),
          .rows = found.rows,
          .columns = found.columns};
}

std::vector<Integrator> general_linear_methods() {
  static constexpr std::string_view names[] = {"general_linear_2", "general_linear_3", "general_linear_4"};
  std::vector<Integrator> methods;
  for (int s = 1; s <= 3; ++s)
    methods.push_back(
        {{.name = names[s - 1],
          .source = "Wun05",
          .order = s + 1,
          .estimate_order = s + 2,
          .dense_degree = s + 1,
          .takes = {Form::second_order},
          .max_index = 3,
          .summary = "two-step collocation: stage order equal to order, damped at infinity at any steps"},
         [s](Instance& instance) {
           const auto family = [s](int known, double ratio, GeneralLinear& m) {
             if (known > 1) return two_step_collocation(s, ratio, m);
             m = starting_collocation(two_step_nodes(s));
           };
           return std::make_unique<GeneralLinearStepper>(instance, s, 2, family);
         }});
  return methods;
}

}  // namespace trammel::integrate
