#include "report/table.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "base/error.hpp"
#include "base/text.hpp"

namespace trammel::report {
namespace {

constexpr std::size_t most_numbers = 4'000'000;  // held at a time: 32 MB
constexpr std::size_t most_parts = 24;           // of a step
constexpr std::size_t most_samples = 200'000;    // of one run: each costs as much as a part of a step

using See = std::function<void(double t, Vec values)>;

// All steps, or every k-th if they are more than `most`; parts of steps if they are fewer than `least`.
void each_sample(const solution::Solution& run, std::size_t most, const See& see, std::size_t least) {
  std::vector<double> values(run.variables.size()), state, slope;
  std::size_t steps = 0;
  for (const solution::Segment& segment : run.segments)
    steps += static_cast<std::size_t>(segment.trajectory.steps());
  steps = std::max<std::size_t>(steps, 1);
  const std::size_t parts = std::clamp<std::size_t>(least / steps, 1, most_parts);
  const std::size_t every = (steps + most - 1) / std::max<std::size_t>(most, 1);
  for (const solution::Segment& segment : run.segments) {
    const std::vector<double>& times = segment.trajectory.times();
    state.resize(static_cast<std::size_t>(segment.trajectory.size()));
    slope.resize(state.size());
    const auto at = [&](double t) {
      segment.trajectory.at(t, state);
      segment.trajectory.slope(t, slope);
      segment.observe(t, state, slope, values);
      see(t, values);
    };
    for (std::size_t i = 0; i + 1 < times.size(); i += std::max<std::size_t>(every, 1))
      for (std::size_t k = 0; k < parts; ++k)
        at(times[i] + (times[i + 1] - times[i]) * static_cast<double>(k) / static_cast<double>(parts));
    if (!times.empty()) at(times.back());
  }
}

}  // namespace

Thinner::Thinner(std::size_t columns, std::size_t most)
    : columns_(columns), most_(std::max<std::size_t>(most & ~std::size_t{3}, 8)), low_(columns),
      high_(columns), low_first_(columns) {}

void Thinner::append(double t, Vec values) {
  time_.push_back(t);
  values_.insert(values_.end(), values.begin(), values.end());
}

void Thinner::add(double t, Vec values) {
  if (first_.empty()) first_.assign(values.begin(), values.end());
  last_.assign(values.begin(), values.end());
  if (group_ == 1) {
    append(t, values);
    if (time_.size() >= most_) unite();
    return;
  }
  if (held_ == 0) {
    begin_ = t;
    std::copy(values.begin(), values.end(), low_.begin());
    std::copy(values.begin(), values.end(), high_.begin());
    std::fill(low_first_.begin(), low_first_.end(), 1);
  }
  for (std::size_t j = 0; j < columns_; ++j) {
    if (values[j] < low_[j]) {
      low_[j] = values[j];
      low_first_[j] = 0;
    }
    if (values[j] > high_[j]) {
      high_[j] = values[j];
      low_first_[j] = 1;
    }
  }
  end_ = t;
  if (++held_ == group_) close();
}

void Thinner::close() {
  if (held_ == 0) return;
  held_ = 0;
  std::vector<double> first(columns_), second(columns_);
  for (std::size_t j = 0; j < columns_; ++j) {
    first[j] = low_first_[j] ? low_[j] : high_[j];
    second[j] = low_first_[j] ? high_[j] : low_[j];
  }
  append(begin_, first);
  append(end_, second);
  if (time_.size() >= most_) unite();
}

// Four rows become two.
void Thinner::unite() {
  std::size_t to = 0;
  for (std::size_t i = 0; i < time_.size(); i += 4) {
    const std::size_t end = std::min(i + 4, time_.size());
    const double t0 = time_[i], t1 = time_[end - 1];
    for (std::size_t j = 0; j < columns_; ++j) {
      std::size_t low = i, high = i;
      for (std::size_t k = i; k < end; ++k) {
        if (values_[k * columns_ + j] < values_[low * columns_ + j]) low = k;
        if (values_[k * columns_ + j] > values_[high * columns_ + j]) high = k;
      }
      const double a = values_[std::min(low, high) * columns_ + j],
                   b = values_[std::max(low, high) * columns_ + j];
      values_[to * columns_ + j] = a;
      values_[(to + 1) * columns_ + j] = b;
    }
    time_[to] = t0;
    time_[to + 1] = t1;
    to += 2;
  }
  time_.resize(to);
  values_.resize(to * columns_);
  group_ = group_ == 1 ? 4 : 2 * group_;
}

// Extremes at the ends make way, by half a group.
void Thinner::pin_ends() {
  const std::size_t n = time_.size();
  const double begin = time_.front(), end = time_.back();
  time_.front() = (time_[0] + time_[1]) / 2;
  time_.back() = (time_[n - 2] + time_[n - 1]) / 2;
  time_.insert(time_.begin(), begin);
  time_.push_back(end);
  values_.insert(values_.begin(), first_.begin(), first_.end());
  values_.insert(values_.end(), last_.begin(), last_.end());
}

void Thinner::finish(std::size_t most, Table& into) {
  close();
  if (exact() && time_.size() > most) {
    // Straight lines first: they keep true points. Extremes of groups only where that does not do.
    Table trial{into.names, time_, {}};
    trial.columns.assign(columns_, std::vector<double>(time_.size()));
    for (std::size_t i = 0; i < time_.size(); ++i)
      for (std::size_t j = 0; j < columns_; ++j) trial.columns[j][i] = values_[i * columns_ + j];
    for (const double tolerance : {2e-4, 1e-3, 4e-3}) {
      if (!simplify(trial, tolerance, most)) continue;
      into = std::move(trial);
      return;
    }
  }
  while (time_.size() > std::max<std::size_t>(most, 8)) unite();
  if (!exact() && time_.size() > 1) pin_ends();
  into.time = time_;
  into.columns.assign(columns_, std::vector<double>(time_.size()));
  for (std::size_t i = 0; i < time_.size(); ++i)
    for (std::size_t j = 0; j < columns_; ++j) into.columns[j][i] = values_[i * columns_ + j];
}

bool simplify(Table& table, double tolerance, std::size_t most) {
  const std::size_t n = table.time.size();
  if (n < 3) return n <= most;
  std::vector<double> allowed(table.columns.size());
  for (std::size_t j = 0; j < allowed.size(); ++j) {
    const auto [low, high] = std::ranges::minmax(table.columns[j]);
    allowed[j] = std::isfinite(high - low) ? tolerance * (high - low) : 0;
  }
  // The farthest row from the line between two kept ones, measured in what is allowed, and so on in both
  // parts [Ramer, Douglas and Peucker], with a list instead of recursion.
  std::vector<char> kept(n, 0);
  kept.front() = kept.back() = 1;
  std::size_t count = 2;
  std::vector<std::pair<std::size_t, std::size_t>> todo = {{0, n - 1}};
  while (!todo.empty()) {
    const auto [a, b] = todo.back();
    todo.pop_back();
    double worst = 1;
    std::size_t at = 0;
    for (std::size_t j = 0; j < allowed.size(); ++j) {
      const std::vector<double>& y = table.columns[j];
      const double slope =
          table.time[b] > table.time[a] ? (y[b] - y[a]) / (table.time[b] - table.time[a]) : 0;
      for (std::size_t i = a + 1; i < b; ++i) {
        const double off = std::abs(y[i] - (y[a] + slope * (table.time[i] - table.time[a])));
        if (!(off <= worst * allowed[j]) && (allowed[j] > 0 || !std::isfinite(off))) {
          worst = allowed[j] > 0 ? off / allowed[j] : worst;
          at = i;
        }
      }
    }
    if (at == 0) continue;
    kept[at] = 1;
    if (++count > most) return false;
    todo.emplace_back(a, at);
    todo.emplace_back(at, b);
  }
  std::size_t to = 0;
  for (std::size_t i = 0; i < n; ++i) {
    if (!kept[i]) continue;
    table.time[to] = table.time[i];
    for (std::vector<double>& column : table.columns) column[to] = column[i];
    ++to;
  }
  table.time.resize(to);
  for (std::vector<double>& column : table.columns) column.resize(to);
  return true;
}

Table tabulate(const solution::Solution& run, std::size_t most, const std::vector<std::string>& names) {
  Table table{names.empty() ? run.variables : names, {}, {}};
  std::vector<std::size_t> from;
  for (const std::string& name : table.names) {
    const auto at = std::ranges::find(run.variables, name);
    if (at == run.variables.end())
      throw Error(Kind::name, "the model has no variable called " + quote(name), {.variables = {name}});
    from.push_back(static_cast<std::size_t>(at - run.variables.begin()));
  }
  Thinner thinner(from.size(), std::max(most, most_numbers / std::max<std::size_t>(from.size(), 1)));
  std::vector<double> row(from.size());
  each_sample(
      run, std::max(2 * most, most_samples),
      [&](double t, Vec all) {
        for (std::size_t j = 0; j < from.size(); ++j) row[j] = all[from[j]];
        thinner.add(t, row);
      },
      2 * most);
  thinner.finish(most, table);
  return table;
}

}  // namespace trammel::report
