// pipeline/examine_text.cpp: an Examination as a page for people.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <complex>

#include "base/text.hpp"
#include "pipeline/examine.hpp"

namespace trammel::pipeline {
namespace {

constexpr std::size_t most_lines = 40;  // of one list

std::string line(const std::string& what, const std::string& value) {
  return fmt::format("{:<20} {}\n", what, value);
}

std::string more(std::size_t total) {
  return total > most_lines ? fmt::format("  ... ({} more)\n", total - most_lines) : "";
}

std::string constraints(const Examination& e) {
  std::vector<analysis::HiddenConstraint> all = e.hidden_constraints;
  all.insert(all.end(), e.determining.begin(), e.determining.end());
  if (all.empty()) return line("hidden constraints", "none");
  std::size_t widest = 0;
  std::vector<std::string> names;
  for (const auto& hidden : all) {
    std::string name = quote(hidden.equation);
    for (int l = 0; l < hidden.derivative; ++l) name = fmt::format("der({})", name);
    widest = std::max(widest, name.size());
    names.push_back(std::move(name));
  }
  std::string text = "hidden constraints\n";
  for (std::size_t k = 0; k < std::min(names.size(), most_lines); ++k)
    text += fmt::format("  {:<{}}  {}{}\n", names[k], std::min<std::size_t>(widest, 40), all[k].text,
                        all[k].determines.empty() ? "" : "   (determines " + listed(all[k].determines) + ")");
  return text + more(names.size());
}

std::string start(const Examination& e) {
  std::size_t widest = 0;
  for (const auto& [name, value] : e.consistent_start) widest = std::max(widest, name.size());
  widest = std::min<std::size_t>(widest, 40);
  std::string text = "a consistent start\n";
  for (std::size_t k = 0; k < std::min(e.consistent_start.size(), most_lines); ++k)
    text += fmt::format("  {:<{}} = {:.10g}\n", e.consistent_start[k].first, widest,
                        e.consistent_start[k].second);
  return text + more(e.consistent_start.size());
}

std::string wrapped(const std::string& sentence, const std::string& indent, std::size_t width = 100) {
  std::string text, current = indent;
  for (std::size_t at = 0; at < sentence.size();) {
    std::size_t end = sentence.find(' ', at);
    if (end == std::string::npos) end = sentence.size();
    if (current.size() + (end - at) > width && current.size() > indent.size()) {
      text += current + "\n";
      current = std::string(indent.size(), ' ');
    }
    if (current.size() > indent.size()) current += ' ';
    current += sentence.substr(at, end - at);
    at = end + 1;
  }
  return text + current + "\n";
}

std::string blocks(const Examination& e) {
  std::size_t single = 0;
  std::vector<std::string> large;
  for (const auto& block : e.blocks) {
    if (block.size() == 1)
      ++single;
    else
      large.push_back(fmt::format("{{{}}}", listed(block)));
  }
  std::string text = fmt::format("{} of one equation", single);
  if (!large.empty()) text += fmt::format("; to be solved together: {}", listed(large));
  return line("blocks", text);
}

std::string eigenvalue(std::complex<double> lambda) {
  const double size = std::max(std::abs(lambda), 1e-300), re = lambda.real(), im = lambda.imag();
  if (std::fabs(im) < 1e-12 * size) return fmt::format("{:.6g}", re);
  return fmt::format("{:.6g} {} {:.6g}i", std::fabs(re) < 1e-12 * size ? 0.0 : re, im < 0 ? "-" : "+",
                     std::fabs(im));
}

std::string pencil(const Examination& e) {
  if (!e.pencil) return {};
  if (!e.pencil->regular) return line("linear, constant", "singular pencil");
  std::vector<std::string> values;
  for (const std::complex<double>& lambda : e.pencil->eigenvalues) values.push_back(eigenvalue(lambda));
  return line("linear, constant",
              fmt::format("index of nilpotency {}, {}", e.pencil->index,
                          values.empty() ? "no finite eigenvalues" : "eigenvalues " + listed(values, 12)));
}

}  // namespace

std::string text(const Examination& e) {
  std::string page = fmt::format("{}: {} equations, {} unknowns\n\n", e.model, e.equations, e.unknowns);
  page += line("index", e.index == e.structural_index
                            ? fmt::format("{}", e.index)
                            : fmt::format("{} (the structure alone says {})", e.index, e.structural_index));
  if (e.strangeness_index)
    page += line("strangeness index", fmt::format("{} (of the first-order form)", *e.strangeness_index));
  page += pencil(e);
  page += line("degrees of freedom", fmt::format("{}", e.degrees_of_freedom));
  page += line("free start values", e.free_start_values.empty() ? "none" : listed(e.free_start_values, 20));
  if (!e.redundant.empty()) {
    std::vector<std::string> names;
    for (const std::string& name : e.redundant) names.push_back(quote(name));
    page += line("redundant", listed(names, 20));
  }
  page += blocks(e) + "\n" + constraints(e) + "\n" + start(e);
  page += "\nrecommended\n";
  page += fmt::format("  {} with {}{}\n", e.recommendation.formulation, e.recommendation.method,
                      e.recommendation.stabilization == "none" ? "" : ", " + e.recommendation.stabilization);
  page += wrapped(e.recommendation.reason, "  because ");
  if (!e.findings.empty()) page += "\nfindings\n";
  for (const std::string& finding : e.findings) page += wrapped(finding, "  - ");
  return page;
}

}  // namespace trammel::pipeline
