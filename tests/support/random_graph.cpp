#include "support/random_graph.hpp"

#include <cmath>
#include <unordered_map>

namespace trammel::support {

using expr::Expr;
using expr::Op;

RandomGraph::RandomGraph(unsigned seed, int operations, int variables, int parameter_count) : random(seed) {
  std::vector<Expr> pool;
  for (int p = 0; p < parameter_count; ++p)
    parameters.push_back(graph.parameter(graph.add_parameter("p" + std::to_string(p))));
  for (int j = 0; j < variables; ++j) {
    graph.add_variable("x" + std::to_string(j));
    for (int k = 0; k < 2; ++k) levels[k].push_back(graph.symbol(j, k));
  }
  for (const auto& leaves : {parameters, levels[0], levels[1]})
    pool.insert(pool.end(), leaves.begin(), leaves.end());
  pool.push_back(graph.time());
  for (const double c : {0.0, 1.0, 2.0, -1.5, 0.25, 3.0}) pool.push_back(graph.constant(c));
  const int first = static_cast<int>(Op::neg), last = static_cast<int>(Op::select);
  for (int i = 0; i < operations; ++i) {
    const auto any = [&] {  // mostly recent nodes, so that graphs get deep
      const int n = static_cast<int>(pool.size());
      return pool[below(3) == 0 ? below(n) : std::max(0, n - 1 - below(12))];
    };
    const Op op =
        below(2) == 0 ? static_cast<Op>(first + below(6)) : static_cast<Op>(first + below(last - first + 1));
    if (op == Op::pow && below(2) == 0)
      pool.push_back(graph.apply(op, any(), graph.constant(below(7) - 3)));
    else
      pool.push_back(graph.apply(op, any(), any(), any()));
  }
  for (int r = 0; r < 5; ++r)
    rows.push_back(pool[pool.size() - 1 - static_cast<std::size_t>(below(operations))]);
}

double RandomGraph::number(double low, double high) {
  return std::uniform_real_distribution<>(low, high)(random);
}
int RandomGraph::below(int n) { return std::uniform_int_distribution<>(0, n - 1)(random); }

namespace {

using Complex = std::complex<double>;

Complex continued(Op op, Complex a, Complex b, Complex c) {
  const double ra = a.real(), rb = b.real();
  switch (op) {
    case Op::neg:
      return -a;
    case Op::add:
      return a + b;
    case Op::sub:
      return a - b;
    case Op::mul:
      return a * b;
    case Op::div:
      return a / b;
    case Op::pow:
      if (b.imag() == 0 && rb == std::floor(rb) && std::fabs(rb) <= 8) {
        Complex result = 1;
        for (int i = 0; i < static_cast<int>(std::fabs(rb)); ++i) result *= a;
        return rb < 0 ? 1.0 / result : result;
      }
      return ra > 0 ? std::exp(b * std::log(a)) : std::nan("");
    case Op::sin:
      return std::sin(a);
    case Op::cos:
      return std::cos(a);
    case Op::tan:
      return std::tan(a);
    case Op::asin:
      return {std::asin(ra), a.imag() / std::sqrt(1 - ra * ra)};
    case Op::acos:
      return {std::acos(ra), -a.imag() / std::sqrt(1 - ra * ra)};
    case Op::atan:
      return {std::atan(ra), a.imag() / (1 + ra * ra)};
    case Op::atan2:
      return {std::atan2(ra, rb), (rb * a.imag() - ra * b.imag()) / (ra * ra + rb * rb)};
    case Op::sinh:
      return std::sinh(a);
    case Op::cosh:
      return std::cosh(a);
    case Op::tanh:
      return {std::tanh(ra), a.imag() * (1 - std::tanh(ra) * std::tanh(ra))};
    case Op::exp:
      return std::exp(a);
    case Op::log:
      return {std::log(ra), a.imag() / ra};
    case Op::log10:
      return {std::log10(ra), a.imag() / (ra * std::log(10.0))};
    case Op::sqrt:
      return {std::sqrt(ra), a.imag() / (2 * std::sqrt(ra))};
    case Op::abs:
      return ra < 0 ? -a : a;
    case Op::min:
      return ra < rb || ra != ra ? a : b;
    case Op::max:
      return ra > rb || ra != ra ? a : b;
    case Op::mod:
      return a - std::floor(ra / rb) * b;
    case Op::select:
      return ra != 0 ? b : c;
    default:
      return expr::compute(op, ra, rb, c.real());
  }
}

}  // namespace

Complex evaluate_complex(const expr::Graph& graph, Expr row, const std::function<Complex(Expr)>& leaf) {
  expr::Cone cone(graph);
  std::unordered_map<std::uint32_t, Complex> value;
  for (const Expr e : cone.collect(row)) {
    const Op op = graph.op(e);
    const int arity = expr::info(op).arity;
    if (op == Op::constant)
      value[e.id] = graph.value(e);
    else if (expr::is_leaf(op))
      value[e.id] = leaf(e);
    else
      value[e.id] = continued(op, value[graph.arg(e, 0).id], arity > 1 ? value[graph.arg(e, 1).id] : 0.0,
                              arity > 2 ? value[graph.arg(e, 2).id] : 0.0);
    if (!std::isfinite(value[e.id].real()) || !std::isfinite(value[e.id].imag()))
      return {std::nan(""), std::nan("")};  // a product would carry it from the imaginary to the real part
  }
  return value[row.id];
}

}  // namespace trammel::support
