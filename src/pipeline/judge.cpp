// pipeline/judge.cpp: what is judged in each mode, and what all of that says together.
#include <algorithm>
#include <unordered_map>

#include "analysis/diagnosis.hpp"
#include "expr/query.hpp"
#include "pipeline/certification.hpp"
#include "pipeline/prepared_data.hpp"
#include "pipeline/square.hpp"
#include "pipeline/verdict.hpp"

namespace trammel::pipeline {
namespace {

using expr::Expr;
using expr::Op;

std::vector<certify::Claim> claims_of(const std::vector<HeldRelation>& relations) {
  using Of = certify::Claim::Kind;
  std::vector<certify::Claim> claims;
  for (const HeldRelation& r : relations) {
    if (r.at_rest || r.delay >= 0) continue;
    const Of kind = r.kind == HeldRelation::Kind::truth   ? Of::sign
                    : r.kind == HeldRelation::Kind::floor ? Of::floor
                    : r.kind == HeldRelation::Kind::ceil  ? Of::ceil
                                                          : Of::trunc;
    claims.push_back({kind, r.op, r.left, r.right, r.parameter, r.text});
  }
  return claims;
}

// On a surface the share of the two sides is reported nowhere. An equation that holds it, of the last variable,
// tells what it is; the others are judged with that.
bool eliminate_share(model::Dae& dae, std::vector<certify::Claim>& claims) {
  expr::Graph& g = *dae.graph;
  const Expr share = g.symbol(dae.variables.back().id);
  for (std::size_t i = 0; i < dae.equations.size(); ++i) {
    const Expr row = dae.equations[i].residual;
    if (expr::dependence(g, row, std::span(&share, 1)) != expr::Dependence::affine) continue;
    const auto with = [&](double value) {
      const std::unordered_map<std::uint32_t, Expr> known = {{share.id, g.constant(value)}};
      return expr::substitute(g, std::span(&row, 1), known)[0];
    };
    const Expr rest = with(0), slope = g.apply(Op::sub, with(1), rest);
    const Expr value = g.apply(Op::neg, g.apply(Op::div, rest, slope));
    dae.equations.erase(dae.equations.begin() + static_cast<std::ptrdiff_t>(i));
    dae.variables.pop_back();
    const std::unordered_map<std::uint32_t, Expr> known = {{share.id, value}};
    const auto replace = [&](Expr& e) {
      if (e) e = expr::substitute(g, std::span(&e, 1), known)[0];
    };
    for (model::Equation& equation : dae.equations) replace(equation.residual);
    for (certify::Claim& claim : claims) {
      replace(claim.left);
      replace(claim.right);
    }
    return true;
  }
  return false;
}

}  // namespace

namespace {

// The equations as written, with those that were left out as surplus, on a graph of its own.
model::Dae judged(const Verdict& verdict, const Surplus& surplus) {
  model::Dae dae = model::on_top(verdict.problem->dae);
  dae.invariants.insert(dae.invariants.end(), surplus.equations.begin(), surplus.equations.end());
  return dae;
}

}  // namespace

std::shared_ptr<const Brief> make_brief(const Prepared& prepared) {
  const Verdict& verdict = prepared.verdict();
  const Verdict& written = verdict.whole ? *verdict.whole : verdict;
  const Surplus& surplus = surplus_of(prepared);
  // Of the start's mode, all that is reported in any of them.
  const bool of_mode = prepared.by_modes() && !verdict.whole;
  const model::Dae dae = of_mode ? in_mode(*prepared.held(), parameter_values(verdict.problem->dae)).dae
                                 : judged(written, surplus);
  auto brief = std::make_shared<Brief>(Brief{of_mode                     ? prepared.data().reported
                                             : surplus.equations.empty() ? reported(dae)
                                                                         : surplus.reported,
                                             of_mode ? analysis::analyze(dae) : written.found, nullptr});
  auto code = std::make_shared<certify::Code>(dae, brief->reported.names, brief->reported.leaves);
  if (const auto held = prepared.held())
    code->relations.emplace(model::on_top(held->problem.dae), claims_of(held->relations),
                            brief->reported.leaves);
  if (const model::Dae& own = verdict.problem->dae; own.events.constructs.empty())
    code->asked.emplace(own, brief->reported.leaves);
  brief->code = std::move(code);
  return brief;
}

Judge::Judge(std::shared_ptr<const Brief> brief, const model::Problem& problem, bool full)
    : brief_(std::move(brief)), full_(full) {
  open(brief_, problem);
}

void Judge::open(const std::shared_ptr<const Brief>& brief, const model::Problem& problem) {
  pages_.push_back({{}, {brief, &brief->found}, std::make_unique<certify::Certifier>(brief->code, full_)});
  current_ = pages_.size() - 1;
  std::vector<double> values = brief->code->equations.parameters();
  for (const model::Parameter& parameter : problem.dae.parameters)
    if (const auto id = static_cast<std::size_t>(parameter.id); id < values.size())
      values[id] = parameter.value;
  now().set_parameters(values);
  now().ask(problem, values);
}

void Judge::renew(const Prepared& prepared) {
  certify::Certifier& before = now();
  open(brief_of(prepared), *prepared.verdict().problem);
  now().take_over(before);
}

void Judge::enter(const std::vector<double>& key, const Held& base, const std::vector<double>& parameters,
                  const Surface& surface) {
  for (std::size_t k = 1; k < pages_.size(); ++k)
    if (pages_[k].key == key) return turn_to(k);
  const Held held = surface.members.empty() ? base : on_surface(base, surface);
  std::vector<double> numbers = parameters;
  numbers.resize(static_cast<std::size_t>(held.problem.dae.graph->parameters()), 1);
  model::Dae dae = in_mode(held, numbers).dae;
  std::vector<certify::Claim> claims = claims_of(held.relations);
  // A motion stays on a surface only with shares between 0 and 1, whatever the run believes of them.
  for (std::size_t k = claims.size() - 2 * static_cast<std::size_t>(surface.sheets()); k < claims.size(); ++k)
    claims[k].parameter = -1;
  for (int sheet = 0; sheet < surface.sheets() && eliminate_share(dae, claims);) ++sheet;
  const std::vector<Expr>& leaves = brief_->reported.leaves;
  auto code = std::make_shared<certify::Code>(dae, brief_->reported.names, leaves);
  code->relations.emplace(dae, claims, leaves);
  pages_.push_back({key, std::make_shared<const analysis::Diagnosis>(analysis::analyze(dae)),
                    std::make_unique<certify::Certifier>(std::move(code), full_)});
  turn_to(pages_.size() - 1);
}

void Judge::turn_to(std::size_t page) {
  certify::Certifier& before = now();
  current_ = page;
  now().take_over(before);
}

// All must hold. The one that does not, and fails first, gives the sentence.
solution::Certificate Judge::verdict() {
  solution::Certificate result = pages_.front().certifier->verdict();
  for (std::size_t k = 1; k < pages_.size(); ++k) {
    if (!pages_[k].key.empty() == !pages_[k - 1].key.empty())
      pages_[k].certifier->know_rounding(*pages_[k - 1].certifier);
    solution::Certificate other = pages_[k].certifier->verdict();
    if (other.points == 0) continue;
    if (result.points == 0) {
      result = std::move(other);
      continue;
    }
    const bool earlier =
        result.holds != false || other.where.time.value_or(0) < result.where.time.value_or(0);
    if (other.holds == false && earlier) {
      result.worst = other.worst;
      result.message = other.message;
      result.where = other.where;
    }
    const bool broken = result.holds == false || other.holds == false;
    if (broken)
      result.holds = false;
    else if (!other.holds)
      result.holds.reset();
    result.points += other.points;
    result.derivatives = std::max(result.derivatives, other.derivatives);
    result.amplification = std::max(result.amplification, other.amplification);
    result.sensitive = result.sensitive || other.sensitive;
    for (std::size_t j = 0; j < result.digits.size() && j < other.digits.size(); ++j)
      result.digits[j] = std::min(result.digits[j], other.digits[j]);
    for (std::size_t j = 0; j < result.expected.size() && j < other.expected.size(); ++j)
      result.expected[j] = std::max(result.expected[j], other.expected[j]);
  }
  return result;
}

}  // namespace trammel::pipeline
