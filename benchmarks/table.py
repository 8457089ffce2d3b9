#!/usr/bin/env python3
"""Writes the tables of measured ratios, from benchmarks/results/*.csv: all of them into docs/results.md, and a
choice into README.md, between the markers that both have.

    table.py            write them
    table.py --check    write nothing; exit status 1 when a document is not what the files say
"""
import os
import re
import sys

import results

README, ALL = os.path.join(results.ROOT, "README.md"), os.path.join(results.ROOT, "docs", "results.md")
BEGIN, END = "<!-- results: begin -->\n", "<!-- results: end -->"
NOTHING = "Nothing has been measured yet.\n"
# The rows of README.md: the work in words, what is written in the source, the file, its case and its column. Where ptcc wins, where it makes no
# difference, and where it loses.
CHOSEN = (
    ("a million tiny blocks", "`kernel`", "regular", "1 FMA; 1000000 blocks", "auto"),
    ("100000 blocks, 1000 multiply-adds a thread", "`kernel`", "regular", "1000 FMA; 100000 blocks", "auto"),
    ("the same, made persistent by force", "`schedule(static)`", "regular", "1000 FMA; 100000 blocks", "static"),
    ("one block in 1000 is 1000 times as long, 100000 blocks", "`order(longest)`", "longest", "1 in 1000 heavy; 100000 blocks", "auto"),
    ("the long blocks come last, taken one by one by force", "`schedule(dynamic, 1)`", "irregular", "last 64th heavy; 10000 blocks", "dynamic 1"),
    ("histogram of 256 MiB, 16 bytes a thread", "`state`, `finish`", "state", "histogram 256 MiB; 16 bytes a thread; 65536 blocks", "state auto"),
    ("Jacobi, 256 x 256, 1000 steps", "`loop keep(a)`", "loops", "jacobi 256x256 1000 steps; 256 blocks", "keep"),
    ("Jacobi, 1024 x 1024, 1000 steps", "`loop keep(a)`", "loops", "jacobi 1024x1024 1000 steps; 4096 blocks", "keep"),
    ("conjugate gradient, 500 iterations", "`loop`", "loops", "cg 256x256 500 iterations; 256 blocks", "loop"),
    ("the same until the residual, read back, is small", "`loop`", "loops", "cg 256x256 read back 648 iterations; 256 blocks", "loop"),
    ("breadth-first search of 20000 levels, a flag read back", "`loop`", "loops", "bfs 4x19997 20000 levels; 313 blocks", "loop"),
    ("consumer of a count, 64 blocks", "`items(count)`", "counted", "1 FMA; 64 blocks", "items"),
    ("16 queens, 1126 million tasks", "`foreach`", "tasks", "queens; 16 blocks", "tasks"),
    ("adaptive integral of 30000 intervals", "`foreach`", "tasks", "integral; 30000 blocks", "tasks"),
    ("four kernels of an optimiser, a million elements", "`fuse local(...)`", "fuse", "adam 1048576; 4096 blocks", "local"),
    ("two kernels of an image, 67 million pixels", "`fuse local(...)`", "fuse", "pair 67108864; 262144 blocks", "local"),
)


def table(name, cases):
    columns = results.ways(cases)
    lines = [f"| {name.replace('_', ' ')} | plain launch, us | " + " | ".join(columns) + " |",
             "|---|--:|" + "--:|" * len(columns)]
    for case, by_way in cases.items():
        plain = f"{by_way['plain'].microseconds:.1f}" if "plain" in by_way else ""
        ratios = [f"{by_way[way].ratio:.2f}" if way in by_way else "" for way in columns]
        lines.append(f"| {case} | {plain} | " + " | ".join(ratios) + " |")
    provenances = list(dict.fromkeys(row.provenance for by_way in cases.values() for row in by_way.values()))
    lines += ["", f"{'; '.join(provenances)}: `benchmarks/results/{name}.csv`."]
    return "\n".join(lines) + "\n"


def summary(files):
    by_name = dict(files)
    lines = ["| work | `#pragma pt` | plain launches, us | with ptcc, us | times as fast | measured |", "|---|---|--:|--:|--:|---|"]
    for words, written, name, case, way in CHOSEN:
        by_way = by_name.get(name, {}).get(case, {})
        if "plain" not in by_way or way not in by_way:
            sys.exit(f"table.py: benchmarks/results/{name}.csv has no {case}, {way}")
        row = by_way[way]
        device, commit = re.search(r"\b[A-Z]+\d+\b", row.provenance), row.provenance.split("commit ")[-1]
        lines.append(f"| {words} | {written} | {by_way['plain'].microseconds:.1f} | {row.microseconds:.1f} | {row.ratio:.2f} "
                     f"| {device.group() if device else row.provenance}, {commit} |")
    return "\n".join(lines) + "\n"


def main():
    files, others = results.read()
    for name in others:
        print(f"table.py: benchmarks/results/{name}.csv has other columns, left out", file=sys.stderr)
    status = 0
    everything = "\n".join(table(name, cases) for name, cases in files)
    for path, shown in ((README, summary(files) if files else ""), (ALL, everything)):
        with open(path, encoding="utf-8") as file:
            text = file.read()
        before, rest = text.split(BEGIN)
        _, after = rest.split(END)
        new = before + BEGIN + (shown or NOTHING) + END + after
        if new == text:
            continue
        if "--check" in sys.argv[1:]:
            print(f"{os.path.relpath(path, results.ROOT)} is not what benchmarks/results/ says: `python3 benchmarks/table.py` writes it anew")
            status = 1
            continue
        with open(path, "w", encoding="utf-8") as file:
            file.write(new)
    return status


sys.exit(main())
