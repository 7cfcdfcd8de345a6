#include "pipeline/assertions.hpp"

#include <fmt/format.h>

#include <unordered_set>

#include "base/text.hpp"
#include "expr/print.hpp"

namespace trammel::pipeline {
namespace {

std::string place(const model::Assertion& assertion) {
  const model::Origin& o = assertion.origin;
  return o.file.empty() ? std::string() : fmt::format(" ({}:{}:{})", o.file.str(), o.line, o.column);
}

}  // namespace

AssertionCode::AssertionCode(const model::Dae& as_written, const Reported& reported) {
  if (as_written.assertions.empty()) return;
  const expr::Graph& graph = *as_written.graph;
  std::unordered_set<std::uint32_t> known;
  for (const expr::Expr leaf : reported.leaves) known.insert(leaf.id);
  expr::Cone cone(graph);
  program::Request request{.value_bank = 0};
  for (const model::Assertion& assertion : as_written.assertions) {
    expr::Expr missing;
    for (const expr::Expr e : cone.collect(assertion.condition))
      if (graph.op(e) == expr::Op::symbol && !known.contains(e.id)) missing = e;
    if (missing) {
      notes.push_back(fmt::format("the assertion {}{} is not checked: it needs {}, which no equation holds",
                                  quote(assertion.message), place(assertion), expr::print(graph, missing)));
      continue;
    }
    request.rows.push_back(assertion.condition);
    checked.push_back(&assertion);
  }
  if (checked.empty()) return;
  program::Inputs inputs;
  inputs.banks = {{as_written.graph->time()}, reported.leaves};
  program = program::compile(*as_written.graph, inputs, {{{request}}}, {.engine = program::Engine::vm});
}

Assertions::Assertions(const AssertionCode& code, Vec parameters)
    : checked_(code.checked), told_(checked_.size()), truth_(checked_.size()), notes_(code.notes) {
  if (code.program) runner_ = runner_for(*code.program, parameters);
}

bool Assertions::hold(double t, Vec reported) {
  const double* in[] = {&t, reported.data()};
  double* out[] = {truth_.data()};
  runner_->run(0, in, out);
  for (std::size_t k = 0; k < checked_.size(); ++k) {
    if (truth_[k] != 0) continue;
    const model::Assertion& assertion = *checked_[k];
    if (!assertion.warning) {
      failure_ = {fmt::format("stopped at t = {:.6g}: assertion failed: {}", t, assertion.message),
                  {.file = assertion.origin.file,
                   .line = assertion.origin.line,
                   .column = assertion.origin.column,
                   .time = t}};
      return false;
    }
    if (!told_[k])
      notes_.push_back(fmt::format("from t = {:.6g} on: {}{}", t, assertion.message, place(assertion)));
    told_[k] = 1;
  }
  return true;
}

}  // namespace trammel::pipeline
