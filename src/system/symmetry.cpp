#include "system/symmetry.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <queue>

namespace trammel::system {
namespace {

using expr::Expr;
using expr::Graph;
using expr::Op;

using Core = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

struct Term {  // an entry as factor * core: products taken apart, a - b and b - a made the same
  int row, column;
  double factor = 1;
  Core core = {};
  std::uint64_t key = 0;  // of the core
};

std::uint64_t mix(std::uint64_t a, std::uint64_t b) {
  a ^= b + 0x9e3779b97f4a7c15ULL + (a << 6) + (a >> 2);
  a *= 0xbf58476d1ce4e5b9ULL;
  return a ^ (a >> 29);
}

Term split(const Graph& graph, const expr::Entry& entry) {
  Term term{.row = entry.row, .column = entry.column};
  std::vector<Expr> open = {entry.value};
  while (!open.empty()) {
    const Expr e = open.back();
    open.pop_back();
    const Op op = graph.op(e);
    const Expr a = graph.arg(e, 0), b = graph.arg(e, 1);
    if (op == Op::constant) {
      term.factor *= graph.value(e);
    } else if (op == Op::neg) {
      term.factor = -term.factor;
      open.push_back(a);
    } else if (op == Op::mul) {
      open.push_back(a);
      open.push_back(b);
    } else if (op == Op::div && graph.is_constant(b)) {
      term.factor /= graph.value(b);
      open.push_back(a);
    } else if (op == Op::sub) {
      if (a.id > b.id) term.factor = -term.factor;
      term.core.emplace_back(std::min(a.id, b.id), std::max(a.id, b.id));
    } else {
      term.core.emplace_back(e.id, 0);
    }
  }
  std::ranges::sort(term.core);
  for (const auto& [first, second] : term.core) term.key = mix(term.key + 1, mix(first, second));
  return term;
}

// Rows and columns that may belong together: what stands in them, then what stands in the columns and rows
// that those meet, and so on (colour refinement). Ties are broken by taking the first of each. In a large
// matrix of few different entries that may take as many rounds as there are rows: it is given up before it
// takes longer than the rest of the compilation.
class Pairing {
 public:
  Pairing(const std::vector<Term>& terms, int n) : terms_(terms), n_(n), row_(n, 1), column_(n, 1) {}

  std::vector<int> find() {
    for (int round = 0; round <= n_; ++round) {
      refine();
      if (visits_ > most_visits) return {};
      std::map<std::uint64_t, std::pair<std::vector<int>, std::vector<int>>> classes;
      for (int i = 0; i < n_; ++i) classes[row_[i]].first.push_back(i);
      for (int j = 0; j < n_; ++j) classes[column_[j]].second.push_back(j);
      const std::pair<std::vector<int>, std::vector<int>>* tie = nullptr;
      for (const auto& [colour, members] : classes) {
        if (members.first.size() != members.second.size()) return {};
        if (members.first.size() > 1) tie = &members;
      }
      if (!tie) {
        std::vector<int> row_of(static_cast<std::size_t>(n_));
        for (const auto& [colour, members] : classes) row_of[members.second[0]] = members.first[0];
        return row_of;
      }
      row_[tie->first[0]] = column_[tie->second[0]] = mix(static_cast<std::uint64_t>(round) + 2, 17);
    }
    return {};
  }

 private:
  void refine() {
    std::size_t known = 0;
    for (int round = 0; round < n_ + 1 && visits_ <= most_visits; ++round) {
      visits_ += terms_.size() + static_cast<std::size_t>(n_);
      std::vector<std::uint64_t> row(n_), column(n_);
      for (int i = 0; i < n_; ++i) row[i] = mix(row_[i], 3), column[i] = mix(column_[i], 3);
      for (const Term& term : terms_) {  // sums: the order of the entries does not matter
        row[term.row] += mix(column_[term.column], term.key + 5);
        column[term.column] += mix(row_[term.row], term.key + 5);
      }
      row_ = std::move(row);
      column_ = std::move(column);
      std::vector<std::uint64_t> all = row_;
      std::ranges::sort(all);
      const std::size_t colours = static_cast<std::size_t>(std::ranges::unique(all).begin() - all.begin());
      if (colours == known) return;
      known = colours;
    }
  }

  static constexpr std::size_t most_visits = 4'000'000;  // of entries and rows: about a tenth of a second
  const std::vector<Term>& terms_;
  int n_;
  std::size_t visits_ = 0;
  std::vector<std::uint64_t> row_, column_;
};

}  // namespace

linalg::Symmetry find_symmetry(const Graph& graph, std::span<const expr::Entry> entries, int n) {
  std::vector<Term> terms;
  for (const expr::Entry& entry : entries) terms.push_back(split(graph, entry));
  linalg::Symmetry found{Pairing(terms, n).find(), std::vector<double>(static_cast<std::size_t>(n), 0.0)};
  if (found.row.empty()) return {};
  std::vector<int> place(static_cast<std::size_t>(n));
  for (int j = 0; j < n; ++j) place[found.row[j]] = j;
  // Per column of the ordered matrix its entries, to walk from one row to the next.
  std::vector<std::map<int, const Term*>> at(static_cast<std::size_t>(n));  // at[j][i]: entry (i, j)
  for (const Term& term : terms) at[term.column][place[term.row]] = &term;
  for (int root = 0; root < n; ++root) {
    if (found.scale[found.row[root]] != 0) continue;
    found.scale[found.row[root]] = 1;
    std::queue<int> open({root});
    while (!open.empty()) {
      const int j = open.front();
      open.pop();
      for (const auto& [i, term] : at[j]) {  // entry (i, j) against (j, i)
        const auto mirror = at[i].find(j);
        if (mirror == at[i].end() || mirror->second->core != term->core || term->factor == 0) return {};
        const double wanted = found.scale[found.row[j]] * mirror->second->factor / term->factor;
        double& scale = found.scale[found.row[i]];
        if (scale == 0) {
          scale = wanted;
          open.push(i);
        } else if (std::fabs(scale - wanted) > 1e-14 * std::fabs(wanted)) {
          return {};
        }
      }
    }
  }
  return found;
}

}  // namespace trammel::system
