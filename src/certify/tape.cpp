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

Tape::Tape(const expr::Graph& graph, const std::vector<Expr>& rows, const Position& position, int degree,
           Vec parameters)
    : degree_(std::min(degree, most_jet_degree)) {
  expr::Cone cone(graph);
  const std::vector<Expr>& order = cone.collect(rows);
  std::unordered_map<std::uint32_t, int> number;
  std::vector<char> jumping;
  std::map<std::pair<std::uint32_t, const expr::Routine*>, int> called;
  for (const Expr e : order) {
    const Op op = graph.op(e);
    if (op == Op::argument) continue;
    Node node{.op = op};
    bool free = op == Op::constant || op == Op::parameter, jump = jumps(op);
    if (op == Op::constant) node.value = graph.value(e);
    if (op == Op::parameter) node.leaf = graph.index(e);
    if (op == Op::symbol) {
      node.leaf = static_cast<int>(positions_.size());
      for (int k = 0; k <= degree_; ++k)
        positions_.push_back(position(graph.index(e), graph.derivative(e) + k));
    }
    if (op == Op::call) {
      free = true;
      Call call{graph.routine(e), {}, {}, static_cast<int>(nodes_.size())};
      graph.each_argument(e, [&](Expr a) {
        call.arguments.push_back(number.at(a.id));
        free = free && constant_[call.arguments.back()];
        jump = jump || jumping[call.arguments.back()];
      });
      if (free) jump = false;
      node.output = graph.output(e);
      const auto [at, fresh] =
          called.try_emplace({graph.arg(e, 0).id, call.routine.get()}, static_cast<int>(calls_.size()));
      node.leaf = at->second;
      if (fresh) calls_.push_back(std::move(call));
    } else if (!expr::is_leaf(op)) {
      free = true;
      int* const to[] = {&node.a, &node.b, &node.c};
      for (int k = 0; k < expr::info(op).arity; ++k) {
        *to[k] = number.at(graph.arg(e, k).id);
        free = free && constant_[*to[k]];
        jump = jump || jumping[*to[k]];
      }
      if (free) jump = false;
    }
    number.emplace(e.id, static_cast<int>(nodes_.size()));
    nodes_.push_back(node);
    constant_.push_back(free);
    jumping.push_back(jump);
  }
  jets_.resize(nodes_.size() * width());
  terms_.resize(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    roots_.push_back(number.at(rows[i].id));
    piecewise_.push_back(jumping[roots_.back()]);
    find_terms(static_cast<int>(i), roots_.back());
  }
  set_parameters(parameters);
}

void Tape::set_parameters(Vec values) {
  for (Node& node : nodes_)
    if (node.op == Op::parameter) node.value = values[static_cast<std::size_t>(node.leaf)];
}

void Tape::find_terms(int row, int root) {
  std::vector<Term> open = {{root, {}}};
  while (!open.empty()) {
    Term term = std::move(open.back());
    open.pop_back();
    const Node& node = nodes_[term.node];
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
    } else if (node.op == Op::mul && constant_[node.a]) {
      factor_out(node.a, node.b, false);
    } else if (node.op == Op::mul && constant_[node.b]) {
      factor_out(node.b, node.a, false);
    } else if (node.op == Op::div && constant_[node.b]) {
      factor_out(node.b, node.a, true);
    } else {
      terms_[static_cast<std::size_t>(row)].push_back(std::move(term));
    }
  }
}

void Tape::run(double t, Vec values) {
  const std::size_t w = width();
  for (std::size_t n = 0; n < nodes_.size(); ++n) {
    const Node& node = nodes_[n];
    const Out own = Out(jets_).subspan(n * w, w);
    switch (node.op) {
      case Op::constant:
      case Op::parameter:
        std::fill(own.begin(), own.end(), 0.0);
        own[0] = node.value;
        break;
      case Op::time:
        std::fill(own.begin(), own.end(), 0.0);
        own[0] = t;
        if (w > 1) own[1] = 1;
        break;
      case Op::symbol: {
        double factorial = 1;
        for (std::size_t k = 0; k < w; factorial *= static_cast<double>(++k)) {
          const int at = positions_[static_cast<std::size_t>(node.leaf) + k];
          own[k] = at < 0 ? std::numeric_limits<double>::quiet_NaN() : values[at] / factorial;
        }
        break;
      }
      case Op::call: {
        Call& call = calls_[static_cast<std::size_t>(node.leaf)];
        if (call.first == static_cast<int>(n)) {
          std::vector<Vec> arguments;
          for (const int a : call.arguments) arguments.push_back(jet(a));
          call.results.resize(w * static_cast<std::size_t>(call.routine->outputs()));
          apply(*call.routine, arguments, call.results);
        }
        std::copy_n(call.results.begin() + static_cast<std::ptrdiff_t>(w) * node.output, w, own.begin());
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
  for (std::size_t i = 0; i < roots_.size(); ++i) {
    double factorial = 1;
    for (std::size_t k = 0; k < w; factorial *= static_cast<double>(++k)) {
      derivatives[i * w + k] = factorial * jet(roots_[i])[k];
      double sum = 0;
      for (const Term& term : terms_[i]) {
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
