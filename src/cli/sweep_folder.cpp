#include "cli/sweep_folder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <unordered_map>

#include "base/error.hpp"
#include "base/text.hpp"
#include "cli/pattern.hpp"
#include "cli/sweep_log.hpp"
#include "cli/sweep_manifest.hpp"
#include "cli/sweep_rows.hpp"
#include "report/file.hpp"

namespace trammel::cli {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse_folder(const std::string& path, const std::string& why) {
  throw Error(Kind::usage, fmt::format("{} {}", quote(path), why), {},
              "another folder, or the command that began it");
}

// Which columns of the table the values of one list of names are, for their first appearance at the end of a run.
struct NameSet {
  std::vector<std::string> names = {};  // as they stand in the log
  std::uint64_t first_run = UINT64_MAX;
  std::vector<std::size_t> columns = {};
};

std::string with_times(const std::vector<std::string>& cells, const std::vector<double>& times) {
  std::vector<std::string> names;
  for (std::string cell : cells) {  // out of their quotes, for csv_names puts them in again
    if (cell.starts_with('"')) {
      cell = cell.substr(1, cell.size() - 2);
      for (std::size_t at = 0; (at = cell.find("\"\"", at)) != std::string::npos; ++at) cell.erase(at, 1);
    }
    names.push_back(cell);
  }
  return csv_names(names, times);
}

}  // namespace

SweepFolder::SweepFolder(const Arguments& arguments, const SweepRunner& runner)
    : path_(arguments.output), runner_(runner), columns_(runner.columns()),
      trajectories_(arguments.trajectories), had_(runner.runs().size()) {
  std::error_code wrong;
  fs::create_directories(path_, wrong);
  if (wrong)
    throw Error(Kind::io, fmt::format("cannot make the folder {}: {}", quote(path_), wrong.message()),
                {.file = path_}, "choose a place where you may write");
  check_manifest(arguments);
  log_ = std::make_unique<AppendFile>(path_ + "/runs.log");
  if (!log_->lock()) refuse_folder(path_, "belongs to a sweep that is running");
  take_up();
}

void SweepFolder::check_manifest(const Arguments& arguments) const {
  const report::Json asked = manifest_of(arguments, runner_, columns_);
  const std::string path = path_ + "/sweep.json";
  std::ifstream file(path);
  if (!file) {
    for (const char* name : {"runs.log", "table.csv", "trajectories.csv"})
      if (fs::exists(path_ + "/" + name))
        refuse_folder(path_, fmt::format("holds {} of something else", name));
    report::write_file(path, [&](const report::Sink& sink) { sink(asked.dump(2) + "\n"); });
    return;
  }
  const report::Json there = report::Json::parse(file, nullptr, false);
  const std::string different = there.is_object() && there.value("options", report::Json()).is_object()
                                    ? difference(there, asked)
                                    : "all of sweep.json";
  if (!different.empty()) refuse_folder(path_, "holds another sweep: it differs in " + different);
}

void SweepFolder::take_up() {
  sets_[csv_names(columns_, {})] = 0;
  std::vector<bool> known = {true};
  const std::uint64_t end = read_log(path_ + "/runs.log", [&](const LogLine& line) {
    if (line.set < 0) return;
    const auto set = static_cast<std::size_t>(line.set);
    if (line.names) {
      sets_["," + std::string(line.rest)] = line.set;
      known.resize(std::max(known.size(), set + 1));
      known[set] = true;
    } else if (line.run < had_.size() && set < known.size() && known[set] && !had_[line.run]) {
      had_[line.run] = true;
      ++before_;
      succeeded_ += csv_fields(line.rest.substr(0, 4096))[3] == "success";
    }
  });
  finished_ = before_;
  if (end != log_->size()) log_->cut(end);  // a torn line: its run is made again
}

void SweepFolder::put(const std::string& body) { log_->append(sealed(body)); }

SweepLine sweep_line(const Arguments& arguments, const SweepRunner& runner, std::size_t run,
                     const pipeline::SweepRow& row, std::string place) {
  SweepLine result{.run = run, .place = std::move(place), .status = status(row)};
  const std::vector<std::string>& own = row.solution.variables;
  std::vector<std::string> names = runner.columns();
  if (!own.empty() && own != runner.variables()) {
    std::vector<std::string> others;
    for (const std::string& name : own)
      if (arguments.shown.empty() || std::ranges::any_of(arguments.shown, [&](const std::string& pattern) {
            return matches(pattern, name);
          }))
        others.push_back(name);
    if (others != names) result.names = csv_names(others, {});
    names = others;
  }
  const bool known = row.ran && row.refusal.empty();
  result.cells = certificate(row) + "," + (known ? report::number(row.solution.t_end) : "") +
                 csv_values(row, names, runner.times()) + "," + csv_cell(sentence(row));
  return result;
}

void SweepFolder::append(const SweepLine& line) {
  int set = 0;
  if (!line.names.empty()) {
    const auto [at, added] = sets_.emplace(line.names, static_cast<int>(sets_.size()));
    set = at->second;
    if (added) put(fmt::format("names,{}{}", set, line.names));
  }
  put(fmt::format("{},{},{},{},{}", line.run, set, line.place, line.status, line.cells));
  ++finished_;
  succeeded_ += line.status == "success";
}

void SweepFolder::write_tables() const {
  constexpr std::uint64_t none = UINT64_MAX;
  std::vector<std::uint64_t> offsets(had_.size(), none);
  std::vector<NameSet> sets(1);
  sets[0].names = csv_fields(csv_names(columns_, {}));
  sets[0].first_run = 0;
  read_log(path_ + "/runs.log", [&](const LogLine& line) {
    const auto set = static_cast<std::size_t>(line.set);
    if (line.names) {
      sets.resize(std::max(sets.size(), set + 1));
      sets[set].names = csv_fields("," + std::string(line.rest));
    } else if (line.run < offsets.size() && set < sets.size()) {
      offsets[line.run] = line.at;
      sets[set].first_run = std::min(sets[set].first_run, line.run);
    }
  });
  // Columns stand in the order in which runs, by their numbers, bring them.
  std::vector<std::size_t> order(sets.size());
  for (std::size_t k = 0; k < order.size(); ++k) order[k] = k;
  std::ranges::stable_sort(order, {}, [&](std::size_t k) { return sets[k].first_run; });
  std::vector<std::string> names;
  std::unordered_map<std::string, std::size_t> column;
  for (const std::size_t k : order)
    for (std::size_t i = 1; i < sets[k].names.size(); ++i) {  // the first one is empty
      const auto [at, added] = column.emplace(sets[k].names[i], names.size());
      if (added) names.push_back(sets[k].names[i]);
      sets[k].columns.push_back(at->second);
    }
  const std::size_t blocks = 1 + runner_.times().size();
  // status,certificate,time, the values by the columns of the table, message
  const auto spread = [&](std::string_view rest, const NameSet& set) {
    const std::vector<std::string> cells = csv_fields(rest);
    std::vector<std::string> values(blocks * names.size());
    for (std::size_t b = 0; b < blocks; ++b)
      for (std::size_t i = 0; i < set.columns.size(); ++i)
        if (const std::size_t at = 3 + b * set.columns.size() + i; at + 1 < cells.size())
          values[b * names.size() + set.columns[i]] = cells[at];
    return fmt::format("{},{},{},{},{}", cells[0], cells[1], cells[2], fmt::join(values, ","), cells.back());
  };
  const auto each_run = [&](const auto& take) {
    LogReader log(path_ + "/runs.log");
    for (std::size_t run = 0; run < offsets.size(); ++run) {
      if (offsets[run] == none) continue;
      const LogLine line = log.at(offsets[run]);
      std::size_t place = 0;  // the end of the three cells that say where the trajectory is
      for (int k = 0; k < 3; ++k) place = line.rest.find(',', place) + 1;
      take(run, sets[static_cast<std::size_t>(line.set)], line.rest.substr(0, place - 1),
           line.rest.substr(place));
    }
  };
  report::write_file(path_ + "/table.csv", [&](const report::Sink& sink) {
    std::string head = "run,";
    for (const Axis& axis : runner_.runs().axes()) head += csv_cell(axis.name) + ",";
    sink(head + "status,certificate,time" + with_times(names, runner_.times()) + ",message\n");
    each_run([&](std::size_t run, const NameSet& set, std::string_view, std::string_view rest) {
      std::string row = fmt::format("{},", run);
      for (const auto& [name, value] : runner_.runs().at(run).parameters) row += report::number(value) + ",";
      row += sets.size() == 1 ? std::string(rest) : spread(rest, set);
      sink(row + "\n");
    });
  });
  if (!trajectories_) return;
  report::write_file(path_ + "/trajectories.csv", [&](const report::Sink& sink) {
    sink("run,file,offset,bytes\n");
    each_run([&](std::size_t run, const NameSet&, std::string_view place, std::string_view) {
      if (!place.starts_with(',')) sink(fmt::format("{},{}\n", run, place));
    });
  });
}

}  // namespace trammel::cli
