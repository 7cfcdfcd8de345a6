"""The answer of a model from theory: formulas in time or in the states of an ODE that was reduced by hand.

The ODE is integrated by extrapolation of the modified midpoint rule (Gragg, Bulirsch, Stoer: Hairer, Norsett, Wanner,
Solving ODEs I, II.9), order 16, to rounding. How errors grow is measured with it too: start values and values halfway
are changed a little, and the largest answer of each variable, in units of its size, is its amplification.
"""
import expressions as ex

COLUMNS = 8


def _midpoint(f, t, y, H, n):
    h = H / n
    previous, current = y, [a + h * b for a, b in zip(y, f(t, y))]
    for i in range(1, n):
        rates = f(t + i * h, current)
        previous, current = current, [a + 2 * h * b for a, b in zip(previous, rates)]
    last = f(t + H, current)
    return [0.5 * (a + b + h * c) for a, b, c in zip(current, previous, last)]


def _attempt(f, t, y, H):
    """One extrapolated step and its error, relative to the values."""
    rows = []
    for j in range(1, COLUMNS + 1):
        row = [_midpoint(f, t, y, H, 2 * j)]
        for k in range(1, j):
            ratio = (j / (j - k)) ** 2 - 1
            row.append([a + (a - b) / ratio for a, b in zip(row[k - 1], rows[-1][k - 1])])
        rows.append(row)
    best, other = rows[-1][-1], rows[-1][-2]
    error = max((abs(a - b) / (1e-30 + max(abs(a), abs(c), 1e-6 * largest)) for a, b, c, largest in
                 zip(best, other, y, [max(map(abs, best)) or 1.0] * len(y))), default=0.0)
    return best, error


def integrate(f, t0, y0, times):
    """The values at increasing times."""
    if not y0:
        return [[]] * len(times)
    t, y, found = t0, list(y0), []
    H = (times[-1] - t0) / 16 if times and times[-1] > t0 else 1.0
    for goal in times:
        while t < goal * (1 - 1e-15) - 1e-300:
            step = min(H, goal - t)
            try:
                new, error = _attempt(f, t, y, step)
            except (OverflowError, ValueError, ZeroDivisionError):
                new, error = y, 1e9
            if error > 1e-13 and step > 1e-9 * abs(times[-1]):
                H = step * max(0.2, 0.8 * (1e-13 / error) ** (1 / (2 * COLUMNS)))
                if H > 0.95 * step and error < 1e-12:
                    t, y = t + step, new
                continue
            t, y = t + step, new
            H = max(H, step * min(2.0, 0.8 * (1e-13 / max(error, 1e-17)) ** (1 / (2 * COLUMNS))))
        found.append(y)
    return found


def _expanded(model, tree, of_leaf):
    """Formulas may refer to each other and to derivatives: both are written out in reduced states and time."""
    if tree[0] in ("num", "par", "time"):
        return tree
    if tree[0] == "var" and tree[2] == 0 and tree[1] in model.reduced:
        return tree
    if tree[0] == "var":
        formula = model.solution[tree[1]]
        result = formula if formula == tree else _expanded(model, formula, of_leaf)
        for _ in range(tree[2]):
            result = ex.rate(result, of_leaf)
        return result
    parts = tuple(_expanded(model, part, of_leaf) if isinstance(part, tuple) else part for part in tree[1:])
    return ex.rate(parts[0], of_leaf) if tree[0] == "der" else tree[:1] + parts


class Reference:
    """Values, sizes and amplifications of all variables and their derivatives, in the units of the original."""

    def __init__(self, model, times, highest):
        """highest: variable -> highest derivative that is asked for; times are increasing."""
        self.times = times
        self.keys, trees = [], []
        states = list(model.reduced)
        rates = {ex.var(name): model.reduced[name][1] for name in states}
        rates[ex.TIME] = ex.ONE
        of_leaf = lambda leaf: rates.get(leaf, ex.ZERO)
        for name in model.solution:
            tree = _expanded(model, ex.var(name), of_leaf)
            for k in range(highest.get(name, 0) + 1):
                self.keys.append((name, k))
                trees.append(tree)
                tree = ex.rate(tree, of_leaf)
        values = {key: value for key, (value, _) in model.parameters.items()}
        fill = lambda tree: ex.map_leaves(tree, lambda l: ex.num(values[l[1]]) if l[0] == "par" else l)
        leaves = [ex.var(name) for name in states]
        outputs = ex.compiled([fill(tree) for tree in trees], leaves)
        f = ex.compiled([fill(model.reduced[name][1]) for name in states], leaves)
        start = ex.compiled([fill(model.reduced[name][0]) for name in states], [])(0.0, [])
        grid = sorted({end * i / 24 for end in times[-1:] for i in range(25)} | set(times))
        path = integrate(f, 0.0, start, grid)
        table = [dict(zip(self.keys, outputs(t, y))) for t, y in zip(grid, path)]
        self.at = {t: row for t, row in zip(grid, table) if t in set(times)}
        self.size = {key: max(abs(row[key]) for row in table) for key in self.keys}
        largest = max([abs(v) for v in self.size.values()] or [1.0])
        for (name, k), value in list(self.size.items()):
            if name in model.scale:
                self.size[name, k] = max(value, model.scale[name])
            elif value < 1e-12 * largest:
                self.size[name, k] = 1.0
        self.amplification = {key: model.amplification * model.rates ** key[1] for key in self.keys}
        if states:
            self._measure(f, outputs, grid, path, start)

    def _measure(self, f, outputs, grid, path, start):
        scale = [max(abs(y[i]) for y in path) or 1e-3 * max(max(map(abs, y)) for y in path) for i in range(len(start))]
        half = len(grid) // 2
        for begin in (0, half):
            for i in range(len(start)):
                delta = 1e-5 * scale[i]
                moved = list(path[begin])
                moved[i] += delta
                rest = [t for t in grid[begin:]]
                shifted = integrate(lambda t, y: f(t + rest[0], y), 0.0, moved, [t - rest[0] for t in rest[1:]])
                for t, y, z in zip(rest, path[begin:], [moved] + shifted):
                    try:
                        pairs = list(zip(self.keys, outputs(t, y), outputs(t, z)))
                    except (ValueError, OverflowError, ZeroDivisionError):
                        continue
                    for key, a, b in pairs:
                        grown = abs(b - a) / self.size[key] / 1e-5
                        self.amplification[key] = max(self.amplification[key], grown)
