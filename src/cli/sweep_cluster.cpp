#include "cli/sweep_cluster.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <deque>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>

#include "cli/terminal.hpp"
#include "cli/trajectories.hpp"
#include "cluster/parcel.hpp"

namespace trammel::cli {
namespace {

std::string packed_line(const SweepLine& line) {
  cluster::Parcel parcel;
  parcel.put(std::uint64_t{line.run}).put(line.names).put(line.place).put(line.status).put(line.cells);
  return std::move(parcel).bytes();
}

SweepLine line_of(std::string_view bytes) {
  cluster::Unpacking parts(bytes);
  SweepLine line{.run = parts.number()};
  for (std::string* text : {&line.names, &line.place, &line.status, &line.cells}) *text = parts.text();
  return line;
}

// Runs that nobody has begun, the first ones first. Batches shrink with what is left, so that all ranks end
// at about the same time.
class RunQueue {
 public:
  RunQueue(const SweepFolder& folder, std::size_t runs, int ranks)
      : folder_(folder), runs_(runs), left_(runs - folder.before()), ranks_(static_cast<std::size_t>(ranks)) {
  }
  cluster::Jobs next(bool one) {
    constexpr std::size_t largest = 32;
    const std::lock_guard lock(mutex_);
    const std::size_t count = one ? 1 : std::clamp<std::size_t>(left_ / (4 * ranks_), 1, largest);
    cluster::Jobs batch;
    while (batch.size() < count && !returned_.empty()) {
      batch.push_back(returned_.front());
      returned_.pop_front();
    }
    for (; batch.size() < count && next_ < runs_; ++next_)
      if (!folder_.had(next_)) batch.push_back(next_);
    left_ -= batch.size();
    return batch;
  }
  void give_back(const cluster::Jobs& jobs) {
    const std::lock_guard lock(mutex_);
    returned_.insert(returned_.end(), jobs.begin(), jobs.end());
    left_ += jobs.size();
  }
  bool empty() {
    const std::lock_guard lock(mutex_);
    return left_ == 0;
  }

 private:
  const SweepFolder& folder_;
  std::size_t runs_, left_, next_ = 0, ranks_;
  std::deque<std::uint64_t> returned_;
  std::mutex mutex_;
};

// The part of rank 0 in the runs themselves: a thread beside the one that speaks with the other ranks.
class OwnRuns {
 public:
  OwnRuns(RunQueue& queue, SweepRunner& runner, Trajectories& files, const Arguments& arguments,
          std::function<void(const SweepLine&)> take)
      : thread_([this, &queue, &runner, &files, &arguments, take = std::move(take)] {
          try {
            runner.prepare();
            while (!ended_) {
              const cluster::Jobs job = queue.next(true);
              busy_ = !job.empty();
              if (job.empty()) {
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
                continue;
              }
              const pipeline::SweepRow row = runner.run(job[0]);
              if (!row.ran) break;
              take(sweep_line(arguments, runner, job[0], row, files.add(runner, row)));
              busy_ = false;
            }
          } catch (...) {
            thrown_ = std::current_exception();
          }
          over_ = true;
        }) {}
  ~OwnRuns() { end(); }
  OwnRuns(const OwnRuns&) = delete;
  OwnRuns& operator=(const OwnRuns&) = delete;
  bool over() const { return over_; }
  bool busy() const { return busy_; }
  void end() {
    ended_ = true;
    if (thread_.joinable()) thread_.join();
  }
  void rethrow() const {  // behind end()
    if (thrown_) std::rethrow_exception(thrown_);
  }

 private:
  std::atomic<bool> ended_ = false, over_ = false, busy_ = true;
  std::exception_ptr thrown_;
  std::thread thread_;  // the last member: it uses the others
};

}  // namespace

std::string packed_sweep(const std::vector<modelica::Source>& sources, const Combinations& runs) {
  cluster::Parcel parcel;
  parcel.put(std::uint64_t{sources.size()});
  for (const modelica::Source& source : sources) parcel.put(source.file).put(source.text);
  parcel.put(std::uint64_t{runs.axes().size()});
  for (const Axis& axis : runs.axes()) parcel.put(axis.name).put(axis.values);
  return std::move(parcel).bytes();
}

void lead_sweep(cluster::Session& session, cluster::Lead& lead, const Arguments& arguments,
                SweepRunner& runner, SweepFolder& folder, const std::function<void()>& tell) {
  RunQueue queue(folder, runner.runs().size(), session.size());
  Trajectories files(arguments.output, 0);
  std::mutex writing;
  std::vector<std::string> notes;
  const auto take = [&](const SweepLine& line) {
    const std::lock_guard lock(writing);
    folder.append(line);
    tell();
  };
  OwnRuns own(queue, runner, files, arguments, take);
  lead.serve({.next = [&] { return queue.next(false); },
              .take = [&](std::string_view bytes) { take(line_of(bytes)); },
              .give_back = [&](const cluster::Jobs& jobs) { queue.give_back(jobs); },
              .gave_up =
                  [&](int rank, const std::string& sentence) {
                    notes.push_back(
                        fmt::format("note: rank {} gave up, others do its runs: {}\n", rank, sentence));
                  },
              .finished = [&] { return queue.empty() && !own.busy(); },
              .go_on = [&] { return !interrupted() && !own.over(); }});
  own.end();
  own.rethrow();
  for (const std::string& note : notes) fmt::print(stderr, "{}", note);
}

void follow_sweep(cluster::Session& session, const Arguments& arguments, const std::string& packed) {
  std::optional<SweepRunner> runner;
  Trajectories files(arguments.output, session.rank());
  const auto prepare = [&]() -> cluster::Job {
    cluster::Unpacking parts(packed);
    std::vector<modelica::Source> sources(parts.number());
    for (modelica::Source& source : sources) {
      source.file = parts.text();
      source.text = parts.text();
    }
    std::vector<Axis> axes(parts.number());
    for (Axis& axis : axes) {
      axis.name = parts.text();
      axis.values = parts.numbers();
    }
    runner.emplace(arguments, std::move(sources), Combinations(std::move(axes)));
    runner->prepare();
    return [&](std::uint64_t number) {
      const pipeline::SweepRow row = runner->run(number);
      if (!row.ran) return std::string();
      return packed_line(sweep_line(arguments, *runner, number, row, files.add(*runner, row)));
    };
  };
  cluster::follow(session, prepare, [] { return !interrupted(); });
}

}  // namespace trammel::cli
