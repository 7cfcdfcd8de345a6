"""solve_dae: SciPy's examples side by side, tracing, refusals, events, opaque functions."""
import functools
import math
import pickle
import warnings

import classics
import numpy as np
import pytest

import trammel
from trammel import solve_dae

integrate = pytest.importorskip("scipy.integrate")


def both(fun, t_span, y0, **keywords):
    """SciPy on y' = f(t, y), ours on the same function with a mass matrix."""
    theirs = integrate.solve_ivp(fun, t_span, y0, rtol=1e-10, atol=1e-12, **keywords)
    ours = solve_dae(fun, t_span, y0, mass_matrix=np.eye(len(y0)), rtol=1e-10, atol=1e-12, **keywords)
    assert ours.traced and ours.success
    return theirs, ours


# The examples of scipy.integrate.solve_ivp's documentation.
def exponential_decay(t, y):
    return -0.5 * y


def upward_cannon(t, y):
    return [y[1], -0.5]


def lotkavolterra(t, z, a, b, c, d):
    x, y = z
    return [a * x - b * x * y, -c * y + d * x * y]


def hit_ground(t, y):
    return y[0]


def apex(t, y):
    return y[1]


def test_scipy_exponential_decay():
    theirs, ours = both(exponential_decay, [0, 10], [2, 4, 8], t_eval=[0, 1, 2, 4, 10])
    assert np.array_equal(theirs.t, ours.t) and ours.y.shape == theirs.y.shape
    assert np.allclose(ours.y, theirs.y, rtol=1e-7)


def test_scipy_lotka_volterra_with_args_and_dense_output():
    theirs, ours = both(lotkavolterra, [0, 15], [10, 5], args=(1.5, 1, 3, 1), dense_output=True)
    t = np.linspace(0, 15, 300)
    assert np.allclose(ours.sol(t), theirs.sol(t), rtol=1e-5, atol=1e-5)
    assert (ours.sol.t_min, ours.sol.t_max) == (0, 15) and len(ours.sol.ts) == len(ours.t)
    assert ours.sol(3.0).shape == (2,) and np.allclose(ours.sol.derivative(t)[0], 1.5 * ours.sol(t)[0] - ours.sol(t)[0] * ours.sol(t)[1], atol=1e-4)


def test_scipy_cannon_with_events():
    hit_ground.terminal, hit_ground.direction = True, -1
    try:
        theirs, ours = both(upward_cannon, [0, 100], [0, 10], events=(hit_ground, apex))
    finally:
        del hit_ground.terminal, hit_ground.direction
    assert ours.status == theirs.status == 1 and ours.t[-1] == pytest.approx(40, abs=1e-7)
    assert [len(t) for t in ours.t_events] == [len(t) for t in theirs.t_events]
    assert ours.t_events[1][0] == pytest.approx(20, abs=1e-7) and ours.y_events[1][0] == pytest.approx([100, 0], abs=1e-5)
    assert ours.yp_events[1][0] == pytest.approx([0, -0.5], abs=1e-6)


def test_backwards_in_time():
    ours = solve_dae(lambda t, y, yp: yp - np.cos(t) * y, (2, 0), [np.exp(np.sin(2))], rtol=1e-10, atol=1e-12, dense_output=True)
    assert ours.t[0] == 2 and ours.t[-1] == 0 and ours.y[0, -1] == pytest.approx(1, abs=1e-8)
    assert ours.sol(1.0)[0] == pytest.approx(np.exp(np.sin(1)), abs=1e-7)
    assert ours.yp[0, -1] == pytest.approx(1, abs=1e-7) and ours.at(1.0, "y[0]") == pytest.approx(np.exp(np.sin(1)), abs=1e-7)


def test_the_index_3_pendulum_as_written():
    result = solve_dae(classics.pendulum, (0, 10), [1, 0, 0, 0, 0], rtol=1e-9)
    assert result.traced and result.index == 3 and result.degrees_of_freedom == 2
    assert np.abs(result.y[0]**2 + result.y[1]**2 - 1).max() < 1e-12
    assert np.abs(result.y[0] * result.y[2] + result.y[1] * result.y[3]).max() < 1e-11
    for field in ("t", "y", "yp", "sol", "t_events", "y_events", "nfev", "njev", "nlu", "status", "message", "success"):
        assert hasattr(result, field)
    assert result.sol is None and result.t_events is None and result.yp.shape == result.y.shape
    copy = pickle.loads(pickle.dumps(result))
    assert np.array_equal(copy.y, result.y) and copy.success and "message" in repr(copy)


def test_an_inconsistent_start_moves_as_little_as_possible():
    result = solve_dae(classics.pendulum, (0, 0.1), [1.1, 0, 0, 0.3, 7])
    assert result.y[0, 0] == pytest.approx(1, abs=1e-9) and result.y[3, 0] == pytest.approx(0.3, abs=1e-9)
    assert result.y[4, 0] == pytest.approx(0.09, abs=1e-9)  # lambda = v² - g y


def helper(v):
    return np.where(v > 0, v, 2 * v)


STYLES = {
    "where": lambda t, y, yp: yp + helper(y),
    "maximum": lambda t, y, yp: yp + np.maximum(y, 2 * y) - np.minimum(0.0, y) + np.minimum(0.0, y),
    "builtin max": lambda t, y, yp: [a + max(b, 2 * b) for a, b in zip(yp, y)],
    "math": lambda t, y, yp: [yp[0] + math.exp(math.log(abs(y[0]))) * np.sign(y[0]), yp[1] + math.sqrt(y[1]**2) * np.sign(y[1])],
    "clip": lambda t, y, yp: yp + np.clip(y, -10, 10),
    "einsum": lambda t, y, yp: yp + np.einsum("ij,j->i", np.eye(2), y),
    "solve": lambda t, y, yp: yp + np.linalg.solve(np.array([[2.0, y[0]], [0.0, 1.0]]), np.array([2.0 * y[0] + y[0] * y[1], y[1]])),
    "outer": lambda t, y, yp: yp + np.outer(y, [1.0, 0.0])[:, 0],
    "interp": lambda t, y, yp: yp + np.interp(y, [-5.0, 0.0, 5.0], [-5.0, 0.0, 5.0]),
    "mixed arrays": lambda t, y, yp: np.array([yp[0], 0.0]) + np.array([0.0, yp[1]]) + np.stack([y[0], y[1]]),
    "prod and sum": lambda t, y, yp: yp + y * np.prod([1.0, np.sum(y) / (y[0] + y[1])]),
    "comprehension": lambda t, y, yp: np.array([b + a for a, b in zip(y, yp)]).reshape(2),
    "abs and power": lambda t, y, yp: yp + np.sign(y) * np.power(np.abs(y), 1.0),
    "dot method": lambda t, y, yp: yp + np.eye(2).dot(y),
    "select": lambda t, y, yp: yp + np.select([y > 100, y < -100], [0 * y, 0 * y], y),
    "column": lambda t, y, yp: (yp + y)[:, None],
}


@pytest.mark.parametrize("style", STYLES)
def test_styles_are_traced(style):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        result = solve_dae(STYLES[style], (0, 1), [1, 2], rtol=1e-9, atol=1e-11)
    assert result.traced and result.success
    factor = 2 if style == "builtin max" or style == "maximum" else 1
    assert result.y[:, -1] == pytest.approx(np.array([1, 2]) * np.exp(-factor), rel=1e-6)


def local_import(t, y, yp):
    import numpy as other
    from math import exp
    r = other.zeros(2)
    r[:] = yp + y * exp(0.0 * t)
    return r


class Callable:
    def __call__(self, t, y, yp):
        return self.helper(y) + np.eye(2) @ yp

    def helper(self, y):
        r = np.zeros_like(y)
        for k, v in enumerate(y):
            r[k] += v
        return r


@pytest.mark.parametrize("fun", [local_import, Callable(), functools.partial(lambda k, t, y, yp: yp + k * y, 1.0)])
def test_other_kinds_of_functions_are_traced(fun):
    result = solve_dae(fun, (0, 1), [1, 2], rtol=1e-9, atol=1e-11)
    assert result.traced and result.y[:, -1] == pytest.approx(np.array([1, 2]) * np.exp(-1), rel=1e-6)


def test_linear_systems_become_unknowns():
    """(D + y0 E) x = b with x' = -x: five equations are too many for a formula, so x joins the unknowns."""
    def fun(t, y):
        M = np.diag(np.arange(1.0, 6.0))
        M[0, 4] = y[0]
        return -np.linalg.solve(M, M @ y)

    result = solve_dae(fun, (0, 1), [1, 2, 3, 4, 5], mass_matrix=np.eye(5), rtol=1e-9, atol=1e-11)
    assert result.traced and result.success and "solve[0][4]" in result
    assert result.y[:, -1] == pytest.approx(np.arange(1, 6) * np.exp(-1), rel=1e-6)
    inverse = solve_dae(lambda t, y: -np.linalg.inv(np.diag([1.0, 2, 3, 4 + y[0]**2])) @ (np.array([1.0, 2, 3, 4 + y[0]**2]) * y), (0, 1),
                        [1, 2, 3, 4], mass_matrix=np.eye(4), rtol=1e-9, atol=1e-11)
    assert inverse.traced and inverse.y[:, -1] == pytest.approx(np.arange(1, 5) * np.exp(-1), rel=1e-6)


def test_an_interval_of_length_zero_is_the_start_solved():
    result = solve_dae(classics.pendulum, (1, 1), [1, 0, 0, 0.3, 7], dense_output=True)
    assert result.success and result.t.tolist() == [1.0] and result.y[4, 0] == pytest.approx(0.09, abs=1e-9)


def test_tracing_leaves_the_module_as_it_was():
    before = dict(globals())
    solve_dae(classics.pendulum, (0, 0.1), [1, 0, 0, 0, 0])
    assert globals() == before and classics.np is np and classics.zeros is np.zeros and classics.sin is math.sin
    assert "max" not in vars(classics) and type(np.zeros(2)) is np.ndarray


REFUSED = {
    "3 residuals for 2": lambda t, y, yp: [yp[0], yp[1], y[0]],
    "returned None": lambda t, y, yp: None,
    "complex": lambda t, y, yp: [yp[0] + 1j, yp[1]],
    "no number": lambda t, y, yp: ["a", yp[1]],
    "NaN": lambda t, y, yp: [yp[0] + float("nan"), yp[1]],
}


@pytest.mark.parametrize("what", REFUSED)
def test_nonsense_gets_one_sentence(what):
    with pytest.raises(trammel.Error, match=what):
        solve_dae(REFUSED[what], (0, 1), [1, 2])


def test_wrong_arguments_get_one_sentence():
    fun = exponential_decay
    good = dict(mass_matrix=np.eye(1))
    for wrong in (lambda: solve_dae(1, (0, 1), [1]), lambda: solve_dae(fun, (0, 1, 2), [1], **good), lambda: solve_dae(fun, (0, 1), [[1]], **good),
                  lambda: solve_dae(fun, (0, 1), [1j], **good), lambda: solve_dae(fun, (0, 1), [np.nan], **good),
                  lambda: solve_dae(fun, (0, 1), [1], [1, 2], **good), lambda: solve_dae(fun, (0, 1), [1], t_eval=[2], **good),
                  lambda: solve_dae(fun, (0, 1), [1], t_eval=[0.5, 0.2], **good), lambda: solve_dae(fun, (0, 1), [1], mass_matrix=np.eye(2)),
                  lambda: solve_dae(fun, (0, 1), [1], atol=[1, 2], **good), lambda: solve_dae(fun, (0, 1), [1], names=["a", "b"], **good),
                  lambda: solve_dae(fun, (0, 1), [1], method="nonsense", **good), lambda: solve_dae(fun, (0, 1), [1], nonsense=1, **good)):
        with pytest.raises(trammel.Error):
            wrong()


def test_a_function_that_is_solved_again_is_prepared_once(monkeypatch):
    from trammel import _solve_dae
    made = []

    class Counting:
        def __getattr__(self, name):
            return getattr(trammel._trammel, name)

        def prepare(self, *args):
            made.append(args)
            return trammel._trammel.prepare(*args)
    monkeypatch.setattr(_solve_dae, "_trammel", Counting())
    rate = [2.0]

    def decay(t, y, yp):
        return yp + rate[0] * y
    for _ in range(3):
        assert solve_dae(decay, (0, 1), [1.0], rtol=1e-8).y[0, -1] == pytest.approx(np.exp(-2), rel=1e-6)
    assert len(made) == 1
    rate[0] = 3.0  # traced again each time: another number is another problem
    assert solve_dae(decay, (0, 1), [1.0], rtol=1e-8).y[0, -1] == pytest.approx(np.exp(-3), rel=1e-6)
    assert solve_dae(decay, (0, 1), [2.0], rtol=1e-8).y[0, -1] == pytest.approx(2 * np.exp(-3), rel=1e-6)
    assert len(made) == 3


def test_an_event_at_the_very_start_counts_as_in_scipy():
    def height(t, y):
        return y[0]
    theirs = integrate.solve_ivp(lambda t, y: [np.cos(t)], (0, 4), [0.0], events=height, rtol=1e-9, atol=1e-12)
    ours = solve_dae(lambda t, y, yp: yp - np.cos(t), (0, 4), [0.0], events=height, rtol=1e-9, atol=1e-12)
    assert len(theirs.t_events[0]) == len(ours.t_events[0]) == 2 and ours.t_events[0] == pytest.approx([0, np.pi], abs=1e-8)


def test_a_trace_serves_again_while_the_function_is_the_same():
    symbolic, rate = [], [1.0]

    def decay(t, y, yp, factor):
        if type(y[0]).__name__ == "Symbol":
            symbolic.append(t)
        return [yp[0] + rate[0] * factor * y[0]]

    def end(factor=1.0):
        sol = trammel.solve_dae(decay, (0, 1), [1.0], rtol=1e-9, atol=1e-12, args=(factor,))
        assert sol.traced
        return sol.y[0, -1]

    one = 1.0
    assert end(one) == pytest.approx(np.exp(-1), rel=1e-7) and len(symbolic) == 1
    assert end(one) == pytest.approx(np.exp(-1), rel=1e-7) and len(symbolic) == 1
    assert end(2.0) == pytest.approx(np.exp(-2), rel=1e-7) and len(symbolic) == 2
    rate[0] = 3.0  # what it closes over has changed
    assert end(one) == pytest.approx(np.exp(-3), rel=1e-7) and len(symbolic) == 3
    assert trammel.solve_dae(decay, (0, 1), [2.0], rtol=1e-9, atol=1e-12, args=(one,)).y[0, -1] == pytest.approx(2 * np.exp(-3), rel=1e-7)
