#!/usr/bin/env python3
"""Rewrites the cases of testsuite/exec with ptcc and builds originals and rewritten programs, to be run on a GPU.

In:   case names (NAME.cu, or a folder NAME/ of several files), or all of them. Comments in the first lines of a case say
      `// expect: handled` or `// expect: refused: CODE: REASON` (the only code of the diagnostics), `// nvcc: FLAGS` (`{case}` is
      the case's folder) and `// needs: c++17`, `// until: c++17`; a trailing `// refused here` marks a line a refusal must name.
Out:  in the folder --out: original/NAME, rewritten/NAME, text/ (what ptcc wrote), logs/, build.csv, cases.json (read by
      testsuite/gpu/run_gpu.py), and with --pack one archive of all that. Exit status 1 if anything is not as expected.
Rule: a rewritten program is compiled with -Werror all-warnings; ptcc run on its own output must change nothing.
"""

import argparse
import concurrent.futures
import csv
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tarfile
import time
import zlib

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.dirname(HERE))
from tap import NVCC  # noqa: E402


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("cases", nargs="*", help="names; all when none is given")
    parser.add_argument("--ptcc", default=os.path.join(ROOT, "build", "ptcc"))
    parser.add_argument("--ptcc-flag", action="append", default=[], help="one more flag for ptcc, such as --no-cuda")
    parser.add_argument("--nvcc", default=NVCC)
    parser.add_argument("--out", default=os.path.join(ROOT, "build", "exec"))
    parser.add_argument("--arch", default="sm_90")
    parser.add_argument("--std", type=int, choices=(14, 17, 20), default=17)
    parser.add_argument("--rdc", choices=("default", "true", "false"), default="default")
    parser.add_argument("--jobs", "-j", type=int, default=2)
    parser.add_argument("--only", choices=("ptcc", "original", "rewritten"), help="one stage: ptcc (no nvcc), or one side")
    parser.add_argument("--no-run", action="store_true",
                        help="nothing is to be run: device code alone (fatbins) of originals, and of three of four rewritten programs")
    parser.add_argument("--force", action="store_true", help="build again what is up to date")
    parser.add_argument("--pack", action="store_true", help="write OUT/exec.tar.xz for the GPU machine")
    return parser.parse_args()


CODE = re.compile(r": error: .*\[(pt-[a-z-]+)\]$", re.MULTILINE)
LOOP = re.compile(r"#\s*pragma\s+pt\s+loop\b|_Pragma\(\"pt loop\b")


class Case:
    """What the comments of a case say."""

    def __init__(self, name):
        self.name = name
        self.by_name = zlib.crc32(name.encode()) # what halves are made by: a new case moves no other to another one
        path = os.path.join(HERE, name)
        if os.path.isdir(path):
            self.folder = path
            self.sources = sorted(f for f in os.listdir(path) if f.endswith(".cu"))
            self.headers = sorted(f for f in os.listdir(path) if not f.endswith(".cu"))
        else:
            self.folder = HERE
            self.sources = [name + ".cu"]
            self.headers = []
        self.several = len(self.sources) > 1
        self.expect, self.code, self.flags = "", "", []
        self.least_standard, self.last_standard = 14, 99
        with open(os.path.join(self.folder, self.sources[0]), encoding="utf-8", errors="replace") as file:
            for _, line in zip(range(6), file):
                if line.startswith("// expect:"):
                    self.expect, self.code, *_ = [part.strip() for part in line[len("// expect:"):].split(":")] + [""]
                elif line.startswith("// nvcc:"):
                    self.flags = [f.replace("{case}", self.folder) for f in shlex.split(line[len("// nvcc:"):])]
                elif line.startswith("// needs: c++"):
                    self.least_standard = int(line[len("// needs: c++"):])
                elif line.startswith("// until: c++"):
                    self.last_standard = int(line[len("// until: c++"):].split(",")[0])
        if self.expect not in ("handled", "refused") or self.code.startswith("pt-") != (self.expect == "refused"):
            raise SystemExit("%s: neither `// expect: handled` nor `// expect: refused: CODE` in its first lines" % name)
        self.marked = []  # (file, line) of `// refused here`
        self.has_loop = False  # `#pragma pt loop`
        self.steals = False  # schedule(steal)
        for source in self.sources + self.headers:
            with open(os.path.join(self.folder, source), encoding="utf-8", errors="replace") as file:
                for number, line in enumerate(file, 1):
                    if line.rstrip().endswith("// refused here"):
                        self.marked.append((source, number))
                    self.has_loop |= LOOP.search(line) is not None
                    self.steals |= "schedule(steal" in line

    def newest_source(self):
        files = [os.path.join(self.folder, f) for f in self.sources + self.headers] + [os.path.join(HERE, f) for f in ("check.h", "looks_uniform.h")]
        return max(os.path.getmtime(f) for f in files)


def all_cases():
    names = []
    for entry in sorted(os.listdir(HERE)):
        path = os.path.join(HERE, entry)
        if entry.endswith(".cu"):
            names.append(entry[:-3])
        elif os.path.isdir(path) and os.path.exists(os.path.join(path, "a.cu")):
            names.append(entry)
    return names


def run(command, log, cwd=None):
    """Runs a command at low priority; its output goes to the log. Returns the exit status (negative: a signal)."""
    with open(log, "w", encoding="utf-8") as file:
        file.write("$ " + " ".join(shlex.quote(c) for c in command) + "\n")
        file.flush()
        try:
            return subprocess.run(["nice"] + command, stdout=file, stderr=subprocess.STDOUT, cwd=cwd, timeout=900).returncode
        except subprocess.TimeoutExpired:
            file.write("timed out\n")
            return 124


class Builder:
    def __init__(self, options):
        self.options = options
        self.out = os.path.abspath(options.out)
        for folder in ("original", "rewritten", "text", "logs"):
            os.makedirs(os.path.join(self.out, folder), exist_ok=True)
        self.runtime_flags, self.libraries, self.newest_runtime = [], [], 0.0
        if options.only != "original":
            self.ask_ptcc()
        if options.only in (None, "rewritten"):
            self.add_sweep()

    def ask_ptcc(self):
        def ask(flag):
            return shlex.split(subprocess.run([self.options.ptcc, flag], check=True, capture_output=True, text=True).stdout)
        # a copy works on while somebody builds ptcc anew
        self.ptcc = os.path.join(self.out, "ptcc")
        shutil.copy2(self.options.ptcc, self.ptcc)
        self.runtime_flags = ask("--cflags")
        folders = []
        for flag in ask("--libs"):
            # a static library travels with the program
            static = [os.path.join(f, "libptrt.a") for f in folders if flag == "-lptrt"]
            static = [path for path in static if os.path.exists(path)]
            self.libraries.append(static[0] if static else flag)
            if flag.startswith("-L"):
                folders.append(flag[2:])
            if static:
                self.newest_runtime = max(self.newest_runtime, os.path.getmtime(static[0]))
        for flag in self.runtime_flags:
            for folder, _, files in os.walk(flag[2:]) if flag.startswith("-I") else ():
                for name in files:
                    self.newest_runtime = max(self.newest_runtime, os.path.getmtime(os.path.join(folder, name)))

    def add_sweep(self):
        """Programs are linked with what runs them in many configurations in one process (testsuite/gpu/sweep.c)."""
        object_file = os.path.join(self.out, "sweep.o")
        runtime = os.path.join(ROOT, "src/runtime")
        subprocess.run(["cc", "-std=gnu11", "-O2", "-Wall", "-Wextra", "-Werror", *self.runtime_flags, "-I" + runtime, "-c",
                        os.path.join(ROOT, "testsuite/gpu/sweep.c"), "-o", object_file], check=True)
        wrapped = [word for name in ("main", "ptrt_environment") for word in ("-Xlinker", "--wrap=" + name)]
        self.libraries = [object_file, *wrapped, *self.libraries]

    def log(self, case, stage):
        return os.path.join(self.out, "logs", "%s.%s.txt" % (case.name, stage))

    def compile(self, case, files, target, stage, more):
        # What testsuite/registers and testsuite/ptx read: registers and spills in the log, PTX in the program as text.
        command = [self.options.nvcc, "-std=c++%d" % self.options.std, "-Xptxas", "-v", "-no-compress"]
        if not any(f.startswith(("-arch", "-gencode")) for f in case.flags):
            command.append("-arch=" + self.options.arch)
        if self.options.rdc != "default" and not any(f.startswith("-rdc") for f in case.flags):
            command.append("-rdc=" + self.options.rdc)
        command += case.flags + more[0] + files + ["-o", target + ".new"] + more[1]
        status = run(command, self.log(case, stage))
        if status == 0:
            os.replace(target + ".new", target)
        elif os.path.exists(target):
            os.remove(target)
        return status

    def original(self, case):
        target = os.path.join(self.out, "original", case.name)
        if not self.options.force and os.path.exists(target) and os.path.getmtime(target) > case.newest_source():
            return ""
        files = [os.path.join(case.folder, source) for source in case.sources]
        flags = ["-diag-suppress", "20199"]
        if self.options.no_run and not case.several: # a third of the time
            flags.append("-fatbin")
        status = self.compile(case, files, target, "original", (flags, []))
        return "" if status == 0 else "original does not compile"

    def ptcc_command(self, case, sources, output):
        command = [self.ptcc, "-std=c++%d" % self.options.std] + self.options.ptcc_flag
        command += [f for f in case.flags if f.startswith(("-D", "-I", "-U"))]
        command += [f for f in self.runtime_flags if f.startswith("-I")] # the copy does not lie beside the headers
        return command + sources + (["--out-dir=" + output] if case.several else ["-o", output])

    def rewrite(self, case):
        """Returns (problem, files): the generated files, none when ptcc refused as it should."""
        output = os.path.join(self.out, "text", case.name + ("" if case.several else ".cu"))
        previous = {}
        if case.several:
            os.makedirs(output, exist_ok=True)
            files = [os.path.join(output, source) for source in case.sources]
        else:
            files = [output]
        for path in files:
            if os.path.exists(path):
                with open(path, "rb") as file:
                    previous[path] = (file.read(), os.stat(path))
                os.remove(path)
        sources = [os.path.join(case.folder, source) for source in case.sources]
        log = self.log(case, "ptcc")
        status = run(self.ptcc_command(case, sources, output), log)
        with open(log, encoding="utf-8", errors="replace") as file:
            text = file.read()
        written = [path for path in files if os.path.exists(path)]
        if status == 1:
            if written and not case.several:
                return "refused, yet wrote a file", []
            if " error: " not in text:
                return "refused without a diagnostic", []
            if case.expect == "handled":
                first = next(line for line in text.splitlines() if " error: " in line)
                return "refused: " + first, []
            lines = {(os.path.basename(m.group(1)), int(m.group(2)))
                     for m in re.finditer(r"^(.+?):(\d+):\d+: error: ", text, re.MULTILINE)}
            for mark in case.marked:
                if mark not in lines:
                    return "refused, but not at %s:%d" % mark, []
            codes = set(CODE.findall(text))
            if codes != {case.code}:
                return "refused with %s, and not with %s" % (" ".join(sorted(codes)), case.code), []
            return "", []
        if status != 0:
            return "ptcc ended with %d: %s" % (status, text.strip().splitlines()[-1][:200]), []
        if len(written) != len(files):
            return "ptcc wrote nothing", []
        if case.expect == "refused":
            return "handled, though it must be refused", written
        # its own output is left as it is
        if not case.several and not self.options.no_run: # stage ptcc asks it of all cases
            again = output + ".again"
            if run(self.ptcc_command(case, [output], again), self.log(case, "again")) != 0:
                return "ptcc refuses its own output", written
            with open(output, "rb") as one, open(again, "rb") as two:
                same = one.read() == two.read()
            os.remove(again)
            if not same:
                return "ptcc changes its own output", written
        for path in written:  # unchanged text keeps its time, so that nothing is built again
            with open(path, "rb") as file:
                if path in previous and previous[path][0] == file.read():
                    os.utime(path, ns=(previous[path][1].st_atime_ns, previous[path][1].st_mtime_ns))
        return "", written

    def rewritten(self, case, files):
        target = os.path.join(self.out, "rewritten", case.name)
        newest = max([os.path.getmtime(f) for f in files] + [case.newest_source(), self.newest_runtime])
        if not self.options.force and os.path.exists(target) and os.path.getmtime(target) > newest:
            return ""
        flags, libraries = ["-Werror", "all-warnings"] + self.runtime_flags, self.libraries
        # Half of the time. What is for the host is compiled for the CPU back end, too, and a quarter by check_standards.
        if self.options.no_run and not case.several and case.by_name % 4:
            flags, libraries = [*flags, "-fatbin"], []
        status = self.compile(case, files, target, "rewritten", (flags, libraries))
        if status == 0:
            return ""
        with open(self.log(case, "rewritten"), encoding="utf-8", errors="replace") as file:
            wrong = [line.strip() for line in file if not line.startswith("$ ") and ("error" in line or "undefined" in line)]
        return "rewritten does not compile: " + (wrong[0] if wrong else "see the log")

    def build(self, name):
        case, began, problems, refused = Case(name), time.time(), [], False
        row = {"case": name, "expect": case.expect, "std": self.options.std, "rdc": self.options.rdc}
        if not case.least_standard <= self.options.std <= case.last_standard:
            note = "needs C++%d" % case.least_standard if self.options.std < case.least_standard else "until C++%d" % case.last_standard
            return dict(row, verdict="skipped", note=note, seconds=0)
        if self.options.only in (None, "original"):
            problems.append(self.original(case))
        if self.options.only != "original":
            problem, files = self.rewrite(case)
            problems.append(problem)
            refused = not files
            if files and self.options.only != "ptcc":
                problems.append(self.rewritten(case, files))
            elif not files and os.path.exists(os.path.join(self.out, "rewritten", name)):
                os.remove(os.path.join(self.out, "rewritten", name))
        problems = [p for p in problems if p]
        verdict = "failed" if problems else "refused" if refused else "ok"
        return dict(row, verdict=verdict, note="; ".join(problems), seconds=round(time.time() - began, 1))


def pack(out, names):
    path = os.path.join(out, "exec.tar.xz")
    with tarfile.open(path, "w:xz", preset=6) as archive:
        archive.add(os.path.join(out, "cases.json"), "cases.json")
        for name in names:  # original and rewritten side by side: most of their bytes are the same
            for side in ("original", "rewritten"):
                program = os.path.join(out, side, name)
                if os.path.exists(program):
                    archive.add(program, side + "/" + name)
    return path


def main():
    options = parse_arguments()
    if options.no_run and options.pack:
        raise SystemExit("--pack is for programs that are run")
    names = [os.path.basename(n.rstrip("/")) for n in options.cases] or all_cases()
    names = [n[:-3] if n.endswith(".cu") else n for n in names]
    builder = Builder(options)
    rows = []
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for row in pool.map(builder.build, names):
            rows.append(row)
            print("%-8s %-36s %s" % (row["verdict"], row["case"], row["note"]), flush=True)
    with open(os.path.join(builder.out, "build.csv"), "w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, ["case", "expect", "std", "rdc", "verdict", "note", "seconds"])
        writer.writeheader()
        writer.writerows(rows)
    built = [n for n in all_cases() if os.path.exists(os.path.join(builder.out, "original", n))]
    manifest = {n: {"expect": Case(n).expect, "rewritten": os.path.exists(os.path.join(builder.out, "rewritten", n)),
                    "has_loop": Case(n).has_loop, "steals": Case(n).steals} for n in built}
    with open(os.path.join(builder.out, "cases.json"), "w", encoding="utf-8") as file:
        json.dump(manifest, file, indent=1, sort_keys=True)
    counts = {v: sum(row["verdict"] == v for row in rows) for v in ("ok", "refused", "skipped", "failed")}
    print("\n%d cases: " % len(rows) + ", ".join("%d %s" % (n, v) for v, n in counts.items()))
    for row in rows:
        if row["verdict"] == "failed":
            print("failed: %s (expect %s): %s" % (row["case"], row["expect"], row["note"]))
    if options.pack:
        path = pack(builder.out, built)
        print("%s: %.1f MB" % (path, os.path.getsize(path) / 1e6))
    return 1 if counts["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
