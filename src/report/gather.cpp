#include "report/gather.hpp"

#include <algorithm>

namespace trammel::report {
namespace {

constexpr std::size_t most_held = 4'000'000;     // numbers of the curves: 32 MB
constexpr std::size_t most_per_point = 8;        // and rows, for each point of a curve that will be left
constexpr std::size_t most_in_rows = 2'000'000;  // and of whole rows
constexpr std::size_t most_rows = 3000, most_steps_held = 40'000;
constexpr std::size_t most_parts_seen = 24;  // of a step
// Steps up to which every end is looked at; after twice as many every second one, and so on: N steps cost
// this many times ln(1 + N/this) looks.
constexpr std::size_t all_ends = 200'000;

std::size_t per_column(std::size_t numbers, std::size_t columns) {
  return numbers / std::max<std::size_t>(columns, 1);
}

}  // namespace

SpreadRows::SpreadRows(std::size_t columns, std::size_t most)
    : columns_(columns), most_(std::max<std::size_t>(most & ~std::size_t{1}, 2)) {}

void SpreadRows::add(double t, Vec values) {
  if (seen_++ % every_ != 0) return;
  if (time_.size() == most_) {  // every second one goes, this one too if it would have
    for (std::size_t i = 0; 2 * i < most_; ++i) {
      time_[i] = time_[2 * i];
      std::copy_n(values_.begin() + static_cast<std::ptrdiff_t>(2 * i * columns_), columns_,
                  values_.begin() + static_cast<std::ptrdiff_t>(i * columns_));
    }
    time_.resize(most_ / 2);
    values_.resize(most_ / 2 * columns_);
    every_ *= 2;
    if ((seen_ - 1) % every_ != 0) return;
  }
  time_.push_back(t);
  values_.insert(values_.end(), values.begin(), values.end());
}

Gathered::Gathered(std::size_t variables, std::size_t shown, std::size_t points)
    : curves(shown, std::max(points, std::min(most_per_point * points, per_column(most_held, shown)))),
      rows(variables, std::clamp<std::size_t>(per_column(most_in_rows, variables), 50, most_rows)),
      steps(2, most_steps_held) {}

Gatherer::Gatherer(std::size_t variables, std::vector<std::size_t> shown, std::size_t points)
    : variables_(variables), points_(points), shown_(std::move(shown)), now_(fresh()), values_(variables),
      row_(shown_.size()) {}

Gatherer::State Gatherer::fresh() const { return {.kept = Gathered(variables_, shown_.size(), points_)}; }

void Gatherer::see(double t, Vec values) {
  if (now_.last && t < *now_.last) return;  // this was shown by a piece that got farther
  for (std::size_t j = 0; j < shown_.size(); ++j) row_[j] = values[shown_[j]];
  now_.kept.curves.add(t, row_);
  now_.kept.rows.add(t, values);
  now_.last = t;
}

void Gatherer::begin(double t, Vec values) {
  if (now_.first && t <= *now_.first) now_ = fresh();  // another method begins from the start
  if (!now_.first) now_.first = t;
  see(t, values);
}

bool Gatherer::reads_inside() {
  now_.parts = std::clamp<std::size_t>(points_ / (now_.steps + 1), 1, most_parts_seen);
  return now_.parts > 1;
}

void Gatherer::step(double from, double to, int order, const ValuesAt& at) {
  const double told[] = {to - from, static_cast<double>(order)};
  now_.kept.steps.add(from, told);
  const std::size_t every = 1 + now_.steps / all_ends;
  if (++now_.steps % every != 0) return;
  for (std::size_t k = 1; k <= now_.parts; ++k) {
    const double t =
        k == now_.parts ? to : from + (to - from) * static_cast<double>(k) / static_cast<double>(now_.parts);
    at(t, values_);
    see(t, values_);
  }
}

void Gatherer::again() {
  before_.emplace(std::move(now_));
  now_ = fresh();
}

void Gatherer::back() {
  if (before_) now_ = std::move(*before_);
  before_.reset();
}

Gathered& Gatherer::finish(double t, Vec values) {
  if (now_.first && (!now_.last || t > *now_.last)) see(t, values);
  before_.reset();
  return now_.kept;
}

}  // namespace trammel::report
