"""`np` and `math` as a traced function sees them: arrays that it makes can take symbols.

The protocols of NumPy reach functions of symbols, but not np.zeros(3), into which most people write their residual. So
while a function is traced, the names in its module (and in those of its helpers) that mean NumPy or math mean these
stand-ins. Another thread that runs the same module meanwhile gets what it is used to.
"""
import builtins
import contextlib
import math
import threading
import types

import numpy as np

from ._arrays import SCALARS, Symbol, SymbolArray, is_symbolic, numbers_with_room, plain

_tracing = threading.local()
_one_at_a_time = threading.RLock()
REAL = (None, float, object, np.float64, "float", "float64", "d", np.dtype(float))
TAKES_PARTS = {"concatenate", "hstack", "vstack", "stack", "column_stack", "row_stack", "block", "dstack", "append", "array", "asarray"}


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


def _lift(value):
    return SymbolArray.of(value) if isinstance(value, (list, tuple)) and is_symbolic(value) else value


class _Standin(types.ModuleType):
    def __init__(self, real, own):
        super().__init__(real.__name__)
        self.__dict__.update(own)
        self.__dict__["_real"] = real

    def __getattr__(self, name):
        value = getattr(self.__dict__["_real"], name)
        if isinstance(value, (types.FunctionType, types.BuiltinFunctionType, np.ufunc)) or type(value).__name__ == "_ArrayFunctionDispatcher":
            return _general(value, name)
        return value


MAKERS = {"zeros": _maker(np.zeros, 0.0), "empty": _maker(np.empty, 0.0), "ones": _maker(np.ones, 1.0), "full": _maker(np.full, 0.0),
          "zeros_like": _like(np.zeros_like, 0.0), "empty_like": _like(np.empty_like, 0.0), "ones_like": _like(np.ones_like, 1.0),
          "full_like": _like(np.full_like, None), "array": _array(np.array), "asarray": _array(np.asarray),
          "asanyarray": _array(np.asanyarray), "ascontiguousarray": _array(np.ascontiguousarray)}
NUMPY = _Standin(np, {**MAKERS, "linalg": _Standin(np.linalg, {})})

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


def _float(value=0.0):
    return value if isinstance(value, Symbol) else builtins.float(value)


BUILTINS = {"max": _extreme(max, np.maximum), "min": _extreme(min, np.minimum), "float": _float}


_STANDINS = {id(np): NUMPY, id(math): MATH, id(np.linalg): NUMPY.linalg, **{id(getattr(np, name)): maker for name, maker in MAKERS.items()},
             **{id(getattr(math, name)): function for name, function in MATH_FUNCTIONS.items()}}


def _standin_for(value):
    return _STANDINS.get(id(value))


def _functions(fun):
    """fun and the functions of its own program that it can reach."""
    found, waiting = [], [fun]
    seen = set()
    while waiting:
        f = waiting.pop()
        owner = getattr(f, "__self__", None)
        if owner is not None and not isinstance(owner, types.ModuleType):  # methods of the same object may help
            waiting += [v for v in vars(type(owner)).values() if isinstance(v, types.FunctionType)]
        for name in ("__func__", "func", "__wrapped__"):
            waiting += [getattr(f, name)] if isinstance(getattr(f, name, None), (types.FunctionType, types.MethodType)) else []
        if not isinstance(f, types.FunctionType):
            call = getattr(type(f), "__call__", None)
            if isinstance(call, types.FunctionType):
                waiting.append(call.__get__(f))
            continue
        if id(f) in seen:
            continue
        seen.add(id(f))
        found.append(f)
        names = _names(f.__code__)
        waiting += [v for v in map(f.__globals__.get, names) if isinstance(v, types.FunctionType) and _own(v)]
        waiting += [c.cell_contents for c in f.__closure__ or () if _holds_function(c)]
    return found


def _names(code):
    names = set(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            names |= _names(constant)
    return names


def _own(function):
    return not (function.__module__ or "").split(".")[0] in ("numpy", "scipy", "math", "trammel")


def _holds_function(cell):
    try:
        return isinstance(cell.cell_contents, (types.FunctionType, types.MethodType)) and _own(cell.cell_contents)
    except ValueError:
        return False


_import = builtins.__import__


def _importer(spaces):
    """`import numpy as np` inside a traced function."""
    def imported(name, space=None, *more, **keywords):
        module = _import(name, space, *more, **keywords)
        if active() and id(space) in spaces:
            return {np: NUMPY, math: MATH, np.linalg: NUMPY.linalg}.get(module, module)
        return module
    return imported


@contextlib.contextmanager
def symbols_allowed(fun, systems=None):
    """While this lasts, fun and its helpers meet the stand-ins; afterwards everything is as it was."""
    with _one_at_a_time:
        undo, spaces = [], set()
        try:
            for f in _functions(fun):
                if id(f.__globals__) not in spaces:
                    spaces.add(id(f.__globals__))
                    for name, value in list(f.__globals__.items()):
                        replace = _standin_for(value)
                        if replace is not None:
                            undo.append((f.__globals__, name, value, replace))
                            f.__globals__[name] = replace
                    for name, replace in BUILTINS.items():
                        if name not in f.__globals__:
                            undo.append((f.__globals__, name, None, replace))
                            f.__globals__[name] = replace
                for cell in f.__closure__ or ():
                    try:
                        value = cell.cell_contents
                    except ValueError:
                        continue
                    replace = _standin_for(value)
                    if replace is not None:
                        undo.append((None, cell, value, replace))
                        cell.cell_contents = replace
            _tracing.on, _tracing.systems = True, systems
            builtins.__import__ = _importer(spaces)
            yield
        finally:
            _tracing.on, _tracing.systems = False, None
            builtins.__import__ = _import
            for space, name, value, replace in reversed(undo):
                if space is None:
                    name.cell_contents = value
                elif space.get(name) is replace:  # the function may have set it itself
                    if value is None:
                        del space[name]
                    else:
                        space[name] = value
