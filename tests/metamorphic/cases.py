"""Which rewritings are tried on which model: a fixed list, drawn with seeds that come from the names of the models."""
import random
import zlib

import expressions as ex
from models import ALL
from rewriting import FACTORS, DoesNotApply, apply

TOLERANCES = ("1e-3", "1e-4", "1e-5", "1e-7", "1e-8", "1e-9", "1e-10")
STYLES = ("quoted", "escaped", "keywords", "derivative", "dotted", "long", "capital")
# How many cases of each kind a model gives at most.
MOST = {"unit": 18, "kind": 10, "system": 12, "clock": 6, "multiply": 8, "multiply_all": 3, "order": 3, "sides": 2, "names": 6, "alias": 3,
        "define": 6, "inline": 2, "second": 2, "first": 2, "double": 3, "combine": 6, "until": 6, "several": 10}


def _number(value):
    return "%g" % value


def _units(random_):
    """Another system of units: some of mass, length, time, current, amount."""
    chosen = random_.sample(("kg", "m", "s", "A", "mol"), random_.choice((1, 1, 2, 3)))
    settings = ["%s=%g" % (base, 10.0 ** random_.choice((-9, -6, -3, 3, 6))) for base in chosen]
    return "system(%s%s)" % (",".join(settings), random_.choice(("", ",nominal")))


def candidates(model, random_):
    """kind -> texts of rewritings, more than are taken."""
    names, labels = list(model.variables), list(model.equations)
    units = sorted({v.unit for v in model.variables.values()})
    nominal = ("", ",nominal")
    table = {
        "unit": ["unit(%s,%s%s)" % (n, _number(f), s) for n in names for f in FACTORS for s in nominal],
        "kind": ["kind(%s,%s%s)" % (u, _number(f), s) for u in units for f in FACTORS for s in nominal],
        "system": sorted({_units(random_) for _ in range(24)}),
        "clock": ["clock(%s)" % _number(f) for f in FACTORS],
        "multiply": ["multiply(%s,%s)" % (l, _number(f)) for l in labels for f in FACTORS + (-1.0,)],
        "multiply_all": ["multiply_all(%d)" % i for i in range(1, 4)],
        "order": ["order(%d)" % i for i in range(1, 4)],
        "sides": ["sides(%d)" % i for i in range(1, 3)],
        "names": ["names(%s)" % s for s in STYLES],
        "alias": ["alias(%s)" % n for n in names],
        "define": ["define(%s,%d)" % (l, i) for l in labels for i in range(3)],
        "inline": ["inline(%s)" % n for n in names],
        "second": ["second(%s)" % n for n in names],
        "first": ["first(%s)" % n for n in names],
        "double": ["double(%s)" % l for l in model.multipliers],
        # Sums of equations whose terms differ by twenty orders of magnitude say nothing about the smaller ones.
        "combine": ["combine(%s,%s,%s)" % (a, b, random_.choice(("1", "-2", "0.5"))) for a in labels for b in labels
                    if a != b],
    }
    if model.ends is not None:
        table["until"] = ["until(%.6g)" % (f * model.ends / model.stop) for f in (1.001, 1.01, 1.05, 1.2, 2.0, 5.0)]
    return table


# Rewritings that every model allows, for each of the texts above: to try them all would take longer than the sample.
ALWAYS = ("unit", "kind", "clock", "multiply", "multiply_all", "order", "sides", "combine", "until")


def _applies(model, kind, text):
    if kind in ALWAYS:
        return True
    try:
        apply(model, text)
        return True
    except DoesNotApply:
        return False


def of(model):
    """The cases of one model."""
    random_ = random.Random(zlib.crc32(model.name.encode()))
    table = {kind: [t for t in texts if _applies(model, kind, t)] for kind, texts in candidates(model, random_).items()}
    found = [model.name]
    found += ["%s@%s" % (model.name, t) for t in TOLERANCES]
    for kind, texts in table.items():
        random_.shuffle(texts)
        for i, text in enumerate(texts[:MOST[kind]]):
            # Every third rewriting also at another tolerance than 1e-6.
            found.append(model.name + ":" + text + ("@" + random_.choice(TOLERANCES) if i % 3 == 2 else ""))
    # Several at once; names come last, since the others refer to the old ones.
    first = ("define", "alias", "second", "first", "combine", "unit", "kind", "clock", "multiply_all", "order", "sides")
    for _ in range(MOST["several"]):
        kinds = [k for k in first if k in random_.sample(first, 4)]
        steps = [random_.choice(table[k]) for k in kinds if table[k]]
        if random_.random() < 0.3:
            steps.append(random_.choice(table["names"]))
        text = "+".join(steps)
        if len(steps) < 2:
            continue
        try:
            apply(model, text)
        except (DoesNotApply, KeyError, ValueError):
            continue  # one rewriting removed what the next one needs
        found.append("%s:%s@%s" % (model.name, text, random_.choice(TOLERANCES)))
    if model.ends is not None:  # later ends of rewritten models
        for text in random_.sample([t for texts in table.values() for t in texts if not t.startswith("until")], 12):
            end = random_.choice(table["until"][1:])
            found.append("%s:%s+%s@%s" % (model.name, text, end, random_.choice(TOLERANCES)))
    return list(dict.fromkeys(found))


def every(names=None):
    unknown = set(names or ()) - set(ALL)
    if unknown:
        raise SystemExit("no such model: " + ", ".join(sorted(unknown)))
    return [case for name, model in ALL.items() if names is None or name in names for case in of(model)]


def sample(found, count):
    """The same share of every model and kind: every k-th case."""
    if len(found) <= count:
        return found
    return [found[int(i * len(found) / count)] for i in range(count)]
