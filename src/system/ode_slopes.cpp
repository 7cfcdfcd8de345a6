// system/ode_slopes.cpp: slopes and algebraic unknowns of the underlying ODE where its equations lose rank.
#include <Eigen/Core>
#include <algorithm>
#include <cmath>

#include "linalg/decompositions.hpp"
#include "linalg/least_norm.hpp"
#include "system/solved_ode.hpp"

namespace trammel::system {
namespace {

constexpr std::size_t largest = 400;  // of dense matrices

// B x = b for the unknowns that B determines. Corrections with what is left make each row hold in units of
// its own terms, also one whose terms are rounding beside those of others [Hig02, 12.2].
Eigen::VectorXd solve_for_determined(const Eigen::MatrixXd& B, const Eigen::VectorXd& b) {
  constexpr double undetermined = 1e-9;  // pivots that rounding leaves
  constexpr int corrections = 2;
  Eigen::VectorXd x = linalg::basic_solution(B, b, undetermined);
  for (int k = 0; k < corrections; ++k) x += linalg::basic_solution(B, b - B * x, undetermined);
  return x;
}

}  // namespace

bool on_a_branch(Ode& ode, double t, Vec z) {
  constexpr double same = 1e-8;
  std::vector<double> there(z.begin(), z.end());
  if (!ode.project(t, there).outcome) return false;
  for (std::size_t i = 0; i < z.size(); ++i)
    if (!(std::fabs(there[i] - z[i]) <= same * std::max(std::fabs(z[i]), ode.nominal(static_cast<int>(i)))))
      return false;
  return true;
}

void SolvedOde::be_steady(Vec top) {
  std::ranges::copy(top, steady_.begin());
  steady_known_ = true;
}

// What was guessed of unknowns that have formulas (v = der(x)), as further rows that weigh little beside the equations.
void SolvedOde::add_guessed_formulas(double t, Vec z, const linalg::Scales& scales, Eigen::MatrixXd& A,
                                     Eigen::VectorXd& b) {
  constexpr double weight = 1e-3;
  std::vector<std::size_t> given;
  for (std::size_t k = 0; k < view_.explicit_tops.size(); ++k)
    if (steady_[static_cast<std::size_t>(view_.explicit_tops[k])] != 0) given.push_back(k);
  if (given.empty()) return;
  const auto formulas = [&] {
    evaluate(explicit_function, t, z, explicit_top_);
    return explicit_top_;
  };
  std::ranges::fill(unknown_, 0.0);
  const std::vector<double> none = formulas();
  const Eigen::Index n = A.cols(), first = A.rows();
  A.conservativeResize(first + std::ssize(given), n);
  b.conservativeResize(A.rows());
  for (Eigen::Index j = 0; j <= n; ++j) {
    if (j > 0) unknown_[static_cast<std::size_t>(j - 1)] = 0;
    if (j < n) unknown_[static_cast<std::size_t>(j)] = scales.column[static_cast<std::size_t>(j)];
    const std::vector<double> here = j < n ? formulas() : none;
    for (std::size_t k = 0; k < given.size(); ++k) {
      const int unknown = view_.explicit_tops[given[k]];
      const double size = data_.nominal[unknown] * std::pow(data_.time_unit, -view_.d[unknown]);
      const auto row = first + static_cast<Eigen::Index>(k);
      if (j < n)
        A(row, j) = weight * (here[given[k]] - none[given[k]]) / size;
      else
        b[row] = weight * (steady_[static_cast<std::size_t>(unknown)] - none[given[k]]) / size;
    }
  }
}

// A run that begins in a singular configuration has no slopes near by that say where it goes: those that
// satisfy the equations there and are nearest to what was guessed, in units that are not the user's.
void SolvedOde::guess_slopes(double t, Vec z, const linalg::Scales& scales) {
  constexpr double nothing = 1e-9;  // pivots that rounding leaves
  if (view_.implicit.size() > largest) return;
  const auto n = static_cast<Eigen::Index>(view_.implicit.size());
  const std::vector<double> before = unknown_;
  Eigen::VectorXd b(n);
  const double* in[] = {&t, z.data(), unknown_.data()};
  double* out[] = {b.data(), A_.value.data()};
  runner_.run(top_function, in, out);
  Eigen::MatrixXd A = Eigen::MatrixXd::Zero(n, n);
  for (int j = 0; j < A_.pattern->columns; ++j)
    for (int k = A_.pattern->start[j]; k < A_.pattern->start[j + 1]; ++k) {
      const int i = A_.pattern->row[k];
      A(i, j) +=
          A_.value[k] * scales.row[static_cast<std::size_t>(i)] * scales.column[static_cast<std::size_t>(j)];
    }
  Eigen::VectorXd guessed(n);
  for (Eigen::Index i = 0; i < n; ++i) {
    const auto k = static_cast<std::size_t>(i);
    b[i] *= scales.row[k];
    guessed[i] = steady_[view_.implicit[k]] / scales.column[k];
  }
  add_guessed_formulas(t, z, scales, A, b);
  const Eigen::VectorXd x = guessed + linalg::least_squares(A, b - A * guessed, nothing);
  // Slopes of states alone: second derivatives would lead what rests off its place.
  const auto slopes = [&](const std::vector<int>& tops, auto&& value) {
    for (std::size_t k = 0; k < tops.size(); ++k) {
      const auto j = static_cast<std::size_t>(tops[k]);
      steady_[j] = view_.d[j] == 1 && std::isfinite(value(k)) ? value(k) : 0;
    }
  };
  if (x.allFinite()) {
    for (std::size_t k = 0; k < unknown_.size(); ++k)
      unknown_[k] = x[static_cast<Eigen::Index>(k)] * scales.column[k];
    if (!view_.explicit_tops.empty()) evaluate(explicit_function, t, z, explicit_top_);
    slopes(view_.implicit, [&](std::size_t k) { return unknown_[k]; });
    slopes(view_.explicit_tops, [&](std::size_t k) { return explicit_top_[k]; });
  }
  unknown_ = before;
  factored_t_ = std::nan("");
}

// Slopes are smooth on the branch, algebraic unknowns need not be: reactions may grow like 1/distance. They
// follow from the equations with these slopes.
void SolvedOde::complete_tops(double t, Vec z) {
  constexpr double does_not_hold = 1e-7;   // of the size of the terms
  constexpr double rounding_alone = 1e-6;  // terms of a row beside those of the largest
  constexpr std::size_t most_times = 1000;
  for (std::size_t k = 0; k < view_.implicit.size(); ++k) unknown_[k] = top_[view_.implicit[k]];
  std::vector<int> algebraic;
  for (std::size_t k = 0; k < view_.implicit.size(); ++k)
    if (view_.d[view_.implicit[k]] == 0) algebraic.push_back(static_cast<int>(k));
  if (algebraic.empty() || view_.implicit.size() > largest) return;
  const auto n = static_cast<Eigen::Index>(view_.implicit.size());
  Eigen::VectorXd b(n);
  const double* in[] = {&t, z.data(), unknown_.data()};
  double* out[] = {b.data(), A_.value.data()};
  runner_.run(top_function, in, out);
  factored_t_ = std::nan("");
  Eigen::MatrixXd B = Eigen::MatrixXd::Zero(n, static_cast<Eigen::Index>(algebraic.size()));
  std::vector<int> place(view_.implicit.size(), -1);
  for (std::size_t k = 0; k < algebraic.size(); ++k) place[algebraic[k]] = static_cast<int>(k);
  Eigen::VectorXd size = b.cwiseAbs();
  std::vector<char> dynamic(view_.implicit.size(), 0);  // rows that may hold algebraic unknowns
  for (int j = 0; j < A_.pattern->columns; ++j)
    for (int k = A_.pattern->start[j]; k < A_.pattern->start[j + 1]; ++k) {
      const int i = A_.pattern->row[k];
      if (place[j] >= 0) {
        dynamic[static_cast<std::size_t>(i)] = 1;
        B(i, place[j]) += A_.value[k];
      } else {
        b[i] -= A_.value[k] * unknown_[j];
        size[i] = std::max(size[i], std::fabs(A_.value[k] * unknown_[j]));
      }
    }
  // Rows that hold no algebraic unknown (the constraints) say nothing about them. The others are measured as
  // at a regular configuration: what is small then is small because this one is singular. Terms of a row may
  // be rounding alone.
  const bool scaled = !gauge_.scales.empty();
  for (Eigen::Index i = 0; i < n; ++i) {
    const double unit = scaled ? gauge_.scales.row[static_cast<std::size_t>(i)] : 1;
    const double scale = dynamic[static_cast<std::size_t>(i)] != 0 ? unit : 0;
    B.row(i) *= scale;
    b[i] *= scale;
    size[i] *= scale;
  }
  for (std::size_t k = 0; k < algebraic.size() && scaled; ++k)
    B.col(static_cast<Eigen::Index>(k)) *= gauge_.scales.column[static_cast<std::size_t>(algebraic[k])];
  const Eigen::VectorXd x = solve_for_determined(B, b);
  if (!x.allFinite()) {
    if (passed_.open.size() < most_times) passed_.open.push_back(t);
    return;
  }
  for (std::size_t k = 0; k < algebraic.size(); ++k) {
    const double unit = scaled ? gauge_.scales.column[static_cast<std::size_t>(algebraic[k])] : 1;
    unknown_[algebraic[k]] = unit * x[static_cast<Eigen::Index>(k)];
    top_[view_.implicit[algebraic[k]]] = unknown_[algebraic[k]];
  }
  const Eigen::VectorXd off = (B * x - b).cwiseAbs();
  const double least = rounding_alone * size.lpNorm<Eigen::Infinity>();
  for (Eigen::Index i = 0; i < n; ++i) {
    const double terms = std::max({size[i], B.row(i).cwiseAbs().dot(x.cwiseAbs()), least});
    if (!(off[i] > does_not_hold * terms)) continue;
    if (passed_.open.size() < most_times) passed_.open.push_back(t);
    break;
  }
  if (view_.explicit_tops.empty()) return;
  evaluate(explicit_function, t, z, explicit_top_);
  for (std::size_t k = 0; k < view_.explicit_tops.size(); ++k)
    if (view_.d[view_.explicit_tops[k]] == 0) {
      if (std::isfinite(explicit_top_[k]))
        top_[view_.explicit_tops[k]] = explicit_top_[k];
      else if (passed_.open.size() < most_times)
        passed_.open.push_back(t);
    }
}

}  // namespace trammel::system
