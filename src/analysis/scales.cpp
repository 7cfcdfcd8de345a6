#include "analysis/scales.hpp"

#include <algorithm>
#include <cmath>

#include "analysis/policy.hpp"
#include "expr/magnitude.hpp"
#include "expr/query.hpp"

namespace trammel::analysis {
namespace {

using expr::Expr;

struct Column {
  int variable = -1, derivative = 0;
};

class Finder {
 public:
  Finder(const model::Dae& dae, const Values& at, double t) : dae_(dae), at_(at) {
    expr::Graph& graph = *dae.graph;
    std::vector<int> unknown(static_cast<std::size_t>(graph.variables()), -1);
    for (std::size_t j = 0; j < dae.variables.size(); ++j) unknown[dae.variables[j].id] = static_cast<int>(j);
    std::vector<Expr> rows, leaves;
    rows.reserve(dae.equations.size());
    for (const model::Equation& equation : dae.equations) rows.push_back(equation.residual);
    std::vector<double> x;
    for (const Expr leaf : expr::leaves(graph, rows))
      if (graph.op(leaf) == expr::Op::symbol) {
        leaves.push_back(leaf);
        columns_.push_back({unknown[graph.index(leaf)], graph.derivative(leaf)});
        x.push_back(value(columns_.back()));
      }
    Numbers residuals(dae, rows, leaves);
    residuals.evaluate(t, x);
    J_ = residuals.J();
    const std::vector<Expr> sizes = expr::magnitudes(graph, rows);
    Numbers terms(dae, sizes, leaves, Numbers::Want::values);
    terms.evaluate(t, x);
    terms_ = terms.r();
    for (double& size : terms_)
      if (!std::isfinite(size)) size = 0;
  }

  Sizes find(double step) {
    Sizes sizes;
    const std::size_t n = dae_.variables.size();
    sizes.variable.assign(n, 1.0);
    sizes.source.assign(n, ScaleSource::unit);
    const std::vector<double> balance = balances();
    for (std::size_t j = 0; j < n; ++j) {
      const model::Variable& variable = dae_.variables[j];
      const int index = static_cast<int>(j);
      const double moved = std::fabs(step * value({index, 1})),
                   size = std::max(std::fabs(value({index, 0})), std::fabs(variable.start.value_or(0)));
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
    sizes.equation = terms_;
    fill_resting(sizes);
    return sizes;
  }

 private:
  double value(const Column& c) const {
    const std::vector<double>& known = at_[static_cast<std::size_t>(c.variable)];
    const auto l = static_cast<std::size_t>(c.derivative);
    return l < known.size() && std::isfinite(known[l]) ? known[l] : 0;
  }

  template <class Visit>
  void each_entry(Visit&& visit) const {
    const linalg::Pattern& p = *J_.pattern;
    for (int k = 0; k < p.columns; ++k)
      for (int e = p.start[k]; e < p.start[k + 1]; ++e)
        if (const double entry = std::fabs(J_.value[e]); entry > 0 && std::isfinite(entry))
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
  std::vector<Column> columns_;
  linalg::SparseMatrix J_;
  std::vector<double> terms_;
};

}  // namespace

Sizes find_sizes(const model::Dae& dae, const Values& at, double t, double step) {
  return Finder(dae, at, t).find(step);
}

}  // namespace trammel::analysis
