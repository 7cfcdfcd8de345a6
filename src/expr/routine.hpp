// expr/routine.hpp: functions that are not written as expressions, and that a node of the graph calls.
//
// A Routine maps n numbers to m numbers. Its derivative is another routine, with m·n results: ∂y_k/∂x_i is
// result k·n + i. So total derivatives and Jacobians of any order are made of calls, and all entries of one
// Jacobian share one evaluation. A routine without a derivative of its own gets difference quotients.
//
// One routine serves any number of threads: it has no state that a call changes.
#pragma once

#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <type_traits>
#include <vector>

#include "base/span.hpp"

namespace trammel::expr {

class Routine : public std::enable_shared_from_this<Routine> {
 public:
  Routine(std::string name, int inputs, int outputs);
  virtual ~Routine() = default;
  Routine(const Routine&) = delete;
  Routine& operator=(const Routine&) = delete;

  const std::string& name() const { return name_; }
  int inputs() const { return inputs_; }
  int outputs() const { return outputs_; }

  // All results at one point. Where the code throws, they are NaN, and a RoutineWatch of this thread keeps
  // the exception: machine code stands between here and whoever could catch it.
  void run(const double* in, double* out) const noexcept;

  // Made when it is first asked for, and shared by all who hold it.
  std::shared_ptr<const Routine> derivative() const;

  virtual bool depends(int /*output*/, int /*input*/) const { return true; }
  virtual std::string label(int output) const;     // of a result, for printing: f, f[2], f_1
  virtual std::string note() const { return {}; }  // what a user must know of it; empty: nothing

  // Of numbers that differ by 1, how much of the difference is noise. Rounding, if the code is exact.
  virtual double noise() const;
  virtual double size(int /*input*/) const { return 1; }  // a usual value, for the steps of quotients

 protected:
  virtual void evaluate(const double* in, double* out) const = 0;  // may throw
  virtual std::shared_ptr<const Routine> differentiate() const;    // difference quotients, if not overridden
  std::string partial_label(const Routine& of, int output) const;

 private:
  std::string name_;
  int inputs_, outputs_;
  struct Known {
    std::mutex mutex;
    std::weak_ptr<const Routine> derivative;  // it holds this one: a cycle would never go
  };
  const std::unique_ptr<Known> known_ = std::make_unique<Known>();
};

using Code = std::function<void(Vec in, Out out)>;
struct RoutineCode {
  Code code;
  Code jacobian = {};              // ∂y_k/∂x_i at [k·n + i]; none: difference quotients
  std::vector<double> sizes = {};  // usual values of the inputs; empty: 1
};
// Any code as a routine.
std::shared_ptr<const Routine> make_routine(std::string name, int inputs, int outputs, RoutineCode code);

// While it lives, the first exception of a routine on this thread is kept, and no code of a routine is run
// after it.
class RoutineWatch {
 public:
  RoutineWatch();
  ~RoutineWatch();
  RoutineWatch(const RoutineWatch&) = delete;
  RoutineWatch& operator=(const RoutineWatch&) = delete;
  bool failed() const { return failure_ != nullptr; }
  void rethrow();  // if there is something to throw

 private:
  friend class Routine;
  std::exception_ptr failure_;
  RoutineWatch* outer_;
};

// f() under a watch: what a routine threw comes out of here, whatever f made of the NaNs.
template <class F>
auto watched(F&& f) {
  RoutineWatch watch;
  try {
    if constexpr (std::is_void_v<decltype(f())>) {
      f();
      watch.rethrow();
    } else {
      auto result = f();
      watch.rethrow();
      return result;
    }
  } catch (...) {
    watch.rethrow();
    throw;
  }
}

// Work memory of a thread that is given back in the order of a stack. Takes memory only while it grows.
class Scratch {
 public:
  explicit Scratch(std::size_t numbers);
  ~Scratch();
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  double* data() const { return data_; }
  double& operator[](std::size_t k) const { return data_[k]; }

 private:
  double* data_;
  std::size_t block_, used_;  // where the stack stood before
};

}  // namespace trammel::expr
