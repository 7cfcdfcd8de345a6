#include "pipeline/journey.hpp"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "base/error.hpp"
#include "pipeline/certification.hpp"
#include "pipeline/square.hpp"
#include "pipeline/verdict.hpp"

namespace trammel::pipeline {
namespace {

using solution::Outcome;
using solution::Solution;

// The problem at the point that a run has reached: everything that it reports becomes a start value.
model::Problem at_end_of(const Solution& run, const model::Problem& problem) {
  model::Problem next = problem;
  next.dae.initial_equations.clear();
  next.starts.clear();
  const Reported all = reported(problem.dae);
  for (std::size_t k = 0; k < all.leaves.size(); ++k)
    next.starts.push_back({all.leaves[k], run.last[k], model::Rank::preferred});
  return next;
}

ArrayProblem part_of(const model::Problem& problem, const Options& options) {
  auto part = where_a_part_misleads(model::on_top(problem), options.t_start.value_or(problem.t_start));
  if (part) return *std::move(part);
  throw Error(Kind::structure,
              "with these numbers the structure of the equations tells their index, and the problem was "
              "prepared for numbers with which it does not",
              {}, "prepare the problem anew with these numbers: prepare(prepared.with(numbers))");
}

// With all its constraints. Sizes stay those of the start: a coordinate may be zero where the choice is made anew.
model::Problem with_surplus(const Prepared& prepared) {
  model::Problem all = *surplus_of(prepared).whole;
  std::unordered_map<int, double> sizes;
  for (const model::Variable& sized : prepared.verdict().problem->dae.variables)
    sizes.emplace(sized.id, sized.nominal);
  for (model::Variable& variable : all.dae.variables)
    if (const auto size = sizes.find(variable.id); size != sizes.end() && !variable.nominal_given) {
      variable.nominal = size->second;
      variable.nominal_given = true;
    }
  return all;
}

}  // namespace

Journey::Journey(const Prepared& prepared, const Numbers& numbers, const Options& options, std::size_t choice)
    : given_(prepared), prepared_(prepared), rest_(options) {
  const Verdict& verdict = prepared.verdict();
  const bool own = !numbers.empty();
  if (verdict.part) {
    all_ = own ? prepared.with(numbers) : *verdict.problem;
    part_ = own ? part_of(all_, options) : *verdict.part;
    prepared_ = prepare(part_->problem, options, &part_->reported);
    kind_ = Kind::by_part;
  } else if (surplus_of(prepared).whole && !own && !has_events(verdict.problem->dae)) {
    all_ = with_surplus(prepared);
    kind_ = Kind::with_surplus;
  } else if (own) {
    figures_ = std::make_unique<model::Problem>(prepared.figures(numbers));
  }
  begin({.own_numbers = figures_ != nullptr, .may_age = renews(), .choice = choice});
}

void Journey::begin(const RelayStart& start) {
  const model::Problem& numbers = start.own_numbers ? *figures_ : *prepared_.verdict().problem;
  relay_ = std::make_unique<Relay>(prepared_, numbers, rest_, start);
}

// What was decided from numbers at the start is decided with the new ones when it is made anew.
void Journey::go_on(const Numbers& numbers, const Point& from) {
  auto figures = std::make_unique<model::Problem>(prepared_.figures(numbers));
  const std::shared_ptr<Instants> instants = relay_->instants();
  if (instants) instants->take(figures->dae);
  auto relay = std::make_unique<Relay>(prepared_, *figures, rest_,
                                       RelayStart{.own_numbers = !numbers.empty(),
                                                  .may_age = renews(),
                                                  .from = from,
                                                  .choice = relay_->choice(),
                                                  .instants = instants});
  before_ = counts();
  relay_ = std::move(relay);
  figures_ = std::move(figures);
  if (renews()) all_.dae.parameters = given_.figures(numbers).dae.parameters;
  over_ = false;
}

template <class Walk>
bool Journey::walk(const Walk& walk) {
  while (!over_) {
    try {
      if (walk(*relay_)) return true;
      over_ = !renews() || !renew();
    } catch (const Error&) {
      if (renewals_ == 0) throw;
      over_ = true;  // the last choice got as far as that
    }
  }
  return false;
}

bool Journey::step() {
  return walk([](Relay& relay) { return relay.step(); });
}

bool Journey::advance(double t) {
  return walk([t](Relay& relay) { return relay.advance(t); });
}

void Journey::to_end() {
  (void)walk([](Relay& relay) {
    relay.to_end();
    return false;
  });
}

// A choice that was made from numbers at the start is made anew before it becomes singular. False: it is not.
bool Journey::renew() {
  constexpr int most = 1000;
  const double begin_of_part = rest_.t_start.value_or(all_.t_start);
  Solution run = relay_->finish();
  const bool stuck = run.outcome == Outcome::singular || run.outcome == Outcome::step_too_small;
  const bool again = (relay_->aged() || stuck) && run.t_end > begin_of_part;
  model::Problem next = again ? model::on_top(at_end_of(run, all_)) : model::Problem{};
  rest_.t_start = run.t_end;
  std::erase_if(rest_.times, [&](double time) { return time <= run.t_end; });
  append(whole_, std::move(run));
  if (!again || ++renewals_ == most) return false;
  std::optional<Prepared> other = prepare_anew(next);
  if (!other) return false;
  before_ = counts();
  relay_.reset();
  prepared_ = *std::move(other);
  if (rest_.judge != nullptr && surplus_of(prepared_).whole) rest_.judge->renew(prepared_);
  begin({.may_age = true});
  return true;
}

std::optional<Prepared> Journey::prepare_anew(const model::Problem& here) const try {
  if (kind_ == Kind::with_surplus) return prepare(here, rest_);
  const auto part = where_a_part_misleads(here, *rest_.t_start);
  if (!part) return {};
  return prepare(part->problem, rest_, &part->reported);
} catch (const Error&) {
  return {};
}

Counts Journey::counts() const {
  Counts all = before_;
  if (relay_) all += relay_->counts();
  return all;
}

Solution Journey::finish() {
  if (!renews()) return relay_->finish();
  if (part_) {
    whole_.index = part_->index;
    whole_.degrees_of_freedom = part_->degrees_of_freedom;
    whole_.choice.reason = part_->reason + "; " + whole_.choice.reason;
  } else {
    whole_.index = given_.verdict().index();
    whole_.degrees_of_freedom = given_.verdict().degrees_of_freedom();
    whole_.not_unique = surplus_of(given_).open;
  }
  return std::move(whole_);
}

}  // namespace trammel::pipeline
