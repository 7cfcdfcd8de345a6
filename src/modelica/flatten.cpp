// modelica/flatten.cpp: equations, loops, choices and algorithms as scalar equations.
#include "modelica/flatten.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <list>

#include "base/text.hpp"
#include "model/inputs.hpp"

namespace trammel::modelica {

static constexpr std::size_t most_shown_errors = 20;

Flattener::Flattener(Elaborator& elaborator, const LoadOptions& options)
    : in_(elaborator), session_(elaborator.session()), g_(*session_.graph), options_(options),
      connections_(elaborator) {}

model::Problem Flattener::run(Class& cls, double t_start) {
  problem_.t_start = t_start;
  problem_.dae.name = unquoted(cls.def->name);
  problem_.dae.graph = session_.graph;
  const auto root = in_.instantiate(cls);
  for (std::size_t k = 0; k < root->children.size(); ++k) in_.ensure(*root->children[k]);
  take_inputs(*root);
  elaborate(*root);
  expand(*root);
  find_whens(*root);
  find_texts(*root);
  declare(*root);
  check_overrides(*root);
  join_all(*root);
  for (const Maker& m : makers_of_texts_) algorithm_section(m);  // equations read what they make
  equations(*root);
  read_formulas(*root, cls);
  if (!errors_.empty()) throw Errors(std::move(errors_));
  equality_constraints();
  note_unused();
  connections_.finish(*root, [this](const std::string& name, Expr left, Expr right, Place place) {
    Items one = {{left, right, place, name}};
    emit(one, false);
  });
  declare_streams();
  check_events();
  settle_initial_copies();
  settle_initial_numbers();
  remember_solution();
  assign_initially();
  declare_slopes();
  leave_out_zero_factors();
  in_.events().finish(problem_.dae);
  model::watch_inputs(problem_.dae);
  add_formulas();
  set_starts(options_.starts);
  return std::move(problem_);
}

void Flattener::elaborate(Instance& i) {
  if (waits_for_size(i)) return;
  in_.ensure(i);
  if (i.absent) return;
  for (std::size_t k = 0; k < i.children.size(); ++k) elaborate(*i.children[k]);  // 'inner' ones are added
  for (auto& e : i.elements) elaborate(*e);
}

model::Origin Flattener::origin(Place place) const { return session_.origin(place); }

void Flattener::remember(const Error& error) {
  errors_.push_back(error);
  if (errors_.size() >= most_shown_errors) throw Errors(std::move(errors_));
}

void Flattener::equations(Instance& i) {
  if (i.absent) return;
  for (auto& e : i.elements) equations(*e);
  if (i.is_array) return;
  if (i.leaf()) {
    try {
      binding(i);
    } catch (const Error& error) {
      remember(error);
    }
    return;
  }
  for (auto& c : i.children) equations(*c);
  sections(i);
}

// Real y = expression
void Flattener::binding(Instance& i) {
  if (!i.modifier.binding || i.constant_like() || i.base == Base::text) return;
  const Place place = i.modifier.binding.value->place;
  const Value left = in_.leaf_value(i, nullptr, place);
  Value right = in_.evaluate(i.modifier.binding, false);
  right = in_.convert(std::move(right), i.base, i.type, &i.shape, place,
                      [&] { return fmt::format("the value of {}", quote(i.path())); });
  const Place at = i.modifier.place.line > 0 ? i.modifier.place : i.place;
  Items items;
  const std::string owner = i.parent ? unquoted(i.parent->path()) : std::string();
  equate(left, right,
         fmt::format("equation at line {}{}", i.place.line, owner.empty() ? owner : " of " + owner), at,
         items);
  emit(items, false);
}

void Flattener::algorithm_section(const Maker& m) {
  const Restore<bool> initial(initial_, m.section->initial);
  Items items;
  try {
    algorithm(*m.section, {m.instance, m.body, nullptr}, items);
    emit(items, m.section->initial);
  } catch (const Error& error) {
    remember(error);
  }
}

void Flattener::sections(Instance& i) {
  for (Class* body : i.bodies)
    for (const Section& s : body->def->sections) {
      const Restore<bool> initial(initial_, s.initial);
      if (s.algorithm) {
        const auto same = [&](const Maker& m) { return m.instance == &i && m.section == &s; };
        if (std::ranges::none_of(makers_of_texts_, same)) algorithm_section({&i, body, &s});
        continue;
      }
      for (const Clause& c : s.clauses) {
        Locals locals;
        Items items;
        try {
          clause(c, {&i, body, &locals}, items);
          emit(items, s.initial);
        } catch (const Error& error) {
          remember(error);
        }
      }
    }
}

void Flattener::clauses(const std::vector<Clause>& list, const Scope& scope, Items& items) {
  for (const Clause& c : list) clause(c, scope, items);
}

void Flattener::clause(const Clause& c, const Scope& scope, Items& items) {
  session_.spend(1, c.place);
  switch (c.kind) {
    case Clause::Kind::equality:
      return equality(c, scope, items);
    case Clause::Kind::connect:
      if (initial_)
        session_.fail(c.place, Kind::structure, "connect cannot stand in an initial equation section");
      if (run_time_)
        session_.fail(c.place, Kind::structure,
                      "connect cannot depend on a condition that changes during the run");
      return;  // join_all has seen it
    case Clause::Kind::choice:
      return choice(c, scope, items);
    case Clause::Kind::loop:
      return in_.for_each(c.iterators, scope, [&] { clauses(c.branches[0].body, scope, items); });
    case Clause::Kind::call:
      return call(c, scope);
    case Clause::Kind::when:
      if (initial_)
        session_.fail(c.place, Kind::structure, "'when' cannot stand in an initial equation section");
      if (run_time_)
        session_.fail(c.place, Kind::structure,
                      "'when' cannot depend on a condition that changes during the run",
                      "make the condition a part of that of 'when'");
      return when(c, scope);
    default:
      session_.fail(c.place, Kind::structure, "a statement cannot stand in an equation section");
  }
}

// As {} prints it; every equation of a loop has such a number in its name, nearly always a whole one.
static std::string number_text(double x) {
  return x >= 1 && x < 1e15 && x == std::floor(x) ? std::to_string(std::llround(x)) : fmt::format("{}", x);
}

std::string Flattener::name_for(const Clause& c, const Scope& scope) const {
  std::string index;
  if (scope.locals)
    for (const Local& l : *scope.locals)
      if (l.value.scalar() && !l.value.data.empty() && g_.is_constant(l.value.data[0]))
        (index.empty() ? index : index += ',') += number_text(g_.value(l.value.data[0]));
  const std::string path = unquoted(scope.self->path());
  std::string name = c.label.empty() ? "equation at line " + std::to_string(c.place.line)
                                     : (path.empty() ? "" : path + ".") + c.label;
  if (c.label.empty() && !path.empty()) name += " of " + path;
  if (!index.empty()) name += (c.label.empty() ? " [" : "[") + index + "]";
  return name;
}

// Conditions on parameters are resolved here, and the branches may differ; others become choices equation by
// equation.
void Flattener::choice(const Clause& c, const Scope& scope, Items& items) {
  std::vector<Expr> conditions;
  std::vector<Items> branches;
  bool has_else = false;
  const Restore<bool> outer(run_time_);
  std::list<Elaborator::Guard> guards;
  for (const Clause::Branch& b : c.branches) {
    if (b.condition) {
      const Value early = in_.number(*b.condition, scope);
      if (early.base != Base::boolean || !early.scalar())
        session_.fail(b.condition->place, Kind::structure,
                      fmt::format("the condition of 'if' must be Boolean, not {}", type_name(early)));
      if (g_.is_constant(early.data[0], 0)) continue;
      if (!g_.is_constant(early.data[0])) {
        run_time_ = true;
        conditions.push_back(in_.evaluate(*b.condition, scope).data[0]);
        branches.emplace_back();
        guards.emplace_back(in_, conditions.back());
        clauses(b.body, scope, branches.back());
        guards.back().now(g_.apply(Op::logical_not, conditions.back()));
        continue;
      }
    }
    has_else = true;
    if (branches.empty()) return clauses(b.body, scope, items);
    branches.emplace_back();
    clauses(b.body, scope, branches.back());
    break;
  }
  if (branches.empty()) return;
  if (!has_else) branches.emplace_back();
  merge(conditions, branches, c, items);
}

void Flattener::merge(const std::vector<Expr>& conditions, std::vector<Items>& branches, const Clause& c,
                      Items& items) {
  for (const Items& b : branches)
    if (b.size() != branches[0].size())
      session_.fail(
          c.place, Kind::structure,
          fmt::format("the branches of this if-equation have {} and {} equations", branches[0].size(),
                      b.size()),
          "its condition changes during the run, so that every branch, and an else, needs as many equations");
  for (std::size_t k = 0; k < branches[0].size(); ++k) {
    const bool same_left =
        std::ranges::all_of(branches, [&](const Items& b) { return b[k].left == branches[0][k].left; });
    Item merged = branches[0][k];
    const auto side = [&](const Item& i) { return same_left ? i.right : g_.apply(Op::sub, i.left, i.right); };
    Expr value = side(branches.back()[k]);
    for (std::size_t b = conditions.size(); b-- > 0;)
      value = g_.apply(Op::select, conditions[b], side(branches[b][k]), value);
    if (!same_left) merged.left = value;
    merged.right = same_left ? value : g_.constant(0);
    items.push_back(std::move(merged));
  }
}

void Flattener::call(const Clause& c, const Scope& scope) {
  const std::string name = c.left->parts.size() == 1 ? c.left->parts[0].name : std::string();
  if (name == "assert") return in_.check_assert(*c.left, scope);
  if (name == "terminate") return in_.terminate(*c.left, scope);
  if (c.left->parts[0].name == "Connections" && c.left->parts.size() == 2) return;  // join_all has seen it
  if (name == "reinit")
    session_.fail(c.place, Kind::structure, "reinit stands only in a when-clause",
                  "write when condition then reinit(x, value); end when");
  in_.call_for_effect(*c.left, scope);
}

std::string Flattener::unique(std::string name) {
  const std::hash<std::string> hash;
  const auto [at, fresh] = names_.try_emplace(hash(name), 1);
  if (fresh) return name;
  for (int& number = at->second;;) {  // stays where it is when the table grows
    std::string next = name + " #" + std::to_string(++number);
    if (names_.try_emplace(hash(next), 1).second) return next;
  }
}

void Flattener::emit(Items& items, bool initial) {
  auto& list = initial ? problem_.dae.initial_equations : problem_.dae.equations;
  for (Item& item : items) {
    if (in_.events().assigned_in_when(item.left) && initial && g_.is_constant(item.right)) {
      in_.events().set_start(item.left, g_.value(item.right));  // its value before the first event
      continue;
    }
    if (in_.events().assigned_in_when(item.left) && !initial && g_.op(item.right) != Op::symbol)
      session_.fail(item.place, Kind::structure,
                    fmt::format("{} is assigned in a when-clause and cannot be determined by an equation too",
                                quote(g_.parameter_name(g_.index(item.left)))),
                    "remove one of them");
    model::Equation e;
    e.name = unique(std::move(item.name));
    e.residual = g_.apply(Op::sub, item.left, item.right);
    e.origin = origin(item.place);
    if (!initial) e.family = static_cast<int>(list.size());
    list.push_back(std::move(e));
  }
}

}  // namespace trammel::modelica
