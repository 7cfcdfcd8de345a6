#include "pipeline/switches.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_set>

#include "base/text.hpp"
#include "expr/query.hpp"
#include "model/inputs.hpp"

namespace trammel::pipeline {
namespace {

using expr::Expr;
using expr::Op;

bool is_relation(Op op) { return op >= Op::lt && op <= Op::ne; }
bool is_rounding(Op op) { return op == Op::floor || op == Op::ceil; }
bool bends(Op op) { return op == Op::abs || op == Op::min || op == Op::max; }
bool is_switch(Op op) { return is_relation(op) || is_rounding(op) || bends(op) || op == Op::sign; }

}  // namespace

bool Switches::suspects(long rejected) {
  constexpr long many = 64;
  if (++steps_ % many == 0) {
    laborious_ = rejected - rejected_before_ >= many;
    rejected_before_ = rejected;
  }
  const long failed = rejected - rejected_;
  rejected_ = rejected;
  calm_ = failed > 0 ? 0 : calm_ + 1;
  failures_ = calm_ > calm_steps ? 0 : failures_ + failed;
  watching_ = std::max(watching_ - 1, 0L);
  if (failures_ <= 1 && watching_ == 0) return false;
  if (!compiled_) compile();
  return program_ != nullptr;  // most models have none: values to look at would cost more than the step
}

void Switches::compile() {
  constexpr std::size_t most = 500;
  compiled_ = true;
  std::vector<Expr> rows;
  for (const model::Equation& equation : dae_.equations) rows.push_back(equation.residual);
  expr::Cone cone(*dae_.graph);
  std::vector<Expr> found = cone.collect(rows);
  std::erase_if(found, [&](Expr e) { return !is_switch(dae_.graph->op(e)); });
  if (found.empty()) return;
  own_ = model::on_top(dae_);
  expr::Graph& g = *own_.graph;
  std::unordered_set<std::uint32_t> known;
  for (const Expr leaf : reported_.leaves) known.insert(leaf.id);
  program::Request request{.value_bank = 0};
  for (const Expr e : found) {
    const Op op = g.op(e);
    const bool two = is_relation(op) || op == Op::min || op == Op::max;
    const Expr zero = two ? g.apply(Op::sub, g.arg(e, 0), g.arg(e, 1)) : g.arg(e, 0);
    bool moves = false, all = true;
    for (const Expr leaf : expr::leaves(g, zero)) {
      moves = moves || g.op(leaf) == Op::symbol || g.op(leaf) == Op::time;
      all = all && (g.op(leaf) != Op::symbol || known.contains(leaf.id));
    }
    if (!moves || !all || switches_.size() >= most) continue;
    request.rows.push_back(zero);
    switches_.push_back({.text = model::jump_text(g, e), .jumps = !bends(op)});
    whole_.push_back(is_rounding(op) ? 1 : 0);
  }
  if (switches_.empty()) return;
  zeros_.resize(switches_.size());
  program::Inputs inputs;
  inputs.banks = {{g.time()}, reported_.leaves};
  program_ = std::make_unique<program::Program>(
      program::compile(g, inputs, {{{request}}}, {.engine = program::Engine::vm}));
}

void Switches::see(double t, Vec values, Vec parameters) {
  constexpr long few_steps = 32;
  if (!compiled_) compile();
  if (!program_) return;
  std::vector<double> numbers(parameters.begin(), parameters.end());
  numbers.resize(static_cast<std::size_t>(program_->parameters()));
  program::Runner runner = runner_for(*program_, numbers);
  const double* in[] = {&t, values.data()};
  double* out[] = {zeros_.data()};
  runner.run(0, in, out);
  for (std::size_t k = 0; k < switches_.size(); ++k) {
    Switch& each = switches_[k];
    const double side = whole_[k] ? std::floor(zeros_[k]) : zeros_[k] > 0 ? 1.0 : zeros_[k] < 0 ? -1.0 : 0.0;
    if (each.known && side != each.side && (failures_ >= most_failures || each.crossings > 0)) {
      if (each.crossings == 0) {
        each.first = t;
        each.failures = failures_;
      }
      ++each.crossings;
      each.last = t;
      each.in_a_row = steps_ - each.last_step <= few_steps ? each.in_a_row + 1 : 1;
      each.last_step = steps_;
      watching_ = watched_steps;
    }
    each.side = side;
    each.known = true;
    each.zero = std::fabs(zeros_[k]);
    each.largest = std::max(each.largest, each.zero);
  }
}

std::vector<std::string> Switches::chattering() {
  constexpr long many = 64;
  if (laborious_) return jumps();
  std::vector<std::string> texts;
  for (const Switch& each : switches_)
    if (each.jumps && each.in_a_row >= many) texts.push_back(each.text);
  return texts;
}

std::vector<std::string> Switches::jumps() {
  if (!compiled_) compile();
  std::vector<std::string> texts;
  for (const Switch& each : switches_)
    if (each.jumps) texts.push_back(each.text);
  return texts;
}

std::vector<std::string> Switches::changing() const {
  constexpr double near = 1e-6;
  std::vector<std::string> texts;
  for (const Switch& each : switches_)
    if (each.known && each.largest > 0 && each.zero < near * each.largest) texts.push_back(quote(each.text));
  return texts;
}

std::vector<std::string> Switches::notes() const {
  constexpr long again_and_again = 10;
  std::vector<std::string> notes;
  for (const Switch& each : switches_) {
    if (each.crossings == 0) continue;
    const std::string what =
        fmt::format("{} {}{}", quote(each.text), each.jumps ? "jumps" : "bends", without_event);
    if (each.crossings >= again_and_again)
      notes.push_back(
          what + fmt::format("steps failed there at t = {:.6g}, and until t = {:.6g} the motion crossed it "
                             "{} times in short steps; written with 'if' outside of noEvent it would make "
                             "events, and a motion that stays there would be found",
                             each.first, each.last, each.crossings));
    else
      notes.push_back(what + fmt::format("{} steps failed at t = {:.6g} before it was passed; written with "
                                         "'if' outside of noEvent it would make an event",
                                         each.failures, each.first));
  }
  return notes;
}

}  // namespace trammel::pipeline
