// modelica/connect_pass.cpp: all connections are found before the first equation is read: what an equation
// says may depend on them (Connections.isRoot, cardinality), and what a connector has as well (expandable
// ones).
#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "modelica/flatten.hpp"

namespace trammel::modelica {
namespace {

bool of_graph(const Clause& c) {
  return c.kind == Clause::Kind::call && c.left->parts.size() == 2 && c.left->parts[0].name == "Connections";
}

bool has_connect(const Clause& c) {
  if (c.kind == Clause::Kind::when) return false;
  return c.kind == Clause::Kind::connect || of_graph(c) ||
         std::ranges::any_of(
             c.branches, [](const Clause::Branch& b) { return std::ranges::any_of(b.body, has_connect); });
}

bool contains_connect(const std::vector<Clause>& list) { return std::ranges::any_of(list, has_connect); }

}  // namespace

void Flattener::find_connects(Instance& i, const Visit& visit) {
  if (i.absent || i.leaf()) return;
  for (auto& e : i.elements) find_connects(*e, visit);
  if (i.is_array) return;
  for (std::size_t k = 0; k < i.children.size(); ++k) find_connects(*i.children[k], visit);
  for (Class* body : i.bodies)
    for (const Section& s : body->def->sections) {
      if (s.algorithm || s.initial || !contains_connect(s.clauses)) continue;
      Locals locals;
      find_connects(s.clauses, {&i, body, &locals}, visit);
    }
}

void Flattener::find_connects(const std::vector<Clause>& list, const Scope& scope, const Visit& visit) {
  for (const Clause& c : list) {
    session_.spend(1, c.place);
    if (c.kind == Clause::Kind::connect || of_graph(c)) {
      visit(c, scope);
    } else if (c.kind == Clause::Kind::loop && contains_connect(c.branches[0].body)) {
      in_.for_each(c.iterators, scope, [&] { find_connects(c.branches[0].body, scope, visit); });
    } else if (c.kind == Clause::Kind::choice && has_connect(c)) {
      for (const Clause::Branch& b : c.branches) {
        const Value known =
            b.condition ? in_.number(*b.condition, scope) : scalar_of(Base::boolean, g_.constant(1));
        if (known.data.size() != 1 || !g_.is_constant(known.data[0])) {
          if (contains_connect(b.body))
            session_.fail(c.place, Kind::structure,
                          "connect cannot depend on a condition that changes during the run");
          continue;
        }
        if (g_.value(known.data[0]) == 0) continue;
        find_connects(b.body, scope, visit);
        break;
      }
    }
  }
}

// Connections.branch(a, b), .root(a), .potentialRoot(a, priority), .uniqueRoot(a)
void Flattener::graph_statement(const Expression& e, const Scope& scope) {
  const std::string& name = e.parts[1].name;
  const auto node = [&](std::size_t k) -> Instance* {
    if (k >= e.args.size())
      session_.fail(e.place, Kind::structure, fmt::format("Connections.{} needs another argument", name));
    const Elaborator::Node found = in_.locate(*e.args[k], scope);
    if (found.instances.size() != 1)
      session_.fail(e.args[k]->place, Kind::structure,
                    fmt::format("Connections.{} takes single records", name));
    return found.instances[0]->absent ? nullptr : found.instances[0];
  };
  if (name == "branch") {
    Instance *a = node(0), *b = node(1);
    if (a && b) in_.overconstrained().branch(*a, *b);
  } else if (name == "root") {
    if (Instance* a = node(0)) in_.overconstrained().root(*a);
  } else if (name == "potentialRoot") {
    double priority = 0;
    const Expression* given = e.args.size() > 1                  ? e.args[1].get()
                              : e.more && !e.more->named.empty() ? e.more->named[0].value.get()
                                                                 : nullptr;
    if (given) {
      const Value v = in_.constant(*given, scope, "the priority of a root");
      if (v.numeric() && v.scalar()) priority = g_.value(v.data[0]);
    }
    if (Instance* a = node(0)) in_.overconstrained().potential_root(*a, priority);
  } else if (name != "uniqueRoot") {
    session_.fail(e.place, Kind::name, fmt::format("there is no equation {} in Connections", quote(name)),
                  "branch, root and potentialRoot are");
  }
}

void Flattener::join_all(Instance& root) {
  find_connects(root, [&](const Clause& c, const Scope& scope) {
    try {
      if (c.kind == Clause::Kind::connect)
        connections_.add(c, scope);
      else
        graph_statement(*c.left, scope);
    } catch (const Error& error) {
      remember(error);
    }
  });
  if (!errors_.empty()) throw Errors(std::move(errors_));
  in_.overconstrained().finish();
  connections_.close_graph();
}

// What holds where a loop of such connections was broken.
void Flattener::equality_constraints() {
  for (const Overconstrained::Joint& j : in_.overconstrained().joints) {
    if (!j.broken) continue;
    const Value result = in_.equality_constraint(*j.a, *j.b, j.place);
    Value zero = result;
    for (Expr& x : zero.data) x = g_.constant(0);
    Items items;
    equate(zero, result, fmt::format("equality of {} and {}", unquoted(j.a->path()), unquoted(j.b->path())),
           j.place, items);
    emit(items, false);
  }
}

}  // namespace trammel::modelica
