"""All base models of the battery, and a check that their answers satisfy their equations."""
import expressions as ex
import models_algebra
import models_applied
import models_circuits
import models_ends
import models_fresh
import models_further
import models_mechanics
import models_ode
import models_paths
import models_plants
import models_varied
from reference import Reference

FILES = (models_ode, models_mechanics, models_circuits, models_paths, models_algebra, models_ends, models_applied, models_varied,
         models_further, models_fresh, models_plants)


def by_name(files):
    """All models of these files; two of one name would hide each other."""
    result = {}
    for m in (m for file in files for m in file.MODELS):
        assert m.name not in result, "two models are called " + m.name
        result[m.name] = m
    return result


ALL = by_name(FILES)


def highest_derivatives(model):
    highest = {}
    for pair in list(model.equations.values()) + model.initial:
        for tree in pair:
            for leaf in ex.leaves(tree):
                if leaf[0] == "var":
                    highest[leaf[1]] = max(highest.get(leaf[1], 0), leaf[2])
    return highest


def terms(tree, sign=1):
    """The summands of a tree, with their signs."""
    if tree[0] in "+-" and len(tree) == 3:
        return terms(tree[1], sign) + terms(tree[2], sign if tree[0] == "+" else -sign)
    if tree[0] == "neg":
        return terms(tree[1], -sign)
    if tree[0] == "*" and tree[1][0] == "num":
        return [(s, ("*", tree[1], t)) for s, t in terms(tree[2], sign)]
    return [(sign, tree)]


class Residuals:
    """The equations of a model as numbers: residual and the sum of the absolute values of its terms."""

    def __init__(self, model):
        values = {key: value for key, (value, _) in model.parameters.items()}
        fill = lambda tree: ex.map_leaves(tree, lambda l: ex.num(values[l[1]]) if l[0] == "par" else l)
        self.rows = {}
        for label, (a, b) in model.equations.items():
            found = terms(a) + terms(b, -1)
            if "'der'" in str(found):
                continue  # der of an expression: not evaluated here
            trees = [fill(t) for _, t in found]
            leaves = sorted({leaf for t in trees for leaf in ex.leaves(t) if leaf[0] == "var"})
            self.rows[label] = (ex.compiled(trees, leaves), leaves, [s for s, _ in found])

    def at(self, t, value):
        """label -> (residual, size), of the equations whose variables all have a value."""
        result = {}
        for label, (function, leaves, signs) in self.rows.items():
            try:
                numbers = function(t, [value(leaf) for leaf in leaves])
            except KeyError:
                continue
            result[label] = (sum(s * x for s, x in zip(signs, numbers)), sum(map(abs, numbers)))
        return result


def check(original, rewritten):
    """The largest relative residual of the answer in the equations of a rewritten model, and how many were evaluated."""
    times = sorted(set(original.at) | {original.stop, original.stop / 7})
    exact = Reference(original, times, highest_derivatives(original) | {name: 2 for name in original.solution})
    here = {}  # name here -> (name in the original, factor); a copy of a multiplier is zero
    for name, (names, factor) in rewritten.back.items():
        here |= {other: (name, None) for other in names} | {names[0]: (name, factor)}
    rows = []
    for t in times:
        def value(leaf, t=t):
            name, factor = here[leaf[1]]
            return exact.at[t][name, leaf[2]] / factor * rewritten.clock ** leaf[2] if factor else 0.0
        rows.append(Residuals(rewritten).at(t / rewritten.clock, value))
    size = {label: max(row[label][1] for row in rows) for label in rows[0]}
    return max((abs(r) / (size[label] or 1.0) for row in rows for label, (r, _) in row.items()), default=0.0), len(size)
