#include "report/solution_file.hpp"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "base/error.hpp"
#include "base/text.hpp"
#include "report/file.hpp"
#include "report/json.hpp"

namespace trammel::report {
namespace {

using solution::Outcome;
using solution::Sample;
using solution::Segment;
using solution::Solution;
using solution::Trajectory;

static_assert(std::endian::native == std::endian::little, "numbers are written as they are in memory");

constexpr std::string_view solution_line = "trammel solution 1\n";

[[noreturn]] void refuse_file() {
  throw Error(Kind::io, "this is not a saved solution, or it is damaged", {}, "run the model again with -o");
}

// JSON has no infinities: they are words.
Json exact(double value) {
  return std::isfinite(value) ? Json(value) : Json(std::isnan(value) ? "nan" : value > 0 ? "inf" : "-inf");
}
double exact(const Json& json) {
  if (json.is_number()) return json.get<double>();
  const std::string word = json.get<std::string>();
  return word == "inf" ? INFINITY : word == "-inf" ? -INFINITY : NAN;
}

// Fields of the header that are written and read in the same way: `io` does one of both.
struct ToJson {
  Json& json;
  void operator()(const char* name, const double& value) const { json[name] = exact(value); }
  void operator()(const char* name, const std::vector<double>& values) const {
    json[name] = Json::array();
    for (const double value : values) json[name].push_back(exact(value));
  }
  template <class Value>
  void operator()(const char* name, const Value& value) const {
    json[name] = value;
  }
};
struct FromJson {
  const Json& json;
  void operator()(const char* name, double& value) const { value = exact(json.at(name)); }
  void operator()(const char* name, std::vector<double>& values) const {
    values.clear();
    for (const Json& value : json.at(name)) values.push_back(exact(value));
  }
  template <class Value>
  void operator()(const char* name, Value& value) const {
    json.at(name).get_to(value);
  }
};

template <class Io, class Where>
void culprits(const Io& io, Where& where) {
  io("equations", where.equations);
  io("variables", where.variables);
  io("file", where.file);
  io("line", where.line);
  io("column", where.column);
}

template <class Io, class Certificate>
void certificate(const Io& io, Certificate& c) {
  io("equation", c.worst.equation);
  io("time", c.worst.time);
  io("residual", c.worst.residual);
  io("between_steps", c.worst.between_steps);
  io("derivatives", c.derivatives);
  io("points", c.points);
  io("amplification", c.amplification);
  io("sensitive", c.sensitive);
  io("digits", c.digits);
  io("error", c.error);
  io("message", c.message);
}

template <class Io, class Counts>
void counts(const Io& io, Counts& c) {
  io("steps", c.steps);
  io("rejected", c.rejected);
  io("without_value", c.without_value);
  io("function_evaluations", c.function_evaluations);
  io("jacobian_evaluations", c.jacobian_evaluations);
  io("factorizations", c.factorizations);
  io("linear_solves", c.linear_solves);
  io("newton_iterations", c.newton_iterations);
  io("projections", c.projections);
  io("projection_iterations", c.projection_iterations);
}

template <class Io, class Run>
void facts(const Io& io, Run& run) {
  io("message", run.message);
  io("variables", run.variables);
  io("t_start", run.t_start);
  io("t_end", run.t_end);
  io("constraint_residual", run.constraint_residual);
  io("index", run.index);
  io("degrees_of_freedom", run.degrees_of_freedom);
  io("formulation", run.choice.formulation);
  io("method", run.choice.method);
  io("stabilization", run.choice.stabilization);
  io("reason", run.choice.reason);
  io("seconds", run.seconds);
  io("notes", run.notes);
}

Json header_of(const SavedSolution& saved, const Solution& run) {
  Json header = {{"model", saved.model}, {"units", saved.units}, {"descriptions", saved.descriptions}};
  header["outcome"] = name(run.outcome);
  facts(ToJson{header}, run);
  culprits(ToJson{header["culprits"]}, run.culprits);
  if (run.culprits.time) header["culprits"]["time"] = exact(*run.culprits.time);
  certificate(ToJson{header["certificate"]}, run.certificate);
  culprits(ToJson{header["certificate"]["where"]}, run.certificate.where);
  header["certificate"]["holds"] = run.certificate.holds ? Json(*run.certificate.holds) : Json(nullptr);
  counts(ToJson{header["counts"]}, run.counts);
  if (!run.not_unique.empty()) header["not_unique"] = run.not_unique;
  header["events"] = Json::array();
  for (const solution::Event& event : run.events) {
    Json one = {{"time", exact(event.time)}, {"name", event.name}, {"changed", event.changed}};
    one["impulses"] = Json::array();
    for (const solution::Event::Impulse& impulse : event.impulses)
      one["impulses"].push_back(
          {{"variable", impulse.variable}, {"value", exact(impulse.value)}, {"shared", impulse.shared}});
    header["events"].push_back(std::move(one));
  }
  header["samples"] = run.samples.size();
  header["last"] = run.last.size();
  header["segments"] = Json::array();
  for (const Segment& segment : run.segments)
    header["segments"].push_back(
        {{"degree", segment.trajectory.degree()}, {"steps", segment.trajectory.steps()}});
  return header;
}

void put(const Sink& sink, Vec numbers) {
  sink(std::string_view(reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes()));
}

void put(const Sink& sink, const Trajectory& trajectory) {
  put(sink, trajectory.times());
  put(sink, trajectory.at_step(0));
  for (int k = 0; k < trajectory.steps(); ++k)  // the first point of a step is the last of the one before
    put(sink, trajectory.step(k).values().subspan(static_cast<std::size_t>(trajectory.size())));
}

// The numbers behind the header, one after the other.
class Numbers {
 public:
  explicit Numbers(std::string_view bytes) : bytes_(bytes) {}
  std::vector<double> take(std::size_t count) {
    if (count > bytes_.size() / sizeof(double)) refuse_file();
    std::vector<double> numbers(count);
    if (count > 0) std::memcpy(numbers.data(), bytes_.data(), count * sizeof(double));
    bytes_.remove_prefix(count * sizeof(double));
    return numbers;
  }
  std::size_t left() const { return bytes_.size() / sizeof(double); }
  bool empty() const { return bytes_.empty(); }

 private:
  std::string_view bytes_;
};

std::size_t count_of(const Json& json, const Numbers& numbers) {
  const auto count = json.get<std::int64_t>();
  if (count < 0 || static_cast<std::size_t>(count) > numbers.left()) refuse_file();
  return static_cast<std::size_t>(count);
}

Trajectory trajectory_of(const Json& json, std::size_t variables, Numbers& numbers) {
  const int degree = json.at("degree").get<int>();
  const std::size_t steps = count_of(json.at("steps"), numbers);
  if (degree < 1 || degree > solution::ChebyshevGrid::most) refuse_file();
  Trajectory trajectory(static_cast<int>(variables), degree);
  const std::vector<double> times = numbers.take(steps + 1);
  std::vector<double> values = numbers.take(variables);
  trajectory.begin(times[0], values);
  for (std::size_t k = 0; k < steps; ++k) {
    values.erase(values.begin(), values.end() - static_cast<std::ptrdiff_t>(variables));
    const std::vector<double> more = numbers.take(variables * static_cast<std::size_t>(degree));
    values.insert(values.end(), more.begin(), more.end());
    trajectory.add({times[k], times[k + 1], degree, values});
  }
  return trajectory;
}

Outcome outcome_of(const std::string& word) {
  for (const Outcome outcome :
       {Outcome::finished, Outcome::event, Outcome::step_too_small, Outcome::too_many_steps,
        Outcome::not_finite, Outcome::singular, Outcome::interrupted, Outcome::assertion})
    if (name(outcome) == word) return outcome;
  refuse_file();
}

SavedSolution from(const Json& header, Numbers numbers) {
  SavedSolution saved{
      .model = header.at("model"), .units = header.at("units"), .descriptions = header.at("descriptions")};
  Solution& run = saved.solution;
  run.outcome = outcome_of(header.at("outcome"));
  facts(FromJson{header}, run);
  if (header.contains("not_unique")) header["not_unique"].get_to(run.not_unique);
  culprits(FromJson{header.at("culprits")}, run.culprits);
  if (header["culprits"].contains("time")) run.culprits.time = exact(header["culprits"]["time"]);
  const Json& judged = header.at("certificate");
  certificate(FromJson{judged}, run.certificate);
  culprits(FromJson{judged.at("where")}, run.certificate.where);
  if (!judged.at("holds").is_null()) run.certificate.holds = judged["holds"].get<bool>();
  counts(FromJson{header.at("counts")}, run.counts);
  for (const Json& event : header.at("events")) {
    run.events.push_back({exact(event.at("time")), event.at("name"), event.at("changed"), {}});
    for (const Json& impulse : event.value("impulses", Json::array()))
      run.events.back().impulses.push_back(
          {impulse.at("variable"), exact(impulse.at("value")), impulse.value("shared", false)});
  }
  const std::size_t variables = run.variables.size();
  const std::size_t samples = count_of(header.at("samples"), numbers);
  for (std::size_t k = 0; k < samples; ++k) {
    const double time = numbers.take(1)[0];
    run.samples.push_back({time, numbers.take(variables)});
  }
  run.last = numbers.take(count_of(header.at("last"), numbers));
  for (const Json& segment : header.at("segments"))
    run.segments.push_back({trajectory_of(segment, variables, numbers), solution::read_states()});
  if (!numbers.empty()) refuse_file();
  return saved;
}

}  // namespace

void write_solution(const SavedSolution& saved, const Sink& sink) {
  const Solution run = saved.solution.as_data();
  sink(solution_line);
  sink(header_of(saved, run).dump(-1, ' ', false, Json::error_handler_t::replace) + "\n");
  for (const Sample& sample : run.samples) {
    put(sink, Vec(&sample.time, 1));
    put(sink, sample.values);
  }
  put(sink, run.last);
  for (const Segment& segment : run.segments) put(sink, segment.trajectory);
}

SavedSolution read_solution(const std::string& bytes) {
  const std::string_view all = bytes;
  if (!all.starts_with(solution_line)) refuse_file();
  const std::size_t end = all.find('\n', solution_line.size());
  if (end == std::string_view::npos) refuse_file();
  try {
    const Json header = Json::parse(all.substr(solution_line.size(), end - solution_line.size()));
    return from(header, Numbers(all.substr(end + 1)));
  } catch (const nlohmann::json::exception&) {
    refuse_file();
  }
}

void save(const std::string& path, const SavedSolution& saved) {
  write_file(path, [&](const Sink& sink) { write_solution(saved, sink); });
}

SavedSolution load_solution(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream bytes;
  bytes << file.rdbuf();
  if (!file)
    throw Error(Kind::io, fmt::format("cannot read {}", quote(path)), {.file = path}, "check the file name");
  return read_solution(bytes.str());
}

}  // namespace trammel::report
