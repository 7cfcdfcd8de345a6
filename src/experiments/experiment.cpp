#include "experiments/experiment.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "base/error.hpp"
#include "base/text.hpp"
#include "experiments/texts.hpp"

namespace trammel::experiments {

const Experiment& find_experiment(std::string_view id) {
  std::vector<std::string> known;
  for (const Experiment& experiment : catalog()) {
    if (experiment.id == id) return experiment;
    known.emplace_back(experiment.id);
  }
  throw Error(Kind::name, fmt::format("there is no experiment called {}", quote(std::string(id))), {},
              fmt::format("one of: {}", listed(known, known.size())));
}

int Reproduction::count(Verdict verdict) const {
  return static_cast<int>(std::ranges::count(cells, verdict, &Cell::verdict));
}

bool Reproduction::as_expected() const {
  return failure.empty() && std::ranges::all_of(cells, &Cell::expected);
}

Reproduction reproduce(const Experiment& experiment) {
  Reproduction result{.experiment = &experiment};
  const auto texts = std::ranges::find(all_texts(), experiment.id, &Texts::id);
  if (texts == all_texts().end())
    throw Error(Kind::io, fmt::format("experiments/{} has no published.csv", experiment.id));
  Findings found;
  const auto begin = std::chrono::steady_clock::now();
  try {
    experiment.run(found);
  } catch (const std::exception& error) {
    result.failure = error.what();
  }
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  const std::string file = fmt::format("experiments/{}/published.csv", experiment.id);
  for (const Published& published : read_published(texts->numbers, file)) {
    const auto value = found.values.find({published.row, published.column});
    result.cells.push_back(
        judge(published, value == found.values.end() ? std::nullopt : std::optional(value->second)));
  }
  result.figures = std::move(found.figures);
  result.notes = std::move(found.notes);
  return result;
}

}  // namespace trammel::experiments
