#include "analysis/energy.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <unordered_map>

#include "analysis/definitions.hpp"
#include "expr/derivative.hpp"
#include "expr/query.hpp"
#include "linalg/decompositions.hpp"

namespace trammel::analysis {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using expr::Expr;
using expr::Op;

constexpr std::size_t most_energy_equations = 400, most_coordinates = 60, most_points = 24;
constexpr double conserved = 1e-5;  // what the conditions may miss, per size of their terms

class EnergySearch {
 public:
  EnergySearch(const model::Dae& dae, std::size_t points, const LeafAt& at)
      : g_(*dae.graph), points_(std::min(points, most_points)), given_(points), at_(at) {
    for (const model::Equation& equation : dae.equations) rows_.push_back(equation.residual);
  }

  std::optional<Energy> run() {
    name_velocities();
    rows_ = without_definitions(g_, std::move(rows_));
    if (!split() || !assign()) return {};
    const VectorXd s = factors();
    if (s.size() == 0) return {};
    Energy energy{q_, g_.constant(0), std::vector<Expr>(q_.size(), g_.constant(0))};
    for (std::size_t i = 0; i < motion_.size(); ++i) {
      const Expr factor = g_.constant(s(static_cast<int>(i)));
      energy.gradient[of_[i]] = g_.apply(Op::mul, factor, f_[i]);
      for (std::size_t j = 0; j < q_.size(); ++j) {
        const Expr both = g_.apply(Op::mul, v_[of_[i]], v_[j]);
        const Expr term = g_.apply(Op::mul, factor, g_.apply(Op::mul, M_[i][j], both));
        energy.kinetic = g_.apply(Op::add, energy.kinetic, g_.apply(Op::mul, g_.constant(0.5), term));
      }
    }
    return energy;
  }

 private:
  std::vector<Expr> symbols(Expr e) const {
    std::vector<Expr> all = expr::leaves(g_, e);
    std::erase_if(all, [&](Expr leaf) { return g_.op(leaf) != Op::symbol; });
    return all;
  }
  Expr replaced(Expr e, const std::unordered_map<std::uint32_t, Expr>& by) {
    return expr::substitute(g_, std::span(&e, 1), by)[0];
  }
  bool of_coordinates(Expr e) const {  // and of parameters
    return std::ranges::all_of(expr::leaves(g_, e), [&](Expr leaf) {
      return g_.op(leaf) == Op::parameter || std::ranges::find(q_, leaf) != q_.end();
    });
  }

  // der(x) = u: u and der(u) are der(x) and der(der(x)) from here on.
  void name_velocities() {
    std::unordered_map<std::uint32_t, Expr> by;
    std::set<int> taken;
    for (Expr& row : rows_) {
      const std::vector<Expr> in = expr::leaves(g_, row);
      if (in.size() != 2 || !std::ranges::all_of(in, [&](Expr leaf) { return g_.op(leaf) == Op::symbol; }))
        continue;
      const bool first = g_.derivative(in[0]) == 1 && g_.derivative(in[1]) == 0;
      if (!first && !(g_.derivative(in[1]) == 1 && g_.derivative(in[0]) == 0)) continue;
      const Expr rate = in[first ? 0 : 1], name = in[first ? 1 : 0];
      if (g_.index(rate) == g_.index(name) || taken.contains(g_.index(name))) continue;
      const std::vector<Expr> slope = expr::gradient(g_, row, in);
      const auto at_zero = replaced(row, {{rate.id, g_.constant(0)}, {name.id, g_.constant(0)}});
      if (!g_.is_constant(slope[0]) || !g_.is_constant(slope[1]) || !g_.is_constant(at_zero, 0) ||
          g_.value(slope[0]) != -g_.value(slope[1]))
        continue;
      by.emplace(name.id, rate);
      by.emplace(g_.symbol(g_.index(name), 1).id, g_.symbol(g_.index(rate), 2));
      taken.insert(g_.index(name));
      row = g_.constant(0);
    }
    rows_ = expr::substitute(g_, rows_, by);
  }

  bool has_acceleration(Expr row) const {
    return std::ranges::any_of(symbols(row), [&](Expr leaf) { return g_.derivative(leaf) > 1; });
  }

  // M, h and f.
  bool split() {
    std::vector<Expr> a;
    for (const Expr row : rows_)
      for (const Expr leaf : symbols(row)) {
        if (g_.derivative(leaf) > 2) return false;
        if (g_.derivative(leaf) == 2 && std::ranges::find(a, leaf) == a.end()) a.push_back(leaf);
      }
    std::ranges::sort(a, {}, [&](Expr leaf) { return g_.index(leaf); });
    for (const Expr row : rows_)
      if (has_acceleration(row)) motion_.push_back(row);
    if (a.empty() || a.size() != motion_.size() || a.size() > most_coordinates) return false;
    std::unordered_map<std::uint32_t, Expr> no_acceleration, at_rest;
    for (const Expr leaf : a) {
      q_.push_back(g_.symbol(g_.index(leaf)));
      v_.push_back(g_.symbol(g_.index(leaf), 1));
      no_acceleration.emplace(leaf.id, g_.constant(0));
    }
    for (const Expr row : motion_)
      for (const Expr leaf : symbols(row))
        if (std::ranges::find(q_, leaf) == q_.end()) at_rest.emplace(leaf.id, g_.constant(0));
    for (const auto dependence : expr::dependence(g_, motion_, a))
      if (dependence == expr::Dependence::nonlinear) return false;
    for (const Expr row : motion_) {
      M_.push_back(expr::gradient(g_, row, a));
      h_.push_back(replaced(row, no_acceleration));
      f_.push_back(replaced(row, at_rest));
      if (!of_coordinates(f_.back()) ||
          !std::ranges::all_of(M_.back(), [&](Expr m) { return of_coordinates(m); }))
        return false;
    }
    return true;
  }

  // Which equation belongs to which coordinate: the one whose acceleration stands alone in it; of several, the
  // one in the same place of the list, as people write them.
  bool assign() {
    of_.assign(motion_.size(), q_.size());
    std::vector<char> used(q_.size(), 0);
    const auto take = [&](std::size_t i, std::size_t j) {
      of_[i] = j;
      used[j] = 1;
    };
    const auto candidates = [&](std::size_t i) {
      std::vector<std::size_t> list;
      for (std::size_t j = 0; j < q_.size(); ++j)
        if (!used[j] && !g_.is_constant(M_[i][j], 0)) list.push_back(j);
      return list;
    };
    for (std::size_t i = 0; i < motion_.size(); ++i)
      if (const auto list = candidates(i); list.size() == 1) take(i, list[0]);
    for (std::size_t i = 0; i < motion_.size(); ++i) {
      if (of_[i] < q_.size()) continue;
      const auto list = candidates(i);
      if (list.empty()) return false;
      take(i, std::ranges::find(list, i) != list.end() ? i : list[0]);
    }
    return true;
  }

  // s, or nothing.
  VectorXd factors() {
    const std::size_t n = q_.size();
    std::vector<Expr> wanted;
    for (std::size_t i = 0; i < n; ++i) wanted.insert(wanted.end(), M_[i].begin(), M_[i].end());
    wanted.insert(wanted.end(), h_.begin(), h_.end());
    wanted.insert(wanted.end(), f_.begin(), f_.end());
    wanted.insert(wanted.end(), v_.begin(), v_.end());
    for (const Expr f : f_) {
      const std::vector<Expr> row = expr::gradient(g_, f, q_);
      wanted.insert(wanted.end(), row.begin(), row.end());
    }
    for (std::size_t i = 0; i < n; ++i)  // (d/dt row i of M) q'
      wanted.push_back(turning(i));
    std::vector<VectorXd> conditions;
    VectorXd sign = VectorXd::Ones(static_cast<int>(n));
    for (std::size_t k = 0; k < points_; ++k) {
      const std::size_t point = k * (given_ - 1) / std::max<std::size_t>(points_ - 1, 1);
      const std::vector<double> value =
          expr::evaluate(g_, wanted, [&](Expr leaf) { return at_(point, leaf); });
      if (!std::ranges::all_of(value, [](double x) { return std::isfinite(x); })) return {};
      const double *M = value.data(), *h = M + n * n, *f = h + n, *v = f + n, *df = v + n, *turn = df + n * n;
      for (std::size_t i = 0; k == 0 && i < n; ++i)
        if (M[i * n + of_[i]] < 0) sign(static_cast<int>(i)) = -1;
      VectorXd work = VectorXd::Zero(static_cast<int>(n));  // the right-hand side of (1)
      double size = 0;
      for (std::size_t i = 0; i < n; ++i) {
        const double rate = v[of_[i]];
        work(static_cast<int>(i)) = rate * (0.5 * turn[i] - (h[i] - f[i]));
        size += std::abs(rate) * (std::abs(turn[i]) + std::abs(h[i]) + std::abs(f[i]));
      }
      if (size > 0) conditions.emplace_back(work / size);
      for (const double* A : {M, df})
        for (std::size_t i = 0; i < n; ++i)
          for (std::size_t j = 0; j < i; ++j) {
            const double a = A[i * n + of_[j]], b = A[j * n + of_[i]],
                         largest = std::max(std::abs(a), std::abs(b));
            if (largest <= 1e-12 * std::abs(A[i * n + of_[i]]) || largest == 0) continue;
            VectorXd& row = conditions.emplace_back(VectorXd::Zero(static_cast<int>(n)));
            row(static_cast<int>(i)) = a / largest;
            row(static_cast<int>(j)) = -b / largest;
          }
    }
    return null_vector(conditions, sign);
  }

  Expr turning(std::size_t i) {
    Expr sum = g_.constant(0);
    for (std::size_t j = 0; j < q_.size(); ++j) {
      const std::vector<Expr> slopes = expr::gradient(g_, M_[i][j], q_);
      for (std::size_t l = 0; l < q_.size(); ++l) {
        if (g_.is_constant(slopes[l], 0)) continue;
        const Expr rates = g_.apply(Op::mul, v_[j], v_[l]);
        sum = g_.apply(Op::add, sum, g_.apply(Op::mul, slopes[l], rates));
      }
    }
    return sum;
  }

  // Of all factors that meet the conditions those nearest to ±1; they must have these signs.
  static VectorXd null_vector(const std::vector<VectorXd>& conditions, const VectorXd& sign) {
    const int n = static_cast<int>(sign.size()), m = static_cast<int>(conditions.size());
    MatrixXd all = MatrixXd::Zero(std::max(m, n), n);
    for (int i = 0; i < m; ++i) all.row(i) = conditions[static_cast<std::size_t>(i)].transpose();
    if (linalg::apply(all, sign).cwiseAbs().maxCoeff() <= conserved) return sign;
    const linalg::Svd svd = linalg::svd(linalg::times(all.transpose(), all));
    VectorXd s = VectorXd::Zero(n);
    for (int k = 0; k < n; ++k)
      if (svd.sigma(k) <= conserved * conserved) s += svd.V.col(k) * svd.V.col(k).dot(sign);
    if ((s.cwiseProduct(sign).array() <= 1e-9 * s.cwiseAbs().maxCoeff()).any()) return {};
    s /= s.cwiseAbs().maxCoeff();
    return linalg::apply(all, s).cwiseAbs().maxCoeff() <= conserved ? s : VectorXd{};
  }

  expr::Graph& g_;
  std::size_t points_, given_;
  const LeafAt& at_;
  std::vector<Expr> rows_, motion_, q_, v_, h_, f_;
  std::vector<std::vector<Expr>> M_;
  std::vector<std::size_t> of_;  // coordinate, per equation of motion
};

}  // namespace

std::optional<Energy> find_energy(const model::Dae& dae, std::size_t points, const LeafAt& at) {
  if (points == 0 || dae.equations.size() > most_energy_equations) return {};
  return EnergySearch(dae, points, at).run();
}

}  // namespace trammel::analysis
