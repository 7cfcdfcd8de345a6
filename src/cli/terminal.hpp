// cli/terminal.hpp: what depends on who is watching: colours, the progress line, Ctrl-C.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

namespace trammel::cli {

// Whether this is a terminal that shows colours.
bool colours(int descriptor);
// Bold red, for the word "error": only on a terminal, and not under NO_COLOR (https://no-color.org).
std::string alarming(std::string_view text);
std::string strong(std::string_view text);  // bold, for standard output

// The first Ctrl-C (or SIGTERM) asks the run to end at its next step; a second one ends the program at once.
void watch_for_interrupt();
bool interrupted();

// One line on standard error that is written over and over; silent if that is no terminal.
class Progress {
 public:
  Progress(double t_start, double t_end, bool wanted);
  ~Progress();  // clears the line
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void show(double t, long steps);
  // The same for many runs: how many of t_end - t_start are done.
  void show_runs(std::size_t done);
  // A line of its own now and then where nobody watches: launchers of many ranks hide the terminal.
  void every_half_minute(bool wanted) { plain_ = wanted && wanted_ && !on_; }

 private:
  using Clock = std::chrono::steady_clock;
  double t_start_, t_end_;
  bool wanted_, on_, plain_ = false, shown_ = false;
  Clock::time_point begin_, last_;
};

}  // namespace trammel::cli
