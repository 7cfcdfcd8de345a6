// experiments/published.hpp: published numbers, and what counts as meeting them.
//
// A table of experiments/ID/published.csv has the columns
//   table, row, column   where the number stands
//   published            as printed; empty where the document has a figure or words only
//   checked              the same computed independently, to more digits; empty: nobody did
//   rule                 what ours must be, see Rule
//   reason               why the print cannot be met (misprint, rounding, left open); ours is then held to
//                        `checked` alone, or to the bound. If ours has the printed digits all the same, it is
//                        met. "ours: ..." says what this code does not do: nothing is asked of our number
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace trammel::experiments {

// "within 1%" or "within 1e-4" of the checked number (of the published one if there is none); "factor 5": not
// more than that apart; "digits": the printed digits, rounded or cut off; "at most 0.02"; "at least 1e60";
// "between 3.0e-8 and 3.7e-8".
struct Rule {
  enum class Kind { relative, absolute, factor, digits, at_most, at_least, between } kind = Kind::digits;
  double bound = 0;
  std::string text = {};
  double upper = 0;
};

struct Published {
  std::string table, row, column;
  std::string print;
  std::optional<double> published, checked;
  Rule rule;
  std::string reason;
};

enum class Verdict { met, better, not_met };

struct Cell {
  Published published;
  std::optional<double> ours;
  Verdict verdict = Verdict::not_met;
  bool expected =
      false;  // as it should be: met, better, or not met for a known reason that our number bears out
};

// Throws an Error of kind io that names `file` and the line.
std::vector<Published> read_published(std::string_view csv, std::string_view file);

Cell judge(const Published& published, std::optional<double> ours);

// One unit of the last digit that is printed: 0.19e-2 has 1e-4.
double last_digit(std::string_view print);

}  // namespace trammel::experiments
