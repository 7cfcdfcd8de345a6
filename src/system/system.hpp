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

// second_order: a residual in the derivatives that stand in it, for methods that form x', x'', .. themselves.
enum class Form { residual, ode, hessenberg, second_order };
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
  struct Part {  // a derivative of an unknown
    int unknown, derivative;
  };
  const std::vector<Part>& state() const;  // of the ode view: what the components of z are

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
  Residual& residual();  // of the forms residual and second_order; each throws an Error if the system was
                         // compiled for another form
  Ode& ode();
  Hessenberg& hessenberg();
  Counts& counts() { return counts_; }
  // In this instance; neither compiles nor allocates. Values stand in the order of the graph; there may be
  // more.
  void set_parameter(int id, double value);
  void set_parameters(Vec values);
  // A second instance of the same system, parameters, chart and tops: for evaluations that must leave no
  // trace in a run (guesses, pivots, factors), such as those between its steps. Made when it is first asked
  // for; its work is not counted here.
  Instance& aside();

 private:
  void tell_parameters();
  System system_;
  std::vector<double> parameters_;
  Counts counts_;
  std::unique_ptr<Residual> residual_;
  std::unique_ptr<Ode> ode_;
  std::unique_ptr<Hessenberg> hessenberg_;
  std::unique_ptr<Instance> aside_;
};

// x, x', x'', ... of all unknowns: level[k] points to the k-th derivatives.
using Levels = std::span<const double* const>;

// F(t, x, x', ..., x^(order)) = 0.
class Residual {
 public:
  virtual ~Residual() = default;
  virtual void set_parameters(Vec values) = 0;
  virtual int size() const = 0;
  virtual int order() const = 0;
  // Index level: 1 for index-1 unknowns; sets scaling and what enters the error test.
  virtual int level(int unknown) const = 0;
  // Unknowns that numbers show to be of a deeper level than the structure tells: their errors are not tested.
  // Said before the integrator is made.
  void mark_deeper(int unknown) {
    deeper_.resize(static_cast<std::size_t>(size()));
    deeper_.at(static_cast<std::size_t>(unknown)) = 1;
  }
  bool deeper(int unknown) const {
    return !deeper_.empty() && deeper_.at(static_cast<std::size_t>(unknown)) != 0;
  }
  bool tested(int unknown) const { return level(unknown) <= 1 && !deeper(unknown); }
  virtual int row_level(int row) const = 0;  // how often the row must be differentiated
  virtual int highest(int unknown) const { return top(unknown) > 0; }  // order of its derivatives in F
  virtual int top(int unknown) const = 0;  // order of the derivative that the differentiated rows determine
  // ∂F/∂x^(order) depends on parameters alone, t does not occur; false: not known.
  virtual bool constant_top() const { return false; }
  virtual bool autonomous() const { return false; }
  virtual int parameter_version() const { return 0; }  // another number after each change of a parameter
  virtual void residual(double t, Levels x, Out r) = 0;
  // J = Σ_k c[k] ∂F/∂x^(k), in the pattern below. c has order() + 1 numbers.
  virtual void jacobian(double t, Levels x, Vec c, linalg::SparseMatrix& J) = 0;
  virtual std::shared_ptr<const linalg::Pattern> pattern() const = 0;

 private:
  std::vector<char> deeper_;
};

// z' = f^(t, z) with the invariants h(t, z) = 0. z holds x_j^(l), l < d_j; the top derivatives x_j^(d_j) are
// solved for: those that stand alone by formula, the rest by one factorization, which projection uses again.
class Ode {
 public:
  virtual ~Ode() = default;

  virtual void set_parameters(Vec values) = 0;
  using Part = System::Part;  // what a component of z, or a top unknown, is
  virtual int size() const = 0;
  virtual const std::vector<Part>& state() const = 0;  // per component of z
  virtual double nominal(int component) const = 0;

  virtual Outcome derivative(double t, Vec z, Out dz) = 0;
  // From now on derivative() is f^ at the point of h = 0 that has the coordinates of z in this chart.
  virtual void follow(std::shared_ptr<Chart> chart) = 0;
  virtual std::shared_ptr<Chart> chart() const { return {}; }  // the one that is followed
  virtual Vec top() const = 0;  // x_j^(d_j), per unknown, of the last call of derivative()
  // An estimate for the matrix that was factored last, which costs nothing: see monitor.hpp. 0: none was.
  virtual double condition() const = 0;
  // From now on condition() is 1 / (smallest pivot), rows and columns measured by their sizes in the matrices
  // factored last: units and masses do not matter then, nor entries that grow.
  virtual void weigh() = 0;
  // Where the next derivative() begins to look for tops that must be solved for, near or far; first it is the
  // start values.
  virtual void guess(Vec top) = 0;
  virtual bool guesses() const = 0;  // whether that matters: the equations for the tops are nonlinear
  // A point of the solution with its tops: from now on derivative() stays on the branch that goes through it,
  // or fails. Without one, the branch is that of the call before.
  virtual void anchor(double /*t*/, Vec /*z*/, Vec top) { guess(top); }
  // The branch that another instance of the same system is on, from the same point of the solution.
  virtual void join(const Ode& other) { guess(other.top()); }
  // What became of the branch in the last derivative(); `singular`: it ends on the way from the anchor.
  virtual Outcome branch() const { return {}; }
  // Unknowns whose guess was no place to begin the first search with: singular, undefined or too far away.
  virtual const std::vector<int>& moved_guesses() const;
  // Coefficients by which tops are divided, where those are formulas: they may go through zero.
  struct Pivot {
    int unknown = -1, row = -1;
  };
  virtual const std::vector<Pivot>& pivots() const;
  virtual void pivots(double /*t*/, Vec /*z*/, Out /*values*/) {}

  virtual int invariants() const = 0;
  virtual void invariants(double t, Vec z, Out h) = 0;
  // Moves z onto h = 0, from the highest level (positions) down, with the factorization of the last
  // derivative() at this t; |z - z_before| stays small, or the outcome is `diverged`. For a mechanism this is
  // the projection in the mass metric, [HW96, (VII.2.10), (2.11)].
  struct Projection {
    Outcome outcome;
    int iterations = 0;
  };
  // Of each constraint: all, as the user wrote it, just below the top.
  enum class Levels { all, written, lowest };
  virtual Projection project(double t, Out z, Levels levels) = 0;
  Projection project(double t, Out z) { return project(t, z, Levels::all); }
  // What the last project() did to the level just below the top, as an instant: the integral over it of each
  // algebraic unknown, 0 for all others. For a mechanism these are the impulses of its joints.
  virtual Vec impulses() const { return {}; }
  // One correction z <- z - alpha F h with all levels taken from the same z: post-stabilization.
  virtual Outcome stabilize(double t, Out z, double alpha, Levels levels) = 0;
  Outcome stabilize(double t, Out z, double alpha) { return stabilize(t, z, alpha, Levels::all); }
  // Per invariant the change of all tops that changes its equation by 1 and no other: for a mechanism the
  // columns of M⁻¹Gᵀ(GM⁻¹Gᵀ)⁻¹ at z, [HW96, (VII.2.5)], one after the other. 0 for those of the user's own.
  virtual Outcome directions(double /*t*/, Vec /*z*/, std::vector<double>& /*change*/) {
    return {Outcome::singular, -1};
  }
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
  double nominal(int i) const;  // of x_i
  int block(int i) const;       // of x_i: what depends on each other at the top is of one block
  int blocks() const;

  // K = [M B; G 0], G = ∂g/∂x^(k), in the pattern below. x holds levels 0 .. m-1 of x, then y. Where M
  // depends on y, B = ∂(M x^(m) - f)/∂y holds ∂M/∂y x^(m) with the given x^(m); none: 0.
  void matrix(double t, Levels x, Vec y, linalg::SparseMatrix& K, Vec top = {});
  std::shared_ptr<const linalg::Pattern> pattern() const;
  const linalg::Symmetry& symmetry() const;  // of K at one point: M = Mᵀ, B = Gᵀ up to constants; or empty
  void force(double t, Levels x, Vec y, Out f);
  // f(x, y) - M(x, y) x^(m): what a Newton step in (x^(m), y) has to remove.
  void balance(double t, Levels x, Vec top, Vec y, Out r);
  // The l-th time derivative of g, l < m - k; for l = m - k with x^(m) = 0, so that G x^(m) + (this) = 0.
  void constraint(int l, double t, Levels x, Out g);

 private:
  struct Work;
  std::unique_ptr<Work> work_;
};

}  // namespace trammel::system
