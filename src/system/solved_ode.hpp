// system/solved_ode.hpp: the ode view of a Dae whose structure tells what follows from what. Internal to this
// room.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
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
  void begin(Vec top);
  void anchor(double t, Vec z, Vec top) override;
  void join(const Ode& other) override;
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
  double regularity_beside(double t, Vec z) override;
  bool same_side(double t, Vec z, Vec top) override;
  bool beside_a_meeting() override;
  double undecided_at() const override { return undecided_at_; }
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
  void be_steady(Vec top);
  void guess_slopes(double t, Vec z, const linalg::Scales& scales);
  void add_guessed_formulas(double t, Vec z, const linalg::Scales& scales, Eigen::MatrixXd& A,
                            Eigen::VectorXd& b);
  void complete_tops(double t, Vec z);
  bool passable() const {
    return view_.linear && !view_.implicit.empty() && !chart_ && !aside_ && !data_.regularized;
  }
  // Nonlinear tops: ode_newton.cpp.
  Outcome solve_nonlinear(double t, Vec z);
  Outcome search(double t, Vec z);
  bool continue_from_simplified(double t, Vec z);
  bool continue_from_last(double t, Vec z);
  Outcome search_blocks(double t, Vec z);
  Outcome follow_branch(double t, Vec z);
  Outcome go_along(double t, Vec z);
  Outcome newton(double t, Vec z, bool near);
  Outcome iterate(double t, Vec z);
  std::ptrdiff_t judge_blocks();
  bool at_root() const;
  bool same_tops(Vec a, Vec b) const;
  bool far_from_anchor() const;
  void find_side(std::vector<double>& side);
  static bool other_side(const std::vector<double>& a, const std::vector<double>& b);
  // Points at which they rest: ode_rest.cpp.
  struct Rest {
    double t = std::nan("");
    std::vector<double> z = {}, top = {};
  };
  std::optional<Rest> find_way(double t, Vec z);
  bool holds_for(double t, Vec z, Vec top);
  std::vector<std::vector<double>> roots_around(double t, Vec z);
  double distance(const std::vector<double>& a, const std::vector<double>& b) const;
  bool rests(double t, Vec z, Vec top);
  Outcome at_rest(double t, Vec z, const Outcome& otherwise);
  bool moves_on();
  Outcome leave_rest(double t, Vec z);
  // Points at which branches meet: ode_meeting.cpp.
  struct Line {  // from the anchor, which is at 0, to a point, at 1
    double t = 0;
    Vec z;
  };
  struct Firm {  // a point on it at which the tops are known
    double at = 0;
    std::vector<double> top = {};
    double side = 0;  // the determinant of the block that is looked at
  };
  struct Behind {
    double at = -1;  // a point of the branch behind; -1: none was found
    std::vector<double> top = {};
    double length = 0;                // on which branches are told apart there
    std::vector<double> before = {};  // another point of it, so far before that one
    double way = 0;
    bool several = false;  // there are solutions behind, and nothing tells which of them goes on
    double meeting = 0;    // where that is
  };
  Outcome solve_on(const Line& line, double at);
  bool may_be_singular_before(double t, Vec z);
  std::vector<double> sides_beside(double t, Vec z, double part);
  static int comes_to_zero(const std::vector<double>& first, const std::vector<double>& middle,
                           const std::vector<double>& last);
  static int fallen_most(const std::vector<double>& from, const std::vector<double>& to, double part);
  int row_of_block(std::size_t block) const;
  struct Look {  // at a block: its determinant at a point, and how much room there was
    std::size_t block = 0;
    double side = 0, room = 0;
  };
  Behind look_ahead(const Line& line, double step, std::size_t block);
  Behind carry_across(const Line& line, std::vector<Firm>& firm, double meeting, const Look& look);
  static std::vector<double> predict(const std::vector<Firm>& firm, double at);
  bool firm_step(const Line& line, const std::vector<Firm>& firm, double at, double last, const Look& look,
                 Firm& to);
  bool firm_at(const Line& line, std::vector<Firm>& firm, double at, double meeting, const Look& look,
               int depth);
  double room(const Line& line, double at, const std::vector<double>& top, std::size_t block);
  double apart(const std::vector<double>& a, const std::vector<double>& b, std::size_t block) const;
  void find_sizes();
  void find_rate();
  void rate_anchor();
  bool fits_anchor(double t, Vec z);
  void prepare_newton();
  Outcome finite_residual(Vec residual) const;
  double size_of(Vec step) const;
  bool within_rounding(Vec step);
  bool last_digits(Vec step) const;
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
  std::vector<double> largest_side_;    // determinants of blocks, so far
  double undecided_at_ = std::nan("");  // where it comes to others, and nothing tells which of them goes on
  double solved_t_ = std::nan("");      // where the tops were found last
  std::vector<double> solved_z_;
  struct Anchor {
    bool set = false;    // the branch is known
    bool kept = false;   // by a point of the solution, not by the last call
    bool rated = false;  // `rate` is known
    bool tried = false;  // to find it
    double t = 0;
    std::vector<double> z, top, rate;
    std::vector<double> side = {};  // per block: its determinant; 0: not known
    double t_before = 0;            // the same of the anchor before
    std::vector<double> side_before = {};
    double clear = 0;  // until then the determinants have no zero
  } anchor_;
  Rest rest_;
  int vain_rests_ = 0;  // one after the other
  struct Along {        // work memory for going from the anchor to another point
    std::vector<double> z, top, before, middle, end;
    std::vector<double> side = {}, side_middle = {}, side_there = {};
    struct Trace {
      double at = 0;
      std::vector<double> top, side;
    };
    std::vector<Trace> trace = {};  // points that were gone through
  } along_;
  std::vector<int> block_;                      // per implicit top: its irreducible block
  std::vector<double> scale_, size_, largest_;  // of implicit tops: nominal, to tell roots apart, so far
  std::vector<double> predicted_, root_, first_, second_;  // tops, twice; corrections per block
  std::vector<char> settled_;                              // blocks whose root belongs to the prediction
  std::unique_ptr<analysis::BlockNewton> search_;
  bool begins_ = false;         // the next search is that of a start
  bool known_ = false;          // the guess is what they were before
  std::vector<double> offset_;  // of the equations, on the way to them; empty: none
  int vain_searches_ = 0;       // one after the other
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
    bool linear = false;             // pivots fall like the distance from singular configurations
  } gauge_;
  struct Passed {
    double t = std::nan("");  // where the last point was passed
    bool last = false;        // the last call of derivative() did
    Passage::Verdict verdict = Passage::Verdict::regular;
    std::vector<double> open = {};  // times of points without values of algebraic unknowns
  } passed_;
  std::vector<int> slope_from_;  // per state: the one that is its slope, or ~ the number of a top
  struct Turn {  // constraints and highest derivatives among rows and columns of A, G when it was asked for
    bool known = false;
    int rows = 0, columns = 0;
    std::vector<std::pair<int, int>> entries = {};  // which of A, and where they stand in G, column by column
    std::vector<double> last = {}, now = {}, product = {};
  } turn_;
  std::vector<double> steady_;  // tops of the last regular point, or a guess of them
  bool steady_known_ = false;   // no guess
  std::vector<double> beside_;  // a point of the constraints
  std::unique_ptr<Passage> passage_;
  bool aside_ = false;    // looking at points around
  bool careful_ = false;  // it came near to a singular configuration
  double vain_ = 0;       // the regularity at which no passage was found; 0: none was tried
};

}  // namespace trammel::system
