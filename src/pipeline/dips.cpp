#include "pipeline/dips.hpp"

#include <algorithm>
#include <cmath>

namespace trammel::pipeline {
namespace {

constexpr int rests = 2;  // ends of steps in a row
constexpr int often = 4;  // likewise, each time

}  // namespace

void Dips::begin(double t, std::size_t reported, std::span<const int> column, Vec nominal, double tolerance) {
  column_.clear();
  dark_.clear();
  if (column.size() != nominal.size()) return;
  if (values_.empty() || t <= t_first_) {
    values_.assign(reported, {});
    recovered_ = false;
    begins_ = true;
    t_first_ = t;
  }
  column_.assign(column.begin(), column.end());
  dark_.reserve(nominal.size());
  constexpr double lost = 100, most = 0.1;  // tolerances: a part of the digits is lost there
  for (const double size : nominal) dark_.push_back(std::min(lost * tolerance, most) * size);
}

// What only passes through zero is hardly ever found near it twice in a row. What rests at zero itself does
// not grow from there.
const std::vector<int>& Dips::see(Vec state) {
  constexpr double back = 10, nothing = 1e-100;
  doubtful_.clear();
  dark_now_ = 0;
  if (column_.size() != state.size()) return doubtful_;
  for (std::size_t i = 0; i < state.size(); ++i) {
    if (column_[i] < 0) continue;
    Value& value = values_[static_cast<std::size_t>(column_[i])];
    follow(state[i], value);
    const double size = std::fabs(state[i]);
    if (size < dark_[i]) {
      value.steps = size > nothing * dark_[i] ? value.steps + (begins_ ? rests : 1) : 0;
      if (value.steps > 0) ++dark_now_;
      if (value.steps == rests || (value.steps > 0 && value.steps % often == 0))
        doubtful_.push_back(column_[i]);
    } else if (value.steps > 0 && size > back * dark_[i]) {
      if (value.steps >= rests) doubtful_.push_back(column_[i]);
      value.steps = 0;
    }
  }
  begins_ = false;
  return doubtful_;
}

std::vector<int> Dips::left() const {
  std::vector<int> found;
  for (std::size_t v = 0; v < values_.size(); ++v)
    if (values_[v].steps >= rests) found.push_back(static_cast<int>(v));
  return found;
}

void Dips::follow(double x, Value& value) {
  constexpr double far = 100;
  const double size = std::fabs(x);
  if (size == 0 || (x < 0) != value.negative) {
    value.negative = x < 0;
    value.fallen = false;
    value.high = size;
  } else if (!value.fallen) {
    value.high = std::max(value.high, size);
    value.fallen = far * size < value.high;
    value.low = size;
  } else {
    value.low = std::min(value.low, size);
    recovered_ = recovered_ || size > far * value.low;
  }
}

}  // namespace trammel::pipeline
