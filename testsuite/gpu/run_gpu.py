#!/usr/bin/env python3
"""Runs the built cases of the exec suite on a GPU: each original once, each rewritten program in every configuration.

In:   a folder made by testsuite/exec/run_exec.py (original/, rewritten/, cases.json) or its archive exec.tar.xz.
      Needs python3 and a GPU driver only; compute-sanitizer for --sanitizer.
Out:  one row a case and configuration in $OUT/exec.csv (or --out), and a short table: failures by name, persistent and
      plain launches by mode, cases that never ran persistently though a schedule was forced. Exit status 1 on a failure; such a
      case is one, unless NEVER_PERSISTENT has it.
The configurations of a case run in one process (sweep.c); what is not right there, or was not reached, runs again in a
process of its own, and that verdict counts: the column `process` says which it was, the summary how many.
Each case runs once more as it is shipped and once with static groups for each way to load modules (--loading), which decides
when CUDA first hears of a kernel: in the column `loading`, in processes of their own.
Loops whose way is forced must have run in it (ways.py). A run fails when its standard output or exit status differs from the original's, or when it takes longer than --timeout;
the original fails when it does not say ok. PTRT_STATS=1 makes the runtime print `ptrt: stats: NAME (file:line): N
persistent, N plain` lines to standard error at exit.
"""

import argparse
import collections
import concurrent.futures
import csv
import fnmatch
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tarfile
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from ways import TELLS_WAYS, wrong_ways  # noqa: E402

MODES = ("auto", "static", "dynamic", "guided", "nonpt")
CHUNKS = ("1", "3", "64")
GROUPS = ("1", "7", "")  # the last: not set
STATS = re.compile(r"^ptrt: stats: (.+?) \(.*?\): (\d+) persistent, (\d+) plain", re.MULTILINE)
# These end with a dead context on purpose, or make invalid launches: a sanitizer reports them.
NOT_SANITIZED = {"device_trap", "assert_text", "loop_device_error", "loop_checks_errors", "errors_invalid_launch", "errors_kept", "errors_bad_stream",
                 "shared_optin_between_launches", "device_reset", "launch_bounds"}
# What a tool cannot check at all: racecheck ends with an error where kernels launch kernels.
NOT_CHECKED = {("racecheck", "dynamic_parallelism")}
# Loops in each of their ways, in cases that have some.
LOOPS = [("auto+" + way, "", groups) for way in ("one", "launches", "graph", "plain-graph") for groups in ("", "7")]
# Kernels with schedule(steal); for others that is dynamic.
STEALS = [("steal", chunk, groups) for chunk in ("", *CHUNKS) for groups in GROUPS]
# What is not persistent in any mode, or is not heard of, and why.
NEVER_PERSISTENT = {
    "assert_text": "its process ends by a dead context, in the middle of a run",
    "device_trap": "likewise",
    "loop_device_error": "likewise",
    "launch_cluster_attribute": "blocks of a cluster run together: the plain launch",
    "launch_cooperative": "blocks of the program's cooperative launch may wait for each other: the plain launch",
}
# They launch once in a process, whatever runs in it: each configuration has one of its own.
ONCE_A_PROCESS = {"launch_first_call"}
# PTRT_MODE=nonpt turns back what the case is about.
NOT_RUN = {("mode_of_wide_counts", "nonpt"), ("mode_too_many_groups", "nonpt")}
LOADING = ("LAZY", "EAGER") # of CUDA_MODULE_LOADING
COLUMNS = ("case", "expect", "tool", "mode", "chunk", "groups", "loading", "status", "exit", "seconds", "persistent", "plain", "process",
           "note", "device", "driver", "commit")
MARK = re.compile(r"\x1e([\w+-]*)/(\d*)/(\d*) (-?\d+) (\d+) (\d+)\n")  # sweep.c's line behind each run
MARK_OF_TOLD = re.compile(r"\x1e(\S*)\n")  # the same behind what was told of it


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("built", help="folder of run_exec.py, or exec.tar.xz")
    parser.add_argument("cases", nargs="*", help="names or patterns such as 'shared_*'; all when none is given")
    parser.add_argument("--out", default=os.environ.get("OUT", "."))
    parser.add_argument("--jobs", "-j", type=int, default=8)
    parser.add_argument("--timeout", type=float, default=60)
    parser.add_argument("--configurations", choices=("full", "short", "one", "none"), default="full",
                        help="full: every mode x chunk x groups; short: each value at least once with each mode; "
                        "one: only the default; none: only the originals")
    parser.add_argument("--loading", default=",".join(LOADING), help="values of CUDA_MODULE_LOADING, '' for none")
    parser.add_argument("--shard", default="0/1", metavar="I/N", help="only every N-th case, from the I-th")
    parser.add_argument("--sanitizer", default="", help="memcheck,racecheck,synccheck,initcheck")
    parser.add_argument("--sanitizer-cases", default="*", help="patterns, separated by commas")
    parser.add_argument("--sanitizer-modes", default="static,dynamic")
    parser.add_argument("--sanitizer-timeout", type=float, default=300)
    parser.add_argument("--sanitizer-path", default="compute-sanitizer")
    parser.add_argument("--commit", default="unknown", help="of the tree that was built, for the rows")
    parser.add_argument("--budget", type=float, default=0, help="seconds after which no further run starts (0: no limit)")
    return parser.parse_args()


def configurations(kind):
    if kind == "none":
        return []
    if kind == "one":
        return [("", "", "")]
    full = [(m, c, g) for m in MODES for c in CHUNKS for g in GROUPS if m != "nonpt"]
    if kind == "short":
        full = [c for c in full if CHUNKS.index(c[1]) == GROUPS.index(c[2])]
    # the plain launch knows neither chunk nor groups; the last row is the program as shipped
    return full + [("nonpt", "", ""), ("", "", "")]


class Result:
    def __init__(self, exit_status, stdout, stderr, seconds):
        self.exit, self.stdout, self.stderr, self.seconds = exit_status, stdout, stderr, seconds
        self.persistent = sum(int(m.group(2)) for m in STATS.finditer(stderr))
        self.plain = sum(int(m.group(3)) for m in STATS.finditer(stderr))


def execute(command, environment, timeout):
    """Runs a command in a process group of its own, which is killed whole after the time limit."""
    began = time.time()
    variables = {k: v for k, v in os.environ.items() if not k.startswith("PTRT_")}
    variables.update(environment)
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               env=variables, start_new_session=True)
    try:
        stdout, stderr = process.communicate(timeout=timeout)
        status = process.returncode
    except subprocess.TimeoutExpired:
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        stdout, stderr = process.communicate()
        status = None
    return Result(status, stdout.decode("utf-8", "replace"), stderr.decode("utf-8", "replace"), time.time() - began)


def first_difference(want, got):
    for w, g in zip(want.splitlines(), got.splitlines()):
        if w != g:
            return g[:300]
    return "%d lines of output, want %d" % (len(got.splitlines()), len(want.splitlines()))


def last_line(text):
    lines = [line for line in text.strip().splitlines() if not line.startswith("ptrt: stats")]
    return lines[-1][:300] if lines else ""


def wrong_way(case, configuration, told):
    """None, or how loops ran that were to run in another way."""
    way = configuration[0].partition("+")[2]
    return wrong_ways(way, told) if way and case in TELLS_WAYS else None


def row_of(case, expect, tool, configuration, status, result, note):
    mode, chunk, groups = configuration
    return {"case": case, "expect": expect, "tool": tool, "mode": mode, "chunk": chunk, "groups": groups, "loading": "",
            "status": status,
            "exit": "" if result is None or result.exit is None else result.exit,
            "seconds": "" if result is None else "%.2f" % result.seconds,
            "persistent": "" if result is None else result.persistent,
            "plain": "" if result is None else result.plain, "process": "own", "note": note}


class Runner:
    def __init__(self, options, folder, cases, path):
        self.options, self.folder, self.cases = options, folder, cases
        self.deadline = time.time() + options.budget if options.budget else None
        self.file = open(path, "w", newline="", encoding="utf-8")
        self.writer = csv.DictWriter(self.file, COLUMNS)
        self.writer.writeheader()
        self.rows, self.originals = [], {}
        asks = shutil.which("nvidia-smi")
        told = execute([asks, "--query-gpu=name,driver_version", "--format=csv,noheader"], {}, 60).stdout.splitlines() if asks else []
        device, _, driver = (told[0] if told else "unknown, unknown").partition(", ")
        self.machine = {"device": device, "driver": driver, "commit": options.commit}

    def add(self, row):
        row.update(self.machine)
        self.rows.append(row)
        self.writer.writerow(row)
        self.file.flush()
        if row["status"] not in ("ok", "skipped"):
            print("%-9s %-32s %-9s %s/%s/%s %s %s" % (row["status"], row["case"], row["tool"], row["mode"] or "-",
                                                      row["chunk"] or "-", row["groups"] or "-", row["loading"], row["note"]),
                  flush=True)

    def program(self, side, case):
        return os.path.join(self.folder, side, case)

    def late(self):
        return self.deadline is not None and time.time() > self.deadline

    def original(self, case):
        expect = self.cases[case]["expect"]
        result = execute([self.program("original", case)], {}, self.options.timeout)
        if result.exit is None:
            status, note = "timeout", last_line(result.stdout)
        elif result.exit != 0 or (case + " ok") not in result.stdout:
            status, note = "failed", " | ".join(result.stdout.strip().splitlines()[:4])[:600] or last_line(result.stderr)
        else:
            status, note = "ok", ""
        return case, row_of(case, expect, "original", ("", "", ""), status, result, note), result

    def rewritten(self, case, configuration, wrong_before, loading=""):
        expect = self.cases[case]["expect"]
        if self.late():
            status, note = ("wrong", "among other configurations; no time left to repeat it") if wrong_before else \
                ("skipped", "no time left")
            return dict(row_of(case, expect, "rewritten", configuration, status, None, note), loading=loading)
        mode, chunk, groups = configuration
        environment = {"PTRT_STATS": "1"}
        mode, _, way = mode.partition("+")
        for name, value in (("PTRT_MODE", mode), ("PTRT_LOOP", way), ("PTRT_CHUNK", chunk), ("PTRT_GROUPS", groups),
                            ("CUDA_MODULE_LOADING", loading), ("PTRT_VERBOSE", "1" if way and case in TELLS_WAYS else "")):
            if value:
                environment[name] = value
        want = self.originals[case]
        result = execute([self.program("rewritten", case)], environment, self.options.timeout)
        if result.exit is None:
            status, note = "timeout", last_line(result.stdout)
        elif result.exit < 0:
            status, note = "signal", signal.Signals(-result.exit).name
        elif result.stdout != want.stdout:
            status, note = "differs", first_difference(want.stdout, result.stdout)
        elif result.exit != want.exit:
            status, note = "failed", "exit status %d, want %d" % (result.exit, want.exit)
        elif wrong_way(case, configuration, result.stderr):
            status, note = "way", wrong_way(case, configuration, result.stderr)
        else:
            status, note = "ok", ""
        return dict(row_of(case, expect, "rewritten", configuration, status, result, note), loading=loading)

    def swept(self, case, wanted):
        """All configurations in one process. Rows for those that were right, those that were wrong, those never reached."""
        if self.late() or case in ONCE_A_PROCESS:
            return [], [], wanted
        environment = {"PTCC_SWEEP": " ".join("/".join(c) for c in wanted),
                       "PTCC_SWEEP_TIMEOUT": str(int(self.options.timeout))}
        if case in TELLS_WAYS:
            environment["PTCC_SWEEP_VERBOSE"] = "1"
        all_of_them = execute([self.program("rewritten", case)], environment, self.options.timeout * 4)
        want, rows, begin, reached, right = self.originals[case], [], 0, set(), set()
        told = MARK_OF_TOLD.split(all_of_them.stderr)
        told = dict(zip(told[1::2], told[::2]))
        for match in MARK.finditer(all_of_them.stdout):
            configuration, output = match.group(1, 2, 3), all_of_them.stdout[begin:match.start()]
            begin = match.end()
            reached.add(configuration)
            result = Result(int(match.group(4)), output, "", all_of_them.seconds / len(wanted))
            result.persistent, result.plain = int(match.group(5)), int(match.group(6))
            way_is_wrong = wrong_way(case, configuration, told.get("/".join(configuration), ""))
            if output == want.stdout and result.exit == want.exit and not way_is_wrong:
                right.add(configuration)
                row = row_of(case, self.cases[case]["expect"], "rewritten", configuration, "ok", result, "")
                rows.append(dict(row, process="shared"))
        if len(reached) < len(wanted):
            reached.add(wanted[len(reached)])  # the one that ended the process
        return rows, [c for c in wanted if c in reached - right], [c for c in wanted if c not in reached]

    def sanitized(self, case, tool, mode):
        expect, configuration = self.cases[case]["expect"], (mode, "1" if mode == "dynamic" else "", "")
        if self.late():
            return row_of(case, expect, tool, configuration, "skipped", None, "no time left")
        command = [self.options.sanitizer_path, "--tool", tool, "--error-exitcode", "99", "--print-limit", "3"]
        command += ["--report-api-errors", "no"] if tool == "memcheck" else []
        environment = {"PTRT_STATS": "1", "PTRT_MODE": mode}
        if configuration[1]:
            environment["PTRT_CHUNK"] = configuration[1]
        result = execute(command + [self.program("rewritten", case)], environment, self.options.sanitizer_timeout)
        reports = [line.strip() for line in (result.stdout + result.stderr).splitlines() if line.startswith("=========")]
        errors = [line for line in reports if "Error" in line or "Race" in line or "Invalid" in line or "Barrier" in line]
        if result.exit is None:
            status, note = "timeout", ""
        elif result.exit != 0:
            status, note = "failed", (errors or reports or [last_line(result.stdout) or last_line(result.stderr)])[0][:300]
        else:
            status, note = "ok", ""
        return row_of(case, expect, tool, configuration, status, result, note)

    def run(self):
        names = sorted(self.cases)
        with concurrent.futures.ThreadPoolExecutor(self.options.jobs) as pool:
            for case, row, result in pool.map(self.original, names):
                self.add(row)
                self.originals[case] = result
            good = [c for c in names if self.cases[c]["rewritten"] and self.originals[c].exit is not None]
            wanted = configurations(self.options.configurations)
            tasks = [(c, k, False) for k in wanted for c in good]
            if len(wanted) > 1:
                tasks = []
                more = {c: (LOOPS if self.cases[c].get("has_loop") else []) + (STEALS if self.cases[c].get("steals") else []) for c in good}
                fitting = {c: [k for k in wanted + more[c] if (c, k[0]) not in NOT_RUN] for c in good}
                for case, (rows, wrong, left) in zip(good, pool.map(lambda c: self.swept(c, fitting[c]), good)):
                    for row in rows:
                        self.add(row)
                    tasks += [(case, k, True) for k in wrong] + [(case, k, False) for k in left]
                tasks.sort(key=lambda task: not task[2])  # what was wrong comes first
            tasks += [(c, (mode, "", ""), False, loading) for loading in self.options.loading.split(",") if loading and wanted
                      for mode in ("", "static") for c in good]
            for row in pool.map(lambda task: self.rewritten(*task), tasks):
                self.add(row)
            if self.options.sanitizer:
                if shutil.which(self.options.sanitizer_path) is None:
                    print("skipped: no %s on this machine" % self.options.sanitizer_path)
                    return
                patterns = self.options.sanitizer_cases.split(",")
                chosen = [c for c in good if c not in NOT_SANITIZED and any(fnmatch.fnmatch(c, p) for p in patterns)]
                checks = [(c, t, m) for t in self.options.sanitizer.split(",") for m in self.options.sanitizer_modes.split(",")
                          for c in chosen if (t, c) not in NOT_CHECKED]
                for row in pool.map(lambda task: self.sanitized(*task), checks):
                    self.add(row)

    def summary(self):
        bad = collections.OrderedDict()
        for row in self.rows:
            if row["status"] not in ("ok", "skipped"):
                bad.setdefault((row["case"], row["tool"], row["status"]), []).append(row)
        launches = collections.OrderedDict()
        never = {}
        for row in self.rows:
            if row["tool"] != "rewritten" or row["persistent"] == "":
                continue
            sums = launches.setdefault(row["mode"] or "(unset)", [0, 0, 0])
            sums[0] += 1
            sums[1] += row["persistent"]
            sums[2] += row["plain"]
            if row["mode"] in ("static", "dynamic", "guided", "steal"):
                never[row["case"]] = never.get(row["case"], 0) + row["persistent"]
        print("\nmode       runs  persistent       plain")
        for mode, (runs, persistent, plain) in launches.items():
            print("%-8s %6d %11d %11d" % (mode, runs, persistent, plain))
        own = collections.Counter(row["case"] for row in self.rows
                                  if row["tool"] == "rewritten" and row["process"] == "own" and not row["loading"])
        if len(own) < len(never):
            print("\nin a process of their own: " + " ".join("%s x%d" % pair for pair in sorted(own.items())))
        none = sorted(case for case, count in never.items() if count == 0 and case not in NEVER_PERSISTENT)
        if none:
            print("\nnever persistent though forced: " + " ".join(none))
        unlike = sorted(case for case, count in never.items() if count != 0 and case in NEVER_PERSISTENT)
        if unlike:
            print("\npersistent, though NEVER_PERSISTENT has them: " + " ".join(unlike))
        print("\nfailures: %d of %d runs, skipped %d" % (sum(len(r) for r in bad.values()), len(self.rows),
                                                         sum(r["status"] == "skipped" for r in self.rows)))
        for (case, tool, status), rows in bad.items():
            where = ["%s/%s/%s%s" % (r["mode"] or "-", r["chunk"] or "-", r["groups"] or "-", r["loading"] and " " + r["loading"])
                     for r in rows]
            print("  %-32s %-9s %-8s x%d: %s%s: %s" % (case, tool, status, len(rows), " ".join(where[:4]),
                                                     " ..." if len(where) > 4 else "", rows[0]["note"][:160]))
        return 1 if bad or none or unlike else 0


def main():
    options = parse_arguments()
    os.makedirs(options.out, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        folder = options.built
        if os.path.isfile(folder):
            with tarfile.open(folder) as archive:
                archive.extractall(scratch)
            folder = scratch
        with open(os.path.join(folder, "cases.json"), encoding="utf-8") as file:
            cases = json.load(file)
        index, count = (int(part) for part in options.shard.split("/"))
        names = [n for n in sorted(cases) if not options.cases or any(fnmatch.fnmatch(n, p) for p in options.cases)]
        cases = {n: cases[n] for n in names[index::count]}
        runner = Runner(options, os.path.abspath(folder), cases, os.path.join(options.out, "exec.csv"))
        began = time.time()
        runner.run()
        status = runner.summary()
        print("%d cases, %.0f s" % (len(cases), time.time() - began))
        return status


if __name__ == "__main__":
    sys.exit(main())
