#include "pipeline/verdict.hpp"

#include <algorithm>
#include <cmath>

#include "analysis/independent_choice.hpp"
#include "analysis/policy.hpp"
#include "analysis/stiffness.hpp"
#include "analysis/strangeness.hpp"
#include "analysis/structural_index.hpp"
#include "base/effort.hpp"
#include "base/error.hpp"
#include "expr/derivative.hpp"
#include "expr/query.hpp"
#include "formulation/independent.hpp"
#include "pipeline/cost.hpp"
#include "pipeline/implicit_method.hpp"
#include "pipeline/sizes.hpp"
#include "pipeline/start.hpp"
#include "system/singular_points.hpp"

namespace trammel::pipeline {
namespace {

using Says = analysis::NumericVerdict::Says;

// The fastest decay of the linearized underlying ODE at the start. What decays `fast` is measured again along
// the invariants.
std::optional<double> fastest_decay(const ReferenceForm& form, const Standing& standing,
                                    const system::Ode& ode, double length, double fast) {
  const model::Dae& dae = form.dae;
  analysis::Offsets offsets{.c = std::vector<int>(dae.equations.size(), 0),
                            .d = std::vector<int>(dae.variables.size(), 0),
                            .assignment = {}};
  analysis::Values values(dae.variables.size());
  for (std::size_t i = 0; i < ode.state().size(); ++i) {
    ++offsets.d[ode.state()[i].unknown];
    values[ode.state()[i].unknown].push_back(standing.z[i]);
  }
  for (std::size_t j = 0; j < values.size(); ++j) values[j].push_back(ode.top()[j]);
  const analysis::TopSystem top(dae, offsets, values, standing.t);
  const auto decay = analysis::fastest_decay(top, length);
  if (dae.invariants.empty() || !(decay > fast)) return decay;
  std::vector<expr::Expr> rows;
  for (const model::Equation& invariant : dae.invariants) rows.push_back(invariant.residual);
  analysis::AlongInvariants along(dae, rows, top);
  return analysis::fastest_decay(top, length, &along);
}

// The same as a fault of the equations, not of their start values.
std::exception_ptr as_structure(const std::exception_ptr& why) {
  try {
    std::rethrow_exception(why);
  } catch (const Error& error) {
    return std::make_exception_ptr(Error(Kind::structure, error.message, error.where, error.hint));
  }
}

class Judging {
 public:
  Judging(const model::Problem& given, double t, double length)
      : problem_(std::make_shared<model::Problem>(measured(model::on_top(given), t, length))), t_(t),
        length_(length) {
    v_.problem = problem_;
    v_.found = analysis::analyze(problem_->dae);
    v_.facts.index = v_.facts.differentiation_index = v_.found.index;
  }

  Verdict run(Ask ask) {
    find_start();
    const double condition = condition_of_tops();
    ask_numbers(condition, ask == Ask::ranks);
    if (ask == Ask::start && std::max(condition, whole_) > 1 / analysis::policy::singular_block)
      start_on_array();
    if (ask != Ask::start) {
      decide_form(condition);
      v_.facts.constant_matrix = constant_coefficients(problem_->dae);
      v_.facts.size = static_cast<int>(problem_->dae.equations.size());
      count_effort();
    }
    v_.facts.differentiation_index = v_.index();
    return std::move(v_);
  }

 private:
  void find_start() {
    v_.no_start = nullptr;
    try {
      const auto form = std::make_shared<ReferenceForm>(
          *problem_, program::CompileOptions{.engine = program::Engine::vm}, &v_.found);
      v_.reference = form;
      v_.standing = stand_first(*form, *problem_, t_);
    } catch (const Error&) {
      v_.no_start = std::current_exception();
    }
  }

  // Of the equations for the highest derivatives at the start, by pivots from which units were taken out.
  double condition_of_tops() {
    if (!v_.standing) return INFINITY;
    instance_.emplace(v_.reference->system);
    system::Ode& ode = instance_->ode();
    std::vector<double> slope(v_.standing->z.size());
    if (!v_.standing->top.empty()) ode.guess(v_.standing->top);
    if (!ode.derivative(t_, v_.standing->z, slope)) return INFINITY;
    const system::SingularPoints* points = system::singular_points(ode);
    passed_ = points != nullptr && points->passed();
    ode.weigh();
    return ode.condition();
  }

  // Of all equations as written, before anything was eliminated.
  double condition_of_whole() {
    if (!instance_ || problem_->dae.equations.size() > analysis::largest_whole_top) return 0;
    known_ = values_at(*v_.reference, *v_.standing, instance_->ode(), *problem_, v_.found);
    if (!known_) return 0;
    top_ = analysis::scaled_top_jacobian(problem_->dae, v_.found, *known_, t_);
    return analysis::top_condition(*top_);
  }

  // What `auto` compares costs by; of a start that the reference form stands on.
  void count_effort() {
    if (!instance_ || !v_.standing || problem_->dae.dependent_tops > 0) return;
    system::Ode& ode = instance_->ode();
    std::vector<double> slope(v_.standing->z.size());
    const double before = effort_so_far();
    if (!ode.derivative(t_, v_.standing->z, slope)) return;
    const double once = effort_so_far() - before;
    v_.facts.iterates = ode.guesses();
    const double spent = v_.facts.iterates ? effort_on_the_way(slope, once) : once;
    v_.facts.pieces = count_pieces(problem_->dae, v_.reference->dae, spent, static_cast<int>(slope.size()));
    v_.facts.linear_constraints = v_.facts.iterates && linear(v_.reference->dae.invariants);
  }

  // At the solution itself Newton's iteration has nothing to do. So its work is counted where a step leads: along the
  // slope, by a hundredth of the interval or a tenth of what a state is. Where that leads nowhere, it is guessed.
  double effort_on_the_way(Vec slope, double once) {
    constexpr double part = 0.01, most = 0.1, shorter = 0.1, iterations = 3.5;
    constexpr int tries = 3;
    system::Ode& ode = instance_->ode();
    const std::vector<double>& z = v_.standing->z;
    const std::vector<double> top(ode.top().begin(), ode.top().end());
    std::vector<double> there(z.size()), found(z.size());
    double h = part * length_;
    for (std::size_t i = 0; i < z.size(); ++i) {
      const double size = std::max(std::fabs(z[i]), ode.nominal(static_cast<int>(i)));
      if (h * std::fabs(slope[i]) > most * size) h = most * size / std::fabs(slope[i]);
    }
    for (int k = 0; k < tries; ++k, h *= shorter) {
      for (std::size_t i = 0; i < z.size(); ++i) there[i] = z[i] + h * slope[i];
      ode.anchor(t_, z, top);
      const double before = effort_so_far();
      if (ode.derivative(t_ + h, there, found)) return std::max(effort_so_far() - before, iterations * once);
    }
    return iterations * once;
  }

  bool linear(const std::vector<model::Equation>& equations) const {
    expr::Graph& graph = *v_.reference->dae.graph;
    std::vector<expr::Expr> rows, symbols;
    for (const model::Equation& equation : equations) rows.push_back(equation.residual);
    for (const expr::Expr leaf : expr::leaves(graph, rows))
      if (graph.op(leaf) == expr::Op::symbol) symbols.push_back(leaf);
    return expr::constant_derivatives(graph, rows, symbols);
  }

  void refuse(std::exception_ptr why) {
    v_.no_start = std::move(why);
    v_.standing.reset();
  }

  // Singular values and ranks cost more than pivots: they are asked where pivots leave a doubt, and of small
  // models whose structure may ask for more derivatives than necessary.
  void ask_numbers(double condition, bool all) {
    if (passed_ && !all) return;  // a singular configuration between regular ones, and the way is known
    whole_ = condition_of_whole();
    const bool doubtful = std::max(condition, whole_) > analysis::policy::doubtful_pivots;
    std::optional<analysis::Values> known;
    if (!all && !doubtful) {
      if (!analysis::index_may_be_less(problem_->dae, v_.found)) return;
      if (known_)
        known = known_;
      else if (instance_)
        known = values_at(*v_.reference, *v_.standing, instance_->ode(), *problem_, v_.found);
      if (known && !top_) top_ = analysis::scaled_top_jacobian(problem_->dae, v_.found, *known, t_);
      if (known && analysis::index_is_structural(v_.found, *top_)) return;
    }
    std::exception_ptr why_none;
    const AskNumbers how = all        ? AskNumbers::all
                           : doubtful ? AskNumbers::in_doubt
                                      : AskNumbers::if_affordable;
    auto start = numbers_at_start(*problem_, v_.found, t_, std::move(known), how, &why_none);
    // What all equations at once do not find, their blocks may have: a run begins there.
    if (!start && why_none && v_.standing && condition <= 1 / analysis::policy::singular_block) {
      known = known_ ? known_ : values_at(*v_.reference, *v_.standing, instance_->ode(), *problem_, v_.found);
      if (known) start = numbers_at_start(*problem_, v_.found, t_, std::move(known), how, &why_none);
    }
    if (!start) {
      // Of the equations as written: what the elimination of variables has left of them may not name the one at fault.
      if ((all || v_.no_start) && why_none) refuse(why_none);
      // Singular equations that nothing satisfies contradict each other, whatever rounding made of them.
      if (why_none && v_.standing && condition > 1 / analysis::policy::singular_block)
        refuse(as_structure(why_none));
      return;
    }
    v_.numbers = std::move(start->verdict);
    v_.at = std::move(start->start);
    if (auto why = why_undetermined(*v_.numbers, problem_->dae, t_)) {
      refuse(std::move(why));
      return;
    }
    if (v_.numbers->says != Says::redundant) return;
    v_.independent = without_redundancy(v_.numbers->local.whole);
    problem_->dae.dependent_tops = v_.numbers->missing;
    find_start();
  }

  // A named formulation goes by the structure. Where that misleads, its start leaves constraints out that only
  // ranks know: what satisfies them is what is guessed.
  void start_on_array() {
    if (!v_.standing || !v_.numbers || v_.numbers->says != Says::ranks_overrule || !v_.numbers->ranks) return;
    const int mu = v_.numbers->ranks->mu;
    const std::vector<int> order = analysis::DerivativeArray(problem_->dae).order();
    std::vector<int> highest;
    for (const int k : order) highest.push_back(k + mu);
    FullStart on_array;
    try {
      on_array =
          consistent_values(*problem_, std::vector<int>(problem_->dae.equations.size(), mu), highest, t_);
    } catch (const Error&) {
      return;
    }
    for (std::size_t j = 0; j < order.size(); ++j)
      for (int l = 0; l <= order[j]; ++l) {
        const expr::Expr leaf = problem_->dae.graph->symbol(problem_->dae.variables[j].id, l);
        const double value = on_array.values[j][static_cast<std::size_t>(l)];
        const auto given = std::ranges::find(problem_->starts, leaf.id,
                                             [](const model::StartValue& start) { return start.leaf.id; });
        if (given == problem_->starts.end())
          problem_->starts.push_back({leaf, value, model::Rank::guess});
        else if (given->rank != model::Rank::fixed)
          given->value = value;
      }
    const auto before = v_.standing;
    find_start();
    if (v_.no_start) {
      v_.no_start = nullptr;
      v_.standing = before;
    }
  }

  std::shared_ptr<const model::Problem> without_redundancy(const analysis::BlockRank& rank) const {
    if (rank.equations.empty() || rank.estimated) return nullptr;
    const analysis::IndependentChoice choice =
        analysis::independent_choice(rank, analysis::determine_everywhere(problem_->dae, rank.equations));
    formulation::Independent pass{.equations = choice.equations};
    for (const auto& multiplier : choice.multipliers)
      pass.multipliers.push_back({multiplier.unknown, multiplier.others});
    auto problem = std::make_shared<model::Problem>(*problem_);
    problem->dae = pass.apply(problem_->dae, v_.found);
    std::erase_if(problem->starts, [&](const model::StartValue& start) {
      return std::ranges::any_of(problem->dae.eliminated, [&](const model::Variable& gone) {
        return gone.id == problem->dae.graph->index(start.leaf);
      });
    });
    return problem;
  }

  // The structural verdict stands unless ranks of the derivative array say something else.
  void decide_form(double condition) {
    if (v_.numbers && v_.numbers->says == Says::undetermined) return;
    if (v_.numbers) v_.array = where_structure_misleads(*problem_, t_, *v_.numbers);
    const bool redundant = problem_->dae.dependent_tops > 0;
    // Badly scaled is not singular, where ranks say what the structure says.
    const bool regular =
        condition < 1 / analysis::policy::singular_block ||
        (v_.numbers && v_.numbers->says == Says::structure_holds && std::isfinite(condition));
    v_.facts.structure_holds = redundant || passed_ || (!v_.array && regular);
    if (redundant || passed_) return;
    if (v_.facts.structure_holds && !v_.array) {
      // With constraints an implicit method has its price: they hold to its tolerance, not to rounding.
      const double may_die_out = v_.facts.index <= 1 ? length_ : 0;
      constexpr double worth_a_second_look = 100;  // of which `auto` takes one as stiff
      if (const auto decay = fastest_decay(*v_.reference, *v_.standing, instance_->ode(), may_die_out,
                                           worth_a_second_look / length_))
        v_.facts.stiffness = *decay * length_;
    } else if (!v_.array && !(v_.numbers && v_.numbers->says == Says::singular_start)) {
      v_.part = where_a_part_misleads(*problem_, t_);
    }
  }

  std::shared_ptr<model::Problem> problem_;
  double t_, length_;
  bool passed_ = false;  // the start is a singular configuration, and what goes through it is determined
  std::optional<system::Instance> instance_;
  double whole_ = 0;                         // condition of all top equations, as written
  std::optional<analysis::Values> known_;    // all derivatives at the start, where they were asked for
  std::optional<linalg::SparseMatrix> top_;  // of all equations as written, scaled; likewise
  Verdict v_;
};

}  // namespace

Verdict judge_independent(const Verdict& verdict, double t, double length) {
  Verdict result = judge(*verdict.independent, t, length, Ask::start);
  result.numbers = verdict.numbers;
  result.whole = std::make_shared<const Verdict>(verdict);
  return result;
}

bool structure_is_doubtful(const Verdict& verdict) {
  if (verdict.from_arrays()) return true;
  if (verdict.part || (verdict.numbers && verdict.numbers->part))
    return false;  // ranks of a part have settled it
  return verdict.array || !verdict.reference || verdict.no_start || !verdict.facts.structure_holds ||
         (verdict.numbers &&
          (verdict.numbers->says != Says::structure_holds || !verdict.numbers->local.top_regular ||
           verdict.numbers->index != verdict.found.index ||
           verdict.numbers->degrees_of_freedom != verdict.found.degrees_of_freedom));
}

Verdict judge(const model::Problem& problem, double t, double length, Ask ask) {
  return Judging(problem, t, length).run(ask);
}

}  // namespace trammel::pipeline
