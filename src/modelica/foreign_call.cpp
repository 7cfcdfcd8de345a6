// modelica/foreign_call.cpp: calls of functions that are written in another language [MLS36, 12.9].
//
// What only computes with numbers (foreign.hpp) is called when the model is read if all of them are known, and
// is a routine of the graph otherwise.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/text.hpp"
#include "modelica/builtins.hpp"
#include "modelica/elaborator.hpp"
#include "modelica/foreign.hpp"

namespace trammel::modelica {
namespace {

// A foreign function with some numbers fixed: its inputs go to some places, its results come from others.
struct Attached {
  const Foreign* function;
  Blocks<double> blocks;
  std::vector<std::pair<std::size_t, std::size_t>> inputs;  // block, place in it
  std::vector<std::size_t> outputs;                         // blocks

  template <class Number>
  Blocks<Number> filled(Vec in) const {
    Blocks<Number> all;
    for (const Block<double>& b : blocks) all.push_back({b.shape, {b.numbers.begin(), b.numbers.end()}});
    for (std::size_t k = 0; k < inputs.size(); ++k) all[inputs[k].first].numbers[inputs[k].second] = in[k];
    return all;
  }
  void run(Vec in, Out out) const {
    Blocks<double> all = filled<double>(in);
    function->run(all);
    std::size_t k = 0;
    for (const std::size_t b : outputs)
      for (const double x : all[b].numbers) out[k++] = x;
  }
  // f(x + ih) = f(x) + ih f'(x) + O(h²): nothing cancels, so h may be tiny [ST98].
  void slopes(Vec in, Out out) const {
    constexpr double h = 1e-100;
    const std::size_t n = inputs.size();
    for (std::size_t i = 0; i < n; ++i) {
      Blocks<std::complex<double>> all = filled<std::complex<double>>(in);
      all[inputs[i].first].numbers[inputs[i].second] += std::complex<double>(0, h);
      function->slope(all);
      std::size_t k = 0;
      for (const std::size_t b : outputs)
        for (const std::complex<double>& x : all[b].numbers) out[k++ * n + i] = x.imag() / h;
    }
  }
};

}  // namespace

// Calls it if it is known, and leaves its results in the variables of the function; false: it is not known.
bool Elaborator::call_foreign(const ClassDef& outside, const Scope& scope, Place place) {
  const std::string& name = outside.external_call->parts[0].name;
  std::vector<const Expression*> arguments;
  for (const ExpressionPtr& arg : outside.external_call->args) arguments.push_back(arg.get());
  if (outside.external_result) arguments.push_back(outside.external_result.get());
  const Foreign* function = foreign_function(name);
  if (function == nullptr || function->arguments != arguments.size()) return false;
  Attached attached{function, {}, {}, function->writes};
  std::vector<Expr> inputs;
  std::vector<Local*> results;
  for (std::size_t k = 0; k < arguments.size(); ++k) {
    const bool written = std::ranges::find(function->writes, k) != function->writes.end();
    Local* variable =
        written && arguments[k]->parts.size() == 1 ? local(scope, arguments[k]->parts[0].name) : nullptr;
    if (written && (variable == nullptr || variable->input)) return false;
    const Local* bare = arguments[k]->parts.size() == 1 ? local(scope, arguments[k]->parts[0].name) : nullptr;
    const bool room = bare && !bare->assigned;  // to work in
    const Value v = variable ? variable->value : room ? bare->value : evaluate(*arguments[k], scope);
    if (v.base == Base::record) return false;
    session_.spend(static_cast<std::int64_t>(v.data.size()) * 10, place);
    Block<double> block{v.shape, {}};
    for (const Expr x : v.data) {
      const bool known = v.base == Base::text || g_.is_constant(x);
      if (!known) {
        attached.inputs.emplace_back(k, block.numbers.size());
        inputs.push_back(x);
      }
      block.numbers.push_back(known && v.base != Base::text ? g_.value(x) : 0.0);
    }
    attached.blocks.push_back(std::move(block));
    if (variable) results.push_back(variable);
  }
  if (!function->fits(attached.blocks)) return false;
  std::size_t outputs = 0;
  for (const Local* l : results) outputs += l->value.data.size();
  if (outputs == 0) return true;
  std::vector<double> numbers(outputs);
  std::shared_ptr<const expr::Routine> routine;
  if (inputs.empty()) {
    attached.run({}, numbers);
  } else {
    expr::RoutineCode code{[attached](Vec in, Out out) { attached.run(in, out); }, {}, {}};
    if (function->slope != nullptr) code.jacobian = [attached](Vec in, Out out) { attached.slopes(in, out); };
    routine = expr::make_routine(name, static_cast<int>(inputs.size()), static_cast<int>(outputs), code);
  }
  std::size_t next = 0;
  for (Local* l : results) {
    for (Expr& x : l->value.data) {
      x = routine ? g_.call(routine, inputs, static_cast<int>(next)) : g_.constant(numbers[next]);
      ++next;
    }
    l->assigned = true;
  }
  return true;
}

// What math.h declares is what the language has itself.
static std::optional<Value> c_mathematics(Elaborator& in, const Expression& call, const Scope& scope) {
  static const std::set<std::string> same = {"sin",  "cos",  "tan", "asin", "acos",  "atan", "atan2", "sinh",
                                             "cosh", "tanh", "exp", "log",  "log10", "sqrt", "floor", "ceil"};
  const std::string& name = call.parts[0].name;
  if (name == "pow" && call.args.size() == 2)
    return Arithmetic(in.session())
        .power('^', in.evaluate(*call.args[0], scope), in.evaluate(*call.args[1], scope), call.place);
  if (name != "fabs" && !same.contains(name)) return std::nullopt;
  return Builtins{in, call, scope}.call(name == "fabs" ? "abs" : name);
}

std::vector<Value> Elaborator::call_external(Class& function, const Scope& scope, Place place) {
  const Signature& s = signature(function);
  const ClassDef& outside = *s.external->def;
  if (outside.external_call && outside.external_language == "builtin")
    return {Builtins{*this, *outside.external_call, scope}.call(outside.external_call->parts[0].name)};
  if (outside.external_call && outside.external_language == "C" && s.outputs.size() == 1)
    if (std::optional<Value> v = c_mathematics(*this, *outside.external_call, scope)) return {std::move(*v)};
  if (outside.external_call && call_foreign(outside, scope, place)) {
    std::vector<Value> results;
    for (const auto& f : s.outputs) results.push_back(local(scope, f.component->name)->value);
    return results;
  }
  if (outside.external_call) {
    std::vector<Value> args;
    for (const ExpressionPtr& arg : outside.external_call->args) {  // results have no value yet
      const Local* l = arg->parts.size() == 1 ? local(scope, arg->parts[0].name) : nullptr;
      args.push_back(l && !l->assigned ? l->value : evaluate(*arg, scope));
    }
    const std::string& c_name = outside.external_call->parts[0].name;
    if (std::optional<std::vector<Value>> known = known_external(c_name, args, place)) {
      for (std::size_t k = 0; k < known->size() && k < s.outputs.size(); ++k)
        if ((*known)[k].base == Base::enumeration)
          (*known)[k].type = local(scope, s.outputs[k].component->name)->value.type;
      return *known;
    }
  }
  session_.fail(place, Kind::usage,
                fmt::format("the external {} function {} is not supported", outside.external_language,
                            quote(function.def->name)),
                "write it as a Modelica function");
}

}  // namespace trammel::modelica
