// pipeline/prepared.hpp: a problem, prepared once and run often.
//
//   const Prepared pendulum = prepare(problem, {.t_end = 10});
//   for (double L : lengths) run(pendulum, {.parameters = {{"L", L}}}).at("x", 3.0);
//
// Formulated, compiled, and the same for all threads: parameters and start values are numbers that each run
// brings along. A run does no symbolic work and compiles nothing, unless the first choice fails and another
// one is tried.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/span.hpp"
#include "model/dae.hpp"
#include "pipeline/options.hpp"
#include "solution/solution.hpp"

namespace trammel::pipeline {

// What a Prepared is made of; users of the library need not see it.
struct Brief;
struct Choice;
struct EventCode;
struct Held;
struct Point;
struct Reported;
struct Setup;
struct Verdict;

// What a run may change. Parameters that follow from others follow them; a start value given here is fixed.
struct Numbers {
  std::vector<std::pair<std::string, double>> parameters = {}, starts = {};
  bool empty() const { return parameters.empty() && starts.empty(); }
};

class Prepared {  // copies share everything
 public:
  const Verdict& verdict() const;
  const Options& options() const;
  const std::vector<Choice>& choices() const;  // the first is meant, the others are tried where it fails
  const std::vector<std::string>& variables() const;  // what is reported
  std::shared_ptr<const EventCode> events() const;    // none if the problem has no events
  std::shared_ptr<const Held> held() const;           // likewise
  bool by_modes() const;  // the structure is that of the start's mode; others are prepared when they come
  // The problem with other numbers, its graph being the same; throws an Error for names that it has not.
  model::Problem with(const Numbers& numbers) const;
  // The same without variables and equations: parameters, start values and interval are all that a run needs.
  model::Problem figures(const Numbers& numbers) const;
  // One choice as numbers for one thread. Drawn and compiled when it is asked for the first time.
  Setup set_up(std::size_t choice, const model::Problem& numbers, double t, bool own_numbers,
               const std::optional<Point>& from) const;

  struct Data;
  explicit Prepared(std::shared_ptr<const Data> data) : data_(std::move(data)) {}
  const Data& data() const { return *data_; }

 private:
  std::shared_ptr<const Data> data_;
};

[[nodiscard]] Prepared prepare(const model::Problem& problem, const Options& options = {});
// `reported`: of a problem that was made from another.
Prepared prepare(const model::Problem& problem, const Options& options, const Reported* reported);
// With combinations in the place of equations that stand in each other (square.hpp). None if there are none, or if
// that problem is refused.
std::optional<Prepared> prepare_untangled(const model::Problem& problem, const Options& options,
                                          const Reported* reported = nullptr);

// One mode of a problem whose structure changes at events, at a time, with the reported values there.
Prepared prepare_mode(const Prepared& base, std::shared_ptr<const Held> held,
                      const std::vector<double>& parameters, double t, Vec reported);

// The options may differ from those of prepare() in all that is a number: interval, tolerances, output times.
[[nodiscard]] solution::Solution run(const Prepared& prepared, const Numbers& numbers = {});
[[nodiscard]] solution::Solution run(const Prepared& prepared, const Numbers& numbers,
                                     const Options& options);

}  // namespace trammel::pipeline
