"""NumPy's functions of arrays of symbols: those that are not made of ufuncs alone."""
import numpy as np

from ._arrays import Symbol, SymbolArray, _elementwise, _object, is_symbolic, numbers, numbers_with_room, plain, where, wrap
from ._errors import Error
from ._shim import linear_systems

_where = np.frompyfunc(where, 3, 1)
LARGEST_FORMULA = 3  # beyond that Cramer's rule is too long: the solution becomes a set of unknowns


def _where_of(condition, yes=None, no=None):
    if yes is None or no is None:
        raise Error("np.where with one argument asks which elements are true, but they are symbolic", hint="np.where(condition, a, b)")
    return _where(_object(condition), _object(yes), _object(no))


def _select(conditions, choices, default=0.0):
    result = default
    for condition, choice in reversed(list(zip(conditions, choices))):
        result = _where_of(condition, choice, result)
    return result


def _clip(a, a_min=None, a_max=None, out=None, **_):
    if a_min is not None:
        a = np.maximum(a, a_min)
    return a if a_max is None else np.minimum(a, a_max)


def _norm(x, ord=None, axis=None, keepdims=False):
    x = SymbolArray.of(x)
    if ord in (None, 2) and (x.ndim == 1 or axis is not None or ord is None):
        return np.sqrt(np.sum(x * x, axis=axis, keepdims=keepdims))
    if x.ndim == 1 and ord == 1:
        return np.sum(abs(x))
    if x.ndim == 1 and ord == np.inf:
        return np.maximum.reduce(abs(x))
    raise Error(f"np.linalg.norm of symbols with ord={ord!r} is not known")


def _minor(a, row, column):
    return np.delete(np.delete(a, row, axis=0), column, axis=1)


def _det(a):
    a = np.asarray(plain(a), dtype=object)
    if a.shape[0] == 1:
        return a[0, 0]
    return sum((-1) ** k * a[0, k] * _det(_minor(a, 0, k)) for k in range(a.shape[0]) if not _is_zero(a[0, k]))


def _is_zero(value):
    return value.constant == 0 if isinstance(value, Symbol) else value == 0


def _inv(a):
    a = np.asarray(plain(a), dtype=object)
    return _solve(a, np.eye(a.shape[0]))


def _solve(a, b):
    a, b = np.asarray(plain(a), dtype=object), np.asarray(plain(b), dtype=object)
    n = a.shape[0]
    if n <= LARGEST_FORMULA:
        det = _det(a)
        inverse = [[(-1) ** (i + j) * (_det(_minor(a, j, i)) if n > 1 else 1.0) / det for j in range(n)] for i in range(n)]
        return np.dot(np.array(inverse, dtype=object), b)
    systems = linear_systems()
    if systems is None:
        raise Error(f"the solution of {n} linear equations with symbols would be too long",
                    hint="the equation M @ x - b = 0 with x among the unknowns")
    columns = [systems.unknowns(a, column) for column in b.reshape(n, -1).T]
    return np.array(columns, dtype=object).T.reshape(b.shape)


def _interp(x, xp, fp, left=None, right=None, period=None):
    if is_symbolic(xp) or is_symbolic(fp) or period is not None:
        raise Error("np.interp of symbols needs a table of numbers without period")
    xp, fp = np.asarray(xp, float), np.asarray(fp, float)

    def one(s):
        if not isinstance(s, Symbol):
            return np.interp(s, xp, fp, left, right)
        result = fp[-1] if right is None else right
        for k in range(len(xp) - 2, -1, -1):
            piece = fp[k] + (s - xp[k]) * ((fp[k + 1] - fp[k]) / (xp[k + 1] - xp[k]))
            result = where(s <= xp[k + 1], piece, result)
        return where(s < xp[0], fp[0] if left is None else left, result)

    return np.frompyfunc(one, 1, 1)(_object(x))


def _polyval(p, x):
    result = 0.0
    for coefficient in p:
        result = result * x + coefficient
    return result


def _einsum(subscripts, *operands, **_):
    inputs, _, output = subscripts.replace(" ", "").partition("->")
    terms = inputs.split(",")
    if "..." in subscripts:  # letters for the axes that have none
        left = [np.ndim(plain(a)) - len(term.replace("...", "")) for term, a in zip(terms, operands)]
        most = max(n for term, n in zip(terms, left) if "..." in term)
        spare = [c for c in "ABCDEFGHIJKLMNOPQRSTUVWXYZ" if c not in subscripts][:most]
        terms = [term.replace("...", "".join(spare[most - n:])) for term, n in zip(terms, left)]
        output = output.replace("...", "".join(spare)) if "->" in subscripts else None
    if output is None or "->" not in subscripts:
        letters = "".join(terms)
        output = "".join(sorted(c for c in set(letters) if letters.count(c) == 1))
    sizes = {c: n for term, a in zip(terms, operands) for c, n in zip(term, np.shape(plain(a)))}
    summed = [c for c in sizes if c not in output]
    result = np.zeros([sizes[c] for c in output], dtype=object)
    arrays = [np.asarray(plain(a), dtype=object) for a in operands]
    for place in np.ndindex(*[sizes[c] for c in output]):
        total = 0.0
        for inner in np.ndindex(*[sizes[c] for c in summed]):
            at = dict(zip(list(output) + summed, place + inner))
            term = 1.0
            for letters, array in zip(terms, arrays):
                term = term * array[tuple(at[c] for c in letters)]
            total = total + term
        result[place] = total
    return result


def _gradient(f, *spacing, axis=None, edge_order=1):
    f = np.asarray(plain(f), dtype=object)
    axes = range(f.ndim) if axis is None else [int(a) % f.ndim for a in np.atleast_1d(axis)]
    spacing = list(spacing) if len(spacing) == len(axes) else [spacing[0] if spacing else 1.0] * len(axes)
    if edge_order != 1:
        raise Error("np.gradient of symbols knows edge_order=1 only")
    results = []
    for k, h in zip(axes, spacing):
        g = np.moveaxis(f, k, 0)
        steps = np.diff(h) if np.ndim(plain(h)) else np.full(len(g) - 1, h, dtype=object)
        steps = np.asarray(plain(steps), dtype=object).reshape(-1, *[1] * (g.ndim - 1))
        slope = (g[1:] - g[:-1]) / steps
        before, after = steps[:-1], steps[1:]
        inner = (before * slope[1:] + after * slope[:-1]) / (before + after)
        results.append(np.moveaxis(np.concatenate((slope[:1], inner, slope[-1:])), 0, k))
    return results[0] if len(results) == 1 else [wrap(r) for r in results]


def _piecewise(x, conditions, functions, *more, **keywords):
    x = SymbolArray.of(x)
    conditions = [conditions] if isinstance(conditions, (Symbol, np.ndarray)) and np.ndim(plain(conditions)) == x.ndim else list(conditions)
    values = [f(x, *more, **keywords) if callable(f) else f for f in functions]
    return _select(conditions, values[: len(conditions)], values[-1] if len(values) > len(conditions) else 0.0)


def _multi_dot(arrays, out=None):
    result = arrays[0]
    for a in arrays[1:]:
        result = np.dot(np.asarray(plain(result), dtype=object), np.asarray(plain(a), dtype=object))
    return result


def _lstsq(a, b, rcond=None):
    if is_symbolic(a):
        raise Error("np.linalg.lstsq needs a matrix of numbers, but it is symbolic")
    inverse = np.linalg.pinv(np.asarray(numbers(a), float))
    return wrap(np.dot(inverse.astype(object), np.asarray(plain(b), dtype=object))), np.empty(0), np.linalg.matrix_rank(inverse), np.empty(0)


def _sinc(x):
    x = SymbolArray.of(x) * np.pi
    return np.where(x == 0, 1.0, np.sin(x) / np.where(x == 0, 1.0, x))


def _filled(value):
    def like(a, fill_value=value, **_):
        result = np.empty(np.shape(plain(a)), dtype=object)
        result[...] = value if value is not None else fill_value
        return result
    return like


def _extreme(ufunc):
    def reduced(a, axis=None, out=None, keepdims=False, **_):
        a = np.asarray(plain(a), dtype=object)
        f = _elementwise(ufunc)
        if axis is None:
            return f.reduce(a.ravel())
        return f.reduce(a, axis=axis, keepdims=keepdims)
    return reduced


def _refused(name):
    def refused(*_, **__):
        raise Error(f"np.{name} needs numbers, but its argument is symbolic")
    return refused


FUNCTIONS = {np.where: _where_of, np.select: _select, np.clip: _clip, np.linalg.norm: _norm, np.linalg.det: _det, np.linalg.inv: _inv,
             np.linalg.solve: _solve, np.interp: _interp, np.polyval: _polyval, np.einsum: _einsum, np.zeros_like: _filled(0.0),
             np.empty_like: _filled(0.0), np.ones_like: _filled(1.0), np.full_like: _filled(None), np.max: _extreme(np.maximum),
             np.min: _extreme(np.minimum), np.gradient: _gradient, np.linalg.lstsq: _lstsq, np.ptp: lambda a, **k: _extreme(np.maximum)(a, **k) - _extreme(np.minimum)(a, **k),
             np.piecewise: _piecewise, np.linalg.multi_dot: _multi_dot,
             np.sinc: _sinc, np.nan_to_num: lambda x, **_: plain(x), np.real: lambda a: plain(a), np.copy: lambda a, **_: np.array(plain(a), dtype=object)}
for _f in (np.allclose, np.isclose, np.array_equal, np.sort, np.argsort, np.argmax, np.argmin, np.any, np.all, np.nonzero, np.searchsorted):
    FUNCTIONS[_f] = _refused(_f.__name__)


IN_PLACE = {np.fill_diagonal, np.put, np.place, np.putmask, np.copyto, np.put_along_axis}


def call(function, arguments, keywords):
    """What NumPy's __array_function__ asks for."""
    symbolic = is_symbolic(tuple(arguments)) or is_symbolic(tuple(keywords.values()))
    if symbolic and function in FUNCTIONS:
        return wrap(FUNCTIONS[function](*arguments, **{k: plain(v) for k, v in keywords.items()}))
    if not symbolic and function not in IN_PLACE:  # numbers that could have been symbols
        return numbers_with_room(function(*(numbers(a) for a in arguments), **{k: numbers(v) for k, v in keywords.items()}))
    # Below NumPy's dispatch, which would ask symbols again.
    return wrap(getattr(function, "_implementation", function)(*plain(tuple(arguments)), **{k: plain(v) for k, v in keywords.items()}))
