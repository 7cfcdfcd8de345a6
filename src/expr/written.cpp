// expr/written.cpp: loops, and the straight-line code of a body.
#include "expr/written.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/error.hpp"
#include "expr/derivative.hpp"
#include "expr/transplant.hpp"

namespace trammel::expr {
namespace {

constexpr std::int64_t most_rounds = 10'000'000;

// Another routine with some inputs fixed and only some of its results, which may be the number 0.
class Restricted final : public Routine {
 public:
  struct Source {
    int input;  // of this routine; -1: a fixed number
    double value;
  };
  Restricted(const std::string& name, std::shared_ptr<const Routine> inner, int inputs,
             std::vector<Source> sources, std::vector<int> picks)
      : Routine(name, inputs, static_cast<int>(picks.size())), inner_(std::move(inner)),
        sources_(std::move(sources)), picks_(std::move(picks)) {}

  bool depends(int output, int input) const override {
    const int pick = picks_[static_cast<std::size_t>(output)];
    return pick >= 0 && inner_->depends(pick, place_of(input));
  }

 protected:
  void evaluate(const double* in, double* out) const override {
    const Scratch all(sources_.size()), results(static_cast<std::size_t>(inner_->outputs()));
    for (std::size_t k = 0; k < sources_.size(); ++k)
      all[k] = sources_[k].input < 0 ? sources_[k].value : in[sources_[k].input];
    inner_->run(all.data(), results.data());
    for (std::size_t k = 0; k < picks_.size(); ++k)
      out[k] = picks_[k] < 0 ? 0 : results[static_cast<std::size_t>(picks_[k])];
  }
  std::shared_ptr<const Routine> differentiate() const override {
    std::vector<int> picks;
    for (const int pick : picks_)
      for (int i = 0; i < inputs(); ++i)
        picks.push_back(pick < 0 ? -1 : pick * inner_->inputs() + place_of(i));
    return std::make_shared<Restricted>(name() + "'", inner_->derivative(), inputs(), sources_,
                                        std::move(picks));
  }

 private:
  int place_of(int input) const {
    return static_cast<int>(std::ranges::find(sources_, input, &Source::input) - sources_.begin());
  }
  std::shared_ptr<const Routine> inner_;
  std::vector<Source> sources_;
  std::vector<int> picks_;
};

class Loop final : public Routine {
 public:
  // Inputs are the state, then what stays as it is.
  Loop(const std::string& name, std::shared_ptr<Graph> graph, LoopBody body, std::vector<Expr> fixed)
      : Routine(name, static_cast<int>(body.state.size() + fixed.size()),
                static_cast<int>(body.state.size())),
        graph_(std::move(graph)), body_(std::move(body)), symbols_(body_.state) {
    symbols_.insert(symbols_.end(), fixed.begin(), fixed.end());
    std::vector<Expr> roots = {body_.condition};
    roots.insert(roots.end(), body_.next.begin(), body_.next.end());
    evaluation_ = Evaluation(*graph_, symbols_, roots, 1);
    find_dependence();
  }
  bool depends(int output, int input) const override { return reach_[place(output, input)] != 0; }

 protected:
  void evaluate(const double* in, double* out) const override {
    const std::size_t n = symbols_.size(), m = body_.state.size();
    const Scratch work(evaluation_.work());
    evaluation_.prepare(work.data());
    std::copy_n(in, n, work.data());
    for (std::int64_t round = 0;; ++round) {
      evaluation_.run_early(work.data());
      if (!(evaluation_.result(work.data(), 0) != 0)) break;  // most loops of a medium are of other regions
      evaluation_.run_late(work.data());
      if (round == most_rounds)
        throw Error(trammel::Kind::integration,
                    fmt::format("{} has not ended after {} million rounds", name(), most_rounds / 1000000),
                    {}, "look at its condition");
      for (std::size_t k = 0; k < m; ++k) out[k] = evaluation_.result(work.data(), k + 1);
      std::copy_n(out, m, work.data());
    }
    std::copy_n(work.data(), m, out);
  }

  // S = ∂state/∂inputs obeys S := (∂next/∂state) S + ∂next/∂inputs, beginning with the identity.
  std::shared_ptr<const Routine> differentiate() const override {
    const std::size_t n = symbols_.size(), m = body_.state.size();
    auto graph = std::make_shared<Graph>(graph_);
    LoopBody both = body_;
    std::vector<int> at(m * n, -1);  // where ∂state_i/∂input_j stands in the state of the longer loop
    std::vector<Restricted::Source> sources;
    for (std::size_t i = 0; i < m; ++i) sources.push_back({static_cast<int>(i), 0});
    for (std::size_t i = 0; i < m; ++i)
      for (std::size_t j = 0; j < n; ++j) {
        if (reach_[i * n + j] == 0) continue;
        at[i * n + j] = static_cast<int>(both.state.size());
        both.state.push_back(graph->symbol(graph->add_variable({})));
        sources.push_back({-1, i == j ? 1.0 : 0.0});
      }
    std::vector<Expr> slopes(m * n);
    for (const Entry& entry : jacobian(*graph, body_.next, symbols_)) {
      const auto i = static_cast<std::size_t>(entry.row), k = static_cast<std::size_t>(entry.column);
      const auto add = [&](std::size_t j, Expr term) {
        Expr& sum = slopes[i * n + j];
        sum = sum ? graph->apply(Op::add, sum, term) : term;
      };
      if (k >= m) {
        add(k, entry.value);
        continue;
      }
      for (std::size_t j = 0; j < n; ++j)
        if (at[k * n + j] >= 0)
          add(j, graph->apply(Op::mul, entry.value, both.state[static_cast<std::size_t>(at[k * n + j])]));
    }
    for (std::size_t e = 0; e < m * n; ++e)
      if (at[e] >= 0) both.next.push_back(slopes[e] ? slopes[e] : graph->constant(0));
    const std::vector<Expr> fixed(symbols_.begin() + static_cast<std::ptrdiff_t>(m), symbols_.end());
    for (std::size_t j = m; j < n; ++j) sources.push_back({static_cast<int>(j), 0});
    auto longer = std::make_shared<Loop>(name(), std::move(graph), std::move(both), fixed);
    return std::make_shared<Restricted>(name() + "'", std::move(longer), static_cast<int>(n),
                                        std::move(sources), std::move(at));
  }

 private:
  std::size_t place(int output, int input) const {
    return static_cast<std::size_t>(output) * symbols_.size() + static_cast<std::size_t>(input);
  }

  // What a state may depend on after any number of rounds: itself, and what leads to it through others.
  void find_dependence() {
    const std::size_t n = symbols_.size(), m = body_.state.size();
    reach_.assign(m * n, 0);
    for (std::size_t i = 0; i < m; ++i) reach_[i * n + i] = 1;
    Graph scratch(graph_);
    for (const Entry& entry : jacobian(scratch, body_.next, symbols_))
      reach_[static_cast<std::size_t>(entry.row) * n + static_cast<std::size_t>(entry.column)] = 1;
    for (std::size_t k = 0; k < m; ++k)  // transitive closure
      for (std::size_t i = 0; i < m; ++i)
        if (reach_[i * n + k] != 0)
          for (std::size_t j = 0; j < n; ++j)
            if (reach_[k * n + j] != 0) reach_[i * n + j] = 1;
  }

  std::shared_ptr<Graph> graph_;
  LoopBody body_;
  std::vector<Expr> symbols_;
  Evaluation evaluation_;
  std::vector<char> reach_;
};

// What of a loop moves: whatever lies above its state.
std::vector<char> moving_nodes(const Graph& graph, const std::vector<Expr>& order,
                               const std::vector<Expr>& state) {
  std::vector<char> moving(graph.size(), 0);
  for (const Expr s : state) moving[s.id] = 1;
  for (const Expr e : order) {
    if (is_leaf(graph.op(e))) continue;
    for (int k = 0; k < info(graph.op(e)).arity; ++k)
      if (const Expr a = graph.arg(e, k); a && moving[a.id]) moving[e.id] = 1;
  }
  return moving;
}

}  // namespace

Evaluation::Evaluation(const Graph& graph, std::span<const Expr> inputs, std::span<const Expr> roots,
                       std::size_t early)
    : inputs_(inputs.size()) {
  Cone cone(graph);
  std::vector<Expr> order = cone.collect(roots.first(early));
  const std::size_t first = order.size();
  const std::vector<Expr>& all = cone.collect(roots);
  order.insert(order.end(), all.begin(), all.end());
  std::unordered_map<std::uint32_t, std::uint32_t> slot;
  for (std::size_t k = 0; k < inputs.size(); ++k) slot.emplace(inputs[k].id, static_cast<std::uint32_t>(k));
  for (const Expr e : order)
    if (graph.is_constant(e) &&
        slot.emplace(e.id, static_cast<std::uint32_t>(inputs_ + constants_.size())).second)
      constants_.push_back(graph.value(e));
  work_ = inputs_ + constants_.size();
  std::map<std::pair<std::uint32_t, const Routine*>, std::uint32_t> called;
  for (std::size_t k = 0; k < order.size(); ++k) {
    if (k == first) early_ = steps_.size();
    const Expr e = order[k];
    const Op op = graph.op(e);
    if (op == Op::argument || slot.contains(e.id)) continue;
    if (op == Op::call) {
      const std::shared_ptr<const Routine>& routine = graph.routine(e);
      const auto [at, fresh] =
          called.try_emplace({graph.arg(e, 0).id, routine.get()}, static_cast<std::uint32_t>(calls_.size()));
      if (fresh) {
        Called call{routine, {}, static_cast<std::uint32_t>(work_)};
        graph.each_argument(e, [&](Expr a) { call.arguments.push_back(slot.at(a.id)); });
        work_ += static_cast<std::size_t>(routine->outputs());
        steps_.push_back({op, 0, at->second, 0, 0});
        calls_.push_back(std::move(call));
      }
      slot.emplace(e.id, calls_[at->second].results + static_cast<std::uint32_t>(graph.output(e)));
      continue;
    }
    if (is_leaf(op))
      throw Error(trammel::Kind::usage, "the body of a function reads something that is no input");
    std::uint32_t arg[3] = {};
    for (int i = 0; i < info(op).arity; ++i) arg[i] = slot.at(graph.arg(e, i).id);
    steps_.push_back({op, static_cast<std::uint32_t>(work_), arg[0], arg[1], arg[2]});
    slot.emplace(e.id, static_cast<std::uint32_t>(work_++));
  }
  for (const Expr root : roots) result_.push_back(slot.at(root.id));
}

void Evaluation::prepare(double* work) const { std::ranges::copy(constants_, work + inputs_); }

void Evaluation::run(double* work, std::size_t from, std::size_t to) const {
  for (std::size_t s = from; s < to; ++s) {
    const Step& step = steps_[s];
    switch (step.op) {  // nine of ten are one of these
      case Op::add:
        work[step.to] = work[step.a] + work[step.b];
        continue;
      case Op::sub:
        work[step.to] = work[step.a] - work[step.b];
        continue;
      case Op::mul:
        work[step.to] = work[step.a] * work[step.b];
        continue;
      case Op::select:
        work[step.to] = work[work[step.a] != 0 ? step.b : step.c];
        continue;
      case Op::call:
        break;
      default:
        work[step.to] = compute(step.op, work[step.a], work[step.b], work[step.c]);
        continue;
    }
    const Called& call = calls_[step.a];
    const Scratch in(call.arguments.size());
    for (std::size_t k = 0; k < call.arguments.size(); ++k) in[k] = work[call.arguments[k]];
    call.routine->run(in.data(), work + call.results);
  }
}

std::vector<Expr> after_loop(Graph& graph, const std::string& name, const LoopBody& body,
                             std::span<const Expr> start) {
  std::vector<Expr> roots = {body.condition};
  roots.insert(roots.end(), body.next.begin(), body.next.end());
  Cone cone(graph);
  const std::vector<Expr> order = cone.collect(roots);
  const std::vector<char> moving = moving_nodes(graph, order, body.state);
  auto own = std::make_shared<Graph>();
  Transplant transplant(graph, *own);
  LoopBody inside;
  std::vector<Expr> arguments(start.begin(), start.end()), fixed;
  for (const Expr s : body.state) {
    inside.state.push_back(own->symbol(own->add_variable({})));
    transplant.known.emplace(s.id, inside.state.back());
  }
  // What does not move is computed once, outside, and becomes an input where something that moves reads it.
  const auto outside = [&](Expr e) {
    if (moving[e.id] || graph.is_constant(e) || transplant.known.contains(e.id)) return;
    fixed.push_back(own->symbol(own->add_variable({})));
    transplant.known.emplace(e.id, fixed.back());
    arguments.push_back(e);
  };
  for (const Expr e : order) {
    if (!moving[e.id] || is_leaf(graph.op(e)) || graph.op(e) == Op::argument) continue;
    if (graph.op(e) == Op::call)
      graph.each_argument(e, outside);
    else
      for (int k = 0; k < info(graph.op(e)).arity; ++k) outside(graph.arg(e, k));
  }
  for (const Expr root : roots) outside(root);
  inside.condition = transplant(body.condition);
  for (const Expr next : body.next) inside.next.push_back(transplant(next));
  const auto loop = std::make_shared<const Loop>(name, own, std::move(inside), std::move(fixed));
  std::vector<Expr> results;
  for (int k = 0; k < loop->outputs(); ++k) results.push_back(graph.call(loop, arguments, k));
  return results;
}

}  // namespace trammel::expr
