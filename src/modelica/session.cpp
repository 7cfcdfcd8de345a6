#include "modelica/session.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"

namespace trammel::modelica {
namespace {

// Edit distance with transpositions, given up above `most`.
int distance(std::string_view a, std::string_view b, int most) {
  const int n = static_cast<int>(a.size()), m = static_cast<int>(b.size());
  if (std::abs(n - m) > most) return most + 1;
  std::vector<int> before(m + 1), last(m + 1), row(m + 1);
  for (int j = 0; j <= m; ++j) last[j] = j;
  for (int i = 1; i <= n; ++i) {
    row[0] = i;
    int smallest = i;
    for (int j = 1; j <= m; ++j) {
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] != b[j - 1] ? 1 : 0)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before[j - 2] + 1);
      smallest = std::min(smallest, row[j]);
    }
    if (smallest > most) return most + 1;
    before = last;
    last = row;
  }
  return last[m];
}

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return result;
}

}  // namespace

model::Origin Session::origin(Place place) const {
  const bool known = place.file >= 0 && place.file < static_cast<int>(files.size());
  return {known ? files[place.file] : SharedText(), place.line, place.column};
}

Where Session::where(Place place) const {
  const model::Origin o = origin(place);
  return {.file = o.file, .line = o.line, .column = o.column};
}

std::string Session::shown(Place place) const {
  const Where w = where(place);
  return fmt::format("{}:{}:{}", w.file, w.line, w.column);
}

void Session::fail(Place place, Kind kind, const std::string& message, const std::string& hint) const {
  throw Error(kind, message, where(place), hint);
}

void Session::note(const std::string& sentence) {
  if (noted_.insert(sentence).second) notes.push_back(sentence);
}

void Session::refuse_cost(Place place) const {
  fail(place, Kind::usage, fmt::format("reading this model takes more than {} operations", budget),
       "make its arrays, loops or function calls smaller, or allow more with --budget");
}

Expr Session::text(const std::string& value) {
  const auto [at, fresh] = text_numbers_.try_emplace(value, static_cast<int>(texts_.size()));
  if (fresh) texts_.push_back(value);
  return graph->constant(at->second);
}

const std::string& Session::text(Expr e) const {
  static const std::string unknown = "?";
  if (!graph->is_constant(e)) return unknown;
  const auto k = static_cast<std::size_t>(graph->value(e));
  return k < texts_.size() ? texts_[k] : unknown;
}

std::string did_you_mean(std::string_view name, const std::vector<std::string>& candidates) {
  if (name.size() > 64) return {};
  const int most = name.size() <= 2 ? 1 : name.size() <= 5 ? 2 : 3;
  const std::string* best = nullptr;
  int best_cost = 2 * most + 2;
  const std::string small = lower(name);
  for (const std::string& candidate : candidates) {
    if (candidate == name) continue;
    // Letters of the wrong case count half as much as wrong letters.
    const int exact = distance(name, candidate, most), any = distance(small, lower(candidate), most);
    const bool begins = name.starts_with(candidate) || candidate.starts_with(name);
    const int cost = std::min(2 * exact, 2 * any + 1) - (begins ? 1 : 0);
    const bool all_wrong = any >= static_cast<int>(std::max(name.size(), candidate.size()));
    if (std::min(exact, any) <= most && !all_wrong && cost < best_cost) {
      best = &candidate;
      best_cost = cost;
    }
  }
  return best ? fmt::format("; did you mean {}?", quote(*best)) : std::string();
}

std::string unquoted(std::string_view name) {
  std::string text;
  for (std::size_t k = 0; k < name.size(); ++k) {
    if (name[k] == '\'') continue;
    if (name[k] == '\\' && k + 1 < name.size()) ++k;
    text += name[k];
  }
  return text;
}

}  // namespace trammel::modelica
