#include "pipeline/simulation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>
#include <sstream>

#include "base/error.hpp"
#include "base/text.hpp"
#include "pipeline/certification.hpp"
#include "pipeline/journey.hpp"
#include "report/file.hpp"

namespace trammel::pipeline {

struct Simulation::Work {
  Work(Prepared of, Numbers with) : prepared(std::move(of)), numbers(std::move(with)) { begin(0); }

  // From the start of the interval.
  void begin(std::size_t choice) {
    journey = std::make_unique<Journey>(prepared, numbers, prepared.options(), choice);
    t = now();
  }

  Course& course() {
    if (Course* running = journey->course()) return *running;
    throw Error(Kind::usage, "the run is over: " + journey->so_far().message, {}, "begin another one");
  }
  double now() { return journey->over() ? journey->so_far().t_end : course().segment().driver().t(); }

  // The state at t, which may lie inside the last step.
  integrate::Run here() {
    integrate::Driver& driver = course().segment().driver();
    integrate::Run run = driver.result();
    const solution::StepPolynomial* last = driver.polynomial();
    if (last == nullptr || t >= driver.t()) return run;
    run.t = t;
    last->at(t, run.y);
    if (!run.slope.empty()) last->slope(t, run.slope);
    return run;
  }

  void begin_again() {
    auto from = reached(course().segment().setup(), here());
    if (!from)
      throw Error(
          Kind::usage,
          "this formulation does not hold the state of the underlying equations, so a run cannot begin "
          "anew in the middle of the interval",
          {}, "use the formulation 'underlying_ode' or 'ggl'");
    from->top.clear();  // they follow from the new numbers
    journey->go_on(numbers, *from);
    t = now();
  }

  std::vector<double> values() {
    const solution::Solution& told = journey->so_far();
    if (journey->over() && !(t < told.t_end) && !told.last.empty()) return told.last;
    std::vector<double> values(prepared.variables().size());
    course().segment().values_at(t, values);
    return values;
  }

  Prepared prepared;
  Numbers numbers;
  std::unique_ptr<Journey> journey;
  double t = 0;
};

Simulation::Simulation(const Prepared& prepared, const Numbers& numbers)
    : work_(expr::watched([&] { return std::make_unique<Work>(prepared, numbers); })) {}
Simulation::~Simulation() = default;
Simulation::Simulation(Simulation&&) noexcept = default;
Simulation& Simulation::operator=(Simulation&&) noexcept = default;

double Simulation::time() const { return work_->t; }

bool Simulation::step() {
  const bool made = expr::watched([&] { return work_->journey->step(); });
  work_->t = work_->now();
  return made;
}

bool Simulation::advance(double t) {
  const bool there = expr::watched([&] { return work_->journey->advance(t); });
  work_->t = there ? t : work_->now();
  return there;
}

bool Simulation::ended() const { return work_->journey->over(); }
solution::Outcome Simulation::outcome() const {
  return ended() ? work_->journey->so_far().outcome : work_->course().outcome();
}
std::string Simulation::message() const {
  return ended() ? work_->journey->so_far().message : fmt::format("at t = {:g}", time());
}
const std::vector<std::string>& Simulation::variables() const { return work_->prepared.variables(); }
Counts Simulation::counts() const { return work_->journey->counts(); }
std::vector<double> Simulation::values() const { return work_->values(); }

double Simulation::value(std::string_view variable) const {
  const auto at = std::ranges::find(variables(), variable);
  if (at == variables().end())
    throw Error(Kind::name, fmt::format("there is no variable {}", quote(variable)),
                {.variables = {std::string(variable)}});
  return values()[static_cast<std::size_t>(at - variables().begin())];
}

void Simulation::set(std::string_view name, double value) {
  Numbers& numbers = work_->numbers;
  const Numbers before = numbers;
  const auto at = std::ranges::find(numbers.parameters, name, &std::pair<std::string, double>::first);
  if (at != numbers.parameters.end())
    at->second = value;
  else
    numbers.parameters.emplace_back(name, value);
  try {
    expr::watched([&] { work_->begin_again(); });
  } catch (const Error&) {
    numbers = before;
    throw;
  }
}

void Simulation::restart() {
  expr::watched([&] { work_->begin_again(); });
}

Snapshot Simulation::snapshot() const {
  if (work_->journey->renewals() > 0)
    throw Error(
        Kind::usage,
        "the state of this run is one of a choice that was made from numbers on the way, so that it cannot "
        "be taken up again",
        {}, "take a snapshot earlier");
  const integrate::Run here = work_->here();
  return {here.t,
          work_->course().segment().driver().h(),
          here.y,
          here.slope,
          work_->numbers.parameters,
          work_->course().packed(here),
          work_->journey->choice()};
}

void Simulation::restore(const Snapshot& snapshot) {
  Journey& now = *work_->journey;
  const bool with_events = work_->prepared.events() != nullptr;
  if (with_events != !snapshot.discrete.empty())
    throw Error(Kind::usage,
                fmt::format("the snapshot is of a model {} events, and this one has {}",
                            with_events ? "without" : "with", with_events ? "some" : "none"),
                {}, "prepare the same problem with the same options");
  if (snapshot.choice >= work_->prepared.choices().size())
    throw Error(Kind::usage,
                "the snapshot is of a choice of formulation and method that was not prepared here", {},
                "prepare the same problem with the same options");
  const bool other_numbers = snapshot.parameters != work_->numbers.parameters;
  work_->numbers.parameters = snapshot.parameters;
  if (with_events || other_numbers || now.over() || now.renewals() > 0 || now.choice() != snapshot.choice)
    work_->begin(snapshot.choice);
  if (with_events) work_->course().unpack(snapshot.t, snapshot.discrete);
  integrate::Driver& driver = work_->course().segment().driver();
  if (snapshot.y.size() != driver.state().size())
    throw Error(Kind::usage,
                fmt::format("the snapshot holds {}, but this run has {}", counted(snapshot.y.size(), "state"),
                            driver.state().size()),
                {}, "prepare the same problem with the same options");
  driver.restart(snapshot.t, snapshot.y, snapshot.slope, snapshot.h);
  work_->t = snapshot.t;
}

namespace {

constexpr std::string_view first_line = "trammel snapshot 3";

std::string words(const char* name, const std::vector<double>& numbers) {
  std::string line = fmt::format("{} {}", name, numbers.size());
  for (const double x : numbers) line += fmt::format(" {:a}", x);
  return line + "\n";
}

// Words of a snapshot's text, one after the other.
class Words {
 public:
  explicit Words(std::string_view text) : text_(text) {}
  std::string_view next() {
    const std::size_t from = std::min(text_.find_first_not_of(" \n"), text_.size());
    const std::size_t to = std::min(text_.find_first_of(" \n", from), text_.size());
    const std::string_view word = text_.substr(from, to - from);
    text_.remove_prefix(to);
    if (word.empty()) refuse();
    return word;
  }
  void expect(std::string_view word) {
    if (next() != word) refuse();
  }
  double number() {
    const std::string word(next());
    char* end = nullptr;
    const double value = std::strtod(word.c_str(), &end);
    if (end != word.c_str() + word.size()) refuse();
    return value;
  }
  std::size_t count() {
    const double value = number();
    if (!(value >= 0) || value > static_cast<double>(text_.size()) || value != std::floor(value)) refuse();
    return static_cast<std::size_t>(value);
  }
  std::vector<double> numbers(std::string_view name) {
    expect(name);
    std::vector<double> values(count());
    for (double& value : values) value = number();
    return values;
  }
  std::string line() {  // the rest of it
    const std::size_t to = std::min(text_.find('\n'), text_.size());
    std::string rest(text_.substr(std::min<std::size_t>(1, to), to - std::min<std::size_t>(1, to)));
    text_.remove_prefix(to);
    return rest;
  }
  [[noreturn]] static void refuse() {
    throw Error(Kind::io, "this is not a snapshot of a run, or it is damaged", {}, "take a new one");
  }

 private:
  std::string_view text_;
};

}  // namespace

// Names come last on their lines: they may hold blanks.
std::string Snapshot::text() const {
  std::string page = fmt::format("{}\n", first_line);
  page += words("at", {t, h, static_cast<double>(choice)}) + words("state", y) + words("slope", slope) +
          words("discrete", discrete);
  page += fmt::format("parameters {}\n", parameters.size());
  for (const auto& [name, value] : parameters) page += fmt::format("{:a} {}\n", value, name);
  return page;
}

void Snapshot::save(const std::string& path) const {
  report::write_file(path, [&](const report::Sink& sink) { sink(text()); });
}

Snapshot Snapshot::load(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  if (!file)
    throw Error(Kind::io, fmt::format("cannot read {}", quote(path)), {.file = path}, "check the file name");
  return read(text.str());
}

Snapshot Snapshot::read(std::string_view text) {
  if (!text.starts_with(first_line)) Words::refuse();
  Words words(text.substr(first_line.size()));
  Snapshot result;
  const std::vector<double> at = words.numbers("at");
  if (at.size() != 3 || !(at[2] >= 0 && at[2] < 1000)) Words::refuse();
  result.t = at[0];
  result.h = at[1];
  result.choice = static_cast<std::size_t>(at[2]);
  result.y = words.numbers("state");
  result.slope = words.numbers("slope");
  result.discrete = words.numbers("discrete");
  words.expect("parameters");
  const std::size_t count = words.count();
  for (std::size_t k = 0; k < count; ++k) {
    const double value = words.number();
    result.parameters.emplace_back(words.line(), value);
  }
  return result;
}

}  // namespace trammel::pipeline
