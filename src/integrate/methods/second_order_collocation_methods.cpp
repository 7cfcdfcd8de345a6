// integrate/methods/second_order_collocation_methods.cpp: Radau IIA and Gauss on second-order forms: values
// between and behind their steps, the recursion of multipliers, and the methods by name.
#include <algorithm>
#include <cmath>

#include "integrate/methods/catalog.hpp"
#include "integrate/methods/second_order_collocation.hpp"

namespace trammel::integrate {

// Whether changes that do not contract are rounding of the values, which goes through the eigenvectors of A, too.
bool SecondOrderCollocation::shakes(double moved) {
  const auto s = static_cast<std::size_t>(rule_.s);
  if (lifted_ == 0) {
    double mixing = 1;
    for (std::size_t i = 0; i < s; ++i) {
      double sum = 0;
      for (std::size_t k = 0; k < s * s; ++k) sum += std::fabs(rule_.join[i * s + k / s] * rule_.split[k]);
      mixing = std::max(mixing, sum);
    }
    lifted_ = mixing * blocks_.lifted_rounding(x_.level(0), norm_);
  }
  return moved <= lifted_;
}

// What the polynomial through the highest derivatives of the stages misses at the beginning is about what it
// changes by between its nodes.
void SecondOrderCollocation::doubt() {
  doubtful_ = false;
  if (rule_.s < 2) return;
  for (int j = 0; j < n_; ++j) {
    const int highest = blocks_.highest(j);
    if (highest == 0) continue;
    double& largest = largest_[static_cast<std::size_t>(j)];
    largest = std::max({largest, std::fabs(x_.level(highest)[j]), std::fabs(end_now_.level(highest)[j])});
    doubtful_ = doubtful_ || std::fabs(part(difference_, highest - 1)[j]) > allowed_between_ * largest;
  }
}

Trouble SecondOrderCollocation::trouble() const {
  const linalg::Dependence found = blocks_.dependence();
  return {.order = 2 * rule_.s - (rule_.stiffly_accurate ? 1 : 0),
          .worst = norm_.worst(part(F_, rule_.s - 1)),
          .rows = found.rows,
          .columns = found.columns};
}

// Where few stages leave a polynomial of low degree and slopes are known at both ends, the cubic of these:
// with one stage velocities would be linear, and accelerations between steps wrong by O(h).
void SecondOrderCollocation::inside(double theta, Out y) {
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
    y[i] = sum + beyond_stages(theta, j, k);
    // The end of an algebraic unknown is no value of the polynomial through the stages: what is missing there
    // grows with the polynomial that vanishes at the beginning and at the stages.
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

// The polynomial a(θ) through the highest derivatives of the stages, of degree s−1, knows nothing of the one
// at the beginning, nor, with Gauss, of the one at the end, through which multipliers go: equations would
// hold one order less between stages than at them. With Π = Π(θ−c_i) and d what a misses at 0 (and 1),
// a + Π (κ + μθ) goes through these, too. Its integrals are levels below: the first p are the same at the end
// of the step, because the rule integrates θ^e Π exactly, to zero, up to e = (order of the rule) − s − 1.
double SecondOrderCollocation::beyond_stages(double theta, int j, int k) const {
  const int highest = blocks_.highest(j), p = highest - k, s = rule_.s, ends = closes_ ? 1 : 0;
  const int order = 2 * s - (rule_.stiffly_accurate ? 1 : 0);
  if (stages_alone_ || s < 3 || p < 1 || highest > 2 || order < s + highest + ends ||
      (!rule_.stiffly_accurate && !closes_))
    return 0;
  double at[2] = {};  // d at the beginning and at the end
  double last[most_stages];
  for (int l = 0; l < s && ends > 0; ++l) last[l] = rule_.at_start[static_cast<std::size_t>(s - 1 - l)];
  for (int l = 0; l < s; ++l) {  // nodes of Gauss are symmetric
    const double top = highest < m_ ? x_.level(highest)[j] + part(D_[static_cast<std::size_t>(highest)], l)[j]
                                    : part(top_, l)[j];
    at[0] -= rule_.at_start[static_cast<std::size_t>(l)] * top;
    if (ends > 0) at[1] -= last[l] * top;
  }
  at[0] += x_.level(highest)[j];
  at[1] = ends > 0 ? at[1] + end_now_.level(highest)[j] : 0;
  // rule_.shape has the coefficients of ∫Π/Π(0), from θ on. Π(1)/Π(0) is 1 or −1 where nodes are symmetric.
  const double mu = ends > 0 ? (s % 2 == 0 ? at[1] : -at[1]) - at[0] : 0;
  double result = 0, power = 1;
  for (int i = 0; i < p; ++i) power *= h_ * theta;
  for (std::size_t c = 0; c < rule_.shape.size(); ++c, power *= theta) {
    const double coefficient = rule_.shape[c] * static_cast<double>(c + 1);
    double once = coefficient * power, twice = coefficient * power * theta;
    for (int i = 1; i <= p; ++i) {
      once /= static_cast<double>(c) + i;
      twice /= static_cast<double>(c) + 1 + i;
    }
    result += at[0] * once + mu * twice;
  }
  return result;
}

// (3)
void SecondOrderCollocation::recur() {
  const int s = rule_.s;
  for (int j = 0; j < n_; ++j) {
    if (blocks_.highest(j) > 0) continue;
    double value = x_.level(0)[j] + h_ * x_.level(1)[j], slope = x_.level(1)[j];
    for (int i = 0; i < s; ++i) {
      double b_tilde = 0;  // bᵀ A
      for (int l = 0; l < s; ++l) b_tilde += rule_.b[static_cast<std::size_t>(l)] * rule_.a(l, i);
      value += h_ * h_ * b_tilde * part(top_, i)[j];
      slope += h_ * rule_.b[static_cast<std::size_t>(i)] * part(top_, i)[j];
    }
    end_now_.level(0)[j] = value;
    end_now_.level(1)[j] = slope;
  }
}

// Without a closure the end of a Gauss step is no value of algebraic unknowns, and the next beginning neither.
void SecondOrderCollocation::add_nodes(LevelBetween::Nodes& nodes) const {
  if (!rule_.stiffly_accurate && !closes_) return;
  nodes.add(0);
  for (const double c : rule_.c) nodes.add(c);
  if (!rule_.stiffly_accurate) nodes.add(1);
}

void SecondOrderCollocation::keep(double /*t*/, Vec y) {
  for (int k = 0; k <= m_; ++k) std::ranges::copy(end_now_.level(k), end_.level(k).begin());
  slopes_.keep(end_);
  std::swap(old_D_, D_[0]);
  std::ranges::copy(old_D_, D_[0].begin());
  for (int j = 0; j < n_; ++j) old_end_[j] = y[j] - x_.level(0)[j];
  old_h_ = h_;
  old_known_ = true;
  known_ = watch_.theta() <= 0.01 && ++age_ < oldest_matrix;
}

void SecondOrderCollocation::end_slope(Out slope) const { end_now_.pack_slope(slope); }

namespace {

// The coefficients are made when a run asks for them.
Integrator collocation_on_levels(std::string_view name, bool radau, int s,
                                 SecondOrderCollocation::Multipliers multipliers) {
  return {{.name = name,
           .source = "Wun05",
           .order = radau ? 2 * s - 1 : 2 * s,
           .estimate_order = s + 1,
           .dense_degree = s > 2   ? s + (radau ? 2 : 3)
                           : radau ? s
                                   : 3,
           .takes = {Form::second_order},
           .max_index = radau   ? 3
                        : s < 3 ? 1
                                : 2,
           .beyond = s < 3 ? "without projection ('projected_gauss_2') velocities err by O(1) at index 3 and "
                             "multipliers grow like 1/h^2, and at index 2 multipliers err by O(1)"
                           : "without projection ('projected_gauss_3') multipliers err by O(1) there "
                             "whatever the step"},
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
