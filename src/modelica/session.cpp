#include "modelica/session.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"

namespace trammel::modelica {
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

Expr Session::numbered(const std::string& value, bool known) {
  auto& numbers = known ? text_numbers_ : unknown_text_numbers_;
  const auto [at, fresh] = numbers.try_emplace(value, static_cast<int>(texts_.size()));
  if (fresh) texts_.push_back({value, known});
  return graph->constant(at->second);
}

bool Session::knows_text(Expr e) const {
  if (unknown_text_numbers_.empty()) return true;
  std::vector<Expr> open = {e};
  std::unordered_set<int> seen;
  while (!open.empty()) {
    const Expr top = open.back();
    open.pop_back();
    if (!seen.insert(static_cast<int>(top.id)).second) continue;
    const double number = graph->is_constant(top) ? graph->value(top) : -1;
    if (number >= 0 && number < static_cast<double>(texts_.size()) &&
        !texts_[static_cast<std::size_t>(number)].known)
      return false;
    if (graph->op(top) != expr::Op::select) continue;
    open.push_back(graph->arg(top, 1));
    open.push_back(graph->arg(top, 2));
  }
  return true;
}

const std::string& Session::text(Expr e) const {
  static const std::string unknown = "?";
  if (!graph->is_constant(e)) return unknown;
  const auto k = static_cast<std::size_t>(graph->value(e));
  return k < texts_.size() ? texts_[k].value : unknown;
}

std::string did_you_mean(std::string_view name, const std::vector<std::string>& candidates) {
  const std::string* const best = nearest_name(name, candidates);
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
