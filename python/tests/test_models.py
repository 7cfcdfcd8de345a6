"""Models from text and models built in Python. Expected numbers: models/*/reference.csv and exact solutions."""
import pickle

import numpy as np
import pytest
from conftest import model_file, reference

import trammel
from trammel import der

DECAY = "model Decay parameter Real k = 1; Real x(start = 1, fixed = true); equation der(x) = -k*x; end Decay;"


@pytest.fixture(scope="module")
def pendulum():
    return trammel.load(model_file("pendulum"))


@pytest.fixture(scope="module")
def swing(pendulum):
    return pendulum.simulate(rtol=1e-9, atol=1e-9)


def test_a_file_gives_the_reference_values(pendulum, swing):
    assert swing.success and swing.index == 3
    for variable, time, value, tolerance in reference("pendulum"):
        assert abs(swing.at(time, variable) - value) <= tolerance
    assert np.all(np.abs(swing["x"]**2 + swing["y"]**2 - 1) < 1e-12)
    assert pendulum.variables == ["x", "y", "lambda"] and pendulum.parameters == {"L": 1, "g": 9.81}


def test_solution_by_name_between_steps_and_as_derivative(swing):
    t = np.linspace(0, 10, 101)
    assert swing.at(t, "x").shape == (101,)
    assert set(swing.at(1.0)) == set(swing.names)
    assert np.allclose(swing.derivative(t, "x"), swing.at(t, "der(x)"))
    # d lambda/dt is not reported: energy gives lambda = v² - g y, so lambda' = -3 g y'
    assert np.allclose(swing.derivative(t, "lambda"), -3 * 9.81 * swing.at(t, "der(y)"), atol=2e-4)
    for wrong in (lambda: swing["z"], lambda: swing.at(11.0), lambda: swing.at(1.0, "z")):
        with pytest.raises(trammel.Error):
            wrong()


def test_options_parameters_and_start_values():
    m = trammel.load(text=DECAY)
    sol = m.simulate(2, rtol=1e-10, atol=1e-12, params={"k": 0.5}, start={"x": 3})
    assert sol["x"][-1] == pytest.approx(3 * np.exp(-1), rel=1e-8)
    assert m.simulate(1, t_eval=[0.25, 0.5]).t.tolist() == [0.25, 0.5]
    assert m.simulate(1, method="radau5").method == "radau5"
    assert m.simulate(1, formulation="as_written", method="bdf").formulation == "as_written"
    assert m.simulate(1, fixed_step=0.125, method="rk4", t_start=0.5).counts["steps"] == 4
    assert trammel.load(model_file("pendulum")).simulate(1, project=False).constraint_residual > 1e-12
    with pytest.raises(trammel.Error, match="max_step needs a number"):
        m.simulate(1, max_step="long")


def test_errors_are_one_class_with_their_parts():
    with pytest.raises(trammel.Error) as caught:
        trammel.load(text="model M Real x; equation der(x) = y; end M;")
    error = caught.value
    assert error.kind == "name" and error.line == 1 and error.all and "y" in str(error)
    with pytest.raises(trammel.Error) as caught:
        trammel.load(text="model M Real x, y; equation x = 1; x = 2; end M;").simulate(1)
    assert caught.value.kind in ("structure", "initialization") and caught.value.equations
    m = trammel.load(text=DECAY)
    for wrong in (lambda: m.simulate(1, method="nonsense"), lambda: m.simulate(1, no_such_option=1), lambda: m.simulate(-1),
                  lambda: m.simulate(1, params={"z": 1}), lambda: m.simulate(1, params={"k": "a"}), lambda: m.simulate(1, rtol="a"),
                  lambda: trammel.load("no such file.mo"), lambda: trammel.load(), lambda: m.simulate(1, certify="perhaps")):
        with pytest.raises(trammel.Error):
            wrong()


def test_a_run_that_stops_early_is_a_result():
    sol = trammel.load(text="model M Real x(start = 1, fixed = true); equation der(x) = x^2; end M;").simulate(2)
    assert not sol.success and 0.99 < sol.t_end <= 1.001 and "t = 1" in sol.message


def test_analyze_and_compare(pendulum):
    found = pendulum.analyze()
    assert (found.index, found.degrees_of_freedom, found.equations) == (3, 2, 3)
    assert found.hidden_constraints[0]["text"] == "2*x*der(x) + 2*y*der(y) = 0" and "index" in repr(found)
    table = trammel.load(text=DECAY).compare(1)
    assert len(table) > 2 and any(row["success"] for row in table) and "formulation" in repr(table)
    assert len(table.to_dataframe()) == len(table)


def test_prepared_runs_and_sweeps():
    prepared = trammel.load(text=DECAY).prepare(1.0, rtol=1e-9, atol=1e-12)
    assert prepared.run({"k": 2}, {"x": 2}).at(1.0, "x") == pytest.approx(2 * np.exp(-2), rel=1e-7)
    told = []
    swept = prepared.sweep({"k": [0.5, 1, 2], "x": [1, 2]}, threads=2, progress=lambda done, total: told.append((done, total)))
    assert len(swept) == 6 and swept.success.all() and told[-1] == (6, 6)
    assert swept.end("x") == pytest.approx([p["x"] * np.exp(-p["k"]) for p in swept.points], rel=1e-7)
    assert list(swept.to_dataframe("x").columns) == ["k", "x", "success"]
    one, four = (prepared.sweep([{"k": k} for k in np.linspace(0, 3, 20)], threads=n).end("x") for n in (1, 4))
    assert np.array_equal(one, four)
    refused = prepared.sweep([{"k": 1}, {"nothing": 1}])
    assert refused[1] is None and "nothing" in refused.messages[1] and refused.success.tolist() == [True, False]
    with pytest.raises(ZeroDivisionError):
        prepared.sweep({"k": [1, 2, 3]}, progress=lambda done, total: 1 / 0)


def test_simulation_is_stepped_changed_and_taken_up_again():
    prepared = trammel.load(text=DECAY).prepare(3.0, rtol=1e-10, atol=1e-12)
    s = prepared.simulation()
    assert s.advance(1.0) and s.time == 1.0 and s["x"] == pytest.approx(np.exp(-1), rel=1e-8)
    kept = s.snapshot()
    s["k"] = 2.0
    assert s.advance(2.0) and s["x"] == pytest.approx(np.exp(-3), rel=1e-8)
    other = trammel.Simulation(prepared)
    other.restore(kept)
    assert other.time == 1.0
    while other.step():
        pass
    assert other.ended and other.outcome == "finished" and other["x"] == pytest.approx(np.exp(-3), rel=1e-8)
    assert other.values["x"] == other["x"] and other.steps > 0


def test_files_pickles_tables_and_pictures(swing, tmp_path):
    swing.save(tmp_path / "swing.npz")
    for copy in (trammel.load_solution(tmp_path / "swing.npz"), pickle.loads(pickle.dumps(swing))):
        t = np.linspace(0, 10, 57)
        assert copy.message == swing.message and np.array_equal(copy.t, swing.t) and np.array_equal(copy["x"], swing["x"])
        assert np.allclose(copy.at(t, "lambda"), swing.at(t, "lambda"), atol=1e-6) and copy.certificate.holds == swing.certificate.holds
        assert copy.explain() == swing.explain()
    with pytest.raises(trammel.Error):
        np.savez(tmp_path / "other.npz", a=1)
        trammel.load_solution(tmp_path / "other.npz")
    pandas = pytest.importorskip("pandas")
    frame = swing.to_dataframe()
    assert isinstance(frame, pandas.DataFrame) and list(frame.columns) == swing.names and frame.index.name == "time"
    pytest.importorskip("matplotlib")
    figure = swing.plot("x", ["x", "y"], ("x", "y"))
    assert len(figure.axes) == 3
    page = swing._repr_html_()
    assert "<svg" in page and "certificate" in page and "index" in page
    swing.report(tmp_path / "swing.html")
    page = (tmp_path / "swing.html").read_text(encoding="utf-8")
    assert "<html" in page and ".simulate(" in page and f'"trammel":"{trammel.__version__}"' in page
    assert "degrees of freedom" in swing.explain() and swing.certificate.holds and "certified" in str(swing.certificate)


def test_a_ball_that_bounces_keeps_its_jumps_in_files():
    """h = 1 - t²/2 until sqrt(2), then the speed turns and halves."""
    ball = trammel.load(text="model Ball Real h(start = 1, fixed = true), v(start = 0, fixed = true); equation der(h) = v; der(v) = -1; "
                             "when h <= 0 then reinit(v, -0.5*pre(v)); end when; end Ball;")
    sol = ball.simulate(2, rtol=1e-9, atol=1e-9)
    copy = pickle.loads(pickle.dumps(sol))
    hit = np.sqrt(2)
    for s in (sol, copy):
        assert s.success and s.at(hit - 1e-6, "v") == pytest.approx(-hit, abs=1e-5) and s.at(hit + 1e-6, "v") == pytest.approx(hit / 2, abs=1e-5)
        t = np.linspace(0, hit - 1e-9, 50)
        assert np.allclose(s.at(t, "h"), 1 - t**2 / 2, atol=1e-7) and np.allclose(s.at(t, "v"), -t, atol=1e-7)


def test_a_model_built_in_python():
    m = trammel.Model("pendulum")
    x, y, lam = m.variable("x", start=1), m.variable("y", start=0, fixed=True), m.variable("lambda")
    g = m.parameter("g", 9.81)
    m.equation("horizontal", der(x, 2) == -lam * x)
    m.equation("vertical", der(y, 2), -lam * y - g)
    m.equation(x**2 + y**2 == 1)
    m.start(der(y), 0)
    sol = m.simulate(10, rtol=1e-9, atol=1e-9)
    for variable, time, value, tolerance in reference("pendulum"):
        assert abs(sol.at(time, variable) - value) <= tolerance
    assert m.simulate(1, params={"g": 0}).at(1.0, "y") == pytest.approx(0, abs=1e-9)
    with pytest.raises(trammel.Error) as caught:
        m.equation("again", x > 1)
    assert caught.value.equations == ["again"]
    with pytest.raises(trammel.Error):
        m.equation("two models", trammel.Model("other").variable("x") == x)


def test_a_lagrangian_mechanism_in_ten_lines():
    m = trammel.Model("chain")
    x, y = m.variable("x", start=[1, 2, 3, 4, 5], size=5, fixed=True), m.variable("y", start=0, size=5)
    T = sum(der(a)**2 + der(b)**2 for a, b in zip(x, y)) / 2
    dx, dy = np.diff(x, prepend=0.0), np.diff(y, prepend=0.0)
    multipliers = m.add(trammel.Lagrangian(T, 9.81 * np.sum(y), constraints=list((dx**2 + dy**2 - 1) / 2)))
    for b in y:
        m.start(der(b), 0)
    sol = m.simulate(1, rtol=1e-10, atol=1e-10)
    assert len(multipliers) == 5 and sol.index == 3
    for variable, time, value, tolerance in reference("pendulum_chain"):
        letter, number = variable[0], int(variable[2]) - 1
        assert abs(sol.at(time, f"{letter}[{number}]") - value) <= tolerance


def test_places_and_arrays_in_a_model():
    m = trammel.Model("linear")
    A = np.array([[0.0, 1.0], [-4.0, 0.0]])
    x = m.variable("x", start=[1, 0], size=2, fixed=True)
    m.equation("x", np.array([der(v) for v in x]), A @ x)
    sol = m.simulate(1, rtol=1e-10, atol=1e-10)
    assert sol.at(1.0, "x[0]") == pytest.approx(np.cos(2), abs=1e-7)
    h = trammel.Model("oscillator")
    q, p = h.variable("q", start=1, fixed=True), h.variable("p", start=0, fixed=True)
    h.add(trammel.Hamiltonian((p**2 + q**2) / 2, [q], [p]))
    assert h.simulate(np.pi, rtol=1e-9, atol=1e-9).at(np.pi, "q") == pytest.approx(-1, abs=1e-6)
