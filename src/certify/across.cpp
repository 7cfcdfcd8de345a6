#include "certify/across.hpp"

#include <algorithm>
#include <cmath>

namespace trammel::certify {
namespace {

constexpr std::size_t most_rows = 100;  // that hang together: more are not looked at
constexpr double rank = 1e-9;           // of entries in units of their rows and columns
constexpr double linear = 1e-6;         // changes of a derivative that are rounding
constexpr double of_a_digit = 1e-9;     // of sizes

// The part of the equations that hangs together with what has jumped, as a small dense system for the impulses.
class Instant {
 public:
  Instant(Equations& equations, const Across& event) : equations_(equations), event_(event) {
    const std::vector<Reported>& reported = equations.reported();
    jump_.assign(reported.size(), 0.0);
    noise_.assign(reported.size(), 0.0);
    free_.assign(reported.size(), 0);
    for (const int p : event.set) free_[static_cast<std::size_t>(p)] = 1;
    for (std::size_t p = 0; p < reported.size(); ++p) {
      if (reported[p].variable < 0 || reported[p].above < 0) continue;
      const double change = event.behind[p] - event.before[p];
      noise_[p] = std::max(event.allowed[static_cast<std::size_t>(reported[p].variable)], of_a_digit) *
                  event.sizes[p];
      if (std::fabs(change) > noise_[p]) jump_[p] = change;
    }
  }

  std::optional<int> find() {
    if (!any()) return {};
    read_jacobian();
    free_what_is_tied();
    // What lies below the derivative that jumps would need more than an impulse.
    const std::vector<Reported>& reported = equations_.reported();
    for (std::size_t p = 0; p < jump_.size(); ++p)
      if (jump_[p] != 0 && free_[p] == 0 && reported[static_cast<std::size_t>(reported[p].above)].above >= 0)
        return static_cast<int>(p);
    if (!collect()) return {};
    const int row = contradicted();
    return row < 0 ? std::nullopt : std::optional(culprit(row));
  }

 private:
  bool any() const {
    for (std::size_t p = 0; p < jump_.size(); ++p)
      if (jump_[p] != 0 && free_[p] == 0) return true;
    return false;
  }

  struct Entry {
    int value;
    double slope;
  };

  bool algebraic(int p) const {
    const Reported& r = equations_.reported()[static_cast<std::size_t>(p)];
    return r.variable >= 0 && r.order == 0 && r.above < 0;
  }

  // Rows by their entries; those that are not linear in derivatives and algebraic unknowns are left out.
  void read_jacobian() {
    std::vector<double> other(event_.behind.begin(), event_.behind.end());
    const std::vector<Reported>& reported = equations_.reported();
    for (std::size_t p = 0; p < other.size(); ++p)
      if (reported[p].order > 0 ? reported[p].above < 0 : algebraic(static_cast<int>(p)))
        other[p] = 2 * other[p] + event_.sizes[p];
    const linalg::SparseMatrix J = equations_.jacobian(event_.t, event_.behind);
    const linalg::SparseMatrix& far = equations_.jacobian(event_.t, other);
    rows_.assign(static_cast<std::size_t>(equations_.rows()), {});
    silent_.assign(rows_.size(), 0);
    for (int c = 0; c < J.pattern->columns; ++c)
      for (int k = J.pattern->start[c]; k < J.pattern->start[c + 1]; ++k) {
        const auto row = static_cast<std::size_t>(J.pattern->row[k]);
        const double slope = J.value[static_cast<std::size_t>(k)],
                     there = far.value[static_cast<std::size_t>(k)];
        const Reported& r = reported[static_cast<std::size_t>(c)];
        const bool enters = (r.order > 0 && r.above < 0) || algebraic(c);
        if (!enters) {
          if (slope != 0) lower_.push_back({static_cast<int>(row), c});
          continue;
        }
        if (!std::isfinite(slope) || !(std::fabs(there - slope) <= linear * std::fabs(slope)))
          silent_[row] = 1;
        if (slope != 0) rows_[row].push_back({c, slope});
      }
    for (std::size_t i = 0; i < rows_.size(); ++i)
      if (equations_.invariant(static_cast<int>(i))) silent_[i] = 1;
  }

  // A position that is set takes along what constraints tie to it: der(x) = v tells which are positions. Anything else
  // that is set takes along positions only, as x of y = 2*x + 1 and der(x) = -x.
  void free_what_is_tied() {
    const std::vector<Reported>& reported = equations_.reported();
    std::vector<char> position(jump_.size(), 0), differential(rows_.size(), 0);
    std::vector<std::vector<int>> states(rows_.size());
    for (const auto& [row, p] : lower_)
      if (reported[static_cast<std::size_t>(p)].order == 0)
        states[static_cast<std::size_t>(row)].push_back(p);
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      bool alone = true;  // der(x) beside states only
      int rate = -1;
      for (const Entry& e : rows_[i]) {
        if (algebraic(e.value)) {
          alone = false;
          states[i].push_back(e.value);
        } else {
          differential[i] = 1;
          rate = e.value;
        }
      }
      if (rate >= 0 && alone && !states[i].empty())
        if (const int below = reported[static_cast<std::size_t>(rate)].below; below >= 0)
          position[static_cast<std::size_t>(below)] = 1;
    }
    const bool tied = std::ranges::any_of(event_.set, [&](int p) {
      return position[static_cast<std::size_t>(p)] != 0 ||
             (reported[static_cast<std::size_t>(p)].above >= 0 &&
              reported[static_cast<std::size_t>(reported[static_cast<std::size_t>(p)].above)].above >= 0);
    });
    for (bool more = true; more;) {
      more = false;
      for (std::size_t i = 0; i < rows_.size(); ++i) {
        if (differential[i] != 0) continue;
        const auto is_free = [&](int p) { return free_[static_cast<std::size_t>(p)] != 0; };
        if (!std::ranges::any_of(states[i], is_free)) continue;
        for (const int p : states[i]) {
          if (is_free(p) || !(tied || position[static_cast<std::size_t>(p)] != 0)) continue;
          free_[static_cast<std::size_t>(p)] = 1;
          more = true;
        }
      }
    }
  }

  bool says_nothing(std::size_t row) const {
    if (silent_[row] != 0) return true;
    return std::ranges::any_of(rows_[row], [&](const Entry& e) {
      const int below = equations_.reported()[static_cast<std::size_t>(e.value)].below;
      return below >= 0 && free_[static_cast<std::size_t>(below)] != 0;
    });
  }

  // Rows that hold the derivative of something that has jumped, then those that share impulses with them.
  // False: too many.
  bool collect() {
    std::vector<char> taken(rows_.size(), 0);
    std::vector<std::vector<int>> of_column(jump_.size());
    for (std::size_t i = 0; i < rows_.size(); ++i)
      for (const Entry& e : rows_[i])
        of_column[static_cast<std::size_t>(e.value)].push_back(static_cast<int>(i));
    const auto take = [&](int p) {
      for (const int row : of_column[static_cast<std::size_t>(p)])
        if (!taken[static_cast<std::size_t>(row)]) {
          taken[static_cast<std::size_t>(row)] = 1;
          if (!says_nothing(static_cast<std::size_t>(row))) chosen_.push_back(row);
        }
    };
    for (std::size_t p = 0; p < jump_.size(); ++p)
      if (jump_[p] != 0) take(equations_.reported()[p].above);
    column_.assign(jump_.size(), -1);
    for (std::size_t k = 0; k < chosen_.size(); ++k) {
      if (chosen_.size() > most_rows) return false;
      for (const Entry& e : rows_[static_cast<std::size_t>(chosen_[k])])
        if (algebraic(e.value) && column_[static_cast<std::size_t>(e.value)] < 0) {
          column_[static_cast<std::size_t>(e.value)] = columns_++;
          take(e.value);
        }
    }
    return true;
  }

  // A row that no impulses satisfy together with the others; -1: none. Elimination with full pivoting, rows
  // and columns in units of their largest entries; what is left without a pivot must vanish beside what the
  // tolerance leaves.
  int contradicted() {
    const std::size_t m = chosen_.size(), n = static_cast<std::size_t>(columns_);
    std::vector<double> A(m * n, 0.0), b(m, 0.0), noise(m, 0.0);
    for (std::size_t i = 0; i < m; ++i)
      for (const Entry& e : rows_[static_cast<std::size_t>(chosen_[i])]) {
        if (const int at = column_[static_cast<std::size_t>(e.value)]; at >= 0) {
          A[i * n + static_cast<std::size_t>(at)] += e.slope;
          continue;
        }
        const auto below =
            static_cast<std::size_t>(equations_.reported()[static_cast<std::size_t>(e.value)].below);
        b[i] += e.slope * jump_[below];
        noise[i] += std::fabs(e.slope) * (noise_[below] + of_a_digit * std::fabs(jump_[below]));
      }
    balance(A, b, noise, m, n);
    std::vector<char> used(m, 0), done(n, 0);
    for (std::size_t step = 0; step < std::min(m, n); ++step) {
      std::size_t r = m, c = n;
      double largest = rank;
      for (std::size_t i = 0; i < m; ++i)
        for (std::size_t j = 0; j < n && !used[i]; ++j)
          if (!done[j] && std::fabs(A[i * n + j]) > largest) {
            largest = std::fabs(A[i * n + j]);
            r = i;
            c = j;
          }
      if (r == m) break;
      used[r] = done[c] = 1;
      for (std::size_t i = 0; i < m; ++i) {
        if (used[i] || A[i * n + c] == 0) continue;
        const double f = A[i * n + c] / A[r * n + c];
        for (std::size_t j = 0; j < n; ++j) A[i * n + j] -= f * A[r * n + j];
        b[i] -= f * b[r];
        noise[i] += std::fabs(f) * noise[r];
      }
    }
    for (std::size_t i = 0; i < m; ++i)
      if (!used[i] && std::fabs(b[i]) > noise[i]) return chosen_[i];
    return -1;
  }

  static void balance(std::vector<double>& A, std::vector<double>& b, std::vector<double>& noise,
                      std::size_t m, std::size_t n) {
    for (int round = 0; round < 3; ++round) {
      for (std::size_t j = 0; j < n; ++j) {
        double largest = 0;
        for (std::size_t i = 0; i < m; ++i) largest = std::max(largest, std::fabs(A[i * n + j]));
        for (std::size_t i = 0; i < m && largest > 0; ++i) A[i * n + j] /= largest;
      }
      for (std::size_t i = 0; i < m; ++i) {
        double largest = 0;
        for (std::size_t j = 0; j < n; ++j) largest = std::max(largest, std::fabs(A[i * n + j]));
        if (!(largest > 0)) continue;
        for (std::size_t j = 0; j < n; ++j) A[i * n + j] /= largest;
        b[i] /= largest;
        noise[i] /= largest;
      }
    }
  }

  // What has jumped in that row, or else anywhere, most of all.
  int culprit(int row) const {
    int found = -1;
    double most = 0;
    const auto consider = [&](int p) {
      const auto at = static_cast<std::size_t>(p);
      if (p < 0 || free_[at] != 0 || jump_[at] == 0 || !(std::fabs(jump_[at]) / noise_[at] > most)) return;
      most = std::fabs(jump_[at]) / noise_[at];
      found = p;
    };
    for (const Entry& e : rows_[static_cast<std::size_t>(row)])
      consider(equations_.reported()[static_cast<std::size_t>(e.value)].below);
    for (std::size_t p = 0; p < jump_.size() && found < 0; ++p) consider(static_cast<int>(p));
    if (found >= 0) return found;
    return static_cast<int>(std::ranges::find_if(jump_, [](double jump) { return jump != 0; }) -
                            jump_.begin());
  }

  Equations& equations_;
  const Across& event_;
  std::vector<double> jump_, noise_;  // per reported value that is differentiated
  std::vector<char> free_;            // per reported value: set, or tied to what is
  std::vector<std::vector<Entry>> rows_;
  std::vector<std::pair<int, int>> lower_;  // row and reported value that can have no impulse
  std::vector<char> silent_;
  std::vector<int> chosen_, column_;
  int columns_ = 0;
};

}  // namespace

std::optional<int> unexplained(Equations& equations, const Across& event) {
  return Instant(equations, event).find();
}

}  // namespace trammel::certify
