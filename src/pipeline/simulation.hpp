// pipeline/simulation.hpp: a run that somebody else steps: one thread's numbers on a Prepared.
//
//   Simulation s(prepared);
//   s.advance(1.0);                  // s.time() == 1.0
//   s.set("k", 20);                  // from here on, another parameter
//   while (s.step()) plot(s.time(), s.value("x"));
//
// It goes through the choices of `auto` as `solve` does, and makes the same steps (relay.hpp). What `solve` does with a
// whole run is not done: nothing is judged, and no run is made again.
//
// Values belong to time(): after step() that is the end of the step, after advance(t) it is t itself.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/prepared.hpp"

namespace trammel::pipeline {

// A state to come back to: numbers only, so that it can be kept in a file and taken up by another process
// that has prepared the same problem with the same options.
struct Snapshot {
  double t = 0, h = 0;  // h: the step that was to be tried next
  std::vector<double> y = {}, slope = {};
  std::vector<std::pair<std::string, double>> parameters = {};  // those that differ from the problem's
  std::vector<double> discrete = {};  // of models with events: what they remember, as Course packs it
  std::size_t choice = 0;             // of formulation and method, among those of the Prepared

  std::string text() const;                     // exact: numbers in hexadecimal
  static Snapshot read(std::string_view text);  // throws an Error of kind io for anything else
  void save(const std::string& path) const;     // to a file and back: checkpoint and resume
  static Snapshot load(const std::string& path);
};

class Simulation {
 public:
  explicit Simulation(const Prepared& prepared, const Numbers& numbers = {});
  ~Simulation();
  Simulation(Simulation&&) noexcept;
  Simulation& operator=(Simulation&&) noexcept;

  double time() const;
  bool step();             // one accepted step; false: it has ended, see outcome() and message()
  bool advance(double t);  // to t, at most the end of the interval; false: it ended before
  bool ended() const;
  solution::Outcome outcome() const;
  std::string message() const;  // one sentence: how it stands

  const std::vector<std::string>& variables() const;
  double value(std::string_view variable) const;
  std::vector<double> values() const;
  Counts counts() const;

  // A parameter or an input. The state stays as it is as far as the constraints let it, and the run begins
  // anew from there: histories are forgotten.
  void set(std::string_view name, double value);
  void restart();  // the same without a change

  Snapshot snapshot() const;
  void restore(const Snapshot& snapshot);

 private:
  struct Work;
  std::unique_ptr<Work> work_;
};

}  // namespace trammel::pipeline
