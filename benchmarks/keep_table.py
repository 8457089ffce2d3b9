#!/usr/bin/env python3
"""Writes what a step of a loop that keeps its arrays costs into docs/keep.md, between its markers.

    keep_table.py            the table, from keep.csv and loops.csv in benchmarks/results
    keep_table.py --check    write nothing; exit status 1 when the table is not what the files say
"""
import os
import sys

import results

DOCUMENT = os.path.join(results.ROOT, "docs", "keep.md")
BEGIN, END = "<!-- keep: begin -->\n", "<!-- keep: end -->"
WAYS = ("every 1", "every 2", "every 4", "chosen")
GRAPHS = ("graph", "graph/1024", "graph/512")


def steps_of(case):
    return int(case.split(" steps")[0].split()[-1])


def table(files):
    loops, lines, of, graphs = files["loops"], [], None, None
    for case, by in files["keep"].items():
        steps, of = steps_of(case), by[WAYS[0]]
        cells = [f"{by[way].microseconds / steps:.2f}" for way in WAYS]
        there = [loops[case][way] for way in GRAPHS if case in loops]
        graphs = there[0] if there else graphs
        cells.append(f"{min(row.microseconds for row in there) / steps:.2f}" if there else "")
        lines.append(f"| {case.split()[1].replace('x', ' x ')} | " + " | ".join(cells) + " |")
    return ("| | every step | every 2nd | every 4th | chosen | fastest graph |\n|---|--:|--:|--:|--:|--:|\n" + "\n".join(lines) +
            f"\n\n{of.provenance}: `benchmarks/results/keep.csv`; the graph: {graphs.provenance}: `loops.csv`.\n")


def main():
    with open(DOCUMENT, encoding="utf-8") as file:
        text = file.read()
    before, rest = text.split(BEGIN)
    new = before + BEGIN + table(dict(results.read()[0])) + END + rest.split(END)[1]
    if "--check" in sys.argv[1:]:
        if new != text:
            print("docs/keep.md is not what benchmarks/results/ says: `python3 benchmarks/keep_table.py` writes it anew")
        return int(new != text)
    with open(DOCUMENT, "w", encoding="utf-8") as file:
        file.write(new)
    return 0


sys.exit(main())
