#include "pipeline/option_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "base/error.hpp"
#include "base/list_of.hpp"
#include "base/text.hpp"
#include "pipeline/option_values.hpp"
#include "pipeline/stabilizations.hpp"

namespace trammel::pipeline {
namespace {

using integrate::infinity;

Option number(std::string_view name, std::string_view value, std::string_view sentence,
              double& (*field)(Options&), Range range) {
  const auto of = [field](const Options& options) { return field(const_cast<Options&>(options)); };
  return {.name = name,
          .value = value,
          .sentence = sentence,
          .set =
              [=](Options& options, std::string_view text) {
                const double given = number_in(name, text);
                check_range(name, given, range);
                field(options) = given;
              },
          .get = [=](const Options& options) { return fmt::format("{}", of(options)); },
          .check = [=](const Options& options) { check_range(name, of(options), range); }};
}

template <class Integer>
Option count(std::string_view name, std::string_view sentence, Integer& (*field)(Options&), Range range) {
  const auto of = [field](const Options& options) { return field(const_cast<Options&>(options)); };
  return {
      .name = name,
      .value = "N",
      .sentence = sentence,
      .set =
          [=](Options& options, std::string_view text) {
            const double given = number_in(name, text);
            if (given != std::floor(given) || std::fabs(given) > 1e15) refuse(name, text, "a whole number");
            check_range(name, given, range);
            field(options) = static_cast<Integer>(given);
          },
      .get = [=](const Options& options) { return fmt::format("{}", of(options)); },
      .check = [=](const Options& options) { check_range(name, static_cast<double>(of(options)), range); }};
}

// One of a few words; the words stand in the order of the values.
template <class Value>
Option choice(std::string_view name, std::string_view sentence, Value& (*field)(Options&),
              std::vector<std::pair<std::string_view, Value>> values) {
  Option result{.name = name, .value = {}, .sentence = sentence, .set = {}, .get = {}};
  for (const auto& [word, value] : values) result.words.push_back(word);
  result.set = [=](Options& options, std::string_view text) {
    const auto at = std::ranges::find(values, text, &std::pair<std::string_view, Value>::first);
    if (at == values.end()) {
      std::vector<std::string> known;
      for (const auto& [word, value] : values) known.emplace_back(word);
      refuse(name, text, "one of " + listed(known, known.size()));
    }
    field(options) = at->second;
  };
  result.get = [=](const Options& options) {
    const auto at = std::ranges::find(values, field(const_cast<Options&>(options)),
                                      &std::pair<std::string_view, Value>::second);
    return std::string(at == values.end() ? std::string_view{} : at->first);
  };
  return result;
}

Option text(std::string_view name, std::string_view sentence, std::string& (*field)(Options&)) {
  return {.name = name,
          .value = "NAME",
          .sentence = sentence,
          .set = [=](Options& options, std::string_view given) { field(options) = given; },
          .get = [=](const Options& options) { return field(const_cast<Options&>(options)); }};
}

Option stabilization() {
  return {.name = "stabilization",
          .value = "NAME",
          .sentence =
              "what keeps the solution on its constraints, as `trammel methods` lists them (default: auto)",
          .set =
              [](Options& options, std::string_view name) {
                const auto* const own = options.projection.direction_matrix;
                options.projection = find_stabilization(name).options;
                options.projection.direction_matrix = own;
              },
          .get = [](const Options& options) { return std::string(name_of(options.projection)); }};
}

Option tolerance() {
  return {.name = "tolerance",
          .value = "TOL",
          .sentence = "local error tolerance (default: the annotation's, else 1e-6)",
          .set =
              [](Options& options, std::string_view given) {
                const double value = number_in("tolerance", given);
                check_range("tolerance", value, {1e-14, 1});
                options.tolerance.reset();
                options.step.rtol = options.step.atol = value;
              },
          .get =
              [](const Options& options) {
                return fmt::format("{}", options.tolerance.value_or(options.step.rtol));
              }};
}

// Numbers between commas.
Option number_list(std::string_view name, std::string_view value, std::string_view sentence,
                   std::vector<double>& (*field)(Options&)) {
  return {.name = name,
          .value = value,
          .sentence = sentence,
          .set =
              [=](Options& options, std::string_view given) {
                std::vector<double> values;
                for (const std::string& part : parts_of_list(given)) values.push_back(number_in(name, part));
                field(options) = values;
              },
          .get =
              [=](const Options& options) {
                return fmt::format("{}", fmt::join(field(const_cast<Options&>(options)), ","));
              }};
}

Option coefficients() {
  return number_list(
      "coefficients", "A,B,...",
      "of the formulation baumgarte: factors of the lower derivatives of each constraint; of "
      "regularizations: epsilon, and a trust radius from which it is chosen anew before each step",
      [](Options& o) -> std::vector<double>& { return o.stabilization.coefficients; });
}

// A number, or a word for the one that stands for it in the field.
Option gamma() {
  static constexpr std::string_view word = "constraints";
  return {.name = "gamma",
          .value = "G",
          .sentence =
              "gain of stabilizing terms in a formulation; constraints: from the time in which they "
              "change (default: 0, 1/h as h changes)",
          .set =
              [](Options& options, std::string_view text) {
                const double given = text == word ? -1 : number_in("gamma", text);
                if (text != word) check_range("gamma", given, {});
                options.stabilization.gamma = given;
              },
          .get =
              [](const Options& options) {
                const double gamma = options.stabilization.gamma;
                return gamma < 0 ? std::string(word) : fmt::format("{}", gamma);
              }};
}

Option grid() {
  Option result = number_list("grid", "T1,T2,...",
                              "steps end at these times and at the end of the run, without an error test",
                              [](Options& o) -> std::vector<double>& { return o.step.grid; });
  result.check = [](const Options& options) {
    const std::vector<double>& nodes = options.step.grid;
    if (!nodes.empty() && options.step.fixed_step > 0)
      throw Error(Kind::usage, "the options step and grid contradict each other", {}, "give one of them");
    for (std::size_t i = 1; i < nodes.size(); ++i)
      if (!(nodes[i] > nodes[i - 1]))
        throw Error(Kind::usage, fmt::format("the times of the option grid must ascend, but {} follows {}",
                                             nodes[i], nodes[i - 1]));
  };
  return result;
}

Option tolerances() {
  constexpr std::string_view name = "tolerance-of";
  constexpr Range range{1e-14, 1};
  return {.name = name,
          .value = "X=TOL,...",
          .sentence = "tolerances of single states, in place of the common one",
          .set =
              [=](Options& options, std::string_view given) {
                options.tolerances.clear();
                for (const std::string& part : parts_of_list(given)) {
                  const std::size_t equals = part.rfind('=');
                  if (equals == std::string::npos || equals == 0) refuse(name, part, "NAME=TOLERANCE");
                  const double value = number_in(name, std::string_view(part).substr(equals + 1));
                  check_range(name, value, range);
                  options.tolerances.emplace_back(part.substr(0, equals), value);
                }
              },
          .get =
              [](const Options& options) {
                std::vector<std::string> parts;
                for (const auto& [variable, value] : options.tolerances)
                  parts.push_back(fmt::format("{}={}", variable, value));
                return fmt::format("{}", fmt::join(parts, ","));
              },
          .check =
              [=](const Options& options) {
                for (const auto& [variable, value] : options.tolerances) check_range(name, value, range);
              }};
}

std::vector<Option> of_steps() {
  return list_of<Option>(
      tolerance(),
      number("rtol", "TOL", "relative tolerance alone", [](Options& o) -> double& { return o.step.rtol; },
             {1e-14, 1}),
      number("atol", "TOL", "absolute tolerance alone, times the variable's nominal value",
             [](Options& o) -> double& { return o.step.atol; }, {}),
      tolerances(),
      text("method", "as `trammel methods` lists them (default: auto)",
           [](Options& o) -> std::string& { return o.method; }),
      text("formulation", "as `trammel methods` lists them (default: auto)",
           [](Options& o) -> std::string& { return o.formulation; }),
      number("step", "H", "constant steps of this size, without an error test (default: 0, steps as needed)",
             [](Options& o) -> double& { return o.step.fixed_step; }, {0, 1e300}),
      number("first-step", "H", "the first step to try (default: 0, chosen from the equations)",
             [](Options& o) -> double& { return o.step.first_step; }, {0, 1e300}),
      number("max-step", "H", "no step is longer (default: inf)",
             [](Options& o) -> double& { return o.step.max_step; }, {1e-300, infinity}),
      count<long>("max-steps", "a run that needs more steps stops and says so (default: 1000000)",
                  [](Options& o) -> long& { return o.step.max_steps; }, {1, 1e15}),
      count<int>("order", "methods of variable order go no higher (default: 0, as high as they go)",
                 [](Options& o) -> int& { return o.step.max_order; }, {0, 100}),
      grid());
}

std::vector<Option> of_projection() {
  using P = ProjectionOptions;
  return list_of<Option>(
      stabilization(),
      choice<bool>("project", "move the state onto the constraints after each step (default: yes)",
                   [](Options& o) -> bool& { return o.projection.on; }, {{"yes", true}, {"no", false}}),
      choice<P::Parts>(
          "project-onto",
          "which constraints: all; those as written; those one derivative below the top "
          "(default: all)",
          [](Options& o) -> P::Parts& { return o.projection.parts; },
          {{"all", P::Parts::all}, {"positions", P::Parts::positions}, {"velocities", P::Parts::velocities}}),
      choice<P::Direction>("project-along",
                           "in which metric the state moves: that of the masses, the Euclidean one, or that "
                           "level by level (default: auto)",
                           [](Options& o) -> P::Direction& { return o.projection.direction; },
                           {{"auto", P::Direction::automatic},
                            {"mass", P::Direction::mass},
                            {"orthogonal", P::Direction::orthogonal},
                            {"block", P::Direction::block}}),
      count<int>("passes",
                 "post-stabilization: so many corrections after each step (default: 0, to rounding)",
                 [](Options& o) -> int& { return o.projection.passes; }, {0, 100}),
      number("alpha", "A", "post-stabilization: the factor of a correction (default: 1)",
             [](Options& o) -> double& { return o.projection.alpha; }, {}),
      choice<P::Taken>(
          "correct-at",
          "where the correction is evaluated: after the step, at its beginning, or at the "
          "corrected state itself (default: end)",
          [](Options& o) -> P::Taken& { return o.projection.taken; },
          {{"end", P::Taken::after}, {"beginning", P::Taken::before}, {"result", P::Taken::implicitly}}),
      choice<bool>("move-positions", "no: only the highest derivatives among the states move (default: yes)",
                   [](Options& o) -> bool& { return o.projection.move_positions; },
                   {{"yes", true}, {"no", false}}),
      choice<bool>("project-output-only",
                   "yes: reported values are projected, the run goes on from unprojected ones (default: no)",
                   [](Options& o) -> bool& { return o.projection.output_only; },
                   {{"yes", true}, {"no", false}}),
      choice<P::Inverse>(
          "projector",
          "the matrix of an orthogonal projection: factored anew, kept over steps, replaced by "
          "sweeps of overrelaxation, or left out (F = D; with --alpha 0 the spectrum chooses) (default: "
          "fresh)",
          [](Options& o) -> P::Inverse& { return o.projection.inverse; },
          {{"fresh", P::Inverse::fresh},
           {"frozen", P::Inverse::frozen},
           {"sor", P::Inverse::sor},
           {"none", P::Inverse::none}}),
      count<int>("sweeps", "of overrelaxation, per correction (default: 2)",
                 [](Options& o) -> int& { return o.projection.sweeps; }, {1, 1000}),
      number("relaxation", "W", "factor of overrelaxation (default: 1)",
             [](Options& o) -> double& { return o.projection.relaxation; }, {0, 2}),
      gamma(), coefficients());
}

std::vector<Option> of_the_rest() {
  return list_of<Option>(
      choice<Certify>("certify",
                      "how closely the result is judged: full adds a second opinion (default: sample)",
                      [](Options& o) -> Certify& { return o.certify; },
                      {{"off", Certify::off}, {"sample", Certify::sample}, {"full", Certify::full}}),
      choice<Engine>("engine", "how model functions are run (default: auto)",
                     [](Options& o) -> Engine& { return o.engine; },
                     {{"auto", Engine::automatic},
                      {"vm", Engine::vm},
                      {"jit", Engine::jit},
                      {"native", Engine::native}}));
}

}  // namespace

const std::vector<Option>& option_table() {
  static const std::vector<Option> table = [] {
    std::vector<Option> all = of_steps();
    for (const auto& family : {of_projection, of_the_rest})
      for (Option& option : family()) all.push_back(std::move(option));
    return all;
  }();
  return table;
}

std::vector<std::string> parts_of_list(std::string_view list) {
  std::vector<std::string> parts;
  std::string one;
  int depth = 0;
  for (const char c : list) {
    depth += c == '[' || c == '(' ? 1 : c == ']' || c == ')' ? -1 : 0;
    if (c == ',' && depth <= 0) {
      parts.push_back(std::move(one));
      one.clear();
    } else {
      one += c;
    }
  }
  if (!one.empty()) parts.push_back(std::move(one));
  return parts;
}

const Option& find_option(std::string_view name) {
  std::string dashed(name);
  std::ranges::replace(dashed, '_', '-');
  const auto at = std::ranges::find(option_table(), dashed, &Option::name);
  if (at != option_table().end()) return *at;
  std::vector<std::string> known;
  for (const Option& option : option_table()) known.emplace_back(option.name);
  throw Error(Kind::name, fmt::format("there is no option called {}", quote(name)), {},
              fmt::format("one of: {}", listed(known, known.size())));
}

void check_ranges(const Options& options) {
  for (const Option& option : option_table())
    if (option.check) option.check(options);
}

}  // namespace trammel::pipeline
