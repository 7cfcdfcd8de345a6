#include "analysis/point_notes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "analysis/determined.hpp"
#include "analysis/rank.hpp"
#include "base/text.hpp"
#include "expr/print.hpp"

namespace trammel::analysis {
namespace {

using model::Rank;

std::string name(const PointProblem& p, std::size_t k) {
  return expr::print(*p.dae->graph, p.quantities[k].leaf);
}

// Guesses are determined by conditions before preferred values, and these before fixed ones; states last.
std::vector<int> reluctance(const PointProblem& p) {
  std::vector<int> result;
  for (const Quantity& q : p.quantities) result.push_back(static_cast<int>(q.rank) * 2 + (q.stage < 0));
  return result;
}

void tell_moved(const PointProblem& p, const std::vector<double>& x, std::vector<std::string>& notes) {
  std::vector<std::string> moved;
  for (std::size_t k = 0; k < x.size(); ++k) {
    const Quantity& q = p.quantities[k];
    if (q.rank == Rank::preferred &&
        std::fabs(x[k] - q.value) > 1e-6 * std::max(std::fabs(q.value), q.nominal))
      moved.push_back(fmt::format("{} from {:g} to {:g}", quote(name(p, k)), q.value, x[k]));
  }
  if (!moved.empty())
    notes.push_back(fmt::format("start values were moved onto the constraints: {}", listed(moved)));
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

// Where the equations determine a fixed value, something else may be free: at x = 1, y = 0 the circle
// determines x, whatever y does.
std::string to_fix_instead(const PointProblem& p, const std::vector<int>& determined) {
  std::vector<std::string> free;
  for (std::size_t k = 0; k < p.quantities.size(); ++k) {
    const Quantity& q = p.quantities[k];
    if (q.rank == Rank::preferred && q.stage < 0 &&
        !std::ranges::binary_search(determined, static_cast<int>(k)))
      free.push_back(quote(name(p, k)));
  }
  if (free.empty()) return "";
  return fmt::format("; at this start they do not determine {}: fix {} instead", listed(free),
                     free.size() == 1 ? "that" : "one of these");
}

}  // namespace

std::vector<std::string> notes_on_free_values(const PointProblem& p, const std::vector<double>& x,
                                              const std::vector<int>& determined) {
  std::vector<std::string> guesses;
  for (std::size_t k = 0; k < x.size(); ++k) {
    const Quantity& q = p.quantities[k];
    if (q.rank == Rank::guess && q.stage < 0 && q.state &&
        !std::ranges::binary_search(determined, static_cast<int>(k)))
      guesses.push_back(fmt::format("{} = {:g}", quote(name(p, k)), x[k]));
  }
  if (guesses.empty()) return {};
  return {fmt::format("nothing determines the start of {}; the guess was kept", listed(guesses))};
}

PointNotes notes_on_point(const PointProblem& p, const std::vector<double>& x, const Eigen::MatrixXd& J,
                          bool loosened) {
  PointNotes said;
  tell_moved(p, x, said.notes);
  const std::vector<int> determined = dependent_columns(J, reluctance(p), 1);
  if (static_cast<Eigen::Index>(determined.size()) < J.rows()) said.dependent = dependent_conditions(p, J);
  append(said.notes, notes_on_free_values(p, x, determined));
  std::vector<std::string> twice;
  for (const int k : determined)
    if (p.quantities[static_cast<std::size_t>(k)].rank == Rank::fixed)
      twice.push_back(quote(name(p, static_cast<std::size_t>(k))));
  if (!twice.empty() && !loosened)
    said.notes.push_back(
        fmt::format("the fixed value of {} also follows from the other fixed values and the "
                    "equations, and agrees with them{}",
                    listed(twice), to_fix_instead(p, determined)));
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
