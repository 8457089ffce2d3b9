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
    columns = results.schedules(cases)
    lines = [f"| {name.replace('_', ' ')} | plain launch, us | " + " | ".join(columns) + " |",
             "|---|--:|" + "--:|" * len(columns)]
    for case, by_schedule in cases.items():
        plain = next((r.plain_us for r in by_schedule.values() if r.plain_us), None)
        cells = [f"{by_schedule[c].ratio:.2f}" if c in by_schedule else "" for c in columns]
        lines.append(f"| {case} | {f'{plain:.1f}' if plain else ''} | " + " | ".join(cells) + " |")
    measured = dict.fromkeys(r.provenance for by_schedule in cases.values() for r in by_schedule.values())
    for device, driver, cuda, commit in measured:
        parts = [device, f"driver {driver}" if driver else "", f"CUDA {cuda}" if cuda else "",
                 f"commit {commit}" if commit else ""]
        said = ", ".join(part for part in parts if part)
        lines += ["", f"Measured on {said}: `benchmarks/results/{name}.csv`."] if said else []
    return "\n".join(lines) + "\n"


def main():
    files, others = results.read()
    for name in others:
        print(f"table.py: benchmarks/results/{name}.csv holds no ratios of two launches, left out", file=sys.stderr)
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
