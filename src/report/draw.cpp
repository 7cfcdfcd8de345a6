#include "report/draw.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>

#include "expr/query.hpp"

namespace trammel::report {
namespace {

using expr::Expr;
using expr::Graph;
using expr::Op;
using model::Coordinates;
using model::Shape;

constexpr std::size_t most_equations_searched = 2000;

// The name of a point and which of its coordinates this is: "a.x1" -> "a.#1", 0.
struct Named {
  std::string point;
  int coordinate = -1;
};
Named read(const std::string& name) {
  std::size_t last = name.rfind('.');
  last = last == std::string::npos ? 0 : last + 1;
  const std::string tail = name.substr(last);
  if (tail.size() > 3 && tail.ends_with("]") && tail[tail.size() - 3] == '[') {  // p[1], p[2]: a vector
    const char digit = tail[tail.size() - 2];
    const std::string base = tail.substr(0, tail.size() - 3);
    // x[1] and x[2] are two points' abscissas, p[1] and p[2] one point
    if (digit >= '1' && digit <= '3' && base != "x" && base != "y" && base != "z")
      return {name.substr(0, last) + base + "[]", digit - '1'};
  }
  // x, y, z first or last: x, x1, x[2], px, x_a
  for (const bool front : {true, false}) {
    const std::size_t at = front ? last : name.size() - 1;
    const char c = name[at];
    if (c != 'x' && c != 'y' && c != 'z') continue;
    const std::string rest = name.substr(0, at) + "#" + name.substr(at + 1);
    const bool plain = tail.size() == 1 || !front ||
                       !((tail[1] >= 'a' && tail[1] <= 'z') || (tail[1] >= 'A' && tail[1] <= 'Z'));
    if (plain) return {rest, c - 'x'};
  }
  return {};
}

// Where the gradient of a polynomial of degree two in a point's coordinates vanishes: the centre of a circle.
std::optional<Coordinates> centre(Graph& graph, Expr residual, const Coordinates& point) {
  std::unordered_map<std::uint32_t, Expr> at_zero;
  for (const Expr x : point) at_zero.emplace(x.id, graph.constant(0));
  Coordinates result;
  for (const Expr x : point) {
    // F along this coordinate alone, at -1, 0 and 1: b = (F(1) - F(-1))/2, 2a = F(1) - 2 F(0) + F(-1), centre
    // -b/2a
    Expr f[3];
    for (int k = 0; k < 3; ++k) {
      auto values = at_zero;
      values[x.id] = graph.constant(k - 1);
      f[k] = expr::substitute(graph, std::span(&residual, 1), values)[0];
    }
    const Expr b = graph.apply(Op::mul, graph.constant(0.5), graph.apply(Op::sub, f[2], f[0]));
    const Expr a =
        graph.apply(Op::add, graph.apply(Op::sub, f[2], graph.apply(Op::mul, graph.constant(2), f[1])), f[0]);
    if (graph.is_constant(a, 0)) return std::nullopt;
    result.push_back(graph.is_constant(b, 0) ? graph.constant(0)
                                             : graph.apply(Op::neg, graph.apply(Op::div, b, a)));
  }
  return result;
}

class Finder {
 public:
  explicit Finder(const model::Dae& dae) : dae_(dae), g_(*dae.graph) {
    std::map<std::string, std::map<int, int>> named;  // coordinate -> variable
    for (const model::Variable& variable : dae.variables) {
      const Named one = read(g_.variable_name(variable.id));
      if (one.coordinate >= 0) named[one.point].emplace(one.coordinate, variable.id);
    }
    for (const auto& [name, coordinates] : named) {
      if (coordinates.size() < 2 || !coordinates.contains(0) || !coordinates.contains(1)) continue;
      Coordinates point;
      for (const auto& coordinate : coordinates) {
        point_of_[coordinate.second] = points_.size();
        point.push_back(g_.symbol(coordinate.second));
      }
      points_.push_back(std::move(point));
    }
  }

  model::Drawing run() {
    for (std::size_t i = 0; i < dae_.equations.size() && i < most_equations_searched; ++i)
      look(dae_.equations[i].residual);
    model::Drawing drawing;
    if (lines_.empty()) return drawing;
    drawing = std::move(lines_);
    for (const std::size_t p : used_) drawing.push_back({.kind = Shape::Kind::point, .points = {points_[p]}});
    if (!used_.empty()) drawing.push_back({.kind = Shape::Kind::trace, .points = {points_[*used_.rbegin()]}});
    return drawing;
  }

 private:
  void look(Expr residual) {
    std::set<std::size_t> in;
    std::set<int> variables;
    for (const Expr leaf : expr::leaves(g_, residual)) {
      if (g_.op(leaf) != Op::symbol) continue;
      const auto at = point_of_.find(g_.index(leaf));
      if (g_.derivative(leaf) > 0 || at == point_of_.end() || in.size() > 2) return;
      in.insert(at->second);
      variables.insert(g_.index(leaf));
    }
    // A rod uses all coordinates of its points; y = 0 alone is no rod.
    if (in.empty() || in.size() > 2 || variables.size() < 2 * in.size()) return;
    const std::size_t first = *in.begin(), second = *in.rbegin();
    if (points_[first].size() != dimensions() || points_[second].size() != dimensions()) return;
    Shape line{.kind = Shape::Kind::line, .points = {points_[first]}};
    if (in.size() == 2) {
      line.points.push_back(points_[second]);
    } else {
      const auto fixed = centre(g_, residual, points_[first]);
      if (!fixed) return;
      line.points.insert(line.points.begin(), *fixed);
    }
    lines_.push_back(std::move(line));
    used_.insert(first);
    used_.insert(second);
  }
  std::size_t dimensions() const { return points_.front().size(); }

  const model::Dae& dae_;
  Graph& g_;
  std::vector<Coordinates> points_;
  std::unordered_map<int, std::size_t> point_of_;  // by variable
  model::Drawing lines_;
  std::set<std::size_t> used_;
};

}  // namespace

model::Drawing infer_drawing(const model::Dae& dae) { return Finder(dae).run(); }

}  // namespace trammel::report
