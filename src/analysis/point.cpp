#include "analysis/point.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

#include "analysis/conflict.hpp"
#include "analysis/gauss_newton.hpp"
#include "analysis/point_blocks.hpp"
#include "analysis/point_notes.hpp"
#include "analysis/point_preferred.hpp"
#include "analysis/point_simplified.hpp"
#include "analysis/point_tails.hpp"
#include "analysis/some_rows.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "expr/print.hpp"
#include "expr/query.hpp"

namespace trammel::analysis {
namespace {

using expr::Expr;
using model::Rank;

constexpr double satisfied = 1e-10;  // relative residual with which a start counts as consistent
constexpr double kept = 1e-8;        // a preferred value that moved less than this was met
constexpr int most_restarts = 12;
constexpr int enough_digits = 6;  // fixed values with fewer digits are meant exactly

class Finder {
 public:
  Finder(const PointProblem& problem, Numbers numbers, std::vector<double> parameters,
         std::vector<int> row_stage)
      : p_(problem), numbers_(std::move(numbers)), parameters_(std::move(parameters)),
        newton_(numbers_, problem.t, nominals()), wish_(values()), row_stage_(std::move(row_stage)),
        stages_(row_stage_.begin(), row_stage_.end()) {
    set_mobility();
  }

  std::optional<std::vector<double>> look() {
    std::vector<double> values = best_attempt();
    if (!(error_ <= satisfied)) return {};
    compute_tails(tails_, numbers_, p_.t, values);
    return values;
  }

  Point find() {
    Point point{wish_, {}};
    if (p_.conditions.empty()) {
      point.notes = notes_on_free_values(p_, wish_, {});
      return point;
    }
    point.values = best_attempt();
    if (!(error_ <= satisfied)) {
      if (const auto loosened = within_printed_digits(); !loosened.empty())
        point.values = loosened;
      else
        refuse();
    }
    snap(point.values);
    compute_tails(tails_, numbers_, p_.t, point.values);
    if (!std::ranges::all_of(point.values, [](double v) { return std::isfinite(v); })) refuse();
    const PointNotes said = newton_.dense()
                                ? notes_on_point(p_, point.values, numbers_, nominals(), loosened_)
                                : notes_on_large_point(p_, point.values, at(point.values));
    point.notes = notes_;
    point.notes.insert(point.notes.end(), said.notes.begin(), said.notes.end());
    point.dependent = said.dependent;
    return point;
  }

 private:
  std::vector<double> nominals() const {
    std::vector<double> result;
    result.reserve(p_.quantities.size());
    for (const Quantity& quantity : p_.quantities) result.push_back(quantity.nominal);
    return result;
  }
  std::vector<double> values() const {
    std::vector<double> result;
    result.reserve(p_.quantities.size());
    for (const Quantity& quantity : p_.quantities) result.push_back(quantity.value);
    return result;
  }
  const linalg::SparseMatrix& at(const std::vector<double>& x) {
    numbers_.evaluate(p_.t, x);
    return numbers_.J();
  }
  std::string name(std::size_t k) const { return expr::print(*p_.dae->graph, p_.quantities[k].leaf); }

  double full_mobility(std::size_t k) const {
    const Quantity& q = p_.quantities[k];
    if (q.rank == Rank::fixed) return 0;
    if (q.rank == Rank::guess) return q.nominal;
    return q.nominal * (q.stage < 0 ? 1e-4 : 1e-2);
  }
  void set_mobility() {
    for (std::size_t k = 0; k < wish_.size(); ++k) newton_.mobility[k] = full_mobility(k);
    for (const Tail& tail : tails_) newton_.mobility[tail.column] = 0;
  }
  void set_active() {
    std::ranges::fill(newton_.active, 1);
    for (const Tail& tail : tails_) newton_.active[tail.row] = 0;
  }

  // Positions first, then velocities, then accelerations and multipliers: each stage is a smaller, often
  // linear problem. What the stages cannot meet one by one is then solved all at once.
  std::vector<double> attempt(std::vector<double> x) {
    for (const int stage : stages_) {
      for (std::size_t i = 0; i < row_stage_.size(); ++i) newton_.active[i] = row_stage_[i] == stage;
      for (std::size_t k = 0; k < x.size(); ++k)
        newton_.mobility[k] = p_.quantities[k].stage == stage ? full_mobility(k) : 0;
      for (const Tail& tail : tails_) newton_.active[tail.row] = 0, newton_.mobility[tail.column] = 0;
      if (newton_.solve(x) <= satisfied) newton_.approach(x, wish_);
    }
    set_active();
    set_mobility();
    error_ = newton_.error(x);
    if (error_ <= satisfied && stages_.size() > 1) return x;
    error_ = newton_.solve(x);
    if (error_ <= satisfied) newton_.approach(x, wish_);
    return x;
  }

  double moved(const std::vector<double>& x) const {  // of preferred values, the largest relative one
    double worst = 0;
    for (std::size_t k = 0; k < x.size(); ++k)
      if (p_.quantities[k].rank == Rank::preferred)
        worst = std::max(
            worst, std::fabs(x[k] - wish_[k]) / std::max(std::fabs(wish_[k]), p_.quantities[k].nominal));
    return worst;
  }

  // A guess may be a place where the constraints are singular (the middle of a circle), or where following
  // them moves a preferred value although another guess would not: perturbed guesses, in a fixed order.
  std::vector<double> perturbed(int k) const {
    std::vector<double> x = wish_;
    const int ring = k / 4;
    const double size = k <= 4 ? 0.1 : 0.3 * ring;
    for (std::size_t j = 0; j < x.size(); ++j) {
      const double golden = std::fmod(0.6180339887498949 * static_cast<double>((j + 1) * (k + 1)), 1.0);
      if (p_.quantities[j].rank == Rank::guess)
        x[j] += size * std::max(std::fabs(x[j]), p_.quantities[j].nominal) *
                (k % 2 == 1 ? 0.5 + golden : 1 - 2.5 * golden);
    }
    return x;
  }

  bool by_blocks(std::vector<double>& x) {
    if (!solve_by_blocks(p_, numbers_, parameters_, newton_.active, x)) return false;
    compute_tails(tails_, numbers_, p_.t, x);
    return true;
  }

  void keep_preferred(std::vector<double>& x) {
    std::vector<double> other = x;
    prefer(p_, wish_, newton_, other, satisfied);
    set_mobility();
    if (newton_.error(other) <= satisfied) x = other;
    error_ = newton_.error(x);
  }

  // A search that fails is repeated without what decides about nothing.
  std::vector<double> best_attempt() {
    std::vector<double> best = search();
    if (error_ <= satisfied) return best;
    tails_ = find_tails(p_, *numbers_.J().pattern);
    set_active();
    set_mobility();
    return tails_.empty() ? best : search();
  }
  std::vector<double> search() {
    std::vector<double> best = attempt(wish_);
    if (error_ <= satisfied && moved(best) > kept) keep_preferred(best);
    double best_error = error_, best_move = moved(best);
    if (!(best_error <= satisfied)) {
      std::vector<double> x = wish_;
      if ((by_blocks(x) && newton_.solve(x) <= satisfied) || newton_.homotopy(x = wish_) <= satisfied) {
        newton_.approach(x, wish_);
        best_error = newton_.error(x);
        best_move = moved(x);
        best = x;
      }
    }
    for (int k = 1; k <= restarts() && (!(best_error <= satisfied) || best_move > kept); ++k) {
      if (best_error <= satisfied && k > 3) break;
      std::vector<double> x = attempt(perturbed(k));
      if (error_ <= satisfied && moved(x) > kept) keep_preferred(x);
      const bool solved = error_ <= satisfied;
      if (solved ? !(best_error <= satisfied) || moved(x) < 0.5 * best_move : error_ < best_error) {
        best = x;
        best_error = error_;
        best_move = moved(x);
      }
    }
    error_ = best_error;
    return best;
  }
  int restarts() const { return newton_.dense() ? most_restarts : 2; }

  // Data that were printed with nine digits contradict each other in the tenth: fixed values may then move by
  // a few units of their last digit.
  std::vector<double> within_printed_digits() {
    std::vector<double> x = wish_;
    std::vector<std::size_t> loose;
    for (std::size_t k = 0; k < x.size(); ++k)
      if (p_.quantities[k].rank == Rank::fixed && printed_digits(wish_[k]) >= enough_digits) {
        newton_.mobility[k] = printed_unit(wish_[k]);
        loose.push_back(k);
      }
    if (loose.empty()) return {};
    error_ = newton_.solve(x);
    if (error_ <= satisfied) newton_.approach(x, wish_);
    bool close = error_ <= satisfied;
    std::vector<std::string> names;
    for (const std::size_t k : loose) {
      close &= std::fabs(x[k] - wish_[k]) <= 5 * printed_unit(wish_[k]);
      if (x[k] != wish_[k]) names.push_back(quote(name(k)));
    }
    if (!close) {
      set_mobility();
      return {};
    }
    for (const std::size_t k : loose) newton_.mobility[k] = 0;
    loosened_ = true;
    notes_.push_back(
        fmt::format("the fixed values of {} contradict the equations only in their last printed digits; they "
                    "were corrected there",
                    listed(names)));
    return x;
  }

  // Preferred values that could be met are met exactly. Of those that are no states the search keeps less (see
  // full_mobility), so they may be farther off.
  void snap(std::vector<double>& x) {
    if (!snap(x, 1e-3)) snap(x, 1e-6);
    if (!loosened_) set_mobility();
  }
  bool snap(std::vector<double>& x, double no_states) {
    std::vector<double> exact = x;
    bool any = false;
    for (std::size_t k = 0; k < x.size(); ++k) {
      const Quantity& q = p_.quantities[k];
      if (q.rank != Rank::preferred) continue;
      const bool near = std::fabs(x[k] - wish_[k]) <=
                        (q.stage < 0 ? 1e-6 : no_states) * std::max(std::fabs(wish_[k]), q.nominal);
      newton_.mobility[k] = near ? 0 : full_mobility(k);
      if (!near) continue;
      any |= exact[k] != wish_[k];
      exact[k] = wish_[k];
    }
    if (any && !(newton_.solve(exact) <= satisfied)) return false;
    x = exact;
    return true;
  }

  [[noreturn]] void refuse() {
    std::vector<double> x = wish_;
    tails_.clear();
    refuse_not_finite(x);
    const auto feasible = [&](const std::vector<char>& row_on, const std::vector<char>& fixed_on) {
      newton_.active = row_on;
      for (std::size_t k = 0; k < wish_.size(); ++k)
        newton_.mobility[k] = p_.quantities[k].rank == Rank::fixed && !fixed_on[k] ? p_.quantities[k].nominal
                                                                                   : full_mobility(k);
      std::vector<double> at = wish_;
      if (newton_.solve(at) <= satisfied) return true;
      at = wish_;
      if (newton_.homotopy(at) <= satisfied) return true;
      for (const int k : {1, 2, 5}) {
        at = perturbed(k);
        if (newton_.solve(at) <= satisfied) return true;
      }
      return false;
    };
    const Conflict conflict = minimal_conflict(p_, newton_.dense(), feasible);
    std::ranges::fill(newton_.active, 1);
    set_mobility();
    newton_.solve(x);
    newton_.error(x);
    refuse_conflict(p_, conflict, numbers_.r(), newton_.scale());
  }

  void refuse_not_finite(const std::vector<double>& x) {
    std::ranges::fill(newton_.active, 1);
    if (std::isfinite(newton_.error(x))) return;
    for (std::size_t i = 0; i < numbers_.r().size(); ++i)
      if (!std::isfinite(numbers_.r()[i])) refuse_no_number(p_, numbers_, i, x);
    throw Error(Kind::initialization, "a derivative of the constraints is not finite at the start values",
                {.time = p_.t}, "give start values at which they can be computed");
  }

  const PointProblem& p_;
  Numbers numbers_;
  std::vector<double> parameters_;
  GaussNewton newton_;
  std::vector<double> wish_;
  std::vector<int> row_stage_;
  std::set<int> stages_;
  std::vector<Tail> tails_;  // that are left out of the search
  double error_ = INFINITY;
  bool loosened_ = false;
  std::vector<std::string> notes_;
};

}  // namespace

Point find_point(const PointProblem& problem) {
  return find_point(problem, PointPlan(problem), parameter_values(*problem.dae));
}

Point find_point(const PointProblem& problem, const PointPlan& plan, Vec parameters) {
  std::vector<double> numbers(parameters.begin(), parameters.end());
  const auto in = [&](const PointProblem& p) {
    return Finder(p, Numbers(plan.program, numbers), numbers, plan.row_stage);
  };
  if (plan.simplification < 0) return in(problem).find();
  double& part = numbers[static_cast<std::size_t>(plan.simplification)];
  const PointProblem led = led_from_simplified(problem, [&](const PointProblem& p, double now) {
    part = now;
    return in(p).look();
  });
  part = parameters[static_cast<std::size_t>(plan.simplification)];
  return in(led).find();
}

}  // namespace trammel::analysis
