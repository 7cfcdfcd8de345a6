// solution.cpp: a finished run as arrays.
#include <pybind11/numpy.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "bindings.hpp"
#include "report/json.hpp"

namespace trammel::python {
namespace {

using Table = py::array_t<double, py::array::c_style | py::array::forcecast>;

const solution::Segment& segment_at(const Solution& s, double t) {
  const solution::Segment* found = &s.segments.front();
  for (const solution::Segment& next : s.segments)
    if (next.trajectory.times().front() <= t) found = &next;
  return *found;
}

// All variables at some times: one row per variable.
Table values_at(Result& result, const Table& times) {
  const Solution& s = result.solution;
  const auto count = static_cast<std::size_t>(times.size());
  const std::size_t rows = s.variables.size();
  Table values(std::vector<py::ssize_t>{static_cast<py::ssize_t>(rows), times.size()});
  const double* const at = times.data();
  double* const out = values.mutable_data();
  if (count > 0 && s.segments.empty())
    throw Error(Kind::usage, "the run kept no trajectory", {}, "dense=True, or output times");
  const py::gil_scoped_release free;
  const std::lock_guard lock(result.reading);
  std::vector<double> state, slope, row(rows);
  for (std::size_t k = 0; k < count; ++k) {
    const double t = std::clamp(at[k], s.t_start, s.t_end);
    const solution::Segment& segment = segment_at(s, t);
    state.resize(static_cast<std::size_t>(segment.trajectory.size()));
    slope.resize(state.size());
    segment.trajectory.at(t, state);
    segment.trajectory.slope(t, slope);
    segment.observe(t, state, slope, row);
    for (std::size_t i = 0; i < rows; ++i) out[i * count + k] = row[i];
  }
  return values;
}

// The ends of all steps, each once; and the degree of the polynomial that begins at each.
std::pair<std::vector<double>, std::vector<int>> steps(const Solution& s) {
  std::pair<std::vector<double>, std::vector<int>> all;
  for (const solution::Segment& segment : s.segments)
    for (const double t : segment.trajectory.times()) {
      if (!all.first.empty() && t <= all.first.back()) {
        all.second.back() = segment.trajectory.degree();
        continue;
      }
      all.first.push_back(t);
      all.second.push_back(segment.trajectory.degree());
    }
  return all;
}

py::tuple samples(const Solution& s) {
  const auto count = static_cast<py::ssize_t>(s.samples.size());
  const auto rows = static_cast<py::ssize_t>(s.variables.size());
  Table times(count), values(std::vector<py::ssize_t>{rows, count});
  for (py::ssize_t k = 0; k < count; ++k) {
    times.mutable_at(k) = s.samples[static_cast<std::size_t>(k)].time;
    for (py::ssize_t i = 0; i < rows; ++i)
      values.mutable_at(i, k) = s.samples[static_cast<std::size_t>(k)].values[static_cast<std::size_t>(i)];
  }
  return py::make_tuple(times, values);
}

py::dict counts(const Counts& c) {
  using namespace py::literals;
  return py::dict("steps"_a = c.steps, "rejected"_a = c.rejected,
                  "function_evaluations"_a = c.function_evaluations,
                  "jacobian_evaluations"_a = c.jacobian_evaluations, "factorizations"_a = c.factorizations,
                  "linear_solves"_a = c.linear_solves, "newton_iterations"_a = c.newton_iterations,
                  "projections"_a = c.projections);
}

py::dict certificate(const Solution& s) {
  using namespace py::literals;
  const solution::Certificate& c = s.certificate;
  return py::dict("holds"_a = c.holds, "equation"_a = c.worst.equation, "time"_a = c.worst.time,
                  "residual"_a = c.worst.residual, "between_steps"_a = c.worst.between_steps,
                  "derivatives"_a = c.derivatives, "points"_a = c.points, "amplification"_a = c.amplification,
                  "sensitive"_a = c.sensitive, "digits"_a = c.digits, "error"_a = c.error,
                  "message"_a = c.message);
}

}  // namespace

void bind_solution(py::module_& module) {
  py::class_<Result, std::shared_ptr<Result>>(module, "Result", "A finished run.")
      .def("values_at", &values_at)
      .def("steps", [](const Result& r) { return steps(r.solution); })
      .def("samples", [](const Result& r) { return samples(r.solution); })
      .def("facts", [](const Result& r) {
        using namespace py::literals;
        const Solution& s = r.solution;
        py::dict all("outcome"_a = std::string(name(s.outcome)), "message"_a = s.message,
                     "variables"_a = s.variables, "t_start"_a = s.t_start, "t_end"_a = s.t_end,
                     "last"_a = s.last, "constraint_residual"_a = s.constraint_residual, "index"_a = s.index,
                     "degrees_of_freedom"_a = s.degrees_of_freedom, "formulation"_a = s.choice.formulation,
                     "method"_a = s.choice.method, "stabilization"_a = s.choice.stabilization,
                     "reason"_a = s.choice.reason, "counts"_a = counts(s.counts), "seconds"_a = s.seconds,
                     "notes"_a = s.notes, "certificate"_a = certificate(s),
                     "equations"_a = s.culprits.equations, "culprits"_a = s.culprits.variables);
        return all;
      });
}

}  // namespace trammel::python
