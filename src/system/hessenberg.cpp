// system/hessenberg.cpp: M x^(m) = f - B y, 0 = g, taken apart for half-explicit and second-order methods.
#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "base/error.hpp"
#include "base/text.hpp"
#include "expr/derivative.hpp"
#include "expr/query.hpp"
#include "linalg/choice.hpp"
#include "system/data.hpp"
#include "system/symmetry.hpp"

namespace trammel::system {
namespace {

using expr::Dependence;
using expr::Expr;
using expr::Op;

enum HessenbergFunction : int { mass_function, force_function, balance_function, first_constraint_function };

[[noreturn]] void refuse(const std::string& why, const std::string& equation = {}) {
  throw Error(Kind::usage, "the equations do not have the form M x^(m) = f(x, y), 0 = g(x): " + why,
              {.equations = equation.empty() ? std::vector<std::string>{} : std::vector{equation}},
              "use a method for the residual or the underlying ODE");
}

class HessenbergCompiler {
 public:
  HessenbergCompiler(const model::Dae& dae, const analysis::Diagnosis& found)
      : dae_(dae), graph_(*dae.graph), found_(found) {}

  System compile(const program::CompileOptions& options) {
    sort_unknowns();
    sort_equations();
    check_dynamics();
    std::vector<program::Function> functions;
    functions.push_back(matrix());
    functions.push_back({{{.rows = forces(), .value_bank = 0}}});
    functions.push_back({{{.rows = balances(), .value_bank = 0}}});
    for (int l = 0; l <= view_.m - view_.k; ++l)
      functions.push_back({{{.rows = constraint_derivative(l), .value_bank = 0}}});
    auto data = start_data(dae_, Form::hessenberg, program::compile(graph_, inputs(), functions, options));
    data->hessenberg = std::move(view_);
    return System(data);
  }

 private:
  void sort_unknowns() {
    for (int j = 0; j < static_cast<int>(dae_.variables.size()); ++j)
      (found_.offsets.d[j] == 0 ? view_.y : view_.x).push_back(j);
    if (view_.x.empty()) refuse("nothing is differentiated");
    view_.m = found_.offsets.d[view_.x[0]];
    for (const int j : view_.x)
      if (found_.offsets.d[j] != view_.m)
        refuse(fmt::format("{} and {} are of different order",
                           quote(graph_.variable_name(dae_.variables[j].id)),
                           quote(graph_.variable_name(dae_.variables[view_.x[0]].id))));
    for (const int j : view_.x) top_.push_back(graph_.symbol(dae_.variables[j].id, view_.m));
    for (const int j : view_.y) multiplier_.push_back(graph_.symbol(dae_.variables[j].id));
    view_.blocks = static_cast<int>(found_.blocks.size());
    std::vector<int> block(dae_.variables.size());
    for (int b = 0; b < view_.blocks; ++b)
      for (const int j : found_.blocks[b].unknowns) block[j] = b;
    for (const int j : view_.x) view_.block.push_back(block[j]);
  }

  void sort_equations() {
    int c = 0;
    std::vector<int> constraint_rows;
    for (std::size_t i = 0; i < dae_.equations.size(); ++i) {
      const model::Equation& equation = dae_.equations[i];
      if (found_.offsets.c[i] == 0) {
        dynamics_.push_back(equation.residual);
        dynamic_names_.push_back(equation.name);
        view_.rows.push_back(static_cast<int>(i));
        continue;
      }
      if (c == 0) c = found_.offsets.c[i];
      if (found_.offsets.c[i] != c) refuse("constraints of different index", equation.name);
      constraints_.push_back(equation.residual);
      constraint_rows.push_back(static_cast<int>(i));
    }
    view_.rows.insert(view_.rows.end(), constraint_rows.begin(), constraint_rows.end());
    if (dynamics_.size() != view_.x.size() || constraints_.size() != view_.y.size())
      refuse(fmt::format("{} equations of motion for {} coordinates, {} constraints for {} multipliers",
                         dynamics_.size(), view_.x.size(), constraints_.size(), view_.y.size()));
    view_.k = view_.m - c;
    if (view_.k < 0) refuse("a constraint must be differentiated more often than the coordinates");
    const auto how = expr::dependence(graph_, constraints_, multiplier_);
    if (std::any_of(how.begin(), how.end(), [](Dependence d) { return d != Dependence::none; }))
      refuse("a constraint contains a multiplier");
  }

  void check_dynamics() {
    const auto in_top = expr::dependence(graph_, dynamics_, top_),
               in_y = expr::dependence(graph_, dynamics_, multiplier_);
    std::vector<Expr> both = top_;
    both.insert(both.end(), multiplier_.begin(), multiplier_.end());
    const auto in_both = expr::dependence(graph_, dynamics_, both);
    view_.linear = true;
    for (std::size_t i = 0; i < dynamics_.size(); ++i) {
      if (in_top[i] == Dependence::nonlinear)
        refuse("it is not linear in the highest derivatives", dynamic_names_[i]);
      view_.linear &= in_y[i] != Dependence::nonlinear && in_both[i] != Dependence::nonlinear;
    }
    view_.mechanical = view_.linear && view_.m == 2 && view_.k == 0 && transposed_directions();
    view_.separable = view_.linear && view_.m == 2 && view_.k == 0 && constant_mass() && without_velocities();
  }

  bool constant_mass() {
    std::vector<Expr> entries, states = coordinates(0);
    for (const expr::Entry& e : expr::jacobian(graph_, dynamics_, top_)) entries.push_back(e.value);
    for (int l = 1; l < view_.m; ++l)
      for (const Expr leaf : coordinates(l)) states.push_back(leaf);
    states.push_back(graph_.time());
    return independent(entries, states);
  }

  bool without_velocities() {
    const std::vector<Expr> velocities = coordinates(1);
    return independent(dynamics_, velocities) && independent(constraints_, {graph_.time()});
  }

  bool independent(const std::vector<Expr>& rows, const std::vector<Expr>& leaves) {
    const auto how = expr::dependence(graph_, rows, leaves);
    return std::all_of(how.begin(), how.end(), [](Dependence d) { return d == Dependence::none; });
  }

  // B = Gᵀ, entry by entry: the same expressions, by form.
  bool transposed_directions() {
    const std::vector<Expr> G_leaves = coordinates(0);
    std::unordered_map<std::uint64_t, Expr> G;
    for (const expr::Entry& e : expr::jacobian(graph_, constraints_, G_leaves))
      G.emplace((std::uint64_t(e.column) << 32) | std::uint64_t(e.row), e.value);
    std::size_t entries = 0;
    for (const expr::Entry& e : expr::jacobian(graph_, dynamics_, multiplier_)) {
      const auto at = G.find((std::uint64_t(e.row) << 32) | std::uint64_t(e.column));
      if (at == G.end() || at->second != e.value) return false;
      ++entries;
    }
    return entries == G.size();
  }

  std::vector<Expr> coordinates(int level) {
    std::vector<Expr> leaves;
    for (const int j : view_.x) leaves.push_back(graph_.symbol(dae_.variables[j].id, level));
    return leaves;
  }

  program::Inputs inputs() {
    program::Inputs inputs;
    inputs.banks.push_back({graph_.time()});
    for (int l = 0; l < view_.m; ++l) inputs.banks.push_back(coordinates(l));
    inputs.banks.push_back(multiplier_);
    inputs.banks.push_back(top_);
    return inputs;
  }

  // [M B; G 0], columns x then y. B is at the given y if f is not linear in it, and at the given x^(m) if M
  // depends on y: x^(m) enters linearly, so it stands nowhere else.
  program::Function matrix() {
    const int nx = static_cast<int>(view_.x.size());
    const int n = nx + static_cast<int>(view_.y.size());
    std::vector<Expr> values;
    std::vector<std::pair<int, int>> at;
    std::vector<expr::Entry> entries;
    const auto add = [&](const std::vector<Expr>& rows, const std::vector<Expr>& leaves, int row0,
                         int column0) {
      for (const expr::Entry& e : expr::jacobian(graph_, rows, leaves)) {
        values.push_back(e.value);
        at.emplace_back(e.row + row0, e.column + column0);
      }
    };
    add(dynamics_, top_, 0, 0);
    add(dynamics_, multiplier_, 0, nx);
    add(constraints_, coordinates(view_.k), nx, 0);
    for (std::size_t k = 0; k < values.size(); ++k) entries.push_back({at[k].first, at[k].second, values[k]});
    if (linalg::worth_symmetry(n, entries.size())) view_.symmetry = find_symmetry(graph_, entries, n);
    std::vector<std::uint32_t> position;
    view_.pattern = std::make_shared<linalg::Pattern>(linalg::make_pattern(n, n, at, position));
    std::vector<Expr> ordered(values.size());
    for (std::size_t k = 0; k < values.size(); ++k) ordered[position[k]] = values[k];
    return {{{.rows = ordered, .value_bank = 0}}};
  }

  // With the highest derivatives set to 0.
  std::vector<Expr> at_rest(const std::vector<Expr>& rows) {
    std::unordered_map<std::uint32_t, Expr> zeros;
    for (const Expr leaf : top_) zeros.emplace(leaf.id, graph_.constant(0));
    return expr::substitute(graph_, rows, zeros);
  }

  std::vector<Expr> forces() {
    std::vector<Expr> rows = at_rest(dynamics_);
    if (view_.linear) {
      std::unordered_map<std::uint32_t, Expr> zeros;
      for (const Expr leaf : multiplier_) zeros.emplace(leaf.id, graph_.constant(0));
      rows = expr::substitute(graph_, rows, zeros);
    }
    for (Expr& row : rows) row = graph_.apply(Op::neg, row);
    return rows;
  }

  std::vector<Expr> balances() {
    std::vector<Expr> rows = dynamics_;
    for (Expr& row : rows) row = graph_.apply(Op::neg, row);
    return rows;
  }

  std::vector<Expr> constraint_derivative(int l) {
    std::vector<Expr> rows;
    for (const Expr row : constraints_) rows.push_back(graph_.total(row, l));
    return at_rest(rows);
  }

  const model::Dae& dae_;
  expr::Graph& graph_;
  analysis::Diagnosis found_;
  HessenbergData view_;
  std::vector<Expr> dynamics_, constraints_, top_, multiplier_;
  std::vector<std::string> dynamic_names_;
};

}  // namespace

System compile_hessenberg(const model::Dae& dae, const analysis::Diagnosis& found,
                          const program::CompileOptions& options) {
  return HessenbergCompiler(dae, found).compile(options);
}

struct Hessenberg::Work {
  Work(const System& system, Counts& tally)
      : data(system.data()), view(data.hessenberg), runner(data.program), counts(tally) {
    runner.set_parameters(data.parameters);
    in.resize(static_cast<std::size_t>(view.m) + 3);
    no_y.resize(view.y.size());
    no_top.resize(view.x.size());
  }
  void run(int function, const double& t, Levels x, const double* y, double* to, Vec top = {}) {
    in[0] = &t;
    std::copy_n(x.begin(), view.m, in.begin() + 1);
    in[static_cast<std::size_t>(view.m) + 1] = y;
    in.back() = top.empty() ? no_top.data() : top.data();
    double* out[] = {to};
    runner.run(function, in, out);
  }
  const System::Data& data;
  const HessenbergData& view;
  program::Runner runner;
  Counts& counts;
  std::vector<const double*> in;
  std::vector<double> no_y, no_top;
};

Hessenberg::Hessenberg(const System& system, Counts& counts)
    : work_(std::make_unique<Work>(system, counts)) {}
Hessenberg::~Hessenberg() = default;
void Hessenberg::set_parameters(Vec values) { work_->runner.set_parameters(values); }
int Hessenberg::nx() const { return static_cast<int>(work_->view.x.size()); }
int Hessenberg::ny() const { return static_cast<int>(work_->view.y.size()); }
int Hessenberg::order() const { return work_->view.m; }
int Hessenberg::constraint_order() const { return work_->view.k; }
bool Hessenberg::linear() const { return work_->view.linear; }
bool Hessenberg::mechanical() const { return work_->view.mechanical; }
bool Hessenberg::separable() const { return work_->view.separable; }
int Hessenberg::x(int i) const { return work_->view.x.at(i); }
int Hessenberg::y(int i) const { return work_->view.y.at(i); }
int Hessenberg::blocks() const { return work_->view.blocks; }
int Hessenberg::block(int i) const { return work_->view.block.at(i); }
double Hessenberg::nominal(int i) const { return work_->data.nominal.at(work_->view.x.at(i)); }
int Hessenberg::row(int i) const { return work_->view.rows.at(i); }
std::shared_ptr<const linalg::Pattern> Hessenberg::pattern() const { return work_->view.pattern; }
const linalg::Symmetry& Hessenberg::symmetry() const { return work_->view.symmetry; }

void Hessenberg::matrix(double t, Levels x, Vec y, linalg::SparseMatrix& K, Vec top) {
  work_->run(mass_function, t, x, y.empty() ? work_->no_y.data() : y.data(), K.value.data(), top);
  ++work_->counts.jacobian_evaluations;
}

void Hessenberg::force(double t, Levels x, Vec y, Out f) {
  work_->run(force_function, t, x, y.empty() ? work_->no_y.data() : y.data(), f.data());
  ++work_->counts.function_evaluations;
}

void Hessenberg::balance(double t, Levels x, Vec top, Vec y, Out r) {
  work_->run(balance_function, t, x, y.empty() ? work_->no_y.data() : y.data(), r.data(), top);
  ++work_->counts.function_evaluations;
}

void Hessenberg::constraint(int l, double t, Levels x, Out g) {
  if (work_->view.y.empty()) return;  // without constraints there is no l, either
  work_->run(first_constraint_function + l, t, x, work_->no_y.data(), g.data());
}

}  // namespace trammel::system
