// petsc/state.hpp: what the ranks share. Internal to this room.
#pragma once

#include <mpi.h>
#include <petscksp.h>

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/span.hpp"
#include "linalg/sparse.hpp"
#include "petsc/ranks.hpp"

namespace trammel::petsc {

// Ends all ranks with one sentence that names this one: a state of PETSc or MPI that nobody can go on from.
[[noreturn]] void give_up(std::string_view what);
inline void check(PetscErrorCode code, std::string_view what) {
  if (code != 0) give_up(what);
}

// What rank 0 wants done.
struct Order {
  enum Kind : std::int32_t {
    home,
    make_matrix,
    factor_values,
    solve,
    make_equations,
    numbers,
    residual,
    linearize,
    factor,
    times_slope,
    sizes,
    drop,
    forget,
    factor_again,
    tell_use
  } kind = home;
  std::int32_t id = 0, exponent = 0;
  double t = 0, c = 0;
};

// Numbers that rank 0 hands out or collects, those of each rank after each other.
struct Route {
  std::vector<std::uint32_t> order;  // on rank 0: which number of a whole vector stands where
  std::vector<int> count, first;     // on rank 0: per rank
  int mine = 0;                      // on every rank
};

// Where rows and columns live: row row_at[k] and column column_at[k] are number k of PETSc's matrix; the ranks have
// the numbers from first[rank] to first[rank + 1].
struct Layout {
  std::vector<int> row_at, column_at;  // on rank 0
  std::vector<int> first;              // everywhere
};
Layout lay_out(const linalg::Pattern& pattern, std::vector<int> row_of_column, int ranks);
// Per column its row, such that the pattern is symmetric as far as can be. `diagonal`: per entry, whether it
// is one that ties a row to a column (a derivative in the equation for it); empty: nobody knows.
std::vector<int> pair_up(const linalg::Pattern& pattern, const std::vector<char>& diagonal);
// Per column: whether the entry in its own row is always zero, as for a multiplier.
std::vector<char> without_diagonal(const linalg::Pattern& pattern, const std::vector<int>& row_of_column);

// The rows of one rank: a matrix of PETSc with its factors.
class RowBlock {
 public:
  // Entry k stands in row first + row[k], column column[k]. `multiplier`: which of my columns are; empty: none.
  RowBlock(int first, int rows, int all, std::vector<int> row, std::vector<int> column,
           const std::vector<char>& multiplier, const std::string& solver);
  ~RowBlock();
  RowBlock(const RowBlock&) = delete;
  RowBlock& operator=(const RowBlock&) = delete;
  bool factor(const double* values);         // all ranks together; false: it is singular, or starved()
  bool starved() const { return starved_; }  // the factors found no memory
  void solve(double* x);                     // of my rows in, of my columns out
  void forget();                             // the factors, for the sake of memory
  double size() const { return size_; }      // the largest entry of all ranks

 private:
  void refine();
  void take_solver(const std::string& solver, const std::vector<char>& multiplier);
  Mat matrix_ = nullptr;
  KSP ksp_ = nullptr;
  ::Vec right_ = nullptr, left_ = nullptr, rest_ = nullptr, change_ = nullptr;
  IS fields_[2] = {nullptr, nullptr};
  bool direct_ = true, mumps_ = false, forgotten_ = false, starved_ = false;
  double size_ = 0;
  std::size_t entries_ = 0;
};

struct Part {  // of a matrix or of equations, on one rank
  virtual ~Part() = default;
  virtual void obey(const Order& order) = 0;
};

struct Ranks::State {
  State(cluster::Session& of, const Settings& with) : session(of), settings(with) {}
  cluster::Session& session;
  Settings settings;
  std::map<int, std::unique_ptr<Part>> parts;
  int next_id = 0;
  int holder = -1;  // of the matrices whose values rank 0 hands out: the one that has factors
  RankUse use;
  // On rank 0: the whole vectors that an order is about, and its outcome.
  Vec in[2] = {};
  Out out = {};
  bool failed = false;
  int row = -1;                   // at fault
  std::vector<double> desk = {};  // numbers in the order in which they are handed out

  int rank() const { return session.rank(); }
  int size() const { return session.size(); }
  bool leads() const { return session.rank() == 0; }

  void tell(Order order);         // rank 0: to all others
  bool hear(Order& order);        // the others: waits; false: the launcher is gone
  void obey(const Order& order);  // the part that this rank has in it
  std::string hand(const std::vector<std::string>& of_rank);  // a text for each rank; the others give none
  void hand_out(const Route& route, Vec whole, std::vector<double>& mine);
  void collect(const Route& route, const std::vector<double>& mine, Out whole);
  int collect_row(int mine);  // the smallest that is not negative; -1: none
  Route route(const std::vector<std::vector<std::uint32_t>>& of_rank);  // on rank 0
  void announce(Route& route);                                          // every rank learns its count
};

// Rank 0's side of them; see linalg::elsewhere() and system::spreading().
void spread_matrices(Ranks::State& state);
void spread_models(Ranks::State& state);
// What the ranks make of what rank 0 hands them.
std::unique_ptr<Part> make_matrix_part(Ranks::State& state, std::string_view packed);
std::unique_ptr<Part> make_equation_part(Ranks::State& state, std::string_view packed);

}  // namespace trammel::petsc
