#include "expr/polynomial.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace trammel::expr {
namespace {

constexpr std::size_t most_terms = 400;
constexpr double most_power = 8;

class Collector {
 public:
  // `absolute`: all coefficients count as positive, so that nothing cancels.
  explicit Collector(Graph& graph, bool absolute = false) : graph_(graph), absolute_(absolute) {}

  std::optional<Polynomial> of(Expr root) {
    Cone cone(graph_);
    for (const Expr e : cone.collect(root)) {
      auto polynomial = node(e);
      if (!polynomial || polynomial->size() > most_terms) return std::nullopt;
      known_[e.id] = *std::move(polynomial);
    }
    return known_.at(root.id);
  }

 private:
  std::optional<Polynomial> node(Expr e) {
    const auto arg = [&](int k) -> const Polynomial& { return known_.at(graph_.arg(e, k).id); };
    switch (graph_.op(e)) {
      case Op::constant:
        return graph_.value(e) == 0 ? Polynomial{} : Polynomial{{{}, signed_by(graph_.value(e))}};
      case Op::neg:
        return sum({}, arg(0), signed_by(-1));
      case Op::add:
        return sum(arg(0), arg(1), 1);
      case Op::sub:
        return sum(arg(0), arg(1), signed_by(-1));
      case Op::mul:
        return product(arg(0), arg(1));
      case Op::div:
        if (const Polynomial& by = arg(1); by.size() == 1 && by.begin()->first.empty())
          return sum({}, arg(0), 1 / by.begin()->second);
        break;
      case Op::pow:
        if (const Expr exponent = graph_.arg(e, 1); graph_.is_constant(exponent)) {
          const double power = graph_.value(exponent);
          if (power >= 1 && power <= most_power && power == std::floor(power)) return repeated(arg(0), power);
        }
        break;
      default:
        break;
    }
    return Polynomial{{{e.id}, 1.0}};
  }

  double signed_by(double value) const { return absolute_ ? std::fabs(value) : value; }

  static Polynomial sum(Polynomial a, const Polynomial& b, double factor) {
    for (const auto& [monomial, coefficient] : b) a[monomial] += factor * coefficient;
    return a;
  }

  static std::optional<Polynomial> product(const Polynomial& a, const Polynomial& b) {
    if (a.size() * b.size() > 4 * most_terms) return std::nullopt;
    Polynomial result;
    for (const auto& [left, x] : a)
      for (const auto& [right, y] : b) {
        Monomial both(left.size() + right.size());
        std::ranges::merge(left, right, both.begin());
        result[std::move(both)] += x * y;
      }
    return result;
  }

  static std::optional<Polynomial> repeated(const Polynomial& a, double power) {
    std::optional<Polynomial> result = a;
    for (double k = 1; k < power && result; ++k) result = product(*result, a);
    return result;
  }

  Graph& graph_;
  bool absolute_;
  std::unordered_map<std::uint32_t, Polynomial> known_;
};

Expr rebuilt(Graph& graph, const Polynomial& polynomial, double smallest) {
  double largest = 0;
  for (const auto& [monomial, coefficient] : polynomial) largest = std::max(largest, std::fabs(coefficient));
  Expr total = graph.constant(0);
  for (const auto& [monomial, coefficient] : polynomial) {
    if (!(std::fabs(coefficient) > smallest * largest)) continue;
    Expr term = graph.constant(std::fabs(coefficient));
    for (std::size_t k = 0; k < monomial.size();) {
      std::size_t end = k;
      while (end < monomial.size() && monomial[end] == monomial[k]) ++end;
      const Expr atom{monomial[k]};
      term = graph.apply(
          Op::mul, term,
          end - k == 1 ? atom : graph.apply(Op::pow, atom, graph.constant(static_cast<double>(end - k))));
      k = end;
    }
    total = graph.apply(coefficient < 0 ? Op::sub : Op::add, total, term);
  }
  return total;
}

}  // namespace

std::optional<Polynomial> multiplied_out(Graph& graph, Expr e) { return Collector(graph).of(e); }
Expr written_out(Graph& graph, const Polynomial& polynomial) { return rebuilt(graph, polynomial, 0); }

Expr collected(Graph& graph, Expr e, double smallest) {
  const auto polynomial = Collector(graph).of(e);
  return polynomial ? rebuilt(graph, *polynomial, smallest) : e;
}

Expr without_rounding(Graph& graph, Expr e) {
  constexpr double rounding = 1e-14;
  if (graph.is_constant(e)) return e;
  const auto sums = Collector(graph).of(e), sizes = sums ? Collector(graph, true).of(e) : std::nullopt;
  if (!sizes) return e;
  for (const auto& [monomial, coefficient] : *sums)
    if (!(std::fabs(coefficient) <= rounding * sizes->at(monomial))) return e;
  return graph.constant(0);
}

}  // namespace trammel::expr
