#include "analysis/point_notes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "analysis/determined.hpp"
#include "analysis/rank.hpp"
#include "base/text.hpp"
#include "expr/print.hpp"
#include "linalg/equilibrate.hpp"

namespace trammel::analysis {
namespace {

using model::Rank;

std::string name(const PointProblem& p, std::size_t k) {
  return expr::print(*p.dae->graph, p.quantities[k].leaf);
}

// A list of which listed() shows the beginning: what it leaves out is counted, and nobody words it.
class Few {
 public:
  template <class Word>
  void add(const Word& word) {
    constexpr std::size_t shown = 6;
    if (items_.size() < shown) items_.push_back(word());
    ++count_;
  }
  std::size_t size() const { return count_; }
  std::string text() {
    items_.resize(count_);
    return listed(items_);
  }

 private:
  std::vector<std::string> items_;
  std::size_t count_ = 0;
};

// Guesses are determined by conditions before preferred values, and these before fixed ones; states last.
std::vector<int> reluctance(const PointProblem& p) {
  std::vector<int> result;
  result.reserve(p.quantities.size());
  for (const Quantity& q : p.quantities) result.push_back(static_cast<int>(q.rank) * 2 + (q.stage < 0));
  return result;
}

void tell_moved(const PointProblem& p, const std::vector<double>& x, std::vector<std::string>& notes) {
  Few moved;
  for (std::size_t k = 0; k < x.size(); ++k) {
    const Quantity& q = p.quantities[k];
    if (q.rank == Rank::preferred &&
        std::fabs(x[k] - q.value) > 1e-6 * std::max(std::fabs(q.value), q.nominal))
      moved.add([&] { return fmt::format("{} from {:g} to {:g}", quote(name(p, k)), q.value, x[k]); });
  }
  if (moved.size() > 0)
    notes.push_back(fmt::format("start values were moved onto the constraints: {}", moved.text()));
}

void append(std::vector<std::string>& notes, std::vector<std::string> more) {
  notes.insert(notes.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

std::vector<std::string> dependent_conditions(const PointProblem& p, const Eigen::MatrixXd& J) {
  std::vector<int> order(static_cast<std::size_t>(J.rows()));
  std::iota(order.begin(), order.end(), 0);
  const std::vector<int> independent = dependent_columns(J.transpose(), order, 1);
  std::vector<std::string> names;
  for (const int i : order)
    if (!std::ranges::binary_search(independent, i))
      names.push_back(p.conditions[static_cast<std::size_t>(i)].name());
  return names;
}

// J with rows and columns scaled so that their typical sizes are balanced: no unit is left in it.
Eigen::MatrixXd balanced(Numbers& numbers, double t, Vec x, Vec size) {
  const std::vector<double> entries = numbers.typical(t, x, size);
  const linalg::Pattern& p = *numbers.J().pattern;
  std::vector<linalg::Sized> sized;
  sized.reserve(entries.size());
  for (int j = 0; j < p.columns; ++j)
    for (int k = p.start[j]; k < p.start[j + 1]; ++k)
      if (entries[k] > 0) sized.push_back({p.row[k], j, entries[k]});
  const linalg::Scales scales = linalg::equilibrate(p.rows, p.columns, sized);
  Eigen::MatrixXd A = numbers.dense();
  for (Eigen::Index i = 0; i < A.rows(); ++i) A.row(i) *= scales.row[static_cast<std::size_t>(i)];
  for (Eigen::Index j = 0; j < A.cols(); ++j) A.col(j) *= scales.column[static_cast<std::size_t>(j)];
  return A;
}

// Where the equations determine a fixed value, something else may be free: at x = 1, y = 0 the circle
// determines x, whatever y does.
std::string to_fix_instead(const PointProblem& p, const std::vector<int>& determined) {
  Few free;
  for (std::size_t k = 0; k < p.quantities.size(); ++k) {
    const Quantity& q = p.quantities[k];
    if (q.rank == Rank::preferred && q.stage < 0 &&
        !std::ranges::binary_search(determined, static_cast<int>(k)))
      free.add([&] { return quote(name(p, k)); });
  }
  if (free.size() == 0) return "";
  return fmt::format("; at this start they do not determine {}: fix {} instead", free.text(),
                     free.size() == 1 ? "that" : "one of these");
}

}  // namespace

std::vector<std::string> notes_on_free_values(const PointProblem& p, const std::vector<double>& x,
                                              const std::vector<int>& determined) {
  Few guesses;
  for (std::size_t k = 0; k < x.size(); ++k) {
    const Quantity& q = p.quantities[k];
    if (q.rank == Rank::guess && q.stage < 0 && q.state &&
        !std::ranges::binary_search(determined, static_cast<int>(k)))
      guesses.add([&] { return fmt::format("{} = {:g}", quote(name(p, k)), x[k]); });
  }
  if (guesses.size() == 0) return {};
  return {fmt::format("nothing determines the start of {}; the guess was kept", guesses.text())};
}

PointNotes notes_on_point(const PointProblem& p, const std::vector<double>& x, Numbers& numbers,
                          const std::vector<double>& sizes, bool loosened) {
  const Eigen::MatrixXd J = balanced(numbers, p.t, x, sizes);
  PointNotes said;
  tell_moved(p, x, said.notes);
  const std::vector<int> determined = dependent_columns(J, reluctance(p), 1);
  if (static_cast<Eigen::Index>(determined.size()) < J.rows()) said.dependent = dependent_conditions(p, J);
  append(said.notes, notes_on_free_values(p, x, determined));
  Few twice;
  for (const int k : determined)
    if (p.quantities[static_cast<std::size_t>(k)].rank == Rank::fixed)
      twice.add([&] { return quote(name(p, static_cast<std::size_t>(k))); });
  if (twice.size() > 0 && !loosened)
    said.notes.push_back(
        fmt::format("the fixed value of {} also follows from the other fixed values and the "
                    "equations, and agrees with them{}",
                    twice.text(), to_fix_instead(p, determined)));
  return said;
}

PointNotes notes_on_large_point(const PointProblem& p, const std::vector<double>& x,
                                const linalg::SparseMatrix& J) {
  PointNotes said;
  tell_moved(p, x, said.notes);
  append(said.notes, notes_on_free_values(p, x, matched_columns(J, reluctance(p))));
  return said;
}

}  // namespace trammel::analysis
