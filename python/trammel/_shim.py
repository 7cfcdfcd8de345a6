"""`np` and `math` as a traced function sees them: arrays that it makes can take symbols.

The protocols of NumPy reach functions of symbols, but not np.zeros(3), into which most people write their residual. So
while a function is traced, the names in its module (and in those of its helpers) that mean NumPy or math mean these
stand-ins. Another thread that runs the same module meanwhile gets what it is used to.
"""
import builtins
import contextlib
import functools
import math
import threading
import types

import numpy as np

from ._arrays import SCALARS, Symbol, SymbolArray, is_symbolic, numbers_with_room, plain
from ._foreign import foreign_function, patches, standins, with_numbers
from ._reach import functions_of, is_filled, names_in, objects_of

_tracing = threading.local()
_one_at_a_time = threading.RLock()


class _FloatKind(type):
    """`float` as a traced function sees it: a dtype and a type as usual, but float(symbol) is the symbol."""
    dtype = np.dtype(float)

    def __instancecheck__(cls, value):
        return isinstance(value, builtins.float)

    def __call__(cls, value=0.0):
        return value if isinstance(value, Symbol) else builtins.float(value)

    def __eq__(cls, other):
        return other is cls or other is builtins.float

    def __hash__(cls):
        return hash(builtins.float)

    def __getattr__(cls, name):
        return getattr(builtins.float, name)


class _Float(builtins.float, metaclass=_FloatKind):
    dtype = np.dtype(float)


REAL = (None, float, object, np.float64, "float", "float64", "d", "f8", np.dtype(float), _Float)
TAKES_PARTS = {"concatenate", "hstack", "vstack", "stack", "column_stack", "row_stack", "block", "dstack", "append", "array", "asarray", "multi_dot"}


def active():
    return getattr(_tracing, "on", False)


def linear_systems():
    """Where a trace under way keeps linear systems that are too large for a formula; None: there is no trace."""
    return getattr(_tracing, "systems", None) if active() else None


def _maker(function, fill):
    def make(shape, *arguments, dtype=None, **keywords):
        if not active() or dtype not in REAL or (arguments and function is not np.full and arguments[0] not in REAL):
            return function(shape, *arguments, **({"dtype": dtype} if dtype is not None else {}), **keywords)
        array = np.empty(shape, dtype=object)
        array[...] = arguments[0] if function is np.full and arguments else keywords.get("fill_value", fill)
        return array.view(SymbolArray)
    return make


def _like(function, fill):
    def make(a, *arguments, dtype=None, **keywords):
        if not active() or dtype not in REAL or (dtype is None and not is_symbolic(a) and np.asarray(plain(a)).dtype.kind not in "fO"):
            return function(a, *arguments, **({"dtype": dtype} if dtype is not None else {}), **keywords)
        array = np.empty(np.shape(plain(a)), dtype=object)
        array[...] = fill if fill is not None else (arguments[0] if arguments else keywords["fill_value"])
        return array.view(SymbolArray)
    return make


def _array(function):
    def make(a, dtype=None, **keywords):
        if not active() or dtype not in REAL:
            return function(a, **({"dtype": dtype} if dtype is not None else {}), **keywords)
        if is_symbolic(a) or (isinstance(a, (list, tuple, SymbolArray, np.ndarray)) and _real(a, dtype)):
            return SymbolArray.of(a)
        return function(a, **({"dtype": dtype} if dtype is not None else {}), **keywords)
    return make


def _real(a, dtype):
    try:
        kind = np.asarray(plain(a)).dtype.kind
    except ValueError:
        return False
    return kind in "fO" or (kind in "iu" and dtype is not None)


def _general(function, name):
    """Lists that hold symbols become arrays of symbols, so that NumPy asks them; arrays that are made can take symbols."""
    def called(*arguments, **keywords):
        if active():
            if name in TAKES_PARTS:
                arguments = tuple([_lift(v) for v in a] if isinstance(a, (list, tuple)) and is_symbolic(a) else a for a in arguments)
            else:
                arguments = tuple(_lift(a) for a in arguments)
            return numbers_with_room(function(*arguments, **keywords))
        return function(*arguments, **keywords)
    return called


class _Ufunc:
    """A ufunc whose arguments may be lists of symbols; np.add.reduce, np.add.at and so on as usual."""

    def __init__(self, ufunc):
        self._ufunc, self._called = ufunc, _general(ufunc, ufunc.__name__)

    def __call__(self, *arguments, **keywords):
        return self._called(*arguments, **keywords)

    def __getattr__(self, name):
        value = getattr(self._ufunc, name)
        if name == "at":
            return lambda array, *more: value(array, *(np.asarray(m) if k == 0 else _lift(m) for k, m in enumerate(more)))
        return _general(value, name) if callable(value) else value


def _lift(value):
    return SymbolArray.of(value) if isinstance(value, (list, tuple)) and is_symbolic(value) else value


class _Standin(types.ModuleType):
    def __init__(self, real, own):
        super().__init__(real.__name__)
        self.__dict__.update(own)
        self.__dict__["_real"] = real

    def __getattr__(self, name):
        value = getattr(self.__dict__["_real"], name)
        if isinstance(value, np.ufunc):
            return _Ufunc(value)
        if isinstance(value, (types.FunctionType, types.BuiltinFunctionType)) or type(value).__name__ == "_ArrayFunctionDispatcher":
            return _general(value, name)
        return value


MAKERS = {"zeros": _maker(np.zeros, 0.0), "empty": _maker(np.empty, 0.0), "ones": _maker(np.ones, 1.0), "full": _maker(np.full, 0.0),
          "zeros_like": _like(np.zeros_like, 0.0), "empty_like": _like(np.empty_like, 0.0), "ones_like": _like(np.ones_like, 1.0),
          "full_like": _like(np.full_like, None), "array": _array(np.array), "asarray": _array(np.asarray),
          "asanyarray": _array(np.asanyarray), "ascontiguousarray": _array(np.ascontiguousarray)}
NUMPY = _Standin(np, {**MAKERS, "float64": _Float, "double": _Float, "float_": _Float, "linalg": _Standin(np.linalg, {})})

_of_math = {"sin": np.sin, "cos": np.cos, "tan": np.tan, "asin": np.arcsin, "acos": np.arccos, "atan": np.arctan, "atan2": np.arctan2,
            "sinh": np.sinh, "cosh": np.cosh, "tanh": np.tanh, "asinh": np.arcsinh, "acosh": np.arccosh, "atanh": np.arctanh,
            "exp": np.exp, "expm1": np.expm1, "log10": np.log10, "log2": np.log2, "log1p": np.log1p, "sqrt": np.sqrt, "cbrt": np.cbrt,
            "fabs": np.fabs, "pow": np.power, "hypot": np.hypot, "floor": np.floor, "ceil": np.ceil, "copysign": np.copysign,
            "radians": np.radians, "degrees": np.degrees, "trunc": np.trunc}


def _symbolic_or(function, ufunc):
    def called(*arguments):
        return SCALARS[ufunc](*arguments) if any(isinstance(a, Symbol) for a in arguments) else function(*arguments)
    return called


def _log(x, *base):
    if not isinstance(x, Symbol):
        return math.log(x, *base)
    return SCALARS[np.log](x) / math.log(base[0]) if base else SCALARS[np.log](x)


MATH_FUNCTIONS = {name: _symbolic_or(getattr(math, name), ufunc) for name, ufunc in _of_math.items() if hasattr(math, name)}
MATH_FUNCTIONS["log"] = _log
MATH_FUNCTIONS["hypot"] = lambda *a: SCALARS[np.sqrt](sum(v * v for v in a)) if is_symbolic(a) else math.hypot(*a)
MATH_FUNCTIONS["dist"] = lambda p, q: SCALARS[np.sqrt](sum((a - b)**2 for a, b in zip(p, q))) if is_symbolic((p, q)) else math.dist(p, q)
MATH_FUNCTIONS["fsum"] = lambda values: math.fsum(kept) if not is_symbolic(kept := list(values)) else sum(kept)
MATH_FUNCTIONS["prod"] = lambda values, start=1: functools.reduce(lambda a, b: a * b, values, start)


for _name in ("erf", "erfc", "gamma", "lgamma", "fmod", "remainder"):
    MATH_FUNCTIONS[_name] = foreign_function(getattr(math, _name))
MATH = _Standin(math, MATH_FUNCTIONS)


def _extreme(function, ufunc):
    def called(*arguments, **keywords):
        values = arguments[0] if len(arguments) == 1 else arguments
        if keywords or not active():
            return function(*arguments, **keywords)
        values = list(values)
        if not is_symbolic(values):
            return function(values)
        result = values[0]
        for value in values[1:]:
            result = ufunc(result, value)
        return result
    return called


BUILTINS = {"max": _extreme(max, np.maximum), "min": _extreme(min, np.minimum), "float": _Float}


_STANDINS = {id(np): NUMPY, id(math): MATH, id(np.linalg): NUMPY.linalg, **{id(getattr(np, name)): maker for name, maker in MAKERS.items()},
             **{id(getattr(math, name)): function for name, function in MATH_FUNCTIONS.items()}}


def _standin_for(value, more):
    if id(value) in more:
        return more[id(value)][1]
    if id(value) in _STANDINS:
        return _STANDINS[id(value)]
    if isinstance(value, np.ufunc) and getattr(np, value.__name__, None) is value:
        return _Ufunc(value)
    if (isinstance(value, types.FunctionType) or type(value).__name__ == "_ArrayFunctionDispatcher") and (value.__module__ or "").split(".")[0] == "numpy":
        return _general(value, value.__name__)
    if isinstance(value, types.ModuleType) and value.__name__.split(".")[0] == "scipy":
        return _Library(value, more)
    if isinstance(value, types.FunctionType) and (value.__module__ or "").split(".")[0] == "scipy":
        return _of_library(value)
    return None


def _of_library(function):
    called = with_numbers(function)
    return lambda *arguments, **keywords: numbers_with_room(called(*arguments, **keywords)) if active() else function(*arguments, **keywords)


class _Library(types.ModuleType):
    """A module of SciPy: what it makes can take symbols, and what it takes may be what can."""

    def __init__(self, real, more):
        super().__init__(real.__name__)
        self.__dict__.update(_real=real, _more=more)

    def __getattr__(self, name):
        value = getattr(self.__dict__["_real"], name)
        return _standin_for(value, self.__dict__["_more"]) or value


_import = builtins.__import__


def _importer(spaces):
    """`import numpy as np` inside a traced function."""
    def imported(name, space=None, *more, **keywords):
        module = _import(name, space, *more, **keywords)
        if active() and id(space) in spaces:
            return {np: NUMPY, math: MATH, np.linalg: NUMPY.linalg}.get(module, module)
        return module
    return imported


def _writable(value, done):
    """Arrays of numbers that were made before as arrays that can take symbols; None: no such array."""
    if isinstance(value, np.ndarray) and not isinstance(value, SymbolArray) and value.dtype == float and value.ndim > 0:
        if id(value) not in done:
            done[id(value)] = (value, value.astype(object).view(SymbolArray))
        return done[id(value)][1]
    return None


class _Swaps:
    """Names, cells and attributes that mean something else for a while."""

    def __init__(self):
        self.undo = []

    def name(self, space, name, replace):
        self.undo.append((lambda old=space.get(name, self): self._back(space, name, old, replace)))
        space[name] = replace

    def _back(self, space, name, old, replace):
        if space.get(name) is not replace:  # the function may have set it itself
            return
        if old is self:
            del space[name]
        else:
            space[name] = old

    def cell(self, cell, replace):
        self.undo.append((lambda old=cell.cell_contents: setattr(cell, "cell_contents", old)))
        cell.cell_contents = replace

    def attribute(self, owner, name, replace):
        self.undo.append((lambda old=vars(owner)[name]: setattr(owner, name, old)))
        setattr(owner, name, replace)

    def all_back(self):
        while self.undo:
            self.undo.pop()()


def _swap(swaps, fun, buffers):
    """fun and its helpers meet the stand-ins. buffers: arrays that they keep take symbols, too."""
    spaces, arrays, more = set(), {}, standins()
    functions = functions_of(fun)
    for f in functions:
        space = f.__globals__
        if id(space) not in spaces:
            spaces.add(id(space))
            used = set().union(*(names_in(g.__code__) for g in functions if g.__globals__ is space)) if buffers else ()
            for name, value in list(space.items()):
                replace = _standin_for(value, more) or (_writable(value, arrays) if name in used else None)
                if replace is not None:
                    swaps.name(space, name, replace)
            for name, replace in BUILTINS.items():
                if name not in space:
                    swaps.name(space, name, replace)
        for cell in f.__closure__ or ():
            if is_filled(cell):
                replace = _standin_for(cell.cell_contents, more) or (_writable(cell.cell_contents, arrays) if buffers else None)
                if replace is not None:
                    swaps.cell(cell, replace)
    for owner, name, replace in patches():
        swaps.attribute(owner, name, replace)
    if buffers:
        for thing in objects_of(fun):
            for name, value in list(vars(thing).items()):
                replace = _writable(value, arrays)
                if replace is not None:
                    swaps.name(vars(thing), name, replace)
    return spaces


@contextlib.contextmanager
def symbols_allowed(fun, systems=None, buffers=False):
    """While this lasts, fun and its helpers meet the stand-ins; afterwards everything is as it was."""
    with _one_at_a_time:
        swaps = _Swaps()
        try:
            spaces = _swap(swaps, fun, buffers)
            _tracing.on, _tracing.systems = True, systems
            builtins.__import__ = _importer(spaces)
            yield
        finally:
            _tracing.on, _tracing.systems = False, None
            builtins.__import__ = _import
            swaps.all_back()
