#include "pipeline/nominals.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

namespace trammel::pipeline {
namespace {

// Which components of the state have a nominal value of the user's.
std::vector<char> given_nominals(const Setup& setup) {
  const std::vector<model::Variable>& variables = setup.dae().variables;
  std::vector<char> given(setup.start.nominal.size());
  const bool parts = setup.instance->system().form() == system::Form::ode;
  for (std::size_t i = 0; i < given.size(); ++i) {
    const std::size_t j = parts ? static_cast<std::size_t>(setup.instance->system().state()[i].unknown) : i;
    given[i] = j < variables.size() && variables[j].nominal_given;
  }
  return given;
}

// How long each slope at the start of an ODE lasts, at most `longest`: within the last of some shorter and
// shorter steps along all of them it changes by less than half of itself. The interval of the run says
// nothing about that: b' = 0.04 a - 3e7 b^2 leaves its slope within a millisecond, whether it is followed for
// a second or for years. What moves by less than `enough` is not asked further.
std::vector<double> lasting(system::Ode& ode, double t, Vec z, Vec slope, double longest, Vec enough) {
  constexpr int tried = 40;
  constexpr double shorter = 0.25, same = 0.5;
  std::vector<double> result(z.size(), 0.0), there(z.size()), at(z.size());
  double h = longest;
  for (int k = 0; k < tried; ++k, h *= shorter) {
    std::size_t open = 0;
    for (std::size_t i = 0; i < z.size(); ++i) {
      if (result[i] == 0 && !(h * std::fabs(slope[i]) > enough[i])) result[i] = h;
      open += result[i] == 0;
    }
    if (open == 0) break;
    for (std::size_t i = 0; i < z.size(); ++i) at[i] = z[i] + h * slope[i];
    if (!ode.derivative(t, at, there)) continue;
    for (std::size_t i = 0; i < z.size(); ++i)
      if (result[i] == 0 && std::fabs(there[i] - slope[i]) <= same * std::fabs(slope[i])) result[i] = h;
  }
  return result;
}

bool asks(Vec slope, double longest, Vec enough) {
  for (std::size_t i = 0; i < slope.size(); ++i)
    if (longest * std::fabs(slope[i]) > enough[i]) return true;
  return false;
}

struct Moves {
  std::vector<double> slope, lasts;  // per component of the run's state
};

// What the state does at the start. Empty: not known. `enough`: per component, what is not asked further.
Moves moves_of(const Setup& setup, double longest, Vec enough) {
  Moves result;
  const std::size_t n = setup.start.nominal.size();
  const system::Form form = setup.instance->system().form();
  if (form == system::Form::ode) {
    if (setup.start.y.size() != n) return {};
    result.slope.resize(n);
    if (!setup.instance->ode().derivative(setup.start.t, setup.start.y, result.slope)) return {};
    result.lasts.assign(n, longest);
    if (asks(result.slope, longest, enough))
      result.lasts =
          lasting(setup.instance->aside().ode(), setup.start.t, setup.start.y, result.slope, longest, enough);
  } else if (form == system::Form::residual) {
    if (setup.start.slope.size() != n) return {};
    result.slope = setup.start.slope;
    result.lasts.assign(n, longest);
    const std::vector<double>& z = setup.typical.z;
    const std::vector<int>& place = setup.place();
    if (!setup.reference || z.size() != place.size() || !asks(result.slope, longest, enough)) return result;
    system::Ode& ode = setup.reference->aside().ode();
    std::vector<double> slope(z.size());
    if (!ode.derivative(setup.start.t, z, slope)) return result;
    std::vector<double> enough_there(z.size(), INFINITY);
    for (std::size_t i = 0; i < place.size(); ++i)
      if (place[i] >= 0 && static_cast<std::size_t>(place[i]) < n) enough_there[i] = enough[place[i]];
    const std::vector<double> lasts = lasting(ode, setup.start.t, z, slope, longest, enough_there);
    for (std::size_t i = 0; i < place.size(); ++i)
      if (place[i] >= 0 && static_cast<std::size_t>(place[i]) < n) result.lasts[place[i]] = lasts[i];
  }
  return result;
}

// A size below 1 that was estimated from the start alone may be far below what the variable reaches: an angle
// that begins at 0, a current that begins as noise. An error test by such a size asks for digits that nobody
// wants. What moves is at least as large as what it moves as long as its slope lasts, up to a thousandth of
// the interval; of unknowns without a derivative only the value at the start is known. `whole`: but with
// events all sizes that were estimated count, since a run that begins anew where they are zero would not see
// them otherwise.
void temper(Setup& setup, double length, bool whole) {
  constexpr double soon = 1e-3;
  std::vector<double>& nominal = setup.start.nominal;
  if (std::ranges::all_of(nominal, [](double size) { return size == 1; })) return;
  const std::vector<char> given = given_nominals(setup);
  std::vector<double> enough(nominal.size(), INFINITY);
  for (std::size_t i = 0; i < nominal.size(); ++i)
    if (!given[i] && nominal[i] < 1) enough[i] = nominal[i];
  const Moves moves_at_start = moves_of(setup, soon * length, enough);
  const std::vector<double>&slope = moves_at_start.slope, &lasts = moves_at_start.lasts;
  if (slope.empty()) return;
  const system::Form form = setup.instance->system().form();
  for (std::size_t i = 0; i < nominal.size(); ++i) {
    if (given[i]) continue;
    const bool moves = form == system::Form::ode || setup.instance->residual().top(static_cast<int>(i)) > 0;
    const double moved = lasts[i] * std::fabs(slope[i]), here = std::fabs(setup.start.y[i]);
    const double seen = moves ? moved : std::isfinite(moved) ? std::max(here, moved) : here;
    if (!moves && !whole)
      nominal[i] = std::max(1.0, std::min(nominal[i], here));
    else if (nominal[i] < 1 && std::isfinite(seen))
      nominal[i] = std::min(1.0, std::max(nominal[i], seen));
    else if (!moves && seen > 0)
      nominal[i] = std::max(1.0, std::min(nominal[i], seen));
  }
}

}  // namespace

void temper_nominals(Setup& setup, double length) { temper(setup, length, false); }

// In units of a nanometre per second a multiplier of 1 moves positions by what nobody would call converged. Where
// all sizes are ordinary, so are these.
void size_added_unknowns(Setup& setup) {
  std::vector<double>& nominal = setup.start.nominal;
  const std::vector<model::Variable>& unknowns = setup.dae().variables;
  if (setup.instance->system().form() != system::Form::residual || !setup.plan->problem ||
      nominal.size() != unknowns.size() || setup.start.slope.size() != unknowns.size())
    return;
  const double time = setup.plan->problem->dae.time_unit;
  if (time == 1 && std::ranges::all_of(nominal, [](double size) { return size == 1; })) return;
  system::Residual& equations = setup.instance->residual();
  if (equations.order() > 1) return;
  std::vector<int> known;
  for (const model::Variable& variable : setup.plan->problem->dae.variables) known.push_back(variable.id);
  std::ranges::sort(known);
  std::vector<char> added(nominal.size(), 0);
  for (std::size_t j = 0; j < added.size(); ++j)
    added[j] = nominal[j] == 1 && equations.top(static_cast<int>(j)) == 0 &&
               !std::ranges::binary_search(known, unknowns[j].id);
  if (std::ranges::find(added, 1) == added.end()) return;
  linalg::SparseMatrix J(equations.pattern());
  const double* const levels[] = {setup.start.y.data(), setup.start.slope.data()};
  const double weights[] = {1, 1 / time};
  equations.jacobian(setup.start.t, std::span(levels).first(static_cast<std::size_t>(equations.order()) + 1),
                     Vec(weights).first(static_cast<std::size_t>(equations.order()) + 1), J);
  const auto each_entry = [&](auto&& visit) {
    for (int j = 0; j < J.pattern->columns; ++j)
      for (int e = J.pattern->start[j]; e < J.pattern->start[j + 1]; ++e)
        if (const double entry = std::fabs(J.value[static_cast<std::size_t>(e)]);
            entry > 0 && std::isfinite(entry))
          visit(static_cast<std::size_t>(J.pattern->row[e]), static_cast<std::size_t>(j), entry);
  };
  std::vector<double> row(static_cast<std::size_t>(J.pattern->rows), 0.0), size(nominal.size(), INFINITY);
  each_entry([&](std::size_t i, std::size_t j, double entry) {
    if (!added[j]) row[i] = std::max(row[i], entry * nominal[j]);
  });
  each_entry([&](std::size_t i, std::size_t j, double entry) {
    if (added[j] && row[i] > 0) size[j] = std::min(size[j], row[i] / entry);
  });
  for (std::size_t j = 0; j < size.size(); ++j)
    if (added[j] && std::isfinite(size[j]) && size[j] > 0) nominal[j] = size[j];
}

void SizesOfRun::take(Setup& setup) {
  std::vector<double>& nominal = setup.start.nominal;
  if (nominal.size() == setup.plan->nominal.size()) {
    nominal = setup.plan->nominal;
    temper(setup, setup.plan->problem ? std::max(setup.plan->problem->t_end - setup.start.t, 0.0) : 0, true);
    size_added_unknowns(setup);
  }
  const std::vector<std::string>& names = setup.plan->state_names;
  if (setup.plan != plan_ && names.size() == nominal.size()) {
    for (std::size_t i = 0; i < last_.size(); ++i) by_name_[plan_->state_names[i]] = last_[i];
    last_ = nominal;
    for (std::size_t i = 0; i < nominal.size(); ++i)
      if (const auto known = by_name_.find(names[i]); known != by_name_.end()) last_[i] = known->second;
    plan_ = setup.plan;
  }
  if (last_.size() != nominal.size()) return;
  for (std::size_t i = 0; i < nominal.size(); ++i) last_[i] = nominal[i] = std::max(nominal[i], last_[i]);
}

}  // namespace trammel::pipeline
