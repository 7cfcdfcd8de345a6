#include "pipeline/examine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "analysis/local.hpp"
#include "analysis/stiffness.hpp"
#include "analysis/strangeness.hpp"
#include "base/text.hpp"
#include "expr/print.hpp"
#include "expr/query.hpp"
#include "formulation/eliminate.hpp"
#include "pipeline/recommend.hpp"
#include "pipeline/start.hpp"

namespace trammel::pipeline {
namespace {

using analysis::Diagnosis;

constexpr int largest_array = 240;  // equations times levels whose singular values are affordable
constexpr double doubtful = 1e3;    // a rank decided with less margin is reported

class Examiner {
 public:
  explicit Examiner(const model::Problem& problem) : p_(problem), dae_(problem.dae) {}

  Examination run() {
    e_.model = dae_.name;
    e_.equations = static_cast<int>(dae_.equations.size());
    e_.unknowns = static_cast<int>(dae_.variables.size());
    found_ = analysis::analyze(dae_);
    e_.index = e_.structural_index = found_.index;
    e_.degrees_of_freedom = found_.degrees_of_freedom;
    describe_structure();
    start_ = consistent_values(p_, found_.offsets.c, found_.offsets.d, p_.t_start);
    set_reluctance();
    local_ = analysis::look(dae_, found_.offsets, start_.values, p_.t_start, reluctance_);
    for (const auto& [j, l] : local_.free) e_.free_start_values.push_back(symbol(j, l));
    ask_the_numbers();
    report_start();
    Facts facts{.index = e_.index, .structure_holds = local_.top_regular || !e_.redundant.empty()};
    if (local_.top_regular)
      if (const auto decay = analysis::fastest_decay(dae_, found_.offsets, start_.values, p_.t_start))
        facts.stiffness = *decay * (p_.t_end - p_.t_start);
    e_.recommendation = recommend(e_, facts);
    for (const std::string& note : start_.notes) e_.findings.push_back(note);
    if (!dae_.events.constructs.empty())
      e_.findings.push_back(
          fmt::format("'{}' makes events, which are not handled yet: this is what holds between them",
                      dae_.events.constructs.front().word));
    return e_;
  }

 private:
  std::string symbol(int j, int l) const {
    return expr::print_symbol(*dae_.graph, dae_.variables[static_cast<std::size_t>(j)].id, l);
  }

  // Blocks and the number of constraints are those of the model without its aliases and definitions, as it is
  // integrated.
  void describe_structure() {
    const model::Dae reduced = formulation::Eliminate{}.apply(dae_, found_);
    const Diagnosis of = analysis::analyze(reduced);
    e_.hidden_constraints = analysis::hidden_constraints(dae_, found_);
    e_.determining = analysis::determining_constraints(dae_, found_);
    for (const int c : of.offsets.c) e_.constraints += c;
    for (const analysis::Block& block : of.blocks) {
      std::vector<std::string> names;
      for (const int j : block.unknowns)
        names.push_back(reduced.graph->variable_name(reduced.variables[j].id));
      std::ranges::sort(names);
      e_.blocks.push_back(std::move(names));
    }
  }

  // What the user fixed or gave stays free if it can; plain variables rather than derivatives.
  void set_reluctance() {
    std::map<std::uint32_t, model::Rank> rank;
    for (const model::StartValue& start : p_.starts) rank[start.leaf.id] = start.rank;
    for (std::size_t j = 0; j < dae_.variables.size(); ++j) {
      reluctance_.emplace_back();
      for (int l = 0; l <= found_.offsets.d[j]; ++l) {
        const auto at = rank.find(dae_.graph->symbol(dae_.variables[j].id, l).id);
        const int given = at == rank.end() ? 0 : static_cast<int>(at->second);
        reluctance_.back().push_back(100 * given - l);
      }
    }
  }

  // The ranks of the derivative array decide where they can be afforded; the structure only guesses.
  void ask_the_numbers() {
    report_top();
    const int n = e_.equations, affordable = largest_array / std::max(1, n) - 1;
    const int most = std::min(affordable, local_.top_regular ? found_.index : found_.index + 4);
    if (most >= std::min(found_.index, 1))
      numbers_ = analysis::find_strangeness(dae_, start_.values, p_.t_start, most, reluctance_);
    if (!numbers_.found) {
      report_undecided(most);
      name_redundant(local_.constraint_rank < local_.constraints);
      return;
    }
    e_.strangeness_index = numbers_.mu;
    const bool ode = numbers_.mu == 0 && numbers_.algebraic == 0;
    const int by_strangeness = ode ? 0 : numbers_.mu + 1;
    e_.index = numbers_.differentiation_index >= 0 ? numbers_.differentiation_index : by_strangeness;
    e_.degrees_of_freedom = numbers_.differential;
    if (e_.index != found_.index)
      e_.findings.push_back(
          fmt::format("the structure of the equations says index {}, the ranks of the derivative "
                      "array say {} (decided with a margin of {:.0e}, at {} points); the latter holds",
                      found_.index, e_.index, numbers_.margin, numbers_.points));
    else if (numbers_.margin < doubtful)
      e_.findings.push_back(
          fmt::format("the index was decided by ranks with a margin of only {:.0e}: nearby parameter "
                      "values may have another one",
                      numbers_.margin));
    name_redundant(numbers_.redundant > 0);
    if (!local_.top_regular && numbers_.redundant == 0) start_again();
  }

  void report_top() {
    if (local_.top_regular && local_.condition > 1e8)
      e_.findings.push_back(
          fmt::format("the equations for the highest derivatives are nearly singular at the start "
                      "(condition {:.0e})",
                      local_.condition));
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
      e_.findings.push_back(fmt::format(
          "the start is a singular configuration: the constraints have rank {} of {} there ({} {} nothing "
          "new to first order), though not nearby",
          local_.constraint_rank, local_.constraints, listed(quoted), names.size() == 1 ? "says" : "say"));
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
    for (std::size_t j = 0; j < highest.size(); ++j)
      e_.consistent_start.emplace_back(symbol(static_cast<int>(j), 0), start_.values[j][0]);
    for (std::size_t j = 0; j < highest.size(); ++j)
      for (int l = 1; l <= highest[j]; ++l)
        e_.consistent_start.emplace_back(symbol(static_cast<int>(j), l), start_.values[j][l]);
  }

  const model::Problem& p_;
  const model::Dae& dae_;
  Diagnosis found_;
  analysis::LocalFindings local_;
  analysis::Strangeness numbers_;
  std::vector<std::vector<int>> reluctance_;
  FullStart start_;
  Examination e_;
};

}  // namespace

Examination examine(const model::Problem& problem) { return Examiner(problem).run(); }

}  // namespace trammel::pipeline
