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

// The subscript that a claim about one bounds (modelica/subscript_check.hpp); none: it is about something else.
expr::Expr subscript_of(const expr::Graph& graph, const model::Assertion& assertion) {
  if (!assertion.message.starts_with("the subscript ")) return {};
  expr::Expr e = assertion.condition;
  if (graph.op(e) == expr::Op::logical_or) e = graph.arg(e, 1);
  if (graph.op(e) != expr::Op::logical_and) return {};
  const expr::Expr above = graph.arg(e, 0);
  return graph.op(above) == expr::Op::ge ? graph.arg(above, 0) : expr::Expr{};
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
  for (const model::Assertion* assertion : checked) {
    const expr::Expr subscript = subscript_of(graph, *assertion);
    value.push_back(subscript ? static_cast<int>(request.rows.size()) : -1);
    if (subscript) request.rows.push_back(subscript);
  }
  rows = static_cast<int>(request.rows.size());
  program::Inputs inputs;
  inputs.banks = {{as_written.graph->time()}, reported.leaves};
  program = program::compile(*as_written.graph, inputs, {{{request}}}, {.engine = program::Engine::vm});
}

Assertions::Assertions(const AssertionCode& code, Vec parameters)
    : checked_(code.checked), told_(checked_.size()), value_(code.value),
      truth_(static_cast<std::size_t>(code.rows)), notes_(code.notes) {
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
      const std::string shown =
          value_[k] < 0 ? "" : fmt::format(": it is {}", truth_[static_cast<std::size_t>(value_[k])]);
      failure_ = {fmt::format("stopped at t = {:.6g}: {}{}{}", t, value_[k] < 0 ? "assertion failed: " : "",
                              assertion.message, shown),
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
