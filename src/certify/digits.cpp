// What is left of derivatives and algebraic unknowns that are small differences of large terms.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <unordered_map>

#include "base/text.hpp"
#include "certify/certifier.hpp"
#include "certify/condition.hpp"

namespace trammel::certify {
namespace {

constexpr double unit = std::numeric_limits<double>::epsilon();
constexpr double nothing_left =
    0.1;  // of a value that is noise: it counts as zero, unless some equation feels it
// In tolerances. Less than the bound of residuals, since what rounding does to a rate goes into the states, too.
constexpr double too_much = 30;

// v of v[72]: der(v[72]) becomes der(v[]).
std::string without_subscripts(const std::string& name) {
  std::string result;
  int depth = 0;
  for (const char c : name) {
    depth += c == '[';
    if (depth == 0 || c == '[') result += c;
    depth -= c == ']' && depth > 0;
  }
  return result;
}

// The elements of an array are of one kind: one that the others dwarf (where a pulse has not yet come to) is not asked
// for digits of its own.
void share_within_arrays(const std::vector<Reported>& reported, std::vector<double>& sizes) {
  std::unordered_map<std::string, double> largest;
  std::vector<double*> of(sizes.size(), nullptr);
  for (std::size_t p = 0; p < sizes.size(); ++p)
    if (reported[p].name.ends_with(']') || reported[p].name.ends_with("])")) {
      of[p] = &largest[without_subscripts(reported[p].name)];
      *of[p] = std::max(*of[p], sizes[p]);
    }
  for (std::size_t p = 0; p < sizes.size(); ++p)
    if (of[p] != nullptr) sizes[p] = *of[p];
}

}  // namespace

// What the tolerance leaves open is known only where derivatives are computed from the states: those of other
// methods are slopes of polynomials, which are judged by the residuals that they leave.
void Certifier::look_at_digits(std::vector<double>& left) {
  if (!last_known_ || !judged_ || steps_ == 0) return;
  std::vector<double> sizes = value_sizes();
  // A derivative that few looks have seen is as large as the way of what it is the derivative of says.
  for (std::size_t p = 0; p < sizes.size(); ++p)
    if (const int below = equations_.reported()[p].below; below >= 0 && t_last_ > t_first_) {
      const double way =
          std::fabs(last_[static_cast<std::size_t>(below)] - start_[static_cast<std::size_t>(below)]);
      sizes[p] = std::max(sizes[p], way / (t_last_ - t_first_));
    }
  const std::vector<double> own = sizes;
  share_within_arrays(equations_.reported(), sizes);
  const bool constrained =
      std::ranges::any_of(promise_.constraints, [](const Roots& roots) { return !roots.empty(); });
  std::optional<std::vector<double>> found;
  if (!constrained) found = felt_from_rows(equations_, t_last_, last_, sizes, terms_at_end());
  const std::vector<double> felt = felt_by_rows();
  // A variable that is nothing but rounding is zero, and so is its derivative; one that began with its size is not.
  bool looked_up = false;
  const std::vector<Seen> seen = sizes_.seen();
  const auto began_with_its_size = [&](std::size_t p) {
    constexpr double about = 0.1;
    while (equations_.reported()[p].below >= 0) p = static_cast<std::size_t>(equations_.reported()[p].below);
    const Reported& r = equations_.reported()[p];
    if (r.above < 0 || r.variable < 0) return false;
    const auto variable = static_cast<std::size_t>(r.variable);
    const double nominal = code_->nominal[variable];
    return std::fabs(start_[p]) >= about * (nominal > 0 ? nominal : seen[variable].size);
  };
  const auto is_zero = [&](std::size_t p) {
    const int variable = equations_.reported()[p].variable;
    if (began_with_its_size(p)) return false;
    if (variable < 0) return false;
    if (!looked_up) look_up_rounding();
    looked_up = true;
    // Every step adds its own.
    const auto j = static_cast<std::size_t>(variable);
    return !rounding_.empty() && seen[j].largest <= static_cast<double>(steps_) * rounding_[j];
  };
  // And so is a derivative that over the whole run moves what it is the derivative of by less than rounding does.
  const auto moves_nothing = [&](std::size_t p) {
    constexpr double digits = 64 * unit;
    const int below = equations_.reported()[p].below;
    return below >= 0 && own[p] * (t_last_ - t_first_) <= digits * own[static_cast<std::size_t>(below)];
  };
  for (std::size_t p = 0; p < sizes.size(); ++p) {
    if (!(sizes[p] > 0)) continue;
    const double noise = unit * (found ? (*found)[p] : left[p] * (own[p] / sizes[p]));
    const bool zero = noise >= nothing_left || moves_nothing(p);
    if (noise > too_much * tolerance_ && (!zero || noise * sizes[p] * felt[p] > too_much * tolerance_) &&
        !is_zero(p))
      refuse_rounding(p, noise);
    if (!promise_.dear || swayed_.empty() || zero || equations_.reported()[p].variable < 0) continue;
    // Tolerances are another matter than rounding: only elements a thousand times smaller than the others are left out.
    constexpr double dwarfed = 1e-3;
    const double size = std::max(own[p], dwarfed * sizes[p]);
    left[p] = std::max(left[p], swayed_[p] / size);
    left_open_ = std::max(left_open_, tolerance_ * swayed_[p] / size);
  }
}

// Rounding is that of the terms that are there: an acid of 1e-3 leaves nothing in a base of 1e-12. Terms that happen to
// vanish where the run ends are not quite forgotten.
std::vector<double> Certifier::terms_at_end() {
  constexpr double remembered = 1e-3;
  equations_.terms(t_last_, last_, right_, terms_);
  std::vector<double> result(row_size_);
  for (std::size_t i = 0; i < terms_.size(); ++i)
    if (std::isfinite(terms_[i])) result[i] = std::max(terms_[i], remembered * row_size_[i]);
  return result;
}

// Here, or where the runs that this one goes on with ended: what rounding made there is still there.
void Certifier::look_up_rounding() {
  const std::vector<double> here = rounding_of_variables(t_last_, h_, last_);
  rounding_.resize(here.size());
  for (std::size_t j = 0; j < here.size(); ++j) rounding_[j] = std::max(rounding_[j], here[j]);
}

// What begins below tolerance times nominal value counts as zero there, and steps may change it by as much.
// If it grows by itself, and out of that, its digits are those of nothing: what is left of them is the factor
// by which it grew.
void Certifier::find_dark() {
  dark_.clear();
  for (std::size_t p = 0; p < start_.size(); ++p) {
    const Reported& r = equations_.reported()[p];
    if (r.order != 0 || r.above < 0 || r.variable < 0) continue;
    const auto j = static_cast<std::size_t>(r.variable);
    double size = code_->nominal[j];
    if (j < promise_.tested.size()) size = std::min(size, promise_.tested[j]);
    const double begun = std::fabs(start_[p]), limit = promise_.tolerance * size;
    if (begun > 0 && begun < limit) dark_.push_back({p, begun, limit, 0});
  }
}

// Implicit methods step over what grows within a step as they do over what decays: a laser stays dark above
// its threshold. So what has stayed in the dark is asked at accepted points how fast it would grow there.
void Certifier::follow_dark(double t, Vec values) {
  constexpr std::size_t most = 8;  // each is asked with several factorizations
  if (dark_.size() > most || promise_.dear) return;
  for (Dark& dark : dark_)
    if (std::fabs(values[dark.value]) < dark.limit)
      dark.exponent += h_ * sensitivity_.own_rate(equations_.reported()[dark.value].variable, t, h_, values,
                                                  sizes_.of_variables(), filter_);
}

// 0: there is no such variable.
std::vector<double> Certifier::of_variables(Vec numbers, const std::vector<int>& column) const {
  std::vector<double> result(static_cast<std::size_t>(equations_.variables()));
  for (std::size_t i = 0; i < numbers.size() && i < column.size(); ++i) {
    if (column[i] < 0) continue;
    const Reported& reported = equations_.reported()[static_cast<std::size_t>(column[i])];
    if (reported.order == 0 && reported.variable >= 0)
      result[static_cast<std::size_t>(reported.variable)] = numbers[i];
  }
  return result;
}

double Certifier::tested_beyond(std::size_t value) const {
  const Reported& reported = equations_.reported()[value];
  const auto j = static_cast<std::size_t>(reported.variable);
  if (reported.order != 0 || reported.variable < 0 || j >= promise_.tested.size()) return 1;
  const double size = sizes_.of_values()[value];
  return size > 0 ? std::max(1.0, promise_.tested[j] / size) : 1;
}

Vec Certifier::felt_sizes() {
  const Vec sizes = sizes_.of_variables();
  // With events errors are followed over every step, in units of what is there.
  if (promise_.tested.size() != sizes.size() || (relations_ && !relations_->empty())) return sizes;
  felt_.resize(sizes.size());
  for (std::size_t j = 0; j < sizes.size(); ++j) felt_[j] = std::max(sizes[j], promise_.tested[j]);
  return felt_;
}

bool Certifier::grows(std::size_t value, double t, Vec values, double until) {
  constexpr double noticed = 3;  // as an exponent
  const Reported& r = equations_.reported()[value];
  if (r.variable < 0 || r.above < 0) return false;
  // Slopes of implicit methods are noise there.
  if (promise_.dear && !(values[value] * values[static_cast<std::size_t>(r.above)] > 0)) return false;
  const double T = until - t_first_;
  constexpr int most = 64;  // each takes a factorization, or several
  if (!(T > 0) || rates_asked_ >= most) return false;
  ++rates_asked_;
  sizes_.grow(values);  // points that were passed over count, too: a size that is too small hides all others
  return T * sensitivity_.own_rate(r.variable, t, T, values, sizes_.of_variables(), filter_) > noticed;
}

double Certifier::grown_out_of_the_dark() {
  double most = 0;
  const double T = t_last_ - t_first_;
  if (!(T > 0)) return 0;
  for (const Dark& dark : dark_) {
    const double end = std::fabs(last_[dark.value]);
    const int variable = equations_.reported()[dark.value].variable;
    if (end > dark.limit) {
      const double rate =
          sensitivity_.own_rate(variable, t_first_, T, start_, sizes_.of_variables(), filter_);
      most = std::max(most, std::min(std::exp(std::min(rate * T, 600.0)), end / dark.begun));
    } else if (const double grown = std::exp(std::min(dark.exponent, 600.0));
               dark.begun * grown > dark.limit) {
      most = std::max(most, grown);
    }
  }
  return most;
}

void Certifier::sway(Vec values, double by) {
  if (!last_known_) return;
  swayed_.resize(values.size(), 0.0);
  for (std::size_t p = 0; p < values.size(); ++p)
    if (const double change = std::fabs(values[p] - last_[p]) / by; std::isfinite(change))
      swayed_[p] = std::max(swayed_[p], change);
}

// Per reported value: the largest part of a row's terms that it makes by one unit of itself.
std::vector<double> Certifier::felt_by_rows() {
  std::vector<double> felt(equations_.reported().size());
  const linalg::SparseMatrix& J = equations_.jacobian(t_last_, last_);
  const linalg::Pattern& p = *J.pattern;
  for (int c = 0; c < p.columns; ++c)
    for (int k = p.start[c]; k < p.start[c + 1]; ++k)
      if (const double size = row_size_[static_cast<std::size_t>(p.row[k])]; size > 0)
        felt[static_cast<std::size_t>(c)] =
            std::max(felt[static_cast<std::size_t>(c)], std::fabs(J.value[k]) / size);
  return felt;
}

void Certifier::refuse_rounding(std::size_t value, double noise) {
  int row = -1;  // the equation with the largest terms that holds it
  for (int i = 0; i < equations_.rows(); ++i)
    if (std::ranges::find(equations_.of_row(i), static_cast<int>(value)) != equations_.of_row(i).end() &&
        (row < 0 || row_size_[static_cast<std::size_t>(i)] > row_size_[static_cast<std::size_t>(row)]))
      row = i;
  fail({.row = row,
        .value = static_cast<int>(value),
        .time = t_last_,
        .what = fmt::format(
            "rounding leaves {} digits of {}: its equations subtract terms that are far larger than it",
            std::max(0, static_cast<int>(-std::log10(noise))), quote(equations_.reported()[value].name))});
}

}  // namespace trammel::certify
