#include "pipeline/considered.hpp"

#include <fmt/format.h>

#include "pipeline/outlook.hpp"
#include "pipeline/segment.hpp"

namespace trammel::pipeline {

std::string told(const Once& once, const Outlook& outlook) {
  const solution::Solution& s = once.solution;
  std::string how = s.message;
  if (once.left_as_stiff)
    how = fmt::format("left at t = {:.6g}, because the problem is stiff", s.t_end);
  else if (once.left_as_dear)
    how = fmt::format("left at t = {:.6g}: {}", s.t_end, outlook.why());
  return fmt::format("{} with {} from t = {:.6g}: {}", s.choice.method, s.choice.formulation, s.t_start, how);
}

std::string why_left(const Once& once, const Outlook& outlook) {
  if (once.left_as_stiff) return fmt::format("stiff from t = {:.3g} on", once.solution.t_end);
  if (once.left_as_dear) return outlook.why();
  return fmt::format("{} could not go on at t = {:.3g}", once.solution.choice.method, once.solution.t_end);
}

std::vector<solution::Considered::Candidate> as_candidates(const std::vector<Choice>& choices) {
  std::vector<solution::Considered::Candidate> all;
  for (const Choice& choice : choices)
    all.push_back({std::string(choice.formulation->name), std::string(choice.integrator->method.name),
                   choice.cost, 0, ""});
  return all;
}

}  // namespace trammel::pipeline
