import csv
import os
import pathlib

import numpy as np
import pytest

import trammel

TOP = pathlib.Path(__file__).resolve().parent.parent.parent


def model_file(name):
    return str(TOP / "models" / name / "model.mo")


def reference(name):
    """(variable, time, value, tolerance) of a bundled model."""
    with open(TOP / "models" / name / "reference.csv", encoding="utf-8") as file:
        rows = csv.DictReader(line for line in file if not line.startswith("#"))
        return [(r["variable"], float(r["time"]), float(r["value"]), float(r["tolerance"])) for r in rows]


@pytest.fixture
def names():
    """What examples in docstrings may use."""
    return {"trammel": trammel, "np": np, "der": trammel.der, "model_file": model_file, "os": os}
