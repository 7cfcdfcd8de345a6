// fuzz_numbers/main.cpp: random small DAEs through analyze and simulate. No crash, no hang, no NaN, no
// success that violates its equations or that a second formulation contradicts.
//
//   fuzz_numbers --count 10000 [--first 0] [--jobs 2]     counts, and every fault with a command that repeats it
//   fuzz_numbers --case 123                               one model: its text and what was found
//   fuzz_numbers --cases repaired.txt                        models by number, one per line
//
// Models run in workers of 200 each. A worker that dies or thinks too long is replaced by one that begins
// behind the model that was its last.
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "trial.hpp"

namespace {

using namespace trammel::fuzz;

constexpr int batch = 200, cpu_seconds = 20;

struct Record {  // what a worker says, before (verdict < 0) and after each model
  long number = 0;
  int verdict = -1;
  std::array<char, 160> what = {};
};

[[noreturn]] void work(long first, long end, int out) {
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  for (long n = first; n < end; ++n) {
    Record record{n, -1, {}};
    if (write(out, &record, sizeof record) < 0) _exit(1);
    const itimerval limit{{0, 0},
                          {cpu_seconds, 0}};  // of processor time, so that a busy machine does not matter
    setitimer(ITIMER_VIRTUAL, &limit, nullptr);
    const Finding found = try_model(random_dae(static_cast<std::uint64_t>(n)));
    record.verdict = found.verdict;
    found.what.copy(record.what.data(), record.what.size() - 1);
    if (write(out, &record, sizeof record) < 0) _exit(1);
  }
  _exit(0);
}

struct Tally {
  std::map<std::string, std::map<std::string, long>> counts;  // kind of model -> verdict -> number
  std::vector<std::pair<long, std::string>> faults;
  void add(long number, const std::string& verdict, const std::string& what, bool fault) {
    const RandomDae dae = random_dae(static_cast<std::uint64_t>(number));
    ++counts[dae.kind + (dae.scaled ? ", scaled" : "")][verdict];
    if (fault) faults.emplace_back(number, verdict + (what.empty() ? "" : ": " + what));
  }
};

struct Worker {
  pid_t pid = 0;
  int in = -1;
  long end = 0, last = -1;
  bool open = false;  // the last model was begun and not ended
};

Worker start(long first, long end) {
  int ends[2];
  if (pipe(ends) != 0) std::exit(2);
  std::fflush(nullptr);
  const pid_t pid = fork();
  if (pid < 0) std::exit(2);
  if (pid == 0) {
    close(ends[0]);
    work(first, end, ends[1]);
  }
  close(ends[1]);
  return {pid, ends[0], end, first - 1, false};
}

// Reads until the worker is gone; gives back where the next one must begin.
long finish(Worker& worker, Tally& tally) {
  Record record;
  while (read(worker.in, &record, sizeof record) == static_cast<ssize_t>(sizeof record)) {
    worker.last = record.number;
    worker.open = record.verdict < 0;
    if (worker.open) continue;
    const auto verdict = static_cast<Finding::Class>(record.verdict);
    tally.add(record.number, name(verdict), record.what.data(), is_fault(verdict));
  }
  close(worker.in);
  int status = 0;
  waitpid(worker.pid, &status, 0);
  if (worker.open) {
    const bool hung = WIFSIGNALED(status) && WTERMSIG(status) == SIGVTALRM;
    tally.add(worker.last, hung ? "hang" : "crash",
              hung                  ? fmt::format("no answer in {} s", cpu_seconds)
              : WIFSIGNALED(status) ? strsignal(WTERMSIG(status))
                                    : "it ended itself",
              true);
  }
  return worker.last + 1;
}

using Queue = std::vector<std::pair<long, long>>;  // numbers from the first on, before the second

Queue batches(long first, long count) {
  Queue queue;
  for (long n = first + count; n > first; n -= std::min<long>(batch, n - first))
    queue.emplace_back(std::max(first, n - batch), n);
  return queue;
}

void fuzz(Queue queue, int jobs, Tally& tally) {
  while (!queue.empty()) {
    std::vector<Worker> workers;
    for (int j = 0; j < jobs && !queue.empty(); ++j) {
      workers.push_back(start(queue.back().first, queue.back().second));
      queue.pop_back();
    }
    for (Worker& worker : workers) {
      const long next = finish(worker, tally);
      if (next < worker.end) queue.emplace_back(next, worker.end);
    }
  }
}

int one(long number) {
  const RandomDae dae = random_dae(static_cast<std::uint64_t>(number));
  fmt::print("// {}{}\n{}", dae.kind, dae.scaled ? ", scaled" : "", modelica(dae));
  std::fflush(stdout);
  const Finding found = try_model(dae);
  fmt::print("{}{}\n", name(found.verdict), found.what.empty() ? "" : ": " + found.what);
  return is_fault(found.verdict) ? 1 : 0;
}

// The first number of every line; '#' begins a comment.
std::set<long> numbers_in(const char* path) {
  std::set<long> known;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);)
    if (!line.empty() && line[0] != '#') known.insert(std::strtol(line.c_str(), nullptr, 10));
  return known;
}

}  // namespace

int main(int count, char** words) {
  long first = 0, models = 1000, only = -1;
  int jobs = 1;
  std::set<long> known;
  Queue queue;
  for (int i = 1; i + 1 < count; i += 2) {
    const std::string option = words[i];
    const long value = std::strtol(words[i + 1], nullptr, 10);
    if (option == "--first") first = value;
    if (option == "--count") models = value;
    if (option == "--jobs") jobs = static_cast<int>(value);
    if (option == "--case") only = value;
    if (option == "--cases")
      for (const long number : numbers_in(words[i + 1])) queue.emplace_back(number, number + 1);
    if (option == "--known") known = numbers_in(words[i + 1]);
  }
  if (only >= 0) return one(only);
  Tally tally;
  if (queue.empty())
    queue = batches(first, models);
  else
    models = static_cast<long>(queue.size());
  fuzz(std::move(queue), std::max(1, jobs), tally);
  for (const auto& [kind, verdicts] : tally.counts) {
    fmt::print("{:<20}", kind);
    for (const auto& [verdict, n] : verdicts) fmt::print(" {} {}", verdict, n);
    fmt::print("\n");
  }
  std::ranges::sort(tally.faults);
  long unknown = 0;
  for (const auto& [number, what] : tally.faults) {
    unknown += !known.contains(number);
    fmt::print("{}\n  {} --case {}{}\n", what, words[0], number, known.contains(number) ? "   (known)" : "");
  }
  fmt::print("{} models, {} faults, {} of them known\n", models, tally.faults.size(),
             static_cast<long>(tally.faults.size()) - unknown);
  return unknown == 0 ? 0 : 1;
}
