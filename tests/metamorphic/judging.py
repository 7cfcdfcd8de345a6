"""One case: write the model, run the program, compare with the answer.

The band. The program promises a backward error: the reported trajectory solves equations that differ from the model's by
at most K tol in units of their own terms. How far that moves the solution is the amplification A of the variable, which is
measured on the reduced ODE or stated with the model. So a value counts as right within

    K tol A size,   K = 300,   size = the largest magnitude of the variable over the run,

never more than 0.3 size, which is K times the loosest tolerance, and never less than
1e-10 A size, which leaves room for the rounding of badly scaled equations. Reported derivatives are compared the same way.
"""
import json
import math
import resource
import signal
import subprocess

import expressions as ex
from models import ALL, highest_derivatives
from reference import Reference
from rewriting import apply
from description import render

K, FLOOR, CEILING = 300.0, 1e-10, 0.3
CPU_SECONDS = 30
CLASSES = ("right", "wrong success", "wrong verdict", "false alarm", "caught", "sensitive", "honest stop", "late stop", "crash", "hang")

_references = {}


def reference(model, stop):
    """Of the original model, up to `stop` (or to where the solution ends)."""
    key = (model.name, stop)
    if key not in _references:
        times = sorted({t for t in (*model.at, stop) if t <= stop})
        _references[key] = Reference(model, times, highest_derivatives(model))
    return _references[key]


def size_of(model):
    """Magnitudes for nominal values, rounded to powers of ten as a user would give them."""
    def size(name):
        if model.refused or name not in model.solution:
            return 1.0
        return 10.0 ** round(math.log10(reference(model, model.stop).size[name, 0]))
    return size


class Case:
    """`model:rewriting+rewriting@tolerance`: a name that repeats the case."""

    def __init__(self, text):
        self.text = text
        head, _, tolerance = text.partition("@")
        name, _, steps = head.partition(":")
        self.original = ALL[name]
        self.tolerance = float(tolerance or 1e-6)
        self.model = apply(self.original, steps, size_of(self.original))
        self.kind = "+".join(step.partition("(")[0] for step in self.model.steps) or ("tolerance" if tolerance else "as written")
        if len(self.model.steps) > 1:
            self.kind = "several"

    def times(self):
        """Times of the original to compare at, the last being the end of the run."""
        stop = self.model.stop
        return sorted({t for t in (*self.original.at, stop) if t <= stop})

    def command(self, program, action):
        if action == "analyze":
            return [program, "analyze", "-", "--json"]
        clock = self.model.clock
        at = ",".join(repr(t / clock) for t in self.times())
        return [program, "simulate", "-", "--json", "--engine", "vm", "--tolerance", repr(self.tolerance), "--stop-time",
                repr(self.model.stop / clock), "--at", at]


def limit_children():
    """Processor time of the programs that are run. The limit is this process's own, which it may exceed because it has a
    handler; programs inherit the limit and not the handler. That is cheaper than a function between fork and exec."""
    signal.signal(signal.SIGXCPU, lambda *_: None)
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, resource.getrlimit(resource.RLIMIT_CPU)[1]))
    resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))


def call(command, text):
    """(exit status, JSON or None): a status below 0 is a signal, None no answer in time."""
    try:
        done = subprocess.run(command, input=text.encode(), capture_output=True, timeout=20 * CPU_SECONDS)
    except subprocess.TimeoutExpired:
        return None, None
    if done.returncode == -signal.SIGXCPU:
        return None, None
    try:
        return done.returncode, json.loads(done.stdout)
    except ValueError:
        return done.returncode, None


def lookup(table, name, k):
    """The value of a variable; names that could be mistaken keep their quotes as keys."""
    for shown in (ex.quoted(name), name):
        key = "der(" * k + shown + ")" * k
        if key in table and not (shown == name and name.startswith("der(")):
            return table[key]
    raise KeyError(name)


def compare(case, answer):
    """None if all values are right, else what is wrong; and the largest error in units of tol A size."""
    model, original = case.model, case.original
    rows = [(row["time"], row["variables"]) for row in answer.get("samples", [])]
    worst, verdict = 0.0, None
    times = case.times()
    if len(rows) != len(times):
        return "%d of %d samples were reported" % (len(rows), len(times)), math.inf
    rows.append((answer.get("time"), answer["variables"]))
    exact = reference(original, original.stop if model.stop > original.stop else model.stop)
    for (shown, table), t in zip(rows, times + times[-1:]):
        if shown is None or abs(shown * model.clock - t) > 1e-9 * t:
            return "the values are those of t = %r, not of %r" % (shown, t / model.clock), math.inf
        if t not in exact.at:
            continue
        for (name, k), expected in exact.at[t].items():
            if name not in model.back:
                continue
            names, factor = model.back[name]
            try:
                values = [lookup(table, n, k) for n in names]
            except KeyError:
                if k == 0:
                    return "'%s' is not reported" % name, math.inf
                continue
            size, amplification = exact.size[name, k], exact.amplification[name, k]
            if any(v is None or not math.isfinite(v) for v in values):
                return "%s(%g) is not a number" % ("der " * k + name, t), math.inf
            error = abs(factor / model.clock ** k * sum(values) - expected)
            worst = max(worst, error / (case.tolerance * amplification * size))
            if verdict is None and error > min(max(K * case.tolerance, FLOOR) * amplification, CEILING) * size:
                verdict = "%s(%g) = %.6g, expected %.6g" % ("der " * k + name, t, factor / model.clock ** k * sum(values), expected)
    return verdict, worst


def culprits(case, answer):
    """Whether an error names equations that are at fault, and no others; None if nothing is to be said."""
    expected = case.original.culprits
    if expected is None:
        return None
    error = answer.get("error", {})
    named = set(error.get("equations", []))
    allowed = set(expected)
    for label in case.model.equations:  # definitions that were taken out of a culprit belong to it
        if any(label.startswith("part_%s_" % e) for e in expected) or label.startswith("same_"):
            allowed.add(label)
    for step in case.model.steps:
        if step.startswith("combine("):
            label, other, _ = step[8:-1].split(",")
            if other in expected or label in expected:
                allowed |= {label, other}
    if not named and case.original.refused:
        return "the error names no equation: " + error.get("message", "")
    return None if named <= allowed else "blames %s instead of %s" % (", ".join(sorted(named - allowed)), ", ".join(sorted(expected)))


def judge(case, program):
    """(class, sentence, error in units of tol A size, what the certificate says: True, False or None)"""
    text = render(case.model)
    status, answer = call(case.command(program, "simulate"), text)
    return (*_judge(case, program, text, status, answer), ((answer or {}).get("certificate") or {}).get("holds"))


def _judge(case, program, text, status, answer):
    if status is None:
        return "hang", "simulate: no answer in %d s" % CPU_SECONDS, 0.0
    if answer is None or status < 0:
        return "crash", "simulate: status %d, no JSON" % status, 0.0
    result = _judge_run(case, status, answer)
    if case.kind == "tolerance" or result[0] in ("crash", "hang", "wrong success"):
        return result
    status, found = call(case.command(program, "analyze"), text)
    if status is None:
        return "hang", "analyze: no answer in %d s" % CPU_SECONDS, 0.0
    if found is None or status < 0:
        return "crash", "analyze: status %d, no JSON" % status, 0.0
    return _judge_verdict(case, found, answer) or result


def _judge_run(case, status, answer):
    original, model = case.original, case.model
    said, message = answer.get("status"), answer.get("error", {}).get("message", "")
    if said not in ("success", "unproved", "error") or (status == 0) != (said == "success"):
        return "crash", "exit status %d with status '%s'" % (status, said), 0.0
    reached = answer.get("time", 0.0) * model.clock
    if original.refused:
        if said == "success":
            return "wrong success", "there is no unique solution", math.inf
        blamed = culprits(case, answer)
        return ("wrong verdict", blamed, 0.0) if blamed else ("right", "", 0.0)
    if original.ends is not None and model.stop > original.ends:
        if said == "success":
            return "wrong success", "the solution ends at %g" % original.ends, math.inf
        if said == "unproved":
            return "caught", message, 0.0
        late = reached > original.ends * (1 + 1e-2 + 10 * math.sqrt(case.tolerance))
        if late:
            return "late stop", "stopped at %g, the solution ends at %g" % (reached, original.ends), 0.0
        blamed = culprits(case, answer)
        return ("wrong verdict", blamed, 0.0) if blamed else ("right", "", 0.0)
    if said == "error":
        return "honest stop", "%s: %s" % (answer["error"].get("kind"), message), 0.0
    wrong, worst = compare(case, answer)
    if said == "unproved":
        return ("caught", wrong, worst) if wrong else ("false alarm", message, worst)
    if wrong and (answer.get("certificate") or {}).get("sensitive"):
        return "sensitive", wrong, worst
    return ("wrong success", wrong, worst) if wrong else ("right", "", worst)


def _judge_verdict(case, found, answer):
    """Index and degrees of freedom as theory says, the same in analyze and simulate."""
    original, model = case.original, case.model
    if original.refused:
        return ("wrong verdict", "analyze finds nothing wrong", 0.0) if found.get("status") == "success" and not found.get("redundant") else None
    if found.get("status") != "success":
        return "wrong verdict", "analyze: " + found.get("error", {}).get("message", "?"), 0.0
    wrong = []
    for name, expected in (("index", model.index), ("degrees_of_freedom", model.freedom)):
        for who, table in (("analyze", found), ("simulate", answer)):
            if expected is not None and name in table and table[name] != expected:
                wrong.append("%s: %s %s, expected %d" % (who, name.replace("_", " "), table[name], expected))
    return ("wrong verdict", "; ".join(wrong), 0.0) if wrong else None
