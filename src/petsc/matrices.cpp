// petsc/matrices.cpp: LinearSolver on ranks: rank 0 has the values and hands them out.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "linalg/elsewhere.hpp"
#include "petsc/spread.hpp"

namespace trammel::petsc {

SpreadPattern::SpreadPattern(const linalg::Pattern& pattern, const std::vector<int>& row_of_column, int ranks)
    : layout(lay_out(pattern, row_of_column, ranks)), multiplier(without_diagonal(pattern, row_of_column)),
      part(static_cast<std::size_t>(pattern.rows)), entries(static_cast<std::size_t>(ranks)),
      rows(entries.size()), columns(entries.size()), row_number_(part.size()), column_number_(part.size()) {
  for (std::size_t p = 0; p < entries.size(); ++p)
    for (int k = layout.first[p]; k < layout.first[p + 1]; ++k) {
      const auto row = static_cast<std::size_t>(layout.row_at[static_cast<std::size_t>(k)]),
                 column = static_cast<std::size_t>(layout.column_at[static_cast<std::size_t>(k)]);
      part[row] = static_cast<int>(p);
      row_number_[row] = column_number_[column] = k;
      rows[p].push_back(static_cast<std::uint32_t>(row));
      columns[p].push_back(static_cast<std::uint32_t>(column));
    }
  for (std::size_t k = 0; k < pattern.row.size(); ++k)
    entries[static_cast<std::size_t>(part[static_cast<std::size_t>(pattern.row[k])])].push_back(
        static_cast<std::uint32_t>(k));
}

void SpreadPattern::pack(cluster::Parcel& parcel, int rank, const linalg::Pattern& pattern) const {
  const auto p = static_cast<std::size_t>(rank);
  const int first = layout.first[p];
  std::vector<int> row, column;
  std::vector<char> mine;
  row.reserve(entries[p].size());
  column.reserve(entries[p].size());
  int j = 0;
  for (const std::uint32_t k : entries[p]) {
    while (pattern.start[static_cast<std::size_t>(j) + 1] <= static_cast<int>(k)) ++j;
    row.push_back(row_number_[static_cast<std::size_t>(pattern.row[k])] - first);
    column.push_back(column_number_[static_cast<std::size_t>(j)]);
  }
  if (std::ranges::find(multiplier, char{1}) != multiplier.end())
    for (const std::uint32_t at : columns[p]) mine.push_back(multiplier[at]);
  parcel.put(static_cast<std::uint64_t>(first))
      .put(static_cast<std::uint64_t>(rows[p].size()))
      .put(static_cast<std::uint64_t>(pattern.rows));
  put_list(parcel, row);
  put_list(parcel, column);
  put_list(parcel, mine);
}

MatrixPart::MatrixPart(Ranks::State& state, cluster::Unpacking& packed, const std::string& solver)
    : state_(state) {
  const auto first = static_cast<int>(packed.number()), rows = static_cast<int>(packed.number()),
             all = static_cast<int>(packed.number());
  local_row_ = take_list<int>(packed);
  auto column = take_list<int>(packed);
  const auto multiplier = take_list<char>(packed);
  block_ = std::make_unique<RowBlock>(first, rows, all, local_row_, std::move(column), multiplier, solver);
  if (rows > state.use.rows) {
    state.use.rows = rows;
    state.use.entries = static_cast<long>(local_row_.size());
  }
}

void MatrixPart::set_routes(const SpreadPattern& spread) {
  values_ = state_.route(spread.entries);
  rows_ = state_.route(spread.rows);
  columns_ = state_.route(spread.columns);
}

void MatrixPart::announce_routes() {
  for (Route* route : {&values_, &rows_, &columns_}) state_.announce(*route);
}

void MatrixPart::solve() {
  state_.hand_out(rows_, state_.in[0], mine_);
  block_->solve(mine_.data());
  state_.collect(columns_, mine_, state_.out);
}

void MatrixPart::obey(const Order& order) {
  if (order.kind == Order::solve) return solve();
  if (order.kind == Order::forget) return block_->forget();
  if (order.kind == Order::factor_values) state_.hand_out(values_, state_.in[0], kept_);
  state_.failed = !block_->factor(kept_.data());
}

namespace {

// Matrices of starts, projections and the certificate have no order of rows and columns that splitting could use.
const std::string& direct_solver(const Ranks::State& state) {
  return state.settings.solver == "fieldsplit" ? solvers().front() : state.settings.solver;
}

}  // namespace

std::unique_ptr<Part> make_matrix_part(Ranks::State& state, std::string_view packed) {
  cluster::Unpacking from(packed);
  auto part = std::make_unique<MatrixPart>(state, from, direct_solver(state));
  part->announce_routes();
  return part;
}

void require_memory(const MatrixPart& part, int rows) {
  if (part.block().starved())
    throw Error(Kind::integration,
                fmt::format("the factors of a matrix of {} rows need more memory than the ranks have", rows),
                {}, "more ranks, or machines with more memory");
}

void fill_with_signs(Out x) {
  std::uint32_t bits = 0x9E3779B9u;
  for (double& value : x) {
    bits ^= bits << 13;
    bits ^= bits >> 17;
    bits ^= bits << 5;
    value = (bits & 64u) != 0 ? 1 : -1;
  }
}

namespace {

class SpreadSolver final : public linalg::LinearSolver {
 public:
  SpreadSolver(Ranks::State& state, std::shared_ptr<const linalg::Pattern> pattern)
      : state_(state), pattern_(std::move(pattern)) {}
  ~SpreadSolver() override {
    if (part_ == nullptr) return;
    if (state_.holder == id_) state_.holder = -1;
    order({.kind = Order::drop, .id = id_});
  }
  SpreadSolver(const SpreadSolver&) = delete;
  SpreadSolver& operator=(const SpreadSolver&) = delete;

 private:
  void order(const Order& what) const {
    state_.tell(what);
    state_.obey(what);
  }

  // When it is needed first: many solvers are made that nobody uses.
  void make() {
    id_ = state_.next_id++;
    const SpreadPattern spread(*pattern_, pair_up(*pattern_, {}), state_.size());
    std::vector<std::string> packed;
    for (int rank = 0; rank < state_.size(); ++rank) {
      cluster::Parcel parcel;
      spread.pack(parcel, rank, *pattern_);
      packed.push_back(std::move(parcel).bytes());
    }
    state_.tell({.kind = Order::make_matrix, .id = id_});
    const std::string mine = state_.hand(packed);
    cluster::Unpacking from(mine);
    auto part = std::make_unique<MatrixPart>(state_, from, direct_solver(state_));
    part->set_routes(spread);
    part->announce_routes();
    part_ = part.get();
    state_.parts[id_] = std::move(part);
  }

  int try_factor(const linalg::SparseMatrix& A) override {
    for (std::size_t k = 0; k < A.value.size(); ++k)
      if (!std::isfinite(A.value[k])) return pattern_->row[k];
    if (part_ == nullptr) make();
    become_holder();
    state_.in[0] = A.value;
    order({.kind = Order::factor_values, .id = id_});
    condition_ = -1;
    require_memory(*part_, pattern_->rows);
    return state_.failed ? 0 : -1;
  }
  // Factors of large matrices take most of the memory, and several solvers live side by side: one has them at a time.
  bool become_holder() {
    constexpr int large = 50000;  // rows
    if (pattern_->rows < large || state_.holder == id_) return false;
    if (state_.holder >= 0) order({.kind = Order::forget, .id = state_.holder});
    state_.holder = id_;
    return true;
  }
  void substitute(Out x) override {
    if (become_holder()) order({.kind = Order::factor_again, .id = id_});
    state_.in[0] = x;
    state_.out = x;
    order({.kind = Order::solve, .id = id_});
  }
  // From what the inverse makes of one vector.
  double estimate() override {
    if (condition_ < 0) {
      std::vector<double> x(static_cast<std::size_t>(pattern_->rows));
      fill_with_signs(x);
      substitute(x);
      double largest = 0;
      for (const double value : x) largest = std::max(largest, std::fabs(value));
      condition_ = largest * part_->block().size();
    }
    return condition_;
  }
  double least_pivot(const linalg::Scales& scales) override {
    std::vector<double> x(static_cast<std::size_t>(pattern_->rows));
    fill_with_signs(x);
    for (std::size_t i = 0; i < x.size(); ++i) x[i] /= scales.row[i];
    substitute(x);
    double largest = 0;
    for (std::size_t j = 0; j < x.size(); ++j)
      largest = std::max(largest, std::fabs(x[j] / scales.column[j]));
    return largest > 0 ? 1 / largest : INFINITY;
  }

  Ranks::State& state_;
  std::shared_ptr<const linalg::Pattern> pattern_;
  int id_ = -1;
  MatrixPart* part_ = nullptr;
  double condition_ = -1;
};

}  // namespace

void spread_matrices(Ranks::State& state) {
  linalg::elsewhere() = {.from = state.settings.from,
                         .make = [&state](const std::shared_ptr<const linalg::Pattern>& pattern) {
                           return std::make_unique<SpreadSolver>(state, pattern);
                         }};
}

}  // namespace trammel::petsc
