#include "cli/terminal.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>

namespace trammel::cli {

bool colours(int descriptor) {
  const char* no_color = std::getenv("NO_COLOR");
  const char* term = std::getenv("TERM");
  return ::isatty(descriptor) != 0 && (no_color == nullptr || *no_color == '\0') &&
         (term == nullptr || std::string_view(term) != "dumb");
}

namespace {

volatile std::sig_atomic_t interrupt_seen = 0;

void on_interrupt(int) { interrupt_seen = 1; }

std::string painted(std::string_view text, std::string_view code, int descriptor) {
  return colours(descriptor) ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : std::string(text);
}

std::string duration(double seconds) {
  if (seconds < 60) return fmt::format("{:.0f} s", seconds);
  if (seconds < 3600)
    return fmt::format("{:.0f} min {:02.0f} s", std::floor(seconds / 60), std::fmod(seconds, 60));
  return fmt::format("{:.1f} h", seconds / 3600);
}

}  // namespace

std::string alarming(std::string_view text) { return painted(text, "1;31", STDERR_FILENO); }
std::string strong(std::string_view text) { return painted(text, "1", STDOUT_FILENO); }

void watch_for_interrupt() {
  struct sigaction action = {};
  action.sa_handler = on_interrupt;
  action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);  // the second one has its usual effect
  ::sigaction(SIGINT, &action, nullptr);
  ::sigaction(SIGTERM, &action, nullptr);
}

bool interrupted() { return interrupt_seen != 0; }

Progress::Progress(double t_start, double t_end, bool wanted)
    : t_start_(t_start), t_end_(t_end), wanted_(wanted), on_(wanted && ::isatty(STDERR_FILENO) != 0),
      begin_(Clock::now()), last_(begin_) {}

Progress::~Progress() {
  if (shown_) std::fputs("\r\x1b[K", stderr);
}

void Progress::show(double t, long steps) {
  if (!on_) return;
  const Clock::time_point now = Clock::now();
  if (now - last_ < std::chrono::milliseconds(100)) return;  // also keeps short runs silent
  last_ = now;
  shown_ = true;
  const double seconds = std::chrono::duration<double>(now - begin_).count();
  const double part = t_end_ > t_start_ ? std::clamp((t - t_start_) / (t_end_ - t_start_), 0.0, 1.0) : 1.0;
  constexpr int width = 24;
  const auto filled = static_cast<int>(part * width);
  const std::string left = part > 0 ? duration(seconds * (1 - part) / part) + " left" : "";
  fmt::print(stderr, "\r\x1b[K[{}{}] {:3.0f} %  t = {:.4g}  {:.0f} steps/s  {}", std::string(filled, '#'),
             std::string(width - filled, '.'), 100 * part, t, static_cast<double>(steps) / seconds, left);
  std::fflush(stderr);
}

void Progress::show_runs(std::size_t done) {
  if (!on_ && !plain_) return;
  const Clock::time_point now = Clock::now();
  if (now - last_ < (on_ ? std::chrono::milliseconds(100) : std::chrono::milliseconds(30000))) return;
  last_ = now;
  shown_ = on_;
  const double seconds = std::chrono::duration<double>(now - begin_).count(), all = t_end_ - t_start_;
  const auto count = static_cast<double>(done);
  const std::string left = done > 0 ? duration(seconds * (all - count) / count) + " left" : "";
  fmt::print(stderr, "{}{} of {:.0f} runs  {:.3g} runs/s  {}{}", on_ ? "\r\x1b[K" : "", done, all,
             count / seconds, left, on_ ? "" : "\n");
  std::fflush(stderr);
}

}  // namespace trammel::cli
