"""What a user can say about a run, as the compiled half takes it."""
import numpy as np

from . import _trammel
from ._errors import Error


def _text(value):
    """A value as the command line would have it."""
    if isinstance(value, (bool, np.bool_)):
        return "yes" if value else "no"
    if isinstance(value, (list, tuple, np.ndarray)):
        return ",".join(repr(float(v)) for v in value)
    return str(value) if isinstance(value, (str, int, np.integer)) else repr(float(value))


def _options(tolerance, t_end=None, rtol=None, atol=None, t_eval=None, dense_output=True, t_start=None, **others):
    """Options by the names of `trammel simulate --help`, with underscores; None leaves an option as it is."""
    options = _trammel.Options()
    options.t_start, options.t_end = t_start, t_end
    options.set("tolerance", _text(tolerance or 1e-6))
    others["step"] = others.pop("fixed_step", None)
    first = {"rtol": rtol, "atol": rtol if atol is None else atol, "stabilization": others.pop("stabilization", None)}
    for name, value in {**first, **others}.items():
        if value is None:
            continue
        try:
            options.set(name, _text(value))
        except (TypeError, ValueError):
            raise Error(f"{name} = {value!r} is not what this option takes") from None
        except Error as error:
            error.message = error.message.replace("--" + name.replace("_", "-"), name)
            raise
    options.dense = bool(dense_output) or t_eval is None
    if t_eval is not None:
        options.times = [float(t) for t in np.ravel(t_eval)]
    return options


def call_text(name, *positional, **named):
    """A call as a person would write it: for the part of a report that says how it was made."""
    def shown(value):
        text = getattr(value, "__name__", None) if callable(value) else repr(value.tolist() if isinstance(value, np.ndarray) else value)
        return text if text and len(text) <= 200 else "..."
    return f"{name}({', '.join([shown(v) for v in positional] + [f'{k}={shown(v)}' for k, v in named.items() if v is not None])})"


def _pairs(values, what):
    pairs = []
    for name, value in dict(values or {}).items():
        try:
            pairs.append((str(name), float(value)))
        except (TypeError, ValueError):
            raise Error(f"{what} '{name}' = {value!r} is not a number", variables=[str(name)]) from None
    return pairs


def finish(native, raised, make):
    """What Python raised during the run goes on; the partial result is its attribute `solution`."""
    sol = make(native)
    if raised is not None:
        raised.solution = sol
        raise raised
    return sol
