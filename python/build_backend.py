"""The PEP 517 backend of `pip install .`: CMake builds the module, a wheel is a zip file.

Nothing has to be downloaded: a compiler, CMake, pybind11 and the libraries come from the system. TRAMMEL_BUILD_DIR keeps the
build folder between calls; TRAMMEL_BUILD_JOBS is the number of parallel compilations; TRAMMEL_MODULE names a module that is compiled
already; CMAKE_ARGS holds more arguments for CMake.
"""
import base64
import hashlib
import os
import pathlib
import shlex
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
import zipfile

try:
    import tomllib
except ImportError:  # before Python 3.11
    tomllib = None

TOP = pathlib.Path(__file__).resolve().parent.parent


def _project():
    if tomllib is None:
        return {"name": "trammel", "version": "0.2.0", "description": "Differential-algebraic equations", "requires-python": ">=3.9",
                "dependencies": ["numpy"], "optional-dependencies": {}}
    return tomllib.loads((TOP / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def _tag():
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    return f"{python}-{python}-{sysconfig.get_platform().replace('-', '_').replace('.', '_')}"


def _metadata():
    project = _project()
    lines = ["Metadata-Version: 2.1", f"Name: {project['name']}", f"Version: {project['version']}", f"Summary: {project['description']}",
             "License: BSD-3-Clause", f"Requires-Python: {project['requires-python']}"]
    lines += [f"Requires-Dist: {need}" for need in project["dependencies"]]
    for extra, needs in project.get("optional-dependencies", {}).items():
        lines += [f"Provides-Extra: {extra}"] + [f"Requires-Dist: {need}; extra == '{extra}'" for need in needs]
    return "\n".join(lines + ["Description-Content-Type: text/markdown", "", (TOP / "README.md").read_text(encoding="utf-8")])


def _built(folder):
    """The compiled module."""
    if "TRAMMEL_MODULE" in os.environ:
        return pathlib.Path(os.environ["TRAMMEL_MODULE"])
    jobs = os.environ.get("TRAMMEL_BUILD_JOBS", str(os.cpu_count() or 1))
    subprocess.run(["cmake", "-S", str(TOP), "-B", str(folder), "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release", "-DTRAMMEL_PYTHON=ON",
                    "-DTRAMMEL_TESTS=OFF", f"-DPython_EXECUTABLE={sys.executable}", *shlex.split(os.environ.get("CMAKE_ARGS", ""))], check=True)
    subprocess.run(["cmake", "--build", str(folder), "-j", jobs, "--target", "_trammel"], check=True)
    found = sorted((pathlib.Path(folder) / "python" / "trammel").glob("_trammel*.so"))
    if not found:
        raise RuntimeError("CMake has built no module _trammel")
    return found[0]


def _files(module):
    """(name in the wheel, bytes)"""
    for path in sorted((TOP / "python" / "trammel").iterdir()):
        if path.suffix in (".py", ".pyi") or path.name == "py.typed":
            yield f"trammel/{path.name}", path.read_bytes()
    if module is not None:
        yield f"trammel/{module.name}", module.read_bytes()


def _write(directory, contents):
    project = _project()
    stem = f"{project['name']}-{project['version']}"
    info = f"{stem}.dist-info"
    contents = list(contents) + [
        (f"{info}/METADATA", _metadata().encode()), (f"{info}/LICENSE", (TOP / "LICENSE").read_bytes()),
        (f"{info}/WHEEL", f"Wheel-Version: 1.0\nGenerator: trammel\nRoot-Is-Purelib: false\nTag: {_tag()}\n".encode())]
    record = []
    name = f"{stem}-{_tag()}.whl"
    with zipfile.ZipFile(pathlib.Path(directory) / name, "w", zipfile.ZIP_DEFLATED) as wheel:
        def add(path, data):
            entry = zipfile.ZipInfo(path, (2020, 1, 1, 0, 0, 0))
            entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
            wheel.writestr(entry, data)
        for path, data in contents:
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
            record.append(f"{path},sha256={digest},{len(data)}")
            add(path, data)
        add(f"{info}/RECORD", ("\n".join(record + [f"{info}/RECORD,,"]) + "\n").encode())
    return name


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    kept = os.environ.get("TRAMMEL_BUILD_DIR")
    if kept:
        return _write(wheel_directory, _files(_built(kept)))
    with tempfile.TemporaryDirectory() as folder:
        return _write(wheel_directory, _files(_built(folder)))


def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    """The package as it stands in the build folder, by a line in a .pth file."""
    folder = os.environ.get("TRAMMEL_BUILD_DIR", str(TOP / "build-python"))
    module = _built(folder)
    return _write(wheel_directory, [("trammel.pth", f"{module.parent.parent}\n".encode())])


def build_sdist(sdist_directory, config_settings=None):
    project = _project()
    stem = f"{project['name']}-{project['version']}"
    listed = subprocess.run(["git", "-C", str(TOP), "ls-files", "-z"], capture_output=True, check=True).stdout.decode().split("\0")
    with tarfile.open(pathlib.Path(sdist_directory) / f"{stem}.tar.gz", "w:gz") as archive:
        for path in filter(None, listed):
            archive.add(TOP / path, f"{stem}/{path}", recursive=False)
        with tempfile.NamedTemporaryFile("w", encoding="utf-8") as info:
            info.write(_metadata())
            info.flush()
            archive.add(info.name, f"{stem}/PKG-INFO")
    return f"{stem}.tar.gz"
