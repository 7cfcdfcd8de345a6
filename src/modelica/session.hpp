// modelica/session.hpp: what one load shares: the graph, file names, notes, and the budget that bounds the
// work.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/error.hpp"
#include "expr/graph.hpp"
#include "model/origin.hpp"
#include "modelica/syntax.hpp"

namespace trammel::modelica {

using expr::Expr;
using expr::Graph;

// Untrusted text must not cost more than this, whatever the budget: elements of one array, scalars in all,
// components. What the parts of a model cost, in operations: measured, see Session::spend.
namespace cost {
inline constexpr std::int64_t syntax = 8, component = 60, variable = 15, parameter = 10, equation = 40,
                              call = 80, loop = 5, element = 8, connection = 20;
}
inline constexpr std::int64_t largest_array = 10'000'000;
inline constexpr std::int64_t most_scalars = 20'000'000;
inline constexpr std::int64_t most_components = 2'000'000;
inline constexpr int deepest_tree = 200;  // components inside components, classes that extend classes

class Session {
 public:
  std::shared_ptr<Graph> graph = std::make_shared<Graph>();
  std::vector<SharedText> files;
  std::vector<std::string> notes;

  [[noreturn]] void fail(Place place, Kind kind, const std::string& message,
                         const std::string& hint = {}) const;
  Where where(Place place) const;
  model::Origin origin(Place place) const;  // the same
  std::string shown(Place place) const;     // "m.mo:3:4"
  void note(const std::string& sentence);   // once each

  // Counts work and throws when a model needs more than the budget. One operation stands for about 40 ns and
  // 20 bytes; nodes that the graph gained since the last call count as well.
  void spend(std::int64_t operations, Place place) {
    const auto nodes = static_cast<std::int64_t>(graph->size());
    spent_ += operations + 2 * (nodes - nodes_);
    nodes_ = nodes;
    if (spent_ > budget) refuse_cost(place);
  }
  std::int64_t left() const { return budget - spent_; }
  std::int64_t budget = 0;

  // Strings are numbered, so that every value is made of graph nodes.
  Expr text(const std::string& value) { return numbered(value, true); }
  const std::string& text(Expr e) const;
  // One that only the run tells: good for messages, with "..." for what is not known, and for nothing else.
  Expr unknown_text(const std::string& shown) { return numbered(shown, false); }
  bool knows_text(Expr e) const;  // also one of several that are known

 private:
  [[noreturn]] void refuse_cost(Place place) const;
  std::int64_t spent_ = 0, nodes_ = static_cast<std::int64_t>(graph->size());
  struct Text {
    std::string value;
    bool known;
  };
  Expr numbered(const std::string& value, bool known);
  std::vector<Text> texts_;
  std::unordered_map<std::string, int> text_numbers_, unknown_text_numbers_;
  std::unordered_set<std::string> noted_;
};

// "; did you mean 'R'?" for the candidate nearest to `name`, or nothing.
std::string did_you_mean(std::string_view name, const std::vector<std::string>& candidates);

// Names as people see them: 'C1.p.v' without its quotes.
std::string unquoted(std::string_view name);

}  // namespace trammel::modelica
