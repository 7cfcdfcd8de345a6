// pipeline/instants_delay.cpp: the past of a run, and which piece of it delays look at.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "base/text.hpp"
#include "expr/query.hpp"
#include "linalg/decompositions.hpp"
#include "pipeline/instants.hpp"

namespace trammel::pipeline {

namespace {

// Unknowns that follow from parameters alone: an equation without time holds nothing else that moves, again and
// again. Returned is whether each of the expressions does so.
std::vector<char> follow_from_parameters(const expr::Graph& g, std::vector<expr::Expr> equations,
                                         const std::vector<expr::Expr>& asked) {
  std::vector<char> rests(static_cast<std::size_t>(g.variables()), 0);
  // The unknowns of an expression that move; none: it depends on time itself.
  const auto moving = [&](expr::Expr e) -> std::optional<std::vector<int>> {
    std::vector<int> found;
    for (const expr::Expr leaf : expr::leaves(g, e)) {
      if (g.op(leaf) == expr::Op::time) return {};
      if (g.op(leaf) != expr::Op::symbol || rests[static_cast<std::size_t>(g.index(leaf))] != 0) continue;
      if (g.derivative(leaf) > 0) return {};
      found.push_back(g.index(leaf));
    }
    return found;
  };
  for (bool more = true; more;) {
    more = false;
    std::erase_if(equations, [&](expr::Expr row) {
      const auto found = moving(row);
      if (!found || found->size() > 1) return !found;
      for (const int variable : *found) rests[static_cast<std::size_t>(variable)] = 1;
      more = more || !found->empty();
      return true;
    });
  }
  std::vector<char> result;
  for (const expr::Expr e : asked) {
    const auto found = moving(e);
    result.push_back(found && found->empty());
  }
  return result;
}

}  // namespace

void find_resting(Held& held, const std::vector<expr::Expr*>& all) {
  expr::Graph& g = *held.problem.dae.graph;
  std::vector<expr::Expr> equations, values;
  for (const model::Equation& equation : held.problem.dae.equations) equations.push_back(equation.residual);
  for (HeldDelay& delay : held.delays) {
    values.push_back(delay.value);
    delay.at_rest = !delay.moving;
  }
  // Delays may depend on each other: those are left out that move although all others are taken to rest.
  std::unordered_map<std::uint32_t, expr::Expr> levels;
  for (bool more = !held.delays.empty(); more;) {
    levels.clear();
    for (const HeldDelay& delay : held.delays)
      if (delay.at_rest) levels[delay.polynomial.id] = g.parameter(delay.coefficients[0]);
    const std::vector<char> rest = follow_from_parameters(g, expr::substitute(g, equations, levels),
                                                          expr::substitute(g, values, levels));
    more = false;
    for (std::size_t k = 0; k < rest.size(); ++k) {
      more = more || (held.delays[k].at_rest && rest[k] == 0);
      held.delays[k].at_rest = held.delays[k].at_rest && rest[k] != 0;
    }
  }
  if (levels.empty()) return;
  std::vector<expr::Expr> now;
  for (const expr::Expr* e : all) now.push_back(*e);
  now = expr::substitute(g, now, levels);
  for (std::size_t k = 0; k < all.size(); ++k) *all[k] = now[k];
}

void Instants::set_piece(const HeldDelay& delay, const History::Piece& piece) {
  set(delay.centre, piece.centre);
  set(delay.half, piece.half);
  set(delay.from, piece.from);
  set(delay.to, piece.to);
  for (std::size_t k = 0; k < delay.coefficients.size(); ++k) set(delay.coefficients[k], piece.c[k]);
}

// At the start the past is what its expression is there; it may depend on itself, as in
// y = x + a*delay(y, T). Then that is solved for: repetition alone would converge only where |a| < 1, and
// slowly.
bool Instants::start_delays(double t, Vec z, Aftermath& result) {
  constexpr int repetitions = 2, corrections = 10;
  constexpr double digits = 1e-14;
  const std::vector<HeldDelay>& delays = code_->delays;
  if (delays.empty()) return true;
  const auto n = static_cast<Eigen::Index>(delays.size());
  const auto past = [&](const Eigen::VectorXd& p) {  // what it is if it is p
    Eigen::VectorXd is = Eigen::VectorXd::Constant(n, NAN);
    for (Eigen::Index k = 0; k < n; ++k) {
      History::Piece piece{.to = t};
      piece.c[0] = p[k];
      set_piece(delays[static_cast<std::size_t>(k)], piece);
    }
    if (read(EventCode::delayed, t, z, delayed_, result))
      for (Eigen::Index k = 0; k < n; ++k) is[k] = delayed_[2 * static_cast<std::size_t>(k)];
    return is;
  };
  if (!read(EventCode::delayed, t, z, delayed_, result)) return false;
  Eigen::VectorXd p(n), is(n);
  for (Eigen::Index k = 0; k < n; ++k) {
    const HeldDelay& delay = delays[static_cast<std::size_t>(k)];
    is[k] = delayed_[2 * static_cast<std::size_t>(k)];
    p[k] = of(delay.coefficients[0]);
    const double at = delayed_[2 * static_cast<std::size_t>(k) + 1];
    if (!(at > t)) continue;
    result.failed = fmt::format("{} looks into the future: its time is {:.6g}", quote(delay.text), t - at);
    result.where = {.file = delay.origin.file, .line = delay.origin.line, .column = delay.origin.column};
    return false;
  }
  const auto meets = [&] { return ((is - p).array().abs() <= digits * p.array().abs()).all(); };
  for (int k = 0; k < repetitions + corrections && !meets(); ++k) {
    Eigen::VectorXd next = is;
    if (k >= repetitions) {
      Eigen::MatrixXd A(n, n);  // d(p - is)/dp
      for (Eigen::Index j = 0; j < n; ++j) {
        const double length = std::max(std::fabs(p[j]), 1.0);
        A.col(j) = (is - past(p + length * Eigen::VectorXd::Unit(n, j))) / length;
        A(j, j) += 1;
      }
      next = p + linalg::least_squares(A, is - p);
    }
    if (!next.allFinite()) break;
    p = std::move(next);
    is = past(p);
    if (result.failed) return false;
  }
  (void)past(meets() ? p : is);  // a fixed point to rounding is one
  return !result.failed;
}

void Instants::begin_history(double t, Vec z, Aftermath& result) {
  if (!history_ || !read(EventCode::delayed, t, z, delayed_, result)) return;
  std::vector<double> values;
  for (std::size_t k = 0; k < code_->delays.size(); ++k) values.push_back(delayed_[2 * k]);
  history_->begin(t, values);
}

void Instants::record(const solution::StepPolynomial& step, const std::vector<int>& place) {
  if (!history_ || place.size() != no_state_.size()) return;
  refresh();
  const std::size_t count = code_->delays.size();
  // What is no state bends more than the polynomial of the states.
  const int degree = std::clamp(step.degree() + 2, 4, History::degree);
  const std::vector<double>& theta = solution::chebyshev_grid(degree).points;
  recorded_.resize(theta.size() * count);
  for (std::size_t i = 0; i < theta.size(); ++i) {
    const double t = i + 1 == theta.size() ? step.to() : step.from() + theta[i] * step.length();
    state_at(step, place, t);
    const bool known = view_.evaluate(EventCode::delayed, t, z_, delayed_);
    for (std::size_t k = 0; k < count; ++k) {
      recorded_[i * count + k] = known || i == 0 ? delayed_[2 * k] : recorded_[(i - 1) * count + k];
      const double longest = code_->delays[k].longest;
      longest_ = std::max(longest_, longest > 0 ? longest : t - delayed_[2 * k + 1]);
    }
  }
  history_->add(step.from(), step.to(), degree + 1, recorded_);
  constexpr double slack = 1.01;
  history_->forget(step.to() - slack * longest_ - step.length());
}

bool Instants::take_piece(std::size_t k, double t, double past, Aftermath& result) {
  const HeldDelay& delay = code_->delays[k];
  const auto piece =
      delay.at_rest ? history_->level(k, past) : history_->piece(k, past, delay.moving, accuracy_);
  if (!piece) {
    result.failed =
        past >= t ? fmt::format("at t = {:.6g} the time of {} is {:.3g}: it must stay greater than zero", t,
                                quote(delay.text), t - past)
                  : fmt::format(
                        "at t = {:.6g} {} asks for t = {:.6g}, longer ago than {:.6g}, the longest "
                        "time that was given",
                        t, quote(delay.text), past, longest_);
    result.where = {
        .file = delay.origin.file, .line = delay.origin.line, .column = delay.origin.column, .time = t};
    return false;
  }
  const bool same = delay.at_rest && piece->c[0] == of(delay.coefficients[0]);  // nothing jumps here
  if (const auto level = history_->break_at(past); level && !same)
    bend_ = std::min(bend_.value_or(*level), *level);
  set_piece(delay, *piece);
  result.names.push_back(delay.text);
  return true;
}

// Those whose piece has ended get another one.
bool Instants::renew_delays(double t, Vec z, Aftermath& result) {
  if (code_->delays.empty()) return true;
  if (!read(EventCode::delayed, t, z, delayed_, result)) return false;
  const std::vector<double> pasts = delayed_;
  for (std::size_t k = 0; k < code_->delays.size(); ++k) {
    const HeldDelay& delay = code_->delays[k];
    const double past = pasts[2 * k + 1], rounding = 1e-15 * std::max(std::fabs(t), std::fabs(past));
    if (past < of(delay.to) - 8 * rounding && past >= of(delay.from) - 8 * rounding) continue;
    if (!take_piece(k, t, std::max(past, of(delay.to) - 8 * rounding <= past ? of(delay.to) : past), result))
      return false;
  }
  return true;
}

// A bend of the past bends what follows from it one derivative higher. After a few times it is smooth enough
// for any method.
void Instants::tell_history(double t, Aftermath& result) {
  constexpr int smooth = 6;
  result.quiet = result.quiet && result.altered.empty() && bend_ != 0;
  if (!history_ || !result.changed) return;
  if (!result.quiet) {
    history_->mark(t, 0);
    // What was at rest until now may be something else from now on.
    for (const HeldDelay& delay : code_->delays)
      if (delay.at_rest && of(delay.to) > t) set(delay.to, t);
  } else if (bend_ && *bend_ < smooth)
    history_->mark(t, *bend_ + 1);
}

}  // namespace trammel::pipeline
