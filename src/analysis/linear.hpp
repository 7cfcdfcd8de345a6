// analysis/linear.hpp: models that are linear with constant coefficients, E u' = A u + f(t), and their
// solution by decoupling. [HW96, theorem VII.1.1]
#pragma once

#include <Eigen/Core>
#include <optional>
#include <string>
#include <vector>

#include "analysis/pencil.hpp"
#include "analysis/triple.hpp"
#include "model/dae.hpp"

namespace trammel::analysis {

// u = (x_j^(l), l < max(1, order of x_j)): higher derivatives come with trivial equations.
struct LinearForm {
  Eigen::MatrixXd E, A;
  std::vector<expr::Expr> f;                  // of time and parameters
  std::vector<expr::Expr> unknowns;           // leaves, per column
  std::vector<std::string> equations, names;  // of rows and columns
};

// None if the model is not of this form, or has more than `most` unknowns.
std::optional<LinearForm> linear_form(const model::Dae& dae, std::size_t most = 150);

// A2 x'' + A1 x' + A0 x = f in the unknowns of the model themselves; none if a third derivative occurs.
std::optional<Triple> triple_form(const model::Dae& dae, const LinearForm& form);

// f, f', ..., f^(count - 1) at t, as columns: from the graph, not by differences.
Eigen::MatrixXd forcing(const model::Dae& dae, const LinearForm& form, double t, int count);

// u(t) from u(t0) = u0 (of which only the finite part counts): the algebraic part from f and its derivatives,
// the rest by variation of constants.
Eigen::VectorXd decoupled_solution(const model::Dae& dae, const LinearForm& form, const Pencil& pencil,
                                   const Eigen::VectorXd& u0, double t0, double t);

}  // namespace trammel::analysis
