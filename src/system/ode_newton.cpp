// system/ode_newton.cpp: tops from nonlinear equations: found at the start, followed along their branch
// afterwards.
//
// A branch is followed by Newton's method from a prediction. The root belongs to the branch if the second
// correction is much shorter than the first, and the root is no farther than the first promised (Newton and
// Kantorovich; [Deu04, 2.1]). That is asked of every irreducible block, and of the unknowns that bend its
// equations only: the others follow from them. Where it fails, the way from the last point of the solution is
// gone in pieces.
#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "program/slice.hpp"
#include "system/solved_ode.hpp"

namespace trammel::system {
namespace {

// A search costs thousands of evaluations: where some of them have found nothing, a run does not ask again at
// every step.
constexpr int most_vain_searches = 3;
constexpr double contraction = 0.25, farthest_root = 2;  // of corrections; of the root, in first corrections
constexpr double negligible = 1e-8;                      // corrections that no other root can hide behind
constexpr int most_newton_steps = 12, most_refinements = 6;

// sqrt(x² + y²) has no derivative at zero: its entries are 0/0. Where the residuals are finite, a Newton step
// does without them.
void without_undefined(Out J) {
  for (double& value : J)
    if (std::isnan(value)) value = 0;
}

// Equations for the tops one by one, each with its derivatives and without the others. What evaluates one is made when
// it is asked for, and again for other parameters; at most so many times, since each holds all parameters of the model.
class RowsAlone {
 public:
  // False: there are too many.
  bool run(const program::Runner& whole, int function, const linalg::Pattern& p, int row,
           std::span<const double* const> in, std::span<double* const> out) {
    constexpr std::size_t most = 512, largest = 5000;
    if (!std::ranges::equal(parameters_, whole.parameters())) {
      rows_.clear();
      parameters_.assign(whole.parameters().begin(), whole.parameters().end());
    }
    auto at = rows_.find(row);
    if (at == rows_.end()) {
      if (rows_.size() >= most || static_cast<std::size_t>(p.rows) > largest) return false;
      std::vector<program::Place> wanted = {{0, static_cast<std::uint32_t>(row)}};
      for (std::size_t k = 0; k < p.row.size(); ++k)
        if (p.row[k] == row) wanted.push_back({1, static_cast<std::uint32_t>(k)});
      program::Runner alone(program::slice(whole.program(), function, wanted));
      alone.set_parameters(parameters_);
      at = rows_.emplace(row, Alone{std::move(alone), std::move(wanted)}).first;
    }
    at->second.runner.run(0, in, out);
    for (const program::Place& place : at->second.places)
      if (place.bank == 1) without_undefined(Out(out[1] + place.at, 1));
    return true;
  }

 private:
  struct Alone {
    program::Runner runner;
    std::vector<program::Place> places;
  };
  std::vector<double> parameters_;
  std::unordered_map<int, Alone> rows_;
};

}  // namespace

void SolvedOde::prepare_newton() {
  const std::size_t n = view_.implicit.size();
  std::vector<analysis::BlockNewton::Bounds> bounds;
  for (const int j : view_.implicit)
    scale_.push_back(data_.nominal[j] * std::pow(data_.time_unit, -view_.d[j]));
  for (std::size_t k = 0; k < n; ++k) bounds.push_back({scale_[k], view_.lowest[k], view_.highest[k]});
  // t and z are those of the search under way.
  search_ = std::make_unique<analysis::BlockNewton>(
      A_.pattern,
      [this](Vec x, Out r, Out J) {
        const double* in[] = {&solved_t_, solved_z_.data(), x.data()};
        double* out[] = {r.data(), J.data()};
        runner_.run(top_function, in, out);
        without_undefined(J);
        for (double& value : r) value = -value;  // the function gives the right-hand side of a Newton step
        ++counts_.newton_iterations;
      },
      std::move(bounds),
      [this, alone = std::make_shared<RowsAlone>()](int row, Vec x, Out r, Out J) {
        const double* in[] = {&solved_t_, solved_z_.data(), x.data()};
        double* out[] = {r.data(), J.data()};
        if (!alone->run(runner_, top_function, *A_.pattern, row, in, out)) {
          runner_.run(top_function, in, out);
          without_undefined(J);
        }
        r[static_cast<std::size_t>(row)] *= -1;
        ++counts_.newton_iterations;
      });
  size_ = scale_;
  largest_.assign(n, 0.0);
  block_ = search_->block_of_column();
  first_.resize(std::max<std::size_t>(1, search_->blocks()));
  second_.resize(first_.size());
  settled_.resize(first_.size());
  predicted_.resize(n);
  rate_here_.resize(n);
  root_.resize(n);
  solved_z_.resize(view_.state.size());
  anchor_.z = along_.z = solved_z_;
  anchor_.top = anchor_.rate = along_.top = along_.before = unknown_;
}

void SolvedOde::guess(Vec top) {
  begins_ = false;
  for (std::size_t k = 0; k < unknown_.size(); ++k) unknown_[k] = good_[k] = top[view_.implicit[k]];
  solved_t_ = undecided_at_ = std::nan("");
  anchor_.set = anchor_.kept = false;
  // Where a run begins in a singular configuration they say along which branch it goes.
  if (steady_known_) return;
  for (std::size_t j = 0; j < top.size(); ++j) steady_[j] = std::isfinite(top[j]) ? top[j] : 0;
}

void SolvedOde::anchor(double t, Vec z, Vec top) {
  if (view_.linear || view_.implicit.empty()) return;
  if (anchor_.kept && anchor_.t == t && std::ranges::equal(anchor_.z, z)) {
    // Whoever looks at several points of a step goes from the anchor to each of them: from the end of a long
    // step back to its beginning another root may be nearer.
    if (solved_t_ != t && !anchor_.top.empty()) {
      unknown_ = good_ = anchor_.top;
      solved_t_ = std::nan("");
    }
    return;
  }
  const bool here = solved_t_ == t && std::ranges::equal(solved_z_, z);
  for (std::size_t k = 0; k < unknown_.size(); ++k) anchor_.top[k] = top[view_.implicit[k]];
  std::ranges::copy(z, anchor_.z.begin());
  anchor_.t_before = anchor_.t;
  anchor_.side_before.swap(anchor_.side);
  anchor_.side.clear();
  anchor_.t = anchor_.clear = t;
  anchor_.set = anchor_.kept = true;
  anchor_.rated = anchor_.tried = false;
  find_sizes();
  if (!here || !std::ranges::equal(unknown_, anchor_.top)) {
    unknown_ = good_ = anchor_.top;
    solved_t_ = std::nan("");
    return;
  }
  find_rate();
}

void SolvedOde::join(const Ode& other) {
  const auto* same = dynamic_cast<const SolvedOde*>(&other);
  if (same == nullptr || !same->anchor_.kept) return guess(other.top());
  begins_ = false;
  anchor_ = same->anchor_;
  size_ = same->size_;
  largest_ = same->largest_;
  largest_side_ = same->largest_side_;
  unknown_ = good_ = anchor_.top;
  solved_t_ = factored_t_ = undecided_at_ = std::nan("");
}

// Next to roots of 1e-6, nominal values of 1 would make another root look like an error: tops count by the
// largest value that the solution had lately, where that is smaller: concentrations fall by decades. Zeros
// tell nothing.
void SolvedOde::find_sizes() {
  constexpr double zero = 1e-9, remembered = 0.75;
  for (std::size_t k = 0; k < size_.size(); ++k) {
    largest_[k] = std::max(remembered * largest_[k], std::fabs(anchor_.top[k]));
    size_[k] = largest_[k] > zero * scale_[k] ? std::min(largest_[k], scale_[k]) : scale_[k];
  }
}

// An anchor that came from elsewhere: with its tops alone as a guess, a long step may end at another root.
void SolvedOde::rate_anchor() {
  anchor_.tried = true;
  unknown_ = anchor_.top;
  if (iterate(anchor_.t, anchor_.z)) find_rate();
  unknown_ = good_ = anchor_.top;
  factored_t_ = std::nan("");
}

// The tops' rate of change along the solution, with the factors that are there.
void SolvedOde::find_rate() {
  find_side(anchor_.side);
  largest_side_.resize(anchor_.side.size());
  for (std::size_t b = 0; b < anchor_.side.size(); ++b)
    largest_side_[b] = std::max(largest_side_[b], std::fabs(anchor_.side[b]));
  evaluate(rate_function, anchor_.t, anchor_.z, anchor_.rate);
  for (double& part : anchor_.rate) part = -part;
  solver_->solve(anchor_.rate);
  anchor_.rated = std::ranges::all_of(anchor_.rate, [](double rate) { return std::isfinite(rate); });
}

Outcome SolvedOde::finite_residual(Vec residual) const {
  for (std::size_t k = 0; k < residual.size(); ++k)
    if (!std::isfinite(residual[k])) return {Outcome::not_finite, view_.rows[k]};
  return {};
}

Outcome SolvedOde::solve_nonlinear(double t, Vec z) {
  if (t == solved_t_ && std::ranges::equal(z, solved_z_)) return {};
  Outcome outcome = anchor_.set ? follow_branch(t, z) : search(t, z);
  if (!outcome) outcome = at_rest(t, z, outcome);
  branch_ = anchor_.kept ? outcome : Outcome{};
  if (!outcome) {
    unknown_ = good_;
    solved_t_ = factored_t_ = std::nan("");
    return outcome;
  }
  good_ = unknown_;
  solved_t_ = t;
  std::ranges::copy(z, solved_z_.begin());
  if (anchor_.kept) return {};
  anchor_.set = true;
  anchor_.rated = false;
  anchor_.side.clear();
  anchor_.t = anchor_.clear = t;
  std::ranges::copy(z, anchor_.z.begin());
  anchor_.top = unknown_;
  return {};
}

// The root that the guess chooses: the near one if there is one, else what a search block by block finds.
Outcome SolvedOde::search(double t, Vec z) {
  const bool begins = std::exchange(begins_, false);
  known_ = !begins;
  if (begins && data_.simplification >= 0 && continue_from_simplified(t, z)) return {};
  return search_blocks(t, z);
}

Outcome SolvedOde::search_blocks(double t, Vec z) {
  const Outcome near = newton(t, z, true);
  if (near || vain_searches_ >= most_vain_searches) return near;
  if (known_ && continue_from_last(t, z)) return {};
  unknown_ = good_;
  solved_t_ = t;
  std::ranges::copy(z, solved_z_.begin());
  const analysis::BlockReport report = search_->solve(unknown_);
  moved_guesses_.clear();
  for (const int k : report.moved) moved_guesses_.push_back(view_.implicit[k]);
  vain_searches_ = report ? 0 : vain_searches_ + 1;
  if (!report)
    return {report.verdict == analysis::BlockReport::undefined ? Outcome::not_finite : Outcome::diverged,
            view_.rows[report.row]};
  return newton(t, z, false);
}

// Full Newton steps from the unknowns as they are. If `near`, only to the root that they belong to.
//
// A block may follow from others: what bends their equations then moves it a second time, which says nothing
// about its own root. So blocks that fail the test are judged once more with the others at their roots, as
// long as that settles some of them.
Outcome SolvedOde::newton(double t, Vec z, bool near) {
  predicted_ = unknown_;
  std::ranges::fill(settled_, char(0));
  std::ptrdiff_t doubtful = std::ssize(settled_);
  while (true) {
    if (const Outcome outcome = iterate(t, z); !outcome || !near) return outcome;
    if (doubtful < std::ssize(settled_) && !at_root()) break;
    const std::ptrdiff_t left = judge_blocks();
    if (left == 0) return {};
    if (left == doubtful) break;
    doubtful = left;
    root_ = unknown_;
    for (std::size_t k = 0; k < unknown_.size(); ++k)
      if (!settled_[block_[k]]) unknown_[k] = predicted_[k];
  }
  return {Outcome::diverged, view_.rows[0]};
}

Outcome SolvedOde::iterate(double t, Vec z) {
  Out step = Out(correction_).first(unknown_.size());
  const double* in[] = {&t, z.data(), unknown_.data()};
  double* out[] = {step.data(), A_.value.data()};
  double before = INFINITY;
  int refined = 0;
  std::ranges::fill(second_, 0.0);
  for (int iteration = 0; iteration < most_newton_steps; ++iteration) {
    runner_.run(top_function, in, out);
    without_undefined(A_.value);
    ++counts_.newton_iterations;
    for (std::size_t k = 0; k < offset_.size(); ++k) step[k] -= offset_[k];
    if (const Outcome outcome = finite_residual(step); !outcome) return outcome;
    if (const Outcome outcome = factor(); !outcome) return outcome;
    solver_->solve(step);
    if (iteration < 2) {
      std::vector<double>& corrections = iteration == 0 ? first_ : second_;
      std::ranges::fill(corrections, 0.0);
      for (std::size_t k = 0; k < step.size(); ++k)
        if (view_.bends[k])
          corrections[block_[k]] =
              std::max(corrections[block_[k]], std::fabs(step[k]) / (std::fabs(predicted_[k]) + size_[k]));
    }
    for (std::size_t k = 0; k < step.size(); ++k) unknown_[k] += step[k];
    const double size = size_of(step);
    if (!std::isfinite(size)) break;
    if (size <= 1e-14 || (size > 0.1 * before && (size < 1e-9 || within_rounding(step))))
      if (last_digits(step) || ++refined > most_refinements) return {};
    before = size;
  }
  return {Outcome::diverged, view_.rows.empty() ? -1 : view_.rows[0]};
}

// Marks the blocks whose root belongs to the prediction; how many are left.
std::ptrdiff_t SolvedOde::judge_blocks() {
  for (std::size_t b = 0; b < first_.size(); ++b)
    if (settled_[b] == 0)
      settled_[b] = first_[b] <= negligible || second_[b] <= contraction * first_[b] ? 2 : 0;
  for (std::size_t k = 0; k < unknown_.size(); ++k)
    if (const int b = block_[k]; view_.bends[k] && settled_[b] == 2 && first_[b] > negligible &&
                                 std::fabs(unknown_[k] - predicted_[k]) >
                                     farthest_root * first_[b] * (std::fabs(predicted_[k]) + size_[k]))
      settled_[b] = 0;
  for (char& block : settled_) block = block != 0;
  return std::ranges::count(settled_, char(0));
}

// Did the last iterations lead to the same root as those before?
bool SolvedOde::at_root() const { return same_tops(unknown_, root_); }

bool SolvedOde::same_tops(Vec a, Vec b) const {
  constexpr double same = 1e-8;
  for (std::size_t k = 0; k < a.size(); ++k)
    if (!(std::fabs(a[k] - b[k]) <= same * (std::fabs(b[k]) + size_[k]))) return false;
  return true;
}

}  // namespace trammel::system
