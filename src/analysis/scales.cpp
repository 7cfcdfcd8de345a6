#include "analysis/scales.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <span>
#include <unordered_map>

#include "analysis/policy.hpp"
#include "analysis/size_fit.hpp"
#include "analysis/some_rows.hpp"
#include "expr/derivative.hpp"
#include "expr/magnitude.hpp"
#include "expr/query.hpp"

namespace trammel::analysis {
namespace {

using expr::Expr;

struct Column {
  int variable = -1, derivative = 0;
};

class SizeFinder {
 public:
  SizeFinder(const model::Dae& dae, const Values& at, double t, bool turn) : dae_(dae), at_(at), t_(t) {
    expr::Graph& graph = *dae.graph;
    std::vector<int> unknown(static_cast<std::size_t>(graph.variables()), -1);
    for (std::size_t j = 0; j < dae.variables.size(); ++j) unknown[dae.variables[j].id] = static_cast<int>(j);
    std::vector<Expr> rows, leaves;
    rows.reserve(dae.equations.size() + dae.initial_equations.size());
    for (const auto* equations : {&dae.equations, &dae.initial_equations})  // the latter tell sizes of starts
      for (const model::Equation& equation : *equations) rows.push_back(equation.residual);
    for (const Expr leaf : expr::leaves(graph, rows))
      if (graph.op(leaf) == expr::Op::symbol) {
        leaves.push_back(leaf);
        columns_.push_back({unknown[graph.index(leaf)], graph.derivative(leaf)});
        x_.push_back(value(columns_.back()));
      }
    rows_ = std::move(rows);
    leaves_ = std::move(leaves);
    measure();
    if (turn && turn_resting_rows()) measure();
  }
  bool turned() const { return turned_; }

  Sizes find(const Times& times) {
    Sizes sizes;
    const std::size_t n = dae_.variables.size();
    for (const model::Variable& variable : dae_.variables) sizes.variable.push_back(variable.nominal);
    sizes.source.assign(n, ScaleSource::unit);
    std::vector<double> balance = balances();
    if (forget_noise(balance)) balance = balances();
    for (std::size_t j = 0; j < n; ++j) {
      const model::Variable& variable = dae_.variables[j];
      const int index = static_cast<int>(j);
      const double moved = std::fabs(times.step * value({index, 1})),
                   size = nothing_.empty() || nothing_[j] == 0
                              ? std::max(std::fabs(value({index, 0})), std::fabs(variable.start.value_or(0)))
                              : 0;
      const auto is = [&](double s, ScaleSource source) {
        sizes.variable[j] = s;
        sizes.source[j] = source;
      };
      // What is left of a difference of far larger terms is no size.
      const double noise = std::isfinite(balance[j]) ? policy::rounding_left * balance[j] : 0;
      if (variable.nominal_given)
        is(variable.nominal, ScaleSource::nominal);
      else if (std::isfinite(size) && size > noise && size >= moved)
        is(size, ScaleSource::value);
      else if (std::isfinite(moved) && moved > noise)
        is(moved, ScaleSource::slope);
      else if (std::isfinite(balance[j]))
        is(balance[j], ScaleSource::balance);
    }
    reach(sizes);
    balance_all(sizes, times.span);
    sizes.equation = terms_;
    fill_resting(sizes);
    sizes.equation.resize(dae_.equations.size());
    return sizes;
  }

 private:
  void measure() {
    residuals_ = std::make_unique<Numbers>(dae_, rows_, leaves_);
    residuals_->evaluate(t_, x_);
    J_ = residuals_->J();
    const std::vector<Expr> sizes = expr::magnitudes(*dae_.graph, rows_);
    magnitudes_ = std::make_unique<Numbers>(dae_, sizes, leaves_, Numbers::Want::glimpses);
    Numbers& terms = *magnitudes_;
    terms.evaluate(t_, x_);
    terms_ = terms.r();
    for (double& size : terms_)
      if (!std::isfinite(size)) size = 0;
    forget_rounding(terms);
  }

  // der(x) = if moving then v else 0 tells nothing about x while it rests, nor does i = if on then u/R else 0 about i:
  // such rows are measured in their other branches.
  bool turn_resting_rows() {
    std::vector<int> entries(rows_.size(), 0);
    std::vector<char> value(rows_.size(), 0), told(rows_.size(), 0);
    each_entry([&](int row, const Column& c, double) {
      ++entries[static_cast<std::size_t>(row)];
      if (c.derivative == 0) value[static_cast<std::size_t>(row)] = 1;
    });
    for (std::size_t i = 0; i < told.size(); ++i) told[i] = value[i] != 0 && entries[i] > 1 ? 1 : 0;
    expr::Graph& graph = *dae_.graph;
    expr::Cone cone(graph);
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      if (told[i] != 0 || terms_[i] > 0) continue;
      std::unordered_map<std::uint32_t, Expr> turned;  // from the leaves upwards
      for (const Expr e : std::vector<Expr>(cone.collect(std::span(&rows_[i], 1)))) {
        if (graph.op(e) != expr::Op::select) continue;
        const auto branch = [&](int k) {
          const Expr a = graph.arg(e, k);
          return expr::substitute(graph, std::span(&a, 1), turned)[0];
        };
        const Expr chosen = branch(1), other = branch(2);
        turned[e.id] = graph.apply(expr::Op::select, graph.arg(e, 0), other, chosen);
      }
      if (turned.empty()) continue;
      rows_[i] = expr::substitute(graph, std::span(&rows_[i], 1), turned)[0];
      turned_ = true;
    }
    return turned_;
  }

  // sin(pi) is zero: terms and derivatives far below those at values that differ by a tenth are what rounding
  // left. A derivative of 1e-16 would make a balance of 1e16, beside which the value of a variable is noise.
  void forget_rounding(Numbers& terms) {
    std::vector<double> at(x_.size());
    far_.assign(terms_.size(), 0.0);
    for (const int seed : {1, 2}) {
      for (std::size_t k = 0; k < at.size(); ++k) {
        const double golden = std::fmod(0.6180339887498949 * static_cast<double>((k + 1) * (seed + 2)), 1.0);
        at[k] = x_[k] * (1 + 0.1 * (2 * golden - 1));
      }
      terms.evaluate(t_, at);
      for (std::size_t i = 0; i < terms_.size(); ++i)
        if (std::isfinite(terms.r()[i]) && terms_[i] < policy::rounding_left * terms.r()[i])
          terms_[i] = 0, far_[i] = terms.r()[i];
      residuals_->evaluate(t_, at);
      for (std::size_t k = 0; k < J_.value.size(); ++k)
        if (const double near = std::fabs(residuals_->J().value[k]);
            std::isfinite(near) && std::fabs(J_.value[k]) < policy::rounding_left * near)
          J_.value[k] = 0;
    }
  }

  // A start value of 1e-16 that stands for the sine of pi is zero, and so are the coefficients that it makes: a
  // multiplier beside it would be as large as 1e16.
  bool forget_noise(std::vector<double> balance) {
    each_entry([&](int row, const Column& c, double entry) {
      if (c.derivative == 0 && far_[row] > 0)
        balance[c.variable] = std::min(balance[c.variable], far_[row] / entry);
    });
    nothing_.assign(dae_.variables.size(), 0);
    bool any = false;
    for (std::size_t k = 0; k < columns_.size(); ++k) {
      const int j = columns_[k].variable;
      if (j < 0 || columns_[k].derivative != 0 || x_[k] == 0 || !std::isfinite(balance[j])) continue;
      if (!(std::fabs(x_[k]) <= policy::rounding_left * balance[j])) continue;
      x_[k] = 0;
      nothing_[static_cast<std::size_t>(j)] = any = true;
    }
    if (any) measure();
    return any;
  }

  double value(const Column& c) const {
    if (c.variable < 0) return 0;  // no unknown of this Dae
    if (c.derivative == 0 && !nothing_.empty() && nothing_[c.variable] != 0) return 0;
    const std::vector<double>& known = at_[static_cast<std::size_t>(c.variable)];
    const auto l = static_cast<std::size_t>(c.derivative);
    return l < known.size() && std::isfinite(known[l]) ? known[l] : 0;
  }

  template <class Visit>
  void each_entry(Visit&& visit) const {
    const linalg::Pattern& p = *J_.pattern;
    for (int k = 0; k < p.columns; ++k)
      for (int e = p.start[k]; e < p.start[k + 1]; ++e)
        if (const double entry = std::fabs(J_.value[e]);
            columns_[k].variable >= 0 && entry > 0 && std::isfinite(entry))
          visit(p.row[e], columns_[k], entry);
  }

  // Infinite: none.
  std::vector<double> balances() const {
    std::vector<double> result(dae_.variables.size(), INFINITY);
    each_entry([&](int row, const Column& c, double entry) {
      const double size = terms_[row];
      if (c.derivative != 0 || !(size > 0)) return;
      const double others = std::max(size - entry * std::fabs(value(c)), 0.0);
      if (others > 0 && std::isfinite(others / entry))
        result[c.variable] = std::min(result[c.variable], others / entry);
    });
    return result;
  }

  // Variables that are zero, one by one: how far they go until an equation notices. What only a square of
  // them does (3e7 b² beside 0.04 a) no derivative at zero tells. In a large model those without a size so
  // far, all at once.
  void reach(Sizes& sizes) const {
    std::vector<std::vector<std::size_t>> groups;
    for (std::size_t k = 0; k < columns_.size(); ++k)
      if (columns_[k].variable >= 0 && columns_[k].derivative == 0 &&
          (sizes.source[columns_[k].variable] == ScaleSource::unit ||
           sizes.source[columns_[k].variable] == ScaleSource::balance))
        groups.push_back({k});
    if (groups.size() * rows_.size() > policy::most_trials) {
      std::vector<std::size_t> all;
      for (const auto& group : groups)
        if (sizes.source[columns_[group[0]].variable] == ScaleSource::unit) all.push_back(group[0]);
      groups.clear();
      if (!all.empty()) groups.push_back(std::move(all));
    }
    if (groups.empty()) return;
    Numbers residuals(dae_, rows_, leaves_, Numbers::Want::values);
    residuals.evaluate(t_, x_);
    const std::vector<double> before = residuals.r();
    const RowsByLeaf holding(dae_, residuals.program(), rows_, leaves_);
    for (const std::vector<std::size_t>& group : groups) {
      std::vector<double> x = x_, r = before;
      SomeRows some = holding.with(group);
      bool found = false;
      for (int power = -policy::reach; power <= policy::reach && !found; ++power) {
        const double size = std::pow(10.0, power);
        for (const std::size_t k : group) x[k] = x_[k] + size;
        some.evaluate(t_, x, r);
        const auto notices = [&](std::size_t i) {
          return terms_[i] > 0 && std::fabs(r[i] - before[i]) >= policy::noticed * terms_[i];
        };
        for (std::size_t i = 0; i < before.size() && !found; ++i) found = notices(i);
        if (!found) continue;
        // Where x is 1, F - F x does not notice any F: what is left of it for large ones is rounding.
        magnitudes_->evaluate(t_, x);
        found = false;
        for (std::size_t i = 0; i < before.size() && !found; ++i)
          found = notices(i) && std::fabs(r[i] - before[i]) > policy::rounding_left * magnitudes_->r()[i];
        if (!found) break;
        for (const std::size_t k : group) {
          // Powers of ten: a balance of the same order is the better one.
          if (sizes.source[columns_[k].variable] == ScaleSource::balance &&
              size > 0.1 * sizes.variable[columns_[k].variable])
            continue;
          sizes.variable[columns_[k].variable] = size;
          sizes.source[columns_[k].variable] = ScaleSource::balance;
        }
      }
    }
  }

  // Variables without a size so far, and the unit of time, from all equations together. Terms that vanish at
  // the point count as they are farther away; first only as far as sizes are known.
  void balance_all(Sizes& sizes, double span) {
    KnownSizes known{.variable = std::vector<double>(sizes.variable.size(), 0.0),
                     .equation = terms_,
                     .by_time = by_time(),
                     .span = span};
    for (std::size_t j = 0; j < sizes.variable.size(); ++j)
      if (sizes.source[j] != ScaleSource::unit) known.variable[j] = sizes.variable[j];
    const SizeFit fit =
        fit_in_rounds(known, [this](const std::vector<double>& size) { return far_entries(size); });
    sizes.time = fit.time;
    for (std::size_t j = 0; j < fit.variable.size(); ++j)
      if (sizes.source[j] == ScaleSource::unit && fit.variable[j] > 0 && std::isfinite(fit.variable[j])) {
        sizes.variable[j] = fit.variable[j];
        sizes.source[j] = ScaleSource::balance;
      }
  }

  std::vector<SizedDerivative> far_entries(const std::vector<double>& size) {
    std::vector<double> at(x_.size());
    for (std::size_t k = 0; k < at.size(); ++k)
      at[k] = columns_[k].variable >= 0 && columns_[k].derivative == 0
                  ? size[static_cast<std::size_t>(columns_[k].variable)]
                  : std::fabs(x_[k]);
    const std::vector<double> typical = residuals_->typical(t_, x_, at, Numbers::far);
    const linalg::Pattern& p = *J_.pattern;
    std::vector<SizedDerivative> entries;
    for (int k = 0; k < p.columns; ++k)
      for (int e = p.start[k]; e < p.start[k + 1]; ++e)
        if (columns_[static_cast<std::size_t>(k)].variable >= 0 && typical[static_cast<std::size_t>(e)] > 0)
          entries.push_back({p.row[e], columns_[static_cast<std::size_t>(k)].variable,
                             columns_[static_cast<std::size_t>(k)].derivative,
                             typical[static_cast<std::size_t>(e)]});
    return entries;
  }

  std::vector<double> by_time() const {  // |∂F_i/∂t|
    std::vector<double> result(rows_.size(), 0.0);
    const Expr time = dae_.graph->time();
    std::vector<Expr> rates;
    std::vector<int> row;
    for (const expr::Entry& entry : expr::jacobian(*dae_.graph, rows_, std::span(&time, 1))) {
      rates.push_back(entry.value);
      row.push_back(entry.row);
    }
    if (rates.empty()) return result;
    Numbers numbers(dae_, rates, leaves_, Numbers::Want::glimpses);
    numbers.evaluate(t_, x_);
    for (std::size_t k = 0; k < row.size(); ++k)
      if (const double rate = std::fabs(numbers.r()[k]); std::isfinite(rate))
        result[static_cast<std::size_t>(row[k])] = rate;
    return result;
  }

  void fill_resting(Sizes& sizes) const {
    std::vector<double> moved(sizes.equation.size(), 0.0);
    each_entry([&](int row, const Column& c, double entry) {
      if (c.derivative == 0) moved[row] = std::max(moved[row], entry * sizes.variable[c.variable]);
    });
    for (std::size_t i = 0; i < moved.size(); ++i)
      if (!(sizes.equation[i] > 0)) sizes.equation[i] = moved[i] > 0 ? moved[i] : 1;
  }

  const model::Dae& dae_;
  const Values& at_;
  const double t_;
  std::vector<Expr> rows_, leaves_;
  std::vector<double> x_;
  std::vector<Column> columns_;
  std::unique_ptr<Numbers> residuals_, magnitudes_;
  linalg::SparseMatrix J_;
  std::vector<double> terms_, far_;  // far: terms near by, of rows that hold nothing but rounding
  std::vector<char> nothing_;        // per variable: its value is what rounding left of zero
  bool turned_ = false;              // some rows are measured in branches that are not taken
};

}  // namespace

Sizes find_sizes(const model::Dae& dae, const Values& at, double t, const Times& times) {
  SizeFinder finder(dae, at, t, true);
  Sizes sizes = finder.find(times);
  if (!finder.turned()) return sizes;
  // A branch that is not taken may be anything here, as (1 - p^2)^3 is far away from |p| < 1.
  Sizes resting = SizeFinder(dae, at, t, false).find(times);
  const auto too_large = [&](std::size_t j) {
    return sizes.variable[j] > policy::most_of_another_branch * resting.variable[j];
  };
  for (std::size_t j = 0; j < resting.variable.size(); ++j)
    if (resting.source[j] == ScaleSource::unit && too_large(j)) return resting;
  return sizes;
}

}  // namespace trammel::analysis
