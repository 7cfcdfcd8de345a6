#include "pipeline/perturbation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>

#include "analysis/diagnosis.hpp"
#include "analysis/numbers.hpp"
#include "analysis/structure.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "expr/print.hpp"
#include "expr/query.hpp"
#include "pipeline/examine.hpp"
#include "pipeline/solve.hpp"
#include "program/jit.hpp"

namespace trammel::pipeline {
namespace {

using expr::Expr;
using expr::Op;

constexpr int frequencies = 7, fitted = 4;  // a factor of √2 apart; exponents come from the fastest ones
constexpr double experiment_tolerance = 1e-10;
constexpr double heard = 1e-8;              // smaller answers may be errors of the integration
constexpr double doubtful_exponent = 0.25;  // exponents are integers or fractions with small denominators
constexpr double straight = 0.2;  // a slope that changes less from the slowest to the fastest fitted ω stands
constexpr double faster = 8;      // the next range, where this one is below a corner frequency of the model
constexpr int most_ranges = 5;

// Per equation the size of its terms at the start: what a defect of size 1 means there.
std::vector<double> sizes(const model::Problem& problem, const std::vector<std::string>& wanted) {
  const model::Dae& dae = problem.dae;
  std::vector<Expr> rows, leaves;
  std::vector<double> x, typical;
  std::map<std::uint32_t, double> given;
  std::map<int, double> nominal;
  for (const model::StartValue& start : problem.starts) given.emplace(start.leaf.id, start.value);
  for (const model::Variable& variable : dae.variables) nominal.emplace(variable.id, variable.nominal);
  std::set<std::uint32_t> seen;
  expr::Cone cone(*dae.graph);
  for (const model::Equation& equation : dae.equations) {
    rows.push_back(equation.residual);
    for (const Expr e : cone.collect(equation.residual))
      if (dae.graph->op(e) == Op::symbol && seen.insert(e.id).second) {
        leaves.push_back(e);
        const auto at = given.find(e.id);
        x.push_back(at == given.end() ? 0 : at->second);
        typical.push_back(std::max(std::fabs(x.back()), nominal.at(dae.graph->index(e))));
      }
  }
  analysis::Numbers numbers(dae, rows, leaves);
  numbers.evaluate(problem.t_start, x);
  std::vector<double> size(rows.size(), 0.0);
  const linalg::Pattern& p = *numbers.J().pattern;
  for (int j = 0; j < p.columns; ++j)
    for (int k = p.start[j]; k < p.start[j + 1]; ++k)
      size[p.row[k]] += std::fabs(numbers.J().value[k]) * typical[j];
  for (std::size_t i = 0; i < size.size(); ++i)
    if (!wanted.empty() && std::ranges::find(wanted, dae.equations[i].name) == wanted.end()) size[i] = 0;
  return size;
}

// Definition 1.3 speaks of u, not of u': x_j and its derivatives below the highest one in the equations.
std::set<std::string> components(const model::Dae& dae) {
  const analysis::Signature sigma = analysis::signature(dae);
  std::vector<int> highest(dae.variables.size(), 1);
  for (std::size_t k = 0; k < sigma.order.size(); ++k)
    highest[sigma.graph.column[k]] = std::max(highest[sigma.graph.column[k]], sigma.order[k]);
  std::set<std::string> names;
  for (std::size_t j = 0; j < highest.size(); ++j)
    for (int l = 0; l < highest[j]; ++l) names.insert(expr::print_symbol(*dae.graph, dae.variables[j].id, l));
  return names;
}

class Experiment {
 public:
  Experiment(const model::Problem& problem, const PerturbationOptions& options)
      : problem_(with_free_start(problem)), scale_(sizes(problem_, options.equations)), options_(options) {}

  Perturbation run() {
    const analysis::Diagnosis found = analysis::analyze(problem_.dae);
    const int order = *std::ranges::max_element(found.offsets.c);
    counts_ = components(problem_.dae);
    set_time_scale();
    // ε ω^s shall stay small, ω in units of the slowest oscillation of all.
    double epsilon = options_.amplitude * std::pow(2, -0.5 * order * (frequencies - 1));
    for (int range = 1;; ++range) {
      Perturbation result = measure(epsilon);
      if (range == most_ranges || settled(result)) return result;
      set_slowest(faster * slowest_);
      epsilon *= std::pow(faster, -order);
    }
  }

 private:
  Perturbation measure(double epsilon) {
    Perturbation result;
    std::vector<std::vector<double>> full, half;
    for (int k = 0; k < frequencies; ++k) {
      result.frequencies.push_back(slowest_ * std::pow(2, 0.5 * k));
      full.push_back(difference(epsilon, result.frequencies.back()));
      half.push_back(k >= frequencies - fitted ? difference(epsilon / 2, result.frequencies.back())
                                               : std::vector<double>());
    }
    double steepest = -1;
    for (std::size_t j = 0; j < names_.size(); ++j)
      if (const auto answer = counts_.contains(names_[j]) ? fit(j, full, half) : std::nullopt) {
        result.answers.push_back(*answer);
        steepest = std::max(steepest, answer->frequency_power / answer->amplitude_power);
      }
    result.index = 1 + static_cast<int>(std::ceil(steepest - doubtful_exponent));
    return result;
  }

  // Below its corner frequency a capacitor beside a resistor answers like a differentiator, above it like a
  // wire: the amplifying transistors of the test set have theirs at ω = g/C ≈ 10⁴, g the slope of the
  // current, and only from there on is the answer that of index 1. In between, slopes change with ω. Only the
  // steepest ones decide.
  static bool settled(const Perturbation& result) {
    double steepest = -1;
    for (const Answer& answer : result.answers)
      steepest = std::max(steepest, answer.frequency_power / answer.amplitude_power);
    return std::ranges::all_of(result.answers, [&](const Answer& answer) {
      if (answer.frequency_power / answer.amplitude_power < steepest - 0.5) return true;
      const auto slope = [&](int k) { return 2 * std::log2(answer.size[k] / answer.size[k - 1]); };
      return std::fabs(slope(frequencies - 1) - slope(frequencies - fitted + 1)) < straight;
    });
  }

  // How fast the solution itself changes, relative to its size: oscillations shall be faster.
  void set_time_scale() {
    const double length = problem_.t_end - problem_.t_start;
    times_.clear();
    for (int k = 0; k <= 200; ++k) times_.push_back(problem_.t_start + length * k / 200);
    const solution::Solution steady = solved({scale_, options_.steady, 0, 0});
    double rate = 0;
    for (std::size_t j = 0; j < names_.size(); ++j) {
      double largest = nominal(names_[j]), fastest = 0;
      for (std::size_t k = 0; k < steady.samples.size(); ++k) {
        largest = std::max(largest, std::fabs(steady.samples[k].values[j]));
        if (k > 0)
          fastest =
              std::max(fastest, std::fabs(steady.samples[k].values[j] - steady.samples[k - 1].values[j]));
      }
      if (counts_.contains(names_[j])) rate = std::max(rate, fastest / largest / (length / 200));
    }
    set_slowest(std::max(2 * M_PI * options_.periods / length, 4 * rate));
  }

  // The slowest oscillation of a range; the run is as long as its periods, and its reference is made anew.
  void set_slowest(double omega) {
    slowest_ = omega;
    const double length = problem_.t_end - problem_.t_start;
    problem_.t_end = problem_.t_start + std::min(length, 2 * M_PI * options_.periods / slowest_);
    times_.clear();
    const int points = 16 * options_.periods * (1 << (frequencies / 2));
    for (int k = 0; k <= points; ++k)
      times_.push_back(problem_.t_start + (problem_.t_end - problem_.t_start) * k / points);
    reference_ = solved({scale_, options_.steady, 0, 0});
    largest_.assign(names_.size(), 0.0);
    for (const solution::Sample& sample : reference_.samples)
      for (std::size_t j = 0; j < largest_.size(); ++j)
        largest_[j] = std::max(largest_[j], std::fabs(sample.values[j]));
  }

  double nominal(const std::string& name) const {
    for (const model::Variable& variable : problem_.dae.variables)
      if (problem_.dae.graph->variable_name(variable.id) == name) return variable.nominal;
    return 1;
  }

  solution::Solution solved(const Defects& defects) {
    Options options;
    options.tolerance = experiment_tolerance;
    // Many short runs: whatever needs no waiting.
    options.engine = program::jit_available() ? Engine::jit : Engine::vm;
    options.dense = false;
    options.times = times_;
    solution::Solution solution = solve(with_defects(problem_, defects), options);
    if (!solution.success())
      throw Error(Kind::integration,
                  fmt::format("the perturbed equations could not be solved: {}", solution.message));
    names_ = solution.variables;
    return solution;
  }

  // The largest |û − u| per quantity.
  std::vector<double> difference(double epsilon, double omega) {
    const solution::Solution shaken = solved({scale_, options_.steady, epsilon, omega});
    std::vector<double> largest(names_.size(), 0.0);
    for (std::size_t k = 0; k < times_.size(); ++k)
      for (std::size_t j = 0; j < largest.size(); ++j)
        largest[j] =
            std::max(largest[j], std::fabs(shaken.samples[k].values[j] - reference_.samples[k].values[j]));
    return largest;
  }

  // log |û − u| = const + a log ε + b log ω by least squares over the fastest oscillations.
  std::optional<Answer> fit(std::size_t j, const std::vector<std::vector<double>>& full,
                            const std::vector<std::vector<double>>& half) const {
    Answer answer{.quantity = names_[j]};
    double a = 0, top = 0, bottom = 0, mean = 0;
    for (int k = 0; k < frequencies; ++k) answer.size.push_back(full[k][j]);
    for (int k = frequencies - fitted; k < frequencies; ++k) {
      if (!(half[k][j] > heard * std::max(largest_[j], 1e-3))) return std::nullopt;
      a += std::log2(full[k][j] / half[k][j]) / fitted;
      mean += std::log2(full[k][j]) / fitted;
    }
    for (int k = 0; k < fitted; ++k) {
      const double at = 0.5 * (k - 0.5 * (fitted - 1));  // log2 of ω, around its mean
      top += at * (std::log2(full[k + frequencies - fitted][j]) - mean);
      bottom += at * at;
    }
    answer.amplitude_power = std::max(a, 0.5);
    answer.frequency_power = top / bottom;
    return answer;
  }

  model::Problem problem_;
  std::vector<double> scale_;
  PerturbationOptions options_;
  double slowest_ = 1;
  std::vector<double> times_, largest_;  // largest |u_j|
  std::vector<std::string> names_;
  std::set<std::string> counts_;
  solution::Solution reference_;
};

}  // namespace

double phase(std::size_t equation) {
  return 2 * M_PI * std::fmod(0.6180339887498949 * static_cast<double>(equation + 1), 1.0);
}

model::Problem with_free_start(const model::Problem& problem) {
  const Examination found = examine(problem);
  const std::set<std::string> free(found.free_start_values.begin(), found.free_start_values.end());
  std::map<std::string, double> value(found.consistent_start.begin(), found.consistent_start.end());
  model::Problem result = problem;
  result.starts.clear();
  result.dae.initial_equations.clear();
  for (const model::Variable& variable : problem.dae.variables)
    for (int l = 0; l < 10; ++l) {
      const std::string name = expr::print_symbol(*problem.dae.graph, variable.id, l);
      const auto at = value.find(name);
      if (at == value.end()) break;
      result.starts.push_back({problem.dae.graph->symbol(variable.id, l), at->second,
                               free.contains(name) ? model::Rank::fixed : model::Rank::guess});
    }
  return result;
}

model::Problem with_defects(const model::Problem& problem, const Defects& defects) {
  model::Problem result = problem;
  expr::Graph& g = *problem.dae.graph;
  for (std::size_t i = 0; i < result.dae.equations.size(); ++i) {
    if (defects.scale[i] == 0) continue;
    Expr& residual = result.dae.equations[i].residual;
    const Expr angle =
        g.apply(Op::add, g.apply(Op::mul, g.constant(defects.frequency), g.time()), g.constant(phase(i)));
    Expr defect = g.constant(defects.scale[i] * defects.steady);
    if (defects.size != 0)
      defect =
          g.apply(Op::add, defect,
                  g.apply(Op::mul, g.constant(defects.scale[i] * defects.size), g.apply(Op::sin, angle)));
    residual = g.apply(Op::sub, residual, defect);
  }
  return result;
}

Perturbation measure_perturbation(const model::Problem& problem, const PerturbationOptions& options) {
  return Experiment(problem, options).run();
}

}  // namespace trammel::pipeline
