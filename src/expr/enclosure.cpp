#include "expr/enclosure.hpp"

namespace trammel::expr {

Enclosure::Enclosure(const Graph& graph, Expr row, const std::unordered_map<std::uint32_t, int>& moving) {
  std::unordered_map<std::uint32_t, int> step;
  Cone cone(graph);
  std::vector<int> degree;  // as a polynomial of what moves; 3: higher, or no polynomial
  for (const Expr e : cone.collect(std::span(&row, 1))) {
    Step s{.op = graph.op(e)};
    int d = 3;
    const auto of = [&](int k) { return degree[static_cast<std::size_t>(k)]; };
    if (s.op == Op::constant) {
      s.number = graph.value(e);
      d = 0;
    } else if (s.op == Op::parameter) {
      s.a = graph.index(e);
      d = 0;
      parameters_.push_back(s.a);
    } else if (is_leaf(s.op)) {
      const auto at = moving.find(e.id);
      s.op = at == moving.end() ? Op::call : Op::symbol;
      if (at != moving.end()) {
        d = 1;
        s.a = static_cast<int>(leaves_.size());
        leaves_.push_back(at->second);
      }
    } else if (s.op != Op::call && s.op != Op::argument) {
      const int arity = info(s.op).arity;
      int* to[] = {&s.a, &s.b, &s.c};
      bool moves = false;
      for (int k = 0; k < arity; ++k) {
        *to[k] = step.at(graph.arg(e, k).id);
        moves = moves || of(*to[k]) > 0;
      }
      if (!moves) d = 0;
      if (s.op == Op::add || s.op == Op::sub) d = std::max(of(s.a), of(s.b));
      if (s.op == Op::neg) d = of(s.a);
      if (s.op == Op::mul) d = std::min(of(s.a) + of(s.b), 3);
      if (s.op == Op::div && of(s.b) == 0) d = of(s.a);
      if (s.op == Op::pow && graph.is_constant(graph.arg(e, 1), 2)) d = std::min(2 * of(s.a), 3);
    }
    known_ = known_ && s.op != Op::call;
    step.emplace(e.id, static_cast<int>(steps_.size()));
    steps_.push_back(s);
    degree.push_back(d);
  }
  constexpr std::size_t longest = 1000;  // operations: nothing is asked of more
  known_ = known_ && steps_.size() <= longest;
  slow_ = !degree.empty() && degree.back() <= 2;
}

std::span<const Interval> Enclosure::run(int order, std::span<const Interval> leaves, Vec parameters) {
  using namespace interval;  // NOLINT: rules for series
  const auto n = static_cast<std::size_t>(order) + 1;
  values_.resize(steps_.size() * n);
  scratch_.resize(3 * n);
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    const Step& step = steps_[i];
    const Row out = values_.data() + i * n;
    if (step.op == Op::constant)
      constant(step.number, out, n);
    else if (step.op == Op::parameter)
      constant(parameters[static_cast<std::size_t>(step.a)], out, n);
    else if (step.op == Op::symbol)
      std::copy_n(leaves.data() + static_cast<std::size_t>(step.a) * n, n, out);
    else
      apply(step, out, n);
  }
  return {values_.data() + (steps_.size() - 1) * n, n};
}

// A rule for each operation.  NOLINTNEXTLINE(readability-function-size)
void Enclosure::apply(const Step& step, Row out, std::size_t n) {
  using namespace interval;  // NOLINT: rules for series
  const In a = step.a < 0 ? nullptr : row(step.a, n), b = step.b < 0 ? nullptr : row(step.b, n),
           c = step.c < 0 ? nullptr : row(step.c, n);
  const Row spare = scratch_.data(), more = spare + n, last = more + n;
  switch (step.op) {
    case Op::neg:
      for (std::size_t k = 0; k < n; ++k) out[k] = -a[k];
      return;
    case Op::add:
      for (std::size_t k = 0; k < n; ++k) out[k] = a[k] + b[k];
      return;
    case Op::sub:
      for (std::size_t k = 0; k < n; ++k) out[k] = a[k] - b[k];
      return;
    case Op::mul:
      return multiply(a, b, out, n);
    case Op::div:
      return divide(a, b, out, n);
    case Op::pow: {
      constexpr double largest = 16;
      const double p = b[0].low;
      const bool number = b[0].low == b[0].high &&
                          std::all_of(b + 1, b + n, [](Interval x) { return x.low == 0 && x.high == 0; });
      if (number && p == 2) return multiply(a, a, out, n);
      if (number && p >= 1 && p <= largest && p == std::floor(p))
        return whole_power(a, static_cast<int>(p), out, spare, n);
      if (number) return power(a, p, out, n);
      logarithm(a, spare, n);
      multiply(b, spare, more, n);
      return exponential(more, out, n);
    }
    case Op::sin:
      return waves(a, out, spare, false, n);
    case Op::cos:
      return waves(a, spare, out, false, n);
    case Op::tan:
      waves(a, spare, more, false, n);
      return divide(spare, more, out, n);
    case Op::sinh:
      return waves(a, out, spare, true, n);
    case Op::cosh:
      return waves(a, spare, out, true, n);
    case Op::tanh:
      return tangent(a, out, spare, n);
    case Op::exp:
      return exponential(a, out, n);
    case Op::log:
      return logarithm(a, out, n);
    case Op::log10:
      logarithm(a, out, n);
      for (std::size_t k = 0; k < n; ++k) out[k] = (1 / std::numbers::ln10) * out[k];
      return;
    case Op::sqrt:
      return power(a, 0.5, out, n);
    case Op::atan:
    case Op::asin:
    case Op::acos: {
      const double sign = step.op == Op::atan ? 1 : -1;
      multiply(a, a, spare, n);
      for (std::size_t k = 0; k < n; ++k) spare[k] = sign * spare[k];
      spare[0] = spare[0] + Interval{1, 1};
      power(spare, step.op == Op::atan ? -1 : -0.5, more, n);
      integrated(a, more, step.op == Op::atan ? rising(std::atan, a[0]) : rising(std::asin, a[0]), out, n);
      if (step.op == Op::acos) {
        for (std::size_t k = 0; k < n; ++k) out[k] = -out[k];
        out[0] = out[0] + Interval{std::numbers::pi / 2, std::numbers::pi / 2};
      }
      return;
    }
    case Op::atan2: {  // away from the line on which it jumps
      if (!(b[0].low > 0)) return jumping({-std::numbers::pi, std::numbers::pi}, out, n);
      divide(a, b, last, n);
      multiply(last, last, spare, n);
      spare[0] = spare[0] + Interval{1, 1};
      power(spare, -1, more, n);
      return integrated(last, more, rising(std::atan, last[0]), out, n);
    }
    case Op::abs:
      if (a[0].low >= 0) return void(std::copy_n(a, n, out));
      for (std::size_t k = 0; k < n; ++k) spare[k] = -a[k];
      if (a[0].high <= 0) return void(std::copy_n(spare, n, out));
      return either(a, spare, {0, a[0].size()}, out, n);
    case Op::min:
      if (a[0].high <= b[0].low) return void(std::copy_n(a, n, out));
      if (b[0].high <= a[0].low) return void(std::copy_n(b, n, out));
      return either(a, b, {std::min(a[0].low, b[0].low), std::min(a[0].high, b[0].high)}, out, n);
    case Op::max:
      if (a[0].low >= b[0].high) return void(std::copy_n(a, n, out));
      if (b[0].low >= a[0].high) return void(std::copy_n(b, n, out));
      return either(a, b, {std::max(a[0].low, b[0].low), std::max(a[0].high, b[0].high)}, out, n);
    case Op::sign:
      return jumping({signum(a[0].low), signum(a[0].high)}, out, n);
    case Op::floor:
      return jumping(rising(std::floor, a[0]), out, n);
    case Op::ceil:
      return jumping(rising(std::ceil, a[0]), out, n);
    case Op::mod:  // a - floor(a/b)*b
      divide(a, b, spare, n);
      jumping(rising(std::floor, spare[0]), more, n);
      multiply(more, b, spare, n);
      for (std::size_t k = 0; k < n; ++k) out[k] = a[k] - spare[k];
      return;
    case Op::lt:
    case Op::le:
    case Op::gt:
    case Op::ge:
    case Op::eq:
    case Op::ne:
    case Op::logical_and:
    case Op::logical_or:
    case Op::logical_not:
      return jumping(truth(step.op, a[0], b ? b[0] : Interval{}), out, n);
    case Op::select:
      if (!a[0].has(0)) return void(std::copy_n(b, n, out));
      if (a[0].low == 0 && a[0].high == 0) return void(std::copy_n(c, n, out));
      return jumping(hull(b[0], c[0]), out, n);
    default:
      return fill(out, 0, n, anything);
  }
}

}  // namespace trammel::expr
