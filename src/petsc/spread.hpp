// petsc/spread.hpp: a pattern parted among ranks, and what travels. Internal to this room.
#pragma once

#include <cstring>
#include <type_traits>

#include "cluster/parcel.hpp"
#include "petsc/state.hpp"

namespace trammel::petsc {

template <class Item>
void put_list(cluster::Parcel& parcel, const std::vector<Item>& items) {
  static_assert(std::is_trivially_copyable_v<Item>);
  parcel.put(std::string_view(reinterpret_cast<const char*>(items.data()), items.size() * sizeof(Item)));
}
template <class Item>
std::vector<Item> take_list(cluster::Unpacking& from) {
  const std::string bytes = from.text();
  std::vector<Item> items(bytes.size() / sizeof(Item));
  if (!items.empty()) std::memcpy(items.data(), bytes.data(), bytes.size());
  return items;
}

// On rank 0.
struct SpreadPattern {
  SpreadPattern(const linalg::Pattern& pattern, const std::vector<int>& row_of_column, int ranks);
  Layout layout;
  std::vector<char> multiplier;                     // per column
  std::vector<int> part;                            // per row
  std::vector<std::vector<std::uint32_t>> entries;  // per rank: its entries, in the order of the pattern
  std::vector<std::vector<std::uint32_t>> rows, columns;  // per rank, in the order of its matrix
  // What a rank needs to know of its block.
  void pack(cluster::Parcel& parcel, int rank, const linalg::Pattern& pattern) const;

 private:
  std::vector<int> row_number_, column_number_;  // PETSc's
};

// A matrix whose values rank 0 hands out.
class MatrixPart : public Part {
 public:
  MatrixPart(Ranks::State& state, cluster::Unpacking& packed, const std::string& solver);
  void obey(const Order& order) override;
  void set_routes(const SpreadPattern& spread);  // on rank 0
  void announce_routes();                        // on all
  const RowBlock& block() const { return *block_; }

 protected:
  void solve();
  Ranks::State& state_;
  std::vector<int> local_row_;  // of each entry
  Route values_, rows_, columns_;
  std::unique_ptr<RowBlock> block_;
  std::vector<double> mine_, kept_;  // kept_: the values, while there are factors or could be again
};

// On rank 0, after a factorization: an Error if the factors found no memory.
void require_memory(const MatrixPart& part, int rows);

// x <- some vector whose entries are 1 and -1 without a pattern: what an inverse makes of it tells how large it is.
void fill_with_signs(Out x);

}  // namespace trammel::petsc
