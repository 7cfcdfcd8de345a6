// certify/equations.hpp: the equations as the user wrote them, as functions of what is reported.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "certify/tape.hpp"
#include "linalg/sparse.hpp"
#include "model/dae.hpp"
#include "program/program.hpp"

namespace trammel::certify {

// A reported value: variable number `variable` of the Dae, differentiated `order` times.
struct Reported {
  std::string name;
  int variable = -1;
  int order = 0;
  int below = -1, above = -1;  // where the same variable stands with one derivative less, or more
};

// All of them that does not depend on numbers. Made once; any number of threads may judge runs by it.
class EquationCode {
 public:
  EquationCode(const model::Dae& dae, const std::vector<std::string>& names,
               const std::vector<expr::Expr>& leaves);

  // The equations first, then invariants that the user gave.
  int rows() const { return static_cast<int>(equations_.size()); }
  bool invariant(int row) const { return row >= equation_count_; }
  int variables() const { return variables_; }
  bool autonomous() const { return autonomous_; }  // time does not stand in them
  const std::vector<Reported>& reported() const { return reported_; }
  const std::vector<int>& of_row(int row) const { return of_row_[row]; }  // the reported values in it
  const model::Equation& equation(int row) const { return equations_[row]; }
  bool piecewise(int row) const { return terms_->piecewise(row); }
  // How often an equation can be differentiated before something in it is no longer reported.
  int depth(int row) const { return depth_[row]; }
  const std::vector<int>& hidden() const { return hidden_; }  // the rows that can be differentiated

  const std::vector<double>& parameters() const { return parameters_; }  // of the Dae that this was made from
  const Tape& terms() const { return *terms_; }
  const std::optional<Tape>& jets() const { return jets_; }
  const program::Program& residual() const { return *residual_; }
  const program::Program& jacobian() const;  // compiled when it is asked for the first time

 private:
  program::Inputs inputs() const { return {{{time_}, leaves_}}; }

  std::shared_ptr<const expr::Graph> graph_;
  expr::Expr time_;
  std::vector<expr::Expr> leaves_;
  std::vector<Reported> reported_;
  std::vector<model::Equation> equations_;
  int equation_count_ = 0;
  std::vector<std::vector<int>> of_row_;
  std::vector<int> depth_, hidden_;
  std::vector<double> parameters_;
  int variables_ = 0;
  bool autonomous_ = true;
  std::optional<Tape> terms_, jets_;
  std::optional<program::Program> residual_;
  struct Later {
    std::once_flag once;
    std::optional<program::Program> jacobian;
  };
  const std::unique_ptr<Later> later_ = std::make_unique<Later>();
};

// The same with numbers, for one thread.
class Equations {
 public:
  explicit Equations(std::shared_ptr<const EquationCode> code);

  int rows() const { return code_->rows(); }
  bool invariant(int row) const { return code_->invariant(row); }
  int variables() const { return code_->variables(); }
  bool autonomous() const { return code_->autonomous(); }
  const std::vector<Reported>& reported() const { return code_->reported(); }
  const std::vector<int>& of_row(int row) const { return code_->of_row(row); }
  const model::Equation& equation(int row) const { return code_->equation(row); }
  int depth(int row) const { return code_->depth(row); }
  std::string name(int row, int derivative = 0) const;

  void set_parameters(Vec values);  // those of another run, or behind an event
  void residuals(double t, Vec values, Out r);
  void terms(double t, Vec values, Out r, Out sizes) { terms_.evaluate(t, values, r, sizes); }

  // Derivatives of the rows that can be differentiated, by jets. hidden()[i] says which row, degree() + 1
  // numbers each; those beyond depth(row) are no numbers.
  const std::vector<int>& hidden() const { return code_->hidden(); }
  int degree() const { return jets_ ? jets_->degree() : 0; }
  void derivatives(double t, Vec values, Out d, Out sizes) { jets_->evaluate(t, values, d, sizes); }

  // d row / d reported value. Kept until it is asked at another point, or with other parameters.
  const linalg::SparseMatrix& jacobian(double t, Vec values);

 private:
  std::shared_ptr<const EquationCode> code_;
  std::vector<double> parameters_;
  Tape terms_;
  std::optional<Tape> jets_;
  program::Runner residual_;
  std::optional<program::Runner> jacobian_;
  linalg::SparseMatrix J_;
  double J_time_ = 0;
  std::vector<double> J_values_;  // where J was taken; empty: nowhere
};

}  // namespace trammel::certify
