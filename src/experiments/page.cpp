#include "experiments/page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "base/text.hpp"
#include "experiments/texts.hpp"
#include "report/file.hpp"
#include "report/svg.hpp"

namespace trammel::experiments {
namespace {

std::string name(Verdict verdict) {
  return verdict == Verdict::met ? "met" : verdict == Verdict::better ? "better" : "not met";
}
std::string shown(const std::optional<double>& value) { return value ? fmt::format("{:.5g}", *value) : "-"; }
std::string printed(const Published& published) {
  return published.print.empty() ? "(no number)" : published.print;
}
std::string reason(const Cell& cell) {
  if (cell.verdict != Verdict::not_met) return "";
  if (!cell.ours) return "there is no number of ours";
  if (!cell.published.reason.empty())
    return cell.published.reason + (cell.expected ? "" : "; and our number is not the checked one either");
  return "outside the band";
}

// The tables of an experiment in the order in which their first cells stand.
std::vector<std::string> tables_of(const Reproduction& reproduction) {
  std::vector<std::string> tables;
  for (const Cell& cell : reproduction.cells)
    if (std::ranges::find(tables, cell.published.table) == tables.end())
      tables.push_back(cell.published.table);
  return tables;
}

// Equal reasons are told once.
std::vector<std::string> reasons_of(const Reproduction& reproduction) {
  std::vector<std::string> reasons;
  for (const Cell& cell : reproduction.cells)
    if (const std::string why = reason(cell);
        !why.empty() && std::ranges::find(reasons, why) == reasons.end())
      reasons.push_back(why);
  return reasons;
}

std::string mark(const Cell& cell, const std::vector<std::string>& reasons) {
  const std::string why = reason(cell);
  if (why.empty()) return name(cell.verdict);
  return fmt::format("not met ({})", std::ranges::find(reasons, why) - reasons.begin() + 1);
}

std::string counts(const Reproduction& reproduction) {
  return fmt::format("{} met, {} better, {} not met", reproduction.count(Verdict::met),
                     reproduction.count(Verdict::better), reproduction.count(Verdict::not_met));
}

void write(const std::string& path, const std::string& content) {
  report::write_file(path, [&](const report::Sink& sink) { sink(content); });
}

std::string markdown(const Reproduction& reproduction) {
  const Experiment& experiment = *reproduction.experiment;
  const auto texts = std::ranges::find(all_texts(), experiment.id, &Texts::id);
  const std::vector<std::string> reasons = reasons_of(reproduction);
  std::string page(texts->page);
  page += fmt::format(
      "\n## Numbers\n\n{}. Made by `trammel reproduce {}`: "
      "[the program](../../src/experiments/{}), [the published numbers](../../experiments/{}/published.csv). "
      "\"checked\" are values computed independently of this code, where there are any.\n",
      counts(reproduction), experiment.id, experiment.program, experiment.id);
  for (const std::string& table : tables_of(reproduction)) {
    page += fmt::format(
        "\n**{}**\n\n| row | column | published | checked | ours | must be | "
        "|\n|---|---|---|---|---|---|---|\n",
        table);
    for (const Cell& cell : reproduction.cells)
      if (cell.published.table == table)
        page += fmt::format("| {} | {} | {} | {} | {} | {} | {} |\n", cell.published.row,
                            cell.published.column, printed(cell.published), shown(cell.published.checked),
                            shown(cell.ours), cell.published.rule.text, mark(cell, reasons));
  }
  if (!reasons.empty()) page += "\nNot met, because:\n\n";
  for (std::size_t i = 0; i < reasons.size(); ++i) page += fmt::format("{}. {}\n", i + 1, reasons[i]);
  for (const std::string& note : reproduction.notes) page += "\n" + note + "\n";
  if (!reproduction.failure.empty()) page += fmt::format("\nThe program stopped: {}\n", reproduction.failure);
  if (!reproduction.figures.empty()) page += "\n## Figures\n";
  for (const auto& [figure_name, figure] : reproduction.figures)
    page += fmt::format("\n![{}](figures/{}_{}.svg)\n", figure.title, experiment.id, figure_name);
  return page;
}

// Lines `- PLACES [path](../../path): what` of a page's section "Code".
struct CodeLink {
  std::string places, path;
};
std::vector<CodeLink> code_links(std::string_view id) {
  const std::string_view page = std::ranges::find(all_texts(), id, &Texts::id)->page;
  std::vector<CodeLink> links;
  for (std::size_t at = page.find("## Code"); (at = page.find("\n- ", at)) != std::string_view::npos;
       at += 3) {
    const std::size_t open = page.find(" [", at), close = page.find("](", at);
    if (close == std::string_view::npos) break;
    links.push_back({std::string(page.substr(at + 3, open - at - 3)),
                     std::string(page.substr(open + 2, close - open - 2))});
  }
  return links;
}

std::string index(const std::vector<Reproduction>& all) {
  std::string page =
      "# Published tables and figures, made again\n\n"
      "Written by `trammel reproduce --write docs/reproduction`. Every page says what a document claims, "
      "prints its "
      "numbers beside ours, and leads to the code that implements its equations. Keys: "
      "[references.bib](../references.bib).\n\n" +
      summary(all) +
      "\n\n| experiment | document | what | met | better | not met |\n|---|---|---|---|---|---|\n";
  for (const Reproduction& one : all)
    page += fmt::format("| [{0}]({0}.md) | {1} | {2} | {3} | {4} | {5} |\n", one.experiment->id,
                        one.experiment->document, one.experiment->title, one.count(Verdict::met),
                        one.count(Verdict::better), one.count(Verdict::not_met));
  page += "\n## From the code back to the tables\n\n| code | equations | experiment |\n|---|---|---|\n";
  std::vector<std::string> lines;
  for (const Reproduction& one : all)
    for (const CodeLink& link : code_links(one.experiment->id))
      lines.push_back(fmt::format("| [{0}](../../{0}) | {1}, {2} | [{3}]({3}.md) |\n", link.path,
                                  one.experiment->document, link.places, one.experiment->id));
  std::ranges::sort(lines);
  for (const std::string& line : lines) page += line;
  return page;
}

}  // namespace

std::string text(const Reproduction& reproduction) {
  const Experiment& experiment = *reproduction.experiment;
  const std::vector<std::string> reasons = reasons_of(reproduction);
  std::string result = fmt::format("{}  [{}] {}\n", experiment.id, experiment.document, experiment.title);
  for (const std::string& table : tables_of(reproduction)) {
    std::size_t row = 3, column = 6, print = 9, rule = 7;
    for (const Cell& cell : reproduction.cells)
      if (cell.published.table == table) {
        row = std::max(row, cell.published.row.size());
        column = std::max(column, cell.published.column.size());
        print = std::max(print, printed(cell.published).size());
        rule = std::max(rule, cell.published.rule.text.size());
      }
    result += fmt::format("  {}\n    {:{}}  {:{}}  {:>{}}  {:>11}  {:>11}  {:{}}\n", table, "row", row,
                          "column", column, "published", print, "checked", "ours", "must be", rule);
    for (const Cell& cell : reproduction.cells)
      if (cell.published.table == table)
        result += fmt::format("    {:{}}  {:{}}  {:>{}}  {:>11}  {:>11}  {:{}}  {}\n", cell.published.row,
                              row, cell.published.column, column, printed(cell.published), print,
                              shown(cell.published.checked), shown(cell.ours), cell.published.rule.text, rule,
                              mark(cell, reasons));
  }
  for (std::size_t i = 0; i < reasons.size(); ++i) result += fmt::format("  ({}) {}\n", i + 1, reasons[i]);
  for (const std::string& note : reproduction.notes) result += "  " + note + "\n";
  if (!reproduction.failure.empty())
    result += fmt::format("  the program stopped: {}\n", reproduction.failure);
  return result + fmt::format("  {} ({:.1f} s)\n\n", counts(reproduction), reproduction.seconds);
}

std::string summary(const std::vector<Reproduction>& all) {
  int met = 0, better = 0, known = 0, open = 0;
  for (const Reproduction& one : all) {
    met += one.count(Verdict::met), better += one.count(Verdict::better);
    for (const Cell& cell : one.cells)
      if (cell.verdict == Verdict::not_met) ++(cell.expected ? known : open);
  }
  return fmt::format("{} numbers: {} met, {} better, {} not met for a known reason, {} not met.",
                     met + better + known + open, met, better, known, open);
}

nlohmann::ordered_json to_json(const Reproduction& reproduction) {
  using Json = nlohmann::ordered_json;
  const auto number = [](const std::optional<double>& value) {
    return value && std::isfinite(*value) ? Json(*value) : Json(nullptr);
  };
  Json cells = Json::array();
  for (const Cell& cell : reproduction.cells)
    cells.push_back({{"table", cell.published.table},
                     {"row", cell.published.row},
                     {"column", cell.published.column},
                     {"published", cell.published.print},
                     {"checked", number(cell.published.checked)},
                     {"ours", number(cell.ours)},
                     {"rule", cell.published.rule.text},
                     {"verdict", name(cell.verdict)},
                     {"expected", cell.expected},
                     {"reason", reason(cell)}});
  const Experiment& experiment = *reproduction.experiment;
  return {{"id", experiment.id},
          {"document", experiment.document},
          {"title", experiment.title},
          {"met", reproduction.count(Verdict::met)},
          {"better", reproduction.count(Verdict::better)},
          {"not_met", reproduction.count(Verdict::not_met)},
          {"as_expected", reproduction.as_expected()},
          {"failure", reproduction.failure},
          {"seconds", reproduction.seconds},
          {"cells", cells}};
}

void write_pages(const std::vector<Reproduction>& all, const std::string& folder) {
  std::error_code failed;
  std::filesystem::create_directories(folder + "/figures", failed);
  if (failed)
    throw Error(Kind::io,
                fmt::format("cannot make the folder {}: {}", quote(folder + "/figures"), failed.message()));
  for (const Reproduction& one : all) {
    write(fmt::format("{}/{}.md", folder, one.experiment->id), markdown(one));
    for (const auto& [figure_name, figure] : one.figures)
      write(fmt::format("{}/figures/{}_{}.svg", folder, one.experiment->id, figure_name),
            report::to_svg(figure));
  }
  if (all.size() == catalog().size()) write(folder + "/README.md", index(all));
}

}  // namespace trammel::experiments
