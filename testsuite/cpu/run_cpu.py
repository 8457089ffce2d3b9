#!/usr/bin/env python3
"""The exec cases on the CPU back end: run_cpu.py PTCC FOLDER [CASE...] [--sanitizer address,undefined|thread] [--full|--first|--stop-early]

In:   the cases of testsuite/exec, a C++ compiler; `unsupported` beside this file: CASE: CODE: REASON for cases that ptcc
      must refuse for the CPU with that diagnostic.
Out:  TAP, a line for each case. A case is translated with --target=cpu, compiled, and run: nonpt (the original kernels),
      then each schedule with chunks and numbers of groups, and loops in each of their ways, all in one process (testsuite/gpu/sweep.c). Each run must say
      ok and print the same as the first.
Rule: what cannot run is no pass: a refusal is checked for its code, everything else that is missing is a failure. Where a
      schedule is forced, kernels must have run persistently: a runtime that launches all of them plainly would pass else. Where
      a loop's way is forced, it must have run in that way (testsuite/gpu/ways.py).
"""
import argparse
import concurrent.futures
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
SUITE = os.path.dirname(HERE)
ROOT = os.path.dirname(SUITE)
sys.path[:0] = [SUITE, os.path.join(SUITE, "exec"), os.path.join(SUITE, "gpu")]
from run_exec import Case, all_cases  # noqa: E402
from tap import Skip, run_all, run_ptcc  # noqa: E402
from ways import TELLS_WAYS, wrong_ways  # noqa: E402

PERSISTENT = re.compile(r"^ptrt: .*: persistent, ", re.MULTILINE)  # of PTRT_VERBOSE; some cases leave without exit()
FORCED = ("static", "dynamic", "guided", "steal")
MARK = re.compile(r"\x1e(\S*) (-?\d+) (\d+) (\d+)\n")  # sweep.c's line behind each run
MARK_OF_TOLD = re.compile(r"\x1e(\S*)\n")  # the same behind what was told of it
# Every schedule, some with as many groups as there can be, with one and with seven.
SHORT = "nonpt// auto// static//1 static/3/7 dynamic/3/7 guided//"
# Loops in each of their ways, with as many groups as there can be and with seven.
LOOPS = "auto+one// auto+launches// auto+graph// auto+graph//7 auto+plain-graph// auto+one//7"
# And of kernels with schedule(steal); for others that is dynamic.
STEALS = "steal// steal/1/ steal/3/7 steal/64/ steal//1"
# Fewer of the same, as each takes many times as long.
SANITIZED = "nonpt// static//1 dynamic/3/7"
# Enough to see that a case works as it does elsewhere, or that it does not.
FIRST = "nonpt// auto// static//1 dynamic/3/7 auto+one//"
FULL = " ".join(["nonpt//"] + [f"{m}/{c}/{g}" for m in ("auto", "static", "dynamic", "guided") for c in ("1", "3", "64")
                               for g in ("1", "7", "")])
# By one of these, threads of a case's own meet; else they share only what the runtime gives them, which is the same in all cases.
MEETING = re.compile(r"__shared__|sync|barrier|atomic|__threadfence|__shfl|__ballot|volatile|Stream|thread>|luster|Graph|ooperative|SetDevice|Managed|pt loop|items\(")
REPORTS = re.compile(r"(WARNING: ThreadSanitizer|ERROR: AddressSanitizer|runtime error:|ptcpu:).*")


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("ptcc")
    parser.add_argument("folder")
    parser.add_argument("cases", nargs="*")
    parser.add_argument("--cxx", default=os.environ.get("CXX", "c++"))
    parser.add_argument("--sanitizer", default="")
    parser.add_argument("--flag", action="append", default=[], help="one more flag for the C++ compiler: --flag=-DNAME")
    parser.add_argument("--full", action="store_true", help="every schedule, chunk and number of groups")
    parser.add_argument("--first", action="store_true", help="a few configurations only")
    parser.add_argument("--stop-early", action="store_true", help="those few first; no others where one of them is wrong")
    parser.add_argument("--meeting", action="store_true", help="only cases in whose text threads meet")
    parser.add_argument("--part", default="", help="K/N: one of N parts of the cases, by their names; all with PTCC_TEST_ALL")
    parser.add_argument("--timeout", type=int, default=60, help="seconds for one configuration")
    return parser.parse_intermixed_args()


def unsupported():
    table = {}
    with open(os.path.join(HERE, "unsupported"), encoding="utf-8") as file:
        for line in file:
            if line.strip() and not line.startswith("#"):
                name, code, reason = (part.strip() for part in line.split(":", 2))
                table[name] = (code, reason)
    return table


class Runner:
    def __init__(self, options):
        options.folder, options.ptcc = os.path.abspath(options.folder), os.path.abspath(options.ptcc)
        self.options, self.unsupported = options, unsupported()
        os.makedirs(options.folder, exist_ok=True)
        self.sanitize = [f"-fsanitize={options.sanitizer}", "-fno-sanitize-recover=undefined"] if options.sanitizer else []
        ask = subprocess.run([options.ptcc, "--target=cpu", "--cflags"], check=True, capture_output=True, text=True)
        self.flags = ask.stdout.split()
        ask = subprocess.run([options.ptcc, "--target=cpu", "--libs"], check=True, capture_output=True, text=True)
        self.sweep = os.path.join(options.folder, "sweep.o")
        wrapped = [f"-Wl,--wrap={name}" for name in ("main", "ptrt_environment")]
        self.libraries = [self.sweep, *wrapped, *ask.stdout.split()]
        subprocess.run(["cc", "-std=gnu11", "-O2", *self.flags[1:], "-I" + os.path.join(ROOT, "src/runtime"), "-c",
                        os.path.join(SUITE, "gpu/sweep.c"), "-o", self.sweep], check=True)

    def openmp(self, case, flag):
        # ThreadSanitizer does not know how OpenMP's threads meet, and clang may come without its library.
        return [flag] if case.name in WITH_OPENMP and self.options.sanitizer != "thread" and "clang" not in self.options.cxx else []

    def translate(self, case):
        """The C++ files; None when ptcc refuses the case as it must."""
        output = os.path.join(self.options.folder, case.name + ("" if case.several else ".cpp"))
        sources = [os.path.join(case.folder, source) for source in case.sources]
        command = ["--target=cpu", "--no-cuda", "-std=c++17", *[f for f in case.flags if f.startswith(("-D", "-I", "-U"))],
                   *self.openmp(case, "-D_OPENMP=201511"), *sources, *(["--out-dir=" + output] if case.several else ["-o", output]),
                   *(["--nvcc-flags", "--", "-ccbin=clang++"] if "clang" in os.path.basename(self.options.cxx) else [])]
        done = run_ptcc(self.options.ptcc, command)
        said = done.stderr.decode(errors="replace")
        if done.returncode == 0 and case.expect == "refused":
            raise RuntimeError("handled, though it must be refused")
        if done.returncode == 0:
            return [os.path.join(output, source) for source in case.sources] if case.several else [output]
        code = case.code or self.unsupported.get(case.name, ("",))[0]
        if code and f"[{code}]" in said:
            return None
        raise RuntimeError("refused: " + said)

    def compile(self, case, files):
        program = os.path.join(self.options.folder, case.name + ".run")
        # UndefinedBehaviorSanitizer doubles what gcc takes to optimise, and a loop's program has much text that runs but for a moment.
        optimised = "-O0" if "undefined" in self.options.sanitizer and case.has_loop else "-O1"
        command = [self.options.cxx, optimised, "-g1", *self.openmp(case, "-fopenmp"), *self.sanitize, *self.flags,
                   *self.options.flag, *[f for f in case.flags if f.startswith(("-D", "-I"))], "-x", "c++", *files, "-x", "none", "-o", program,
                   *self.libraries]
        done = subprocess.run(["nice", *command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
                              check=False)
        if done.returncode:
            lines = [line for line in done.stdout.splitlines() if "error" in line or "undefined" in line]
            raise RuntimeError("does not compile: " + "\n".join(lines[:8] or done.stdout.splitlines()[-8:]))
        return program

    def start(self, case, program, configurations, alone):
        """[(configuration, output, status, persistent launches, what was told)] of the configurations that ended, and what went
        wrong else."""
        # Each thread of the device costs ThreadSanitizer time at every barrier; at its end it would wait another second.
        races = self.options.sanitizer == "thread" and case.name not in NEEDS_A_DEVICE
        environment = dict(os.environ, PTRT_CPU_SMS="1" if races else "4",
                           PTRT_CPU_THREADS_PER_SM="1024" if races else "2048", TSAN_OPTIONS="exitcode=66 atexit_sleep_ms=0",
                           PTRT_CPU_SHARED_ALIGNMENT="16", # what a program that is linked with -rdc=true gets
                           ASAN_OPTIONS="detect_leaks=0:detect_stack_use_after_return=0")
        if alone:
            if case.name not in READS_STANDARD_ERROR:
                environment["PTRT_VERBOSE"] = "1"
            values = zip(("PTRT_MODE", "PTRT_CHUNK", "PTRT_GROUPS"), configurations[0].split("/"))
            environment.update({name: value for name, value in values if value})
            mode, _, way = environment.get("PTRT_MODE", "").partition("+")
            environment.update(PTRT_MODE=mode, PTRT_LOOP=way)
        else:
            environment.update(PTCC_SWEEP=" ".join(configurations), PTCC_SWEEP_TIMEOUT=str(self.options.timeout),
                               **({"PTCC_SWEEP_VERBOSE": "1"} if case.name in TELLS_WAYS else {}))
        try:
            done = subprocess.run([program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment,
                                  errors="replace", text=True, timeout=self.options.timeout + 30 * len(configurations),
                                  check=False, cwd=self.options.folder)
        except subprocess.TimeoutExpired:
            return [], f"{configurations}: it does not end"
        report = REPORTS.search(done.stderr)
        parts = MARK.split(done.stdout)
        told = MARK_OF_TOLD.split(done.stderr)
        told = dict(zip(told[1::2], told[::2]))
        runs = [(parts[i + 1], parts[i], parts[i + 2], int(parts[i + 3]), told.get(parts[i + 1], "")) for i in range(0, len(parts) - 1, 5)]
        if alone:
            runs = [(configurations[0], done.stdout, str(done.returncode), len(PERSISTENT.findall(done.stderr)), done.stderr)]
        if report and case.name not in EXPECT_REPORTS:
            return [], report.group(0) + "\n" + done.stderr[-3000:]
        return runs, f"status {done.returncode}\n{parts[-1][-1500:]}\n{done.stderr[-1500:]}"

    def configurations(self, case):
        """In batches, each of which is run in one process: the few that show most come first."""
        wanted = (FULL if self.options.full else SANITIZED if self.options.sanitizer else SHORT).split()
        wanted += LOOPS.split() if case.has_loop else []
        wanted += STEALS.split()[:2 if self.options.sanitizer else None] if case.steals else []
        wanted = [c for c in wanted if not (case.name in NOT_PLAIN and c.startswith("nonpt"))]
        if not (self.options.first or self.options.stop_early):
            return [wanted]
        first = [c for c in wanted if c in FIRST.split()]
        return [first] if self.options.first else [first, [c for c in wanted if c not in first]]

    def run(self, case, program):
        expected, persistent = None, 0
        for wanted in self.configurations(case):
            runs, problem = ([], "") if case.name in ONCE_A_PROCESS else self.start(case, program, wanted, alone=False)
            ended = {run[0]: run[1:] for run in runs}
            expected = expected or ended.get(wanted[0])
            for configuration in wanted:
                # What a run leaves behind (a static variable, a lost context) is in the next one's way: in a process of its own.
                if configuration not in ended or ended[configuration][1] != "0" or ended[configuration][0] != expected[0]:
                    alone, problem = self.start(case, program, [configuration], alone=True)
                    if not alone:
                        return f"{configuration}: {problem}"
                    ended[configuration] = alone[0][1:]
                    expected = expected or ended[configuration]
                why = self.wrong(case, configuration, ended[configuration], expected[0])
                if why:
                    return f"{configuration}: {why}"
                persistent += ended[configuration][2] if configuration.startswith(FORCED) else 0
        if case.name not in READS_STANDARD_ERROR and (persistent == 0) != (case.name in NEVER_PERSISTENT):
            return f"{persistent} persistent launches where a schedule was forced"
        return None

    def wrong(self, case, configuration, ended, expected):
        """What is wrong with a run, or None."""
        output, status, _, told = ended
        way = configuration.partition("/")[0].partition("+")[2]
        if status != "0":
            return f"exit status {status}\n{output[-1500:]}"
        if output != expected:
            return f"prints something else than the first\n{output[-1500:]}\nfirst:\n{expected[-1500:]}"
        return wrong_ways(way, told) if case.name in TELLS_WAYS and way else None

    def prepare(self, name):
        """The case and its program; none of that, when ptcc refuses it as it must."""
        case = Case(name)
        files = self.translate(case)
        return case, files and self.compile(case, files)

    def check(self, name, prepared):
        case, program = prepared.result()
        if program is None:
            why = self.unsupported.get(name)
            if case.expect == "handled":
                raise Skip(f"refused for the CPU as it must be: {why[1]}")
            return None
        if name in self.unsupported:
            return "it is listed in testsuite/cpu/unsupported and was not refused"
        return self.run(case, program)


# More blocks wait for each other than a small device runs at once.
NEEDS_A_DEVICE = {"launch_cooperative"}

# PTRT_MODE=nonpt turns back what they are about.
NOT_PLAIN = {"mode_of_wide_counts", "mode_too_many_groups"}

# Nothing in them is persistent: cooperative launches.
NEVER_PERSISTENT = {"launch_cooperative"}

# Their threads meet by OpenMP's pragmas; without, there is one.
WITH_OPENMP = {"loop_openmp"}

# They launch once in a process, whatever runs in it: each configuration has one of its own.
ONCE_A_PROCESS = {"launch_first_call"}

# What the runtime says of launches would be in its way, so that they cannot be counted.
READS_STANDARD_ERROR = {"assert_text"}

# Cases that make the engine say something on standard error on purpose.
EXPECT_REPORTS = {"device_trap", "assert_text", "loop_device_error", "loop_checks_errors"}


def meets(name):
    case = Case(name)
    for source in [*case.sources, *case.headers]:
        with open(os.path.join(case.folder, source), encoding="utf-8", errors="replace") as file:
            if MEETING.search(file.read()):
                return True
    return False


def main():
    options = parse_arguments()
    runner = Runner(options)
    names = [name for name in options.cases or all_cases() if not options.meeting or meets(name)]
    if options.part and not os.environ.get("PTCC_TEST_ALL"):
        part, parts = map(int, options.part.split("/"))
        names = [name for name in names if Case(name).by_name % parts == part]
    # The next programs are compiled while one runs.
    with concurrent.futures.ThreadPoolExecutor(2) as compiler:
        prepared = {name: compiler.submit(runner.prepare, name) for name in names}
        return run_all([(name, lambda name=name: runner.check(name, prepared[name])) for name in names])


if __name__ == "__main__":
    sys.exit(main())
