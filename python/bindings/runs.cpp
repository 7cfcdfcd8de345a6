// runs.cpp: analyze, compare, prepare, run, sweep and reports, without the interpreter lock.
#include <nlohmann/json.hpp>

#include "bindings.hpp"
#include "report/file.hpp"
#include "report/page.hpp"
#include "report/run_page.hpp"

namespace trammel::python {
namespace {

using modelica::Loaded;
using Values = std::vector<std::pair<std::string, double>>;
using ResultPointer = std::shared_ptr<Result>;

py::dict analyzed(const Loaded& loaded) {
  pipeline::Examination found;
  std::string page;
  {
    const py::gil_scoped_release free;
    found = pipeline::examine(loaded.problem);
    page = pipeline::text(found);
  }
  using namespace py::literals;
  py::list hidden;
  for (const analysis::HiddenConstraint& h : found.hidden_constraints)
    hidden.append(py::dict("equation"_a = h.equation, "derivative"_a = h.derivative, "text"_a = h.text));
  py::dict start;
  for (const auto& [name, value] : found.consistent_start) start[py::str(name)] = value;
  return py::dict(
      "model"_a = found.model, "equations"_a = found.equations, "unknowns"_a = found.unknowns,
      "index"_a = found.index, "structural_index"_a = found.structural_index,
      "strangeness_index"_a = found.strangeness_index, "degrees_of_freedom"_a = found.degrees_of_freedom,
      "hidden_constraints"_a = hidden, "free_start_values"_a = found.free_start_values,
      "consistent_start"_a = start, "redundant"_a = found.redundant, "blocks"_a = found.blocks,
      "formulation"_a = found.recommendation.formulation, "method"_a = found.recommendation.method,
      "reason"_a = found.recommendation.reason, "findings"_a = found.findings, "text"_a = page);
}

py::tuple compared(const Loaded& loaded, const Options& options) {
  pipeline::Comparison table;
  {
    const py::gil_scoped_release free;
    table = compare(loaded.problem, options);
  }
  using namespace py::literals;
  py::list rows;
  for (const pipeline::ComparisonRow& row : table.rows)
    rows.append(py::dict("formulation"_a = row.formulation, "method"_a = row.method,
                         "stabilization"_a = row.stabilization, "success"_a = row.success,
                         "message"_a = row.message, "steps"_a = row.counts.steps,
                         "function_evaluations"_a = row.counts.function_evaluations,
                         "seconds"_a = row.seconds, "difference"_a = row.difference, "drift"_a = row.drift));
  return py::make_tuple(rows, pipeline::text(table));
}

// The result, and what Python raised meanwhile (None: nothing).
py::tuple ran(const Prepared& prepared, const Values& parameters, const Values& starts, Options options,
              py::object callback, const py::object& after_step, const py::object& events) {
  Patience patience(std::move(callback));
  options.events = patience.events(events);
  options.progress = [&](double t, const Counts& counts) { return patience.go_on(t, counts); };
  if (!after_step.is_none())
    options.after_step = [&](double from, double to, const pipeline::ValuesAt& at) {
      return patience.after_step(after_step, from, to, prepared.variables().size(), at);
    };
  auto result = std::make_shared<Result>();
  {
    const py::gil_scoped_release free;
    result->solution = run(prepared, {.parameters = parameters, .starts = starts}, options);
  }
  return py::make_tuple(result, patience.raised());
}

py::tuple swept(const Prepared& prepared, const std::vector<std::pair<Values, Values>>& grid,
                const Options& options, int threads, const py::object& callback) {
  std::vector<Numbers> numbers;
  for (const auto& [parameters, starts] : grid) numbers.push_back({parameters, starts});
  py::object raised = py::none();
  // Runs themselves are short; a sweep is ended between them.
  const auto progress = [&](std::size_t done, std::size_t all) {
    const py::gil_scoped_acquire held;
    try {
      if (!callback.is_none()) callback(done, all);
      return true;
    } catch (py::error_already_set& error) {
      raised = caught(error);
      return false;
    }
  };
  std::vector<pipeline::SweepRow> rows;
  {
    const py::gil_scoped_release free;
    rows = sweep(prepared, numbers, options, {.threads = threads, .progress = progress});
  }
  py::list all;
  for (pipeline::SweepRow& row : rows) {
    py::object result = py::none();
    if (row.ran && row.refusal.empty()) {
      auto kept = std::make_shared<Result>();
      kept->solution = std::move(row.solution);
      result = py::cast(kept);
    }
    all.append(py::make_tuple(result, row.ran ? row.refusal : "the sweep was ended before its turn"));
  }
  return py::make_tuple(all, raised);
}

void wrote_report(const Loaded& loaded, Result& result, double tolerance, const std::string& path,
                  const std::string& version, const std::string& call) {
  const py::gil_scoped_release free;
  const std::lock_guard lock(result.reading);
  nlohmann::ordered_json data =
      report::run_page(loaded.problem, loaded.drawing, result.solution, {.tolerance = tolerance});
  data["trammel"] = version;
  data["call"] = call;
  report::write_file(path, [&](const report::Sink& sink) {
    report::write_page(loaded.problem.dae.name + " · Trammel", data, sink);
  });
}

}  // namespace

void bind_runs(py::module_& module) {
  py::class_<Prepared>(module, "Prepared", "A problem, formulated and compiled; shared by threads.")
      .def_property_readonly("variables", &Prepared::variables)
      .def_property_readonly("options", &Prepared::options)
      .def("run", &ran, py::arg("parameters"), py::arg("starts"), py::arg("options"),
           py::arg("callback") = py::none(), py::arg("after_step") = py::none(),
           py::arg("events") = py::none())
      .def("sweep", &swept);
  module.def("prepare", [](const Loaded& loaded, const Options& options) {
    const py::gil_scoped_release free;
    return prepare(loaded.problem, options);
  });
  module.def("analyze", &analyzed);
  module.def("compare", &compared);
  module.def("write_report", &wrote_report);
}

}  // namespace trammel::python
