#include "analysis/numeric_verdict.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analysis/gauss_newton.hpp"
#include "analysis/linear.hpp"
#include "analysis/policy.hpp"
#include "analysis/rank.hpp"
#include "analysis/scales.hpp"
#include "analysis/subsystem.hpp"
#include "base/text.hpp"

namespace trammel::analysis {
namespace {

using Says = NumericVerdict::Says;

class Judge {
 public:
  Judge(const model::Dae& dae, const Diagnosis& found, TopSystem& start, const Values& values,
        const std::vector<std::vector<int>>& reluctance, double later)
      : dae_(dae), found_(found), start_(start), values_(values), reluctance_(reluctance), later_(later) {}

  NumericVerdict decide(bool ask_ranks) {
    v_.index = found_.index;
    v_.degrees_of_freedom = found_.degrees_of_freedom;
    v_.local = look(dae_, found_, start_, reluctance_);
    if (v_.local.top_regular) {
      // The structural index is an upper bound here [Pry01]; a rank taken too low says more.
      if ((ask_ranks || may_be_less()) && ask(found_.index))
        v_.index = std::min(found_.index, index_by_ranks());
      return v_;
    }
    collect_names();
    if (!around()) {
      v_.says = Says::singular_start;
      look_ahead();
      if (ask_ranks) ask(found_.index + policy::more_levels);
      return v_;
    }
    v_.says = Says::undecided;
    if (ask(found_.index + policy::more_levels))
      by_ranks();
    else if (!by_pencil())
      by_blocks();
    if (v_.says == Says::redundant) look_ahead();
    return v_;
  }

 private:
  // The structure may ask for more derivatives than necessary: then one level less determines all slopes.
  bool may_be_less() const {
    if (!index_may_be_less(dae_, found_)) return false;
    DerivativeArray array(dae_);
    const auto x = array.point(found_.index - 1, values_, start_.t);
    return x && look_at_level(array, found_.index - 1, *x, start_.t).one_full;
  }

  // Whether a direction that nothing determines moves something that has derivatives.
  bool moves(const BlockRank& rank) const {
    return std::ranges::any_of(rank.unknowns, [&](int j) { return found_.offsets.d[j] > 0; });
  }

  void collect_names() {
    const BlockRank& whole = v_.local.whole;
    const std::vector<int>&equations = whole.equations, &unknowns = whole.unknowns;
    v_.missing = whole.missing;
    on_constraints_ = !equations.empty() && !moves(whole) &&
                      std::ranges::all_of(equations, [&](int i) { return found_.offsets.c[i] > 0; });
    for (const int i : equations) v_.equations.push_back(dae_.equations[static_cast<std::size_t>(i)].name);
    v_.unknowns = names_of(unknowns);
  }

  std::vector<std::string> names_of(const std::vector<int>& unknowns) const {
    std::vector<std::string> names;
    for (const int j : unknowns)
      names.push_back(dae_.graph->variable_name(dae_.variables[static_cast<std::size_t>(j)].id));
    return names;
  }

  std::vector<expr::Expr> all_rows() const {
    std::vector<expr::Expr> rows;
    for (std::size_t i = 0; i < dae_.equations.size(); ++i)
      for (int l = 0; l <= found_.offsets.c[i]; ++l)
        rows.push_back(dae_.graph->total(dae_.equations[i].residual, l));
    return rows;
  }

  // A start in which redundant constraints lose rank once more: what is redundant for good is seen a little further
  // on along the motion, at a point that satisfies all equations to the last digit if as many are left out.
  void look_ahead() {
    const std::vector<expr::Expr> rows = all_rows();
    if (rows.size() + start_.leaves.size() > policy::largest_nearby) return;
    Numbers numbers(dae_, rows, start_.leaves);
    const std::vector<double> size = leaf_sizes(dae_, start_, start_.t), x = start_.x;
    std::vector<double> weight = size, rate(x.size(), 0.0);
    for (std::size_t k = 0; k < weight.size(); ++k)
      if (!(weight[k] > 0)) weight[k] = start_.nominal[k];
    double fastest = 0;
    for (std::size_t k = 0; k < start_.states.size(); ++k) {
      const auto [unknown, derivative] = start_.states[k];
      if (derivative > 0) continue;
      rate[k] = value_of(unknown, 1);
      fastest = std::max(fastest, std::fabs(rate[k]) / std::max(std::fabs(x[k]), weight[k]));
    }
    if (!(fastest > 0)) return;
    int levels = 1;
    for (const int i : v_.local.whole.equations) levels = std::max(levels, found_.offsets.c[i] + 1);
    for (int missing = v_.missing; missing >= 0; --missing) {
      for (std::size_t k = 0; k < x.size(); ++k) start_.x[k] = x[k] + policy::nearby / fastest * rate[k];
      GaussNewton newton(numbers, start_.t, weight);
      const int rank = static_cast<int>(rows.size()) - levels * missing;
      const bool found = rank > 0 && newton.solve_of_rank(start_.x, rank) <= 1e-11;
      start_.numbers.evaluate(start_.t, start_.x);
      if (!found) continue;
      if (BlockRank whole = whole_rank(start_, size); whole.missing == missing) {
        if (missing < v_.missing && (missing == 0 || !moves(whole))) take(std::move(whole), levels);
        break;
      }
    }
    start_.x = x;
    start_.numbers.evaluate(start_.t, x);
  }

  void take(BlockRank whole, int levels) {
    v_.says = whole.missing == 0 ? Says::singular_start : Says::redundant;
    v_.degrees_of_freedom = found_.degrees_of_freedom + (levels - 1) * whole.missing;
    v_.missing = whole.missing;
    if (whole.missing == 0) return;
    v_.local.whole = std::move(whole);
    v_.equations.clear();
    collect_names();
  }

  double value_of(int unknown, int derivative) const {
    const std::vector<double>& known = values_[static_cast<std::size_t>(unknown)];
    return static_cast<std::size_t>(derivative) < known.size() ? known[static_cast<std::size_t>(derivative)]
                                                               : 0;
  }

  // Consistent points near the start: the equations F_i^(l), l <= c_i, from perturbed values. Says whether
  // the same blocks are singular at all that were found; true if none was.
  bool around() {
    const std::vector<expr::Expr> rows = all_rows();
    if (rows.size() + start_.leaves.size() > policy::largest_nearby) return true;
    Numbers numbers(dae_, rows, start_.leaves);
    const std::vector<double> size = leaf_sizes(dae_, start_, start_.t), x = start_.x;
    std::vector<double> weight = size;
    for (std::size_t k = 0; k < weight.size(); ++k)
      if (!(weight[k] > 0)) weight[k] = start_.nominal[k];
    std::vector<Block> bad;
    for (const BlockRank& rank : v_.local.singular)
      bad.push_back(found_.blocks[static_cast<std::size_t>(rank.block)]);
    const int rank = rank_of(numbers, x, weight);
    bool agree = true;
    for (const int seed : {1, 2}) {
      for (std::size_t k = 0; k < x.size(); ++k) {
        const double golden = std::fmod(0.6180339887498949 * static_cast<double>((k + 1) * (seed + 3)), 1.0);
        start_.x[k] = x[k] + policy::nearby * std::max(std::fabs(x[k]), size[k]) * (2 * golden - 1);
      }
      GaussNewton newton(numbers, start_.t, weight);
      // Where the rank is the same all around, points are found to the last digit with that rank only.
      const std::vector<double> perturbed = start_.x;
      if (!(newton.solve_of_rank(start_.x, rank) <= 1e-11)) {
        start_.x = perturbed;
        if (!(newton.solve(start_.x) <= 1e-9)) continue;
      }
      const std::vector<BlockRank> there = block_ranks(start_, bad, size);
      if (std::ranges::all_of(there, &BlockRank::singular)) {
        ++v_.points;
        // Forces that depend on what is open, as friction does, may vanish at the start only.
        if (const BlockRank whole = whole_rank(start_, size); on_constraints_ && moves(whole)) {
          on_constraints_ = false;
          v_.unknowns = names_of(whole.unknowns);
        }
      } else {
        agree = false;
      }
    }
    start_.x = x;
    agree = agree && !regular_later(numbers, bad, size, weight);
    start_.x = x;
    start_.numbers.evaluate(start_.t, x);
    return agree;
  }

  // A coefficient of time alone may vanish at the start, wherever the variables are: time*der(v) at t = 0.
  bool regular_later(Numbers& numbers, const std::vector<Block>& bad, const std::vector<double>& size,
                     const std::vector<double>& weight) {
    const double t = start_.t;
    if (!(later_ > t)) return false;
    start_.t = later_;
    GaussNewton newton(numbers, start_.t, weight);
    const bool regular = newton.solve(start_.x) <= 1e-9 &&
                         std::ranges::none_of(block_ranks(start_, bad, size), &BlockRank::singular);
    start_.t = t;
    return regular;
  }

  int rank_of(Numbers& numbers, const std::vector<double>& x, const std::vector<double>& weight) const {
    numbers.evaluate(start_.t, x);
    const linalg::Pattern& p = *numbers.J().pattern;
    Eigen::MatrixXd J = Eigen::MatrixXd::Zero(p.rows, p.columns);
    for (int j = 0; j < p.columns; ++j)
      for (int k = p.start[j]; k < p.start[j + 1]; ++k)
        J(p.row[k], j) = numbers.J().value[k] * weight[static_cast<std::size_t>(j)];
    return numerical_rank(with_unit_rows(std::move(J)), 0).rank;
  }

  // The ranks of the whole array; false if that cannot be afforded or they settle nothing.
  bool ask(int most) {
    const int n = static_cast<int>(dae_.equations.size());
    most = std::min(policy::largest_array / std::max(1, n) - 1, most);
    if (most < std::min(found_.index, 1)) return false;
    v_.ranks = find_strangeness(dae_, values_, start_.t, later_, most, reluctance_);
    return v_.ranks->found;
  }

  int index_by_ranks() const {
    const bool ode = v_.ranks->mu == 0 && v_.ranks->algebraic == 0;
    const int by_strangeness = ode ? 0 : v_.ranks->mu + 1;
    return v_.ranks->differentiation_index >= 0 ? v_.ranks->differentiation_index : by_strangeness;
  }

  void by_ranks() {
    const Strangeness& ranks = *v_.ranks;
    if (ranks.points < 2 && v_.points < 2) return;  // nothing agrees with the start
    const int index = index_by_ranks();
    if (ranks.redundant > 0) {
      v_.says = on_constraints_ ? Says::redundant : Says::undetermined;
      v_.index = index;
      v_.degrees_of_freedom = ranks.differential;
      return;
    }
    // Badly scaled is not misleading: where the ranks say what the structure says, it stands.
    const bool same = index == found_.index && ranks.differential == found_.degrees_of_freedom;
    v_.says = same ? Says::structure_holds : Says::ranks_overrule;
    v_.index = index;
    v_.degrees_of_freedom = ranks.differential;
  }

  // Linear equations with constant coefficients: if det(λE - A) vanishes for all λ, no number of derivatives
  // determines a solution [HW96, section VII.1]. Says whether that is so.
  bool by_pencil() {
    const auto form = linear_form(dae_);
    if (!form) return false;
    const Pencil pencil = analyze_pencil(form->E, form->A);
    if (pencil.regular) return false;
    v_.says = Says::undetermined;
    v_.missing = pencil.missing;
    v_.equations.clear();
    v_.unknowns.clear();
    for (const int i : pencil.equations) v_.equations.push_back(form->equations[static_cast<std::size_t>(i)]);
    for (const int j : pencil.unknowns) v_.unknowns.push_back(form->names[static_cast<std::size_t>(j)]);
    return true;
  }

  // Too large for one array, or its levels do not settle it: singular blocks one by one.
  void by_blocks() {
    if (say_the_same(start_, v_.local.whole) ||
        (on_constraints_ && v_.local.constraint_rank < v_.local.constraints)) {
      v_.says = on_constraints_ ? Says::redundant : Says::undetermined;
      v_.degrees_of_freedom += v_.local.constraints - v_.local.constraint_rank;
      return;
    }
    int index = 0, freedoms = found_.degrees_of_freedom;
    for (const BlockRank& rank : v_.local.singular) {
      const Block& block = found_.blocks[static_cast<std::size_t>(rank.block)];
      const int most = policy::largest_array / static_cast<int>(block.equations.size()) - 1;
      if (most < 0) return;
      const Subsystem part = subsystem(dae_, block, values_, start_.t);
      const Diagnosis of = analyze(part.dae);
      const Strangeness numbers = find_strangeness(
          part.dae, part.values, start_.t, start_.t, std::min(most, of.index + policy::more_levels),
          std::vector<std::vector<int>>(block.unknowns.size(), std::vector<int>{0}));
      if (!numbers.found || numbers.redundant > 0) return;
      index = std::max(index, numbers.mu == 0 && numbers.algebraic == 0 ? 0 : numbers.mu + 1);
      freedoms += numbers.differential - of.degrees_of_freedom;
    }
    v_.says = Says::ranks_overrule;
    v_.part = true;
    v_.index = std::max(index, found_.index);
    v_.degrees_of_freedom = freedoms;
  }

  const model::Dae& dae_;
  const Diagnosis& found_;
  TopSystem& start_;
  const Values& values_;
  const std::vector<std::vector<int>>& reluctance_;
  double later_;
  bool on_constraints_ = false;  // all equations that depend on others are differentiated constraints
  NumericVerdict v_;
};

std::string quoted(const std::vector<std::string>& names) {
  std::vector<std::string> result;
  for (const std::string& name : names) result.push_back(quote(name));
  return listed(result, 8);
}

}  // namespace

std::optional<std::string> NumericVerdict::why() const {
  const char* determine = equations.size() == 1 ? "does" : "do";
  switch (says) {
    case Says::structure_holds:
      return std::nullopt;
    case Says::singular_start:
      return fmt::format("the start is a singular configuration: {} {} not determine {} there, though nearby",
                         quoted(equations), determine, quoted(unknowns));
    case Says::ranks_overrule:
      return fmt::format("the structure of the equations misleads: {} {} not determine {}", quoted(equations),
                         determine, quoted(unknowns));
    case Says::redundant:
      return fmt::format("constraints follow from each other ({}): the motion is unique, {} {} not",
                         quoted(equations), quoted(unknowns), unknowns.size() == 1 ? "is" : "are");
    case Says::undetermined:
      return fmt::format("nothing determines {}: {} {} not independent of each other", quoted(unknowns),
                         quoted(equations), equations.size() == 1 ? "is" : "are");
    case Says::undecided:
      return fmt::format("{} {} not determine {}, and the derivatives that were tried do not settle it",
                         quoted(equations), determine, quoted(unknowns));
  }
  return std::nullopt;
}

bool index_may_be_less(const model::Dae& dae, const Diagnosis& found) {
  const int n = static_cast<int>(dae.equations.size());
  return found.index >= 2 && n * (found.index + 1) <= policy::largest_asked_for_less;
}

NumericVerdict numeric_verdict(const model::Dae& dae, const Diagnosis& found, TopSystem& start,
                               const Values& values, const std::vector<std::vector<int>>& reluctance,
                               bool ask_ranks, double later) {
  return Judge(dae, found, start, values, reluctance, later).decide(ask_ranks);
}

}  // namespace trammel::analysis
