// cli/sweep.cpp: `trammel sweep`: one model, many parameters, one table with a row per run.
#include <fmt/format.h>

#include <csignal>
#include <deque>
#include <filesystem>
#include <functional>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/error.hpp"
#include "base/text.hpp"
#include "cli/commands.hpp"
#include "cli/crew.hpp"
#include "cli/sweep_cluster.hpp"
#include "cli/sweep_folder.hpp"
#include "cli/sweep_table.hpp"
#include "cli/terminal.hpp"
#include "cli/trajectories.hpp"
#include "cli/version.hpp"
#include "report/json.hpp"

namespace trammel::cli {
namespace {

// A name without ending, or a folder that is there.
bool is_folder(const std::string& path) {
  std::error_code ignored;
  const std::filesystem::path name(path);
  return std::filesystem::is_directory(name, ignored) || (!path.empty() && !name.has_extension());
}

void check_sweep(const Arguments& arguments) {
  const bool folder = is_folder(arguments.output);
  if (!arguments.plots.empty() ||
      (!arguments.output.empty() && !folder && !arguments.output.ends_with(".csv")))
    throw Error(Kind::usage, "a sweep makes a table", {},
                "-o FILE.csv, -o FOLDER for one that can be taken up again, or --json");
  if (folder) return;
  if (arguments.trajectories)
    throw Error(Kind::usage, "--trajectories needs a folder to write into", {}, "-o FOLDER");
  if (arguments.mpi) throw Error(Kind::usage, "--mpi needs a folder to write into", {}, "-o FOLDER");
}

void make_runs(const Arguments& arguments, SweepRunner& runner, SweepFolder& folder,
               const std::function<void()>& tell) {
  const std::size_t runs = runner.runs().size();
  if (folder.before() == runs) return;
  runner.prepare();
  std::deque<Trajectories> files;  // one per thread
  std::mutex mutex;
  std::size_t next = 0;
  on_threads(arguments.threads, runs - folder.before(), [&](int thread) {
    std::size_t run = 0;
    Trajectories* own = nullptr;
    {
      const std::lock_guard lock(mutex);
      while (next < runs && folder.had(next)) ++next;
      if (next >= runs || interrupted()) return false;
      run = next++;
      while (files.size() <= static_cast<std::size_t>(thread))
        files.emplace_back(arguments.output, static_cast<int>(files.size()));
      own = &files[static_cast<std::size_t>(thread)];
    }
    const pipeline::SweepRow row = runner.run(run);
    if (!row.ran) return false;
    const SweepLine line = sweep_line(arguments, runner, run, row, own->add(runner, row));
    const std::lock_guard lock(mutex);
    folder.append(line);
    tell();
    return true;
  });
}

int tell_end(const Arguments& arguments, const SweepRunner& runner, const SweepFolder& folder) {
  const std::size_t runs = runner.runs().size();
  const bool whole = folder.finished() == runs;
  if (arguments.json)
    print(report::text({{"trammel", version},
                        {"model", runner.model()},
                        {"status", whole ? "success" : "interrupted"},
                        {"folder", arguments.output},
                        {"runs", runs},
                        {"finished", folder.finished()},
                        {"before", folder.before()},
                        {"succeeded", folder.succeeded()}}) +
          "\n");
  else if (whole && !arguments.quiet)
    print(fmt::format(
        "{}: {} of {} succeeded{}\n", strong(runner.model()), folder.succeeded(), counted(runs, "run"),
        folder.before() > 0 ? fmt::format(", {} of them were there before", folder.before()) : ""));
  if (!whole)
    fmt::print(stderr, "{} interrupted: {} of {} are in {}; the same command goes on from there\n",
               alarming("error:"), folder.finished(), counted(runs, "run"), quote(arguments.output));
  return whole && folder.succeeded() == runs ? success : stopped_early;
}

int sweep_to_folder(const Arguments& arguments, std::vector<modelica::Source> sources, Combinations runs,
                    cluster::Session* session, cluster::Lead* lead) {
  std::signal(SIGXFSZ, SIG_IGN);  // a file that may not grow is an error of its own, told in a sentence
  watch_for_interrupt();
  SweepRunner runner(arguments, std::move(sources), std::move(runs));
  SweepFolder folder(arguments, runner);
  {
    Progress progress(0, static_cast<double>(runner.runs().size() - folder.before()), !arguments.quiet);
    progress.every_half_minute(lead != nullptr);
    const auto tell = [&] { progress.show_runs(folder.finished() - folder.before()); };
    if (lead)
      lead_sweep(*session, *lead, arguments, runner, folder, tell);
    else
      make_runs(arguments, runner, folder, tell);
  }
  folder.write_tables();
  return tell_end(arguments, runner, folder);
}

int sweep_on_ranks(const Arguments& arguments) {
  cluster::Session session;
  if (session.rank() > 0) {
    watch_for_interrupt();
    std::signal(SIGXFSZ, SIG_IGN);
    const std::string packed = session.broadcast({});
    if (!packed.empty()) follow_sweep(session, arguments, packed);
    return success;
  }
  std::vector<modelica::Source> sources;
  std::optional<Combinations> runs;
  try {
    check_sweep(arguments);
    sources = read_sources(arguments);
    runs = combinations_of(arguments);
  } catch (...) {
    session.broadcast({});
    throw;
  }
  session.broadcast(packed_sweep(sources, *runs));
  cluster::Lead lead(session);
  return sweep_to_folder(arguments, std::move(sources), std::move(*runs), &session, &lead);
}

}  // namespace

int sweep(const Arguments& arguments) {
  if (arguments.mpi) return sweep_on_ranks(arguments);
  check_sweep(arguments);
  if (!is_folder(arguments.output)) return sweep_to_table(arguments);
  return sweep_to_folder(arguments, read_sources(arguments), combinations_of(arguments), nullptr, nullptr);
}

}  // namespace trammel::cli
