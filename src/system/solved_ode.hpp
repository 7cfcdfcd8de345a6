// system/solved_ode.hpp: the ode view of a Dae whose structure tells what follows from what. Internal to this
// room.
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include "analysis/block_newton.hpp"
#include "base/block_norm.hpp"
#include "linalg/equilibrate.hpp"
#include "linalg/solver.hpp"
#include "program/program.hpp"
#include "system/data.hpp"
#include "system/passage.hpp"
#include "system/singular_points.hpp"
#include "system/system.hpp"

namespace trammel::system {

enum OdeFunction : int {
  top_function,
  explicit_function,
  invariant_function,
  matrix_function,
  rate_function,
  pivot_function
};

class SolvedOde final : public Ode, public SingularPoints {
 public:
  SolvedOde(const System& system, Counts& tally);

  void set_parameters(Vec values) override;
  int size() const override { return static_cast<int>(view_.state.size()); }
  const std::vector<Part>& state() const override { return view_.state; }
  double nominal(int component) const override {
    const Part& part = view_.state[component];
    return data_.nominal[part.unknown] * std::pow(data_.time_unit, -part.derivative);
  }
  Outcome derivative(double t, Vec z, Out dz) override;
  void follow(std::shared_ptr<Chart> chart) override;
  std::shared_ptr<Chart> chart() const override { return chart_; }
  Vec top() const override { return top_; }
  double condition() const override;
  void weigh() override;
  void guess(Vec top) override;
  void anchor(double t, Vec z, Vec top) override;
  Outcome branch() const override { return branch_; }
  const std::vector<int>& moved_guesses() const override { return moved_guesses_; }
  const std::vector<Pivot>& pivots() const override { return view_.pivots; }
  void pivots(double t, Vec z, Out values) override { evaluate(pivot_function, t, z, values); }
  bool guesses() const override { return !view_.linear && !view_.implicit.empty(); }
  bool passed() const override { return passed_.last; }
  bool without_values(double t) const override {
    return std::find(passed_.open.begin(), passed_.open.end(), t) != passed_.open.end();
  }
  double regularity_at(double t, Out z) override;
  bool same_side(double t, Vec z, Vec top) override;
  void forget_rates() { std::fill(contraction_.begin(), contraction_.end(), Contraction{}); }
  Ahead ahead_at(double t, Vec z) override;
  bool came_near() override;
  double least_regularity() override { return std::exchange(least_of_step_, 1.0); }
  bool turned() override;
  Distance signed_distance(double t, Vec z, Out dz) override;
  int invariants() const override { return static_cast<int>(view_.invariants.size()); }
  void invariants(double t, Vec z, Out h) override { evaluate(invariant_function, t, z, h); }
  Projection project(double t, Out z, Levels levels) override;
  Vec impulses() const override { return impulses_; }
  std::vector<char> undetermined();
  std::vector<double> followed_impulses(double t, Vec z, Vec impulses);
  Outcome stabilize(double t, Out z, double alpha, Levels levels) override;
  Outcome directions(double t, Vec z, std::vector<double>& change) override;

 private:
  // Solves the implicit tops; A and its factorization stay behind.
  Outcome solve_tops(double t, Vec z);
  Outcome factor();
  Outcome solve_here(double t, Vec z);  // all tops
  void spread(Vec z, Vec top, Out dz) const;
  Projection project_here(double t, Out z, Levels levels);
  // Near singular configurations: ode_passage.cpp.
  class Ground;
  void make_solvers();
  double compare();
  linalg::Scales scales_around(double t, Vec z);
  linalg::Scales balanced(const linalg::SparseMatrix& A, const std::vector<int>* unknowns) const;
  void measure();
  double regularity(double t, Vec z);
  bool near_a_passage(double t, Vec z);
  Outcome watch_rank(double t, Vec z, const Outcome& outcome);
  Outcome pass(double t, Vec z, const Outcome& otherwise);
  bool land(double t, Out z);
  Outcome solve_on_constraints(double t, Vec z, double regularity);
  double probe_inverse();
  void complete_tops(double t, Vec z);
  bool passable() const {
    return view_.linear && !view_.implicit.empty() && !chart_ && !aside_ && !data_.regularized;
  }
  // Nonlinear tops: ode_newton.cpp.
  Outcome solve_nonlinear(double t, Vec z);
  Outcome search(double t, Vec z);
  bool continue_from_simplified(double t, Vec z);
  Outcome search_blocks(double t, Vec z);
  Outcome follow_branch(double t, Vec z);
  Outcome go_along(double t, Vec z);
  Outcome newton(double t, Vec z, bool near);
  Outcome iterate(double t, Vec z);
  std::ptrdiff_t judge_blocks();
  bool at_root() const;
  bool same_tops(Vec a, Vec b) const;
  bool far_from_anchor() const;
  bool moved_far(Vec from) const;
  void find_side(std::vector<double>& side);
  static bool other_side(const std::vector<double>& a, const std::vector<double>& b);
  struct Place {  // a point with its tops
    double t = 0;
    std::vector<double> z, top;
  };
  bool meet(const Place& a, const Place& b, const std::vector<double>& side);
  void find_sizes();
  void find_rate();
  void rate_anchor();
  bool fits_anchor(double t, Vec z);
  void prepare_newton();
  Outcome finite_residual(Vec residual) const;
  double size_of(Vec step) const;
  void evaluate(int function, double t, Vec z, Out out) {
    const double* in[] = {&t, z.data(), unknown_.data()};
    double* to[] = {out.data()};
    runner_.run(function, in, to);
  }
  Outcome blame_top() const;  // which equation gave a top that is not finite

  // δ with J δ = right-hand side, rows and unknowns numbered as in the Dae.
  void solve_correction(Out rhs);
  static bool wanted(const OdeData::Invariant& invariant, Levels levels) {
    return levels == Levels::all || (levels == Levels::lowest ? invariant.below == 1 : invariant.written);
  }
  // The correction of one level for the invariants h of that level, and z moved by it.
  void solve_level(int below, Levels levels);
  // How far, relative to what moves; infinite if it is not finite any more.
  double move(int below, double factor, Out z);
  double next_correction(int below, double moved, double displacement) const;
  Outcome contradiction(double t, Vec z, Levels levels);
  Outcome project_level(int below, double t, Out z, Levels levels, double& displacement, int& iterations);
  Outcome prepare_projection(double t, Vec z);

  const System::Data& data_;
  const OdeData& view_;
  program::Runner runner_;
  Counts& counts_;
  std::vector<double> top_, probe_, rate_here_;
  double least_ = 1, least_of_step_ = 1;  // regularity since somebody asked
  std::vector<double> unknown_, good_;    // implicit tops: now, when they were found last
  std::vector<int> moved_guesses_;
  Outcome branch_;
  double solved_t_ = std::nan("");  // where the tops were found last
  std::vector<double> solved_z_;
  struct Anchor {
    bool set = false;    // the branch is known
    bool kept = false;   // by a point of the solution, not by the last call
    bool rated = false;  // `rate` is known
    bool tried = false;  // to find it
    double t = 0;
    std::vector<double> z, top, rate;
    std::vector<double> side = {};  // per block: the sign of its determinant; 0: not known
  } anchor_;
  struct Along {  // work memory for going from the anchor to another point
    std::vector<double> z, top, before, middle, end;
    std::vector<double> side = {}, side_there = {};
  } along_;
  std::vector<int> block_;                      // per implicit top: its irreducible block
  std::vector<double> scale_, size_, largest_;  // of implicit tops: nominal, to tell roots apart, so far
  std::vector<double> predicted_, root_, first_, second_;  // tops, twice; corrections per block
  std::vector<char> settled_;                              // blocks whose root belongs to the prediction
  std::unique_ptr<analysis::BlockNewton> search_;
  int vain_searches_ = 0;  // one after the other
  std::vector<double> correction_, explicit_top_, h_, unknown_step_, impulses_;
  linalg::SparseMatrix A_, J_;
  linalg::Scales A_scales_, J_scales_;  // empty: as they are
  std::unique_ptr<linalg::LinearSolver> solver_, full_solver_;
  double factored_t_ = std::nan("");
  std::shared_ptr<Chart> chart_;  // none: z is taken as it is
  std::vector<double> lifted_;
  bool full_factored_ = false;
  struct Contraction {  // of a level, when it was corrected more than once last
    double rate = INFINITY, by_distance = 0;
    int age = 0;  // projections since
  };
  std::vector<Contraction> contraction_;
  BlockNorm norm_;
  std::vector<double> unit_;  // 1 / nominal, per unknown
  struct Gauge {              // of how far a matrix is from singular
    linalg::Scales scales = {};
    double best = 0, condition = 0;  // smallest pivot at best; of the matrix that gave the scales
    double distance = 1;             // of that matrix from a singular one, in the measure of probe_inverse()
  } gauge_;
  struct Passed {
    double t = std::nan("");  // where the last point was passed
    bool last = false;        // the last call of derivative() did
    Passage::Verdict verdict = Passage::Verdict::regular;
    std::vector<double> open = {};  // times of points without values of algebraic unknowns
  } passed_;
  struct Turn {  // constraints and highest derivatives among rows and columns of A, G when it was asked for
    bool known = false;
    int rows = 0, columns = 0;
    std::vector<int> row = {}, column = {};
    std::vector<double> last = {}, now = {}, product = {};
  } turn_;
  std::vector<double> steady_;  // tops of the last regular point
  std::vector<double> beside_;  // a point of the constraints
  std::unique_ptr<Passage> passage_;
  bool aside_ = false;    // looking at points around
  bool careful_ = false;  // it came near to a singular configuration
  double vain_ = 0;       // the regularity at which no passage was found; 0: none was tried
};

}  // namespace trammel::system
