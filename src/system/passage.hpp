// system/passage.hpp: the underlying ODE on its way through singular configurations.
//
// Where constraints become dependent at one point of the motion, branches of the constraint manifold meet.
// The motion along each of them is smooth [HW96, exercise VII.2.2; PRM97, Definition 3.2], but f^ beside the
// branch is not: a state at a distance e from it has accelerations that are wrong by e/s, s being the
// distance to the singular point. So near such a point
//
//   - f^ is evaluated at P(z), the point of the branch that belongs to z;
//   - very near, where neither P nor f^ have digits left, both are interpolated from eight points of the same
//     branch, four on either side, which lie along the motion at distances 3r, 5r, 7r, 9r.
//
// f^(P(z)) is as smooth along the branch as the motion itself, and so is what interpolates it, so methods
// keep their order. Nothing is interpolated across a gap (lengths that differ in the sixth digit): there the
// interpolated state would not satisfy the constraints, and steps have to be as short as the motion asks.
//
// How near a point is, pivots of the scaled top Jacobian tell for nothing, and where they are small, the answer
// of the tops to a defect of the constraints: it is like s⁻², because a constraint stands in that matrix as a
// row and as a column. The sign of a determinant would tell nothing, since det(G M⁻¹ Gᵀ) is never negative.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "system/system.hpp"

namespace trammel::system {

class SolvedOde;

class Passage final : public Ode {
 public:
  explicit Passage(std::unique_ptr<SolvedOde> inner);
  ~Passage() override;

  void set_parameters(Vec values) override { ode_.set_parameters(values); }
  int size() const override { return ode_.size(); }
  const std::vector<Part>& state() const override { return ode_.state(); }
  double nominal(int component) const override { return ode_.nominal(component); }
  Outcome derivative(double t, Vec z, Out dz) override;
  void follow(std::shared_ptr<Chart> chart) override;
  std::shared_ptr<Chart> chart() const override { return ode_.chart(); }
  Vec top() const override { return between_ ? Vec(ring_.top) : ode_.top(); }
  double condition() const override { return condition_ > 0 ? condition_ : ode_.condition(); }
  void weigh() override { (void)nearness(); }  // once: all that is compared has the same scales
  void guess(Vec top) override { ode_.guess(top); }
  bool guesses() const override { return ode_.guesses(); }
  void anchor(double t, Vec z, Vec top) override { ode_.anchor(t, z, top); }
  Outcome branch() const override { return ode_.branch(); }
  const std::vector<int>& moved_guesses() const override { return ode_.moved_guesses(); }
  const std::vector<Pivot>& pivots() const override { return ode_.pivots(); }
  void pivots(double t, Vec z, Out values) override { ode_.pivots(t, z, values); }
  int invariants() const override { return ode_.invariants(); }
  void invariants(double t, Vec z, Out h) override { ode_.invariants(t, z, h); }
  Projection project(double t, Out z, Levels levels) override;
  Outcome stabilize(double t, Out z, double alpha, Levels levels) override {
    return ode_.stabilize(t, z, alpha, levels);
  }

  // For whoever makes steps: the start; whether a step may end here; that it did. A step is refused if there
  // is a singular point in it that the motion does not pass.
  void begin(double t, Vec z);
  Outcome admit(double t, Vec z);
  void accepted(double t, Vec z);

  enum class Kind {
    regular,   // nothing is singular here, or there is a gap between the branches
    crossing,  // the motion goes on in its direction
    touching,  // branches with the same tangent: nothing marks out one of them
    dead_end,  // nothing satisfies the constraints on one side
    at_rest    // singular, and there is no velocity that marks out a branch
  };
  struct Point {
    Kind kind = Kind::regular;
    double t = 0;
    std::vector<double> z = {};
    double width = 0;  // in time: two crossings within it are one
  };
  const std::vector<Point>& crossings() const { return crossings_; }
  const Point& end() const { return end_; }  // what a step was refused for last; regular: nothing
  // What is at a state where a run could not go on.
  Point look_at(double t, Vec z);

 private:
  // Nearness relative to the largest one seen, which falls like the distance to the singular point: below the
  // first f^ is evaluated on the branch, below the second it may have to be interpolated.
  static constexpr double careful_below = 0.1, ring_below = 0.04;
  static constexpr std::size_t nodes = 8;
  struct Ring {  // points of the branch around a state, and what they interpolate there
    Kind kind = Kind::regular;
    double r = 0;
    bool inside = false;  // the state lies nearer to the singular point than all of them
    std::array<std::vector<double>, nodes> z = {}, slope = {}, top_at = {};
    std::array<double, nodes> near = {};
    std::array<bool, nodes> good = {};
    std::vector<double> middle = {}, rate = {}, change = {}, top = {};  // state, slope, its change, tops
  };
  double by_pivots();
  double by_response();
  double nearness();
  Outcome carefully(double t, Vec z, Out dz, bool first);
  bool lift(double t, Out z);
  void look_around(double t, Vec z, bool first = false);
  enum class Reach { good, too_near, too_far };  // of the points, to the singular one
  Reach make_ring(double t, Vec z, double r, bool again);
  bool make_node(std::size_t k, double t, Vec z, double r);
  void interpolate(double r);
  void aim(Vec z, int pass);
  bool turns_round(Vec z, double far) const;
  bool gap(double t);
  double slowness(Vec z) const;
  bool regular_beside(double t, Vec z);
  double nearest_between(double t, Vec z, Point& found);
  bool may_pass(double t, double near) const;

  std::unique_ptr<SolvedOde> inner_;
  Ode& ode_;  // the same
  bool charted_ = false, weighed_ = false, between_ = false, careful_ = false;
  double condition_ = 0;               // where f^ was taken carefully: at that point itself; else 0
  double best_ = 0, best_pivots_ = 0;  // the largest seen: what is far away
  Ring ring_;
  std::vector<double> slope_, work_, lifted_, before_, direction_, bend_, twist_, lift_slope_, h_, h_moved_;
  struct Node {
    bool known = false;
    double t = 0, near = 0;
    std::vector<double> z = {}, slope = {};
  } last_;
  double lowest_ = 0, steepest_ = 0;  // nearness since the last accepted point; its fastest change so far
  double rate_ = 0;                   // of nearness, from the last two accepted points
  bool interpolated_ = false, searched_ = false;  // since the last accepted point
  Point seen_;                                    // in the step that was admitted last
  std::vector<Point> crossings_;
  Point end_;
};

// What leads an ode view through singular configurations; none where it has no constraints to become
// dependent.
Passage* passage_of(Ode& ode);

}  // namespace trammel::system
