"""y' = -y written in the ways that people write residuals: each is traced, without a warning, and gives exp(-t)."""
import dataclasses
import functools
import itertools
import math
import operator
import warnings

import numpy as np
import pytest
from helpers import bodies, matrices
from helpers.matrices import rotation
from numpy import dot, maximum, minimum, sign, stack, where
from numpy.linalg import norm

import trammel
from trammel import solve_dae

scipy = pytest.importorskip("scipy")
import scipy.integrate  # noqa: E402
import scipy.interpolate  # noqa: E402
import scipy.linalg  # noqa: E402
import scipy.sparse as sp  # noqa: E402
from scipy.linalg import lu_factor, lu_solve  # noqa: E402
from scipy.sparse.linalg import spsolve  # noqa: E402
from scipy.special import erf, expit  # noqa: E402

IDENTITY = sp.identity(2, format="csr")
FACTORS = lu_factor(np.diag([2.0, 4.0]))
LINE = scipy.interpolate.CubicSpline([-9.0, 0.0, 9.0], [-9.0, 0.0, 9.0])
CURVES = scipy.interpolate.CubicSpline([-9.0, 0.0, 9.0], [[-9.0, 9.0], [0.0, 0.0], [9.0, -9.0]])
TABLE = scipy.interpolate.interp1d([-9.0, 0.0, 9.0], [-9.0, 0.0, 9.0])
BUFFER = np.zeros(2)
BODIES = {"one": bodies.Body(1.0)}


def dtype_float(t, y, yp):
    y = np.asarray(y, dtype=float)
    r = np.array(yp, dtype=np.float64, copy=True)
    r += np.array([y[0], y[1]], float)
    return r.astype(float)


def in_place(t, y, yp):
    r = yp.copy()
    r[0] += y[0]
    r[1:] += y[1:]
    return r


def out_keyword(t, y, yp):
    r = np.empty(2)
    np.add(yp, y, out=r)
    return r


def sparse_matrix(t, y, yp):
    a = sp.csr_matrix(np.array([[0.0, 1.0], [1.0, 0.0]]))
    return IDENTITY @ yp + a.dot(a * y) + (y @ IDENTITY - y)


def sparse_solve(t, y, yp):
    return yp + spsolve(sp.diags([2.0, 4.0]).tocsc(), np.array([2.0, 4.0]) * y)


def kronecker(t, y, yp):
    return yp + sp.kron(sp.identity(1), sp.diags([1.0, 1.0])) @ y


def factored(t, y, yp):
    return yp + lu_solve(FACTORS, np.array([2.0, 4.0]) * y)


def dense_solve(t, y, yp):
    return yp + scipy.linalg.solve(np.array([[2.0, y[0]], [0.0, 1.0]]), np.array([2.0 * y[0] + y[0] * y[1], y[1]]))


def least_squares(t, y, yp):
    return yp + np.linalg.lstsq(2 * np.eye(2), 2 * y, rcond=None)[0]


def spline(t, y, yp):
    return [yp[0] + LINE(y[0]), yp[1] + TABLE(y[1])]


def spline_of_vectors(t, y, yp):
    first, second = CURVES(y)
    return [yp[0] + first[0], yp[1] - second[1]]


def special_functions(t, y, yp):
    odd = erf(y) - np.array([math.erf(v) for v in y])
    return yp + y + odd + expit(y) + expit(-y) - 1.0


def buffer_of_module(t, y, yp):
    BUFFER[0] = yp[0] + y[0]
    BUFFER[1] = yp[1] + y[1]
    return BUFFER


def with_buffer():
    jacobian, r = np.zeros((2, 2)), np.empty(2)

    def fun(t, y, yp):
        jacobian[0, 0] = jacobian[1, 1] = 1.0 + 0.0 * y[0]
        r[:] = yp + jacobian @ y
        return r.copy()
    return fun


class WithState:
    def __init__(self):
        self.calls, self.r = 0, np.zeros(2)

    def __call__(self, t, y, yp):
        self.calls += 1
        self.r[:] = yp + y
        return self.r


class Derived(bodies.Scheme):
    @staticmethod
    def force(y):
        return np.array([y[0], y[1]])


@dataclasses.dataclass
class Parameters:
    k: float = 1.0

    @property
    def matrix(self):
        m = np.zeros((2, 2))
        m[0, 0] = m[1, 1] = self.k
        return m


PARAMETERS = Parameters()


def through_objects(t, y, yp):
    return yp + BODIES["one"].force(y) + PARAMETERS.matrix @ y - y


def through_a_module(t, y, yp):
    m = matrices.mass(y)
    return m @ yp + m @ y


def rotated(t, y, yp):
    turn = rotation(0.3 * y[0])
    return yp + turn.T @ (turn @ y)


def checked(f):
    @functools.wraps(f)
    def call(*args):
        return np.asarray(f(*args), dtype=float)
    return call


@checked
def decorated(t, y, yp):
    r = np.zeros(2)
    r[:] = [a + b for a, b in zip(y, yp)]
    return r


def pairs(t, y, yp):
    r = [np.zeros(1) for _ in range(2)]
    for (i, a), b in itertools.product(enumerate(y), range(2)):
        r[i] = r[i] + (yp[i] + a if b else 0.0)
    return np.concatenate(r)


def ufunc_methods(t, y, yp):
    r = np.zeros(2)
    np.add.at(r, [0, 1, 0, 1], [yp[0], yp[1], y[0], y[1]])
    return r + np.add.reduce(np.stack([y, -y])) + np.multiply.outer([1.0], y)[0] - y


def einsum_with_dots(t, y, yp):
    return yp + np.einsum("...i,i->...", np.eye(2), y) + np.einsum("ij,jk,k", np.eye(2), np.eye(2), y) - y


def gradients(t, y, yp):
    slope = np.gradient(np.array([0.0, y[0], 2 * y[0]]), 1.0)
    return [yp[0] + slope[1], yp[1] + np.piecewise(y[1], [y[1] < 0, y[1] >= 0], [lambda v: v, lambda v: 1.0 * v])]


def vectorized(t, y, yp):
    return yp + np.vectorize(lambda v: v**3 / v**2)(y)


def polynomials(t, y, yp):
    return yp + np.poly1d([1.0, 0.0])(y) + np.polynomial.Polynomial([0.0, 1.0])(y) - np.polyval([1.0, 0.0], y)


def bare_names(t, y, yp):
    s = dot([y[0], y[1]], [1.0, 0.0]), norm([y[1], 0.0]) * sign(y[1])
    return yp + stack(s) + where([False, True], [y[0], y[1]], [0.0, 0.0]) - maximum(0.0, [0.0, y[1]]) - minimum(0.0, [0.0, y[1]])


def masks(t, y, yp):
    a, inner = np.zeros((2, 2)), np.array([True, False])
    a[np.diag_indices(2)] = y
    a[inner, 1], a[~inner] = y[0] - y[0], np.array([0.0, 1.0]) * y[1]
    return yp + np.diagonal(a)


def functional(t, y, yp):
    parts = {"rate": lambda k: yp[k], "pull": lambda k: functools.reduce(operator.mul, [y[k], 1.0])}
    return list(map(lambda k: sum(f(k) for f in parts.values()), range(2)))


def printing(t, y, yp):
    text = f"t = {t:.3f}, y = {y[0]:8.3g}"
    return yp + y if text else None


def methods_of_arrays(t, y, yp):
    return (yp + y.clip(-9, 9) + y.mean() + y.std() * 0 - np.average(y) + (y > 0).astype(float) * 0).reshape(1, -1)


def complete(t, y, yp):
    n, = y.shape
    assert isinstance(y, np.ndarray) and len(yp) == n
    return [float(p) + np.float64(v) for p, v in zip(yp, y)]


STYLES = [dtype_float, in_place, out_keyword, sparse_matrix, sparse_solve, kronecker, factored, dense_solve, least_squares, spline, spline_of_vectors,
          special_functions, buffer_of_module, with_buffer(), WithState(), Derived().residual, through_objects, through_a_module, rotated, decorated,
          pairs, ufunc_methods, einsum_with_dots, gradients, vectorized, polynomials, bare_names, masks, functional, printing, methods_of_arrays, complete]


@pytest.mark.parametrize("fun", STYLES, ids=lambda f: getattr(f, "__qualname__", type(f).__name__))
def test_the_style_is_traced(fun):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        result = solve_dae(fun, (0, 1), [1, 2], rtol=1e-9, atol=1e-11)
    assert result.traced and result.success
    assert result.y[:, -1] == pytest.approx(np.array([1, 2]) * np.exp(-1), rel=1e-6)


def test_pandas_constants():
    pandas = pytest.importorskip("pandas")
    rates, table = pandas.Series([1.0, 1.0]), pandas.DataFrame({"a": [1.0, 0.0], "b": [0.0, 1.0]})
    result = solve_dae(lambda t, y, yp: table.values @ yp + rates * y, (0, 1), [1, 2], rtol=1e-9, atol=1e-11)
    assert result.traced and result.y[:, -1] == pytest.approx(np.array([1, 2]) * np.exp(-1), rel=1e-6)


def test_what_was_swapped_is_back():
    before = sp.csr_matrix.__init__, scipy.interpolate.PPoly.__call__, matrices.np, BUFFER, type(BODIES["one"].rate)
    dispatch = {k: v for c in sp.csr_matrix.__mro__ for k, v in vars(c).items() if "mul" in k}
    for fun in (buffer_of_module, spline, through_a_module):
        solve_dae(fun, (0, 0.1), [1, 2])
    assert (sp.csr_matrix.__init__, scipy.interpolate.PPoly.__call__, matrices.np, BUFFER, type(BODIES["one"].rate)) == before
    assert {k: v for c in sp.csr_matrix.__mro__ for k, v in vars(c).items() if "mul" in k} == dispatch
    assert type(BUFFER) is np.ndarray and BUFFER.dtype == float and float is not trammel._shim._Float


def branch(t, y, yp):
    if y[0] > 0:
        return yp + y
    return yp + 2 * y


def call_into_c(t, y, yp):
    return yp + np.array([scipy.integrate.quad(lambda s: v, 0, 1)[0] for v in y])


@pytest.mark.parametrize("fun, said", [(branch, "test_styles.py:.* in branch.*: 'if y.0. > 0:' needs a number, but 'y.0. > 0' is symbolic; use np.where"),
                                       (call_into_c, "test_styles.py:.*quad.* is symbolic")])
def test_what_cannot_be_traced_names_the_users_line(fun, said):
    with pytest.warns(trammel.OpaqueWarning, match=said + ".*Continuing with differences: no index reduction"):
        result = solve_dae(fun, (0, 1), [1, 2], rtol=1e-7, atol=1e-9)
    assert not result.traced and result.y[:, -1] == pytest.approx(np.array([1, 2]) * np.exp(-1), rel=1e-5)
