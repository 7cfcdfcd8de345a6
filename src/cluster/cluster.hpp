// cluster/cluster.hpp: one program on many ranks: rank 0 hands out numbered jobs, the others ask for them.
//
// A rank asks for its next batch before it begins the one it has, so that it never waits for an answer. Nothing
// here knows what a job is: results are bytes. No type of MPI stands in this header; mpi.cpp has it all, and
// none.cpp stands in its place in a build without MPI.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace trammel::cluster {

bool available();  // whether this build knows MPI

class Session {  // from MPI_Init to MPI_Finalize
 public:
  Session();  // throws an Error of kind usage in a build without MPI
  // NOLINTNEXTLINE(performance-trivially-destructible): with MPI it is not
  ~Session();  // without MPI_Finalize where not all ranks came to an orderly end: the launcher ends the others
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  int rank() const { return rank_; }
  int size() const { return size_; }
  std::string broadcast(std::string bytes);  // those of rank 0, on all ranks
  void disorder() { orderly_ = false; }

 private:
  int rank_ = 0, size_ = 1;
  bool orderly_ = true;
};

using Jobs = std::vector<std::uint64_t>;

struct Orders {                                // what rank 0 has to say
  std::function<Jobs()> next;                  // a batch; empty: none just now
  std::function<void(std::string_view)> take;  // the result of a job
  std::function<void(const Jobs&)> give_back;  // of a rank that gave up
  std::function<void(int rank, const std::string& sentence)> gave_up;
  std::function<bool()> finished;  // nothing is left to hand out, and rank 0 itself has nothing to do
  std::function<bool()> go_on;     // asked about every millisecond
};

class Lead {  // on rank 0
 public:
  explicit Lead(Session& session);
  ~Lead();  // sends all ranks home; waits half a second for those that are busy, unless serve() came to its end
  Lead(const Lead&) = delete;
  Lead& operator=(const Lead&) = delete;
  void serve(
      const Orders& orders);  // until all is done, or go_on() says no; then results under way still count

 private:
  struct Worker {
    bool asks = false, home = false;
    std::deque<std::uint64_t> has = {};
  };
  bool hear(const Orders* orders);  // one message, if there is one
  void answer(int rank, const Jobs& jobs);
  void send_home(const Orders* orders, bool patient);

  Session& session_;
  std::vector<Worker> workers_;  // by rank; that of rank 0 is home
  bool over_ = false;
};

// On the other ranks: makes what it needs, then works until it is sent home. A job without result (empty) ends
// it; what `prepare` or a job throws is told to rank 0, which gives its jobs to others.
using Job = std::function<std::string(std::uint64_t)>;
void follow(Session& session, const std::function<Job()>& prepare, const std::function<bool()>& go_on);

}  // namespace trammel::cluster
