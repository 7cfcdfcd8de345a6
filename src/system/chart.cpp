#include "system/chart.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "linalg/pivots.hpp"
#include "linalg/solver.hpp"

namespace trammel::system {
namespace {

// A pivot beside the rest of its row. Changing costs one factorization, and near the best choice what a step
// leaves across the constraints turns least into an error along them: measured on 100 turns of a pendulum,
// 0.5 instead of 0.9 makes the error several times larger.
constexpr double serves = 0.9;
constexpr double farthest = 0.5;  // a row of G may turn so far, relative to its length, in a tangent chart
constexpr double slow = 0.1;      // contraction from which a new matrix is worth its price
constexpr int most_chart_steps = 30;  // of a simplified Newton iteration
constexpr double round_off = 4e-15;   // of the size of the state

}  // namespace

struct Chart::Work {
  Work(std::unique_ptr<Invariants> constraints, Ode& view, Kind how)
      : kind(how), ode(view), invariants(std::move(constraints)), n(invariants->columns()),
        m(invariants->rows()), H(invariants->pattern()), h(m), step(n + m) {
    for (const Ode::Part& part : ode.state()) unknown.push_back(part.unknown);
    lay_out_matrix();
    lay_out_pivots();
  }

  bool used(int row) const { return !invariants->users_own(row); }
  bool same_level(int row, int column) const {
    return used(row) && invariants->below(row) == invariants->height(column);
  }
  template <class Visit>
  void each_entry(Visit&& visit) const {  // of H: row, column, position
    for (int j = 0; j < n; ++j)
      for (int k = H.pattern->start[j]; k < H.pattern->start[j + 1]; ++k) visit(H.pattern->row[k], j, k);
  }
  void lay_out_matrix();
  void lay_out_pivots();
  bool choose(double t, Vec z);
  bool choose_tangent() {
    each_entry([&](int row, int column, int k) { direction[k] = same_level(row, column) ? H.value[k] : 0; });
    return true;
  }
  bool choose_mass(double t, Vec z);
  bool choose_partition();
  bool tangent_serves();
  void read_pivots();
  Outcome factor();

  Kind kind;
  Ode& ode;
  std::unique_ptr<Invariants> invariants;
  int n, m;
  std::vector<int> unknown;   // per column
  linalg::SparseMatrix H, K;  // K = (I, -D; H, 0)
  std::vector<std::uint32_t> position;
  std::unique_ptr<linalg::LinearSolver> solver;
  std::vector<std::pair<int, int>> across;  // row and column of H for each entry of Dᵀ
  std::vector<double> h, step, direction;   // direction: Dᵀ
  std::vector<double> chosen_at;            // H where a tangent chart was chosen
  std::vector<double> change;               // of tops, per row of H
  std::unique_ptr<linalg::Pivots> pivots;
  std::vector<int> pivot_entry;  // per entry of the pivots: where in H
  std::vector<int> family_row;   // per row of H: its row among the pivots, or -1
  std::vector<double> pivot_scale, pivot_value;
  std::vector<double> turned = std::vector<double>(m), length = turned;  // per row
  bool chosen = false, factored = false;
  int changes = 0;
};

void Chart::Work::lay_out_matrix() {
  std::vector<std::pair<int, int>> entries;
  if (kind == Kind::mass) {
    for (int row = 0; row < m; ++row)
      for (int column = 0; column < n; ++column)
        if (same_level(row, column)) across.emplace_back(row, column);
  } else {
    each_entry([&](int row, int column, int) { across.emplace_back(row, column); });
  }
  direction.resize(across.size());
  for (int i = 0; i < n + m; ++i) entries.emplace_back(i, i);
  for (const auto& [row, column] : across) entries.emplace_back(column, n + row);
  each_entry([&](int row, int column, int) { entries.emplace_back(n + row, column); });
  K = linalg::SparseMatrix(
      std::make_shared<linalg::Pattern>(linalg::make_pattern(n + m, n + m, entries, position)));
  solver = linalg::make_solver(K.pattern);
}

// One row of pivots per constraint: its deepest level, which has the fewest candidates; the levels above it
// follow.
void Chart::Work::lay_out_pivots() {
  std::map<int, int> deepest, number;  // per family
  for (int row = 0; row < m; ++row)
    if (used(row))
      deepest[invariants->family(row)] = std::max(deepest[invariants->family(row)], invariants->below(row));
  std::vector<int> group;
  for (const auto& [family, below] : deepest) {
    number.emplace(family, static_cast<int>(group.size()));
    group.push_back(-below);
  }
  std::vector<std::pair<int, int>> entries;
  for (int row = 0; row < m; ++row) family_row.push_back(used(row) ? number.at(invariants->family(row)) : -1);
  each_entry([&](int row, int column, int k) {
    if (!same_level(row, column) || invariants->below(row) != deepest.at(invariants->family(row))) return;
    entries.emplace_back(family_row[row], unknown[column]);
    pivot_entry.push_back(k);
    pivot_scale.push_back(ode.nominal(column));
  });
  pivot_value.resize(pivot_scale.size());
  const int columns = unknown.empty() ? 0 : *std::ranges::max_element(unknown) + 1;
  pivots = std::make_unique<linalg::Pivots>(static_cast<int>(group.size()), columns, std::move(entries),
                                            std::move(group));
}

void Chart::Work::read_pivots() {
  for (std::size_t k = 0; k < pivot_entry.size(); ++k)
    pivot_value[k] = pivot_scale[k] * H.value[pivot_entry[k]];
}

bool Chart::Work::choose_partition() {
  read_pivots();
  if (!pivots->choose(pivot_value)) return false;
  each_entry([&](int row, int column, int k) {
    direction[k] = same_level(row, column) && pivots->columns()[family_row[row]] == unknown[column] ? 1 : 0;
  });
  return true;
}

// The same change of tops serves every level, one level lower each time.
bool Chart::Work::choose_mass(double t, Vec z) {
  if (!ode.directions(t, z, change)) return false;
  const std::size_t unknowns = m == 0 ? 0 : change.size() / static_cast<std::size_t>(m);
  for (std::size_t k = 0; k < across.size(); ++k) {
    const auto& [row, column] = across[k];
    direction[k] =
        change[static_cast<std::size_t>(row) * unknowns + static_cast<std::size_t>(unknown[column])];
  }
  return true;
}

bool Chart::Work::choose(double t, Vec z) {
  chosen_at = H.value;
  if (kind == Kind::partition) return choose_partition();
  return kind == Kind::mass ? choose_mass(t, z) : choose_tangent();
}

bool Chart::Work::tangent_serves() {
  std::ranges::fill(turned, 0.0);
  std::ranges::fill(length, 0.0);
  each_entry([&](int row, int column, int k) {
    if (!same_level(row, column)) return;
    turned[row] += std::pow(H.value[k] - chosen_at[k], 2);
    length[row] += chosen_at[k] * chosen_at[k];
  });
  for (int row = 0; row < m; ++row)
    if (!(turned[row] <= farthest * farthest * length[row])) return false;
  return true;
}

// Rows that are not used become w = 0.
Outcome Chart::Work::factor() {
  std::fill(K.value.begin(), K.value.end(), 0.0);
  for (int i = 0; i < n; ++i) K.value[position[i]] = 1;
  for (int i = 0; i < m; ++i) K.value[position[n + i]] = used(i) ? 0 : 1;
  std::size_t at = static_cast<std::size_t>(n) + m;
  for (std::size_t k = 0; k < across.size(); ++k, ++at)
    if (used(across[k].first)) K.value[position[at]] = -direction[k];
  each_entry([&](int row, int, int k) {
    if (used(row)) K.value[position[at]] = H.value[k];
    ++at;
  });
  factored = solver->factor(K) < 0;
  return factored ? Outcome{} : Outcome{Outcome::singular, -1};
}

Chart::Chart(std::unique_ptr<Invariants> invariants, Ode& ode, Kind kind)
    : work_(std::make_unique<Work>(std::move(invariants), ode, kind)) {}
Chart::~Chart() = default;
bool Chart::empty() const {
  return std::ranges::all_of(work_->family_row, [](int row) { return row < 0; });
}
int Chart::changes() const { return work_->changes; }

double Chart::residual(double t, Vec z) {
  work_->invariants->evaluate(t, z, work_->h);
  double largest = 0;
  for (const double h : work_->h) largest = std::max(largest, std::fabs(h));
  return largest;
}

bool Chart::update(double t, Vec z) {
  Work& w = *work_;
  if (empty()) return false;
  w.invariants->jacobian(t, z, w.H);
  if (w.chosen) {
    if (w.kind != Kind::partition && w.tangent_serves()) return false;
    if (w.kind == Kind::partition) {
      w.read_pivots();
      if (w.pivots->serve(w.pivot_value, serves)) return false;
    }
  }
  if (!w.choose(t, z)) return false;
  w.changes += w.chosen ? 1 : 0;
  w.chosen = true;
  w.factor();
  return true;
}

Outcome Chart::onto(double t, Out z) {
  Work& w = *work_;
  if (empty()) return {};
  if (!w.chosen) update(t, z);
  double before = INFINITY;
  for (int iteration = 0; iteration < most_chart_steps; ++iteration) {
    const bool fresh = !w.factored;
    if (fresh) {
      w.invariants->jacobian(t, z, w.H);
      if (const Outcome outcome = w.factor(); !outcome) return outcome;
    }
    w.invariants->evaluate(t, z, w.h);
    std::fill(w.step.begin(), w.step.end(), 0.0);
    for (int i = 0; i < w.m; ++i)
      if (w.used(i)) w.step[w.n + i] = w.h[i];
    w.solver->solve(w.step);
    double moved = 0, size = 0;
    for (int i = 0; i < w.n; ++i) {
      z[i] -= w.step[i];
      moved = std::max(moved, std::fabs(w.step[i]));
      size = std::max(size, std::fabs(z[i]));
    }
    if (!std::isfinite(moved + size)) {
      w.factored = false;
      return {Outcome::not_finite, -1};
    }
    // Rounding decides where steps of a new matrix have stopped shrinking.
    const bool small = moved <= 1e3 * round_off * size;
    if (moved <= round_off * size || (fresh && small && moved > slow * before)) return {};
    if (fresh && !small && moved > 2 * before) return {Outcome::diverged, -1};
    w.factored = moved <= slow * before;
    before = moved;
  }
  return {Outcome::diverged, -1};
}

}  // namespace trammel::system
