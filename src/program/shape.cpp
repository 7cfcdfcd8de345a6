#include "program/shape.hpp"

#include <bit>
#include <unordered_map>

namespace trammel::program {
namespace {

using expr::Op;

struct Signature {
  std::uint64_t low = 0x243F6A8885A308D3u, high = 0x13198A2E03707344u;
  void add(std::uint64_t token) {
    low = (low ^ token) * 0x9E3779B97F4A7C15u;
    low ^= low >> 29;
    high = std::rotl(high + token, 23) * 0xC2B2AE3D27D4EB4Fu;
    high ^= high >> 31;
  }
  friend bool operator==(const Signature&, const Signature&) = default;
};

struct SignatureHash {
  std::size_t operator()(const Signature& s) const { return s.low ^ (s.high >> 7); }
};

// Walks a row operands first and writes down what it meets, naming inputs by the order of their appearance.
class Walk {
 public:
  Walk(Reading& reading, const Columns& columns)
      : reading_(reading), graph_(reading.graph()), columns_(columns), stamp_(graph_.size()),
        local_(graph_.size()) {}

  Signature row(Expr root) {
    inputs_.clear();
    seen_columns_ = 0;
    ++epoch_;
    next_ = 0;
    signature_ = {};
    stack_.assign(1, root.id);
    while (!stack_.empty()) {
      const Expr e{stack_.back()};
      if (stamp_[e.id] == epoch_) {
        stack_.pop_back();
        continue;
      }
      if (!visit(e)) continue;
      stack_.pop_back();
      stamp_[e.id] = epoch_;
      local_[e.id] = next_++;
    }
    return signature_;
  }

  const std::vector<std::uint32_t>& inputs() const { return inputs_; }

 private:
  // Writes e down if its operands are written; else puts them on the stack.
  bool visit(Expr e) {
    if (reading_.is_input(e, true)) {
      write_input(e);
      return true;
    }
    const Op op = graph_.op(e);
    if (op == Op::constant) {
      signature_.add(0x10000);
      signature_.add(std::bit_cast<std::uint64_t>(graph_.value(e)));
      return true;
    }
    int arity = expr::info(op).arity;
    Expr operand[3];
    for (int k = 0; k < arity; ++k) operand[k] = graph_.arg(e, k);
    if (op == Op::argument && !operand[1]) arity = 1;
    if (expr::info(op).commutative && graph_.shape_hash(operand[1]) < graph_.shape_hash(operand[0]))
      std::swap(operand[0], operand[1]);
    bool ready = true;
    for (int k = arity - 1; k >= 0; --k)
      if (stamp_[operand[k].id] != epoch_) {
        stack_.push_back(operand[k].id);
        ready = false;
      }
    if (!ready) return false;
    signature_.add(static_cast<std::uint64_t>(op) + 0x100 * static_cast<std::uint64_t>(arity));
    if (op == Op::call)
      signature_.add(std::uint64_t{graph_.arg(e, 1).id} << 32 | static_cast<std::uint64_t>(graph_.output(e)));
    for (int k = 0; k < arity; ++k) signature_.add(local_[operand[k].id]);
    return true;
  }

  void write_input(Expr e) {
    inputs_.push_back(e.id);
    signature_.add(0x20000 + static_cast<std::uint64_t>(reading_.place(e).bank));
    const ColumnOf& of = columns_[e.id];
    if (of.column < 0) return;
    const auto column = static_cast<std::size_t>(of.column);
    if (column >= ordinal_.size()) ordinal_.resize(column + 1);
    if (ordinal_[column].epoch != epoch_) ordinal_[column] = {epoch_, seen_columns_++};
    signature_.add(0x30000 + std::uint64_t{ordinal_[column].number});
    signature_.add(static_cast<std::uint64_t>(of.weight) + 1);
  }

  Reading& reading_;
  const Graph& graph_;
  const Columns& columns_;
  std::vector<std::uint32_t> stamp_, local_, stack_, inputs_;
  struct Ordinal {
    std::uint32_t epoch = 0, number = 0;
  };
  std::vector<Ordinal> ordinal_;  // of a column among those of the current row
  std::uint32_t epoch_ = 0, next_ = 0, seen_columns_ = 0;
  Signature signature_;
};

}  // namespace

std::vector<Shape> find_shapes(Reading& reading, std::span<const Expr> rows, const Columns& columns) {
  Walk walk(reading, columns);
  std::vector<Shape> shapes;
  std::unordered_map<Signature, std::size_t, SignatureHash> found;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto [at, fresh] = found.try_emplace(walk.row(rows[i]), shapes.size());
    if (fresh) shapes.push_back({{}, walk.inputs().size(), {}});
    Shape& shape = shapes[at->second];
    shape.rows.push_back(static_cast<int>(i));
    shape.input.insert(shape.input.end(), walk.inputs().begin(), walk.inputs().end());
  }
  return shapes;
}

std::size_t count_operations(const Reading& reading, std::span<const Expr> rows, std::size_t most) {
  const Graph& graph = reading.graph();
  std::vector<bool> seen(graph.size());
  std::vector<Expr> todo;
  std::size_t count = 0;
  for (const Expr row : rows) {
    if (count >= most) break;
    todo.push_back(row);
    while (!todo.empty() && count < most) {
      const Expr e = todo.back();
      todo.pop_back();
      if (reading.is_input(e, false) || expr::is_leaf(graph.op(e)) || seen[e.id]) continue;
      seen[e.id] = true;
      ++count;
      for (int k = 0; k < expr::info(graph.op(e)).arity; ++k)
        if (const Expr operand = graph.arg(e, k)) todo.push_back(operand);
    }
  }
  return count;
}

}  // namespace trammel::program
