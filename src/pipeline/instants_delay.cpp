// pipeline/instants_delay.cpp: the past of a run, and which piece of it delays look at.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "pipeline/instants.hpp"

namespace trammel::pipeline {

void Instants::set_piece(const HeldDelay& delay, const History::Piece& piece) {
  set(delay.centre, piece.centre);
  set(delay.half, piece.half);
  set(delay.from, piece.from);
  set(delay.to, piece.to);
  for (std::size_t k = 0; k < delay.coefficients.size(); ++k) set(delay.coefficients[k], piece.c[k]);
}

// At the start the past is what its expression is there; it may depend on itself.
bool Instants::start_delays(double t, Vec z, Aftermath& result) {
  if (code_->delays.empty()) return true;
  if (!read(EventCode::delayed, t, z, delayed_, result)) return false;
  for (std::size_t k = 0; k < code_->delays.size(); ++k) {
    const HeldDelay& delay = code_->delays[k];
    if (delayed_[2 * k + 1] > t) {
      result.failed = fmt::format("{} looks into the future: its time is {:.6g}", quote(delay.text),
                                  t - delayed_[2 * k + 1]);
      result.where = {.file = delay.origin.file, .line = delay.origin.line, .column = delay.origin.column};
      return false;
    }
    History::Piece piece{.to = t};
    piece.c[0] = delayed_[2 * k];
    // A fixed point to rounding is one.
    const double old = of(delay.coefficients[0]);
    if (std::fabs(old - piece.c[0]) <= 1e-14 * std::fabs(old)) piece.c[0] = old;
    set_piece(delay, piece);
  }
  return true;
}

void Instants::begin_history(double t, Vec z, Aftermath& result) {
  if (!history_ || !read(EventCode::delayed, t, z, delayed_, result)) return;
  std::vector<double> values;
  for (std::size_t k = 0; k < code_->delays.size(); ++k) values.push_back(delayed_[2 * k]);
  history_->begin(t, values);
}

void Instants::record(const solution::StepPolynomial& step, const std::vector<int>& place) {
  if (!history_ || place.size() != no_state_.size()) return;
  refresh();
  const std::size_t count = code_->delays.size();
  // What is no state bends more than the polynomial of the states.
  const int degree = std::clamp(step.degree() + 2, 4, History::degree);
  const std::vector<double>& theta = solution::chebyshev_grid(degree).points;
  recorded_.resize(theta.size() * count);
  for (std::size_t i = 0; i < theta.size(); ++i) {
    const double t = i + 1 == theta.size() ? step.to() : step.from() + theta[i] * step.length();
    state_at(step, place, t);
    const bool known = view_.evaluate(EventCode::delayed, t, z_, delayed_);
    for (std::size_t k = 0; k < count; ++k) {
      recorded_[i * count + k] = known || i == 0 ? delayed_[2 * k] : recorded_[(i - 1) * count + k];
      const double longest = code_->delays[k].longest;
      longest_ = std::max(longest_, longest > 0 ? longest : t - delayed_[2 * k + 1]);
    }
  }
  history_->add(step.from(), step.to(), degree + 1, recorded_);
  constexpr double slack = 1.01;
  history_->forget(step.to() - slack * longest_ - step.length());
}

bool Instants::take_piece(std::size_t k, double t, double past, Aftermath& result) {
  const HeldDelay& delay = code_->delays[k];
  const auto piece = history_->piece(k, past, delay.moving, accuracy_);
  if (!piece) {
    result.failed =
        past >= t ? fmt::format("at t = {:.6g} the time of {} is {:.3g}: it must stay greater than zero", t,
                                quote(delay.text), t - past)
                  : fmt::format(
                        "at t = {:.6g} {} asks for t = {:.6g}, longer ago than {:.6g}, the longest "
                        "time that was given",
                        t, quote(delay.text), past, longest_);
    result.where = {
        .file = delay.origin.file, .line = delay.origin.line, .column = delay.origin.column, .time = t};
    return false;
  }
  if (const auto level = history_->break_at(past)) bend_ = std::min(bend_.value_or(*level), *level);
  set_piece(delay, *piece);
  result.names.push_back(delay.text);
  return true;
}

// Those whose piece has ended get another one.
bool Instants::renew_delays(double t, Vec z, Aftermath& result) {
  if (code_->delays.empty()) return true;
  if (!read(EventCode::delayed, t, z, delayed_, result)) return false;
  const std::vector<double> pasts = delayed_;
  for (std::size_t k = 0; k < code_->delays.size(); ++k) {
    const HeldDelay& delay = code_->delays[k];
    const double past = pasts[2 * k + 1], rounding = 1e-15 * std::max(std::fabs(t), std::fabs(past));
    if (past < of(delay.to) - 8 * rounding && past >= of(delay.from) - 8 * rounding) continue;
    if (!take_piece(k, t, std::max(past, of(delay.to) - 8 * rounding <= past ? of(delay.to) : past), result))
      return false;
  }
  return true;
}

// A bend of the past bends what follows from it one derivative higher. After a few times it is smooth enough
// for any method.
void Instants::tell_history(double t, Aftermath& result) {
  constexpr int smooth = 6;
  result.quiet = result.quiet && result.altered.empty() && bend_ != 0;
  if (!history_ || !result.changed) return;
  if (!result.quiet)
    history_->mark(t, 0);
  else if (bend_ && *bend_ < smooth)
    history_->mark(t, *bend_ + 1);
}

}  // namespace trammel::pipeline
