#!/usr/bin/env python3
"""run_gpu.py without a GPU: check_run_gpu.py

In:   programs that stand for an exec build: they print what a case prints and tell of launches as the runtime does. Out: TAP.
What run_gpu.py must not let pass: a schedule that is forced and a case that is never persistent, a loop that runs in another way
than the one that is forced, and a case that is persistent though it is listed as one that never is.
"""
import json
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from tap import run_all  # noqa: E402

ORIGINAL = "#!/bin/sh\necho {case} ok\n"
# In one process all configurations, or one as the environment says; {persistent} launches in each.
REWRITTEN = r"""#!{python}
import os, sys
def run(mode, way):
    print("{case} ok")
    if "{way}":
        way = way if "{way}" == "forced" else "{way}"
        said = {{"one": " grid 1x1x1 block 64x1x1 shared 0: persistent, 1 groups", "launches": ": plain launch: PTRT_LOOP",
                "graph": ": 3 steps as a CUDA graph, a new one", "plain-graph": ": 3 steps as a CUDA graph of plain launches"}}
        print("ptrt: loop (a.cu:1)" + said.get(way, ""), file=sys.stderr)
if "PTCC_SWEEP" in os.environ:
    for one in os.environ["PTCC_SWEEP"].split():
        mode, _, way = one.partition("/")[0].partition("+")
        run(mode, way)
        print("\x1e%s 0 {persistent} 1" % one, flush=True)
        if "PTCC_SWEEP_VERBOSE" in os.environ:
            print("\x1e%s" % one, file=sys.stderr)
else:
    run(os.environ.get("PTRT_MODE", ""), os.environ.get("PTRT_LOOP", ""))
    print("ptrt: stats: k (a.cu:1): {persistent} persistent, 1 plain, 0 refused", file=sys.stderr)
"""


def check(case, persistent, way, status, text):
    """One case that is built; the exit status of run_gpu.py, and what it says."""
    with tempfile.TemporaryDirectory() as folder:
        for side, program in (("original", ORIGINAL), ("rewritten", REWRITTEN)):
            os.mkdir(os.path.join(folder, side))
            path = os.path.join(folder, side, case)
            with open(path, "w", encoding="ascii") as file:
                file.write(program.format(case=case, persistent=persistent, way=way, python=sys.executable))
            os.chmod(path, 0o755)
        with open(os.path.join(folder, "cases.json"), "w", encoding="ascii") as file:
            json.dump({case: {"expect": "handled", "rewritten": True, "has_loop": bool(way)}}, file)
        done = subprocess.run([sys.executable, os.path.join(HERE, "run_gpu.py"), folder, "--out", folder, "--configurations", "short"],
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    return None if done.returncode == status and text in done.stdout else f"status {done.returncode}, not {status} with {text!r}\n{done.stdout}"


CASES = [
    ("a case that is persistent", "early_return", 2, "", 0, "failures: 0 of"),
    ("a case that never is", "early_return", 0, "", 1, "never persistent though forced: early_return"),
    ("a case that is known not to be", "launch_cooperative", 0, "", 0, "failures: 0 of"),
    ("a case that is, and is listed", "launch_cooperative", 1, "", 1, "NEVER_PERSISTENT has them: launch_cooperative"),
    ("loops in each of their ways", "loop_ways", 1, "forced", 0, "failures: 0 of"),
    ("loops without a graph", "loop_ways", 1, "one", 1, "PTRT_LOOP=graph, and loops ran as one x1"),
    ("loops that say nothing", "loop_ways", 1, "nothing", 1, "PTRT_LOOP=one, and loops ran as nothing"),
]
sys.exit(run_all([(name, lambda row=row: check(*row)) for name, *row in CASES]))
