#!/usr/bin/env python3
"""Writes the tables of measured ratios, from benchmarks/results/*.csv: all of them into docs/results.md, and some rows of
each into README.md, between the markers that both have.

    table.py            write them
    table.py --check    write nothing; exit status 1 when a document is not what the files say
"""
import os
import sys

import results

README, ALL = os.path.join(results.ROOT, "README.md"), os.path.join(results.ROOT, "docs", "results.md")
BEGIN, END = "<!-- results: begin -->\n", "<!-- results: end -->"
NOTHING = "Nothing has been measured yet.\n"
# Of each file, the rows that README.md shows: where ptcc wins, where it makes no difference, and where it loses most.
CHOSEN = {
    "regular": ("1 FMA; 2000 blocks", "1 FMA; 100000 blocks", "1000 FMA; 100000 blocks", "1 FMA; 1000000 blocks"),
    "irregular": ("equal; 100000 blocks", "last 64th heavy; 10000 blocks", "1 in 1000 heavy; 10000 blocks"),
    "longest": ("last 64th heavy; 10000 blocks", "1 in 1000 heavy; 10000 blocks", "1 in 1000 heavy; 100000 blocks"),
    "counted": ("1 FMA; 64 blocks", "1 FMA; 8192 blocks", "1 FMA; 65536 blocks"),
    "tasks": ("queens; 10 blocks", "queens; 14 blocks", "queens; 16 blocks", "integral; 30000 blocks", "integral; 1000000 blocks", "chain; 1000 blocks"),
    "collectives": ("any 256 threads; 132 blocks", "any 256 threads; 1056 blocks", "sum 256 threads; 132 blocks", "sum 256 threads; 1056 blocks",
                    "spread 256 threads; 132 blocks", "spread 256 threads; 1056 blocks"),
    "fuse": ("pair 16384; 64 blocks", "pair 1048576; 4096 blocks", "pair 67108864; 262144 blocks", "adam 16384; 64 blocks", "adam 1048576; 4096 blocks",
             "adam 67108864; 262144 blocks", "rows 67108864; 262144 blocks"),
    "state": ("histogram 256 MiB; 16 bytes a thread; 65536 blocks", "sum 256 MiB; 16 bytes a thread; 65536 blocks", "histogram 256 MiB; 256 bytes a thread; 4096 blocks"),
    "leaving": ("168 rounds; 64 blocks", "168 rounds; 4096 blocks"),
    "loops": ("jacobi 256x256 1000 steps; 256 blocks", "jacobi 512x512 1000 steps; 1024 blocks", "jacobi 1024x1024 1000 steps; 4096 blocks",
              "jacobi 4096x4096 1000 steps; 65536 blocks", "stencil3d 128x128x128 100 steps; 8192 blocks",
              "stencil3d 256x256x256 1000 steps; 65536 blocks", "floyd 512x512; 1024 blocks", "cg 256x256 500 iterations; 256 blocks",
              "cg 256x256 read back 648 iterations; 256 blocks", "bfs 1000x1000 1999 levels; 3907 blocks",
              "bfs 4x19997 20000 levels; 313 blocks", "components 1000x1000 1999 levels; 3907 blocks"),
}


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


def chosen(files):
    for name, cases in files:
        rows = CHOSEN.get(name, ())
        missing = [row for row in rows if row not in cases]
        if missing:
            sys.exit(f"table.py: benchmarks/results/{name}.csv has no {missing}")
        if rows:
            yield name, {row: cases[row] for row in rows}


def main():
    files, others = results.read()
    for name in others:
        print(f"table.py: benchmarks/results/{name}.csv has other columns, left out", file=sys.stderr)
    status = 0
    for path, shown in ((README, list(chosen(files)) if files else []), (ALL, files)):
        with open(path, encoding="utf-8") as file:
            text = file.read()
        before, rest = text.split(BEGIN)
        _, after = rest.split(END)
        new = before + BEGIN + ("\n".join(table(name, cases) for name, cases in shown) or NOTHING) + END + after
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
