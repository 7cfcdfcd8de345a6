"""Functions that cannot be traced, and events. Expected numbers: exact solutions."""
import classics
import numpy as np
import pytest

import trammel
from trammel import OpaqueWarning, solve_dae


def branching(t, y, yp):
    if y[0] > 0:
        return yp + y
    return yp + 2 * y


def opaque_index_1(t, y, yp):
    r = yp + y
    if y[0] > -1e9:
        r[1] = y[1] - y[0]**2
    return r


def test_a_branch_makes_it_opaque_with_one_sentence():
    with pytest.warns(OpaqueWarning) as told:
        result = solve_dae(branching, (0, 1), [1.0], rtol=1e-8)
    assert len(told) == 1
    said = str(told[0].message)
    assert "test_opaque.py:" in said and "branching()" in said and "if y[0] > 0" in said and "np.where" in said and "no index reduction" in said
    assert not result.traced and result.success and result.y[0, -1] == pytest.approx(np.exp(-1), rel=1e-6)


@pytest.mark.filterwarnings("ignore::trammel.OpaqueWarning")
def test_opaque_functions_of_index_1_start_consistently():
    result = solve_dae(opaque_index_1, (0, 1), [1, 0.2], rtol=1e-8, dense_output=True)
    assert not result.traced and result.success
    assert result.y[1, 0] == pytest.approx(1, abs=1e-8) and result.y[:, -1] == pytest.approx([np.exp(-1), np.exp(-2)], rel=1e-6)
    assert result.sol(0.5) == pytest.approx([np.exp(-0.5), np.exp(-1)], rel=1e-5)
    assert result.yp[:, -1] == pytest.approx([-np.exp(-1), -2 * np.exp(-2)], rel=1e-3)


@pytest.mark.filterwarnings("ignore::trammel.OpaqueWarning")
def test_opaque_with_jac_is_never_differenced():
    asked, points = [], []

    def fun(t, y, yp):
        points.append(float(y[0]))
        return opaque_index_1(t, y, yp)

    def jac(t, y, yp):
        asked.append(t)
        return np.array([[1.0, 0], [-2 * y[0], 1]]), np.array([[1.0, 0], [0, 0]])

    result = solve_dae(fun, (0, 1), [1, 1], jac=jac, rtol=1e-8)
    assert result.success and asked and result.y[0, -1] == pytest.approx(np.exp(-1), rel=1e-6)
    with pytest.raises(trammel.Error):
        solve_dae(fun, (0, 1), [1, 1], jac=lambda t, y, yp: np.eye(2)[0], trace=False)


def test_state_is_not_traced_into_a_constant():
    calls = []

    def remembers(t, y, yp):
        calls.append(1)
        return yp + (1.0 if len(calls) <= 2 else 2.0) * y  # another function from its third call on

    with pytest.warns(OpaqueWarning, match="does not compute the same"):
        result = solve_dae(remembers, (0, 1), [1.0], rtol=1e-7)
    assert not result.traced and result.y[0, -1] == pytest.approx(np.exp(-2), rel=1e-5)


def test_a_function_that_changes_during_the_run_is_found_at_the_steps():
    def late(t, y, yp):
        return yp + (1.0 if t.__class__ is not float or t < 0.9999 else 2.0) * y

    with pytest.warns(OpaqueWarning, match="does not compute the same"):
        assert not solve_dae(late, (0, 1), [1.0]).traced


def test_exceptions_of_fun_arrive_as_they_were_raised():
    def broken(t, y, yp):
        raise KeyError("mine")
    with pytest.raises(KeyError, match="mine"):
        solve_dae(broken, (0, 1), [1])

    def breaks_later(t, y, yp):
        if t > 0.5:
            raise KeyError("later")
        return yp + (y if y[0] > 0 else y)
    with pytest.warns(OpaqueWarning), pytest.raises(KeyError, match="later"):
        solve_dae(breaks_later, (0, 1), [1.0])


def rod(x, y):
    return x**2 + y**2 - 1 if x > -9 else 0.0  # a branch: it cannot be traced


def with_rod(element):
    return lambda t, z, zp: [zp[0] - z[2], zp[1] - z[3], zp[2] + z[4] * z[0], zp[3] + z[4] * z[1] + classics.G, element(z[0], z[1])]


@pytest.mark.parametrize("jac", [lambda x, y: [[2 * x, 2 * y]], None])
def test_an_opaque_element_of_a_constraint_is_reduced_like_any_other(jac):
    element = trammel.opaque(rod, jac=jac)
    assert element(0.6, 0.8) == pytest.approx(0)
    result = solve_dae(with_rod(element), (0, 10), [1, 0, 0, 0, 0], rtol=1e-9, certify="off")
    assert result.traced and result.success and result.index == 3, result.message
    # models/pendulum/reference.csv, t = 10; what second differences leave is seen without derivatives
    assert result.y[:2, -1] == pytest.approx([0.2750874625761084, -0.9614192050991275], abs=1e-6 if jac else 1e-3)
    assert any("difference quotients" in note and "rod" in note for note in result.notes)


def test_opaque_elements_take_arrays_and_return_several_numbers():
    calls = []

    @trammel.opaque(outputs=2, jac=lambda w, k: np.array([[0, 1, 0], [-k, 0, -w[0]]]))
    def slopes(w, k):
        calls.append(k)
        return np.array([float(w[1]), -k * float(w[0])])

    result = solve_dae(lambda t, w, wp: wp - slopes(w, 4.0), (0, 1), [1, 0], rtol=1e-9)
    assert result.traced and result.y[0, -1] == pytest.approx(np.cos(2), abs=1e-7) and set(calls) == {4.0}
    m = trammel.Model("oscillator")
    x, v = m.variable("x", start=1.0, fixed=True), m.variable("v", start=0.0, fixed=True)
    a, b = slopes([x, v], 9.0)
    m.equation(trammel.der(x) == a)
    m.equation(trammel.der(v) == b)
    assert m.simulate(1.0, rtol=1e-9).at(1.0, "x") == pytest.approx(np.cos(3), abs=1e-7)


def test_what_an_opaque_element_raises_arrives_as_it_was_raised():
    @trammel.opaque
    def late(x):
        if x < 0.5:
            raise KeyError("no such value")
        return x
    with pytest.raises(KeyError, match="no such value"):
        solve_dae(lambda t, y, yp: [yp[0] + late(y[0])], (0, 2), [1.0])
    m = trammel.Model("too many")
    x = m.variable("x", start=1.0, fixed=True)
    m.equation(trammel.der(x) == trammel.opaque(lambda x: [1, 2, 3], name="three")(x))
    with pytest.raises(trammel.Error, match="three returned 3 numbers where 1 are expected"):
        m.simulate(1.0)


def event(function, **attributes):
    def own(t, y):
        return function(t, y)
    own.__dict__.update(attributes)
    return own


@pytest.mark.parametrize("wrong", [{"terminal": -1}, {"terminal": "yes"}, {"terminal": 1.5}, {"direction": "up"}, {"direction": float("nan")}])
def test_nonsense_in_event_attributes_raises(wrong):
    with pytest.raises(trammel.Error):
        solve_dae(classics.van_der_pol, (0, 1), [2, 0], events=event(lambda t, y: y[0], **wrong))


def harmonic(t, y, yp):
    return [yp[0] - y[1], yp[1] + y[0]]


@pytest.mark.parametrize("trace", [True, False])
def test_events_count_directions_and_ends(trace):
    keywords = dict(rtol=1e-9, atol=1e-11, trace=trace)
    if not trace:
        keywords["method"] = "radau5"
    up, down = event(lambda t, y: y[0], direction=1), event(lambda t, y: y[0], direction=-1)
    result = solve_dae(harmonic, (0, 20), [1, 0], events=[up, down, lambda t, y, yp: yp[0]], t_eval=[], **keywords)
    assert result.t.shape == (0,) and result.y.shape == (2, 0) and result.yp.shape == (2, 0)
    k = np.arange(8)
    assert result.t_events[1] == pytest.approx(np.pi / 2 + 2 * np.pi * k[:3 + 0][:len(result.t_events[1])], abs=1e-5)
    assert result.t_events[0] == pytest.approx(3 * np.pi / 2 + 2 * np.pi * k[:len(result.t_events[0])], abs=1e-5) and len(result.t_events[0]) == 3
    assert len(result.t_events[1]) == 3
    third = event(lambda t, y: y[0], terminal=3)
    result = solve_dae(harmonic, (0, 20), [1, 0], events=third, t_eval=[1, 2, 15], dense_output=True, **keywords)
    assert result.status == 1 and result.success and len(result.t_events[0]) == 3
    assert result.t == pytest.approx([1, 2, 5 * np.pi / 2], abs=1e-5) and result.y[0, -1] == pytest.approx(0, abs=1e-8)
    with pytest.raises(trammel.Error):
        result.sol(15.0)


def test_fun_is_never_called_outside_t_span():
    times = []

    def fun(t, y, yp):
        if isinstance(t, float):
            times.append(t)
        return [yp[0] - y[1], yp[1] + y[0] * (1 if y[0] > 2 else 1)]

    with pytest.warns(OpaqueWarning):
        solve_dae(fun, (1, 3), [1, 0], events=lambda t, y: y[0], dense_output=True)
    assert min(times) >= 1 and max(times) <= 3


def test_a_callback_may_stop_the_run():
    seen = []
    result = solve_dae(harmonic, (0, 20), [1, 0], callback=lambda t, y: seen.append(y) or t < 5)
    assert result.status == 2 and result.success and 5 <= result.t[-1] < 20 and len(seen) > 1
    with pytest.raises(ZeroDivisionError):
        solve_dae(harmonic, (0, 20), [1, 0], callback=lambda t, y: 1 / 0)
