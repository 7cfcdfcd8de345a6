#include "pipeline/shrunk_sizes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "analysis/numbers.hpp"
#include "base/text.hpp"
#include "expr/magnitude.hpp"
#include "expr/query.hpp"
#include "pipeline/verdict.hpp"

namespace trammel::pipeline {
namespace {

constexpr double noise = 1e-9;  // of the size that was assumed, or of the terms of an equation

// Variables in their equations, at the largest values that they have had.
struct Term {
  std::size_t row = 0, variable = 0;
  double share = 0;  // of the terms of the row
};

std::vector<Term> terms_of(const model::Dae& dae, const std::vector<certify::Seen>& seen) {
  expr::Graph& graph = *dae.graph;
  std::unordered_map<int, std::size_t> unknown;
  for (std::size_t j = 0; j < dae.variables.size(); ++j) unknown.emplace(dae.variables[j].id, j);
  std::vector<expr::Expr> rows, leaves;
  for (const model::Equation& equation : dae.equations) rows.push_back(equation.residual);
  std::vector<std::size_t> variable;
  std::vector<double> x;
  for (const expr::Expr leaf : expr::leaves(graph, rows)) {
    const auto at = graph.op(leaf) == expr::Op::symbol ? unknown.find(graph.index(leaf)) : unknown.end();
    if (at == unknown.end() || at->second >= seen.size()) continue;
    leaves.push_back(leaf);
    variable.push_back(at->second);
    x.push_back(seen[at->second].largest / std::pow(dae.time_unit, graph.derivative(leaf)));
  }
  analysis::Numbers slopes(dae, rows, leaves),
      sizes(dae, expr::magnitudes(graph, rows), leaves, analysis::Numbers::Want::values);
  slopes.evaluate(0, x);
  sizes.evaluate(0, x);
  std::vector<Term> terms;
  const linalg::SparseMatrix& J = slopes.J();
  for (std::size_t k = 0; k < leaves.size(); ++k)
    for (int e = J.pattern->start[k]; e < J.pattern->start[k + 1]; ++e) {
      const auto row = static_cast<std::size_t>(J.pattern->row[e]);
      terms.push_back(
          {row, variable[k], std::fabs(J.value[static_cast<std::size_t>(e)] * x[k]) / sizes.r()[row]});
    }
  return terms;
}

// What is small beside other terms of one of its equations may be what rounding leaves of them, and so may
// all that is tied to it. A model all of which is small, written in units far too large for it, is not.
std::vector<char> may_be_noise(const model::Dae& dae, const std::vector<certify::Seen>& seen,
                               const std::vector<char>& small) {
  std::vector<char> result(seen.size(), 0);
  const std::vector<Term> terms = terms_of(dae, seen);
  std::vector<char> in_row(dae.equations.size(), 0);
  const auto mark = [&](const Term& term) {
    const bool changes = small[term.variable] != 0 && result[term.variable] == 0;
    if (changes) result[term.variable] = in_row[term.row] = 1;
    return changes;
  };
  for (const Term& term : terms)
    if (!(term.share > noise)) mark(term);
  for (bool more = true; more;) {
    more = false;
    for (const Term& term : terms)
      if (result[term.variable] != 0) in_row[term.row] = 1;
    for (const Term& term : terms)
      if (in_row[term.row] != 0) more = mark(term) || more;
  }
  return result;
}

}  // namespace

// A size that was estimated too large makes an error test that forgives too much: a variable that never comes
// near it has lost that many digits. A run is not made twice for less than three digits; with events for less than
// one and a half, since each piece of it begins anew with the same test, and what the pieces err by adds up.
std::vector<std::size_t> far_below_their_size(const Prepared& prepared,
                                              const std::vector<certify::Seen>& seen) {
  const double too_large = prepared.held() ? 30 : 1000;
  const std::vector<model::Variable>& estimated = prepared.verdict().problem->dae.variables;
  std::vector<std::size_t> found;
  std::vector<char> small(seen.size(), 0);
  for (std::size_t j = 0; j < seen.size() && j < estimated.size(); ++j) {
    const double largest = seen[j].largest;
    if (estimated[j].nominal_given || !seen[j].differentiated) continue;
    if (!(largest * too_large < estimated[j].nominal)) continue;
    // What is smaller still may be noise, or has hardly begun to move.
    small[j] = !(largest > noise * std::max(seen[j].size, estimated[j].nominal));
    if (small[j] == 0 || (largest > 0 && prepared.held())) found.push_back(j);
  }
  if (std::ranges::none_of(found, [&](std::size_t j) { return small[j] != 0; })) return found;
  const std::vector<char> doubtful = may_be_noise(prepared.verdict().problem->dae, seen, small);
  std::erase_if(found, [&](std::size_t j) { return doubtful[j] != 0; });
  return found;
}

std::string names_of(const Prepared& prepared, const std::vector<std::size_t>& which) {
  const model::Dae& dae = prepared.verdict().problem->dae;
  std::vector<std::string> names;
  for (const std::size_t j : which) names.push_back(quote(dae.graph->variable_name(dae.variables[j].id)));
  return listed(names, 5);
}

// Such variables get the largest value that they have had.
std::string correct_sizes(model::Problem& problem, const Prepared& prepared,
                          const std::vector<certify::Seen>& seen) {
  std::vector<std::size_t> which = far_below_their_size(prepared, seen);
  const std::vector<model::Variable>& estimated = prepared.verdict().problem->dae.variables;
  std::erase_if(which, [&](std::size_t j) {
    return j >= problem.dae.variables.size() || problem.dae.variables[j].id != estimated[j].id;
  });
  for (const std::size_t j : which) {
    problem.dae.variables[j].nominal = seen[j].largest;
    problem.dae.variables[j].nominal_given = true;
  }
  return which.empty() ? std::string{}
                       : fmt::format(
                             "{} stayed far below the size that was assumed; the run was repeated with "
                             "the largest values (a nominal value saves that)",
                             names_of(prepared, which));
}

}  // namespace trammel::pipeline
