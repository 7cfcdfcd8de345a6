// petsc/ranks.cpp: orders of rank 0, and how numbers come and go.
#include "petsc/ranks.hpp"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <climits>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <thread>

#include "base/error.hpp"
#include "linalg/elsewhere.hpp"
#include "petsc/state.hpp"
#include "system/elsewhere.hpp"

namespace trammel::petsc {

void give_up(std::string_view what) {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  fmt::print(stderr, "error: rank {} cannot go on: {}\n", rank, what);
  std::fflush(stderr);
  MPI_Abort(MPI_COMM_WORLD, 3);
  std::_Exit(3);
}

bool available() { return true; }

const std::vector<std::string>& solvers() {
  static const std::vector<std::string> all = {"mumps", "superlu_dist", "fieldsplit"};
  return all;
}

void Ranks::State::tell(Order order) {
  MPI_Request request;
  MPI_Ibcast(&order, sizeof order, MPI_BYTE, 0, MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  ++use.orders;
}

// Blocking calls of MPI spin, and rank 0 needs a core for what it does alone.
bool Ranks::State::hear(Order& order) {
  using namespace std::chrono;
  const ::pid_t parent = ::getppid();
  MPI_Request request;
  MPI_Ibcast(&order, sizeof order, MPI_BYTE, 0, MPI_COMM_WORLD, &request);
  microseconds pause(0);
  for (;;) {
    int there = 0;
    MPI_Test(&request, &there, MPI_STATUS_IGNORE);
    if (there != 0) break;
    if (pause.count() > 0) std::this_thread::sleep_for(pause);
    pause = std::min(pause + microseconds(20), microseconds(1000));
    if (::getppid() != parent) return false;
  }
  ++use.orders;
  return true;
}

void Ranks::State::obey(const Order& order) {
  switch (order.kind) {
    case Order::home:
      return;
    case Order::make_matrix:
    case Order::make_equations: {
      const std::string packed = hand({});
      parts[order.id] = order.kind == Order::make_matrix ? make_matrix_part(*this, packed)
                                                         : make_equation_part(*this, packed);
      return;
    }
    case Order::drop:
      parts.erase(order.id);
      return;
    case Order::tell_use: {
      rusage used = {};
      ::getrusage(RUSAGE_SELF, &used);
      use.peak = 1024.0 * static_cast<double>(used.ru_maxrss);
      const double mine[] = {
          use.peak,    static_cast<double>(use.rows), static_cast<double>(use.entries), use.orders, use.sent,
          use.received};
      MPI_Gather(mine, 6, MPI_DOUBLE, leads() ? const_cast<double*>(out.data()) : nullptr, 6, MPI_DOUBLE, 0,
                 MPI_COMM_WORLD);
      return;
    }
    default:
      parts.at(order.id)->obey(order);
  }
}

// Counts of MPI are of type int: long texts go in pieces.
std::string Ranks::State::hand(const std::vector<std::string>& of_rank) {
  constexpr std::uint64_t most = 1u << 30;
  if (!leads()) {
    std::uint64_t size = 0;
    MPI_Recv(&size, 1, MPI_UINT64_T, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    std::string text(size, '\0');
    for (std::uint64_t from = 0; from < size; from += most)
      MPI_Recv(text.data() + from, static_cast<int>(std::min(most, size - from)), MPI_BYTE, 0, 0,
               MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    use.received += static_cast<double>(size);
    return text;
  }
  for (int to = 1; to < size(); ++to) {
    const std::string& text = of_rank[static_cast<std::size_t>(to)];
    const std::uint64_t size = text.size();
    MPI_Send(&size, 1, MPI_UINT64_T, to, 0, MPI_COMM_WORLD);
    for (std::uint64_t from = 0; from < size; from += most)
      MPI_Send(text.data() + from, static_cast<int>(std::min(most, size - from)), MPI_BYTE, to, 0,
               MPI_COMM_WORLD);
    use.sent += static_cast<double>(size);
  }
  return of_rank.empty() ? std::string() : of_rank[0];
}

Route Ranks::State::route(const std::vector<std::vector<std::uint32_t>>& of_rank) {
  Route route;
  for (const std::vector<std::uint32_t>& list : of_rank) {
    route.first.push_back(static_cast<int>(route.order.size()));
    route.count.push_back(static_cast<int>(list.size()));
    route.order.insert(route.order.end(), list.begin(), list.end());
  }
  return route;
}

void Ranks::State::announce(Route& route) {
  MPI_Scatter(route.count.data(), 1, MPI_INT, &route.mine, 1, MPI_INT, 0, MPI_COMM_WORLD);
}

void Ranks::State::hand_out(const Route& route, Vec whole, std::vector<double>& mine) {
  mine.resize(static_cast<std::size_t>(route.mine));
  if (leads()) {
    desk.resize(route.order.size());
    for (std::size_t k = 0; k < desk.size(); ++k) desk[k] = whole[route.order[k]];
    use.sent += 8.0 * static_cast<double>(desk.size() - mine.size());
  } else {
    use.received += 8.0 * static_cast<double>(mine.size());
  }
  MPI_Scatterv(desk.data(), route.count.data(), route.first.data(), MPI_DOUBLE, mine.data(), route.mine,
               MPI_DOUBLE, 0, MPI_COMM_WORLD);
}

void Ranks::State::collect(const Route& route, const std::vector<double>& mine, Out whole) {
  if (leads()) desk.resize(route.order.size());
  MPI_Gatherv(mine.data(), route.mine, MPI_DOUBLE, desk.data(), route.count.data(), route.first.data(),
              MPI_DOUBLE, 0, MPI_COMM_WORLD);
  if (!leads()) {
    use.sent += 8.0 * static_cast<double>(mine.size());
    return;
  }
  use.received += 8.0 * static_cast<double>(desk.size() - mine.size());
  for (std::size_t k = 0; k < desk.size(); ++k) whole[route.order[k]] = desk[k];
}

int Ranks::State::collect_row(int mine) {
  int least = mine < 0 ? INT_MAX : mine, result = INT_MAX;
  MPI_Allreduce(&least, &result, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  return result == INT_MAX ? -1 : result;
}

Ranks::Ranks(cluster::Session& session, const Settings& settings)
    : state_(std::make_unique<State>(session, settings)) {
  // Errors come back as numbers, signals are ours, and the command line is not PETSc's.
  PetscOptionsSetValue(nullptr, "-no_signal_handler", "true");
  if (PetscInitializeNoArguments() != 0) give_up("PETSc does not start");
  PetscPushErrorHandler(PetscReturnErrorHandler, nullptr);
  if (state_->leads()) {
    spread_matrices(*state_);
    spread_models(*state_);
  } else {
    std::signal(SIGINT, SIG_IGN);  // rank 0 says when the work is over
    std::signal(SIGTERM, SIG_IGN);
  }
}

Ranks::~Ranks() {
  if (state_->leads()) {
    linalg::elsewhere() = {};
    system::spreading() = {};
    state_->tell({.kind = Order::home});
  }
  state_->parts.clear();
  PetscPopErrorHandler();
  PetscFinalize();
}

void Ranks::serve() {
  Order order;
  try {
    for (;;) {
      if (!state_->hear(order)) {
        state_->session.disorder();
        std::_Exit(3);
      }
      if (order.kind == Order::home) return;
      state_->obey(order);
    }
  } catch (const std::bad_alloc&) {
    give_up("its part of the model needs more memory than there is");
  } catch (const std::exception& error) {
    give_up(error.what());
  }
}

std::vector<RankUse> Ranks::use() {
  std::vector<double> numbers(6 * static_cast<std::size_t>(state_->size()));
  state_->out = numbers;
  const Order order{.kind = Order::tell_use};
  state_->tell(order);
  state_->obey(order);
  std::vector<RankUse> result;
  for (std::size_t k = 0; k < numbers.size(); k += 6)
    result.push_back({numbers[k], static_cast<long>(numbers[k + 1]), static_cast<long>(numbers[k + 2]),
                      numbers[k + 3], numbers[k + 4], numbers[k + 5]});
  return result;
}

}  // namespace trammel::petsc
