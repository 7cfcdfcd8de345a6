#include "integrate/methods/constrained.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.hpp"

namespace trammel::integrate {

Constrained::Constrained(Instance& instance)
    : view_(instance.hessenberg()), counts_(instance.counts()), nx_(view_.nx()), ny_(view_.ny()),
      m_(view_.order()), k_(view_.constraint_order()), K_(view_.pattern()), other_(view_.pattern()),
      solver_(linalg::make_solver(view_.pattern())),
      symmetric_(linalg::make_solver(view_.pattern(), view_.symmetry())), now_(solver_.get()),
      levels_(static_cast<std::size_t>(m_)), right_(static_cast<std::size_t>(nx_ + ny_)),
      product_(static_cast<std::size_t>(nx_ + ny_)) {
  if (m_ > 2)
    throw Error(Kind::usage, fmt::format("this method is for equations of order 1 or 2, not {}", m_), {},
                "use another method");
  norm_ = BlockNorm(view_.blocks());
  for (int i = 0; i < nx_; ++i) {
    block_.push_back(view_.block(i));
    unit_.push_back(1 / view_.nominal(i));
  }
  for (std::size_t e = 0; e < K_.pattern->row.size(); ++e)
    if (K_.pattern->row[e] >= nx_) lower_.push_back(static_cast<int>(e));
}

system::Levels Constrained::at(Vec state) {
  for (int l = 0; l < m_; ++l) levels_[l] = state.data() + static_cast<std::size_t>(l) * nx_;
  return levels_;
}

Attempt Constrained::factor(double t_p, Vec p, double t_q, Vec q, Vec y, Vec top) {
  view_.matrix(t_p, at(p), y, K_, top);
  view_.matrix(t_q, at(q), y, other_);
  for (const int e : lower_) K_.value[e] = other_.value[e];
  return factor_matrix(*solver_);
}

Attempt Constrained::factor(double t, Vec point, Vec y, Vec top) {
  view_.matrix(t, at(point), y, K_, top);
  return factor_matrix(*symmetric_);
}

Attempt Constrained::factor_matrix(linalg::LinearSolver& solver) {
  ++counts_.factorizations;
  now_ = &solver;
  const int bad = solver.factor(K_);
  if (bad < 0) return {};
  for (std::size_t e = 0; e < K_.value.size(); ++e)
    if (!std::isfinite(K_.value[e])) return {Attempt::not_finite, view_.row(K_.pattern->row[e])};
  return {Attempt::singular, view_.row(bad)};
}

Attempt Constrained::solve(Out right) {
  for (std::size_t i = 0; i < right.size(); ++i)
    if (!std::isfinite(right[i])) return {Attempt::not_finite, view_.row(static_cast<int>(i))};
  ++counts_.linear_solves;
  now_->solve(right);
  return {};
}

namespace {

void product(const linalg::SparseMatrix& K, Vec x, Out Kx) {
  std::ranges::fill(Kx, 0.0);
  const linalg::Pattern& pattern = *K.pattern;
  for (int j = 0; j < pattern.columns; ++j)
    for (int e = pattern.start[j]; e < pattern.start[j + 1]; ++e) Kx[pattern.row[e]] += K.value[e] * x[j];
}

}  // namespace

void Constrained::multiply(Vec x, Out Kx) const { product(K_, x, Kx); }

void Constrained::multiply_at(double t, Vec point, Vec x, Out Kx) {
  view_.matrix(t, at(point), {}, other_);
  product(other_, x, Kx);
}

Attempt Constrained::accelerate(double t, Vec state, Out top, Out y) {
  constexpr int most_iterations = 12;
  if (view_.linear()) {
    if (const Attempt outcome = factor(t, state, {}); !outcome) return outcome;
    view_.force(t, at(state), {}, Out(right_).first(nx_));
    Out lower = Out(right_).subspan(nx_);
    view_.constraint(m_ - k_, t, at(state), lower);
    for (double& g : lower) g = -g;
    if (const Attempt outcome = solve(right_); !outcome) return outcome;
    std::copy_n(right_.begin(), nx_, top.begin());
    std::copy_n(right_.begin() + nx_, ny_, y.begin());
    return std::isfinite(right_.empty() ? 0 : right_[0]) ? Attempt{} : Attempt{Attempt::not_finite, -1};
  }
  std::ranges::fill(top, 0.0);  // Newton in (x^(m), y)
  for (int iteration = 0; iteration < most_iterations; ++iteration) {
    if (const Attempt outcome = factor(t, state, y, top); !outcome) return outcome;
    std::ranges::fill(right_, 0.0);
    std::copy_n(top.begin(), nx_, right_.begin());
    multiply(right_, product_);
    view_.balance(t, at(state), top, y, Out(right_).first(nx_));
    view_.constraint(m_ - k_, t, at(state), Out(right_).subspan(nx_));
    for (int i = nx_; i < nx_ + ny_; ++i) right_[i] = -right_[i] - product_[i];
    if (const Attempt outcome = solve(right_); !outcome) return outcome;
    double size = 0;
    for (int i = 0; i < nx_; ++i) top[i] += right_[i];
    for (int i = 0; i < ny_; ++i) {
      // At x^(m) = 0 the derivative by y is not yet that of a mass that depends on it.
      if (iteration > 0) y[i] += right_[nx_ + i];
      size = std::max(size, std::fabs(right_[nx_ + i]) / (1 + std::fabs(y[i])));
    }
    ++counts_.newton_iterations;
    if (!std::isfinite(size)) return {Attempt::not_finite, -1};
    if (iteration > 0 && size < 1e-12) return {};
  }
  return {Attempt::diverged, -1};
}

double Constrained::relative(Vec correction, Vec value, double factor) {
  norm_.begin();
  for (int i = 0; i < nx_; ++i) norm_.add(block_[i], factor * correction[i] * unit_[i], value[i] * unit_[i]);
  return norm_.ratio();
}

// Newton for the constraint that lies `level` derivatives above g, in x^(k+level): its matrix is G too.
Attempt Constrained::correct(int level, double t, Out state, int most) {
  Out moving = state.subspan(static_cast<std::size_t>(k_ + level) * nx_, static_cast<std::size_t>(nx_));
  double before = INFINITY;
  for (int iteration = 0; iteration < most; ++iteration) {
    std::ranges::fill(right_, 0.0);
    Out lower = Out(right_).subspan(nx_);
    view_.constraint(level, t, at(state), lower);
    for (double& g : lower) g = -g;
    if (const Attempt outcome = solve(right_); !outcome) return outcome;
    ++counts_.projection_iterations;
    for (int i = 0; i < nx_; ++i) moving[i] += right_[i];
    const double moved = relative(Vec(right_).first(nx_), moving);
    if (!std::isfinite(moved)) return {Attempt::not_finite, -1};
    if (moved <= 1e-15) return {};
    if (moved > 0.7 * before) return moved <= 1e-12 ? Attempt{} : Attempt{Attempt::diverged, -1};
    before = moved;
  }
  return {};
}

Attempt Constrained::project(double t, Out state) {
  ++counts_.projections;
  for (int level = 0; level < m_ - k_; ++level)
    if (const Attempt outcome = correct(level, t, state, 6); !outcome) return outcome;
  return {};
}

void Constrained::slopes(Vec state, Vec top, Out slope) const {
  std::copy(state.begin() + nx_, state.begin() + differential(), slope.begin());
  std::copy_n(top.begin(), nx_, slope.begin() + differential() - nx_);
}

int constrained_size(Instance& instance) {
  const system::Hessenberg& view = instance.hessenberg();
  return view.order() * view.nx() + view.ny();
}

std::vector<char> constrained_tested(Instance& instance) {  // all but y
  const system::Hessenberg& view = instance.hessenberg();
  std::vector<char> tested(static_cast<std::size_t>(view.order()) * static_cast<std::size_t>(view.nx()), 1);
  tested.resize(tested.size() + static_cast<std::size_t>(view.ny()), 0);
  return tested;
}

void ConstrainedDense::operator()(Vec theta, const Ends& ends, Out values) const {
  const auto n = static_cast<std::size_t>(m_) * nx_ + static_cast<std::size_t>(ny_);
  for (std::size_t i = 0; i < theta.size(); ++i) at(theta[i], ends, values.subspan(i * n, n));
}

void ConstrainedDense::at(double theta, const Ends& ends, Out y) const {
  const auto& [h, y0, top0, y1, top1] = ends;
  const double s = theta, r = 1 - theta;
  for (int i = 0; i < nx_; ++i) {
    if (m_ == 1) {  // cubic
      const double step = y1[i] - y0[i];
      y[i] = y0[i] + s * (step + r * ((h * top0[i] - step) * r + (step - h * top1[i]) * s));
      continue;
    }
    // Quintic: with d = x1 - x0, in powers of s.
    const double d = y1[i] - y0[i], v0 = h * y0[nx_ + i], v1 = h * y1[nx_ + i], a0 = 0.5 * h * h * top0[i],
                 a1 = 0.5 * h * h * top1[i];
    const double c3 = 10 * d - 6 * v0 - 4 * v1 - 3 * a0 + a1,
                 c4 = -15 * d + 8 * v0 + 7 * v1 + 3 * a0 - 2 * a1, c5 = 6 * d - 3 * (v0 + v1) - a0 + a1;
    y[i] = y0[i] + s * (v0 + s * (a0 + s * (c3 + s * (c4 + s * c5))));
    y[nx_ + i] = (v0 + s * (2 * a0 + s * (3 * c3 + s * (4 * c4 + s * 5 * c5)))) / h;
  }
  for (int i = 0; i < ny_; ++i) {
    const std::size_t k = static_cast<std::size_t>(m_) * nx_ + i;
    y[k] = r * y0[k] + s * y1[k];
  }
}

Constrained& ConstrainedAside::system() {
  if (!system_) {
    system_ = std::make_unique<Constrained>(instance_);
    top0_.resize(static_cast<std::size_t>(system_->nx()));
    top1_.resize(top0_.size());
    y_.resize(static_cast<std::size_t>(system_->ny()));
  }
  return *system_;
}

void ConstrainedAside::polynomial(Vec theta, double t, double h, Vec y0, Vec y1, Out values) {
  Constrained& aside = system();
  const int nx = aside.nx(), d = aside.differential();
  // The multipliers of the state choose the root. Where there is none, the mean slope of the step serves.
  const auto find = [&](double at, Vec state, Out top) {
    std::copy_n(state.begin() + d, y_.size(), y_.begin());
    if (aside.accelerate(at, state, top, y_)) return;
    for (int i = 0; i < nx; ++i) top[i] = (y1[d - nx + i] - y0[d - nx + i]) / h;
  };
  find(t, y0, top0_);
  find(t + h, y1, top1_);
  ConstrainedDense{aside}(theta, {h, y0, top0_, y1, top1_}, values);
}

}  // namespace trammel::integrate
