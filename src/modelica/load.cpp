// modelica/load.cpp: from texts to a Problem.
#include <fmt/format.h>
#include <pthread.h>

#include <exception>
#include <functional>

#include "base/error.hpp"
#include "base/text.hpp"
#include "modelica/animation.hpp"
#include "modelica/classes.hpp"
#include "modelica/elaborator.hpp"
#include "modelica/flatten.hpp"
#include "modelica/modelica.hpp"

namespace trammel::modelica {
namespace {

// Times are in seconds, whatever else a text says.
void check_unit(const Argument& setting, Elaborator& elaborator, Class& cls) {
  for (const Argument& part : setting.modification->arguments) {
    if (part.name != std::vector<std::string>{"unit"} || !part.modification || !part.modification->value)
      continue;
    const Expression& e = *part.modification->value;
    const Value unit = elaborator.constant(e, {nullptr, &cls, nullptr}, "a unit");
    const std::string text =
        unit.base == Base::text && unit.scalar() ? elaborator.session().text(unit.data[0]) : "?";
    if (text != "s")
      elaborator.session().fail(
          e.place, Kind::structure,
          fmt::format("{} is given in {}, but times are in seconds", setting.name[0], quote(text)),
          "write the number of seconds");
  }
}

std::optional<double>* setting_of(Experiment& experiment, const std::string& name) {
  return name == "StartTime"   ? &experiment.start_time
         : name == "StopTime"  ? &experiment.stop_time
         : name == "Tolerance" ? &experiment.tolerance
         : name == "Interval"  ? &experiment.interval
                               : nullptr;
}

Experiment experiment_of(Class& cls, Elaborator& elaborator) {
  Experiment result;
  if (!cls.def->annotation) return result;
  Session& session = elaborator.session();
  for (const Argument& a : cls.def->annotation->arguments) {
    if (a.name != std::vector<std::string>{"experiment"} || !a.modification) continue;
    for (const Argument& setting : a.modification->arguments) {
      if (setting.name.size() != 1 || !setting.modification || !setting.modification->value) continue;
      std::optional<double>* target = setting_of(result, setting.name[0]);
      if (target == nullptr) {  // other tools have settings of their own; a slip of the pen is worth a note
        const std::string near =
            did_you_mean(setting.name[0], {"StartTime", "StopTime", "Tolerance", "Interval"});
        if (!near.empty() && !setting.name[0].starts_with("__"))
          session.note(fmt::format("{}: the experiment has no setting {}{}", session.shown(setting.place),
                                   quote(setting.name[0]), near));
        continue;
      }
      const Expression& e = *setting.modification->value;
      const Value v = elaborator.constant(e, {nullptr, &cls, nullptr}, "a setting of the experiment");
      if (!v.numeric() || !v.scalar())
        session.fail(e.place, Kind::structure,
                     fmt::format("{} must be a number{}, not {}", setting.name[0],
                                 setting.name[0] == "Tolerance" ? "" : " of seconds", type_name(v)));
      check_unit(setting, elaborator, cls);
      *target = session.graph->value(v.data[0]);
    }
  }
  return result;
}

// Runs a function on a thread with a large stack: nesting of texts and of definitions is limited, but the
// limits are generous, and a caller's own stack may be small.
class LargeStack {
 public:
  explicit LargeStack(std::function<void()> work) : work_(std::move(work)) {}
  void run() {
    pthread_attr_t attributes;
    pthread_t thread;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, stack_bytes);
    const int failed = pthread_create(&thread, &attributes, &LargeStack::start, this);
    pthread_attr_destroy(&attributes);
    if (failed != 0) throw Error(Kind::io, "the system gives no memory for another stack");
    pthread_join(thread, nullptr);
    if (error_) std::rethrow_exception(error_);
  }

 private:
  static void* start(void* self) {
    auto& task = *static_cast<LargeStack*>(self);
    try {
      task.work_();
    } catch (...) {
      task.error_ = std::current_exception();
    }
    return nullptr;
  }
  std::function<void()> work_;
  std::exception_ptr error_;
};

}  // namespace

Loaded load_on_this_stack(const std::vector<Source>& sources, const LoadOptions& options) {
  Session session;
  session.budget = options.budget;
  Classes classes(session);
  for (const std::string& folder : options.libraries) classes.add_library(folder);
  for (const Source& source : sources) classes.add(source);
  classes.finish();
  Names names(session, classes);
  Class& cls = names.choose(options.model);
  Elaborator elaborator(session, names, options);
  Loaded loaded;
  loaded.experiment = experiment_of(cls, elaborator);
  Flattener flattener(elaborator, options);
  loaded.problem = flattener.run(cls, loaded.experiment.start_time.value_or(0));
  loaded.formulas = flattener.formulas();
  loaded.problem.t_end = loaded.experiment.stop_time.value_or(loaded.problem.t_start + 1);
  loaded.drawing = animation_of(*cls.def, session, loaded.problem.dae);
  loaded.notes = std::move(session.notes);
  return loaded;
}

Loaded load(const std::vector<Source>& sources, const LoadOptions& options) {
  Loaded loaded;
  LargeStack([&] { loaded = load_on_this_stack(sources, options); }).run();
  return loaded;
}

}  // namespace trammel::modelica
