// system/ode_passage.cpp: the underlying ODE at configurations where the equations for its tops lose rank.
#include <algorithm>
#include <cmath>
#include <utility>

#include "system/passage.hpp"
#include "system/solved_ode.hpp"

namespace trammel::system {
namespace {

// Smallest pivot beside that of the best matrix so far. It falls like the square of the distance δ to a simple
// kinematic singularity: here that is 0.003 of the size of the mechanism. Points of the constraints have an error of
// rounding / δ there, slopes one of rounding / δ²; eight points around at 3δ to 12δ tell them better.
constexpr double near_singular = 1e-5;
// Between these stages of a step are moved onto the constraints, more and more; the first two once the run
// has met less than the last two. Ordinary motions stay above those: with the first two Andrews' mechanism
// would take a quarter more.
constexpr double far_enough = 1e-1, close = 1e-2, far_at_first = 1e-3, close_at_first = 1e-4;
constexpr double doubtful_condition = 1e3;  // of a first matrix, which has no other to be compared with
constexpr double much_better = 100;
constexpr double rounded_pivot = 1e-13;  // of pivots of a scaled matrix

}  // namespace

// The equations at points that are regular, for the passage.
class SolvedOde::Ground final : public Passage::Terrain {
 public:
  // `scales`: for regularities as long as no matrix is the measure.
  explicit Ground(SolvedOde& ode, const linalg::Scales* scales = nullptr) : ode_(ode), scales_(scales) {}
  bool look(double t, Out z, Out top, double& regularity) override {
    if (!ode_.solve_here(t, z)) return false;
    if (ode_.view_.deepest > 0 && !ode_.land(t, z)) return false;
    regularity = !ode_.gauge_.scales.empty() ? ode_.compare()
                 : scales_ != nullptr        ? ode_.solver_->smallest_pivot(*scales_)
                                             : 1;
    std::ranges::copy(ode_.top_, top.begin());
    return true;
  }
  double distance() override { return 1 / ode_.probe_inverse(); }
  void direction(Vec z, Vec top, Out dz) const override { ode_.spread(z, top, dz); }
  double size(std::size_t i) const override { return ode_.nominal(static_cast<int>(i)); }
  bool known_rate(std::size_t i) const override {
    const Part& part = ode_.view_.state[i];
    return part.derivative + 1 < ode_.view_.d[static_cast<std::size_t>(part.unknown)];
  }
  double time_unit() const override { return ode_.data_.time_unit; }

 private:
  SolvedOde& ode_;
  const linalg::Scales* scales_;
};

// z moves onto the constraints, also from farther away than one matrix serves, and its tops are solved for.
bool SolvedOde::land(double t, Out z) {
  constexpr int matrices = 4;
  for (int k = 0; k < matrices; ++k) {
    const Outcome landed = project_here(t, z, Levels::all).outcome;
    if (!landed && landed.verdict != Outcome::diverged) return false;
    if (!solve_here(t, z)) return false;
    if (landed) return true;
  }
  return false;
}

// z' of a state with these tops.
void SolvedOde::spread(Vec z, Vec top, Out dz) const {
  for (std::size_t i = 0; i < slope_from_.size(); ++i) {
    const int from = slope_from_[i];
    dz[i] = from < 0 ? top[static_cast<std::size_t>(~from)] : z[static_cast<std::size_t>(from)];
  }
}

// By the smallest pivot, which costs nothing. That falls like the distance of the matrix from a singular one in
// symmetric elimination; two pivots may share it in others, and fall like its square root.
double SolvedOde::compare() {
  constexpr double doubtful = 1e-2, far_less = 0.03;
  if (solver_->condition() * much_better < gauge_.condition) measure();  // the first matrix was a bad one
  const double pivot = solver_->smallest_pivot(gauge_.scales);
  gauge_.best = std::max(gauge_.best, pivot);
  const double by_pivot = pivot / gauge_.best;
  if (gauge_.linear) return by_pivot * by_pivot;
  if (by_pivot > doubtful || view_.dependent > 0) return by_pivot;
  const double by_distance = 1 / (probe_inverse() * gauge_.distance);
  return by_distance < far_less * by_pivot ? by_distance : by_pivot;
}

// Units that are not the user's, from the last matrix and one far from it. From that one alone, a row that nearly
// vanishes (a constraint in a singular configuration: sin(pi) is 1e-16) would look like one in large units.
linalg::Scales SolvedOde::scales_around(double t, Vec z) {
  linalg::SparseMatrix larger = A_;
  std::vector<double> far(z.begin(), z.end()), right(view_.implicit.size());
  for (std::size_t i = 0; i < far.size(); ++i)
    far[i] += (0.3 + 0.1 * std::sin(2.4 * static_cast<double>(i))) *
              (std::fabs(far[i]) + nominal(static_cast<int>(i)));
  const double later = t + 0.3 * data_.time_unit;
  const double* in[] = {&later, far.data(), unknown_.data()};
  double* out[] = {right.data(), larger.value.data()};
  runner_.run(top_function, in, out);
  for (std::size_t k = 0; k < larger.value.size(); ++k) {
    const double there = std::fabs(larger.value[k]), here = std::fabs(A_.value[k]);
    larger.value[k] = std::isfinite(there) ? std::max(here, there) : here;
  }
  return balanced(larger, &view_.implicit);
}

// The last matrix becomes the measure of all others.
void SolvedOde::measure() {
  gauge_.scales = balanced(A_, &view_.implicit);
  gauge_.condition = solver_->condition();
  gauge_.best = solver_->smallest_pivot(gauge_.scales);
  gauge_.distance = 1 / probe_inverse();
}

// How far the matrix that was factored last is from singular, beside the best one so far. Negative: it is
// singular up to rounding, and so are those around it, as where constraints follow from each other.
double SolvedOde::regularity(double t, Vec z) {
  if (gauge_.scales.empty()) {
    const linalg::Scales scales = scales_around(t, z);
    const double condition = 1 / solver_->smallest_pivot(scales);
    if (condition > doubtful_condition) {
      if (!passage_) passage_ = std::make_unique<Passage>(view_.state.size(), top_.size());
      const std::vector<Contraction> contraction = contraction_;
      if (!steady_known_) guess_slopes(t, z, scales);
      Ground ground(*this, &scales);
      aside_ = true;
      const bool found = passage_->step_aside(ground, t, z, steady_, much_better, 1 / condition);
      if (found) measure();
      gauge_.linear = found && passage_->falls_linearly();
      aside_ = false;
      contraction_ = contraction;
      make_solvers();                              // none that has chosen its pivots elsewhere
      const bool solved = bool(solve_here(t, z));  // the matrix at z again
      if (!found && condition * rounded_pivot > 1) return -1;
      if (!found && solved) measure();
      if (!solved) return 0;
    } else {
      measure();
    }
  }
  return solver_->factored() ? compare() : 0;
}

// After the tops were solved for at z, or could not be.
Outcome SolvedOde::watch_rank(double t, Vec z, const Outcome& outcome) {
  if (!outcome && outcome.verdict != Outcome::singular) return outcome;
  const double now = regularity(t, z);
  if (now < 0) return outcome;
  least_ = std::min(least_, now);
  least_of_step_ = std::min(least_of_step_, now);
  if (now > near_singular) {
    if (now > much_better * near_singular) be_steady(top_);
    vain_ = 0;
    careful_ = careful_ || now < far_at_first;
    return now < (careful_ ? far_enough : far_at_first) && outcome ? solve_on_constraints(t, z, now)
                                                                   : outcome;
  }
  careful_ = true;
  if (now > 0.1 * vain_ && vain_ > 0 && outcome) return outcome;  // it was tried here
  const Outcome passed = pass(t, z, outcome);
  if (passed_.verdict != Passage::Verdict::passed) vain_ = now;
  return passed;
}

// The tops are smooth on the constraints. Beside them, where stages of a step are, they are not: at a distance δ from a
// singular configuration a point that is off by d has tops that are off by d/δ or more, and a method loses its order.
// So they are taken from P(z), which is as smooth as the branch. Farther away they are those at z, and between
// the two the point at which they are taken goes from z to P(z) smoothly.
Outcome SolvedOde::solve_on_constraints(double t, Vec z, double regularity) {
  if (view_.deepest == 0) return {};
  const std::vector<Contraction> contraction = contraction_;
  const std::vector<double> top = top_, unknown = unknown_;
  beside_.assign(z.begin(), z.end());
  const bool found = bool(project_here(t, beside_, Levels::all).outcome);
  contraction_ = contraction;
  if (found) {
    const double far = careful_ ? far_enough : far_at_first, full = careful_ ? close : close_at_first,
                 s = std::clamp(std::log(regularity / far) / std::log(full / far), 0.0, 1.0),
                 part = s * s * (3 - 2 * s);
    for (std::size_t i = 0; i < z.size(); ++i) beside_[i] = z[i] + part * (beside_[i] - z[i]);
    if (solve_here(t, beside_)) return {};
  }
  top_ = top;
  unknown_ = unknown;
  factored_t_ = std::nan("");
  return {};
}

// Is z left to the passage, as the slopes there are? Then that knows its point on the constraints.
bool SolvedOde::near_a_passage(double t, Vec z) {
  if (gauge_.scales.empty()) return false;
  if (passed_.t != t) {
    if (factored_t_ != t) (void)solve_tops(t, z);
    if (solver_->factored() && compare() > near_singular) return false;
  }
  return bool(pass(t, z, {Outcome::singular, -1}));
}

// By the distance of the matrix from a singular one: pivots jump where others are chosen.
double SolvedOde::regularity_at(double t, Out z) {
  if (!passable()) return -1;
  std::vector<double> top(top_.size());
  const std::vector<Contraction> contraction = contraction_;
  double result = -1;
  Ground ground(*this);
  aside_ = true;
  // Next to a singular point the way onto the constraints may not be found: then the matrix there tells.
  const bool found = ground.look(t, z, top, result);
  if (!solver_->factored())
    result = 0;
  else if (!gauge_.scales.empty())
    result = view_.dependent > 0 ? compare() : 1 / (probe_inverse() * gauge_.distance);
  else if (!found)
    result = -1;
  aside_ = false;
  contraction_ = contraction;
  factored_t_ = std::nan("");
  if (gauge_.scales.empty() && solver_->factored()) {
    measure();
    result = 1;
  }
  return result;
}

double SolvedOde::regularity_beside(double t, Vec z) {
  if (!passable() || gauge_.scales.empty()) return -1;
  aside_ = true;
  const Outcome solved = solve_here(t, z);
  const bool factored = solver_->factored();
  aside_ = false;
  factored_t_ = std::nan("");
  if (!factored || !solved) return factored ? -1 : 0;
  return view_.dependent > 0 ? compare() : 1 / (probe_inverse() * gauge_.distance);
}

SingularPoints::Ahead SolvedOde::ahead_at(double t, Vec z) {
  constexpr double at_it = 1e-3;
  if (!passable()) return Ahead::open;
  std::vector<double> there(z.begin(), z.end());
  const double here = regularity_at(t, there);
  if (gauge_.scales.empty() || here < 0 || here > at_it) return Ahead::open;
  (void)pass(t, z, {Outcome::singular, -1});
  return passed_.verdict == Passage::Verdict::tangent ? Ahead::touches
         : passed_.verdict == Passage::Verdict::ends  ? Ahead::ends
                                                      : Ahead::open;
}

// |A⁻¹ r| for a vector r that is special to no model, in the scales of the gauge: 1/(smallest singular value)
// near a singular matrix.
double SolvedOde::probe_inverse() {
  probe_.resize(view_.implicit.size());
  const bool scaled = !gauge_.scales.empty();
  for (std::size_t k = 0; k < probe_.size(); ++k)
    probe_[k] = (1 + 0.5 * std::sin(2.4 * static_cast<double>(k) + 1)) / (scaled ? gauge_.scales.row[k] : 1);
  solver_->solve(probe_);
  double largest = 0;
  for (std::size_t k = 0; k < probe_.size(); ++k)
    largest = std::max(largest, std::fabs(probe_[k]) / (scaled ? gauge_.scales.column[k] : 1));
  return largest;
}

bool SolvedOde::came_near() {
  constexpr double near = 0.03;  // of the best matrix so far
  return passable() && std::exchange(least_, 1.0) < near;
}

// What could not be solved at z, or only with digits lost, is found from points around.
Outcome SolvedOde::pass(double t, Vec z, const Outcome& otherwise) {
  if (!passage_) passage_ = std::make_unique<Passage>(view_.state.size(), top_.size());
  const std::vector<Contraction> contraction = contraction_;
  Ground ground(*this);
  aside_ = true;
  Passage::Verdict verdict = passage_->at(ground, t, z, steady_, near_singular);
  if (verdict == Passage::Verdict::passed && std::isnan(passed_.t)) {
    // The first one had no tops near by: once more with those that it found.
    be_steady(passage_->top());
    verdict = passage_->at(ground, t, z, steady_, near_singular);
  }
  aside_ = false;
  contraction_ = contraction;
  factored_t_ = std::nan("");
  passed_.verdict = verdict;
  if (verdict == Passage::Verdict::passed) {
    passed_.t = t;
    passed_.last = true;
    std::ranges::copy(passage_->top(), top_.begin());
    be_steady(top_);
    complete_tops(t, z);
    return {};
  }
  // Whatever is computed next to branches that touch may belong to another one.
  if (verdict == Passage::Verdict::tangent) return {Outcome::singular, otherwise.row};
  if (otherwise) return solve_here(t, z);
  return otherwise;
}

}  // namespace trammel::system
