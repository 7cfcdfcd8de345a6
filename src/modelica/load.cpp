// modelica/load.cpp: from texts to a Problem.
#include <pthread.h>

#include <exception>
#include <functional>

#include "base/error.hpp"
#include "modelica/classes.hpp"
#include "modelica/elaborator.hpp"
#include "modelica/flatten.hpp"
#include "modelica/modelica.hpp"

namespace trammel::modelica {
namespace {

Experiment experiment_of(const ClassDef& cls, Elaborator& elaborator) {
  Experiment result;
  if (!cls.annotation) return result;
  for (const Argument& a : cls.annotation->arguments) {
    if (a.name != std::vector<std::string>{"experiment"} || !a.modification) continue;
    for (const Argument& setting : a.modification->arguments) {
      if (setting.name.size() != 1 || !setting.modification || !setting.modification->value) continue;
      std::optional<double>* target = setting.name[0] == "StartTime"   ? &result.start_time
                                      : setting.name[0] == "StopTime"  ? &result.stop_time
                                      : setting.name[0] == "Tolerance" ? &result.tolerance
                                      : setting.name[0] == "Interval"  ? &result.interval
                                                                       : nullptr;
      if (target == nullptr) continue;
      const Expression& e = *setting.modification->value;
      const Value v = elaborator.constant(e, {nullptr, &cls, nullptr}, "a setting of the experiment");
      if (!v.numeric() || !v.scalar())
        elaborator.session().fail(e.place, Kind::structure, "a setting of the experiment must be a number");
      *target = elaborator.session().graph->value(v.data[0]);
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
  for (const Source& source : sources) classes.add(source);
  classes.finish();
  const ClassDef& cls = classes.choose(options.model);
  Elaborator elaborator(session, classes, options);
  Loaded loaded;
  loaded.experiment = experiment_of(cls, elaborator);
  Flattener flattener(elaborator, options);
  loaded.problem = flattener.run(cls);
  loaded.problem.t_start = loaded.experiment.start_time.value_or(0);
  loaded.problem.t_end = loaded.experiment.stop_time.value_or(loaded.problem.t_start + 1);
  loaded.notes = std::move(session.notes);
  return loaded;
}

Loaded load(const std::vector<Source>& sources, const LoadOptions& options) {
  Loaded loaded;
  LargeStack([&] { loaded = load_on_this_stack(sources, options); }).run();
  return loaded;
}

}  // namespace trammel::modelica
