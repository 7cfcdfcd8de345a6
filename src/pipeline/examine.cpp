#include "pipeline/examine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "analysis/local.hpp"
#include "base/text.hpp"
#include "expr/print.hpp"
#include "expr/query.hpp"
#include "formulation/eliminate.hpp"
#include "pipeline/recommend.hpp"
#include "pipeline/start.hpp"

namespace trammel::pipeline {
namespace {

using analysis::Diagnosis;

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
    offsets_ = found_.offsets;
    start_ = consistent_values(p_, offsets_.c, offsets_.d, p_.t_start);
    look();
    report_start();
    const auto stiff = local_.top_regular
                           ? stiffness(dae_, offsets_, start_.values, p_.t_start, p_.t_end - p_.t_start)
                           : std::nullopt;
    e_.recommendation = recommend(e_, local_.top_regular || !e_.redundant.empty(), stiff);
    for (const std::string& note : start_.notes) e_.findings.push_back(note);
    return e_;
  }

 private:
  std::string symbol(int j, int l) const {
    return expr::print_symbol(*dae_.graph, dae_.variables[static_cast<std::size_t>(j)].id, l);
  }

  // Hidden constraints and blocks are those of the model without its aliases and definitions: der(x) = u is
  // no constraint that anybody wants to hear about.
  void describe_structure() {
    const model::Dae reduced = formulation::Eliminate{}.apply(dae_, found_);
    const Diagnosis of = analysis::analyze(reduced);
    e_.hidden_constraints = analysis::hidden_constraints(reduced, of);
    for (const int c : of.offsets.c) e_.constraints += c;
    for (const analysis::Block& block : of.blocks) {
      std::vector<std::string> names;
      for (const int j : block.unknowns)
        names.push_back(reduced.graph->variable_name(reduced.variables[j].id));
      std::ranges::sort(names);
      e_.blocks.push_back(std::move(names));
    }
  }

  void look() {
    // What the user fixed or gave stays free if it can; plain variables rather than derivatives.
    std::map<std::uint32_t, model::Rank> rank;
    for (const model::StartValue& start : p_.starts) rank[start.leaf.id] = start.rank;
    std::vector<std::vector<int>> reluctance;
    for (std::size_t j = 0; j < dae_.variables.size(); ++j) {
      reluctance.emplace_back();
      for (int l = 0; l < std::max(1, offsets_.d[j]); ++l) {
        const auto at = rank.find(dae_.graph->symbol(dae_.variables[j].id, l).id);
        const int given = at == rank.end() ? 0 : static_cast<int>(at->second);
        reluctance.back().push_back(100 * given - l);
      }
    }
    local_ = analysis::look(dae_, offsets_, start_.values, p_.t_start, reluctance);
    for (const auto& [j, l] : local_.free) e_.free_start_values.push_back(symbol(j, l));
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
  analysis::Offsets offsets_;
  analysis::LocalFindings local_;
  FullStart start_;
  Examination e_;
};

}  // namespace

Examination examine(const model::Problem& problem) { return Examiner(problem).run(); }

}  // namespace trammel::pipeline
