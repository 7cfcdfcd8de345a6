// fuzz_numbers/random_dae.cpp
#include "random_dae.hpp"

#include <fmt/format.h>

#include <cmath>
#include <utility>

namespace trammel::fuzz {
namespace {

// SplitMix64 (Steele, Lea, Flood 2014): small, and the same everywhere, which the distributions of the
// standard library are not.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed * 0x9e3779b97f4a7c15ULL + 1) {}
  double uniform(double low, double high) {
    return low + (high - low) * static_cast<double>(next() >> 11) * 0x1p-53;
  }
  int below(int n) { return static_cast<int>(next() % static_cast<std::uint64_t>(n)); }
  bool chance(double p) { return uniform(0, 1) < p; }
  // Two digits, so that texts are short; never zero.
  double coefficient() {
    const double size = std::round(uniform(1, 20)) / 10;
    return chance(0.5) ? size : -size;
  }
  double power(double low, double high) { return std::pow(10.0, std::round(uniform(low, high))); }

 private:
  std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15ULL);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
  }
  std::uint64_t state_;
};

class Maker {
 public:
  explicit Maker(std::uint64_t number) : random_(number) {}

  RandomDae make() {
    static constexpr std::pair<const char*, void (Maker::*)()> kinds[] = {
        {"ode", &Maker::ode},       {"stiff", &Maker::stiff},     {"index 1", &Maker::index_1},
        {"branch", &Maker::branch}, {"index 2", &Maker::index_2}, {"mechanism", &Maker::mechanism},
        {"path", &Maker::path},     {"pencil", &Maker::pencil},   {"redundant", &Maker::redundant},
        {"singular", &Maker::soup}};
    const auto& [name, build] = kinds[random_.below(static_cast<int>(std::size(kinds)))];
    dae_.kind = name;
    (this->*build)();
    if (random_.chance(0.35)) rescale();
    return std::move(dae_);
  }

 private:
  int add(std::string name) {
    dae_.unknowns.push_back({std::move(name)});
    return static_cast<int>(dae_.unknowns.size()) - 1;
  }
  int add(std::string name, double start, bool fixed) {
    const int i = add(std::move(name));
    dae_.unknowns[i].start = std::round(start * 100) / 100;
    dae_.unknowns[i].given = true;
    dae_.unknowns[i].fixed = fixed;
    return i;
  }
  static Leaf x(int i, int order = 0) { return {i, order}; }
  static Leaf time() { return {-1, 0}; }

  // Some small products of the first n variables and time.
  void noise(Row& row, int n, int terms) {
    for (int k = 0; k < terms; ++k) {
      Term term{0.3 * random_.coefficient(), {}};
      for (int degree = 1 + random_.below(3); degree > 0; --degree)
        term.leaves.push_back(random_.chance(0.2) ? time() : x(random_.below(n)));
      row.push_back(std::move(term));
    }
  }
  // x' + a x + ... = 0
  void damped(int i, double rate, int n, int terms) {
    Row row{{1, {x(i, 1)}}, {rate, {x(i)}}};
    noise(row, n, terms);
    dae_.rows.push_back(std::move(row));
  }
  void states(int n) {
    for (int i = 0; i < n; ++i) add(fmt::format("x{}", i + 1), random_.uniform(-1, 1), true);
  }

  void ode() {
    const int n = 1 + random_.below(4);
    states(n);
    for (int i = 0; i < n; ++i) damped(i, random_.uniform(0.5, 3), n, 2);
  }
  void stiff() {
    const int n = 1 + random_.below(3);
    states(n);
    for (int i = 0; i < n; ++i) damped(i, random_.chance(0.6) ? random_.power(2, 8) : 1, n, 2);
  }
  void index_1() {
    const int n = 1 + random_.below(2), m = 1 + random_.below(2);
    states(n);
    for (int j = 0; j < m; ++j) add(fmt::format("z{}", j + 1));
    for (int i = 0; i < n; ++i) damped(i, 1, n + m, 2);
    for (int j = 0; j < m; ++j) {  // monotone: one root
      Row row{{1, {x(n + j)}}, {0.5, {x(n + j), x(n + j), x(n + j)}}};
      noise(row, n + j, 2);
      dae_.rows.push_back(std::move(row));
    }
  }
  void branch() {  // z^2 = 1 + c x^2 + ..: two roots, which may meet
    states(1);
    const int z = add("z", random_.chance(0.5) ? 1 : -1, false);
    damped(0, random_.uniform(-1, 1), 2, 1);
    Row row{{1, {x(z), x(z)}},
            {-1, {}},
            {random_.coefficient(), {x(0), x(0)}},
            {random_.coefficient(), {time()}}};
    dae_.rows.push_back(std::move(row));
  }
  void index_2() {
    const int n = 2 + random_.below(2);
    states(n);
    dae_.unknowns[n - 1].given = dae_.unknowns[n - 1].fixed = false;
    const int z = add("z");
    Row constraint{{random_.coefficient(), {time()}}};
    for (int i = 0; i < n; ++i) {
      damped(i, 1, n, 1);
      const double b = random_.uniform(0.5, 2);
      dae_.rows.back().push_back({-b, {x(z)}});
      constraint.push_back({random_.uniform(0.5, 2), {x(i)}});
    }
    if (random_.chance(0.5)) constraint.push_back({0.1, {x(0), x(0)}});
    dae_.rows.push_back(std::move(constraint));
  }
  void mechanism() {  // q'' = f(q, v) - lambda dg/dq on an ellipsoid
    const int n = 2 + random_.below(2);
    std::vector<double> a(n);
    double inside = 0;
    for (int i = 0; i < n; ++i) {
      a[i] = random_.uniform(0.5, 2);
      const double q = random_.uniform(0.2, 0.4);
      add(fmt::format("q{}", i + 1), i + 1 < n ? q : 1.0, i + 1 < n);
      if (i + 1 < n) inside += a[i] * q * q;
    }
    for (int i = 0; i < n; ++i) {
      const int v = add(fmt::format("v{}", i + 1));
      if (i + 1 < n) dae_.unknowns[v].given = dae_.unknowns[v].fixed = true;
    }
    const int lambda = add("F");
    Row constraint{{-1 - inside, {}}};
    for (int i = 0; i < n; ++i) dae_.rows.push_back({{1, {x(i, 1)}}, {-1, {x(n + i)}}});
    for (int i = 0; i < n; ++i) {
      Row row{{random_.uniform(0.5, 5), {x(n + i, 1)}},
              {2 * a[i], {x(lambda), x(i)}},
              {random_.coefficient(), {}}};
      noise(row, n, 1);
      if (random_.chance(0.5)) row.push_back({0.2, {x(n + i)}});
      dae_.rows.push_back(std::move(row));
      constraint.push_back({a[i], {x(i), x(i)}});
    }
    dae_.rows.push_back(std::move(constraint));
  }
  void path() {  // x1 = p(t), x_k' = f + x_{k+1}: index 2 to 4
    const int n = 2 + random_.below(3);
    for (int i = 0; i < n; ++i) add(fmt::format("x{}", i + 1));
    dae_.rows.push_back(
        {{1, {x(0)}}, {random_.coefficient(), {time()}}, {random_.coefficient(), {time(), time()}}, {1, {}}});
    for (int i = 0; i + 1 < n; ++i) {
      Row row{{1, {x(i, 1)}}, {-1, {x(i + 1)}}};
      noise(row, i + 1, 1);
      if (random_.chance(0.4)) row.push_back({-0.2, {x(i + 1), x(i + 1), x(i + 1)}});
      dae_.rows.push_back(std::move(row));
    }
  }
  void pencil() {  // x' = -a x, and y1 = p, y2 = y1', ..; rows and columns mixed
    const int states_count = random_.below(3), n = states_count + 1 + random_.below(4 - (states_count > 0));
    states(states_count);
    for (int i = states_count; i < n; ++i) add(fmt::format("y{}", i + 1));
    for (int i = 0; i < states_count; ++i)
      dae_.rows.push_back({{1, {x(i, 1)}}, {random_.uniform(0.2, 3), {x(i)}}});
    for (int i = states_count; i < n; ++i)
      dae_.rows.push_back(i == states_count
                              ? Row{{1, {x(i)}}, {-1, {}}, {random_.coefficient(), {time(), time()}}}
                              : Row{{1, {x(i)}}, {-1, {x(i - 1, 1)}}});
    for (int k = random_.below(4); k > 0 && n > 1; --k) {  // row i += c row j
      const int i = random_.below(n), j = random_.below(n);
      const double c = std::round(random_.uniform(-2, 2));
      if (i == j || c == 0) continue;
      for (Term term : Row(dae_.rows[j])) {
        term.factor *= c;
        dae_.rows[i].push_back(std::move(term));
      }
    }
    for (int k = random_.below(3); k > 0 && n > 1;
         --k) {  // variable i, not a state, is replaced by x_i + c x_j
      const int i = states_count + random_.below(n - states_count), j = random_.below(n);
      const double c = std::round(random_.uniform(-2, 2));
      if (i == j || c == 0) continue;
      for (Row& row : dae_.rows)
        for (const Term& term : Row(row))
          if (!term.leaves.empty() && term.leaves[0].variable == i)
            row.push_back({c * term.factor, {x(j, term.leaves[0].order)}});
    }
  }
  void redundant() {
    if (random_.chance(0.5))
      index_2();
    else
      mechanism();
    const int z = static_cast<int>(dae_.unknowns.size()) - 1, copy = add("copy");
    dae_.unknowns[z].unique = dae_.unknowns[copy].unique = false;
    const Row constraint = dae_.rows.back();
    for (Row& row : dae_.rows)
      for (Term term : Row(row))
        for (Leaf& leaf : term.leaves)
          if (leaf.variable == z) {
            leaf.variable = copy;
            row.push_back(term);
            break;
          }
    dae_.rows.push_back(constraint);
    if (random_.chance(0.3)) dae_.rows.back().push_back({0.1 * random_.coefficient(), {}});  // contradicts
  }
  void soup() {
    const int n = 1 + random_.below(4);
    for (int i = 0; i < n; ++i) add(fmt::format("x{}", i + 1), random_.uniform(-1, 1), random_.chance(0.4));
    for (int i = 0; i < n; ++i) {
      Row row;
      for (int k = 2 + random_.below(3); k > 0; --k) {
        Term term{random_.coefficient(), {}};
        for (int degree = random_.below(3); degree >= 0; --degree)
          term.leaves.push_back(random_.chance(0.15) ? time()
                                                     : x(random_.below(n), random_.chance(0.3) ? 1 : 0));
        row.push_back(std::move(term));
      }
      dae_.rows.push_back(std::move(row));
    }
  }

  // Other units: of variables, of equations, of time.
  void rescale() {
    dae_.scaled = true;
    std::vector<double> unit(dae_.unknowns.size());
    for (std::size_t i = 0; i < unit.size(); ++i) {
      unit[i] = random_.power(-6, 6);
      dae_.unknowns[i].start /= unit[i];
      dae_.unknowns[i].natural /= unit[i];
    }
    const double clock = random_.chance(0.5) ? random_.power(-4, 4) : 1;
    dae_.t_end /= clock;
    dae_.clock = clock;
    for (Row& row : dae_.rows) {
      const double factor = random_.power(-9, 9);
      for (Term& term : row) {
        term.factor *= factor;
        for (const Leaf& leaf : term.leaves)
          term.factor *= leaf.variable < 0 ? clock : unit[leaf.variable] * std::pow(clock, -leaf.order);
      }
    }
  }

  Random random_;
  RandomDae dae_;
};

}  // namespace

RandomDae random_dae(std::uint64_t number) { return Maker(number).make(); }

std::string modelica(const RandomDae& dae) {
  std::string text = "model M\n";
  for (const Unknown& u : dae.unknowns)
    text += !u.given
                ? fmt::format("  Real {};\n", u.name)
                : fmt::format("  Real {}(start = {}{});\n", u.name, u.start, u.fixed ? ", fixed = true" : "");
  text += "equation\n";
  for (std::size_t i = 0; i < dae.rows.size(); ++i) {
    std::string line;
    for (const Term& term : dae.rows[i]) {
      line +=
          fmt::format("{}{}", line.empty() ? (term.factor < 0 ? "-" : "") : (term.factor < 0 ? " - " : " + "),
                      std::abs(term.factor));
      for (const Leaf& leaf : term.leaves) {
        std::string name = leaf.variable < 0 ? "time" : dae.unknowns[leaf.variable].name;
        for (int k = 0; k < leaf.order; ++k) name = "der(" + name + ")";
        line += "*" + name;
      }
    }
    text += fmt::format("  {} = 0 \"e{}\";\n", line, i + 1);
  }
  return text + fmt::format("  annotation (experiment(StopTime = {}));\nend M;\n", dae.t_end);
}

}  // namespace trammel::fuzz
