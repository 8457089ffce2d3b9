#!/usr/bin/env python3
"""The environment variables of both runtimes in a program that runs: check_environment.py PTCC FOLDER

In:   environment/ask.cu, whose kernel tells how many thread groups run it, and environment/meet.cu, whose blocks come to as many
      barriers of the grid as they are told, environment/keep.cu, whose loops keep arrays or do not, and environment/ways.cu, whose loop is
      launched in several ways, environment/groups.cu, whose grid has three dimensions, and others that say what they tell. Out: TAP, a line for each setting.
A setting gives that number and what is said on standard error, whole: each bad value once, whatever the number of launches.
With PTRT_DEBUG=1 every group is told of that stands apart from others, once for each launch, and the results are the same.
"""
import collections
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from tap import run_all, run_ptcc  # noqa: E402

PTCC, FOLDER = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
SOURCE = os.path.join(HERE, "environment", "ask.cu")
LINE = f"ptrt: ask ({SOURCE}:7) grid 1000x1x1 block 64x1x1 shared 0: "
PERSISTENT = LINE + "persistent, {} groups, {}, chunk {} (resident: 32 a multiprocessor, {} multiprocessors): {}"
NUMBER = "is not a number from 1 to 2147483647, ignored"

# Settings beside PTRT_CPU_SMS=4, the groups that run the kernel, lines on standard error. The plain launch has a group a block.
ROWS = [
    ("", 128, []),
    ("PTRT_VERBOSE=0 PTRT_MODE= PTRT_SMS= PTRT_CPU_STACK=", 128, []),
    ("PTRT_VERBOSE=1", 128, 3 * [PERSISTENT.format(128, "dynamic", 1, 4, "as annotated")]),
    ("PTRT_VERBOSE=1 PTRT_MODE=static", 127, 3 * [PERSISTENT.format(127, "static", 1, 4, "PTRT_MODE")]),
    ("PTRT_VERBOSE=1 PTRT_MODE=nonpt", 1000, 3 * [f"ptrt: ask ({SOURCE}:7): plain launch: PTRT_MODE"]),
    ("PTRT_VERBOSE=1 PTRT_SMS=1", 32, 3 * [PERSISTENT.format(32, "dynamic", 2, "1 of 4", "as annotated")]),
    ("PTRT_SMS=3", 96, []),
    ("PTRT_SMS=5", 128, []),
    ("PTRT_VERBOSE=1 PTRT_GROUPS=3 PTRT_CHUNK=9", 3, 3 * [PERSISTENT.format(3, "dynamic", 9, 4, "as annotated")]),
    ("PTRT_STATS=1", 128, [f"ptrt: stats: ask ({SOURCE}:7): 3 persistent, 0 plain, 0 refused",
                           "ptrt: stats: all: 3 persistent, 0 plain, 0 refused"]),
    ("PTRT_VERBOSE=yes", 128, ["ptrt: PTRT_VERBOSE='yes' is neither 0 nor 1, ignored"]),
    ("PTRT_STATS=2", 128, ["ptrt: PTRT_STATS='2' is neither 0 nor 1, ignored"]),
    ("PTRT_SMS=0", 128, [f"ptrt: PTRT_SMS='0' {NUMBER}"]),
    ("PTRT_GROUPS=3x PTRT_CHUNK=4294967297", 128, [f"ptrt: PTRT_CHUNK='4294967297' {NUMBER}", f"ptrt: PTRT_GROUPS='3x' {NUMBER}"]),
    ("PTRT_MODE=Static", 128, ["ptrt: PTRT_MODE='Static' is none of nonpt, auto, static, dynamic, guided, steal, hardware; ignored"]),
    ("PTRT_LOOP=graphs", 128, ["ptrt: PTRT_LOOP='graphs' is none of auto, one, launches, graph, plain-graph; ignored"]),
    ("PTRT_CPU_STACK=12", 128, ["ptcpu: PTRT_CPU_STACK='12' is not a number from 16 to 1048576, ignored"]),
    ("PTRT_CPU_WATCHDOG=10s", 128, ["ptcpu: PTRT_CPU_WATCHDOG='10s' is not a number from 0 to 1000000, ignored"]),
    ("PTRT_CPU_WATCHDOG=0 PTRT_CPU_STACK=256", 128, []),
    ("PTRT_CPU_THREADS_PER_SM=-1", 128, ["ptcpu: PTRT_CPU_THREADS_PER_SM='-1' is not a number from 32 to 65536, ignored"]),
    ("PTRT_CPU_THREADS_PER_SM=1024", 64, []),
]


# Groups that have run a block, and groups that there are, of a grid of three dimensions.
NUMBERED = [("PTRT_MODE=nonpt", "24 24"), ("PTRT_GROUPS=5", "5 5"), ("PTRT_GROUPS=1 PTRT_MODE=dynamic", "1 1")]


# Errors left behind, blocks that have run, launches that had the order by length: the kernel that makes it has 512 threads.
ORDERED = [("PTRT_GROUPS=1", "0 3000 2"), ("PTRT_GROUPS=1 PTRT_CPU_THREADS_PER_SM=256", "0 3000 0")]


# Barriers that each block comes to in its loop; the kernels that PTRT_DEBUG tells of, each with the number of the barrier, and of
# how many groups it says what: 0 is the end of the kernel, other numbers count the kernel's barriers.
MEETINGS = [
    ("333333", {}),
    ("333553", {"trips": (4, {0: 4, 1: 2}), "places": (2, {1: 2, 2: 4}), "leaving": (4, {0: 2, 1: 2})}),
    ("111111111112", {"trips": (2, {0: 11, 1: 1})}),
    ("444444144444", {"trips": (2, {0: 1, 1: 11}), "places": (2, {1: 11, 2: 1}), "leaving": (2, {0: 1, 1: 7})}),
]
TOLD = 8 # groups of a kind that are told of one by one


def build(name):
    source, text, program = (os.path.join(*path) for path in ((HERE, "environment", name + ".cu"), (FOLDER, name + ".cpp"), (FOLDER, name)))
    os.makedirs(FOLDER, exist_ok=True)
    flags, libraries = (subprocess.run([PTCC, "--target=cpu", flag], check=True, capture_output=True, text=True).stdout.split()
                        for flag in ("--cflags", "--libs"))
    done = run_ptcc(PTCC, ["--target=cpu", "--no-cuda", *flags, source, "-o", text])
    if done.returncode:
        raise SystemExit(done.stderr.decode(errors="replace"))
    subprocess.run([os.environ.get("CXX", "c++"), "-O1", *flags, text, "-o", program, *libraries], check=True)
    return program


def check(program, settings, groups, lines):
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PTRT_")}
    environment.update(word.split("=") for word in ["PTRT_CPU_SMS=4", *settings.split()])
    done = subprocess.run([program], env=environment, capture_output=True, text=True, timeout=120, check=False)
    if done.returncode or done.stdout != f"{groups}\n":
        return f"status {done.returncode}, {done.stdout.strip()} groups, not {groups}\n{done.stderr}"
    return None if done.stderr.splitlines() == lines else f"{done.stderr}instead of\n" + "\n".join(lines)


def place_of(kernel, line):
    """Which of the kernel's barriers, from 1, stands in the line; the one of a function that it calls comes first."""
    with open(os.path.join(HERE, "environment", "meet.cu"), encoding="utf-8") as file:
        lines = file.read().splitlines()
    begin = next(i for i, text in enumerate(lines) if re.search(rf"__global__ void {kernel}\b", text))
    own = [i + 1 for i, text in enumerate(lines) if i > begin and "#pragma pt barrier" in text]
    called = [i + 1 for i, text in enumerate(lines) if "this_grid().sync()" in text]
    return (called + own[1:] if kernel == "places" else own).index(line) + 1


def report(lines):
    """{kernel: (barrier, {place: groups})}, and what is not understood."""
    found, other, kernel, told = {}, [], None, None
    for line in lines:
        head = re.fullmatch(r"ptrt: '(\w+)': thread groups came to barrier (\d+) of the grid in different places .*", line)
        one = re.fullmatch(r"ptrt:   group \d+ (?:had ended|was at line (\d+))", line)
        more = re.fullmatch(r"ptrt:   and (\d+) more (?:with them|elsewhere)", line)
        if head:
            kernel = head[1]
            found[kernel] = (int(head[2]), collections.Counter())
        elif one and kernel:
            told = place_of(kernel, int(one[1])) if one[1] else 0
            found[kernel][1][told] += 1
        elif more and kernel and found[kernel][1][told] == TOLD:
            found[kernel][1][told] += int(more[1])
        else:
            other.append(line)
    return found, other


def meet(program, times, expected):
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PTRT_")}
    done = [subprocess.run([program, times], env=dict(environment, PTRT_DEBUG=debug), capture_output=True, text=True, timeout=120, check=False)
            for debug in "01"]
    for one in done:
        if one.returncode or one.stderr or not one.stdout.endswith("no error\n"):
            return f"status {one.returncode}\n{one.stdout}{one.stderr}"
    found, other = report(done[1].stdout.splitlines())
    if other != done[0].stdout.splitlines() or len(other) != 1:
        return f"{done[1].stdout}without PTRT_DEBUG\n{done[0].stdout}"
    return None if found == expected else f"{found} instead of {expected}\n{done[1].stdout}"


# What is told of the loops of environment/keep.cu, in order: how arrays are kept, the groups of a launch, or why they are not kept.
KEPT = ["4 tiles of 4 slices, halos sent every 4 steps", "4", "4", "4", "4 tiles of 4 slices, halos sent every 4 steps", "4",
        "4 tiles of 4 slices, halos sent every 2 steps", "4", "the blocks read more than what those beside them write",
        "4 tiles of 4 slices, halos sent every 4 steps",
        "its arrays overlap, or another parameter leads into one of them", "its arrays overlap, or another parameter leads into one of them",
        "what the rows of blocks write does not lie row behind row",
        "elements are of 4 bytes or a multiple of that, the same type in both arrays, can be copied as bytes, and in a template are numbers",
        "a copy or cudaMemset is among the steps that are launched together", "the two arrays do not change places from one step to the next",
        "an argument that is none of the two arrays changes from one step to the next",
        "arrays, another argument or the grid change behind the first two steps", "the grid changes from one step to the next",
        "the arrays do not change places from one step to the next"]


def keep(program):
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PTRT_")}
    environment["PTRT_CPU_SMS"] = "4"
    done = [subprocess.run([program], env=dict(environment, **{name: value}), capture_output=True, text=True, timeout=120, check=False)
            for name, value in (("PTRT_MODE", "nonpt"), ("PTRT_VERBOSE", "1"))]
    for one in done:
        if one.returncode or not one.stdout.endswith(" no error\n") or one.stdout != done[0].stdout:
            return f"status {one.returncode}\n{one.stdout}instead of\n{done[0].stdout}{one.stderr}"
    told = [m[1] or m[2] or m[3] for m in re.finditer(r"^ptrt: loop keep\(\w+\) \(.*:\d+\)(?:: kept in (.*)|: not kept: (.*)| grid .*: persistent, (\d+) groups, .*)$",
                                              done[1].stderr, re.MULTILINE)]
    return None if told == KEPT else f"{told}\ninstead of\n{KEPT}\n{done[1].stderr}"


def tell_ways(program, rounds, times, **settings):
    """The records of environment/ways.cu, in order: the way, of graphs the steps and whether it is new, of launches why; and what was
    found out: ("decided", its line)."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PTRT_")}
    environment["PTRT_CPU_SMS"] = "4"
    done = [subprocess.run([program, str(rounds), str(times)], env=dict(environment, **more), capture_output=True, text=True, timeout=120,
                           check=False) for more in ({"PTRT_MODE": "nonpt"}, dict(settings, PTRT_VERBOSE="1"))]
    for one in done:
        if one.returncode or not one.stdout.endswith(" no error\n") or one.stdout != done[0].stdout:
            raise RuntimeError(f"status {one.returncode}\n{one.stdout}instead of\n{done[0].stdout}{one.stderr}")
    told = []
    for line in done[1].stderr.splitlines():
        decided = re.fullmatch(r"ptrt: loop \(.*:\d+\): (one launch .*, a step: from now on .*)", line)
        graph = re.fullmatch(r"ptrt: loop \(.*:\d+\): (\d+) steps as a CUDA graph( of plain launches)?(, a new one)?", line)
        each = re.fullmatch(r"ptrt: loop \(.*:\d+\): plain launch: (.*)", line)
        if decided:
            told.append(("decided", decided[1]))
        elif graph:
            told.append(("plain-graph" if graph[2] else "graph", int(graph[1]), graph[3] is not None))
        elif each:
            told.append(("launches", each[1]))
        elif re.match(r"ptrt: loop \(.*:\d+\) grid .*: persistent, ", line):
            told.append(("one",))
    return told


# A graph has as many whole rounds as fit into 64 steps, and is there when it comes again.
def graphs(program, way):
    told = tell_ways(program, 100, 3, PTRT_LOOP=way)
    first = [(way, 60, True)] + 7 * [(way, 60, False)] + [(way, 20, True)]
    again = 8 * [(way, 60, False)] + [(way, 20, False)]
    return None if told == first + again + again else str(told)


def forced(program):
    one, launches = (tell_ways(program, 100, 1, PTRT_LOOP=way) for way in ("one", "launches"))
    if not one or set(one) != {("one",)}:
        return f"one: {one}"
    return None if launches and set(launches) == {("launches", "PTRT_LOOP")} else f"launches: {launches}"


# Each way twice, and then one for all. A graph that is tried is made once.
def tried(program, rounds, times, steps):
    told = tell_ways(program, rounds, times)
    trials = [(x[0],) if x[0] == "one" else x for x in told[:8]]
    first = [("one",), ("launches", "auto: trying ways to launch the steps of this loop"), ("graph", steps, True), ("plain-graph", steps, True)]
    wanted = first + first[:2] + [(x[0], steps, False) for x in first[2:]]
    found = [x[1] for x in told if x[0] == "decided"]
    if trials != wanted or len(found) != 1 or len(told) < 11:
        return f"{told}\ninstead of\n{wanted} and a decision"
    stays = {"one launch": "one", "launches": "launches", "graph": "graph", "plain graph": "plain-graph"}[found[0].split("from now on ")[1]]
    behind = told[[x[0] for x in told].index("decided") + 1:]
    return None if {x[0] for x in behind} == {stays} else f"no way is stayed with: {told}"


# Threads of a group that part: at which line one of them stands that finds others elsewhere, and how the launch ends.
PARTED = [("0", (13, 16), "cudaErrorAssert"), ("1", (23, 24), "cudaErrorAssert"),
          ("2", (), "cudaSuccess"), # those that have ended are not waited for
          ("3", (), "cudaSuccess"), ("4", (44, 47), "cudaErrorAssert")]


def part(program, which, places, ending):
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PTRT_")}
    done = subprocess.run([program, which], env=dict(environment, PTRT_DEBUG="1"), capture_output=True, text=True, timeout=120, check=False)
    found = re.findall(r"barrier of the grid:(\d+): .*Assertion `all threads of the block come to this barrier` failed", done.stdout + done.stderr)
    right = bool(found) == bool(places) and all(int(line) in places for line in found)
    return None if right and done.stdout.splitlines()[-1] == ending else f"{done.stdout}{done.stderr}"


PROGRAM, MEETING, KEEPING, WAYS, GROUPS, PARTING, STATE, LONGEST = (build(name) for name in ("ask", "meet", "keep", "ways", "groups", "part", "state", "longest"))
sys.exit(run_all([(row[0] or "nothing", lambda row=row: check(PROGRAM, *row)) for row in ROWS] +
                 [(f"PTRT_DEBUG with {row[0]}", lambda row=row: meet(MEETING, *row)) for row in MEETINGS] +
                 [(f"PTRT_DEBUG and parting threads, {row[0]}", lambda row=row: part(PARTING, *row)) for row in PARTED] +
                 [(f"state and finish with {row[0]}", lambda row=row: check(STATE, *row, [])) for row in NUMBERED] +
                 [(f"order(longest) with {row[0]}", lambda row=row: check(LONGEST, *row, [])) for row in ORDERED] +
                 [(f"pt_group_id() with {row[0]}", lambda row=row: check(GROUPS, *row, [])) for row in NUMBERED] +
                 [("keep(...)", lambda: keep(KEEPING)), ("PTRT_LOOP=graph", lambda: graphs(WAYS, "graph")),
                  ("PTRT_LOOP=plain-graph", lambda: graphs(WAYS, "plain-graph")), ("PTRT_LOOP=one, launches", lambda: forced(WAYS)),
                  ("a long loop", lambda: tried(WAYS, 200, 2, 30)), ("short loops", lambda: tried(WAYS, 6, 20, 15))]))
