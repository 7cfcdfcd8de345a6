"""Symbols in NumPy: arrays whose elements are symbols or numbers, through NumPy's own protocols."""
import functools

import numpy as np

from ._errors import Error
from ._trammel import Symbol, apply


def is_symbolic(value):
    """Whether a symbol stands somewhere in it."""
    if isinstance(value, Symbol):
        return True
    if isinstance(value, np.ndarray):
        return value.dtype == object and any(isinstance(v, Symbol) for v in value.flat)
    if isinstance(value, (list, tuple)):
        return any(is_symbolic(v) for v in value)
    return False


def _op(name):
    return lambda *a: apply(name, list(a))


def _refuse(name):
    def refused(*a):
        symbol = next(v for v in a if isinstance(v, Symbol))
        raise Error(f"np.{name} needs a number, but '{symbol}' is symbolic")
    return refused


def where(condition, yes, no):
    if not isinstance(condition, Symbol):
        return yes if condition else no
    if not isinstance(yes, Symbol) and not isinstance(no, Symbol) and yes == no:
        return yes
    return apply("select", [condition, yes, no])


def truth(value):
    """A number that stands for a condition, as one."""
    return value if not isinstance(value, Symbol) or value.is_condition else value != 0


def _maximum(a, b):
    return apply("max", [a, b])


def _minimum(a, b):
    return apply("min", [a, b])


LN2, LN10 = float(np.log(2.0)), float(np.log(10.0))
SCALARS = {  # what a ufunc does with scalars of which at least one is a symbol
    np.add: lambda a, b: a + b, np.subtract: lambda a, b: a - b, np.multiply: lambda a, b: a * b,
    np.divide: lambda a, b: a / b, np.floor_divide: lambda a, b: a // b, np.power: lambda a, b: a ** b,
    np.float_power: lambda a, b: a ** b, np.negative: lambda a: -a, np.positive: lambda a: a,
    np.absolute: abs, np.fabs: abs, np.sign: _op("sign"), np.square: lambda a: a * a, np.sqrt: _op("sqrt"),
    np.cbrt: lambda a: apply("sign", [a]) * abs(a) ** (1 / 3), np.reciprocal: lambda a: 1.0 / a, np.exp: _op("exp"),
    np.exp2: lambda a: apply("exp", [LN2 * a]), np.expm1: lambda a: apply("exp", [a]) - 1.0, np.log: _op("log"),
    np.log2: lambda a: apply("log", [a]) / LN2, np.log10: _op("log10"), np.log1p: lambda a: apply("log", [1.0 + a]),
    np.sin: _op("sin"), np.cos: _op("cos"), np.tan: _op("tan"), np.arcsin: _op("asin"), np.arccos: _op("acos"),
    np.arctan: _op("atan"), np.arctan2: _op("atan2"), np.sinh: _op("sinh"), np.cosh: _op("cosh"), np.tanh: _op("tanh"),
    np.arcsinh: lambda a: apply("log", [a + apply("sqrt", [a * a + 1.0])]),
    np.arccosh: lambda a: apply("log", [a + apply("sqrt", [a * a - 1.0])]),
    np.arctanh: lambda a: 0.5 * apply("log", [(1.0 + a) / (1.0 - a)]),
    np.hypot: lambda a, b: apply("sqrt", [a * a + b * b]), np.deg2rad: lambda a: a * (np.pi / 180), np.radians: lambda a: a * (np.pi / 180),
    np.rad2deg: lambda a: a * (180 / np.pi), np.degrees: lambda a: a * (180 / np.pi),
    np.maximum: _maximum, np.fmax: _maximum, np.minimum: _minimum, np.fmin: _minimum,
    np.floor: _op("floor"), np.ceil: _op("ceil"), np.remainder: _op("mod"),
    np.trunc: lambda a: where(a >= 0, apply("floor", [a]), apply("ceil", [a])),
    np.copysign: lambda a, b: where(b >= 0, abs(a), -abs(a)),
    np.heaviside: lambda a, b: where(a > 0, 1.0, where(a < 0, 0.0, b)), np.conjugate: lambda a: a,
    np.logaddexp: lambda a, b: _maximum(a, b) + apply("log", [1.0 + apply("exp", [-abs(a - b)])]),
    np.less: _op("<"), np.less_equal: _op("<="), np.greater: _op(">"), np.greater_equal: _op(">="), np.equal: _op("=="),
    np.not_equal: _op("<>"), np.logical_and: lambda a, b: apply("and", [truth(a), truth(b)]),
    np.logical_or: lambda a, b: apply("or", [truth(a), truth(b)]), np.logical_not: lambda a: apply("not", [truth(a)]),
    np.bitwise_and: lambda a, b: apply("and", [truth(a), truth(b)]), np.bitwise_or: lambda a, b: apply("or", [truth(a), truth(b)]),
    np.invert: lambda a: apply("not", [truth(a)]),
    np.isfinite: _refuse("isfinite"), np.isnan: _refuse("isnan"), np.isinf: _refuse("isinf"),
}
CLIP = getattr(np.core.umath, "clip", None) if hasattr(np, "core") else None
if CLIP is not None:
    SCALARS[CLIP] = lambda a, low, high: _minimum(_maximum(a, low), high)


@functools.lru_cache(maxsize=None)
def _elementwise(ufunc):
    symbolic = SCALARS[ufunc]

    def scalar(*a):
        if not any(isinstance(v, Symbol) for v in a):
            return ufunc(*a)
        return symbolic(*(v.item() if isinstance(v, np.generic) else v for v in a))

    return np.frompyfunc(scalar, ufunc.nin, 1)


def plain(value):
    """The same as ordinary arrays of objects, lists included."""
    if isinstance(value, SymbolArray):
        return value.view(np.ndarray)
    if isinstance(value, (list, tuple)):
        return type(value)(plain(v) for v in value)
    return value


def numbers(value):
    """Arrays of symbols that hold none, as arrays of floats."""
    if isinstance(value, SymbolArray):
        return value.view(np.ndarray).astype(float)
    if isinstance(value, (list, tuple)):
        return type(value)(numbers(v) for v in value)
    return value


def numbers_with_room(value):
    """Floats in an array that can take symbols."""
    if isinstance(value, np.ndarray) and value.dtype == float and value.ndim > 0:
        return value.astype(object).view(SymbolArray)
    return value


def wrap(value):
    if isinstance(value, np.ndarray) and value.dtype == object:
        return value[()] if value.ndim == 0 else value.view(SymbolArray)
    if isinstance(value, (list, tuple)) and any(isinstance(v, np.ndarray) for v in value):
        return type(value)(wrap(v) for v in value)
    return value


def _ufunc(ufunc, method, *inputs, out=None, **keywords):
    for word in ("casting", "dtype", "subok", "order"):
        keywords.pop(word, None)
    if keywords.get("where", True) is True:
        keywords.pop("where", None)
    arguments = [_object(v) for v in inputs]
    if ufunc is np.matmul:
        result = np.matmul(*arguments)
    elif ufunc not in SCALARS:
        from ._foreign import foreign_ufunc
        if method != "__call__" or ufunc.nout != 1 or keywords:
            raise Error(f"np.{ufunc.__name__} of symbols is not known")
        result = foreign_ufunc(ufunc)(*arguments)
    elif method == "__call__":
        if keywords:
            raise Error(f"np.{ufunc.__name__} of symbols does not take {', '.join(keywords)}", hint="np.where")
        result = _elementwise(ufunc)(*arguments)
    elif method == "reduce" and ufunc in (np.add, np.multiply):
        result = getattr(ufunc, method)(arguments[0], **keywords)
    elif method in ("reduce", "accumulate"):
        keywords.pop("initial", None)
        result = getattr(_elementwise(ufunc), method)(arguments[0], **keywords)
    elif method == "outer":
        result = _elementwise(ufunc).outer(*arguments)
    elif method == "at" and len(inputs) == 3:
        target, place, values = inputs
        for k, v in np.broadcast(_object(place), _object(values)):
            target[k] = _elementwise(ufunc)(target[k], v)
        return None
    else:
        raise Error(f"np.{ufunc.__name__}.{method} of symbols is not known")
    if out is not None:
        if not isinstance(out[0], SymbolArray) and is_symbolic(result):
            raise Error("symbols cannot be written into an array of numbers", hint="np.zeros of the module's own `np`, or a list")
        out[0][...] = result
        return out[0]
    return wrap(result)


def _object(value):
    """An ordinary array, which asks nobody: neither a symbol nor a SymbolArray."""
    if isinstance(value, Symbol):
        array = np.empty((), dtype=object)
        array[()] = value
        return array
    if isinstance(value, np.ndarray):
        return value.view(np.ndarray)
    if isinstance(value, (list, tuple)):
        return np.array(plain(value), dtype=object)
    return value


class SymbolArray(np.ndarray):
    """An array of symbols and numbers. Arithmetic, indexing, assignment, ufuncs and NumPy's functions work as usual."""

    @classmethod
    def of(cls, values):
        array = np.array(plain(values), dtype=object)
        return array.view(cls)

    def __array_ufunc__(self, ufunc, method, *inputs, **keywords):
        return _ufunc(ufunc, method, *inputs, **keywords)

    def __array_function__(self, function, types, arguments, keywords):
        from ._functions import call
        return call(function, arguments, keywords)

    def astype(self, *arguments, **keywords):
        return self.copy() if is_symbolic(self) else np.asarray(self.view(np.ndarray).astype(*arguments, **keywords))

    def __repr__(self):
        return f"SymbolArray({self.tolist()})"

    __str__ = __repr__


def _symbol_function(self, function, types, arguments, keywords):
    from ._functions import call
    return call(function, arguments, keywords)


Symbol.__array_ufunc__ = lambda self, ufunc, method, *inputs, **keywords: _ufunc(ufunc, method, *inputs, **keywords)
Symbol.__array_function__ = _symbol_function
for _name, _ufunc_of in {"arcsin": np.arcsin, "arccos": np.arccos, "arctan": np.arctan, "arctan2": np.arctan2, "square": np.square,
                         "log2": np.log2, "log1p": np.log1p, "expm1": np.expm1, "exp2": np.exp2, "cbrt": np.cbrt, "hypot": np.hypot,
                         "arcsinh": np.arcsinh, "arccosh": np.arccosh, "arctanh": np.arctanh, "fabs": np.fabs, "conjugate": np.conjugate,
                         "floor": np.floor, "ceil": np.ceil, "sign": np.sign, "deg2rad": np.deg2rad, "rad2deg": np.rad2deg,
                         "radians": np.radians, "degrees": np.degrees, "reciprocal": np.reciprocal}.items():
    setattr(Symbol, _name, (lambda f: lambda self, *a: f(self, *a))(SCALARS[_ufunc_of]))
Symbol.shape, Symbol.ndim, Symbol.size = (), 0, 1
Symbol.__format__ = lambda self, how: str(self)
Symbol.__divmod__ = lambda self, other: (self // other, self % other)
Symbol.__copy__ = lambda self: self
Symbol.__deepcopy__ = lambda self, memo: self
Symbol.copy = Symbol.item = lambda self: self
Symbol.T = Symbol.real = property(lambda self: self)
