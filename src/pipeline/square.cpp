#include "pipeline/square.hpp"

#include <fmt/format.h>

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <set>
#include <unordered_map>

#include "analysis/gauss_newton.hpp"
#include "analysis/independent_choice.hpp"
#include "analysis/rank.hpp"
#include "analysis/structure.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "expr/query.hpp"
#include "formulation/eliminate.hpp"
#include "pipeline/combined.hpp"
#include "pipeline/reference.hpp"

namespace trammel::pipeline {
namespace {

using expr::Expr;
using expr::Op;

constexpr std::size_t largest_part = 300;  // equations whose ranks are looked at: a dense matrix
constexpr int most_trials = 64;            // choices of what to leave out
constexpr double start_holds = 1e-9;       // of the terms of an equation
constexpr double holds_later = 1e-6;       // after a short way with steps that are no more exact

struct SomeRows {  // some equations at a point
  std::vector<int> equations = {};
  std::vector<Expr> residuals = {}, leaves = {};
  std::vector<double> x = {}, size = {};
};

class Squarer {
 public:
  Squarer(const model::Problem& given, double t) : problem_(model::on_top(given)), t_(t) {
    for (const model::StartValue& start : problem_.starts) start_.emplace(start.leaf.id, start.value);
  }

  std::optional<Squared> run() {
    sigma_ = analysis::signature(dae());
    const analysis::Matching matching = analysis::largest_matching(sigma_.graph);
    surplus_ = sigma_.graph.rows - matching.size();
    missing_ = sigma_.graph.columns - matching.size();
    if (surplus_ == 0 || missing_ > surplus_) return {};
    parts_ = analysis::dulmage_mendelsohn(sigma_.graph, matching);
    if (!moves()) return {};
    if (parts_.over_rows.size() > largest_part || parts_.under_rows.size() > largest_part) return {};
    nominal_ = start_sizes(problem_, t_);
    std::ranges::sort(parts_.over_rows);
    if (!by_ranks() && !by_trial()) return {};
    std::vector<std::string> names = open();
    std::string note = told(names);
    return Squared{std::move(problem_), std::move(left_out_), std::move(note), std::move(names)};
  }

 private:
  model::Dae& dae() { return problem_.dae; }

  // Too many equations for unknowns that nothing moves are a mistake (a connection made twice), consistent or not.
  bool moves() const {
    std::vector<char> differentiated(static_cast<std::size_t>(sigma_.graph.columns), 0);
    for (std::size_t k = 0; k < sigma_.order.size(); ++k)
      if (sigma_.order[k] > 0) differentiated[static_cast<std::size_t>(sigma_.graph.column[k])] = 1;
    return std::ranges::any_of(parts_.over_columns,
                               [&](int j) { return differentiated[static_cast<std::size_t>(j)] != 0; });
  }

  SomeRows rows(const std::vector<int>& equations) {
    SomeRows result{.equations = equations};
    for (const int i : equations) result.residuals.push_back(dae().equations[i].residual);
    for (const Expr leaf : expr::leaves(*dae().graph, result.residuals))
      if (dae().graph->op(leaf) == Op::symbol) result.leaves.push_back(leaf);
    for (const Expr leaf : result.leaves) {
      const auto given = start_.find(leaf.id);
      const auto nominal = nominal_.find(dae().graph->index(leaf));
      result.x.push_back(given == start_.end() ? 0 : given->second);
      result.size.push_back(
          std::max(nominal == nominal_.end() ? 1 : nominal->second, std::fabs(result.x.back())));
    }
    return result;
  }

  // How many of the equations follow from the others by the rank of their Jacobian, where they hold and nearby.
  bool by_ranks() {
    SomeRows over = rows(parts_.over_rows);
    analysis::Numbers numbers(dae(), over.residuals, over.leaves);
    analysis::GaussNewton newton(numbers, t_, over.size);
    const double error = newton.solve(over.x);
    Eigen::MatrixXd combinations = corange(numbers, over);
    if (combinations.cols() < surplus_) return false;
    if (!(error <= start_holds)) refuse_contradiction();
    SomeRows near = over;
    for (std::size_t k = 0; k < near.x.size(); ++k)
      near.x[k] +=
          0.03 * near.size[k] * (2 * std::fmod(0.6180339887498949 * static_cast<double>(k + 4), 1.0) - 1);
    const Eigen::MatrixXd there = newton.solve(near.x) <= start_holds ? corange(numbers, near) : combinations;
    if (there.cols() < surplus_) return false;
    const bool only_there = there.cols() < combinations.cols();  // dependent at the start only
    if (only_there) combinations = there;
    const SomeRows& used = only_there ? near : over;
    for (std::size_t k = 0; k < over.leaves.size(); ++k) start_[over.leaves[k].id] = over.x[k];
    analysis::BlockRank rank{.singular = true,
                             .missing = static_cast<int>(combinations.cols()),
                             .equations = over.equations,
                             .combinations = combinations};
    if (missing_ > 0 && !open_directions(rank, used)) return false;
    const Eigen::Index without_multiplier = combinations.cols() - rank.directions.cols();
    if (without_multiplier != surplus_ - missing_) return false;
    analysis::IndependentChoice choice =
        analysis::independent_choice(rank, analysis::determine_everywhere(dae(), over.equations));
    numbers.evaluate(t_, used.x);
    if (missing_ > 0) combine(dae(), over.equations, choice.equations, sized(numbers.dense(), over));
    leave_out(choice.equations, choice.multipliers);
    return true;
  }

  static Eigen::MatrixXd sized(const Eigen::MatrixXd& J, const SomeRows& at) {
    return J * Eigen::Map<const Eigen::VectorXd>(at.size.data(), std::ssize(at.size)).asDiagonal();
  }

  Eigen::MatrixXd corange(analysis::Numbers& numbers, const SomeRows& at) {
    return analysis::spaces(analysis::with_unit_rows(sized(numbers.scaled(t_, at.x, at.size), at))).corange;
  }

  // Directions of the unknowns too many that their equations leave open. Columns are measured by their
  // lengths b M⁻¹ b, so that a multiplier counts by the force that it makes, in no unit of a coordinate.
  bool open_directions(analysis::BlockRank& rank, const SomeRows& at) {
    SomeRows under = rows(parts_.under_rows);
    for (std::size_t l = 0; l < under.leaves.size(); ++l)
      if (const auto same = std::ranges::find(at.leaves, under.leaves[l]); same != at.leaves.end())
        under.x[l] = at.x[static_cast<std::size_t>(same - at.leaves.begin())];
    analysis::Numbers numbers(dae(), under.residuals, under.leaves);
    numbers.evaluate(t_, under.x);
    if (!numbers.finite()) return false;
    const Eigen::MatrixXd all = by_inertia(numbers.dense(), *dae().graph, under.leaves);
    Eigen::MatrixXd J(all.rows(), static_cast<Eigen::Index>(parts_.under_columns.size()));
    std::vector<int> columns = parts_.under_columns;
    std::ranges::sort(columns);
    for (std::size_t k = 0; k < columns.size(); ++k) {
      const int id = dae().variables[columns[k]].id;
      int order = -1;
      const auto column = static_cast<Eigen::Index>(k);
      J.col(column).setZero();
      for (std::size_t l = 0; l < under.leaves.size(); ++l)
        if (dae().graph->index(under.leaves[l]) == id && dae().graph->derivative(under.leaves[l]) > order) {
          order = dae().graph->derivative(under.leaves[l]);
          J.col(column) = all.col(static_cast<Eigen::Index>(l));
        }
      if (order != 0) return false;  // only unknowns without derivatives may be left open
      const double length = J.col(column).norm();
      if (!(length > 0)) return false;
      rank.unknowns.push_back(columns[k]);
      rank.unit.push_back(1 / length);
      J.col(column) /= length;
    }
    rank.directions = analysis::spaces(J).kernel;
    return rank.directions.cols() >= missing_;
  }

  void leave_out(std::vector<int> equations,
                 const std::vector<analysis::IndependentChoice::Multiplier>& open) {
    expr::Graph& graph = *dae().graph;
    std::ranges::sort(equations);
    std::vector<model::Equation> surplus;
    for (const int i : equations) surplus.push_back(dae().equations[i]);
    std::vector<formulation::Solved> solved;
    for (std::size_t k = 0; k < open.size(); ++k) {
      Expr value = graph.constant(0);
      for (const auto& [other, factor] : open[k].others)
        value = graph.apply(Op::add, value,
                            graph.apply(Op::mul, graph.constant(factor),
                                        graph.symbol(dae().variables[static_cast<std::size_t>(other)].id)));
      solved.push_back({equations[k], open[k].unknown, value});
    }
    // Those without a multiplier first, from the back, so that numbers before them stay.
    for (std::size_t k = equations.size(); k-- > open.size();)
      dae().equations.erase(dae().equations.begin() + equations[k]);
    if (!solved.empty()) {
      dae() = formulation::without(dae(), solved);
      std::erase_if(problem_.starts, [&](const model::StartValue& start) {
        return std::ranges::any_of(dae().eliminated, [&](const model::Variable& gone) {
          return gone.id == graph.index(start.leaf);
        });
      });
    }
    keep(surplus);
  }

  // The start must satisfy them too, or it is refused by name.
  void keep(const std::vector<model::Equation>& surplus) {
    left_out_.insert(left_out_.end(), surplus.begin(), surplus.end());
    dae().initial_equations.insert(dae().initial_equations.end(), surplus.begin(), surplus.end());
  }

  [[noreturn]] void refuse_contradiction() {
    std::vector<std::string> names;
    Where where;
    for (const int i : parts_.over_rows) {
      names.push_back(quote(dae().equations[i].name));
      where.equations.push_back(dae().equations[i].name);
    }
    where.file = dae().equations[parts_.over_rows.front()].origin.file;
    where.line = dae().equations[parts_.over_rows.front()].origin.line;
    throw Error(Kind::structure,
                fmt::format("{} contradict each other: no start satisfies all of them", listed(names, 8)),
                where, "change or remove one of these equations");
  }

  // Equations that hold along the solution of the rest: a derivative of a constraint, a conserved quantity.
  // Those without derivatives are tried; where several serve, the one whose absence leaves the best
  // conditioned equations for the tops, of about equal ones the last that determines no unknown everywhere.
  bool by_trial() {
    if (missing_ > 0) return false;
    std::vector<int> candidates;
    for (const int i : parts_.over_rows)
      if (std::ranges::none_of(sigma_.order.begin() + sigma_.graph.start[i],
                               sigma_.order.begin() + sigma_.graph.start[i + 1],
                               [](int order) { return order > 0; }))
        candidates.push_back(i);
    candidates = analysis::replaceable_last(dae(), candidates);
    std::vector<int> chosen, best;
    double condition = INFINITY;
    int trials = 0;
    const std::function<void(std::size_t)> choose = [&](std::size_t before) {
      if (static_cast<int>(chosen.size()) == surplus_) {
        if (++trials > most_trials) return;
        const double found = without(chosen);
        constexpr double much = 10;
        if (found * much < condition || (best.empty() && std::isfinite(found))) {
          condition = found;
          best = chosen;
        }
        return;
      }
      for (std::size_t k = before; k-- > 0;) {
        chosen.push_back(candidates[k]);
        choose(k);
        chosen.pop_back();
      }
    };
    choose(candidates.size());
    if (best.empty()) return false;
    leave_out(best, {});
    return true;
  }

  // The condition of what is left without some equations; infinite if those do not hold along its solution.
  double without(std::vector<int> equations) {
    std::ranges::sort(equations, std::greater{});
    model::Problem trial = model::on_top(problem_);
    std::vector<Expr> residuals;
    for (const int i : equations) {
      residuals.push_back(trial.dae.equations[i].residual);
      trial.dae.initial_equations.push_back(trial.dae.equations[i]);
      trial.dae.equations.erase(trial.dae.equations.begin() + i);
    }
    try {
      const ReferenceForm form(trial, {.engine = program::Engine::vm});
      const Standing standing = stand(form, trial, t_);
      const std::vector<double> parameters = parameter_values(form.dae);
      system::Instance instance(form.system);
      instance.set_parameters(parameters);
      system::Ode& ode = instance.ode();
      std::vector<double> z = standing.z, slope(z.size());
      if (!standing.top.empty()) ode.guess(standing.top);
      if (!ode.derivative(t_, z, slope)) return INFINITY;
      ode.weigh();
      const double condition = std::max(1.0, ode.condition());
      if (!(condition < 1e10) || !go(ode, z)) return INFINITY;
      std::vector<Expr> leaves;
      for (const Expr leaf : expr::leaves(*trial.dae.graph, residuals))
        if (trial.dae.graph->op(leaf) == Op::symbol) leaves.push_back(leaf);
      OdeObserver observer(read_from_ode(form.dae, form.system, leaves), parameters);
      std::vector<double> values(leaves.size());
      observer(t_ + way(), z, false, values);
      analysis::Numbers numbers(trial.dae, residuals, leaves);
      analysis::GaussNewton measure(numbers, t_ + way(), std::vector<double>(leaves.size(), 1.0));
      return measure.error(values) <= holds_later ? condition : INFINITY;
    } catch (const Error&) {
      return INFINITY;
    }
  }

  double way() const { return 0.01 * (problem_.t_end - problem_.t_start); }

  // The classical Runge-Kutta method over a hundredth of the interval.
  bool go(system::Ode& ode, std::vector<double>& z) const {
    constexpr int steps = 10;
    const double h = way() / steps;
    const std::size_t n = z.size();
    std::vector<double> k1(n), k2(n), k3(n), k4(n), y(n);
    const auto at = [&](const std::vector<double>& k, double part) -> const std::vector<double>& {
      for (std::size_t i = 0; i < n; ++i) y[i] = z[i] + part * h * k[i];
      return y;
    };
    for (int step = 0; step < steps; ++step) {
      const double t = t_ + step * h;
      if (!ode.derivative(t, z, k1) || !ode.derivative(t + h / 2, at(k1, 0.5), k2) ||
          !ode.derivative(t + h / 2, at(k2, 0.5), k3) || !ode.derivative(t + h, at(k3, 1), k4))
        return false;
      for (std::size_t i = 0; i < n; ++i) z[i] += h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
    }
    return bool(ode.derivative(t_ + way(), z, k1));
  }

  std::vector<std::string> open() const {
    std::set<std::string> open;
    const auto add = [&](int id) { open.insert(problem_.dae.graph->variable_name(id)); };
    for (const model::Definition& definition : problem_.dae.definitions) {
      add(definition.variable);
      for (const Expr leaf : expr::leaves(*problem_.dae.graph, std::span(&definition.value, 1)))
        if (problem_.dae.graph->op(leaf) == Op::symbol) add(problem_.dae.graph->index(leaf));
    }
    return {open.begin(), open.end()};
  }

  std::string told(std::vector<std::string> open) const {
    std::vector<std::string> equations;
    for (const model::Equation& equation : left_out_) equations.push_back(quote(equation.name));
    for (std::string& name : open) name = quote(name);
    std::string note = fmt::format("{} from the other equations and {} checked only",
                                   listed(equations, 8) + (equations.size() == 1 ? " follows" : " follow"),
                                   equations.size() == 1 ? "is" : "are");
    if (!open.empty())
      note += fmt::format("; the motion is unique, {} {} not: the smallest were taken", listed(open, 8),
                          open.size() == 1 ? "is" : "are");
    return note;
  }

  model::Problem problem_;
  double t_;
  std::unordered_map<std::uint32_t, double> start_;
  std::unordered_map<int, double> nominal_;
  analysis::Signature sigma_;
  analysis::Parts parts_;
  int surplus_ = 0, missing_ = 0;
  std::vector<model::Equation> left_out_;
};

}  // namespace

std::optional<Squared> squared(const model::Problem& given, double t) { return Squarer(given, t).run(); }

}  // namespace trammel::pipeline
