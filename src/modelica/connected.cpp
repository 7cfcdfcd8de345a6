// modelica/connected.cpp: expressions that ask about connections: inStream, Connections.isRoot, cardinality.
#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "expr/print.hpp"
#include "modelica/elaborator.hpp"

namespace trammel::modelica {

// equalityConstraint of a record, or of a type that is a number or an array [MLS36, 9.4.1].
Class* Elaborator::equality_function(Instance& i) {
  Class* cls = i.cls;
  if (i.leaf()) {  // through its aliases, to the one that says more than a number does
    if (!i.component || !i.element || !i.declared_in) return nullptr;
    if (!i.component->subscripts.empty() || !i.element->subscripts.empty()) return nullptr;
    cls = &names_.require(i.element->type, *i.declared_in, "class");
    for (int k = 0; cls && k < 100 && cls->def->form == ClassDef::Form::short_; ++k) {
      const std::vector<Class*>& to = names_.targets(*cls);
      cls = to.empty() || to[0] == cls ? nullptr : to[0];
    }
    if (cls == nullptr || names_.builtin(*cls)) return nullptr;
  }
  if (cls->def->restriction != "record" && cls->def->restriction != "type") return nullptr;
  Class* f = names_.member(*cls, "equalityConstraint");
  return f && f->def->is_function() ? f : nullptr;
}

Value Elaborator::equality_constraint(Instance& a, Instance& b, Place place) {
  Class& f = *equality_function(a);
  const auto value = [&](Instance& i) {
    return i.leaf() ? leaf_value(i, nullptr, place) : instance_value(i, place);
  };
  const Signature& s = signature(f);
  if (s.inputs.size() != 2 || s.outputs.size() != 1)
    session_.fail(f.def->place, Kind::structure, "equalityConstraint takes two records and gives one vector");
  std::vector<std::pair<std::string, Value>> given;
  given.emplace_back(s.inputs[0].component->name, value(a));
  given.emplace_back(s.inputs[1].component->name, value(b));
  return invoke(f, std::move(given), place).at(0);
}

std::optional<Value> Elaborator::graph_question(const Expression& e, const Scope& scope) {
  const std::string& name = e.parts[1].name;
  const bool is_root = name == "isRoot";
  if ((!is_root && name != "rooted") || e.args.size() != 1) return std::nullopt;
  const Node node = locate(*e.args[0], scope);
  const bool yes = node.instances.size() == 1 && (is_root ? overconstrained_.is_root(*node.instances[0])
                                                          : overconstrained_.rooted(*node.instances[0]));
  return scalar_of(Base::boolean, g_.constant(yes ? 1 : 0));
}

Expr Elaborator::in_stream(Expr stream) {
  const auto [at, fresh] = stream_numbers_.try_emplace(stream.id, in_streams_.size());
  if (fresh) {
    const int id = g_.add_variable(fmt::format("inStream({})", expr::print(g_, stream)));
    in_streams_.emplace_back(stream, g_.symbol(id));
  }
  return in_streams_[at->second].second;
}

// inStream(h) or actualStream(h), which is inStream(h) where the flow goes in and h where it goes out.
Value Elaborator::stream_value(const std::string& name, const Expression& e, const Scope& scope) {
  if (e.args.size() != 1)
    session_.fail(e.place, Kind::structure, fmt::format("{} takes 1 argument, not {}", name, e.args.size()));
  const Node node = locate(*e.args[0], scope);
  for (const Instance* i : node.instances)
    if (!i->leaf() || !i->stream)
      session_.fail(e.args[0]->place, Kind::structure,
                    fmt::format("{} needs a stream variable of a connector, not {}", name, quote(i->path())));
  const Restore<bool> symbolic(numeric_, false);
  Value v = node_value(node, e.place);
  if (node.instances.empty() || node.instances[0]->variability >= Variability::parameter) return v;
  const std::size_t each = v.data.size() / node.instances.size();
  for (std::size_t k = 0; k < v.data.size(); ++k) {
    const Expr inside = in_stream(v.data[k]);
    if (name == "inStream") {
      v.data[k] = inside;
      continue;
    }
    Instance* flow = nullptr;
    for (auto& part : node.instances[k / std::max<std::size_t>(each, 1)]->parent->children) {
      ensure(*part);
      if (part->leaf() && part->flow) flow = part.get();
    }
    if (flow == nullptr) session_.fail(e.place, Kind::structure, "the connector of this stream has no flow");
    const Expr enters = g_.apply(Op::gt, leaf_value(*flow, nullptr, e.place).data[0], g_.constant(0));
    v.data[k] = g_.apply(Op::select, enters, inside, v.data[k]);
  }
  return v;
}

Value Elaborator::cardinality(const Expression& e, const Scope& scope) {
  if (e.args.size() != 1) session_.fail(e.place, Kind::structure, "cardinality takes one connector");
  const Node node = locate(*e.args[0], scope);
  int n = 0;
  for (const Instance* i : node.instances) {
    if (!i->connector && !i->absent)
      session_.fail(e.place, Kind::structure, fmt::format("{} is no connector", quote(i->path())),
                    "cardinality counts the connections of a connector");
    const auto at = connections_.find(i);
    n += at == connections_.end() ? 0 : at->second;
  }
  return scalar_of(Base::integer, g_.constant(n));
}

}  // namespace trammel::modelica
