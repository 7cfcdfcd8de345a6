#include "analysis/untangle.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "analysis/cancelling.hpp"
#include "base/text.hpp"
#include "expr/derivative.hpp"
#include "expr/polynomial.hpp"
#include "expr/query.hpp"

namespace trammel::analysis {
namespace {

using expr::Expr;
using expr::Op;

// Equations that are looked at by pairs, and pairs of them: some milliseconds.
constexpr std::ptrdiff_t fewer_terms = 1;  // by more than this, where nothing else is gained
constexpr std::size_t most_paired = 300, most_pairs = 3000;
constexpr std::size_t most_untangled = 3000;  // equations: elimination is a loop over pairs of them

using Combination = CancellingSum<int>;  // of equations
using Terms = CancellingSum<Expr>;       // of an equation: its summands without their constant factors
using TopEntry = std::pair<int, expr::Monomial>;
using Row = CancellingSum<TopEntry>;  // of the Jacobian of the tops: by unknown and product of leaves

class Untangler {
 public:
  explicit Untangler(const model::Dae& dae) : dae_(dae), graph_(*dae.graph), cone_(graph_) {
    for (std::size_t i = 0; i < dae.equations.size(); ++i) held_.push_back({{static_cast<int>(i), 0}});
    const Signature sigma = signature(dae);
    written_.resize(dae.variables.size());
    for (std::size_t k = 0; k < sigma.order.size(); ++k) {
      int& order = written_[static_cast<std::size_t>(sigma.graph.column[k])];
      order = std::max(order, sigma.order[k]);
    }
  }

  std::optional<Untangled> run() {
    if (dae_.equations.size() > most_untangled || dae_.equations.size() != dae_.variables.size()) return {};
    auto offsets = offsets_of(dae_);
    while (offsets && improve(*offsets)) offsets = offsets_of(dae_);
    if (replaced_.empty() || !offsets) return {};
    return Untangled{
        dae_, {replaced_.begin(), replaced_.end()}, listed(notes_, 4), misled_, index_as_written(*offsets)};
  }

 private:
  struct Structure {
    Signature sigma;
    Offsets offsets;
    int value = 0;  // of the assignment: sum d - sum c
  };
  static std::optional<Structure> offsets_of(const model::Dae& dae) {
    Structure result{.sigma = signature(dae), .offsets = {}};
    if (largest_matching(result.sigma.graph).size() < static_cast<int>(dae.equations.size())) return {};
    result.offsets = offsets_of_regular(result.sigma);
    result.value = degrees_of_freedom(result.offsets);
    return result;
  }

  bool improve(const Structure& now) { return take_one_out(now) || use_dependence(now); }

  // An equation that stands in another one, times a number, is taken out of it where that lowers the value of
  // the assignment, or where it keeps it and leaves fewer terms: sums of equations in different units tell ranks
  // little about the smaller ones. The combination that leaves least is taken.
  bool take_one_out(const Structure& now) {
    if (dae_.equations.size() > most_paired) return false;
    std::vector<Terms> terms(dae_.equations.size());
    std::map<Expr, std::vector<int>> where;  // a term stands
    for (std::size_t i = 0; i < terms.size(); ++i) {
      take_apart(dae_.equations[i].residual, 1, terms[i]);
      terms[i].drop_zeros();
      terms[i].each([&](Expr term, double) { where[term].push_back(static_cast<int>(i)); });
    }
    std::set<std::tuple<int, int, double>> tried;
    std::optional<Combination> best;
    int equation = -1;
    std::pair<int, std::ptrdiff_t> lowest(now.value,
                                          -fewer_terms);  // the value, and how many terms more there are
    for (const auto& [term, rows] : where)
      for (const int a : rows)
        for (const int b : rows) {
          if (a == b || tried.size() > most_pairs) continue;
          const auto row = static_cast<std::size_t>(a), other = static_cast<std::size_t>(b);
          const double factor = -terms[row].at(term) / terms[other].at(term);
          if (!tried.insert({a, b, factor}).second) continue;
          Terms rest = terms[row];
          rest.add(terms[other], factor);
          const std::ptrdiff_t more = std::ssize(rest) - std::ssize(terms[row]);
          if (rest.empty() || more >= 0) continue;
          const Expr before = std::exchange(dae_.equations[row].residual, as_sum(rest));
          const auto then = offsets_of(dae_);
          dae_.equations[row].residual = before;
          if (!then || std::pair(then->value, more) >= lowest) continue;
          best.emplace();
          best->add(a, 1);
          best->add(b, factor);
          lowest = {then->value, more};
          equation = a;
        }
    return best && put(now, *best, equation, std::nullopt);
  }

  bool use_dependence(const Structure& now) {
    const std::vector<Row> rows = top_rows(now);
    std::vector<int> order(rows.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<int>(i);
    std::vector<std::size_t> size;
    for (const model::Equation& equation : dae_.equations)
      size.push_back(cone_.collect(equation.residual).size());
    std::ranges::stable_sort(order, {}, [&](int i) { return size[static_cast<std::size_t>(i)]; });
    for (const Combination& u : dependences(rows, order)) {
      std::set<int> levels;
      u.each([&](int i, double) { levels.insert(now.offsets.c[i]); });
      for (auto level = levels.rbegin(); level != levels.rend(); ++level)
        if (replace(now, u, size, *level)) return true;
    }
    return false;
  }

  // d F_i^(c_i) / d x_j^(d_j) = d F_i / d x_j^(d_j - c_i), multiplied out.
  std::vector<Row> top_rows(const Structure& now) {
    const Offsets& offsets = now.offsets;
    std::vector<Expr> residuals, leaves;
    std::vector<int> unknown;
    std::set<std::pair<int, int>> seen;
    for (int i = 0; i < now.sigma.graph.rows; ++i) {
      residuals.push_back(dae_.equations[static_cast<std::size_t>(i)].residual);
      for (int k = now.sigma.graph.start[i]; k < now.sigma.graph.start[i + 1]; ++k) {
        const int j = now.sigma.graph.column[k], order = now.sigma.order[k];
        if (order != offsets.d[j] - offsets.c[i] || !seen.insert({j, order}).second) continue;
        leaves.push_back(graph_.symbol(dae_.variables[static_cast<std::size_t>(j)].id, order));
        unknown.push_back(j);
      }
    }
    std::vector<Row> rows(residuals.size());
    for (const expr::Entry& entry : expr::jacobian(graph_, residuals, leaves)) {
      const int j = unknown[static_cast<std::size_t>(entry.column)];
      if (graph_.derivative(leaves[static_cast<std::size_t>(entry.column)]) !=
          offsets.d[j] - offsets.c[entry.row])
        continue;
      Row& row = rows[static_cast<std::size_t>(entry.row)];
      if (const auto products = expr::multiplied_out(graph_, entry.value))
        for (const auto& [monomial, coefficient] : *products) row.add({j, monomial}, coefficient);
      else
        row.add({j, {entry.value.id}}, 1);
    }
    for (Row& row : rows) row.drop_zeros();
    return rows;
  }

  // The summands of an expression: sums and constant factors are taken apart, all else stays in its form.
  void take_apart(Expr root, double factor, Terms& terms) {
    std::vector<std::pair<Expr, double>> open = {{root, factor}};
    while (!open.empty()) {
      const Expr e = open.back().first;
      const double by = open.back().second;
      open.pop_back();
      const auto part = [&](int k, double times) { open.emplace_back(graph_.arg(e, k), times * by); };
      const auto constant = [&](int k) { return graph_.is_constant(graph_.arg(e, k)); };
      const auto value = [&](int k) { return graph_.value(graph_.arg(e, k)); };
      switch (graph_.op(e)) {
        case Op::constant:
          terms.add(graph_.constant(1), by * graph_.value(e));
          break;
        case Op::neg:
          part(0, -1);
          break;
        case Op::add:
        case Op::sub:
          part(0, 1);
          part(1, graph_.op(e) == Op::add ? 1 : -1);
          break;
        case Op::mul:
          if (constant(0))
            part(1, value(0));
          else if (constant(1))
            part(0, value(1));
          else
            terms.add(e, by);
          break;
        case Op::div:
          if (constant(1) && value(1) != 0)
            part(0, 1 / value(1));
          else
            terms.add(e, by);
          break;
        default:
          terms.add(e, by);
      }
    }
  }

  Expr as_sum(const Terms& terms) {
    Expr total = graph_.constant(0);
    terms.each([&](Expr term, double factor) {
      const Expr size = graph_.constant(std::fabs(factor));
      total = graph_.apply(factor < 0 ? Op::sub : Op::add, total, graph_.apply(Op::mul, size, term));
    });
    return total;
  }

  // sum u_i F_i^(times); none if no unknown is left in it.
  template <class Times>
  std::optional<Expr> combined(const Structure& now, const Combination& u, const Times& times, int lowest) {
    Terms terms;
    u.each([&](int i, double factor) {
      const Expr row = graph_.total(dae_.equations[static_cast<std::size_t>(i)].residual, times(i));
      take_apart(row, factor, terms);
    });
    terms.drop_zeros();
    const Expr total = as_sum(terms);
    // Products hide what cancels.
    if (!is_lower(now, total, lowest))
      if (const auto products = expr::multiplied_out(graph_, total))
        if (const Expr other = expr::written_out(graph_, *products); is_lower(now, other, lowest))
          return other;
    if (expr::highest_derivatives(graph_, total).empty()) return {};
    return total;
  }
  // Whether no highest derivative is left.
  bool is_lower(const Structure& now, Expr e, int lowest) const {
    return std::ranges::all_of(expr::highest_derivatives(graph_, e), [&](const std::pair<int, int>& at) {
      for (std::size_t j = 0; j < dae_.variables.size(); ++j)
        if (dae_.variables[j].id == at.first) return at.second < now.offsets.d[j] - lowest;
      return false;
    });
  }

  // By the members of u that are differentiated `lowest` times or more. True if that lowers the value of the
  // assignment.
  bool replace(const Structure& now, const Combination& u, const std::vector<std::size_t>& size, int lowest) {
    Combination part;
    int equation = -1, members = 0;
    // The one that is written with most operations is the one to which others were added.
    u.each([&](int i, double factor) {
      if (now.offsets.c[i] < lowest) return;
      part.add(i, factor);
      ++members;
      if (now.offsets.c[i] != lowest) return;
      if (equation < 0 || size[static_cast<std::size_t>(i)] >= size[static_cast<std::size_t>(equation)])
        equation = i;
    });
    if (members < 2) return false;
    Combination unit;
    unit.add(part, 1 / part.at(equation));
    return put(now, unit, equation, lowest);
  }

  // u in the place of one of its members; `lowest`: what is differentiated so often stays as it is, what is
  // differentiated more often is taken as many times as that. None: all of it stays as it is.
  bool put(const Structure& now, const Combination& u, int equation, std::optional<int> lowest) {
    const auto times = [&](int i) { return lowest ? now.offsets.c[i] - *lowest : 0; };
    const auto total = combined(now, u, times, lowest.value_or(now.offsets.c[equation]));
    if (!total) return false;
    const Expr before = std::exchange(dae_.equations[static_cast<std::size_t>(equation)].residual, *total);
    const auto then = offsets_of(dae_);
    if (!then || then->value >= now.value + (lowest ? 0 : 1) || !keeps_derivatives(*then)) {
      dae_.equations[static_cast<std::size_t>(equation)].residual = before;
      return false;
    }
    misled_ = misled_ || then->value < now.value;
    remember(u, equation, times);
    replaced_.insert(equation);
    notes_.push_back(told(u, equation, times, !lowest));
    return true;
  }

  // All derivatives that the author wrote must still follow from the equations: they are reported.
  bool keeps_derivatives(const Structure& then) const {
    for (std::size_t j = 0; j < written_.size(); ++j)
      if (then.offsets.d[j] < written_[j]) return false;
    return true;
  }

  // Which equations as written are held by the combination, and how often differentiated.
  template <class Times>
  void remember(const Combination& u, int equation, const Times& times) {
    std::map<int, int> all;
    u.each([&](int i, double) {
      for (const auto& [written, before] : held_[static_cast<std::size_t>(i)]) {
        int& most = all[written];
        most = std::max(most, before + times(i));
      }
    });
    held_[static_cast<std::size_t>(equation)] = std::move(all);
  }
  int index_as_written(const Structure& now) const {
    int most = 0;
    for (std::size_t i = 0; i < held_.size(); ++i)
      for (const auto& [written, times] : held_[i]) most = std::max(most, times + now.offsets.c[i]);
    return most + (std::ranges::find(now.offsets.d, 0) != now.offsets.d.end() ? 1 : 0);
  }

  template <class Times>
  std::string told(const Combination& u, int equation, const Times& times, bool whole) const {
    std::vector<std::string> others;
    u.each([&](int i, double) {
      if (i != equation)
        others.push_back(quote(model::name_of(dae_.equations[static_cast<std::size_t>(i)], times(i))));
    });
    const std::string name = quote(dae_.equations[static_cast<std::size_t>(equation)].name);
    return whole ? fmt::format("{} stands in {} and was taken out of it", listed(others, 4), name)
                 : fmt::format("the highest derivatives of {} cancel with those of {}", name,
                               listed(others, 4));
  }

  model::Dae dae_;
  expr::Graph& graph_;
  expr::Cone cone_;
  std::vector<std::map<int, int>> held_;  // per equation: those as written in it, and their derivatives
  std::vector<int> written_;              // per unknown: its highest derivative
  std::set<int> replaced_;
  std::vector<std::string> notes_;
  bool misled_ = false;
};

}  // namespace

std::optional<Untangled> untangled(const model::Dae& dae) { return Untangler(dae).run(); }

}  // namespace trammel::analysis
