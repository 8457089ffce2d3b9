"""Which ways the loops of a run were launched in, as PTRT_VERBOSE=1 tells of them; for run_gpu.py and testsuite/cpu/run_cpu.py.

In:   what a run of a case has said on standard error. Out: records by way, and whether they are what PTRT_LOOP asked for.
"""
import collections
import re

# Cases in which (nearly) all launches are a loop's, whose steps every way can take.
TELLS_WAYS = {"loop_ways"}

GRAPH = re.compile(r"ptrt: loop \(.*:\d+\): \d+ steps as a CUDA graph( of plain launches)?(?:, a new one)?")
ONE = re.compile(r"ptrt: loop \(.*:\d+\) grid .*: persistent, ")
LAUNCHES = re.compile(r"ptrt: loop \(.*:\d+\): plain launch: PTRT_LOOP")
STEP = re.compile(r"ptrt: \w+ \(.*:\d+\) grid .*: (?:persistent, |plain launch)")


def ways_told(text):
    """Records as one launch, as launches, as each kind of graph; and `steps`: launches of kernels."""
    told = collections.Counter()
    for line in text.splitlines():
        graph = GRAPH.fullmatch(line)
        if graph:
            told["plain-graph" if graph[1] else "graph"] += 1
        elif ONE.match(line):
            told["one"] += 1
        elif LAUNCHES.fullmatch(line):
            told["launches"] += 1
        elif STEP.match(line):
            told["steps"] += 1
    return told


def wrong_ways(way, text):
    """None, or what is wrong of a run with PTRT_LOOP=way. Graphs cannot be had within a capture, nor anything but a launch for a record
    of one step: so there may be others, but fewer."""
    told = ways_told(text)
    others = [name for name in ("one", "launches", "graph", "plain-graph", "steps") if name != way and told[name] and
              not (name == "steps" and (way == "launches" or told[name] < told[way])) and
              not (name == "one" and way == "graph" and told[name] < told[way])]
    return None if told[way] and not others else f"PTRT_LOOP={way}, and loops ran as " + (
        ", ".join(f"{name} x{count}" for name, count in sorted(told.items())) or "nothing")
