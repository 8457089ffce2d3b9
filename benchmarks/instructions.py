#!/usr/bin/env python3
"""Instructions of static loops in launches of 2000 blocks, as the profiler counts them: instructions.py PROGRAM >CSV

In:   PROGRAM: benchmarks/regular.cu, rewritten and built; ncu (BENCH_DRIVER and BENCH_COMMIT as for the benchmarks).
Out:  on stdout a row for each of the kernels `multiply_add_static_pt` and `by_hand_static`, of its first launches: 2000
      blocks of 256 threads, one multiply-add. Medians over the launches.
"""
import collections
import csv
import os
import statistics
import subprocess
import sys

METRICS = {
    "smsp__inst_executed.sum": "instructions",
    "sm__cycles_active.avg": "cycles_of_a_multiprocessor",
    "smsp__average_warp_latency_issue_stalled_no_instruction.ratio": "cycles_a_warp_waits_for_instructions",
}


def main():
    done = subprocess.run(["ncu", "--metrics", ",".join(METRICS), "--cache-control", "none", "--clock-control", "none", "--csv",
                           "-k", "regex:static", "-s", "4", "-c", "16", sys.argv[1]], check=True, capture_output=True, text=True)
    values, groups = collections.defaultdict(lambda: collections.defaultdict(list)), {}
    for row in csv.DictReader(line for line in done.stdout.splitlines() if line.startswith('"')):
        kernel = row["Kernel Name"].split("(")[0]
        groups[kernel] = int(row["Grid Size"].strip("()").split(",")[0])
        values[kernel][row["Metric Name"]].append(float(row["Metric Value"].replace(",", "")))
    print("kernel,groups,launches,instructions_of_a_warp,cycles_of_a_multiprocessor,cycles_a_warp_waits_for_instructions,"
          "driver,commit")
    for kernel in sorted(values):
        count = {name: statistics.median(values[kernel][metric]) for metric, name in METRICS.items()}
        launches = len(values[kernel]["smsp__inst_executed.sum"])
        print(kernel, groups[kernel], launches, round(count["instructions"] / (groups[kernel] * 256 / 32), 1),
              round(count["cycles_of_a_multiprocessor"]), round(count["cycles_a_warp_waits_for_instructions"], 1),
              os.environ.get("BENCH_DRIVER", "unknown"), os.environ.get("BENCH_COMMIT", "unknown"), sep=",")
    return 0 if set(values) == {"multiply_add_static_pt", "by_hand_static"} else 1


if __name__ == "__main__":
    sys.exit(main())
