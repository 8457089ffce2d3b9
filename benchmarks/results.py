"""Reading the rows of benchmarks/results/*.csv that bench.h writes: what table.py and plot.py share.

A row is one way to run one case: `ratio_to_plain` is the plain launch's median time divided by its own, both from one
run. Rows are appended, so the last one of a case and a way holds; of several runs of that commit on that device, the one with the median
ratio (of an even number, the worse of the two in the middle). Files with other columns hold other results.
"""
import csv
import glob
import os

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
RESULTS = os.path.join(ROOT, "benchmarks", "results")
OF_THE_DEVICE = {"heavy_blocks"}  # rows of kernels written by hand, which say nothing of ptcc
OF_BARRIERS = {"grid_barrier", "split_barrier"}  # not times of work: docs/grid-barrier.md shows them
COLUMNS = {"case", "blocks", "way", "median_us", "ratio_to_plain", "device", "driver", "cuda", "commit"}


class Row:
    def __init__(self, row):
        self.case = f"{row['case']}; {int(row['blocks'])} blocks"
        self.way = row["way"]
        self.microseconds, self.ratio = float(row["median_us"]), float(row["ratio_to_plain"])
        self.device = row["device"]
        self.provenance = f"{row['device']}, driver {row['driver']}, CUDA {row['cuda']}, commit {row['commit']}"


def that_holds(rows):
    of_the_last = sorted((row for row in rows if row.provenance == rows[-1].provenance), key=lambda row: (row.ratio, -row.microseconds))
    return of_the_last[(len(of_the_last) - 1) // 2]


def read(folder=RESULTS):
    """([(file's name without .csv, {case: {way: Row}})], names of files that hold other results)"""
    files, others = [], []
    for path in sorted(glob.glob(os.path.join(folder, "*.csv"))):
        name = os.path.basename(path)[:-len(".csv")]
        if name in OF_THE_DEVICE | OF_BARRIERS:
            continue
        with open(path, newline="", encoding="utf-8") as file:
            reader = csv.DictReader(file)
            if not COLUMNS <= set(reader.fieldnames or ()):
                others.append(name)
                continue
            cases = {}
            for row in map(Row, reader):
                cases.setdefault(row.case, {}).setdefault(row.way, []).append(row)
        if cases:
            files.append((name, {case: {way: that_holds(rows) for way, rows in by_way.items()} for case, by_way in cases.items()}))
    return files, others


def ways(cases):
    """All but the plain launch, in the order of their first rows."""
    return [way for way in dict.fromkeys(way for by_way in cases.values() for way in by_way) if way != "plain"]
