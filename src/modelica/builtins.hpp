// modelica/builtins.hpp: the predefined functions and operators [MLS36, 3.7 and 10.3].
#pragma once

#include <string>
#include <vector>

#include "modelica/elaborator.hpp"

namespace trammel::modelica {

struct Builtins {
  Elaborator& in;
  const Expression& e;
  const Scope& scope;

  // Whether there is one of this name, supported or not.
  static bool known(const std::string& name);
  static std::vector<std::string> names();
  // What to say about one that is not supported: the sentence and the way out; empty if it is.
  static std::pair<std::string, std::string> refusal(const std::string& name);

  Value call(const std::string& name);
  Value apply(const std::string& name, std::vector<Value> args);  // on given values

 private:
  using Args = std::vector<Value>;
  Session& session() const { return in.session_; }
  Graph& g() const { return in.g_; }
  [[noreturn]] void fail(const std::string& message, const std::string& hint = {}) const;
  void expect(const std::string& name, const Args& args, std::size_t least, std::size_t most) const;
  std::int64_t size_argument(const Value& v, const char* what) const;
  Shape sizes(const Args& args, std::size_t from) const;
  Value filled(const Value& v, const Shape& shape) const;
  Value mathematical(Op op, const std::string& name, Value v);
  Value rounding(const std::string& name, Args& args);
  Value truncated(const Value& a, const Value& b);
  Value extreme(const std::string& name, Args& args);
  Value reduction(const std::string& name);
  Value folded(const std::string& name, const Value& v);
  Value sum_of_records(Value v);
  Value differentiated(const Value& v);
  Value size(const Args& args);
  Value array(const std::string& name, Args& args);
  Value vector_function(const std::string& name, Args& args);
  Value conversion(const std::string& name, Args& args);
  Value unchanged(const std::string& name);
  Value homotopy();
  Value shown_as_text();                 // text_builtins.cpp
  Value event(const std::string& name);  // event_builtins.cpp
  Value sampled();
  Value delayed();
};

}  // namespace trammel::modelica
