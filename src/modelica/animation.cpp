#include "modelica/animation.hpp"

#include <fmt/format.h>

#include <unordered_map>

#include "base/error.hpp"
#include "base/text.hpp"

namespace trammel::modelica {
namespace {

using expr::Expr;
using expr::Op;

constexpr int deepest = 50;

class Reader {
 public:
  Reader(Session& session, const model::Dae& dae) : session_(session), g_(*dae.graph) {
    for (int i = 0; i < g_.variables(); ++i) leaves_.emplace(g_.variable_name(i), g_.symbol(i));
    for (int i = 0; i < g_.parameters(); ++i) leaves_.emplace(g_.parameter_name(i), g_.parameter(i));
  }

  model::Drawing read(const Expression& list) {
    if (list.node != Node::braces || list.more)
      fail(list, "an animation is a list of shapes in braces", "animation = {line({0, 0}, {x, y})}");
    model::Drawing drawing;
    std::size_t dimensions = 0;
    for (const ExpressionPtr& item : list.args) {
      drawing.push_back(shape(*item));
      for (const model::Coordinates& point : drawing.back().points) {
        if (dimensions == 0) dimensions = point.size();
        if (point.size() != dimensions)
          fail(*item, fmt::format("a point with {} coordinates stands beside one with {}", point.size(),
                                  dimensions));
      }
    }
    return drawing;
  }

 private:
  [[noreturn]] void fail(const Expression& at, const std::string& message, const std::string& hint = {}) {
    session_.fail(at.place, Kind::structure, message, hint);
  }

  model::Shape shape(const Expression& e) {
    const std::string name = e.node == Node::call && e.parts.size() == 1 ? e.parts[0].name : "";
    struct Known {
      model::Shape::Kind kind;
      std::size_t least, most;  // points
    };
    using K = model::Shape::Kind;
    constexpr std::size_t any = 1000;
    const std::unordered_map<std::string, Known> known = {
        {"line", {K::line, 2, any}},   {"polygon", {K::polygon, 3, any}}, {"circle", {K::circle, 1, 1}},
        {"spring", {K::spring, 2, 2}}, {"point", {K::point, 1, 1}},       {"trace", {K::trace, 1, 1}}};
    const auto at = known.find(name);
    if (at == known.end() || e.more)
      fail(e,
           name.empty() ? "a shape was expected here"
                        : fmt::format("there is no shape called {}", quote(name)),
           "one of: line, polygon, circle, spring, point, trace");
    model::Shape result{.kind = at->second.kind};
    std::size_t points = e.args.size();
    if (result.kind == K::circle) {
      if (points != 2) fail(e, "a circle needs a point and a radius", "circle({x, y}, 0.1)");
      result.radius = value(*e.args[1], 0);
      points = 1;
    }
    if (points < at->second.least || points > at->second.most)
      fail(e, fmt::format("{} needs {}{}, not {}", quote(name), at->second.most == any ? "at least " : "",
                          counted(at->second.least, "point"), points));
    for (std::size_t i = 0; i < points; ++i) result.points.push_back(point(*e.args[i]));
    return result;
  }

  model::Coordinates point(const Expression& e) {
    if (e.node != Node::braces || e.more || e.args.size() < 2 || e.args.size() > 3)
      fail(e, "a point is {x, y} or {x, y, z}");
    model::Coordinates result;
    for (const ExpressionPtr& coordinate : e.args) result.push_back(value(*coordinate, 0));
    return result;
  }

  // The flat name of a.b[2].c; subscripts are numbers.
  std::string name_of(const Expression& e) {
    std::string name;
    for (const Part& part : e.parts) {
      name += (name.empty() ? "" : ".") + part.name;
      for (std::size_t i = 0; i < part.subscripts.size(); ++i) {
        const Expression& subscript = *part.subscripts[i];
        if (subscript.node != Node::number) fail(subscript, "subscripts in an animation are numbers");
        name += fmt::format("{}{}", i == 0 ? "[" : ",", subscript.number);
      }
      if (!part.subscripts.empty()) name += "]";
    }
    return name;
  }

  Expr value(const Expression& e, int depth) {
    if (depth > deepest) fail(e, "this coordinate is nested too deeply");
    const auto part = [&](std::size_t i) { return value(*e.args[i], depth + 1); };
    switch (e.node) {
      case Node::number:
        return g_.constant(e.number);
      case Node::reference: {
        const std::string name = name_of(e);
        const auto at = leaves_.find(name);
        if (at == leaves_.end())
          fail(e, fmt::format("the model has no variable or parameter called {}", quote(name)));
        return at->second;
      }
      case Node::sum: {
        Expr result = part(0);
        if (e.text[0] == '-') result = g_.apply(Op::neg, result);
        for (std::size_t i = 1; i < e.args.size(); ++i)
          result = g_.apply(e.text[i] == '-' || e.text[i] == 'M' ? Op::sub : Op::add, result, part(i));
        return result;
      }
      case Node::product: {
        Expr result = part(0);
        for (std::size_t i = 1; i < e.args.size(); ++i)
          result = g_.apply(e.text[i] == '/' || e.text[i] == 'D' ? Op::div : Op::mul, result, part(i));
        return result;
      }
      case Node::power:
        return g_.apply(Op::pow, part(0), part(1));
      case Node::call:
        if (e.parts.size() == 1 && e.args.size() == 1 && !e.more)
          for (const Op op : {Op::sin, Op::cos, Op::tan, Op::sqrt})
            if (e.parts[0].name == expr::info(op).name) return g_.apply(op, part(0));
        [[fallthrough]];
      default:
        fail(e, "a coordinate is made of numbers, variables, parameters, + - * / ^, sin, cos, tan and sqrt",
             "declare a variable for it in the model");
    }
  }

  Session& session_;
  expr::Graph& g_;
  std::unordered_map<std::string, Expr> leaves_;
};

}  // namespace

model::Drawing animation_of(const ClassDef& cls, Session& session, const model::Dae& dae) {
  model::Drawing drawing;
  if (!cls.annotation) return drawing;
  for (const Argument& vendor : cls.annotation->arguments) {
    if (vendor.name != std::vector<std::string>{"__Trammel"} || !vendor.modification) continue;
    for (const Argument& setting : vendor.modification->arguments) {
      if (setting.name != std::vector<std::string>{"animation"})
        session.fail(
            setting.place, Kind::name,
            fmt::format("__Trammel has no setting {}", quote(setting.name.empty() ? "" : setting.name[0])),
            "animation = {..}");
      if (setting.modification && setting.modification->value)
        drawing = Reader(session, dae).read(*setting.modification->value);
    }
  }
  return drawing;
}

}  // namespace trammel::modelica
