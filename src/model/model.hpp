// model/model.hpp: write a model in C++.
//
//   Model m("pendulum");
//   auto x = m.variable("x", {.start = 1, .fixed = true}), y = m.variable("y"), lambda =
//   m.variable("lambda"); auto g = m.parameter("g", 9.81); m.equation("horizontal", der(x, 2) == -lambda *
//   x); m.equation("vertical", der(y, 2) == -lambda * y - g); m.equation("rod", x*x + y*y == 1);
//
// Any index, any order of derivatives; nothing is differentiated by hand.
#pragma once

#include <string>
#include <vector>

#include "base/name_index.hpp"
#include "expr/formula.hpp"
#include "model/dae.hpp"

namespace trammel::model {

using expr::der;
using expr::Equality;
using expr::Formula;

struct VariableOptions {
  std::optional<double> start = {};    // preferred start value; none: 0 is the guess
  bool fixed = false;                  // the start value must hold
  std::optional<double> nominal = {};  // typical size: scales atol and weights; none: 1 until more is known
  double min = -std::numeric_limits<double>::infinity(), max = std::numeric_limits<double>::infinity();
  std::string unit = {};
  std::string description = {};
};

struct ParameterOptions {
  std::string unit = {};
  std::string description = {};
};

// The line of a model's C++ text; like std::source_location, which not every compiler of today has.
struct Place {
  const char* file = "";
  int line = 0;
  static constexpr Place current(const char* at_file = __builtin_FILE(), int at_line = __builtin_LINE()) {
    return {at_file, at_line};
  }
};

class Model {
 public:
  using Place = model::Place;

  explicit Model(std::string name = "model");
  explicit Model(Problem problem);  // to add to it

  Formula variable(const std::string& name, const VariableOptions& options = {},
                   Place place = Place::current());
  Formula parameter(const std::string& name, double value, const ParameterOptions& options = {},
                    Place place = Place::current());
  Formula time();

  void equation(const std::string& name, const Equality& equality, Place place = Place::current());
  void initial_equation(const std::string& name, const Equality& equality, Place place = Place::current());
  // Something that is true on every solution although no equation says so, such as conserved energy: the run
  // keeps it. It holds at the start too.
  void invariant(const std::string& name, const Equality& equality, Place place = Place::current());
  // A start value for a variable or one of its derivatives: m.start(der(x), 2.0).
  void start(const Formula& leaf, double value, Rank rank = Rank::fixed);
  void conjugate(const Formula& coordinate, const Formula& momentum);  // of a Hamiltonian system
  void interval(double t_start, double t_end);
  void set_parameter(const std::string& name, double value);

  const std::string& name() const { return problem_.dae.name; }
  expr::Graph& graph() { return *problem_.dae.graph; }
  Problem problem() const& { return problem_; }
  Problem problem() && {
    return std::move(problem_);
  }  // std::move(m).problem() spares a large model the copy

 private:
  enum class List { equations, initial_equations, invariants };
  std::vector<Equation>& list(List which);
  void claim(const std::string& name, bool parameter);
  Equation& append(List which, const std::string& name, const Equality& equality, const Place& place);
  void set_start(Expr leaf, double value, Rank rank);
  Origin origin_of(const Place& place);

  Problem problem_;
  NameIndex names_;                           // 2 id of a variable, 2 id + 1 of a parameter
  NameIndex equation_names_;                  // 3 times the place in a List, plus the List
  std::vector<std::uint32_t> start_of_ = {};  // by leaf: its place in problem_.starts, plus 1
  const char* last_place_ = nullptr;          // whose text is
  SharedText last_file_ = {};
};

}  // namespace trammel::model
