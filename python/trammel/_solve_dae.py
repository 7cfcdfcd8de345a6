"""solve_dae: scipy.integrate.solve_ivp for implicit equations of any index."""
import functools
import threading
import warnings

import numpy as np

from . import _trammel
from ._arrays import SymbolArray, is_symbolic
from ._errors import Error
from ._events import Event, Watch
from ._options import _options, call_text, finish
from ._result import DaeResult
from ._trace import NotTraceable, agree, check, numbers_of, still_agrees, trace

CHECKED_STEPS = 5
OF_SCIPY = {"RK45": "dopri5", "RK23": "dopri5", "DOP853": "dop853", "Radau": "radau5", "BDF": "bdf", "LSODA": "auto"}


class OpaqueWarning(UserWarning):
    """A function could not be traced: it is called as it is, without index reduction."""


def solve_dae(fun, t_span, y0, yp0=None, *, method="auto", rtol=1e-6, atol=1e-9, t_eval=None, dense_output=False, events=None, jac=None,
              args=(), mass_matrix=None, names=None, index=None, callback=None, trace=True, fixed_y0=None, **options):
    """Solves fun(t, y, yp) = 0, or mass_matrix @ yp = fun(t, y), as it is written, of any index.

    fun is called once with symbols (traced), so that hidden constraints are found, the start is made consistent and the
    Jacobian is exact. y0 need not be consistent: it is moved as little as possible; components with fixed_y0 True stay. yp0 is
    a guess. A function that cannot be traced is called as it is (one OpaqueWarning says why); then `index` tells its index
    and `jac` may give (dF/dy, dF/dyp).

    >>> def decay(t, y, yp):
    ...     r = np.zeros(2)
    ...     r[0] = yp[0] + y[0]
    ...     r[1] = y[1] - y[0]**2
    ...     return r
    >>> sol = trammel.solve_dae(decay, (0, 1), [1, 1], rtol=1e-9)
    >>> sol.traced, sol.success, np.round(sol.y[:, -1], 6)
    (True, True, array([0.367879, 0.135335]))
    """
    return _Problem(fun, t_span, y0, yp0, args, mass_matrix, names).solve(
        dict(method=OF_SCIPY.get(method, method), rtol=rtol, atol=atol, **options), t_eval, dense_output, events, jac, index, callback, trace, fixed_y0)


def _vector(value, what):
    try:
        array = np.array(value)
        if np.iscomplexobj(array):
            raise Error(f"{what} is complex", hint="real and imaginary part as two components")
        array = array.astype(float)
    except (TypeError, ValueError):
        raise Error(f"{what} is {value!r}, which are no numbers") from None
    if array.ndim > 1:
        raise Error(f"{what} must be one-dimensional")
    array = np.atleast_1d(array)
    if not np.all(np.isfinite(array)):
        raise Error(f"{what} holds {array[~np.isfinite(array)][0]}", hint="finite numbers")
    return array


class _Problem:
    """One call of solve_dae."""

    def __init__(self, fun, t_span, y0, yp0, args, mass_matrix, names):
        if not callable(fun):
            raise Error(f"fun is {fun!r}, which cannot be called")
        self.fun, self.args, self.mass = fun, args if isinstance(args, tuple) else (args,), mass_matrix
        self.name = getattr(fun, "__name__", type(fun).__name__)
        self.y0 = _vector(y0, "y0")
        self.n = len(self.y0)
        self.t_span = _vector(t_span, "t_span")
        if self.t_span.shape != (2,):
            raise Error("t_span must be the pair (start, end)")
        self.yp0 = None if yp0 is None else _vector(yp0, "yp0")
        if self.yp0 is not None and len(self.yp0) != self.n:
            raise Error(f"yp0 has {len(self.yp0)} components, y0 has {self.n}")
        self.sign = -1.0 if self.t_span[1] < self.t_span[0] else 1.0
        self.names = [str(v) for v in names] if names is not None else [f"y[{k}]" for k in range(self.n)]
        if len(self.names) != self.n:
            raise Error(f"names has {len(self.names)} entries for {self.n} components")
        self._matrix()
        self.raised, self.call = None, lambda: call_text("trammel.solve_dae", fun, tuple(self.t_span.tolist()), self.y0)

    def _matrix(self):
        if self.mass is None or callable(self.mass):
            return
        self.mass = np.asarray(self.mass.toarray() if hasattr(self.mass, "toarray") else self.mass, float)
        if self.mass.shape != (self.n, self.n):
            raise Error(f"mass_matrix has the shape {self.mass.shape} for {self.n} unknowns")

    def residual(self, t, y, yp):
        if self.mass is None:
            return self.fun(t, y, yp, *self.args)
        matrix = self.mass(t, y) if callable(self.mass) else self.mass
        right = self.fun(t, y, *self.args)
        if is_symbolic(right) or isinstance(y, SymbolArray):
            right = SymbolArray.of(list(right))
            product = [sum((row[j] * yp[j] for j in range(self.n) if not (isinstance(row[j], float) and row[j] == 0.0)), 0.0) for row in matrix]
            return SymbolArray.of(product) - right
        return np.asarray(matrix, float) @ yp - np.asarray(right, float)

    def numbers(self, t, y, yp):
        return self.checked(self.residual(float(t), y, yp))

    def checked(self, returned):
        return numbers_of(returned, self.n, self.name)

    def solve(self, options, t_eval, dense_output, events, jac, index, callback, may_trace, fixed_y0):
        watch = self._watch(events, callback)
        if t_eval is not None:
            t_eval = self._times(t_eval)
        atol, nominal = _absolute(options.pop("atol"), self.n)
        yp0 = self.yp0 if self.yp0 is not None else np.zeros(self.n)
        first = self.numbers(self.t_span[0], self.y0, yp0)  # what fun raises is raised; what it returns is looked at
        told = None
        if may_trace:
            traced, told = self._traced(nominal, yp0, fixed_y0)
            if traced is not None:
                result, told = self._run(traced, options, atol, t_eval, dense_output, watch)
                if told is None:
                    return result
                watch = self._watch(events, callback)
            elif np.isnan(first).any() and "NaN" in told:
                raise Error(f"residual {int(np.flatnonzero(np.isnan(first))[0])} of {self.name} is NaN at the start; {told}")
            warnings.warn(f"{told}. Continuing with differences: no index reduction.", OpaqueWarning, stacklevel=4)
        from ._opaque import solve_opaque
        return solve_opaque(self, options, atol, nominal, t_eval, dense_output, watch, jac, index)

    def _watch(self, events, callback):
        listed = [] if events is None else [events] if callable(events) else list(events)
        if not listed and callback is None:
            return None
        return Watch([Event(e, self.args, k) for k, e in enumerate(listed)], callback, None, self.sign)

    def _times(self, t_eval):
        t_eval = _vector(t_eval, "t_eval") if np.size(t_eval) else np.empty(0)
        ends = sorted(self.t_span)
        if len(t_eval) and (t_eval.min() < ends[0] or t_eval.max() > ends[1]):
            raise Error("t_eval has times outside t_span")
        if np.any(self.sign * np.diff(t_eval) <= 0):
            raise Error("t_eval must go from the start to the end without repetitions")
        return t_eval

    def _traced(self, nominal, yp0, fixed_y0):
        """A trace that agrees with fun, or None and why not. One that was made for the same call before serves again while it agrees."""
        parts = (self.fun, self.mass, *self.args)
        asked = (self.names, self.t_span.tolist(), self.y0.tolist(), yp0.tolist(), self.yp0 is None, nominal, np.ravel(fixed_y0).tolist())
        with _lock:
            for before, how, traced in _traces:
                if how == asked and len(before) == len(parts) and all(a is b for a, b in zip(before, parts)):
                    break
            else:
                traced = None
        if traced is not None and still_agrees(traced, self._at_run):
            return traced, None
        traced, told = self._trace(nominal, yp0, fixed_y0)
        if traced is not None:
            with _lock:
                _traces[:] = [entry for entry in _traces if entry[1] != asked or entry[0][0] is not self.fun][1 - RECENT:]
                _traces.append((parts, asked, traced))
        return traced, told

    def _disagreement(self, traced, yp0):
        run_span = (self.sign * self.t_span[0], self.sign * self.t_span[1])
        return check(traced, self._at_run, run_span, self.y0, self.sign * yp0)

    def _at_run(self, t, y, yp):
        """The residual as the run has it, whose time goes forward."""
        return self.numbers(self.sign * t, y, self.sign * yp)

    def _trace(self, nominal, yp0, fixed_y0):
        try:
            traced = trace(self.residual, self.fun, self.n, self.names, list(map(float, self.y0)), nominal, self.sign < 0)
        except NotTraceable as why:
            return None, str(why)
        told = self._disagreement(traced, yp0)
        if told is not None:
            return None, told
        if fixed_y0 is not None:
            for k in np.flatnonzero(np.broadcast_to(fixed_y0, (self.n,))):
                traced.builder.start(traced.y[k], float(self.y0[k]), "fixed")
        if self.yp0 is not None:
            for slope, value in zip(traced.yp, self.sign * yp0):
                traced.builder.start(slope, float(value), "guess")
        for k, row in enumerate(traced.rows):
            traced.builder.equation("equation", f"residual {k}", row, 0.0, _trammel.Place("", 0))
        run_span = (self.sign * self.t_span[0], self.sign * self.t_span[1])
        traced.systems.write(float(run_span[0]), self.y0, list(map(float, self.sign * yp0)))
        traced.builder.interval(*sorted(run_span))
        traced.problem = traced.builder.problem()
        return traced, None

    def _read_values(self, variables):
        column = {name: k for k, name in enumerate(variables)}
        slopes = np.array([column.get(f"der({name})", -1) for name in variables[: self.n]], int)
        none = slopes < 0 if (slopes < 0).any() else None

        def read(values):
            yp = values[slopes]
            if none is not None:
                yp[none] = np.nan
            return values[: self.n].copy(), yp if self.sign > 0 else -yp
        return read

    def _run(self, traced, options, atol, t_eval, dense_output, watch):
        given = _options(None, atol=atol, **options)
        native, prepared = _prepared(traced.problem, given, (atol, tuple(sorted((k, str(v)) for k, v in options.items()))))
        if watch is not None:
            watch.read = self._read_values(prepared.variables)
        done, raised = prepared.run([], [], given, None, watch and watch.after_step(), watch and watch.functions())
        values = None
        if raised is None:
            told, values = self._check_steps(traced, done, prepared.variables, t_eval is None)
            if told is not None:
                return None, told
        return finish(done, raised, functools.partial(self._result, native, given, t_eval, dense_output, watch, True, values)), None

    def _result(self, native, given, t_eval, dense_output, watch, told, values, done):
        result = DaeResult._of(done, native.name if native is not None else self.name, None, native, given.rtol, self.call)
        result._facts["steps"] = result.t.tolist()
        if t_eval is not None:
            t_eval = self.sign * t_eval
        return result._complete(self.n, self.sign, t_eval, dense_output, watch, told, values)

    def _check_steps(self, traced, done, variables, all_steps):
        """fun against its trace at some accepted steps: state that changes during the run is found here. Returns what is wrong, and
        with `all_steps` the values at all of them, for the result."""
        steps = done.steps()[0]
        if not steps:
            return None, None
        chosen = sorted({k * (len(steps) - 1) // (CHECKED_STEPS - 1) for k in range(CHECKED_STEPS)})
        values = done.values_at(np.array(steps if all_steps else [steps[k] for k in chosen]))
        read = self._read_values(variables)
        for place, k in enumerate(chosen):
            y, yp = read(values[:, k if all_steps else place])
            yp[np.isnan(yp)] = 0.0
            wanted, seen = self.numbers(self.sign * steps[k], y.copy(), yp.copy()), traced(steps[k], y, self.sign * yp)
            if not agree(wanted, seen, 1.0 + np.abs(wanted).max(initial=0.0) + np.abs(yp).max(initial=0.0)):
                return f"{self.name}() does not compute the same at t = {self.sign * steps[k]:.4g} as when it was traced", None
        return None, values if all_steps else None


RECENT = 8
_recent = []  # what was prepared last: (how, problem, prepared)
_traces = []  # what was traced last: (function and its arguments, the rest of the call, trace)
_lock = threading.Lock()


def _prepared(native, given, how):
    """The problem, prepared. A function that is solved again is traced again; if that gives the same equations and the same start, they
    are not prepared again."""
    with _lock:
        for k, (before, known, prepared) in enumerate(_recent):
            if before == how and (known is native or known.same(native)):
                _recent.append(_recent.pop(k))
                return known, prepared
    prepared = _trammel.prepare(native, given)
    with _lock:
        _recent.append((how, native, prepared))
        del _recent[:-RECENT]
    return native, prepared


def _absolute(atol, n):
    """One absolute tolerance, and the nominal values that make it those of the components."""
    atol = np.asarray(atol, float)
    if atol.ndim == 0:
        return float(atol), [None] * n
    if atol.shape != (n,):
        raise Error(f"atol has the shape {atol.shape} for {n} unknowns")
    positive = atol[atol > 0]
    middle = float(np.exp(np.mean(np.log(positive)))) if len(positive) else 1e-9
    return middle, [float(max(a, 1e-300) / middle) for a in atol]
