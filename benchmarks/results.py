"""Reading benchmarks/results/*.csv: what table.py and plot.py share.

A file takes part when it has times of the plain launch and of another one (columns that end in _us, _ms or _ns, one of
them called plain), or a ratio of the two (plain time divided by the other; columns `ratio` or `speedup`). A row's
schedule is in the column `schedule` (or variant, mode, scheme). Where a row came from (device, driver, ...) and how it
was measured (repetitions, spread) does not tell cases apart; every other column does. Rows are appended, so the last one
of a case holds.
"""
import csv
import glob
import os
import re

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
RESULTS = os.path.join(ROOT, "benchmarks", "results")

SCHEDULE = ("schedule", "variant", "mode", "scheme")
RATIO = ("ratio", "speedup")
PROVENANCE = ("device", "driver", "cuda", "commit")
NO_CASE = re.compile(r"^(device|driver|cuda.*|commit|date|time|repetitions|samples|runs|pairs|launches|verified|correct|ok|"
                     r"chosen|decision|why|groups|chunk|.*(_us|_ms|_ns|_percent|_spread|_min|_max|_iqr|_low|_high))$")
PLAIN = re.compile(r"^(plain|original|nonpt|hardware)(_median)?_(us|ms|ns)$")
OTHER = re.compile(r"^(twin|persistent|ptcc|pt|rewritten|other|time|median)(_median)?_(us|ms|ns)$")
MICROSECONDS = {"us": 1.0, "ms": 1e3, "ns": 1e-3}


def number(text):
    try:
        return float(text)
    except (TypeError, ValueError):
        return None


def column(row, names):
    return next((name for name in names if name in row), None)


def microseconds(row, pattern):
    for name, value in row.items():
        match = pattern.match(name or "")
        if match and number(value) is not None:
            return number(value) * MICROSECONDS[match[3]]
    return None


class Result:
    def __init__(self, row):
        schedule, ratio = column(row, SCHEDULE), column(row, RATIO)
        self.schedule = row[schedule] if schedule else "auto"
        self.plain_us, other = microseconds(row, PLAIN), microseconds(row, OTHER)
        self.ratio = self.plain_us / other if self.plain_us and other else number(row[ratio]) if ratio else None
        names = [n for n in row if n and n != schedule and n not in RATIO and not NO_CASE.match(n)]
        words = [row[n] if number(row[n]) is None else f"{n} {row[n]}" for n in names if row[n]]
        self.case = ", ".join(word.replace("_", " ") for word in words)
        self.provenance = tuple(next((row[n] for n in row if n and n.startswith(name)), "") for name in PROVENANCE)


def read(folder=RESULTS):
    """([(file's name without .csv, {case: {schedule: Result}})], names of files that hold no such rows)"""
    files, others = [], []
    for path in sorted(glob.glob(os.path.join(folder, "*.csv"))):
        name = os.path.basename(path)[:-4]
        with open(path, newline="", encoding="utf-8") as file:
            rows = [Result(row) for row in csv.DictReader(line for line in file if not line.startswith("#"))]
        cases = {}
        for result in rows:
            if result.ratio is not None and result.schedule not in ("plain", "nonpt", "original"):
                cases.setdefault(result.case, {})[result.schedule] = result
        if cases:
            files.append((name, cases))
        else:
            others.append(name)
    return files, others


def schedules(cases):
    """In the order of the language, others behind."""
    known = ("auto", "static", "dynamic", "guided")
    found = list(dict.fromkeys(s for by_schedule in cases.values() for s in by_schedule))
    return [s for s in known if s in found] + [s for s in found if s not in known]
