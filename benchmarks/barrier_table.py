#!/usr/bin/env python3
"""Writes what a grid barrier costs into docs/grid-barrier.md, between its markers, and draws it, with gnuplot.

    barrier_table.py            the tables, from grid_barrier.csv, barrier_clusters.csv and split_barrier.csv in benchmarks/results, and
                                docs/results-grid_barrier.svg from the first
    barrier_table.py --check    write and draw nothing; exit status 1 when a table is not what the files say
"""
import csv
import os
import shutil
import statistics
import subprocess
import sys

import results

DOCUMENT = os.path.join(results.ROOT, "docs", "grid-barrier.md")
# Of barrier_clusters.csv, in the order of the columns: how the groups of a cluster meet, and how many they are.
CLUSTERS = [("memory", 1, "no cluster"), ("hardware", 2, "clusters of 2, hardware"), ("hardware", 4, "of 4"), ("hardware", 8, "of 8"),
            ("memory", 2, "clusters of 2, shared memory")]
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


def rows_of(name):
    with open(os.path.join(results.RESULTS, name), newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def read():
    """({(threads, groups): {way: us}}, {way: commit}, where it ran). The last row of a case and a way holds, and the median of those that
    are of its commit and device."""
    rows = {}
    for row in rows_of("grid_barrier.csv"):
        if row["case"] == "one barrier":
            rows.setdefault((int(row["threads"]), int(row["blocks"])), {}).setdefault(row["way"], []).append(row)
    cases, ways, where = {}, {}, None
    for case, by_way in rows.items():
        for way, of_way in by_way.items():
            where = of_way[-1]
            same = [row for row in of_way if (row["commit"], row["device"]) == (where["commit"], where["device"])]
            cases.setdefault(case, {})[way] = statistics.median(float(row["median_us"]) for row in same)
            ways[way] = where["commit"]
    return cases, ways, where


def table(cases, ways, where):
    lines = ["| groups x threads | " + " | ".join(ways) + " |", "|---|" + "--:|" * len(ways)]
    for (threads, groups), by_way in cases.items():
        lines.append(f"| {groups} x {threads} | " + " | ".join(f"{by_way[w]:.3f}" if w in by_way else "" for w in ways) + " |")
    commits = {}
    for way, commit in ways.items():
        commits.setdefault(commit, []).append(f"`{way}`")
    most = max(commits, key=lambda commit: len(commits[commit]))
    said = ", ".join([most] + [f"{', '.join(those)} {commit}" for commit, those in commits.items() if commit != most])
    return "\n".join(lines) + (f"\n\n{where['device']}, driver {where['driver']}, CUDA {where['cuda']}, commit {said}: "
                               "`benchmarks/results/grid_barrier.csv`.\n")


def clusters():
    """The fastest choice of each way to meet in a cluster; of what was not launched the reason."""
    fastest, resident = {}, {}
    for row in rows_of("barrier_clusters.csv"):
        shape, way = (int(row["groups"]), int(row["threads"])), (row["way"], int(row["cluster"]))
        resident[shape, way] = int(row["resident"])
        if row["us"]:
            fastest[shape, way] = min(float(row["us"]), fastest.get((shape, way), float("inf")))
    lines = ["| groups x threads | " + " | ".join(shown for _, _, shown in CLUSTERS) + " |", "|---|" + "--:|" * len(CLUSTERS)]
    for shape in dict.fromkeys(shape for shape, _ in resident):
        cells = [f"{fastest[shape, way]:.3f}" if (shape, way) in fastest else
                 f"{resident[shape, way]} resident" if (shape, way) in resident else "" for way in ((w, n) for w, n, _ in CLUSTERS)]
        lines.append(f"| {shape[0]} x {shape[1]} | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def parts():
    """A turn with the whole barrier and with its two parts, by multiply-adds and groups."""
    turns, groups, commit = {}, {}, ""
    for row in rows_of("split_barrier.csv"):
        turns.setdefault(row["case"], {})[int(row["blocks"]), row["way"]] = float(row["median_us"])
        groups[int(row["blocks"])] = True
        commit = row["commit"]
    head = " | ".join(f"{n} groups: whole | in parts" for n in groups)
    lines = [f"| work | {head} |", "|---|" + "--:|--:|" * len(groups)]
    for case, by in turns.items():
        lines.append(f"| {case} | " + " | ".join(f"{by[n, 'plain']:.3f} | {by[n, 'arrive and wait']:.3f}" for n in groups) + " |")
    return "\n".join(lines) + f"\n\nCommit {commit}: `benchmarks/results/split_barrier.csv`.\n"


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
    new = text
    for name, made in (("barriers", table(cases, ways, where)), ("clusters", clusters()), ("parts", parts())):
        begin, end = f"<!-- {name}: begin -->\n", f"<!-- {name}: end -->"
        before, rest = new.split(begin)
        new = before + begin + made + end + rest.split(end)[1]
    if "--check" in sys.argv[1:]:
        if new != text:
            print("docs/grid-barrier.md is not what benchmarks/results/ says: `python3 benchmarks/barrier_table.py` writes it anew")
        return int(new != text)
    with open(DOCUMENT, "w", encoding="utf-8") as file:
        file.write(new)
    draw(cases, ways, where)
    return 0


sys.exit(main())
