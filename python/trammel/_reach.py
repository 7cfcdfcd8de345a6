"""What a function of the user's program leads to: the functions and objects that take part when it is called."""
import functools
import sys
import types

import numpy as np

from ._arrays import Symbol

FOREIGN = {"numpy", "scipy", "pandas", "matplotlib", "trammel", "pytest", "_pytest", "pluggy", "IPython", "numba", *sys.stdlib_module_names} - {"__main__"}
MOST_REACHED = 5000


def _own(thing):
    """Whether it belongs to the user's program, not to a library that knows no symbols."""
    return (getattr(thing, "__module__", None) or "").split(".")[0] not in FOREIGN


def _parts(thing, names):
    """What a thing of the user's program leads to: functions, objects, modules."""
    if isinstance(thing, types.FunctionType):
        if _own(thing):
            names |= names_in(thing.__code__)
            yield from (thing.__globals__[n] for n in names_in(thing.__code__) if n in thing.__globals__)
            yield from (c.cell_contents for c in thing.__closure__ or () if is_filled(c))
            yield from thing.__defaults__ or ()
        yield getattr(thing, "__wrapped__", None)
    elif isinstance(thing, types.MethodType):
        yield from (thing.__func__, thing.__self__)
    elif isinstance(thing, (staticmethod, classmethod)):
        yield thing.__func__
    elif isinstance(thing, property):
        yield from (thing.fget, thing.fset)
    elif isinstance(thing, functools.partial):
        yield from (thing.func, *thing.args, *thing.keywords.values())
    elif isinstance(thing, (list, tuple, set, frozenset)):
        yield from thing
    elif isinstance(thing, dict):
        yield from thing.values()
    elif isinstance(thing, type):
        for kind in thing.__mro__:
            yield from vars(kind).values() if _own(kind) else ()
    elif _own(type(thing)):
        yield type(thing)
        yield from getattr(thing, "__dict__", {}).values()
    elif type(thing).__module__ == "functools":  # cached_property, lru_cache
        yield from (getattr(thing, name, None) for name in ("func", "__wrapped__"))


def functions_of(fun):
    """fun and the functions of its own program that it can reach: through names, modules, closures, objects and containers."""
    return [thing for thing in _reached(fun) if isinstance(thing, types.FunctionType) and _own(thing)]


def objects_of(fun):
    """The objects of its own classes that it can reach."""
    return [thing for thing in _reached(fun) if not isinstance(thing, (types.FunctionType, types.ModuleType, type)) and _own(type(thing))
            and hasattr(thing, "__dict__")]


def _reached(fun):
    waiting, seen, names, modules = [fun], {}, set(), []
    simple = (int, float, complex, str, bytes, type(None), np.ndarray, np.generic, Symbol)
    while waiting and len(seen) < MOST_REACHED:
        thing = waiting.pop()
        if not isinstance(thing, simple) and id(thing) not in seen:
            seen[id(thing)] = thing
            if isinstance(thing, types.ModuleType):
                modules.append(thing)
            else:
                waiting += _parts(thing, names)
        if not waiting:  # of modules, what somebody has a name for
            waiting += [v for m in modules for n, v in _named_in(m, names) if id(v) not in seen and not isinstance(v, simple)]
    return list(seen.values())


def _named_in(module, names):
    if module.__name__.split(".")[0] in FOREIGN:
        return []
    return [(n, v) for n, v in vars(module).items() if n in names]


def names_in(code):
    names = set(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            names |= names_in(constant)
    return names


def is_filled(cell):
    try:
        cell.cell_contents
    except ValueError:
        return False
    return True
