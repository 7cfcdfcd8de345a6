#include "certify/continuity.hpp"

#include <algorithm>
#include <cmath>

#include "expr/derivative.hpp"
#include "expr/query.hpp"

namespace trammel::certify {
namespace {

constexpr double noticed = 0.1;   // of an unknown's size: smaller changes are not looked at
constexpr double expected = 4;    // times the change of the step before
constexpr int halvings = 24;      // a jump persists down to 1e-7 of the step
constexpr double smaller = 0.25;  // a change that came down to this is none

// The one unknown of a row that is still open; -1: none, or several.
int the_only_open(const std::vector<int>& row, const std::vector<char>& open) {
  int only = -1;
  for (const int p : row) {
    if (!open[static_cast<std::size_t>(p)]) continue;
    if (only >= 0) return -1;
    only = p;
  }
  return only;
}

// A row that holds the highest derivative of something may serve to find that.
bool top_derivative(const EquationCode& equations, int row) {
  for (const int p : equations.of_row(row))
    if (equations.reported()[p].order > 0 && equations.reported()[p].above < 0) return true;
  return false;
}

}  // namespace

std::vector<int> worth_watching(const EquationCode& equations, const model::Dae& dae,
                                const std::vector<expr::Expr>& leaves) {
  std::vector<expr::Expr> algebraic, rows;
  for (int i = 0; i < equations.rows(); ++i) {
    if (equations.piecewise(i)) return {};
    rows.push_back(equations.equation(i).residual);
  }
  std::vector<char> open(leaves.size());  // unknowns without a derivative that no definition gives
  for (std::size_t p = 0; p < leaves.size(); ++p)
    open[p] = equations.reported()[p].order == 0 && equations.reported()[p].above < 0 &&
              equations.reported()[p].variable >= 0;
  for (bool more = true; more;) {
    more = false;
    for (int i = 0; i < equations.rows(); ++i)
      if (const int p = the_only_open(equations.of_row(i), open);
          p >= 0 &&
          expr::constant_derivatives(*dae.graph, std::span(&rows[static_cast<std::size_t>(i)], 1),
                                     std::span(&leaves[static_cast<std::size_t>(p)], 1)) &&
          !top_derivative(equations, i)) {
        open[static_cast<std::size_t>(p)] = 0;
        more = true;
      }
  }
  for (std::size_t p = 0; p < leaves.size(); ++p)
    if (open[p]) algebraic.push_back(leaves[p]);
  if (algebraic.empty()) return {};
  std::vector<int> watched;
  const auto how = expr::dependence(*dae.graph, rows, algebraic);
  for (int i = 0; i < equations.rows(); ++i)
    if (how[static_cast<std::size_t>(i)] == expr::Dependence::nonlinear)
      for (const int p : equations.of_row(i))
        if (open[static_cast<std::size_t>(p)]) watched.push_back(p);
  std::ranges::sort(watched);
  watched.erase(std::unique(watched.begin(), watched.end()), watched.end());
  return watched;
}

bool Continuity::suspects(Vec first, Vec last, double h, Vec sizes) {
  const double growth = length_ > 0 ? std::max(1.0, h / length_) : 1;
  length_ = h;
  bool found = false;
  for (std::size_t k = 0; k < watched_.size(); ++k) {
    const int p = watched_[k];
    const double change = std::fabs(last[p] - first[p]), before = change_[k];
    change_[k] = change;
    found = found || (before >= 0 && change > noticed * sizes[p] && change > expected * growth * before);
  }
  return found;
}

std::optional<Jump> Continuity::halve(int value, double a, double from, double b, double to,
                                      const Inside& inside) {
  const double whole = std::fabs(to - from), before = std::max(std::fabs(from), std::fabs(to));
  for (int k = 0; k < halvings; ++k) {
    const double m = 0.5 * (a + b);
    if (!(m > a && m < b)) break;
    inside(m, at_);
    const double middle = at_[value];
    const double left = std::fabs(middle - from), right = std::fabs(to - middle);
    if (left > right) {
      b = m;
      to = middle;
    } else {
      a = m;
      from = middle;
    }
    if (std::max(left, right) < smaller * whole) return {};
  }
  // At a pole both sides grow beyond all bounds, and 1/x goes through zero: that is the same solution.
  constexpr double grown = 100;
  if (from * to < 0 && std::min(std::fabs(from), std::fabs(to)) > grown * before) return {};
  return Jump{value, b, from, to};
}

std::optional<Jump> Continuity::find(double a, Vec first, double b, Vec last, int points, double bound,
                                     Vec sizes, const Inside& inside) {
  const double large = std::max(noticed, bound);
  std::ranges::copy(first, here_.begin());
  double t = a;
  for (int k = 1; k <= points + 1; ++k) {
    const double then = k > points ? b : a + (b - a) * k / (points + 1);
    if (k > points)
      std::ranges::copy(last, next_.begin());
    else
      inside(then, next_);
    for (const int p : watched_)
      if (std::fabs(next_[p] - here_[p]) > large * sizes[p])
        if (const auto jump = halve(p, t, here_[p], then, next_[p], inside)) return jump;
    std::swap(here_, next_);
    t = then;
  }
  return {};
}

}  // namespace trammel::certify
