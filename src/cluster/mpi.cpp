// cluster/mpi.cpp: the messages between ranks.
#include <mpi.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <optional>
#include <thread>

#include "base/error.hpp"
#include "cluster/cluster.hpp"
#include "cluster/parcel.hpp"

namespace trammel::cluster {
namespace {

// To rank 0: wants jobs; a result; cannot go on, and why; goes home. From rank 0: jobs, none of them to go home.
enum Tag { ask = 1, result, unable, home, jobs };

// A wait that leaves the core to others: blocking calls of MPI spin.
void rest() { std::this_thread::sleep_for(std::chrono::milliseconds(1)); }

void send(int rank, Tag tag, std::string_view bytes) {
  MPI_Send(bytes.data(), static_cast<int>(bytes.size()), MPI_BYTE, rank, tag, MPI_COMM_WORLD);
}

struct Message {
  int rank = 0;
  Tag tag = ask;
  std::string bytes = {};
};

std::optional<Message> receive() {
  int there = 0, size = 0;
  MPI_Status status;
  MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &there, &status);
  if (there == 0) return {};
  MPI_Get_count(&status, MPI_BYTE, &size);
  Message message{status.MPI_SOURCE, static_cast<Tag>(status.MPI_TAG),
                  std::string(static_cast<std::size_t>(size), '\0')};
  MPI_Recv(message.bytes.data(), size, MPI_BYTE, message.rank, message.tag, MPI_COMM_WORLD,
           MPI_STATUS_IGNORE);
  return message;
}

}  // namespace

bool available() { return true; }

Session::Session() {
  int level = 0;
  MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &level);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
  MPI_Comm_size(MPI_COMM_WORLD, &size_);
}

Session::~Session() {
  if (orderly_) MPI_Finalize();
}

std::string Session::broadcast(std::string bytes) {
  std::uint64_t size = bytes.size();
  MPI_Bcast(&size, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD);
  bytes.resize(size);
  constexpr std::uint64_t most = 1u << 30;  // counts of MPI are of type int
  for (std::uint64_t from = 0; from < size; from += most)
    MPI_Bcast(bytes.data() + from, static_cast<int>(std::min(most, size - from)), MPI_BYTE, 0,
              MPI_COMM_WORLD);
  return bytes;
}

Lead::Lead(Session& session) : session_(session), workers_(static_cast<std::size_t>(session.size())) {
  workers_[0].home = true;
}

Lead::~Lead() {
  try {
    send_home(nullptr, over_);
  } catch (...) {
    session_.disorder();
  }
}

bool Lead::hear(const Orders* orders) {
  const std::optional<Message> message = receive();
  if (!message) return false;
  Worker& worker = workers_[static_cast<std::size_t>(message->rank)];
  switch (message->tag) {
    case ask:
      worker.asks = true;
      break;
    case result:
      if (!worker.has.empty()) worker.has.pop_front();  // jobs are done in the order in which they were given
      if (orders) orders->take(message->bytes);
      break;
    case unable:
      if (orders) {
        orders->give_back(Jobs(worker.has.begin(), worker.has.end()));
        orders->gave_up(message->rank, message->bytes);
      }
      worker.has.clear();
      break;
    case home:
      if (orders) orders->give_back(Jobs(worker.has.begin(), worker.has.end()));
      worker = {.home = true};
      break;
    case jobs:
      break;
  }
  return true;
}

void Lead::answer(int rank, const Jobs& jobs_for_it) {
  Worker& worker = workers_[static_cast<std::size_t>(rank)];
  worker.asks = false;
  worker.has.insert(worker.has.end(), jobs_for_it.begin(), jobs_for_it.end());
  send(rank, jobs,
       std::string_view(reinterpret_cast<const char*>(jobs_for_it.data()),
                        jobs_for_it.size() * sizeof(std::uint64_t)));
}

void Lead::serve(const Orders& orders) {
  while (orders.go_on()) {
    bool heard = false;
    while (hear(&orders)) heard = true;
    for (int rank = 1; rank < session_.size(); ++rank)
      if (workers_[static_cast<std::size_t>(rank)].asks)
        if (const Jobs batch = orders.next(); !batch.empty()) answer(rank, batch);
    const bool idle = std::ranges::all_of(workers_, [](const Worker& worker) { return worker.has.empty(); });
    if (idle && orders.finished()) {
      over_ = true;
      return;
    }
    if (!heard) rest();
  }
  send_home(&orders, false);
}

void Lead::send_home(const Orders* orders, bool patient) {
  constexpr int patience = 500;  // milliseconds
  for (int waited = 0;;) {
    while (hear(orders)) {
    }
    bool all_home = true;
    for (int rank = 1; rank < session_.size(); ++rank) {
      if (workers_[static_cast<std::size_t>(rank)].asks) answer(rank, {});
      all_home = all_home && workers_[static_cast<std::size_t>(rank)].home;
    }
    if (all_home) return;
    if (!patient && ++waited > patience) return session_.disorder();
    rest();
  }
}

namespace {

// The next batch; empty: go home. None: the launcher is gone, or an interrupt came.
std::optional<Jobs> next_batch(::pid_t parent, const std::function<bool()>& go_on) {
  for (;;) {
    if (const std::optional<Message> message = receive()) {
      Jobs batch(message->bytes.size() / sizeof(std::uint64_t));
      std::copy_n(message->bytes.data(), message->bytes.size(), reinterpret_cast<char*>(batch.data()));
      return batch;
    }
    if (::getppid() != parent || !go_on()) return {};
    rest();
  }
}

void work(const Job& job, ::pid_t parent, const std::function<bool()>& go_on) {
  for (;;) {
    const std::optional<Jobs> batch = next_batch(parent, go_on);
    if (!batch || batch->empty()) return;
    send(0, ask, {});
    for (const std::uint64_t number : *batch) {
      const std::string bytes = job(number);
      if (bytes.empty()) return;
      send(0, result, bytes);
    }
  }
}

}  // namespace

void follow(Session& session, const std::function<Job()>& prepare, const std::function<bool()>& go_on) {
  const ::pid_t parent = ::getppid();
  try {
    const Job job = prepare();
    send(0, ask, {});
    work(job, parent, go_on);
  } catch (const std::exception& error) {
    send(0, unable, error.what());
  }
  send(0, home, {});
  if (::getppid() != parent) session.disorder();
}

}  // namespace trammel::cluster
