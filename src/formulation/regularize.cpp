#include "formulation/regularize.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "base/text.hpp"
#include "expr/derivative.hpp"
#include "expr/query.hpp"
#include "formulation/lower.hpp"
#include "formulation/manifold.hpp"
#include "formulation/regularize_definite.hpp"

namespace trammel::formulation {
namespace {

using expr::Expr;
using expr::Op;

class Regularizer {
 public:
  Regularizer(const Regularize& how, const Dae& before, const Diagnosis& found)
      : how_(how), before_(before), found_(found), dae_(before), graph_(*before.graph) {}

  Dae run() {
    for (std::size_t i = 0; i < before_.equations.size(); ++i)
      (found_.offsets.c[i] > 0 ? constraints_ : dynamics_).push_back(static_cast<int>(i));
    if (constraints_.empty()) return before_;
    dae_.dependent_tops = 0;  // what is made here is regular
    find_multipliers();
    find_jacobian();
    const int id = graph_.add_parameter(std::string(regularization_parameter));
    dae_.parameters.push_back({.id = id, .value = 1e-6, .description = "of dependent constraints"});
    epsilon_ = graph_.parameter(id);
    int highest = 0;
    for (const int i : constraints_) highest = std::max(highest, found_.offsets.c[i]);
    gamma_ = add_gain(dae_, highest);
    for (const int i : constraints_) stabilize(i);
    how_.kind == Regularize::Kind::direct ? directly() : by_trust_region();
    return std::move(dae_);
  }

 private:
  Expr top(int j) { return graph_.symbol(before_.variables[j].id, found_.offsets.d[j]); }
  Expr symbol(int j) { return graph_.symbol(before_.variables[j].id); }
  Expr add_unknown(const std::string& name) {
    const int id = graph_.add_variable(name);
    dae_.variables.push_back({.id = id});
    return graph_.symbol(id);
  }

  // Unknowns without derivatives that the other equations do not determine: as many as constraints.
  void find_multipliers() {
    analysis::Bipartite graph{.rows = static_cast<int>(dynamics_.size()),
                              .columns = static_cast<int>(before_.variables.size())};
    const auto& sigma = found_.sigma;
    analysis::Matching matching;
    for (const bool all : {false, true}) {  // unknowns with derivatives first
      graph.start = {0};
      graph.column.clear();
      for (const int i : dynamics_) {
        for (int k = sigma.graph.start[i]; k < sigma.graph.start[i + 1]; ++k) {
          const int j = sigma.graph.column[k];
          if (sigma.order[k] == found_.offsets.d[j] && (all || found_.offsets.d[j] > 0))
            graph.column.push_back(j);
        }
        graph.start.push_back(static_cast<int>(graph.column.size()));
      }
      if (all)
        analysis::maximize(graph, matching);
      else
        matching = analysis::largest_matching(graph);
    }
    for (std::size_t j = 0; j < before_.variables.size(); ++j)
      if (matching.row_of_column[j] < 0) multipliers_.push_back(static_cast<int>(j));
    const bool open = std::ranges::any_of(multipliers_, [&](int j) { return found_.offsets.d[j] > 0; });
    if (open || multipliers_.size() != constraints_.size())
      throw Error(Kind::usage,
                  "the regularization needs equations of the form M x^(m) = f - B y, 0 = g(x), with as many "
                  "multipliers y as constraints",
                  {.equations = {before_.equations[constraints_.front()].name}},
                  "use the formulation 'underlying_ode'");
  }

  struct Entry {
    int row, column;  // among dynamics or constraints; of the Dae
    Expr value;
  };

  // J = [M B; G 0] of the highest derivatives.
  void find_jacobian() {
    std::vector<Expr> rows, leaves;
    for (const int i : dynamics_) rows.push_back(before_.equations[i].residual);
    for (const int i : constraints_)
      rows.push_back(graph_.total(before_.equations[i].residual, found_.offsets.c[i]));
    for (std::size_t j = 0; j < before_.variables.size(); ++j) leaves.push_back(top(static_cast<int>(j)));
    const int first = static_cast<int>(dynamics_.size());
    for (const expr::Entry& entry : expr::jacobian(graph_, rows, leaves)) {
      const bool of_multiplier = std::ranges::find(multipliers_, entry.column) != multipliers_.end();
      if (entry.row >= first)
        G_.push_back({entry.row - first, entry.column, entry.value});
      else
        (of_multiplier ? B_ : M_).push_back({entry.row, entry.column, entry.value});
    }
  }

  // m!/l! γ^(m-l).
  Expr factor(int m, int l) {
    double quotient = 1;
    for (int k = l + 1; k <= m; ++k) quotient *= k;
    Expr result = graph_.constant(quotient);
    for (int k = l; k < m; ++k) result = graph_.apply(Op::mul, gamma_, result);
    return result;
  }

  // s; the levels of the constraint become invariants.
  void stabilize(int i) {
    const model::Equation& equation = before_.equations[i];
    const int m = found_.offsets.c[i];
    Expr level = equation.residual, sum = {};
    for (int l = 0; l <= m; ++l) {
      Expr term = level;
      if (how_.as_printed && l >= 2) term = first_derivatives(i, l);
      term = graph_.apply(Op::mul, factor(m, l), term);
      sum = sum ? graph_.apply(Op::add, sum, term) : term;
      if (l < m) {
        model::Equation invariant = equation;
        invariant.residual = level;
        invariant.derivative += l;
        dae_.invariants.push_back(std::move(invariant));
      }
      level = graph_.total(level);
    }
    stabilized_.push_back(sum);
  }

  // G x^(l).
  Expr first_derivatives(int i, int l) {
    Expr sum = graph_.constant(0);
    const auto row = std::ranges::find(constraints_, i) - constraints_.begin();
    for (const Entry& entry : G_)
      if (entry.row == row)
        sum = add_product(graph_, sum, entry.value,
                          graph_.symbol(before_.variables[entry.column].id,
                                        found_.offsets.d[entry.column] - found_.offsets.c[i] + l));
    return sum;
  }

  void by_trust_region() {
    std::vector<Expr> s, w, adjoint(before_.variables.size());
    for (std::size_t k = 0; k < constraints_.size(); ++k) {
      model::Equation& equation = dae_.equations[constraints_[k]];
      s.push_back(add_unknown("defect of " + equation.name));
      equation.residual = graph_.apply(Op::sub, s.back(), stabilized_[k]);
      equation.derivative = found_.offsets.c[constraints_[k]];
    }
    for (const int i : dynamics_) w.push_back(add_unknown("adjoint of " + before_.equations[i].name));
    for (const Entry& entry : M_)
      adjoint[entry.column] = add_product(graph_, adjoint[entry.column], entry.value, w[entry.row]);
    for (const Entry& entry : G_)
      adjoint[entry.column] =
          add_product(graph_, adjoint[entry.column], graph_.apply(Op::neg, entry.value), s[entry.row]);
    for (const Entry& entry : B_)
      adjoint[entry.column] = add_product(graph_, adjoint[entry.column], entry.value, w[entry.row]);
    for (std::size_t j = 0; j < adjoint.size(); ++j) {
      const bool multiplier = std::ranges::find(multipliers_, static_cast<int>(j)) != multipliers_.end();
      Expr residual = adjoint[j] ? adjoint[j] : graph_.constant(0);
      if (multiplier)
        residual =
            graph_.apply(Op::sub, residual, graph_.apply(Op::mul, epsilon_, symbol(static_cast<int>(j))));
      dae_.equations.push_back({.name = "gradient along " + graph_.variable_name(before_.variables[j].id),
                                .residual = residual,
                                .origin = before_.variables[j].origin});
    }
  }

  // Each constraint goes with the multiplier whose column in B is a multiple of its row in G.
  void directly() {
    std::vector<char> taken(multipliers_.size());
    for (std::size_t k = 0; k < constraints_.size(); ++k) {
      int partner = -1;
      double sign = 1;
      for (std::size_t l = 0; l < multipliers_.size() && partner < 0; ++l)
        if (taken[l] == 0 && multiple(static_cast<int>(k), multipliers_[l], sign)) {
          partner = multipliers_[l];
          taken[l] = 1;
        }
      model::Equation& equation = dae_.equations[constraints_[k]];
      if (partner < 0)
        throw Error(
            Kind::usage,
            fmt::format("direct regularization needs multipliers that act along the constraints, and none "
                        "acts along {}",
                        quote(equation.name)),
            {.equations = {equation.name}}, "use the formulation 'trust_region'");
      partners_.push_back({partner, sign});
    }
    require_definite();
    for (std::size_t k = 0; k < constraints_.size(); ++k) {
      model::Equation& equation = dae_.equations[constraints_[k]];
      equation.residual = relaxed(k, stabilized_[k], symbol(partners_[k].multiplier), {});
      equation.derivative = found_.offsets.c[constraints_[k]];
    }
    std::vector<Expr> previous;
    for (const Partner& partner : partners_) previous.push_back(symbol(partner.multiplier));
    for (int r = 1; r < how_.repetitions; ++r) how_.with_solutions ? follow(r, previous) : repeat(r);
  }

  // GM⁻¹B up to the factors of the multipliers: semidefinite, and of which sign.
  void require_definite() {
    std::vector<int> column(before_.variables.size(), -1), multiplier(before_.variables.size(), -1);
    int n = 0;
    for (std::size_t j = 0; j < column.size(); ++j)
      if (std::ranges::find(multipliers_, static_cast<int>(j)) == multipliers_.end()) column[j] = n++;
    std::vector<double> factor;
    for (std::size_t k = 0; k < partners_.size(); ++k) {
      multiplier[static_cast<std::size_t>(partners_[k].multiplier)] = static_cast<int>(k);
      factor.push_back(partners_[k].sign);
    }
    const auto placed = [](const std::vector<Entry>& entries, const std::vector<int>& place) {
      Matrix result;
      for (const Entry& entry : entries)
        if (place[entry.column] >= 0) result.push_back({entry.row, place[entry.column], entry.value});
      return result;
    };
    const Definite says =
        static_cast<int>(dynamics_.size()) == n
            ? definite(before_, placed(M_, column), placed(B_, multiplier), placed(G_, column), factor, n)
            : Definite::unknown;
    if (says == Definite::neither)
      throw Error(
          Kind::usage,
          "direct regularization needs GM⁻¹B to be symmetric and semidefinite, and with the mass matrix "
          "of these equations it is not",
          {.equations = {before_.equations[constraints_.front()].name}},
          "use the formulation 'trust_region'");
    for (Partner& partner : partners_) {
      partner.sign = partner.sign > 0 ? 1 : -1;
      if (says == Definite::negative) partner.sign = -partner.sign;
    }
  }

  // s_k - ε(y - y_before)
  Expr relaxed(std::size_t k, Expr s, Expr y, Expr y_before) {
    const Expr by = y_before ? graph_.apply(Op::sub, y, y_before) : y;
    return graph_.apply(
        Op::sub, s,
        graph_.apply(Op::mul, graph_.apply(Op::mul, graph_.constant(partners_[k].sign), epsilon_), by));
  }

  using Unknowns = std::unordered_map<std::uint32_t, Expr>;
  Expr in(const Unknowns& own, Expr e) { return expr::substitute(graph_, std::span(&e, 1), own)[0]; }
  void copy_dynamics(const Unknowns& own) {
    for (const int i : dynamics_) {
      dae_.equations.push_back(before_.equations[i]);
      dae_.equations.back().residual = in(own, before_.equations[i].residual);
    }
  }

  // What stands there becomes repetition r, with highest derivatives and multipliers of its own, and the next one
  // starts from its multipliers.
  void repeat(int r) {
    Unknowns own;
    for (std::size_t j = 0; j < before_.variables.size(); ++j)
      own[top(static_cast<int>(j)).id] = add_unknown(
          fmt::format("top of {}, repetition {}", graph_.variable_name(before_.variables[j].id), r));
    copy_dynamics(own);
    for (std::size_t k = 0; k < constraints_.size(); ++k) {
      const Expr y = symbol(partners_[k].multiplier), y_own = own.at(y.id);
      model::Equation& last = dae_.equations[constraints_[k]];
      model::Equation copy = last;
      copy.residual = in(own, last.residual);
      last.residual = relaxed(k, stabilized_[k], y, y_own);
      dae_.equations.push_back(std::move(copy));
    }
  }

  // Is column `multiplier` of B, row by row, the same constant times what stands in row k of G?
  bool multiple(int k, int multiplier, double& factor) {
    std::vector<Expr> g, b;
    for (const Entry& entry : G_)
      if (entry.row == k) g.push_back(entry.value);
    for (const Entry& entry : B_)
      if (entry.column == multiplier) b.push_back(entry.value);
    const auto found = common_factor(graph_, g, b);
    if (found) factor = *found;
    return found.has_value();
  }

  // A whole solution more, which starts where the first does. The last one is reported.
  void follow(int r, std::vector<Expr>& previous) {
    Unknowns own;
    dae_.observed = before_.observed;
    for (std::size_t j = 0; j < before_.variables.size(); ++j) {
      model::Variable copy = before_.variables[j];
      const int of = copy.id, order = found_.offsets.d[j];
      copy.id = graph_.add_variable(fmt::format("{} of solution {}", graph_.variable_name(of), r + 1));
      for (int l = 0; l <= order; ++l) {
        own[graph_.symbol(of, l).id] = graph_.symbol(copy.id, l);
        dae_.observed.push_back({graph_.symbol(of, l), graph_.symbol(copy.id, l)});
      }
      if (order > 0) dae_.renamed.push_back({copy.id, of, 0});
      dae_.variables.push_back(std::move(copy));
    }
    copy_dynamics(own);
    for (std::size_t k = 0; k < constraints_.size(); ++k) {
      const Expr y = own.at(symbol(partners_[k].multiplier).id);
      model::Equation copy = dae_.equations[constraints_[k]];
      copy.residual = relaxed(k, in(own, stabilized_[k]), y, previous[k]);
      dae_.equations.push_back(std::move(copy));
      previous[k] = y;
    }
  }

  const Regularize& how_;
  const Dae& before_;
  const Diagnosis& found_;
  Dae dae_;
  expr::Graph& graph_;
  std::vector<int> constraints_, dynamics_, multipliers_;
  std::vector<Entry> M_, B_, G_;
  std::vector<Expr> stabilized_;
  struct Partner {
    int multiplier;
    double sign;  // first the factor of the row of G in the column of B
  };
  std::vector<Partner> partners_;  // of the constraints, for `direct`
  Expr epsilon_, gamma_;
};

}  // namespace

Dae Regularize::apply(const Dae& before, const Diagnosis& found) const {
  return Regularizer(*this, before, found).run();
}

}  // namespace trammel::formulation
