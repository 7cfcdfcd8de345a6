#include "pipeline/history.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "solution/step_polynomial.hpp"

namespace trammel::pipeline {
namespace {

// Times that differ by rounding only.
bool same_time(double a, double b) {
  return std::fabs(a - b) <=
         8 * std::numeric_limits<double>::epsilon() * std::max(std::fabs(a), std::fabs(b));
}

}  // namespace

double value_of(const History::Piece& piece, double s) {
  const double x = (s - piece.centre) / piece.half;
  double y = 0;
  for (std::size_t k = piece.c.size(); k-- > 0;) y = y * x + piece.c[k];
  return y;
}

void History::begin(double t, Vec values) {
  begin_ = t;
  first_.assign(values.begin(), values.end());
  for (std::size_t k = 0; k < size_.size(); ++k) size_[k] = std::fabs(values[k]);
  steps_.clear();
  breaks_.clear();
  mark(t, 1);
}

void History::add(double from, double to, int points, Vec values) {
  // A run that was taken up again inside a step goes on from there.
  while (!steps_.empty() && steps_.back().from >= from) steps_.pop_back();
  if (!steps_.empty() && steps_.back().to > from) {
    Step& last = steps_.back();
    const std::vector<double> whole = last.values;
    const solution::StepPolynomial step(last.from, last.to, last.points - 1, whole);
    const std::vector<double>& theta = solution::chebyshev_grid(last.points - 1).points;
    for (std::size_t i = 0; i < theta.size(); ++i)
      step.at(last.from + theta[i] * (from - last.from),
              Out(last.values).subspan(i * size_.size(), size_.size()));
    last.to = from;
  }
  steps_.push_back({from, to, points, {values.begin(), values.end()}});
  for (std::size_t i = 0; i < values.size(); ++i)
    size_[i % size_.size()] = std::max(size_[i % size_.size()], std::fabs(values[i]));
}

void History::mark(double t, int level) {
  if (!breaks_.empty() && same_time(breaks_.back().t, t))
    breaks_.back().level = std::min(breaks_.back().level, level);
  else
    breaks_.push_back({t, level});
}

std::optional<int> History::break_at(double s) const {
  for (const Break& each : breaks_)
    if (same_time(each.t, s)) return each.level;
  return {};
}

void History::forget(double before) {
  while (!steps_.empty() && steps_.front().to < before) steps_.pop_front();
  while (!breaks_.empty() && breaks_.front().t < before) breaks_.pop_front();
}

double History::value(std::size_t k, double s) const {
  if (s <= begin_ || steps_.empty()) return first_[k];
  auto at = std::ranges::lower_bound(steps_, s, {}, &Step::to);
  if (at == steps_.end()) --at;
  const solution::StepPolynomial step(at->from, at->to, at->points - 1, at->values);
  thread_local std::vector<double> all;
  all.resize(size_.size());
  step.at(s, all);
  return all[k];
}

// Through the Chebyshev points of the interval, by its Chebyshev series.
History::Piece History::fit(std::size_t k, double from, double to) const {
  constexpr int n = degree;
  Piece piece{.from = from, .to = to, .centre = 0.5 * (from + to), .half = 0.5 * (to - from)};
  const std::vector<double>& points = solution::chebyshev_grid(n).points;
  std::array<double, n + 1> f = {}, angle = {};
  bool flat = true;
  for (int i = 0; i <= n; ++i) {
    const double x = 2 * points[static_cast<std::size_t>(i)] - 1;
    const auto at = static_cast<std::size_t>(i);
    angle[at] = std::acos(std::clamp(x, -1.0, 1.0));
    // The ends belong to this piece, not to its neighbours.
    const double first = std::max(std::nextafter(from, to), from + 1e-13 * (to - from));
    const double inside = std::clamp(piece.centre + x * piece.half, first, to);
    f[at] = value(k, inside);
    flat = flat && f[at] == f[0];
  }
  if (flat) {
    piece.c[0] = f[0];
    return piece;
  }
  std::array<double, n + 1> before = {1}, now = {0, 1};  // T_0 and T_1 as powers of x
  for (int j = 0; j <= n; ++j) {
    double a = 0;
    for (int i = 0; i <= n; ++i)
      a += (i == 0 || i == n ? 0.5 : 1) * f[static_cast<std::size_t>(i)] *
           std::cos(j * angle[static_cast<std::size_t>(i)]);
    a *= (j == 0 || j == n ? 1.0 : 2.0) / n;
    for (std::size_t m = 0; m <= n; ++m) piece.c[m] += a * before[m];
    std::array<double, n + 1> next = {};
    for (std::size_t m = 0; m < n; ++m) next[m + 1] = 2 * now[m];
    for (std::size_t m = 0; m <= n; ++m) next[m] -= before[m];
    before = now;
    now = next;
  }
  return piece;
}

double History::off(std::size_t k, const Piece& piece) const {
  constexpr int looks = 23;  // between the points of the fit
  double worst = 0;
  for (int i = 1; i < looks; ++i) {
    const double s = piece.from + i * (piece.to - piece.from) / looks;
    worst = std::max(worst, std::fabs(value_of(piece, s) - value(k, s)));
  }
  return worst;
}

std::optional<History::Piece> History::level(std::size_t k, double s) const {
  constexpr double for_ever = 1e300;
  Piece piece{.to = for_ever};
  for (const Break& each : breaks_) {
    if (each.level > 0 && each.t != begin_) continue;  // a bend, no jump
    if (each.t > s && !same_time(each.t, s)) {
      piece.to = each.t;
      break;
    }
    piece.from = each.t;
  }
  // Inside of the step that follows.
  const auto at =
      std::ranges::find_if(steps_, [&](const Step& step) { return step.to > s && !same_time(step.to, s); });
  piece.c[0] = s < begin_ && !same_time(s, begin_) ? first_[k]
               : at != steps_.end() ? at->values[static_cast<std::size_t>(at->points / 2) * size_.size() + k]
                                    : NAN;
  if (std::isnan(piece.c[0])) return {};
  return piece;
}

std::optional<History::Piece> History::piece(std::size_t k, double s, bool both_sides,
                                             double accuracy) const {
  if (s < begin_ && !same_time(s, begin_)) {
    Piece piece{.to = begin_};
    piece.c[0] = first_[k];
    return piece;
  }
  if (steps_.empty()) return {};
  double low = steps_.front().from, high = steps_.back().to;
  if (s < low && !same_time(s, low)) return {};
  for (const Break& each : breaks_) {
    if (each.t <= s || same_time(each.t, s)) low = std::max(low, each.t);
    if (each.t > s && !same_time(each.t, s)) high = std::min(high, each.t);
  }
  if (!both_sides || low > s) low = std::max(low, s);
  if (!(high > s) || same_time(high, s)) return {};
  constexpr int most = 60;
  for (int halvings = 0;; ++halvings) {
    const Piece piece = fit(k, low, high);
    const auto one = std::ranges::lower_bound(steps_, high, {}, &Step::to);
    const bool single = one != steps_.end() && one->from <= low && one->points <= degree + 1;
    if (single || halvings == most || off(k, piece) <= accuracy * size_[k]) return piece;
    high = s + 0.5 * (high - s);
    low = s - 0.5 * (s - low);
  }
}

std::vector<double> History::packed() const {
  std::vector<double> all = {begin_, static_cast<double>(steps_.size()), static_cast<double>(breaks_.size())};
  all.insert(all.end(), first_.begin(), first_.end());
  all.insert(all.end(), size_.begin(), size_.end());
  for (const Break& each : breaks_) {
    all.push_back(each.t);
    all.push_back(each.level);
  }
  for (const Step& step : steps_) {
    all.insert(all.end(), {step.from, step.to, static_cast<double>(step.points)});
    all.insert(all.end(), step.values.begin(), step.values.end());
  }
  return all;
}

void History::unpack(Vec numbers) {
  std::size_t at = 0;
  const auto next = [&] { return at < numbers.size() ? numbers[at++] : 0; };
  begin_ = next();
  const auto steps = static_cast<std::size_t>(next()), breaks = static_cast<std::size_t>(next());
  first_.resize(size_.size());
  for (double& value : first_) value = next();
  for (double& value : size_) value = next();
  breaks_.clear();
  steps_.clear();
  for (std::size_t k = 0; k < breaks && at < numbers.size(); ++k) {
    const double t = next();
    breaks_.push_back({t, static_cast<int>(next())});
  }
  for (std::size_t k = 0; k < steps && at < numbers.size(); ++k) {
    Step step{.from = next(), .to = next(), .points = static_cast<int>(next()), .values = {}};
    step.values.resize(static_cast<std::size_t>(step.points) * size_.size());
    for (double& value : step.values) value = next();
    steps_.push_back(std::move(step));
  }
}

}  // namespace trammel::pipeline
