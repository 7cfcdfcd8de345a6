"""Threads, memory, Ctrl-C, and the wheel."""
import os
import pathlib
import resource
import signal
import subprocess
import sys
import threading

import numpy as np
import pytest
from conftest import TOP, model_file

import trammel

DECAY = "model Decay parameter Real k = 1; Real x(start = 1, fixed = true); equation der(x) = -k*x; end Decay;"


def test_four_threads_share_one_prepared():
    prepared = trammel.load(text=DECAY).prepare(1.0, rtol=1e-9, atol=1e-12)
    results, errors = {}, []

    def work(n):
        try:
            results[n] = [prepared.run({"k": n + j / 10}).at(1.0, "x") for j in range(10)] + list(prepared.sweep({"k": [n]}, threads=1).end("x"))
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=work, args=(n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors
    for n in range(4):
        assert results[n] == pytest.approx([np.exp(-(n + j / 10)) for j in range(10)] + [np.exp(-n)], rel=1e-7)


def test_threads_may_trace_at_the_same_time():
    seen = []

    def work(n):
        seen.append(trammel.solve_dae(lambda t, y, yp: yp + n * np.zeros(1) + n * y, (0, 1), [1.0], rtol=1e-8).y[0, -1] - np.exp(-n))

    threads = [threading.Thread(target=work, args=(n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(seen) == 4 and max(map(abs, seen)) < 1e-5


def memory():
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * resource.getpagesize()


def test_a_thousand_solves_leave_memory_as_it_was():
    prepared = trammel.load(text=DECAY).prepare(1.0, certify="off")

    def traced():
        trammel.solve_dae(lambda t, y, yp: yp + y, (0, 1), [1.0], engine="vm", certify="off", rtol=1e-3, atol=1e-3)

    def some(n):
        for k in range(n):
            prepared.run({"k": 1 + k / n})
            if k % 4 == 0:
                traced()

    some(200)
    before = memory()
    some(1000)
    assert memory() - before < 6_000_000


def test_control_c_ends_a_run_and_leaves_what_there_is():
    m = trammel.load(text="model M Real x(start = 1, fixed = true), y(start = 0, fixed = true); equation der(x) = y; der(y) = -x; end M;")
    threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt) as caught:
        m.simulate(1e9, rtol=1e-8, max_steps=10**9, dense_output=False, t_eval=[1.0, 1e9], certify="off")
    partial = caught.value.solution
    assert partial.outcome == "interrupted" and partial.t_end > 1 and partial["x"][0] == pytest.approx(np.cos(1), abs=1e-5)


def test_control_c_ends_a_sweep():
    prepared = trammel.load(text=DECAY).prepare(50.0, max_step=1e-3, certify="off")
    threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt) as caught:
        prepared.sweep({"k": np.linspace(0, 1, 2000)}, threads=2)
    swept = caught.value.solution
    assert 0 < swept.success.sum() < 2000 and "ended" in swept.messages[-1]


def test_a_wheel_installs_into_a_new_environment_without_a_network(tmp_path):
    """The module that was built is packed; compiling it again is left to `pip install .`."""
    built = next(pathlib.Path(trammel.__path__[0]).glob("_trammel*.so"))
    environment = {**os.environ, "TRAMMEL_MODULE": str(built), "PIP_NO_INDEX": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    environment.pop("PYTHONPATH", None)
    made = subprocess.run([sys.executable, "-m", "venv", "--system-site-packages", str(tmp_path / "venv")], capture_output=True, text=True)
    if made.returncode != 0:
        pytest.skip("python3-venv is not installed")
    python = str(tmp_path / "venv" / "bin" / "python")
    done = subprocess.run([python, "-m", "pip", "wheel", "-q", "--no-deps", "-w", str(tmp_path), str(TOP)], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    wheel = next(tmp_path.glob("trammel-*.whl"))
    done = subprocess.run([python, "-m", "pip", "install", "-q", "--no-deps", str(wheel)], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    script = ("import trammel, numpy as np; assert 'venv' in trammel.__file__; "
              "s = trammel.solve_dae(lambda t, y, yp: yp + y, (0, 1), [1.0]); assert s.traced and abs(s.y[0, -1] - np.exp(-1)) < 1e-5; "
              f"assert trammel.load({model_file('pendulum')!r}).analyze().index == 3; print('good')")
    done = subprocess.run([python, "-c", script], env=environment, capture_output=True, text=True, cwd=tmp_path)
    assert done.stdout == "good\n", done.stdout + done.stderr
    # The same bytes as in the package that all other tests are run with: they would say the same here.
    installed = next((tmp_path / "venv").glob("lib/python*/site-packages/trammel"))
    files = {file.name for file in pathlib.Path(trammel.__path__[0]).iterdir() if file.name != "__pycache__"}
    assert {file.name for file in installed.iterdir() if file.name != "__pycache__"} == files
    for name in files:
        assert (installed / name).read_bytes() == (pathlib.Path(trammel.__path__[0]) / name).read_bytes(), name
    if os.environ.get("TRAMMEL_THOROUGH"):
        done = subprocess.run([python, "-m", "pytest", "-q", "-p", "no:cacheprovider", *(str(TOP / "python" / "tests" / f"test_{name}.py")
                               for name in ("models", "classics", "solve_dae", "opaque"))], env=environment, capture_output=True, text=True, cwd=tmp_path)
        assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
