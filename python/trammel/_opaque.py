"""Residual functions that cannot be traced: called as they are, at every point."""
import functools

import numpy as np

from . import _trammel
from ._errors import Error
from ._options import _options, finish


def _matrix(value, n, what):
    array = np.asarray(value.toarray() if hasattr(value, "toarray") else value, float)
    if array.shape != (n, n):
        raise Error(f"{what} of jac has the shape {array.shape} for {n} unknowns", hint="the pair (dF/dy, dF/dyp)")
    return array


def _jacobian(problem, jac):
    """(t, y, yp) of the run -> (dF/dy, dF/dyp); None: by differences."""
    if jac is None:
        return None
    n, sign = problem.n, problem.sign

    def pair(t, y, yp):
        if problem.mass is not None:  # F = M yp - f(t, y), so jac is df/dy as SciPy has it
            given = jac(sign * t, y, *problem.args) if callable(jac) else jac
            mass = problem.mass(sign * t, y) if callable(problem.mass) else problem.mass
            return -_matrix(given, n, "df/dy"), sign * _matrix(mass, n, "the mass matrix")
        given = jac(sign * t, y, sign * yp, *problem.args) if callable(jac) else jac
        try:
            by_y, by_yp = given
        except (TypeError, ValueError):
            raise Error("jac must be the pair (dF/dy, dF/dyp)") from None
        return _matrix(by_y, n, "dF/dy"), sign * _matrix(by_yp, n, "dF/dyp")

    if problem.mass is not None and callable(problem.mass):
        raise Error("jac together with a mass matrix that is a function is not supported", hint="fun(t, y, yp) with both derivatives")
    pair(problem.sign * problem.t_span[0], problem.y0, np.zeros(n))  # what is wrong with it is said before the run
    return pair


def solve_opaque(problem, options, atol, nominal, t_eval, dense_output, watch, jac, index):
    given = _options(None, atol=atol, **options)
    sign, numbers = problem.sign, problem.numbers
    if sign > 0 and problem.mass is None and not problem.args:
        residual = problem.fun  # as it is: nothing stands between the run and the function
    elif sign > 0:
        residual = numbers
    else:
        def residual(t, y, yp):
            return numbers(-t, y, -yp)
    start, end = (float(sign * t) for t in problem.t_span)
    yp0 = problem.yp0 if problem.yp0 is not None else np.zeros(problem.n)
    if watch is not None:
        watch.read = lambda values: (values[: problem.n].copy(), sign * values[problem.n:])
    done, raised = _trammel.solve_opaque(problem.name, residual, problem.checked, _jacobian(problem, jac), start, end, list(problem.y0), list(sign * yp0),
                                         problem.names, [1.0 if v is None else v for v in nominal],
                                         None if index is None else int(index), given, watch and watch.after_step(), watch and watch.functions())
    if done is None:
        raise raised
    return finish(done, raised, functools.partial(problem._result, None, given, t_eval, dense_output, watch, False, None))
