"""Examples in docstrings, in docs/python.md and in the guide are run."""
import doctest
import importlib
import pathlib
import pkgutil
import re

import pytest
from conftest import TOP

import trammel

MODULES = sorted(m.name for m in pkgutil.iter_modules(trammel.__path__) if not m.name.startswith("_trammel"))


def test_docstrings(names):
    finder, runner, tried = doctest.DocTestFinder(exclude_empty=True), doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE), 0
    for module in [trammel] + [importlib.import_module(f"trammel.{name}") for name in MODULES]:
        for test in finder.find(module, globs=names):
            tried += runner.run(test).attempted
    assert tried > 15 and runner.summarize(verbose=False).failed == 0


@pytest.mark.parametrize("name, least, made", [("docs/python.md", 10, ("double_pendulum.svg", "double_pendulum.npz", "double_pendulum.html")),
                                               ("docs/guide/python.md", 2, ("crank.html",))])
def test_the_page(tmp_path, monkeypatch, name, least, made):
    pytest.importorskip("matplotlib").use("Agg")
    pytest.importorskip("pandas")
    (tmp_path / "models").symlink_to(TOP / "models")
    monkeypatch.chdir(tmp_path)
    text = (TOP / name).read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```", text, re.M | re.S)
    assert len(blocks) >= least
    space = {"__name__": "page"}
    for number, block in enumerate(blocks):
        page = pathlib.Path(tmp_path / f"block {number}.py")
        page.write_text(block, encoding="utf-8")
        exec(compile(block, str(page), "exec"), space)
    for file in made:
        assert (tmp_path / file).stat().st_size > 1000


def test_stubs_name_what_there_is():
    stub = (pathlib.Path(trammel.__path__[0]) / "__init__.pyi").read_text(encoding="utf-8")
    for name in trammel.__all__:
        assert re.search(rf"^(class|def) {name}\b", stub, re.M), name
    assert (pathlib.Path(trammel.__path__[0]) / "py.typed").exists()
