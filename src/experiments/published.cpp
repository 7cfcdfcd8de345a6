#include "experiments/published.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>

#include "base/error.hpp"
#include "base/text.hpp"

namespace trammel::experiments {
namespace {

// Fields between commas; those in quotes may hold commas.
std::vector<std::string> fields_of(std::string_view line) {
  std::vector<std::string> fields = {""};
  bool quoted = false;
  for (const char c : line) {
    if (c == '"')
      quoted = !quoted;
    else if (c == ',' && !quoted)
      fields.emplace_back();
    else
      fields.back() += c;
  }
  return fields;
}

std::optional<double> number(const std::string& text) {
  if (text.empty()) return {};
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (end == text.c_str()) return {};  // words or a formula
  if (*end == '\0') return value;
  if (*end == '/') return value / std::strtod(end + 1, nullptr);  // as tables of coefficients have them
  return {};
}

std::optional<Rule> rule_of(const std::string& text) {
  const auto starting = [&](std::string_view word, Rule::Kind kind) -> std::optional<Rule> {
    if (!text.starts_with(word)) return {};
    const double bound = std::strtod(text.c_str() + word.size(), nullptr);
    if (kind == Rule::Kind::absolute && text.ends_with('%'))
      return Rule{Rule::Kind::relative, bound / 100, text};
    return Rule{kind, bound, text};
  };
  if (text == "digits") return Rule{Rule::Kind::digits, 0, text};
  if (auto rule = starting("within ", Rule::Kind::absolute)) return rule;
  if (auto rule = starting("factor ", Rule::Kind::factor)) return rule;
  if (auto rule = starting("at most ", Rule::Kind::at_most)) return rule;
  if (auto rule = starting("between ", Rule::Kind::between)) {
    const std::size_t word = text.find(" and ");
    if (word == std::string::npos) return {};
    rule->upper = std::strtod(text.c_str() + word + 5, nullptr);
    return rule;
  }
  return starting("at least ", Rule::Kind::at_least);
}

bool obeys(const Rule& rule, double ours, std::optional<double> target, double digit) {
  switch (rule.kind) {
    case Rule::Kind::at_most:
      return ours <= rule.bound;
    case Rule::Kind::at_least:
      return ours >= rule.bound;
    case Rule::Kind::between:
      return ours >= rule.bound && ours <= rule.upper;
    default:
      break;
  }
  if (!target) return false;
  switch (rule.kind) {
    case Rule::Kind::relative:
      return std::fabs(ours - *target) <= rule.bound * std::fabs(*target);
    case Rule::Kind::absolute:
      return std::fabs(ours - *target) <= rule.bound;
    case Rule::Kind::factor:
      return ours / *target <= rule.bound && *target / ours <= rule.bound;
    default:
      return std::fabs(ours - *target) <= digit;
  }
}

}  // namespace

double last_digit(std::string_view print) {
  int decimals = 0;
  bool fraction = false;
  std::size_t i = 0;
  for (; i < print.size() && print[i] != 'e' && print[i] != 'E'; ++i) {
    if (print[i] == '.')
      fraction = true;
    else if (fraction)
      ++decimals;
  }
  const int exponent = i < print.size() ? std::atoi(std::string(print.substr(i + 1)).c_str()) : 0;
  return std::pow(10.0, exponent - decimals) * (1 + 1e-9);
}

std::vector<Published> read_published(std::string_view csv, std::string_view file) {
  std::vector<Published> result;
  int line_number = 0;
  for (std::size_t begin = 0; begin < csv.size();) {
    const std::size_t end = std::min(csv.find('\n', begin), csv.size());
    const std::string_view line = csv.substr(begin, end - begin);
    begin = end + 1;
    if (++line_number == 1 || line.empty()) continue;  // names of the columns
    const std::vector<std::string> f = fields_of(line);
    const auto refuse = [&](const std::string& what) {
      throw Error(Kind::io, fmt::format("{}:{}: {}", file, line_number, what));
    };
    if (f.size() != 7) refuse(fmt::format("{} fields, not 7", f.size()));
    const std::optional<Rule> rule = rule_of(f[5]);
    if (!rule) refuse(fmt::format("the rule {} is not known", quote(f[5])));
    result.push_back({f[0], f[1], f[2], f[3], number(f[3]), number(f[4]), *rule, f[6]});
  }
  return result;
}

Cell judge(const Published& published, std::optional<double> ours) {
  Cell cell{published, ours};
  if (!ours || std::isnan(*ours)) return cell;
  const double digit = published.published ? last_digit(published.print) : 0;
  const bool bound = published.rule.kind == Rule::Kind::at_most ||
                     published.rule.kind == Rule::Kind::at_least ||
                     published.rule.kind == Rule::Kind::between;
  const bool known =
      obeys(published.rule, *ours, published.checked ? published.checked : published.published, digit);
  if (!published.reason.empty()) {
    const bool ours_to_mend = published.reason.starts_with("ours: ");
    cell.expected = known || ours_to_mend || (!bound && !published.checked);
    if (ours_to_mend && known) cell.verdict = Verdict::met;
    // Whole numbers and fractions are exact; the last digit of others is cut off or rounded.
    const bool whole = published.print.find_first_of(".eE") == std::string::npos;
    const double slack = whole ? 1e-12 * std::fabs(published.published.value_or(0)) : digit;
    if (cell.expected && published.published && std::fabs(*ours - *published.published) <= slack)
      cell.verdict = Verdict::met;
    return cell;
  }
  // A band around a number of more digits does not excuse from the print.
  const bool printed = bound || !published.published || !published.checked ||
                       std::fabs(*ours - *published.published) <= digit ||
                       obeys(published.rule, *ours, published.published, digit);
  cell.expected = known && printed;
  if (!cell.expected) return cell;
  const bool smaller =
      published.rule.kind == Rule::Kind::at_most && published.published && *ours < *published.published;
  cell.verdict = smaller ? Verdict::better : Verdict::met;
  return cell;
}

}  // namespace trammel::experiments
