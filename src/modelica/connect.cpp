#include "modelica/connect.hpp"

#include <fmt/format.h>

#include "base/text.hpp"
#include "expr/print.hpp"
#include "modelica/subscript_check.hpp"

namespace trammel::modelica {

// A connector that is a component of the class in which the connect stands is seen from inside that class:
// its flows count with the opposite sign.
std::vector<Connections::End> Connections::ends(const Expression& e, const Scope& scope, Shape& shape) {
  const Elaborator::Node node = in_.locate(e, scope);
  const Instance* first = scope.self->named(e.parts[0].name);
  const bool outside = first && first->connector;
  check_form(e, first);
  std::vector<End> list;
  shape = node.outer;
  for (Instance* i : node.instances) {
    if (i->absent) return {};
    // What an expandable connector declares can be connected, whatever it is.
    const bool of_bus =
        i->parent && i->parent->cls && i->parent->cls->pattern && i->parent->cls->pattern->def->expandable;
    if (!i->connector && !of_bus)
      in_.session().fail(e.place, Kind::structure, fmt::format("{} is no connector", quote(i->path())),
                         "connect connectors only");
    if (!i->leaf()) {
      list.push_back({i, -1, outside});
      continue;
    }
    if (at_run_time(node.indices))
      in_.session().fail(
          e.place, Kind::structure,
          fmt::format("a subscript of {} in connect must be known before the run", quote(i->path())),
          "use a parameter");
    if (i == node.instances[0]) {
      const Shape inner = selected_shape(i->shape, node.indices);
      shape.insert(shape.end(), inner.begin(), inner.end());
    }
    each_selected(i->shape, node.indices, [&](std::int64_t at, std::int64_t) {
      list.push_back({i, at, outside});
    });
  }
  return list;
}

// A connector of the class itself, or one of its component's; not one further down [MLS36, 9.1].
void Connections::check_form(const Expression& e, const Instance* first) {
  if (first == nullptr || first->connector || first->absent || first->leaf() || e.parts.size() < 3) return;
  const Instance* one = first->outer ? first->outer : first;
  if (one->is_array) one = one->elements.empty() ? nullptr : one->elements[0].get();
  const Instance* second = one ? one->named(e.parts[1].name) : nullptr;
  if (second == nullptr || second->connector || second->absent || second->state != Instance::State::ready)
    return;
  in_.session().fail(
      e.place, Kind::structure,
      fmt::format("{} is a component inside of {}; connect reaches connectors of components only",
                  quote(second->path()), quote(first->path())),
      fmt::format("give {} a connector that is connected inside", quote(first->path())));
}

void Connections::add(const Clause& connect, const Scope& scope) {
  for (const auto* side : {connect.left.get(), connect.right.get()})
    if (side->node != modelica::Node::reference)
      in_.session().fail(side->place, Kind::structure, "connect takes the names of two connectors");
  Shape left_shape, right_shape;
  const std::vector<End> left = ends(*connect.left, scope, left_shape),
                         right = ends(*connect.right, scope, right_shape);
  if (left.empty() || right.empty()) return;  // one of them does not exist, or has no elements
  if (left_shape != right_shape)
    in_.session().fail(connect.place, Kind::structure,
                       fmt::format("connect joins connectors of different sizes: {} and {}",
                                   shown(left_shape), shown(right_shape)));
  for (std::size_t k = 0; k < left.size(); ++k) {
    in_.count_connection(*left[k].instance);
    in_.count_connection(*right[k].instance);
    join(left[k], right[k], connect.place);
  }
}

void Connections::join(const End& a, const End& b, Place place) {
  Session& session = in_.session();
  session.spend(cost::connection, place);
  Instance &x = *a.instance, &y = *b.instance;
  if (x.absent || y.absent) return;
  if (&x == &y && a.scalar == b.scalar)
    session.fail(place, Kind::structure, fmt::format("connect joins {} with itself", quote(x.path())),
                 "remove this connection");
  if (x.leaf() != y.leaf())
    session.fail(place, Kind::structure,
                 fmt::format("{} and {} do not match: one is a variable, one has parts", quote(x.path()),
                             quote(y.path())));
  if (!x.leaf() && (x.is_array || y.is_array)) {
    if (x.shape != y.shape)
      session.fail(place, Kind::structure,
                   fmt::format("{} and {} have different sizes", quote(x.path()), quote(y.path())));
    for (std::size_t k = 0; k < x.elements.size(); ++k)
      join({x.elements[k].get(), -1, a.outside}, {y.elements[k].get(), -1, b.outside}, place);
    return;
  }
  if (in_.equality_function(x))
    in_.overconstrained().connection({&x, &y, a.outside, b.outside, place});
  else if (x.leaf())
    join_variables(a, b, place);
  else
    join_parts(a, b, place);
}

void Connections::join_variables(const End& a, const End& b, Place place) {
  Session& session = in_.session();
  Instance &x = *a.instance, &y = *b.instance;
  if (x.flow != y.flow || x.stream != y.stream)
    session.fail(place, Kind::structure,
                 fmt::format("only one of {} and {} is a {}", quote(x.path()), quote(y.path()),
                             x.flow != y.flow ? "flow" : "stream"));
  if (x.base != y.base)
    session.fail(place, Kind::structure,
                 fmt::format("{} and {} have different types", quote(x.path()), quote(y.path())),
                 "connect connectors of the same class");
  if (x.stream) return join_streams(a, b, place);
  if ((x.variability >= Variability::parameter && x.causality != Causality::input) ||
      y.variability == Variability::constant)
    return check_equal(x, y, place);
  const Value p = in_.leaf_value(x, nullptr, place), q = in_.leaf_value(y, nullptr, place);
  if (a.scalar >= 0 || b.scalar >= 0) {
    join_scalars(p.data[std::max<std::int64_t>(a.scalar, 0)], q.data[std::max<std::int64_t>(b.scalar, 0)], a,
                 b, x.flow, place);
    return;
  }
  if (p.shape != q.shape)
    session.fail(place, Kind::structure,
                 fmt::format("{} has the size {}, but {} has {}", quote(x.path()), shown(p.shape),
                             quote(y.path()), shown(q.shape)));
  for (std::size_t k = 0; k < p.data.size(); ++k) join_scalars(p.data[k], q.data[k], a, b, x.flow, place);
}

// Constants and parameters of connected connectors must be equal [MLS36, 9.2].
void Connections::check_equal(Instance& x, Instance& y, Place place) {
  for (Instance* i : {&x, &y})
    if (i->variability < Variability::parameter || i->base == Base::text || in_.has_no_value(*i)) return;
  const Value &a = in_.number(x), &b = in_.number(y);
  const Graph& g = *in_.session().graph;
  if (x.unknown || y.unknown || a.data.size() != b.data.size()) return;
  for (std::size_t k = 0; k < a.data.size(); ++k)
    if (a.data[k] != b.data[k])
      in_.session().fail(place, Kind::structure,
                         fmt::format("connect joins {} = {} with {} = {}", quote(x.path()),
                                     g.value(a.data[k]), quote(y.path()), g.value(b.data[k])),
                         "give both the same value");
}

void Connections::close_graph() {
  for (const Overconstrained::Joint& j : in_.overconstrained().joints)
    if (!j.broken) {
      const End a{j.a, -1, j.a_outside}, b{j.b, -1, j.b_outside};
      j.a->leaf() ? join_variables(a, b, j.place) : join_parts(a, b, j.place);
    }
}

void Connections::join_parts(const End& a, const End& b, Place place) {
  Session& session = in_.session();
  Instance &x = *a.instance, &y = *b.instance;
  for (auto& part : x.children) {
    in_.ensure(*part);
    Instance* other = in_.child(y, part->name);
    if (other == nullptr && !part->absent)
      session.fail(
          place, Kind::structure,
          fmt::format("{} has {}, but {} has not", quote(x.path()), quote(part->name), quote(y.path())),
          "connect connectors of the same class");
    if (other) join({part.get(), -1, a.outside}, {other, -1, b.outside}, place);
  }
  for (auto& part : y.children)
    if (!x.named(part->name))
      session.fail(
          place, Kind::structure,
          fmt::format("{} has {}, but {} has not", quote(y.path()), quote(part->name), quote(x.path())),
          "connect connectors of the same class");
}

void Connections::join_scalars(Expr a, Expr b, const End& from, const End& to, bool flow, Place place) {
  const int i = root_of(number_of(a, from.outside, flow, place)),
            j = root_of(number_of(b, to.outside, flow, place));
  if (i != j) members_[std::max(i, j)].parent = std::min(i, j);
  // Seen from the class of the connect, outputs of its components and its own inputs have values; inputs of
  // its components need one [MLS36, 9.3].
  const auto note = [&](Expr variable, const End& end) {
    const Causality c = end.instance->causality;
    if (c == Causality::input && !end.outside)
      inputs_.try_emplace(variable.id, end.instance);
    else if (c != Causality::none)
      sources_.insert(variable.id);
    const Instance* holder = end.instance->parent;
    const bool of_bus =
        holder && holder->cls && holder->cls->pattern && holder->cls->pattern->def->expandable;
    bool hidden = false;  // a connector that the class has for itself only
    for (const Instance* at = end.instance; at && end.outside && (at->leaf() || at->connector);
         at = at->parent)
      hidden = hidden || at->is_protected;
    if (of_bus || hidden || c == Causality::none)
      taken_.insert(variable.id);
    else
      ((c == Causality::output) != end.outside ? given_ : taken_).insert(variable.id);
  };
  note(a, from);
  note(b, to);
}

// Inputs that are joined with nothing but inputs.
void Connections::check_inputs() {
  std::unordered_map<int, const Member*> only;
  std::unordered_set<int> fed;
  for (int k = 0; k < static_cast<int>(members_.size()); ++k) {
    const Member& m = members_[k];
    if (m.flow) continue;
    if (!inputs_.contains(m.variable.id) || sources_.contains(m.variable.id) ||
        inputs_.at(m.variable.id)->modifier.binding)
      fed.insert(root_of(k));
    else
      only.try_emplace(root_of(k), &m);
  }
  for (const auto& [set, member] : only)
    if (!fed.contains(set))
      in_.session().fail(
          member->place, Kind::structure,
          fmt::format("connect joins the input {} with inputs only", quote(name_of(member->variable))),
          "connect one of them with an output");
}

// Two variables that each have a value of their own: outputs of two components, or an input of the class and an output
// inside of it [MLS36, 9.3].
void Connections::check_sources() {
  std::unordered_map<int, const Member*> first;
  for (int k = 0; k < static_cast<int>(members_.size()); ++k) {
    const Member& m = members_[k];
    if (m.flow || !given_.contains(m.variable.id) || taken_.contains(m.variable.id)) continue;
    const auto [at, fresh] = first.try_emplace(root_of(k), &m);
    if (fresh) continue;
    in_.session().fail(m.place, Kind::structure,
                       fmt::format("connect joins two sources: {} and {}",
                                   quote(name_of(at->second->variable)), quote(name_of(m.variable))),
                       "connect an output with inputs only");
  }
}

int Connections::number_of(Expr variable, bool outside, bool flow, Place place) {
  const std::uint64_t key = std::uint64_t{variable.id} * 2 + (flow && outside ? 1 : 0);
  const auto [at, fresh] = numbers_.try_emplace(key, static_cast<int>(members_.size()));
  if (fresh) members_.push_back({variable, outside, flow, place, at->second});
  return at->second;
}

int Connections::root_of(int k) {
  while (members_[k].parent != k) k = members_[k].parent = members_[members_[k].parent].parent;
  return k;
}

std::string Connections::name_of(Expr variable) const { return expr::print(*in_.session().graph, variable); }

void Connections::finish(Instance& root, const Emit& emit) {
  check_inputs();
  check_sources();
  Graph& g = *in_.session().graph;
  std::unordered_map<int, Expr> sums;
  std::vector<int> order;
  for (int k = 0; k < static_cast<int>(members_.size()); ++k) {
    const Member& m = members_[k];
    const int set = root_of(k);
    if (!m.flow) {
      if (set != k) {
        const Member& first = members_[set];
        emit(fmt::format("connection {} = {}", name_of(first.variable), name_of(m.variable)), first.variable,
             m.variable, m.place);
      }
      continue;
    }
    const Expr term = m.outside ? g.apply(Op::neg, m.variable) : m.variable;
    const auto [at, fresh] = sums.try_emplace(set, term);
    if (fresh)
      order.push_back(set);
    else
      at->second = g.apply(Op::add, at->second, term);
  }
  for (const int set : order)
    emit(fmt::format("flow balance at {}", name_of(members_[set].variable)), sums.at(set), g.constant(0),
         members_[set].place);
  close_flows(root, emit, false);
  finish_streams(emit);
}

void Connections::close_flows(Instance& i, const Emit& emit, bool in_connector) {
  if (i.absent) return;
  in_connector = in_connector || i.connector;
  for (auto& element : i.elements) close_flows(*element, emit, in_connector);
  for (auto& part : i.children) close_flows(*part, emit, in_connector);
  if (!in_connector) return;
  if (!i.leaf() || !i.flow || i.variability >= Variability::parameter) return;
  for (const Expr v : in_.leaf_value(i, nullptr, i.place).data)
    if (!numbers_.contains(std::uint64_t{v.id} * 2))
      emit(fmt::format("{} = 0 (not connected)", name_of(v)), v, in_.session().graph->constant(0), i.place);
}

}  // namespace trammel::modelica
