// petsc/equations.cpp: a model's equations on ranks: each evaluates its rows, keeps its part of the matrices
// and factors.
#include <algorithm>
#include <cmath>

#include "petsc/spread.hpp"
#include "program/portion.hpp"
#include "system/elsewhere.hpp"

namespace trammel::petsc {
namespace {

using Lists = std::vector<std::vector<std::uint32_t>>;

class EquationPart final : public MatrixPart {
 public:
  EquationPart(Ranks::State& state, cluster::Unpacking& packed)
      : MatrixPart(state, packed, state.settings.solver), lift_(take_list<signed char>(packed)),
        column_(take_list<std::uint32_t>(packed)), row_name_(take_list<int>(packed)),
        weights_(take_list<std::uint32_t>(packed)), order_(static_cast<int>(packed.number())),
        runner_(program::sliced(packed.text())), values_at_(local_row_.size()), slopes_at_(local_row_.size()),
        sum_(local_row_.size()) {}

  struct Routes {
    Route numbers, level[2], residual, ghosts;
  } routes;
  void announce_all() {
    announce_routes();
    for (Route* route :
         {&routes.numbers, &routes.level[0], &routes.level[1], &routes.residual, &routes.ghosts})
      state_.announce(*route);
    residual_.resize(static_cast<std::size_t>(routes.residual.mine));
  }

  void obey(const Order& order) override {
    switch (order.kind) {
      case Order::numbers:
        return state_.hand_out(routes.numbers, state_.in[0], numbers_);
      case Order::residual:
        hear_point();
        run(0, order.t, residual_.data(), nullptr);
        return state_.collect(routes.residual, residual_, state_.out);
      case Order::linearize:
        hear_point();
        for (int level = 0; level < 2; ++level) {
          const double whole[] = {level == 0 ? 1.0 : 0.0, level == 1 ? 1.0 : 0.0};
          run(1, order.t, (level == 0 ? values_at_ : slopes_at_).data(), whole);
        }
        if (order_ == 0) std::ranges::fill(slopes_at_, 0.0);
        return;
      case Order::factor:
        return factor(order.c, order.exponent);
      case Order::times_slope:
        return product([&](std::size_t k, double x) { return slopes_at_[k] * x; });
      case Order::sizes:
        return product([&](std::size_t k, double x) {
          return std::fabs((values_at_[k] + order.c * slopes_at_[k]) * x);
        });
      default:
        return MatrixPart::obey(order);
    }
  }

 private:
  void hear_point() {
    for (int level = 0; level <= order_; ++level)
      state_.hand_out(routes.level[level], state_.in[level], point_[level]);
  }

  void run(int function, double t, double* into, const double* weights) {
    std::vector<double> mine;
    if (weights != nullptr)
      for (const std::uint32_t at : weights_) mine.push_back(weights[at]);
    const double* in[5] = {&t, mine.data(), point_[0].data()};
    std::size_t banks = 3;
    if (order_ > 0) in[banks++] = point_[1].data();
    in[banks++] = numbers_.data();
    double* out[] = {into};
    runner_.run(function, std::span(in, banks), out);
  }

  void factor(double c, int exponent) {
    int bad = -1;
    for (std::size_t k = 0; k < sum_.size(); ++k) {
      sum_[k] = std::ldexp(values_at_[k] + c * slopes_at_[k], exponent * lift_[k]);
      if (!std::isfinite(sum_[k]) && bad < 0) bad = row_name_[static_cast<std::size_t>(local_row_[k])];
    }
    state_.row = state_.collect_row(bad);
    state_.failed = state_.row >= 0 || !block_->factor(sum_.data());
  }

  void product(auto&& term) {
    state_.hand_out(routes.ghosts, state_.in[0], ghosts_);
    mine_.assign(static_cast<std::size_t>(rows_.mine), 0.0);
    for (std::size_t k = 0; k < local_row_.size(); ++k)
      mine_[static_cast<std::size_t>(local_row_[k])] += term(k, ghosts_[column_[k]]);
    state_.collect(rows_, mine_, state_.out);
  }

  std::vector<signed char> lift_;      // per entry: d_j - c_i
  std::vector<std::uint32_t> column_;  // per entry: where its x stands among the ghosts
  std::vector<int> row_name_;          // per row of mine: its number in the model
  std::vector<std::uint32_t> weights_;
  int order_;
  program::Runner runner_;
  std::vector<double> values_at_, slopes_at_, sum_;
  std::vector<double> numbers_, point_[2], residual_, ghosts_;
};

class Spread final : public system::SpreadEquations {
 public:
  Spread(Ranks::State& state, const system::Spreadable& model)
      : state_(state), model_(model), id_(state.next_id++) {
    const linalg::Pattern& pattern = model.program.pattern(1, 0);
    n_ = pattern.rows;
    const SpreadPattern spread(pattern, pair_up(pattern, slope_entries()), state.size());
    const program::Slicer slicer(model.program, spread.part, state.size());
    std::vector<std::string> packed;
    Lists numbers, level[2], residual, ghosts;
    for (int rank = 0; rank < state.size(); ++rank) {
      program::Slice slice = slicer.slice(rank);
      packed.push_back(pack(rank, spread, slice, ghosts));
      level[0].push_back(std::move(slice.reads[2]));
      level[1].push_back(model.order > 0 ? std::move(slice.reads[3]) : std::vector<std::uint32_t>());
      numbers.push_back(std::move(slice.reads.back()));
      residual.push_back(spread.rows[static_cast<std::size_t>(rank)]);
      std::ranges::sort(residual.back());
    }
    state.tell({.kind = Order::make_equations, .id = id_});
    const std::string mine = state.hand(packed);
    packed.clear();
    cluster::Unpacking from(mine);
    auto part = std::make_unique<EquationPart>(state, from);
    part->set_routes(spread);
    part->routes.numbers = state.route(numbers);
    for (int k = 0; k < 2; ++k) part->routes.level[k] = state.route(level[k]);
    part->routes.residual = state.route(residual);
    part->routes.ghosts = state.route(ghosts);
    part->announce_all();
    part_ = part.get();
    state.parts[id_] = std::move(part);
  }
  ~Spread() override { order({.kind = Order::drop, .id = id_}); }
  Spread(const Spread&) = delete;
  Spread& operator=(const Spread&) = delete;

  void residual(double t, Vec y, Vec slope, Out r) override { at_point(Order::residual, t, y, slope, r); }
  void linearize(double t, Vec y, Vec slope, double c) override {
    at_point(Order::linearize, t, y, slope, {});
    c_of_sum_ = c;
  }
  Failure factor_sum(int exponent) override { return factor(c_of_sum_, exponent); }
  Failure factor(double c, int exponent) override {
    order({.kind = Order::factor, .id = id_, .exponent = exponent, .c = c});
    condition_ = -1;
    require_memory(*part_, n_);
    return {state_.failed, state_.row >= 0, state_.row};
  }
  void solve(Out x) override {
    state_.in[0] = x;
    state_.out = x;
    order({.kind = Order::solve, .id = id_});
  }
  void times_slope_matrix(Vec x, Out result) override {
    product({.kind = Order::times_slope, .id = id_}, x, result);
  }
  void sizes(double c, Vec y, Out result) override {
    product({.kind = Order::sizes, .id = id_, .c = c}, y, result);
  }
  double condition() override {
    if (condition_ < 0) {
      std::vector<double> x(static_cast<std::size_t>(n_));
      fill_with_signs(x);
      solve(x);
      double largest = 0;
      for (const double value : x) largest = std::max(largest, std::fabs(value));
      condition_ = largest * part_->block().size();
    }
    return condition_;
  }

 private:
  void order(const Order& what) const {
    state_.tell(what);
    state_.obey(what);
  }
  void at_point(Order::Kind kind, double t, Vec y, Vec slope, Out result) {
    if (const int version = model_.version(); version != version_) {
      const std::vector<double> numbers = program::numbers_of(model_.program, model_.parameters());
      state_.in[0] = numbers;
      order({.kind = Order::numbers, .id = id_});
      version_ = version;
    }
    state_.in[0] = y;
    state_.in[1] = slope;
    state_.out = result;
    order({.kind = kind, .id = id_, .t = t});
  }
  void product(const Order& what, Vec x, Out result) const {
    state_.in[0] = x;
    state_.out = result;
    order(what);
  }

  // Which entries hold a derivative: dF/dy' at a point without meaning.
  std::vector<char> slope_entries() const {
    const auto n = static_cast<std::size_t>(n_);
    std::vector<double> y(n), slope(n), values(model_.program.pattern(1, 0).row.size());
    for (std::size_t j = 0; j < n; ++j) {
      y[j] = 0.5 + 0.37 * static_cast<double>(j % 7);
      slope[j] = 1.1 - 0.21 * static_cast<double>(j % 5);
    }
    program::Runner runner(model_.program);
    runner.set_parameters(model_.parameters());
    const double t = 0.123, weights[] = {0, 1};
    const double* in[] = {&t, weights, y.data(), slope.data()};
    double* out[] = {values.data()};
    std::vector<char> result(values.size(), 0);
    if (model_.order == 0) return result;
    runner.run(1, in, out);
    for (std::size_t k = 0; k < values.size(); ++k) result[k] = values[k] != 0;  // NaN too
    return result;
  }

  // In the order in which EquationPart takes it.
  std::string pack(int rank, const SpreadPattern& spread, const program::Slice& slice, Lists& ghosts) const {
    const linalg::Pattern& pattern = model_.program.pattern(1, 0);
    const auto p = static_cast<std::size_t>(rank);
    std::vector<signed char> lift;
    std::vector<std::uint32_t> column, seen;
    int j = 0;
    for (const std::uint32_t k : spread.entries[p]) {  // by columns, so that these ascend
      while (pattern.start[static_cast<std::size_t>(j) + 1] <= static_cast<int>(k)) ++j;
      if (seen.empty() || seen.back() != static_cast<std::uint32_t>(j))
        seen.push_back(static_cast<std::uint32_t>(j));
      column.push_back(static_cast<std::uint32_t>(seen.size() - 1));
      lift.push_back(static_cast<signed char>(model_.tops[static_cast<std::size_t>(j)] -
                                              model_.row_levels[static_cast<std::size_t>(pattern.row[k])]));
    }
    ghosts.push_back(std::move(seen));
    cluster::Parcel parcel;
    spread.pack(parcel, rank, pattern);
    put_list(parcel, lift);
    put_list(parcel, column);
    put_list(parcel, std::vector<int>(spread.rows[p].begin(), spread.rows[p].end()));
    put_list(parcel, slice.reads[1]);
    parcel.put(static_cast<std::uint64_t>(model_.order)).put(slice.code);
    return std::move(parcel).bytes();
  }

  Ranks::State& state_;
  system::Spreadable model_;
  int id_, n_ = 0, version_ = -1;
  EquationPart* part_ = nullptr;
  double condition_ = -1, c_of_sum_ = 0;
};

}  // namespace

std::unique_ptr<Part> make_equation_part(Ranks::State& state, std::string_view packed) {
  cluster::Unpacking from(packed);
  auto part = std::make_unique<EquationPart>(state, from);
  part->announce_all();
  return part;
}

void spread_models(Ranks::State& state) {
  system::spreading() = {.from = state.settings.from, .make = [&state](const system::Spreadable& model) {
                           return std::make_unique<Spread>(state, model);
                         }};
}

}  // namespace trammel::petsc
