"""Rewritings of models that must not change the answer. Each takes a model, and returns a new one with the way back.

A rewriting is written as text, `unit(x,1e-6,nominal)`, so that every case of the battery has a name that repeats it.
"""
import random
import re

import expressions as ex
from description import Variable, dimension

FACTORS = (1e-9, 1e-6, 1e-3, 1e3, 1e6, 1e9)


class DoesNotApply(Exception):
    """The model has nothing that this rewriting could change."""


def each_equation(model, change):
    model.equations = {label: (change(a), change(b)) for label, (a, b) in model.equations.items()}
    model.initial = [(change(a), change(b)) for a, b in model.initial]


def substitute(model, of_leaf):
    each_equation(model, lambda tree: ex.map_leaves(tree, of_leaf))


def unit(model, name, factor, nominal="", size=None):
    """x = factor * x': another unit for one variable, written into the equations as a number."""
    factor = float(factor)
    v = model.variables[name]
    substitute(model, lambda leaf: ("*", ex.num(factor), leaf) if leaf[:2] == ("var", name) else leaf)
    if v.start is not None:
        v.start /= factor
    if v.nominal is not None:
        v.nominal /= factor
    names, old = model.back[name]
    model.back[name] = (names, old * factor)
    if nominal:  # in the unit that all rewritings together have made
        v.nominal = (size or (lambda _: 1.0))(name) / abs(old * factor)


def kind(model, kind_unit, factor, nominal="", size=None):
    """Another unit for all variables of a kind."""
    named = [name for name, v in model.variables.items() if v.unit == kind_unit]
    if not named:
        raise DoesNotApply
    for name in named:
        unit(model, name, factor, nominal, size)


def system(model, *settings, size=None):
    """Another system of units: `system(m=1e-3,s=1e3)` counts in millimetres and kiloseconds. Texts stay, numbers change."""
    if not model.dimensional:
        raise DoesNotApply
    nominal = "nominal" in settings
    factors = {key: float(value) for key, _, value in (s.partition("=") for s in settings) if value}

    def of(unit_text):
        product = 1.0
        for base, exponent in dimension(unit_text).items():
            product *= factors.get(base, 1.0) ** exponent
        return product

    model.parameters = {name: (value / of(u), u) for name, (value, u) in model.parameters.items()}
    for name, v in model.variables.items():
        factor = of(v.unit)
        if v.start is not None:
            v.start /= factor
        if nominal:
            v.nominal = (size or (lambda _: 1.0))(name) / (model.back[name][1] * factor)
        names, old = model.back[name]
        model.back[name] = (names, old * factor)
    model.clock *= factors.get("s", 1.0)


def clock(model, factor, **_):
    """time = factor * time': another unit of time, written into the equations as numbers."""
    factor = float(factor)

    def change(leaf):
        if leaf == ex.TIME:
            return ("*", ex.num(factor), leaf)
        if leaf[0] == "var" and leaf[2]:
            return ("*", ex.num(factor ** -leaf[2]), leaf)
        return leaf

    substitute(model, change)
    model.clock *= factor


def multiply(model, label, factor, **_):
    a, b = model.equations[label]
    model.equations[label] = (("*", ex.num(factor), a), ("*", ex.num(factor), b))


def multiply_all(model, seed, **_):
    """Every equation by its own number between 1e-9 and 1e9, either sign."""
    random_ = random.Random(int(seed))
    for label in list(model.equations):
        multiply(model, label, random_.choice((-1, 1)) * 10.0 ** random_.uniform(-9, 9))


def order(model, seed, **_):
    random_ = random.Random(int(seed))

    def shuffled(table):
        items = list(table.items())
        random_.shuffle(items)
        return dict(items)

    model.equations, model.variables, model.parameters = map(shuffled, (model.equations, model.variables, model.parameters))


def sides(model, seed, **_):
    """Equations turned round, or with everything on one side."""
    random_ = random.Random(int(seed))
    forms = (lambda a, b: (a, b), lambda a, b: (b, a), lambda a, b: (("-", a, b), ex.ZERO), lambda a, b: (ex.ZERO, ("-", b, a)))
    model.equations = {label: random_.choice(forms)(a, b) for label, (a, b) in model.equations.items()}


KEYWORDS = ("der", "end", "model", "time", "equation", "if", "then", "algorithm", "initial", "parameter", "Real", "annotation",
            "true", "and", "input", "when", "loop", "constant", "type", "flow", "not", "for", "in", "block")


def _rename(model, new):
    """new: old name -> new name, of variables."""
    def change(leaf):
        return ("var", new.get(leaf[1], leaf[1]), leaf[2]) if leaf[0] == "var" else leaf

    substitute(model, change)
    model.variables = {new.get(name, name): v for name, v in model.variables.items()}
    for original, (names, factor) in model.back.items():
        model.back[original] = ([new.get(name, name) for name in names], factor)


def names(model, style, **_):
    """Other names: quoted ones, keywords in quotes, names that look like something else."""
    old = list(model.variables)
    if style == "derivative":  # another variable is called der(x), where the model has the derivative of x
        derived = {leaf[1] for pair in model.equations.values() for tree in pair for leaf in ex.leaves(tree)
                   if leaf[0] == "var" and leaf[2]}
        pairs = [(x, y) for x in sorted(derived) for y in old if y != x]
        if not pairs:
            raise DoesNotApply
        x, y = pairs[len(pairs) // 2]
        return _rename(model, {y: "der(" + x + ")"})
    new = {
        "quoted": lambda i, name: "the %s of \"it\"" % name,
        "escaped": lambda i, name: name + "'s \\ %d" % i,
        "keywords": lambda i, name: KEYWORDS[i % len(KEYWORDS)] + ("" if i < len(KEYWORDS) else str(i)),
        "dotted": lambda i, name: "a.%s[%d]" % (name, i),
        "long": lambda i, name: name * 60,
        "capital": lambda i, name: ("x" if i % 2 else "X") * (i // 2 + 1),
    }[style]
    _rename(model, {name: new(i, name) for i, name in enumerate(old)})


def alias(model, name, **_):
    """A second name for a variable, used wherever it stands without der."""
    other = name + "_same"
    if not any(leaf == ex.var(name) for pair in model.equations.values() for t in pair for leaf in ex.leaves(t)):
        raise DoesNotApply
    model.equations = {label: tuple(ex.map_leaves(t, lambda leaf: ex.var(other) if leaf == ex.var(name) else leaf) for t in pair)
                       for label, pair in model.equations.items()}
    model.variables[other] = Variable(model.variables[name].unit)
    model.equations["same_" + name] = (ex.var(other), ex.var(name))
    _algebraic(model)


def _algebraic(model):
    if model.index == 0:
        model.index = 1


def _inner(tree, found):
    """Sums, products, powers and calls inside of a tree."""
    if tree[0] in ("num", "var", "par", "time"):
        return
    for part in tree[1:]:
        if isinstance(part, tuple):
            if part[0] in ("+", "-", "*", "/", "^", "call") and any(l[0] == "var" for l in ex.leaves(part)):
                found.append(part)
            _inner(part, found)


def define(model, label, which, **_):
    """An inner expression gets a name of its own."""
    a, b = model.equations[label]
    inner = []
    for tree in (a, b):
        if tree[0] in ("+", "-", "*", "/", "^", "call"):
            inner.append(tree)
        _inner(tree, inner)
    if not inner:
        raise DoesNotApply
    part = inner[int(which) % len(inner)]
    name = "part_%s_%s" % (label, which)

    def replace(tree):
        if tree == part:
            return ex.var(name)
        if tree[0] in ("num", "var", "par", "time"):
            return tree
        return tuple(replace(piece) if isinstance(piece, tuple) else piece for piece in tree)

    model.equations[label] = (replace(a), replace(b))
    model.equations[name] = (ex.var(name), part)
    model.variables[name] = Variable("1")
    _algebraic(model)
    if any(leaf[0] == "var" and leaf[2] for leaf in ex.leaves(part)):
        model.index = None  # the derivative of a derivative: may be one more


def inline(model, name, **_):
    """A variable that has a formula is written out wherever it stands."""
    v = model.variables[name]
    if v.fixed or len(model.variables) < 2:
        raise DoesNotApply
    for label, (a, b) in model.equations.items():
        if a == ex.var(name) and not any(leaf[:2] == ("var", name) or leaf[0] == "var" and leaf[2] for leaf in ex.leaves(b)):
            break
    else:
        raise DoesNotApply
    del model.equations[label]

    def change(leaf):
        if leaf[:2] != ("var", name):
            return leaf
        tree = b
        for _ in range(leaf[2]):
            tree = ("der", tree) if tree[0] != "var" else ex.var(tree[1], tree[2] + 1)
        return tree

    substitute(model, change)
    del model.variables[name]
    model.back = {key: (n, f) for key, (n, f) in model.back.items() if name not in n}
    model.index = None  # may fall from 1 to 0


def second(model, name, **_):
    """der(x) = v written into the equations: v disappears, der(v) becomes der(der(x))."""
    for label, (a, b) in model.equations.items():
        if a == ex.var(name, 1) and b[0] == "var" and b[2] == 0 and b[1] != name:
            break
    else:
        raise DoesNotApply
    v = b[1]
    if model.variables[v].start is not None and not model.variables[v].fixed:
        raise DoesNotApply
    del model.equations[label]
    if not any(leaf[:2] == ("var", v) and leaf[2] for pair in model.equations.values() for t in pair for leaf in ex.leaves(t)):
        model.index = None  # v was no state: may be one less
    substitute(model, lambda leaf: ex.var(name, leaf[2] + 1) if leaf[:2] == ("var", v) else leaf)
    if model.variables[v].fixed:
        model.initial.append((ex.var(name, 1), ex.num(model.variables[v].start or 0.0)))
    del model.variables[v]
    model.back = {key: (n, f) for key, (n, f) in model.back.items() if v not in n}


def first(model, name, **_):
    """der(der(x)) written as der(v) with der(x) = v."""
    highest = max((leaf[2] for pair in model.equations.values() for t in pair for leaf in ex.leaves(t)
                   if leaf[:2] == ("var", name)), default=0)
    if highest < 2:
        raise DoesNotApply
    v = "v_" + name
    substitute(model, lambda leaf: ex.var(v, leaf[2] - 1) if leaf[:2] == ("var", name) and leaf[2] else leaf)
    model.variables[v] = Variable(model.variables[name].unit + "/s")
    model.equations["rate_" + name] = (ex.var(name, 1), ex.var(v))


def double(model, label, **_):
    """A constraint written twice, each time with multipliers of its own: their sum is what the one had."""
    if label not in model.multipliers:
        raise DoesNotApply
    for name in model.multipliers[label]:
        copy = name + "_again"
        substitute(model, lambda leaf: ("+", leaf, ex.var(copy, leaf[2])) if leaf[:2] == ("var", name) else leaf)
        old = model.variables[name]
        model.variables[copy] = Variable(old.unit)
        model.back[name] = (model.back[name][0] + [copy], model.back[name][1])
    model.equations[label + "_again"] = model.equations[label]
    model.index = None


def combine(model, label, other, factor, **_):
    """One equation is replaced by itself plus a multiple of another one."""
    if label == other:
        raise DoesNotApply
    (a, b), (c, d) = model.equations[label], model.equations[other]
    k = ex.num(factor)
    model.equations[label] = (("+", a, ("*", k, c)), ("+", b, ("*", k, d)))


def until(model, factor, **_):
    """A later (or earlier) end."""
    model.stop *= float(factor)


REWRITINGS = {f.__name__: f for f in (unit, kind, system, clock, multiply, multiply_all, order, sides, names, alias, define,
                                      inline, second, first, double, combine, until)}


def apply(model, text, size=None):
    """The model after the rewritings of `unit(x,1e-6)+order(3)`."""
    new = model.copy()
    new.back = {key: ([n] if isinstance(n, str) else n, f) for key, (n, f) in new.back.items()}
    for step in filter(None, re.split(r"\+(?=[a-z_]+\()", text)):
        name, arguments = re.fullmatch(r"(\w+)\((.*)\)", step).groups()
        REWRITINGS[name](new, *arguments.split(","), size=size)
        new.steps.append(step)
    return new
