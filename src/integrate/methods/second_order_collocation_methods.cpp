// integrate/methods/second_order_collocation_methods.cpp: Radau IIA and Gauss on second-order forms: values between their steps, and the
// methods by name.
#include "integrate/methods/catalog.hpp"
#include "integrate/methods/second_order_collocation.hpp"

namespace trammel::integrate {

// Where few stages leave a polynomial of low degree and slopes are known at both ends, the cubic of these: with one stage velocities would
// be linear, and accelerations between steps wrong by O(h).
void SecondOrderCollocation::inside(double theta, Out y) const {
  double weight[most_stages];
  rule_.weights(theta, Out(weight, static_cast<std::size_t>(rule_.s)));
  for (int i = 0; i < x_.size(); ++i) {
    const int j = x_.unknown(i), k = x_.derivative(i);
    if (closes_ && rule_.s < 3 && blocks_.highest(j) > k) {
      const double from = x_.level(k)[j], rise = end_now_.level(k)[j] - from, rest = 1 - theta;
      y[i] = from + theta * theta * (3 - 2 * theta) * rise +
             theta * rest * h_ * (rest * x_.level(k + 1)[j] - theta * end_now_.level(k + 1)[j]);
      continue;
    }
    double sum = x_.level(k)[j];
    for (int l = 0; l < rule_.s; ++l) sum += weight[l] * part(D_[static_cast<std::size_t>(k)], l)[j];
    y[i] = sum;
    // The end of an algebraic unknown is no value of the polynomial through the stages: what is missing there grows with the
    // polynomial that vanishes at the beginning and at the stages.
    if (closes_ && blocks_.highest(j) == 0) {
      double there = x_.level(0)[j], share = theta;
      for (int l = 0; l < rule_.s; ++l) {
        const double c = rule_.c[static_cast<std::size_t>(l)];
        there += rule_.end[static_cast<std::size_t>(l)] * part(D_[0], l)[j];
        share *= (theta - c) / (1 - c);
      }
      y[i] += share * (end_now_.level(0)[j] - there);
    }
  }
}

// Without a closure the end of a Gauss step is no value of algebraic unknowns, and the next beginning neither.
void SecondOrderCollocation::add_nodes(LevelBetween::Nodes& nodes) const {
  if (!rule_.stiffly_accurate && !closes_) return;
  nodes.add(0);
  for (const double c : rule_.c) nodes.add(c);
  if (!rule_.stiffly_accurate) nodes.add(1);
}

namespace {

// The coefficients are made when a run asks for them.
Integrator collocation_on_levels(std::string_view name, bool radau, int s,
                                 SecondOrderCollocation::Multipliers multipliers) {
  return {{.name = name,
           .source = "Wun05",
           .order = radau ? 2 * s - 1 : 2 * s,
           .estimate_order = s + 1,
           .dense_degree = radau || s > 2 ? s : 3,
           .takes = {Form::second_order},
           .max_index = radau   ? 3
                        : s < 3 ? 1
                                : 2},
          [radau, s, multipliers](Instance& instance) {
            return std::make_unique<SecondOrderCollocation>(instance, radau ? radau_rule(s) : gauss_rule(s),
                                                            multipliers);
          }};
}

}  // namespace

std::vector<Integrator> second_order_collocation_methods() {
  using Multipliers = SecondOrderCollocation::Multipliers;
  static constexpr std::string_view radau[] = {"radau_second_order_1", "radau_second_order_2",
                                               "radau_second_order_3", "radau_second_order_4"},
                                    gauss[] = {"gauss_second_order_1", "gauss_second_order_2",
                                               "gauss_second_order_3", "gauss_second_order_4"};
  std::vector<Integrator> methods;
  for (int s = 1; s <= 4; ++s)
    methods.push_back(collocation_on_levels(radau[s - 1], true, s, Multipliers::stages));
  for (int s = 1; s <= 4; ++s)
    methods.push_back(collocation_on_levels(gauss[s - 1], false, s, Multipliers::stages));
  return methods;
}

const Integrator* collocation_with_recursion_named(std::string_view name) {
  using Multipliers = SecondOrderCollocation::Multipliers;
  static constexpr std::string_view names[] = {
      "radau_second_order_1(recursion)", "radau_second_order_2(recursion)", "radau_second_order_3(recursion)",
      "radau_second_order_4(recursion)", "gauss_second_order_1(recursion)", "gauss_second_order_2(recursion)",
      "gauss_second_order_3(recursion)", "gauss_second_order_4(recursion)"};
  static const std::vector<Integrator> made = [] {
    std::vector<Integrator> all;
    for (int i = 0; i < 8; ++i)
      all.push_back(collocation_on_levels(names[i], i < 4, i % 4 + 1, Multipliers::recursion));
    return all;
  }();
  for (const Integrator& integrator : made)
    if (integrator.method.name == name) return &integrator;
  return nullptr;
}

}  // namespace trammel::integrate
