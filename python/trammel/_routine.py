"""Functions that equations call as they are: tables, code in C, other people's libraries."""
import functools

import numpy as np

from . import _trammel
from ._arrays import Symbol, SymbolArray, is_symbolic, plain
from ._errors import Error


class Opaque:
    """A function that is called as it is wherever a model or a traced function uses it. Made by `opaque`."""

    def __init__(self, function, outputs, jac, sizes, name):
        if not callable(function):
            raise Error(f"opaque needs a function, not {function!r}")
        if jac is not None and not callable(jac):
            raise Error(f"jac is {jac!r}, which cannot be called")
        self.function, self.outputs, self.jac, self.sizes = function, outputs, jac, sizes
        self.name = name or getattr(function, "__name__", "function")
        self._routines = {}
        functools.update_wrapper(self, function)

    def __call__(self, *args):
        if not any(is_symbolic(a) for a in args):
            return self.function(*args)
        parts = [np.asarray(plain(a), dtype=object) for a in args]
        shapes = tuple(p.shape for p in parts)
        if shapes not in self._routines:
            self._routines[shapes] = self._routine(shapes)
        flat = [v for p in parts for v in p.ravel()]
        results = _trammel.call(self._routines[shapes], [v if isinstance(v, Symbol) else float(v) for v in flat])
        return results[0] if self.outputs is None else SymbolArray.of(results)

    def _routine(self, shapes):
        ends = np.cumsum([int(np.prod(s)) for s in shapes])
        n, scalars = int(ends[-1]), all(s == () for s in shapes)

        def apart(values):
            if scalars:
                return values.tolist()
            return [p.reshape(s) if s else float(p[0]) for p, s in zip(np.split(values, ends[:-1]), shapes)]

        def function(values):
            return self.function(*apart(values))

        def jacobian(values):
            return np.asarray(self.jac(*apart(values)), float)
        sizes = [] if self.sizes is None else [float(s) for s in np.broadcast_to(self.sizes, (n,))]
        return _trammel.routine(self.name, n, 1 if self.outputs is None else self.outputs, function, jacobian if self.jac else None, sizes)

    def __repr__(self):
        return f"<trammel.Opaque {self.name}>"


def opaque(function=None, *, outputs=None, jac=None, sizes=None, name=None):
    """A function that equations call as it is: in a Model, or in a function given to solve_dae, the rest of which is traced.

    outputs: how many numbers it returns; None: one, as a number. jac(*args): the derivatives by all arguments, one row per
    output; without it they are difference quotients, of steps that fit arguments of the given sizes (1). Everything else works
    as with equations: index reduction, consistent start, sparse Jacobians. A decorator as well.

    >>> @trammel.opaque(jac=lambda x: [[3 * x**2]])
    ... def spring(x):
    ...     return x**3 if x > 0 else x**3    # a branch, which cannot be traced
    >>> sol = trammel.solve_dae(lambda t, y, yp: [yp[0] - y[1], yp[1] + spring(y[0])], (0, 1), [1, 0], rtol=1e-9)
    >>> sol.traced, bool(abs(sol.y[0, -1]**4 / 4 + sol.y[1, -1]**2 / 2 - 0.25) < 1e-8)
    (True, True)
    """
    if function is None:
        return lambda f: opaque(f, outputs=outputs, jac=jac, sizes=sizes, name=name)
    return Opaque(function, outputs, jac, sizes, name)
