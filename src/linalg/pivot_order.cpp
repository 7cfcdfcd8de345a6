// linalg/pivot_order.cpp: the search for pivots of one and two unknowns in a sparse symmetric indefinite
// matrix.
//
// The search eliminates with the numbers at hand, line by line. Every line remembers the best pivot that it
// takes part in, and forgets it when an elimination touches the line. A queue orders the lines by a bound on
// their cost, so that only the shortest ones need to be examined. If no pivot is stable enough, the least bad
// one is taken; the factorization is then less accurate, but it exists. pivot_order.hpp has the idea and its
// source [DR83]: read it first, then choose().
#include "linalg/pivot_order.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace trammel::linalg {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double largest_factor = 10;  // |L| up to this counts as stable, the usual threshold 0.1 [DR83]
constexpr int most_looked_at = 32;     // good pivots that are compared before one is taken

// What a pivot costs grows with the rows below it; of two with as many rows, that of two unknowns leaves less
// to do.
int cost_of_one(int count) { return 2 * count; }
int cost_of_two(int count) { return std::max(2 * count - 1, 0); }

}  // namespace

bool PivotOrder::Merit::good() const { return factor <= largest_factor; }
bool PivotOrder::Merit::better_than(const Merit& other) const {
  if (good() != other.good() || !good()) return factor < other.factor;
  return cost < other.cost || (cost == other.cost && factor < other.factor);
}

PivotOrder::PivotOrder(int n, Places entries)
    : n_(n), entries_(std::move(entries)), lines_(std::size_t(n)), start_(std::size_t(n)),
      choice_(std::size_t(n)), age_(std::size_t(n)), queue_(n), mark_(std::size_t(n)), other_(std::size_t(n)),
      in_r_(std::size_t(n)), r_(std::size_t(n)), s_(std::size_t(n)), gone_(std::size_t(n)) {
  for (const auto& [i, j] : entries_)
    if (i != j) ++start_[i].capacity, ++start_[j].capacity;
  std::size_t from = 0;
  for (Line& line : start_) {
    line.from = from;
    line.capacity = std::min(2 * line.capacity + 4, n);  // some room for what fills in
    from += static_cast<std::size_t>(line.capacity);
  }
  const auto size = static_cast<std::size_t>(n);
  const bool small = n <= small_matrix;
  cells_.reserve(small ? 4 * size * size : 2 * from);
  cells_.resize(from, {0, 0});
  below_.reserve(small ? size * size : 4 * entries_.size());
  pivots_.reserve(size);
}

void PivotOrder::load(Vec values) {
  lines_ = start_;
  if (n_ > 0) cells_.resize(start_.back().from + static_cast<std::size_t>(start_.back().capacity), {0, 0});
  for (std::size_t k = 0; k < entries_.size(); ++k) {
    const auto [i, j] = entries_[k];
    if (i == j) {
      lines_[i].diagonal = values[k];
    } else {
      append(i, {j, values[k]});
      append(j, {i, values[k]});
    }
  }
  std::ranges::fill(gone_, char(0));
  std::ranges::fill(mark_, 0);
  token_ = clock_ = 0;
  queue_.clear();
  for (int line = 0; line < n_; ++line) touch(line);
  below_.clear();
  pivots_.clear();
}

void PivotOrder::append(int line, Cell cell) {
  Line& its = lines_[line];
  if (its.length == its.capacity) {  // to the end, where there is room
    const std::size_t from = cells_.size();
    its.capacity = std::min(2 * its.capacity, n_);
    cells_.resize(from + static_cast<std::size_t>(its.capacity), {0, 0});
    std::copy_n(cells_.begin() + static_cast<std::ptrdiff_t>(its.from), its.length,
                cells_.begin() + static_cast<std::ptrdiff_t>(from));
    its.from = from;
  }
  cells_[its.from + static_cast<std::size_t>(its.length++)] = cell;
}

// What was known of its pivots is no longer true; what it stands for in the queue is a bound.
void PivotOrder::touch(int line) {
  age_[line] = ++clock_;
  choice_[line].known = false;
  queue_.put(line, {cost_of_two(lines_[line].length - 1), age_[line]});
}

PivotOrder::Result PivotOrder::choose(Vec values, std::size_t most_products) {
  load(values);
  std::size_t products = 0;
  for (int left = n_; left > 0;) {
    Pivot pivot = best();
    if (pivot.first < 0) pivot = least_bad();
    if (pivot.first < 0) {
      singular_ = static_cast<int>(std::ranges::find(gone_, char(0)) - gone_.begin());
      return Result::singular;
    }
    eliminate(pivot);
    pivots_.push_back(pivot);
    left -= pivot.second < 0 ? 1 : 2;
    products += static_cast<std::size_t>(pivot.count) * static_cast<std::size_t>(pivot.count + 1) / 2;
    if (products > most_products) return Result::too_full;
  }
  return Result::ok;
}

// Unknowns without a good pivot leave the queue until an elimination touches them; one of two partners is
// touched, and both see the pair.
PivotOrder::Pivot PivotOrder::best() {
  int found = -1, looked_at = 0;
  while (!queue_.empty()) {
    const int r = queue_.first();
    Choice& choice = choice_[r];
    if (choice.known && (choice.partner < 0 || age_[choice.partner] == choice.partner_age))
      return {.first = r, .second = choice.partner};
    look_at(r, false);
    if (!choice.merit.good()) {
      queue_.remove(r);
      continue;
    }
    queue_.put(r, {choice.merit.cost, age_[r]});
    if (found < 0 || choice.merit.better_than(choice_[found].merit)) found = r;
    looked_at += age_[r] > n_;  // everybody is looked at once
    if (looked_at >= most_looked_at) return {.first = found, .second = choice_[found].partner};
  }
  return {};
}

PivotOrder::Pivot PivotOrder::least_bad() {
  int found = -1;
  for (int r = 0; r < n_; ++r) {
    if (gone_[r]) continue;
    look_at(r, true);
    const Merit& merit = choice_[r].merit;
    if (std::isfinite(merit.factor) && (found < 0 || merit.better_than(choice_[found].merit))) found = r;
  }
  if (found < 0) return {};
  return {.first = found, .second = choice_[found].partner};
}

// The best pivot that unknown r takes part in. Those of two unknowns meet at least all rows but one that one
// of them meets. `all`: none is left out.
void PivotOrder::look_at(int r, bool all) {
  const Line& line = lines_[r];
  ++token_;
  double below = 0;
  for (const Cell& cell : cells(r)) {
    mark_[cell.at] = token_;
    in_r_[cell.at] = cell.value;
    below = std::max(below, std::fabs(cell.value));
  }
  const double size = std::fabs(line.diagonal);
  Choice best{.merit = {cost_of_one(line.length), size > 0 ? below / size : infinity}, .known = true};
  int looked_at = 0;
  for (const Cell& cell : cells(r)) {
    const int s = cell.at;
    if (!all && best.merit.good() &&
        (looked_at >= most_looked_at || cost_of_two(lines_[s].length - 1) > best.merit.cost))
      continue;
    const Merit two = of_two(r, s, line.length - 1);
    looked_at += two.good();
    if (two.better_than(best.merit)) best.merit = two, best.partner = s, best.partner_age = age_[s];
  }
  choice_[r] = best;
}

// r has been marked; `known_count` of its rows are below both.
PivotOrder::Merit PivotOrder::of_two(int r, int s, int known_count) {
  const double a = lines_[r].diagonal, c = lines_[s].diagonal, b = in_r_[s], det = a * c - b * b;
  if (!(std::fabs(det) > 1e-14 * b * b)) return {cost_of_one(n_), infinity};
  int count = known_count;
  double most = 0;
  const auto see = [&](double in_r, double in_s) {
    most = std::max({most, std::fabs(c * in_r - b * in_s), std::fabs(a * in_s - b * in_r)});
  };
  for (const Cell& cell : cells(s)) {
    if (cell.at == r) continue;
    const bool both = mark_[cell.at] == token_;
    count += !both;
    other_[cell.at] = s + 1;
    see(both ? in_r_[cell.at] : 0, cell.value);
  }
  for (const Cell& cell : cells(r))
    if (cell.at != s && other_[cell.at] != s + 1) see(cell.value, 0);
  for (const Cell& cell : cells(s)) other_[cell.at] = 0;
  return {cost_of_two(count), most / std::fabs(det)};
}

// The rows below a pivot and their entries in its columns.
void PivotOrder::gather(const Pivot& pivot) {
  ++token_;
  mark_[pivot.first] = token_;
  if (pivot.second >= 0) mark_[pivot.second] = token_;
  const auto take = [&](int column, std::vector<double>& its, std::vector<double>& others) {
    for (const Cell& cell : cells(column)) {
      if (mark_[cell.at] != token_) {
        mark_[cell.at] = token_;
        other_[cell.at] = static_cast<int>(below_.size() - pivot.from);
        others[static_cast<std::size_t>(other_[cell.at])] = 0;
        below_.push_back(cell.at);
      }
      if (cell.at != pivot.first && cell.at != pivot.second)
        its[static_cast<std::size_t>(other_[cell.at])] = cell.value;
    }
  };
  take(pivot.first, r_, s_);
  if (pivot.second >= 0) take(pivot.second, s_, r_);
}

void PivotOrder::eliminate(Pivot& pivot) {
  const int r = pivot.first, s = pivot.second;
  pivot.from = below_.size();
  gather(pivot);
  pivot.count = static_cast<int>(below_.size() - pivot.from);
  for (const int line : {r, s})
    if (line >= 0) gone_[line] = 1, queue_.remove(line), age_[line] = ++clock_;
  const double a = lines_[r].diagonal, c = s < 0 ? 1 : lines_[s].diagonal;
  double b = 0;
  if (s >= 0)
    for (const Cell& cell : cells(r))
      if (cell.at == s) b = cell.value;
  const double det = a * c - b * b;
  for (int k = 0; k < pivot.count; ++k) {
    const double lr = (c * r_[k] - b * s_[k]) / det, ls = s < 0 ? 0 : (a * s_[k] - b * r_[k]) / det;
    update_line(k, pivot, lr, ls);
  }
  for (int k = 0; k < pivot.count; ++k) {
    other_[below(pivot)[k]] = 0;
    touch(below(pivot)[k]);
  }
}

void PivotOrder::update_line(int a, const Pivot& pivot, double lr, double ls) {
  const int line = below(pivot)[a];
  const auto product = [&](int k) { return lr * r_[k] + ls * s_[k]; };
  lines_[line].diagonal -= product(a);
  const int inside = token_;  // as gather() marked
  const std::span<Cell> own = cells(line);
  int kept = 0;
  // Those that are met are marked by the sign of other_.
  for (const Cell& cell : own) {
    if (cell.at == pivot.first || cell.at == pivot.second) continue;
    own[kept] = cell;
    if (mark_[cell.at] == inside) {
      own[kept].value -= product(other_[cell.at]);
      other_[cell.at] = ~other_[cell.at];
    }
    ++kept;
  }
  lines_[line].length = kept;
  for (int k = 0; k < pivot.count; ++k) {
    const int at = below(pivot)[k];
    if (other_[at] < 0)
      other_[at] = ~other_[at];
    else if (k != a)
      append(line, {at, -product(k)});
  }
}

}  // namespace trammel::linalg
