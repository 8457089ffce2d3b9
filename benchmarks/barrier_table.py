#!/usr/bin/env python3
"""Writes what a grid barrier costs into docs/grid-barrier.md, between its markers, and draws it, with gnuplot.

    barrier_table.py            from benchmarks/results/grid_barrier.csv: the table, and docs/results-grid_barrier.svg
    barrier_table.py --check    write and draw nothing; exit status 1 when the table is not what the file says
"""
import csv
import os
import shutil
import subprocess
import sys

import results

DOCUMENT = os.path.join(results.ROOT, "docs", "grid-barrier.md")
BEGIN, END = "<!-- barriers: begin -->\n", "<!-- barriers: end -->"
PROGRAM = """
set terminal svg size 800,480 font "sans,12" background "white"
set output "docs/results-grid_barrier.svg"
set title "One barrier of the grid, {device}, 128 threads a group"
set xlabel "thread groups"
set ylabel "us"
set logscale x 2
set yrange [0:6]
set xtics (132, 264, 528, 1056, 2112)
set grid ytics
set key top left
plot {series}
"""


def read():
    """({(threads, groups): {way: us}}, ways, where it ran); the last row of a case and a way holds."""
    cases, ways, where = {}, {}, None
    with open(os.path.join(results.RESULTS, "grid_barrier.csv"), newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            if row["case"] != "one barrier":
                continue
            cases.setdefault((int(row["threads"]), int(row["blocks"])), {})[row["way"]] = float(row["median_us"])
            ways[row["way"]] = True
            where = row
    return cases, list(ways), where


def table(cases, ways, where):
    lines = ["| groups x threads | " + " | ".join(ways) + " |", "|---|" + "--:|" * len(ways)]
    for (threads, groups), by_way in cases.items():
        lines.append(f"| {groups} x {threads} | " + " | ".join(f"{by_way[w]:.3f}" if w in by_way else "" for w in ways) + " |")
    return "\n".join(lines) + (f"\n\n{where['device']}, driver {where['driver']}, CUDA {where['cuda']}, commit {where['commit']}: "
                               "`benchmarks/results/grid_barrier.csv`.\n")


def draw(cases, ways, where):
    gnuplot = shutil.which("gnuplot")
    if not gnuplot:
        print("barrier_table.py: gnuplot is not installed (Debian: gnuplot-nox)", file=sys.stderr)
        return
    data, series = "", []
    for number, way in enumerate(ways):
        rows = [(groups, by[way]) for (threads, groups), by in cases.items() if threads == 128 and way in by]
        data += f"$way{number} << EOD\n" + "".join(f"{groups} {us}\n" for groups, us in rows) + "EOD\n"
        series.append(f'$way{number} with linespoints title "{way}" noenhanced')
    program = data + PROGRAM.format(device=where["device"], series=", ".join(series))
    subprocess.run([gnuplot, "-"], input=program, text=True, check=True, cwd=results.ROOT)


def main():
    cases, ways, where = read()
    with open(DOCUMENT, encoding="utf-8") as file:
        text = file.read()
    before, rest = text.split(BEGIN)
    _, after = rest.split(END)
    new = before + BEGIN + table(cases, ways, where) + END + after
    if "--check" in sys.argv[1:]:
        if new != text:
            print("docs/grid-barrier.md is not what benchmarks/results/ says: `python3 benchmarks/barrier_table.py` writes it anew")
        return int(new != text)
    with open(DOCUMENT, "w", encoding="utf-8") as file:
        file.write(new)
    draw(cases, ways, where)
    return 0


sys.exit(main())
