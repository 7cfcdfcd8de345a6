"""Functions of NumPy, SciPy and math that are code, not formulas: equations call them as they are.

A ufunc such as scipy.special.erf, math.lgamma, a spline: of a symbol each becomes a routine that the run calls. Splines know
their derivatives; those of others are difference quotients, unless they stand here.
"""
import functools
import math
import sys

import numpy as np

from ._arrays import SCALARS, Symbol, SymbolArray, _object, is_symbolic, numbers
from ._routine import Opaque

DERIVATIVES = {"erf": lambda x: 2 / math.sqrt(math.pi) * math.exp(-x * x), "erfc": lambda x: -2 / math.sqrt(math.pi) * math.exp(-x * x)}
FORMULAS = {  # of scipy.special
    "expit": lambda x: 1.0 / (1.0 + SCALARS[np.exp](-x)), "logit": lambda x: SCALARS[np.log](x / (1.0 - x)),
    "xlogy": lambda x, y: x * SCALARS[np.log](y), "exp10": lambda x: SCALARS[np.exp](math.log(10.0) * x)}


@functools.lru_cache(maxsize=None)
def _scalar(function, name):
    slope = DERIVATIVES.get(name)
    return Opaque(lambda *a: float(function(*a)), None, None if slope is None else lambda x: [[slope(x)]], None, name)


@functools.lru_cache(maxsize=None)
def foreign_ufunc(ufunc):
    """A ufunc that is no formula, element by element."""
    if all(set(kinds) <= set("O->") for kinds in ufunc.types):  # of np.frompyfunc or np.vectorize: takes symbols itself
        return ufunc
    name = ufunc.__name__
    known = FORMULAS.get(name) or SCALARS.get(getattr(np, name, None))
    code = known or _scalar(ufunc, name)
    return np.frompyfunc(lambda *a: code(*a) if any(isinstance(v, Symbol) for v in a) else ufunc(*a), ufunc.nin, 1)


def foreign_function(function):
    """A function of numbers, such as math.gamma."""
    def called(*arguments, **keywords):
        if keywords or not any(isinstance(a, Symbol) for a in arguments):
            return function(*arguments, **keywords)
        return _scalar(function, function.__name__)(*arguments)
    return called


def _interpolant(original, slopes):
    """A spline's __call__ for symbols: x, then what else it takes. slopes: whether `nu` asks for derivatives."""
    routines = {}

    def call(self, x, *more, **keywords):
        if not is_symbolic(x):
            return original(self, x, *more, **keywords)
        key = (id(self), repr(more), repr(keywords))
        if key not in routines:
            routines[key] = _spline_routine(functools.partial(original, self), more, keywords, slopes)
        routine, shape = routines[key]
        parts = [routine(v) if isinstance(v, Symbol) else np.asarray(original(self, v, *more, **keywords)) for v in _object(x).ravel()]
        values = SymbolArray.of([list(np.ravel(p)) if shape else p for p in parts]).reshape((*np.shape(_object(x)), *shape))
        return values if values.ndim else values.item()
    return call


def _spline_routine(call, more, keywords, slopes):
    point = getattr(call.args[0], "x", getattr(call.args[0], "t", [0.0]))
    shape = np.shape(call(float(np.ravel(point)[0]), *more, **keywords))
    nu = keywords.get("nu", more[0] if more else 0)
    outputs = int(np.prod(shape)) if shape else None

    def jacobian(x):
        return np.reshape(call(x, nu + 1, *more[1:], **{k: v for k, v in keywords.items() if k != "nu"}), (-1, 1))

    def value(x):
        return np.ravel(call(x, *more, **keywords)) if shape else float(call(x, *more, **keywords))
    return Opaque(value, outputs, jacobian if slopes else None, None, type(call.args[0]).__name__), shape


def _product(original, reflected):
    """A sparse matrix of numbers times symbols."""
    def product(self, other, *more):
        if not is_symbolic(other) and not isinstance(other, SymbolArray):
            return original(self, other, *more)
        array, matrix = SymbolArray.of(other), self.T.tocoo() if reflected else self.tocoo()
        if isinstance(other, Symbol):
            return SymbolArray.of(self.toarray()) * other
        rows = array if not reflected or array.ndim == 1 else array.T
        if matrix.shape[1] != rows.shape[0]:
            raise ValueError(f"dimension mismatch: {self.shape} and {array.shape}")
        result = np.zeros((matrix.shape[0], *rows.shape[1:]), dtype=object)
        for i, j, v in zip(matrix.row, matrix.col, matrix.data):
            result[i] = result[i] + float(v) * rows.view(np.ndarray)[j]
        return SymbolArray.of(result.T if reflected and result.ndim > 1 else result)
    return product


def patches():
    """(class, attribute, stand-in) of what SciPy has loaded, for the time of a trace."""
    sparse, interpolate = sys.modules.get("scipy.sparse"), sys.modules.get("scipy.interpolate")
    found = []
    if sparse is not None:
        base = next(c for c in reversed(sparse.csr_matrix.__mro__) if any(hasattr(c, n) for n in ("_mul_dispatch", "_matmul_dispatch")))
        for name, reflected in (("_mul_dispatch", False), ("_matmul_dispatch", False), ("_rmul_dispatch", True), ("_rmatmul_dispatch", True)):
            if name in vars(base):
                found.append((base, name, _product(vars(base)[name], reflected)))
        kinds = {c for name in ("csr", "csc", "coo", "lil", "dok", "dia", "bsr") for c in getattr(sparse, name + "_matrix").__mro__}
        found += [(c, "__init__", with_numbers(vars(c)["__init__"])) for c in kinds if "__init__" in vars(c) and c.__module__.startswith("scipy.")]
    for name, slopes in (("PPoly", True), ("BPoly", True), ("BSpline", True), ("UnivariateSpline", True), ("interp1d", False),
                         ("BarycentricInterpolator", False), ("KroghInterpolator", False)):
        kind = getattr(interpolate, name, None)
        for owner in kind.__mro__ if kind is not None else ():
            if "__call__" in vars(owner):
                found.append((owner, "__call__", _interpolant(vars(owner)["__call__"], slopes)))
                break
    return list({(owner, name): (owner, name, standin) for owner, name, standin in found}.values())


def standins():
    """{id: stand-in} of SciPy's functions that are NumPy's under another name."""
    linalg, sparse = sys.modules.get("scipy.linalg"), sys.modules.get("scipy.sparse.linalg")
    found = {}
    for module, names in ((linalg, {"solve": np.linalg.solve, "inv": np.linalg.inv, "det": np.linalg.det, "norm": np.linalg.norm}),
                          (sparse, {"spsolve": np.linalg.solve, "norm": np.linalg.norm})):
        for name, function in names.items():
            original = getattr(module, name, None)
            if original is not None:
                found[id(original)] = (original, _instead(original, function))
    for module, name, make in ((linalg, "lu_solve", _solve_factored), (linalg, "cho_solve", _solve_factored), (sys.modules.get("scipy.sparse"), "diags", _diags)):
        original = getattr(module, name, None)
        if original is not None:
            found[id(original)] = (original, make(original))
    return found


def _solve_factored(original):
    """lu_solve and cho_solve: factors of numbers, a right-hand side of symbols."""
    def called(factors, b, *more, **keywords):
        if not is_symbolic(b):
            return original(factors, plain_numbers(b), *more, **keywords)
        b = SymbolArray.of(b)
        return np.dot(original(factors, np.eye(b.shape[0]), *more, **keywords), b)
    return called


def _diags(original):
    def called(diagonals, offsets=0, *more, **keywords):
        if not is_symbolic(diagonals):
            return original(plain_numbers(diagonals), offsets, *more, **keywords)
        if np.ndim(offsets) == 0:
            diagonals, offsets = [diagonals], [offsets]
        return sum(np.diag(SymbolArray.of(d), k) for d, k in zip(diagonals, offsets))
    return called


def with_numbers(function):
    """A function that knows no symbols: arrays that could take some but hold none are given as arrays of floats."""
    @functools.wraps(function)
    def called(*arguments, **keywords):
        return function(*(plain_numbers(a) for a in arguments), **{k: plain_numbers(v) for k, v in keywords.items()})
    return called


def plain_numbers(value):
    if isinstance(value, SymbolArray):
        return value if is_symbolic(value) else numbers(value)
    if type(value) in (list, tuple) and any(isinstance(v, (SymbolArray, list, tuple)) for v in value):
        return type(value)(plain_numbers(v) for v in value)
    return value


def _instead(original, function):
    def called(*arguments, **keywords):
        arguments = [SymbolArray.of(a) if is_symbolic(a) else plain_numbers(a) for a in arguments]
        if not any(is_symbolic(a) for a in arguments):
            return original(*arguments, **keywords)
        return function(*(a.toarray() if hasattr(a, "toarray") else a for a in arguments[:2]))
    return called
