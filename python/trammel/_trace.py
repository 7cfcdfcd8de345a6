"""A residual function as equations: called once with symbols, then checked against itself."""
import linecache
import os
import sysconfig
import traceback

import numpy as np

from . import _trammel
from ._arrays import Symbol, SymbolArray, plain
from ._errors import Error
from ._shim import symbols_allowed

_here = os.path.dirname(os.path.abspath(__file__))
_libraries = tuple(os.path.join(path, "") for path in {_here, os.path.dirname(os.path.dirname(os.path.abspath(np.__file__))), *sysconfig.get_paths().values()})


def _foreign(file):
    return file.startswith(_libraries) or file.startswith("<__array_function__") or "site-packages" in file or "dist-packages" in file


class NotTraceable(Exception):
    """Why a function cannot be written as equations, in one sentence."""


def residual_of(returned, n, name):
    """What fun returned as n numbers or symbols, or an Error in one sentence."""
    if returned is None:
        raise Error(f"{name} returned None", hint="a return statement with the residuals")
    if isinstance(returned, Symbol) or np.isscalar(returned):
        returned = [returned]
    try:
        values = np.array(plain(list(returned) if not isinstance(returned, np.ndarray) else returned), dtype=object).ravel()
    except (TypeError, ValueError):
        raise Error(f"{name} returned {type(returned).__name__}, which is no sequence of residuals") from None
    if any(isinstance(v, np.ndarray) for v in values):
        values = np.concatenate([np.ravel(plain(v)) for v in values])
    if len(values) != n:
        raise Error(f"{name} returned {len(values)} residuals for {n} unknowns", hint="one residual per component of y0")
    for k, value in enumerate(values):
        if isinstance(value, (complex, np.complexfloating)):
            raise Error(f"residual {k} of {name} is complex: {value!r}", hint="real and imaginary part as two residuals")
        if not isinstance(value, (Symbol, float, int, np.floating, np.integer, np.bool_)):
            raise Error(f"residual {k} of {name} is {value!r}, which is no number")
    return values


def numbers_of(returned, n, name):
    """The same for a call with numbers."""
    if type(returned) in (list, tuple) and len(returned) == n and all(type(v) in (float, np.float64) for v in returned):
        return np.array(returned)
    if isinstance(returned, np.ndarray) and returned.dtype == float and returned.shape == (n,):
        return returned
    return residual_of(returned, n, name).astype(float)


def place_of(error):
    """'pend.py:14 in force(): `source`' of the user's line in which it was raised."""
    frames = [f for f in traceback.extract_tb(error.__traceback__) if not _foreign(f.filename)]
    if not frames:
        return ""
    last = frames[-1]
    source = (last.line or linecache.getline(last.filename, last.lineno)).strip()
    return f"{os.path.basename(last.filename)}:{last.lineno} in {last.name}(): '{source}' "


class LinearSystems:
    """np.linalg.solve(A, b) in a traced function: x joins the unknowns, A x = b the equations."""

    def __init__(self, builder):
        self.builder, self.all = builder, []

    def unknowns(self, a, b):
        infinity, number = float("inf"), len(self.all)
        x = [self.builder.variable(f"solve[{number}][{k}]", None, False, None, -infinity, infinity, "", "", _trammel.Place("", 0))
             for k in range(len(b))]
        self.all.append((a, b, x))
        return x

    def values(self, t, y, yp):
        """y, and behind it the solutions at this point, in the order of the variables."""
        y = y.tolist()
        for a, b, _ in self.all:
            numbers = [self._number(v, t, y, yp) for v in (*a.ravel(), *b)]
            try:
                y += np.linalg.solve(np.reshape(numbers[:a.size], a.shape), numbers[a.size:]).tolist()
            except np.linalg.LinAlgError:
                y += [float("nan")] * len(b)
        return y

    def _number(self, value, t, y, yp):
        return _trammel.evaluate([value], t, y, yp)[0] if isinstance(value, Symbol) else float(value)

    def write(self, t, y, yp):
        """The equations, and start values near (t, y, yp)."""
        found = self.values(t, y, yp)[len(y):]
        for number, (a, b, x) in enumerate(self.all):
            for k, row in enumerate(a):
                left = sum((v * x[j] for j, v in enumerate(row) if not isinstance(v, float) or v != 0.0), 0.0)
                self.builder.equation("equation", f"solve {number}, row {k}", left, b[k], _trammel.Place("", 0))
            for v in x:
                start = found.pop(0)
                if np.isfinite(start):
                    self.builder.start(v, start, "guess")


class Trace:
    """The residuals of fun as expressions of t, y, yp."""

    def __init__(self, builder, y, yp, rows, name, systems):
        self.builder, self.y, self.yp, self.rows, self.name, self.systems = builder, y, yp, rows, name, systems
        self.seen = []  # (t, y, yp, residual) at the points where it was compared with fun

    def __call__(self, t, y, yp):
        t, yp = float(t), yp.tolist()
        return np.array(_trammel.evaluate(self.rows, t, self.systems.values(t, y, yp), yp))


def trace(residual, fun, n, names, starts, nominal, reverse):
    """Calls residual(t, y, yp) with symbols. `reverse`: time runs backwards, so the run sees -t."""
    name = getattr(fun, "__name__", type(fun).__name__)
    builder = _trammel.Builder(name)
    place = _trammel.Place("", 0)
    infinity = float("inf")
    y = [builder.variable(names[k], starts[k], False, nominal[k], -infinity, infinity, "", "", place) for k in range(n)]
    yp = [_trammel.der(v) for v in y]
    sign = -1.0 if reverse else 1.0
    systems = LinearSystems(builder)

    def called(buffers):
        with symbols_allowed(fun, systems, buffers):
            return residual(sign * builder.time(), SymbolArray.of(y), SymbolArray.of([sign * v for v in yp]))
    try:
        try:
            returned = called(False)
        except Exception as error:
            if "float() needs" not in str(error) + str(error.__cause__ or error.__context__):
                raise
            returned = called(True)  # perhaps it was written into an array that was made before
    except Error as error:
        raise NotTraceable(place_of(error) + error.message.replace("a condition needs", "needs") +
                           ("; use np.where(...)" if "condition" in error.message else "")) from error
    except Exception as error:
        cause = error.__cause__ or error.__context__ or error
        said = cause.message if isinstance(cause, Error) else f"{type(error).__name__}: {error}"
        raise NotTraceable(f"{place_of(error)}cannot be called with symbols ({said})") from error
    rows = [v if isinstance(v, Symbol) else builder.constant(_finite(float(v), k, name))
            for k, v in enumerate(residual_of(returned, n, name))]
    return Trace(builder, y, yp, rows, name, systems)


def _finite(value, k, name):
    if np.isnan(value):
        raise Error(f"residual {k} of {name} is NaN whatever its arguments are")
    return value


def agree(a, b, scale):
    """Whether two residuals are the same up to rounding; what has no value has none in both."""
    if (np.abs(a - b) <= 1e-8 * (scale + np.abs(a))).all():
        return True
    both = np.isfinite(a) & np.isfinite(b)
    if np.any(np.isnan(a) != np.isnan(b)):
        return False
    return bool(np.all(np.abs(a - b)[both] <= 1e-8 * (scale + np.abs(a) + np.abs(b))[both]))


def check(traced, numbers, t_span, y0, yp0, points=3):
    """Compares the trace with the function at random points. Returns a sentence about the disagreement, or None."""
    random = np.random.default_rng(20261)
    size = 0.1 * (1.0 + np.abs(y0))
    for k in range(points):
        for spread in (1.0, 1e-2, 0.0):  # a function may be undefined farther away
            t = t_span[0] + random.random() * (t_span[1] - t_span[0])
            y = y0 + spread * size * random.standard_normal(len(y0))
            yp = yp0 + spread * random.standard_normal(len(y0))
            try:
                with np.errstate(all="ignore"):
                    wanted = numbers(t, y, yp)
            except Error:
                raise
            except Exception:
                if spread == 0.0:
                    raise
                continue
            if not np.all(np.isfinite(wanted)) and spread > 0.0:
                continue
            seen = traced(t, y, yp)
            traced.seen.append((t, y, yp, seen))
            if not agree(wanted, seen, 1.0 + np.abs(wanted).max(initial=0.0)):
                worst = int(np.nanargmax(np.abs(wanted - seen))) if np.any(np.isfinite(wanted - seen)) else 0
                return (f"{traced.name}() does not compute the same at numbers as when it was traced (residual {worst}: "
                        f"{wanted[worst]:.6g} and {seen[worst]:.6g} at t = {t:.4g}); it seems to depend on something else than its arguments")
            break
    return None


def still_agrees(traced, numbers):
    """Whether the function is at the points of its check what it was there: a trace serves again then."""
    try:
        with np.errstate(all="ignore"):
            return all(agree(wanted, seen, 1.0 + np.abs(wanted).max(initial=0.0))
                       for wanted, seen in ((numbers(t, y.copy(), yp.copy()), seen) for t, y, yp, seen in traced.seen))
    except Error:
        raise
    except Exception:
        return False
