#!/usr/bin/env python3
"""long_texts.py FOLDER MODEL.mo ..: texts of 2 to 20 kB for the fuzzer, put together from small models.

Each is a row of packages, one for each small model, and a model with a component of each. In every text one package at least
has a `redeclare` and one an `inner` or `outer`.
"""
import itertools
import pathlib
import re
import sys

SIZES = [0, 0, 800, 1_200, 3_000, 5_000, 10_000, 17_500]


def text_of(group):
    parts = [f"package P{k}\n{t}\nend P{k};\n" for k, t in enumerate(group)]
    return "".join(parts) + "model All" + "".join(f" P{k}.M m{k};" for k in range(len(parts))) + " end All;\n"


def main():
    texts = [pathlib.Path(p).read_text(encoding="utf-8", errors="replace") for p in sys.argv[2:]]
    texts = [re.sub(r"^//[^\n]*\n", "", t, flags=re.M) for t in texts]
    texts = [t for t in texts if re.search(r"^model M\b", t, re.M) and "within" not in t and len(t) < 6_000]
    asked = [[t for t in texts if re.search(words, t)] for words in (r"\bredeclare\b", r"\b(inner|outer)\b")]
    rest = [t for t in texts if not any(t in few for few in asked)]
    following = itertools.cycle(rest)
    for number in range(70):
        group = [few[number % len(few)] for few in asked]
        while len(text_of(group)) < SIZES[number % len(SIZES)]:
            group.append(next(following))
        pathlib.Path(sys.argv[1], f"{number}.mo").write_text(text_of(group)[:20_000])


main()
