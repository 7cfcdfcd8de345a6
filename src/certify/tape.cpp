#include "certify/tape.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <unordered_map>

#include "certify/jet.hpp"

namespace trammel::certify {
namespace {

using expr::Expr;
using expr::Op;

bool jumps(Op op) {
  switch (op) {
    case Op::sign:
    case Op::floor:
    case Op::ceil:
    case Op::mod:
    case Op::select:
    case Op::atan2:  // across its cut
      return true;
    default:
      return op >= Op::lt && op <= Op::logical_not;
  }
}

}  // namespace

Tape::Plan::Plan(const expr::Graph& graph, const std::vector<Expr>& rows, const Position& position, int most)
    : degree(std::min(most, most_jet_degree)) {
  expr::Cone cone(graph);
  const std::vector<Expr>& order = cone.collect(rows);
  std::unordered_map<std::uint32_t, int> number;
  std::vector<char> jumping, scheduled;  // scheduled: free of symbols
  std::map<std::pair<std::uint32_t, const expr::Routine*>, int> called;
  for (const Expr e : order) {
    const Op op = graph.op(e);
    if (op == Op::argument) continue;
    Node node{.op = op};
    bool free = op == Op::constant || op == Op::parameter, jump = jumps(op), of_time = free || op == Op::time;
    if (op == Op::constant) node.value = graph.value(e);
    if (op == Op::parameter) node.leaf = graph.index(e);
    if (op == Op::symbol) {
      node.leaf = static_cast<int>(positions.size());
      for (int k = 0; k <= degree; ++k)
        positions.push_back(position(graph.index(e), graph.derivative(e) + k));
    }
    if (op == Op::call) {
      free = true;
      Call call{graph.routine(e), {}, static_cast<int>(nodes.size())};
      graph.each_argument(e, [&](Expr a) {
        call.arguments.push_back(number.at(a.id));
        free = free && constant[call.arguments.back()];
        jump = jump || jumping[call.arguments.back()];
      });
      if (free) jump = false;
      node.output = graph.output(e);
      const auto [at, fresh] =
          called.try_emplace({graph.arg(e, 0).id, call.routine.get()}, static_cast<int>(calls.size()));
      node.leaf = at->second;
      if (fresh) calls.push_back(std::move(call));
    } else if (!expr::is_leaf(op)) {
      free = of_time = true;
      int* const to[] = {&node.a, &node.b, &node.c};
      for (int k = 0; k < expr::info(op).arity; ++k) {
        *to[k] = number.at(graph.arg(e, k).id);
        free = free && constant[*to[k]];
        of_time = of_time && scheduled[*to[k]];
        jump = jump || jumping[*to[k]];
      }
      // What parameters alone choose changes at events only.
      if (op == Op::select && constant[node.a]) jump = jumping[node.b] || jumping[node.c];
      if (free) jump = false;
    }
    bends = bends || jump || (!free && (op == Op::abs || op == Op::min || op == Op::max));
    // Functions of time alone are known before the run.
    rests = rests || (!of_time && (op == Op::exp || op == Op::sinh || op == Op::cosh || op == Op::tanh));
    number.emplace(e.id, static_cast<int>(nodes.size()));
    nodes.push_back(node);
    constant.push_back(free);
    jumping.push_back(jump);
    scheduled.push_back(of_time);
  }
  terms.resize(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    roots.push_back(number.at(rows[i].id));
    piecewise.push_back(jumping[roots.back()]);
    find_terms(static_cast<int>(i), roots.back());
  }
}

void Tape::Plan::find_terms(int row, int root) {
  std::vector<Term> open = {{root, {}}};
  while (!open.empty()) {
    Term term = std::move(open.back());
    open.pop_back();
    const Node& node = nodes[term.node];
    const auto go_on = [&](int to) { open.push_back({to, term.factors}); };
    const auto factor_out = [&](int factor, int rest, bool divides) {
      term.factors.push_back({factor, divides});
      go_on(rest);
    };
    if (node.op == Op::add || node.op == Op::sub) {
      go_on(node.a);
      go_on(node.b);
    } else if (node.op == Op::neg) {
      go_on(node.a);
    } else if (node.op == Op::mul && constant[node.a]) {
      factor_out(node.a, node.b, false);
    } else if (node.op == Op::mul && constant[node.b]) {
      factor_out(node.b, node.a, false);
    } else if (node.op == Op::div && constant[node.b]) {
      factor_out(node.b, node.a, true);
    } else {
      terms[static_cast<std::size_t>(row)].push_back(std::move(term));
    }
  }
}

Tape::Tape(const expr::Graph& graph, const std::vector<Expr>& rows, const Position& position, int degree)
    : plan_(std::make_shared<const Plan>(graph, rows, position, degree)),
      jets_(plan_->nodes.size() * width()), results_(plan_->calls.size()) {
  for (std::size_t k = 0; k < results_.size(); ++k)
    results_[k].resize(width() * static_cast<std::size_t>(plan_->calls[k].routine->outputs()));
}

void Tape::run(double t, Vec values) {
  const std::size_t w = width();
  for (std::size_t n = 0; n < plan_->nodes.size(); ++n) {
    const Node& node = plan_->nodes[n];
    const Out own = Out(jets_).subspan(n * w, w);
    switch (node.op) {
      case Op::constant:
      case Op::parameter:
        std::fill(own.begin(), own.end(), 0.0);
        own[0] = node.op == Op::constant ? node.value : parameters_[static_cast<std::size_t>(node.leaf)];
        break;
      case Op::time:
        std::fill(own.begin(), own.end(), 0.0);
        own[0] = t;
        if (w > 1) own[1] = 1;
        break;
      case Op::symbol: {
        double factorial = 1;
        for (std::size_t k = 0; k < w; factorial *= static_cast<double>(++k)) {
          const int at = plan_->positions[static_cast<std::size_t>(node.leaf) + k];
          own[k] = at < 0 ? std::numeric_limits<double>::quiet_NaN() : values[at] / factorial;
        }
        break;
      }
      case Op::call: {
        const Call& call = plan_->calls[static_cast<std::size_t>(node.leaf)];
        std::vector<double>& results = results_[static_cast<std::size_t>(node.leaf)];
        if (call.first == static_cast<int>(n)) {
          std::vector<Vec> arguments;
          for (const int a : call.arguments) arguments.push_back(jet(a));
          apply(*call.routine, arguments, results);
        }
        std::copy_n(results.begin() + static_cast<std::ptrdiff_t>(w) * node.output, w, own.begin());
        break;
      }
      default:
        if (w == 1)
          own[0] = expr::compute(node.op, jets_[node.a], node.b < 0 ? 0 : jets_[node.b],
                                 node.c < 0 ? 0 : jets_[node.c]);
        else
          apply(node.op, jet(node.a), node.b < 0 ? Vec() : jet(node.b), node.c < 0 ? Vec() : jet(node.c),
                own);
    }
  }
}

void Tape::evaluate(double t, Vec values, Out derivatives, Out terms) {
  run(t, values);
  const std::size_t w = width();
  for (std::size_t i = 0; i < plan_->roots.size(); ++i) {
    double factorial = 1;
    for (std::size_t k = 0; k < w; factorial *= static_cast<double>(++k)) {
      derivatives[i * w + k] = factorial * jet(plan_->roots[i])[k];
      double sum = 0;
      for (const Term& term : plan_->terms[i]) {
        double size = std::fabs(jet(term.node)[k]);
        for (const Factor& factor : term.factors) {
          const double f = std::fabs(jet(factor.node)[0]);
          size = factor.divides ? size / f : size * f;
        }
        sum += size;
      }
      terms[i * w + k] = factorial * sum;
    }
  }
}

}  // namespace trammel::certify
