#include "pipeline/shrunk_sizes.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "pipeline/verdict.hpp"

namespace trammel::pipeline {

// A size that was estimated too large makes an error test that forgives too much: a variable that never comes
// near it has lost that many digits. A run is not made twice for less than three digits; with events for less than
// one and a half, since each piece of it begins anew with the same test, and what the pieces err by adds up.
std::vector<std::size_t> far_below_their_size(const Prepared& prepared,
                                              const std::vector<certify::Seen>& seen) {
  constexpr double noise = 1e-9;
  const double too_large = prepared.held() ? 30 : 1000;
  const std::vector<model::Variable>& estimated = prepared.verdict().problem->dae.variables;
  std::vector<std::size_t> found;
  for (std::size_t j = 0; j < seen.size() && j < estimated.size(); ++j) {
    const double largest = seen[j].largest;
    if (estimated[j].nominal_given || !seen[j].differentiated) continue;
    // What is smaller still may be noise, or has hardly begun to move.
    if (!(largest > noise * std::max(seen[j].size, estimated[j].nominal))) continue;
    if (largest * too_large < estimated[j].nominal) found.push_back(j);
  }
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
