#!/usr/bin/env python3
"""Draws the ratios of benchmarks/results/*.csv, a chart a file, into docs/results-NAME.svg, with gnuplot.

    plot.py [NAME...]     NAME: of a file, without .csv; all of them by default

gnuplot and not a plotting library of Python: it is one small package, and the scripts need nothing beside Python then.
"""
import os
import shutil
import subprocess
import sys

import results

PROGRAM = """
set terminal svg size {width},480 font "sans,12" background "white"
set output "{output}"
set title "{title}"
set ylabel "plain time / time of the rewritten program"
set logscale y 2
set grid ytics
set key outside top center horizontal
set style data histograms
set style histogram clustered gap 1
set style fill solid 0.8 border -1
set xtics rotate by -30
set bmargin 10
set rmargin 12
plot {series}, 1 with lines linecolor "black" dashtype 2 title "plain launch"
"""


def quoted(text):
    return text.replace("\\", "\\\\").replace('"', '\\"')


def draw(gnuplot, name, cases):
    columns = results.ways(cases)
    output = os.path.join("docs", f"results-{name}.svg")
    data = "$data << EOD\n" + "".join(
        f'"{quoted(case)}"' + "".join(f" {by[c].ratio:.4f}" if c in by else " NaN" for c in columns) + "\n"
        for case, by in cases.items()) + "EOD\n"
    series = ", ".join(f'$data using {i}:xtic(1) title "{quoted(c)}"' for i, c in enumerate(columns, 2))
    devices = dict.fromkeys(r.device for by in cases.values() for r in by.values())
    program = data + PROGRAM.format(width=max(640, 60 * len(cases) * max(1, len(columns) // 2)), output=output,
                                    title=quoted(", ".join([name.replace("_", " "), *filter(None, devices)])), series=series)
    subprocess.run([gnuplot, "-"], input=program, text=True, check=True, cwd=results.ROOT)
    print(output)


def main():
    gnuplot = shutil.which("gnuplot")
    if not gnuplot:
        print("plot.py: gnuplot is not installed (Debian: gnuplot-nox)", file=sys.stderr)
        return 2
    wanted = sys.argv[1:]
    for name, cases in results.read()[0]:
        if not wanted or name in wanted:
            draw(gnuplot, name, cases)
    return 0


sys.exit(main())
