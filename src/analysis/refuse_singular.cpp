// analysis/refuse_singular.cpp: what is wrong with a structurally singular model, in one sentence.
#include <fmt/format.h>

#include <algorithm>

#include "analysis/culprits.hpp"
#include "base/error.hpp"
#include "base/text.hpp"

namespace trammel::analysis {
namespace {

class Complaint {
 public:
  explicit Complaint(const model::Dae& dae) : dae_(dae) {}

  void too_many(const Culprits& c) {
    if (c.columns == 0)
      message_ +=
          fmt::format("; {} {} no unknown", equations(c.row), c.row.size() == 1 ? "contains" : "contain");
    else if (c.whole)
      message_ += fmt::format("; {} share only {}: {} determine {}", counted(c.row.size(), "equation"),
                              counted(c.column.size(), "unknown"), equations(c.row), unknowns(c.column));
    else
      message_ += fmt::format("; {} share only {}: {} too many", counted(std::size_t(c.rows), "equation"),
                              counted(std::size_t(c.columns), "unknown"), likeliest(equations(c.row), c.row));
    hint_ = "remove one of these equations";
    place(dae_.equations[c.row.front()].origin);
    for (const int i : c.row) where_.equations.push_back(dae_.equations[i].name);
  }

  void too_few(const Culprits& c) {
    if (c.rows == 0)
      message_ += fmt::format("; nothing determines {}", unknowns(c.column));
    else if (c.whole)
      message_ += fmt::format("; undetermined: {}, for which there {} only {}", unknowns(c.column),
                              c.row.size() == 1 ? "is" : "are", equations(c.row));
    else
      message_ +=
          fmt::format("; of {} that hang together, {} without an equation of its own",
                      counted(std::size_t(c.columns), "unknown"), likeliest(unknowns(c.column), c.column));
    hint_ += hint_.empty() ? "add an equation for them" : ", add one for the undetermined unknowns";
    if (where_.line == 0) {
      place(dae_.variables[c.column.front()].origin);
      where_.column = dae_.variables[c.column.front()].origin.column;
    }
    for (const int j : c.column) where_.variables.push_back(dae_.graph->variable_name(dae_.variables[j].id));
  }

  [[noreturn]] void raise(const Blame& blame) {
    std::string message =
        dae_.equations.size() == dae_.variables.size()
            ? "the model is structurally singular"
            : fmt::format("the model has {} for {}", counted(dae_.equations.size(), "equation"),
                          counted(dae_.variables.size(), "unknown"));
    message += message_;
    const auto more = [](const Culprits& c, int all, std::size_t empty) {
      return c.any && all > static_cast<int>(std::min(c.rows, c.columns) == 0 ? empty : 1);
    };
    if (more(blame.over, blame.surplus, blame.over.row.size()) ||
        more(blame.under, blame.missing, blame.under.column.size()))
      message += fmt::format(" (the smallest of {} such faults)", std::max(blame.surplus, blame.missing));
    throw Error(Kind::structure, message, where_, hint_);
  }

 private:
  static std::string likeliest(const std::string& names, const std::vector<int>& items) {
    return fmt::format("{}{} is likely", items.size() == 1 ? "" : "one of ", names);
  }
  std::string equations(const std::vector<int>& items) const {
    std::vector<std::string> names;
    for (const int i : items) names.push_back(quote(dae_.equations[i].name));
    return listed(names, 8);
  }
  std::string unknowns(const std::vector<int>& items) const {
    std::vector<std::string> names;
    for (const int j : items) names.push_back(quote(dae_.graph->variable_name(dae_.variables[j].id)));
    return listed(names, 8);
  }
  void place(const model::Origin& origin) {
    where_.file = origin.file;
    where_.line = origin.line;
  }

  const model::Dae& dae_;
  std::string message_, hint_;
  Where where_;
};

}  // namespace

void refuse_singular(const model::Dae& dae, const Signature& sigma, const Matching& largest) {
  const Blame blame = find_culprits(sigma, largest);
  Complaint complaint(dae);
  if (blame.over.any) complaint.too_many(blame.over);
  if (blame.under.any) complaint.too_few(blame.under);
  complaint.raise(blame);
}

}  // namespace trammel::analysis
