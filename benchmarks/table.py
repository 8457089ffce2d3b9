#!/usr/bin/env python3
"""Writes the tables of measured ratios into README.md, between its markers, from benchmarks/results/*.csv.

    table.py            write them
    table.py --check    write nothing; exit status 1 when README.md is not what the files say
"""
import os
import sys

import results

README = os.path.join(results.ROOT, "README.md")
BEGIN, END = "<!-- results: begin -->\n", "<!-- results: end -->"
NOTHING = "Nothing has been measured yet.\n"


def table(name, cases):
    columns = results.ways(cases)
    lines = [f"| {name.replace('_', ' ')} | plain launch, us | " + " | ".join(columns) + " |",
             "|---|--:|" + "--:|" * len(columns)]
    for case, by_way in cases.items():
        plain = f"{by_way['plain'].microseconds:.1f}" if "plain" in by_way else ""
        ratios = [f"{by_way[way].ratio:.2f}" if way in by_way else "" for way in columns]
        lines.append(f"| {case} | {plain} | " + " | ".join(ratios) + " |")
    for provenance in dict.fromkeys(row.provenance for by_way in cases.values() for row in by_way.values()):
        lines += ["", f"{provenance}: `benchmarks/results/{name}.csv`."]
    return "\n".join(lines) + "\n"


def main():
    files, others = results.read()
    for name in others:
        print(f"table.py: benchmarks/results/{name}.csv has other columns, left out", file=sys.stderr)
    with open(README, encoding="utf-8") as file:
        text = file.read()
    before, rest = text.split(BEGIN)
    _, after = rest.split(END)
    new = before + BEGIN + ("\n".join(table(name, cases) for name, cases in files) or NOTHING) + END + after
    if new == text:
        return 0
    if "--check" in sys.argv[1:]:
        print("README.md is not what benchmarks/results/ says: `python3 benchmarks/table.py` writes it anew")
        return 1
    with open(README, "w", encoding="utf-8") as file:
        file.write(new)
    return 0


sys.exit(main())
