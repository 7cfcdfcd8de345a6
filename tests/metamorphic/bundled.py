"""The bundled models at tolerances from 1e-3 to 1e-10: success must be right, right must not be called unproved.

models/*/reference.csv allows an absolute error at the tolerance of the model's annotation. Elsewhere that error grows with
the tolerance, and 300 tol size are allowed in any case, at most 0.3 of the size (see judging.py).
"""
import csv
import math
import os
import re

import judging

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "models")
TOLERANCES = (1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10)


class Bundled:
    """`models/pendulum@1e-6`."""
    kind = "bundled"

    def __init__(self, text):
        self.text = text
        name, _, tolerance = text.removeprefix("models/").partition("@")
        self.path = os.path.join(FOLDER, name, "model.mo")
        self.tolerance = float(tolerance)
        with open(os.path.join(FOLDER, name, "reference.csv"), encoding="utf-8") as file:
            self.rows = list(csv.DictReader(line for line in file if not line.startswith("#")))
        with open(self.path, encoding="utf-8") as file:
            stated = re.search(r"Tolerance = ([0-9.e-]+)", file.read())
        self.stated = float(stated[1]) if stated else 1e-6
        with open(os.path.join(FOLDER, name, "README.md"), encoding="utf-8") as file:
            self.index = int(re.search(r"^Index (\d+)\.", file.read(), re.M)[1])

    def times(self):
        return sorted({float(row["time"]) for row in self.rows})


def every():
    return ["models/%s@%g" % (name, t) for name in sorted(os.listdir(FOLDER))
            if os.path.exists(os.path.join(FOLDER, name, "reference.csv")) for t in TOLERANCES]


def judge(case, program):
    """As judging.judge."""
    command = [program, "simulate", case.path, "--json", "--engine", "vm", "--tolerance", repr(case.tolerance), "--at",
               ",".join(map(repr, case.times()))]
    status, answer = judging.call(command, "")
    return (*_judge(case, status, answer), ((answer or {}).get("certificate") or {}).get("holds"))


def _judge(case, status, answer):
    if status is None:
        return "hang", "no answer in %d s" % judging.CPU_SECONDS, 0.0
    if answer is None or status < 0:
        return "crash", "status %d, no JSON" % status, 0.0
    said, message = answer.get("status"), answer.get("error", {}).get("message", "")
    if said == "error":
        return "honest stop", message, 0.0
    at = {sample["time"]: sample["variables"] for sample in answer["samples"]}
    wrong, worst = None, 0.0
    for row in case.rows:
        name, expected, allowed = row["variable"], float(row["value"]), float(row["tolerance"])
        value = at[float(row["time"])].get(name)
        if value is None or not math.isfinite(value):
            wrong = wrong or "%s is not a number" % name
            continue
        size = max(abs(float(r["value"])) for r in case.rows if r["variable"] == name)
        band = max(allowed * max(1.0, case.tolerance / case.stated), 300 * case.tolerance * size)
        band = min(band, max(judging.CEILING * size, allowed * max(1.0, case.tolerance / case.stated)))
        worst = max(worst, abs(value - expected) / band)
        if abs(value - expected) > band:
            wrong = wrong or "%s(%s) = %.6g, expected %.6g" % (name, row["time"], value, expected)
    if said == "unproved":
        return ("caught", wrong, worst) if wrong else ("false alarm", message, worst)
    if wrong:
        return "wrong success", wrong, worst
    if answer.get("index") != case.index:
        return "wrong verdict", "index %s, the README says %d" % (answer.get("index"), case.index), worst
    return "right", "", worst
