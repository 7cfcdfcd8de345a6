// system/system.hpp: a Dae as numbers. Integrators see this and never an expression.
//
// A System is compiled for one form and offers the view of that form. It is immutable and may be shared
// between threads; an Instance holds one thread's parameter values, work memory and factorizations.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/counts.hpp"
#include "base/span.hpp"
#include "linalg/solver.hpp"
#include "linalg/sparse.hpp"

namespace trammel::system {

enum class Form { residual, ode, hessenberg };
std::string_view name(Form form);

// What happened when the equations were evaluated or solved; `row` is the equation at fault.
struct Outcome {
  enum Verdict { ok, singular, not_finite, diverged } verdict = ok;
  int row = -1;
  explicit operator bool() const { return verdict == ok; }
};

class Residual;
class Ode;
class Hessenberg;
class Chart;

class System {
 public:
  Form form() const;
  int unknowns() const;                        // of the Dae
  const std::string& unknown(int j) const;     // the user's name
  const std::string& equation(int row) const;  // the user's name
  double nominal(int j) const;
  int momentum_of(int j) const;                   // the unknown to which j is the conjugate momentum, or -1
  const std::vector<std::string>& notes() const;  // e.g. that no compiler was found
  bool native() const;

  struct Data;
  explicit System(std::shared_ptr<const Data> data) : data_(std::move(data)) {}
  const Data& data() const { return *data_; }

 private:
  std::shared_ptr<const Data> data_;
};

class Instance {
 public:
  explicit Instance(const System& system);
  ~Instance();
  Instance(const Instance&) = delete;
  Instance& operator=(const Instance&) = delete;

  const System& system() const { return system_; }
  Residual& residual();  // each throws an Error if the system was compiled for another form
  Ode& ode();
  Hessenberg& hessenberg();
  Counts& counts() { return counts_; }
  void set_parameter(int id, double value);  // in this instance; neither compiles nor allocates

 private:
  System system_;
  std::vector<double> parameters_;
  Counts counts_;
  std::unique_ptr<Residual> residual_;
  std::unique_ptr<Ode> ode_;
  std::unique_ptr<Hessenberg> hessenberg_;
};

// x, x', x'', ... of all unknowns: level[k] points to the k-th derivatives.
using Levels = std::span<const double* const>;

// F(t, x, x', ..., x^(order)) = 0.
class Residual {
 public:
  Residual(const System& system, Counts& counts);
  ~Residual();
  void set_parameters(Vec values);
  int size() const;
  int order() const;
  int level(
      int unknown) const;  // index level: 1 for index-1 unknowns; sets scaling and what enters the error test
  int row_level(int row) const;  // how often the row must be differentiated
  int top(int unknown) const;    // order of the derivative that the differentiated rows determine
  void residual(double t, Levels x, Out r);
  // J = Σ_k c[k] ∂F/∂x^(k), in the pattern below. c has order() + 1 numbers.
  void jacobian(double t, Levels x, Vec c, linalg::SparseMatrix& J);
  std::shared_ptr<const linalg::Pattern> pattern() const;

 private:
  struct Work;
  std::unique_ptr<Work> work_;
};

// z' = f^(t, z) with the invariants h(t, z) = 0. z holds x_j^(l), l < d_j; the top derivatives x_j^(d_j) are
// solved for: those that stand alone by formula, the rest by one factorization, which projection uses again.
class Ode {
 public:
  Ode(const System& system, Counts& counts);
  ~Ode();

  void set_parameters(Vec values);
  struct Part {  // what a component of z, or a top unknown, is
    int unknown, derivative;
  };
  int size() const;
  const std::vector<Part>& state() const;  // per component of z
  double nominal(int component) const;

  Outcome derivative(double t, Vec z, Out dz);
  // From now on derivative() is f^ at the point of h = 0 that has the coordinates of z in this chart.
  void follow(std::shared_ptr<Chart> chart);
  Vec top() const;  // x_j^(d_j), per unknown, of the last call of derivative()
  // An estimate for the matrix that was factored last, which costs nothing: see monitor.hpp. 0: none was.
  double condition() const;
  // From now on condition() is 1 / (smallest pivot), rows and columns measured by their sizes in the matrices
  // factored last: units and masses do not matter then, nor entries that grow.
  void weigh();
  // Where the next derivative() begins to look for tops that must be solved for; first it is the start
  // values.
  void guess(Vec top);
  bool guesses() const;  // whether that matters: the equations for the tops are nonlinear

  int invariants() const;
  void invariants(double t, Vec z, Out h);
  // Moves z onto h = 0, from the highest level (positions) down, with the factorization of the last
  // derivative() at this t; |z - z_before| stays small, or the outcome is `diverged`. For a mechanism this is
  // the projection in the mass metric, [HW96, (VII.2.10), (2.11)].
  struct Projection {
    Outcome outcome;
    int iterations = 0;
  };
  enum class Levels {
    all,
    written,
    lowest
  };  // of each constraint: all, as the user wrote it, just below the top
  Projection project(double t, Out z, Levels levels = Levels::all);
  // One correction z <- z - alpha F h with all levels taken from the same z: post-stabilization.
  Outcome stabilize(double t, Out z, double alpha, Levels levels = Levels::all);

 private:
  struct Work;
  std::unique_ptr<Work> work_;
};

// M(t, x, ...) x^(m) = f(t, x, ..., x^(m-1), y),   0 = g(t, x, ..., x^(k)),   k < m.
//
// If f is linear in y, f - B y is meant, and force() leaves y out. `mechanical` is m = 2, k = 0, B = Gᵀ.
class Hessenberg {
 public:
  Hessenberg(const System& system, Counts& counts);
  ~Hessenberg();
  void set_parameters(Vec values);
  int nx() const;
  int ny() const;
  int order() const;             // m
  int constraint_order() const;  // k
  bool linear() const;           // in y
  bool mechanical() const;
  bool separable() const;  // m = 2, k = 0, M constant, no velocities in f and B: T = vᵀMv/2, U(q)
  int row(int i) const;    // the equation that is row i of K
  int x(int i) const;      // the unknown that is x_i
  int y(int i) const;

  // K = [M B; G 0], G = ∂g/∂x^(k), in the pattern below. x holds levels 0 .. m-1 of x, then y.
  void matrix(double t, Levels x, Vec y, linalg::SparseMatrix& K);
  std::shared_ptr<const linalg::Pattern> pattern() const;
  const linalg::Symmetry& symmetry() const;  // of K at one point: M = Mᵀ, B = Gᵀ up to constants; or empty
  void force(double t, Levels x, Vec y, Out f);
  // The l-th time derivative of g, l < m - k; for l = m - k with x^(m) = 0, so that G x^(m) + (this) = 0.
  void constraint(int l, double t, Levels x, Out g);

 private:
  struct Work;
  std::unique_ptr<Work> work_;
};

}  // namespace trammel::system
