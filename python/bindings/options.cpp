// options.cpp: what a user can say about a run, by the names of the command line.
#include <fmt/format.h>

#include "bindings.hpp"
#include "pipeline/stabilizations.hpp"

namespace trammel::python {
namespace {

using pipeline::Certify;

template <class Enum>
Enum chosen(const std::string& word, const char* what,
            std::initializer_list<std::pair<const char*, Enum>> all) {
  std::string names;
  for (const auto& [name, value] : all) {
    if (word == name) return value;
    names += fmt::format("{}'{}'", names.empty() ? "" : ", ", name);
  }
  throw Error(Kind::usage, fmt::format("{} = '{}' is not known", what, word), {}, "one of " + names);
}

}  // namespace

void bind_options(py::module_& module) {
  py::class_<Options>(module, "Options")
      .def(py::init<>())
      .def_readwrite("t_start", &Options::t_start)
      .def_readwrite("t_end", &Options::t_end)
      .def_readwrite("method", &Options::method)
      .def_readwrite("formulation", &Options::formulation)
      .def_readwrite("times", &Options::times)
      .def_readwrite("dense", &Options::dense)
      .def_property(
          "rtol", [](const Options& o) { return o.step.rtol; }, [](Options& o, double v) { o.step.rtol = v; })
      .def_property(
          "atol", [](const Options& o) { return o.step.atol; }, [](Options& o, double v) { o.step.atol = v; })
      .def_property(
          "first_step", [](const Options& o) { return o.step.first_step; },
          [](Options& o, double v) { o.step.first_step = v; })
      .def_property(
          "max_step", [](const Options& o) { return o.step.max_step; },
          [](Options& o, double v) { o.step.max_step = v; })
      .def_property(
          "max_steps", [](const Options& o) { return o.step.max_steps; },
          [](Options& o, long v) { o.step.max_steps = v; })
      .def_property(
          "fixed_step", [](const Options& o) { return o.step.fixed_step; },
          [](Options& o, double v) { o.step.fixed_step = v; })
      .def_property("stabilization", nullptr,
                    [](Options& o, const std::string& name) {
                      o.projection = pipeline::find_stabilization(name).options;
                    })
      .def_property("engine", nullptr,
                    [](Options& o, const std::string& name) {
                      o.engine = chosen<Engine>(
                          name, "engine",
                          {{"auto", Engine::automatic}, {"vm", Engine::vm}, {"native", Engine::native}});
                    })
      .def_property("certify", nullptr, [](Options& o, const std::string& how) {
        o.certify = chosen<Certify>(
            how, "certify", {{"off", Certify::off}, {"sample", Certify::sample}, {"full", Certify::full}});
      });
}

}  // namespace trammel::python
