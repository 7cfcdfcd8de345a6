#include "pipeline/examine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "analysis/combined.hpp"
#include "analysis/linear.hpp"
#include "analysis/numeric_verdict.hpp"
#include "analysis/policy.hpp"
#include "analysis/raised.hpp"
#include "analysis/rank.hpp"
#include "analysis/strangeness.hpp"
#include "analysis/subsystem.hpp"
#include "analysis/weakest.hpp"
#include "base/text.hpp"
#include "expr/print.hpp"
#include "expr/query.hpp"
#include "formulation/eliminate.hpp"
#include "pipeline/recommend.hpp"
#include "pipeline/singularity.hpp"
#include "pipeline/square.hpp"
#include "pipeline/start.hpp"
#include "pipeline/verdict.hpp"

namespace trammel::pipeline {
namespace {

using analysis::Diagnosis;
using Says = analysis::NumericVerdict::Says;

class Examiner {
 public:
  Examiner(const Verdict& verdict, double tolerance)
      : p_(*verdict.problem), dae_(p_.dae), given_(verdict), tolerance_(tolerance) {}

  Examination run() {
    e_.model = dae_.name;
    e_.graph = dae_.graph;
    e_.equations = static_cast<int>(dae_.equations.size());
    e_.unknowns = static_cast<int>(dae_.variables.size());
    found_ = given_.found;
    e_.index = e_.structural_index = found_.index;
    e_.degrees_of_freedom = found_.degrees_of_freedom;
    describe_structure();
    look_at_pencil();
    if (!given_.numbers && given_.no_start) std::rethrow_exception(given_.no_start);
    start_ = given_.at;
    if (given_.numbers) verdict_ = *given_.numbers;
    local_ = verdict_.local;
    numbers_ = verdict_.ranks.value_or(analysis::Strangeness{});
    for (const auto& [j, l] : local_.free) e_.free_start_values.push_back(symbol(j, l));
    ask_the_numbers();
    report_start();
    Facts facts = given_.facts;
    facts.structure_holds = !given_.array && !given_.part;
    e_.recommendation = recommend(e_, facts, tolerance_);
    if (verdict_.says == Says::undetermined)
      e_.recommendation.reason =
          "that is what the other equations ask for; nothing runs before all unknowns are determined";
    for (const std::string& note : start_.notes) e_.findings.push_back(note);
    if (!dae_.events.constructs.empty())
      e_.findings.push_back(fmt::format("'{}' makes events: this is what holds between them",
                                        dae_.events.constructs.front().word));
    return std::move(e_);
  }

 private:
  std::string symbol(int j, int l) const {
    return expr::print_symbol(*dae_.graph, dae_.variables[static_cast<std::size_t>(j)].id, l);
  }

  // Blocks and the number of constraints are those of the model without its aliases and definitions, as it is
  // integrated.
  void describe_structure() {
    e_.hidden_constraints = analysis::hidden_constraints(dae_, found_);
    e_.determining = analysis::determining_constraints(dae_, found_);
    if (const auto reduced = formulation::Eliminate{}.reduced(dae_, found_))
      describe_blocks(reduced->dae, *reduced->found);
    else
      describe_blocks(dae_, found_);
    constexpr int largest = 2000;  // equations: this is a second analysis
    if (e_.equations > largest) return;
    if (const auto raised = analysis::names_that_raise_the_index(dae_, found_)) {
      std::vector<std::string> unknowns, equations;
      for (const std::string& name : raised->unknowns) unknowns.push_back(quote(name));
      for (const std::string& name : raised->equations) equations.push_back(quote(name));
      e_.findings.push_back(fmt::format(
          "{} only {} derivatives that nothing else needs: without {} and {} the index would be {}, and the "
          "functions in the equations would be differentiated that much less",
          listed(unknowns), unknowns.size() == 1 ? "names" : "name", unknowns.size() == 1 ? "it" : "them",
          listed(equations), raised->index));
    }
  }
  void describe_blocks(const model::Dae& dae, const Diagnosis& found) {
    for (const int c : found.offsets.c) e_.constraints += c;
    for (const analysis::Block& block : found.blocks) {
      std::vector<std::string>& names = e_.blocks.emplace_back();
      names.reserve(block.unknowns.size());
      for (const int j : block.unknowns) names.push_back(dae.graph->variable_name(dae.variables[j].id));
      std::ranges::sort(names);
    }
  }

  void look_at_pencil() {
    const auto form = analysis::linear_form(dae_);
    if (!form) return;
    const analysis::Pencil p = analysis::analyze_pencil(form->E, form->A);
    e_.pencil = {p.regular, p.index, p.eigenvalues};
    if (p.regular) return;
    std::vector<std::string> equations, unknowns;
    for (const int i : p.equations) equations.push_back(quote(form->equations[static_cast<std::size_t>(i)]));
    for (const int j : p.unknowns) unknowns.push_back(quote(form->names[static_cast<std::size_t>(j)]));
    e_.findings.push_back(fmt::format(
        "the pencil of these linear equations is singular: {} together {} not determine {}, for lack of {}",
        listed(equations), equations.size() == 1 ? "does" : "do", listed(unknowns),
        counted(static_cast<std::size_t>(p.missing), "independent equation")));
  }

  // The ranks of the derivative array decide where they can be afforded; the structure only guesses.
  void ask_the_numbers() {
    report_top();
    const int n = e_.equations, affordable = analysis::policy::largest_array / std::max(1, n) - 1;
    const int most = std::min(affordable, local_.top_regular ? found_.index : found_.index + 4);
    e_.index = verdict_.index;
    e_.degrees_of_freedom = verdict_.degrees_of_freedom;
    if (verdict_.says == Says::undetermined) {
      e_.findings.push_back(*verdict_.why());
      name_dependent();
      return;
    }
    if (!numbers_.found) {
      e_.degrees_of_freedom = found_.degrees_of_freedom;  // look_at_blocks adds what its blocks change
      if (local_.top_regular || most >= found_.index || !look_at_blocks()) report_undecided(most);
      name_redundant(verdict_.says == Says::redundant);
      return;
    }
    e_.strangeness_index = numbers_.mu;
    if (e_.index != found_.index)
      e_.findings.push_back(
          fmt::format("the structure of the equations says index {}, the ranks of the derivative "
                      "array say {} (decided with a margin of {:.0e}, at {} points); the latter holds",
                      found_.index, e_.index, numbers_.margin, numbers_.points));
    else if (numbers_.margin < analysis::policy::doubtful_margin)
      e_.findings.push_back(
          fmt::format("the index was decided by ranks with a margin of only {:.0e}: nearby parameter "
                      "values may have another one",
                      numbers_.margin));
    name_redundant(numbers_.redundant > 0);
    if (!local_.top_regular && numbers_.redundant == 0) {
      start_again();
      e_.hidden_constraints = analysis::combined_constraints(dae_, start_.values, p_.t_start, numbers_.mu);
      e_.determining.clear();
      e_.constraints = numbers_.algebraic;
    }
  }

  void report_top() {
    if (!local_.top_regular || local_.condition < 1 / analysis::policy::nearly_singular) return;
    const analysis::Weakest weakest = weakest_at_start();
    std::vector<std::string> quoted;
    for (const std::string& name : weakest.equations) quoted.push_back(quote(name));
    e_.findings.push_back(fmt::format(
        "the start is close to a singular configuration ({}): the equations for the highest derivatives have "
        "condition {:.0e}{}",
        at_start(), local_.condition,
        quoted.empty()
            ? ""
            : fmt::format(", {} nearly fail to determine {}", listed(quoted), listed(weakest.unknowns))));
  }

  std::string at_start() const {
    std::vector<std::pair<std::string, double>> at;
    for (std::size_t j = 0; j < dae_.variables.size(); ++j)
      if (found_.offsets.d[j] > 0) at.emplace_back(symbol(static_cast<int>(j), 0), start_.values[j][0]);
    return configuration(at);
  }

  analysis::Weakest weakest_at_start() const {
    std::vector<expr::Expr> rows, tops, leaves;
    analysis::Place place{p_.t_start, {}};
    for (std::size_t i = 0; i < dae_.equations.size(); ++i)
      rows.push_back(dae_.graph->total(dae_.equations[i].residual, found_.offsets.c[i]));
    for (std::size_t j = 0; j < dae_.variables.size(); ++j)
      for (int l = 0; l <= found_.offsets.d[j]; ++l) {
        leaves.push_back(dae_.graph->symbol(dae_.variables[j].id, l));
        place.values.push_back(start_.values[j][static_cast<std::size_t>(l)]);
        if (l == found_.offsets.d[j]) tops.push_back(leaves.back());
      }
    return analysis::weakest(dae_, rows, tops, leaves, place, place);
  }

  // A model that is too large for ranks may have one small part that misleads. Says whether that was it.
  bool look_at_blocks() {
    const auto bad = analysis::singular_blocks(dae_, found_, start_.values, p_.t_start);
    bool settled = !bad.empty();
    for (const analysis::Block& block : bad) {
      const analysis::Subsystem part = analysis::subsystem(dae_, block, start_.values, p_.t_start);
      const Diagnosis of = analysis::analyze(part.dae);
      const int most = analysis::policy::largest_array / static_cast<int>(block.equations.size()) - 1;
      const analysis::Strangeness numbers = analysis::find_strangeness(
          part.dae, part.values, p_.t_start, p_.t_start, std::min(most, of.index + 4),
          std::vector<std::vector<int>>(block.unknowns.size(), std::vector<int>{0}));
      settled &= numbers.found && numbers.redundant == 0;
      if (!numbers.found) continue;
      const int index = numbers.mu == 0 && numbers.algebraic == 0 ? 0 : numbers.mu + 1;
      e_.index = std::max(e_.index, index);
      e_.degrees_of_freedom += numbers.differential - of.degrees_of_freedom;
      for (analysis::HiddenConstraint& hidden :
           analysis::combined_constraints(part.dae, part.values, p_.t_start, numbers.mu))
        e_.hidden_constraints.push_back(std::move(hidden));
      std::vector<std::string> names;
      for (const int i : block.equations)
        names.push_back(quote(dae_.equations[static_cast<std::size_t>(i)].name));
      e_.findings.push_back(fmt::format(
          "{} do not determine what their structure promises: by ranks, this part has index {} and {}, where "
          "its "
          "structure says {} and {}",
          listed(names), index, counted(static_cast<std::size_t>(numbers.differential), "degree of freedom"),
          of.index, of.degrees_of_freedom));
    }
    return settled;
  }

  void report_undecided(int most) {
    if (local_.top_regular || local_.constraint_rank < local_.constraints) return;
    e_.findings.push_back(most < found_.index ? "the equations for the highest derivatives are singular at "
                                                "the start, so index and degrees of freedom "
                                                "may be wrong; the model is too large to decide them by ranks"
                                              : fmt::format("the equations for the highest derivatives are "
                                                            "singular at the start, and {} differentiations "
                                                            "do not determine the solution",
                                                            most));
  }

  // As many of the equations that depend on each other as there are too many: the last ones.
  void name_dependent() {
    const analysis::BlockRank& whole = local_.whole;
    std::vector<int> order(whole.equations.size());
    for (std::size_t k = 0; k < order.size(); ++k) order[k] = -whole.equations[k];
    for (const int k : analysis::dependent_columns(whole.combinations.transpose(), order))
      e_.redundant.push_back(dae_.equations[static_cast<std::size_t>(whole.equations[k])].name);
  }

  void name_redundant(bool everywhere) {
    if (local_.constraint_rank >= local_.constraints) return;
    std::vector<std::string> names;
    for (const auto& [i, l] : local_.redundant) {
      const std::string& name = dae_.equations[i].name;
      if (std::ranges::find(names, name) == names.end()) names.push_back(name);
    }
    std::vector<std::string> quoted;
    for (const std::string& name : names) quoted.push_back(quote(name));
    if (everywhere) {
      e_.redundant = names;
      e_.findings.push_back(
          fmt::format("{} {} from the other constraints: the motion is unique, the multipliers are not",
                      listed(quoted), names.size() == 1 ? "follows" : "follow"));
    } else {
      e_.findings.push_back(
          fmt::format("the start is a singular configuration ({}): the constraints have rank {} of {} there "
                      "({} {} nothing "
                      "new to first order), though not nearby",
                      at_start(), local_.constraint_rank, local_.constraints, listed(quoted),
                      names.size() == 1 ? "says" : "say"));
    }
  }

  // The structural offsets were too small: the start must satisfy more derivatives, and other states are
  // free.
  void start_again() {
    std::vector<int> c(dae_.equations.size(), numbers_.mu), d;
    const analysis::DerivativeArray array(dae_);
    for (const int k : array.order()) d.push_back(k + numbers_.mu);
    start_ = consistent_values(p_, c, d, p_.t_start);
    e_.free_start_values.clear();
    int column = 0;
    for (std::size_t j = 0; j < array.order().size(); ++j)
      for (int l = 0; l < array.order()[j]; ++l, ++column)
        if (std::ranges::binary_search(numbers_.free, column))
          e_.free_start_values.push_back(symbol(static_cast<int>(j), l));
  }

  // Everything that the user declared, and the derivatives that appear in the equations.
  void report_start() {
    std::vector<int> highest(dae_.variables.size(), 0);
    for (std::size_t k = 0; k < found_.sigma.order.size(); ++k) {
      int& order = highest[found_.sigma.graph.column[k]];
      order = std::max(order, found_.sigma.order[k]);
    }
    e_.consistent_start.reserve(highest.size() +
                                std::accumulate(highest.begin(), highest.end(), std::size_t{0}));
    for (std::size_t j = 0; j < highest.size(); ++j)
      e_.consistent_start.emplace_back(symbol(static_cast<int>(j), 0), start_value(j, 0));
    for (std::size_t j = 0; j < highest.size(); ++j)
      for (int l = 1; l <= highest[j]; ++l)
        e_.consistent_start.emplace_back(symbol(static_cast<int>(j), l), start_value(j, l));
  }

  // What an iteration leaves of a zero is shown as zero.
  double start_value(std::size_t j, int l) const {
    const double value = start_.values[j][static_cast<std::size_t>(l)];
    // Where nobody has said how large it is, 1 is as good a guess as 1e-4: what is far below both is noise.
    const double noise =
        dae_.variables[j].nominal_given ? 1e-30 * std::abs(dae_.variables[j].nominal) : 1e-25;
    return std::abs(value) < noise ? 0 : value;
  }

  const model::Problem p_;
  const model::Dae& dae_;
  const Verdict& given_;
  const double tolerance_;
  Diagnosis found_;
  analysis::NumericVerdict verdict_;
  analysis::LocalFindings local_;
  analysis::Strangeness numbers_;
  FullStart start_;
  Examination e_;
};

}  // namespace

Examination examine_as_written(const model::Problem& problem, double tolerance) {
  return expr::watched([&] {
    if (const auto square = squared(problem, problem.t_start)) {
      Examination result = examine_as_written(square->problem, tolerance);
      result.equations = static_cast<int>(problem.dae.equations.size());
      result.unknowns = static_cast<int>(problem.dae.variables.size());
      for (const model::Equation& equation : square->surplus) result.redundant.push_back(equation.name);
      result.findings.push_back(square->note);
      return result;
    }
    std::optional<Verdict> verdict;
    const auto refusal = refusal_of(
        [&] { verdict = judge(problem, problem.t_start, problem.t_end - problem.t_start, Ask::ranks); });
    if (!verdict || structure_is_doubtful(*verdict))
      if (auto result = examine_untangled(problem, tolerance)) return *result;
    if (refusal) std::rethrow_exception(refusal);
    return Examiner(*verdict, tolerance).run();
  });
}

}  // namespace trammel::pipeline
