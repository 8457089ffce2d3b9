#!/usr/bin/env python3
"""Random launches on the CPU back end for a while: run_stress.py PTCC FOLDER SECONDS [--seed N] [--sanitizer thread]

In:   stress.cu beside this file, ptcc, a C++ compiler. Out: a line for each process on stdout (TAP); exit status 1 when a
      launch was wrong, did not end, or nothing ran persistently.
Each process gets a device of its own (multiprocessors, threads), perhaps a forced schedule, chunk or number of groups, one
to four host threads, and a watchdog, whose report (every group's position) is printed when a launch hangs. All of it
follows from the seed.
"""
import argparse
import os
import random
import re
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
STATS = re.compile(r"^ptrt: stats: all: (\d+) persistent, (\d+) plain", re.MULTILINE)
RIGHT = re.compile(r"(\d+) launches right")
WATCHDOG_SECONDS = 60


def build(options):
    os.makedirs(options.folder, exist_ok=True)
    text, program = os.path.join(options.folder, "stress.cpp"), os.path.join(options.folder, "stress")
    subprocess.run([options.ptcc, "--target=cpu", "--no-cuda", "-std=c++17", os.path.join(HERE, "stress.cu"), "-o", text],
                   check=True)
    flags, libraries = (subprocess.run([options.ptcc, "--target=cpu", f], check=True, capture_output=True, text=True)
                        .stdout.split() for f in ("--cflags", "--libs"))
    sanitize = [f"-fsanitize={options.sanitizer}"] if options.sanitizer else []
    subprocess.run([options.cxx, "-O1", "-g1", "-rdynamic", *sanitize, *flags, text, "-o", program, *libraries], check=True)
    return program


def forced(rng):
    """What the environment forces, if anything."""
    environment = {}
    if rng.random() < 0.5:
        environment["PTRT_MODE"] = rng.choice(["auto", "static", "dynamic", "guided"])
    if rng.random() < 0.3:
        environment["PTRT_CHUNK"] = str(rng.choice([1, 2, 3, 7, 64, 1000]))
    if rng.random() < 0.3:
        environment["PTRT_GROUPS"] = str(rng.choice([1, 2, 7, 33]))
    return environment


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("ptcc")
    parser.add_argument("folder")
    parser.add_argument("seconds", type=float)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--slice", type=int, default=15, help="seconds for a process")
    parser.add_argument("--cxx", default=os.environ.get("CXX", "c++"))
    parser.add_argument("--sanitizer", default="")
    options = parser.parse_args()
    program, rng, number, failed = build(options), random.Random(options.seed), 0, 0
    persistent = plain = right = 0
    end = time.monotonic() + options.seconds
    while time.monotonic() < end or number == 0:
        number += 1
        races = options.sanitizer == "thread"
        most_threads = rng.choice([64, 256] if races else [64, 256, 1024])
        environment = forced(rng)
        environment.update(PTRT_CPU_SMS=str(rng.choice([1, 2, 3] if races else [1, 2, 3, 5, 8])),
                           PTRT_CPU_THREADS_PER_SM=str(rng.choice([256, 512, 1024] if races else [1024, 1536, 2048])),
                           PTRT_CPU_WATCHDOG=str(WATCHDOG_SECONDS), PTRT_STATS="1", TSAN_OPTIONS="exitcode=66 atexit_sleep_ms=0")
        seconds = max(1, min(options.slice, round(end - time.monotonic())))
        # Each launch under way has the whole device: the stacks of all of them must fit into the process's mappings.
        host_threads = min(rng.choice([1, 2, 3, 4]), max(1, 8 // int(environment["PTRT_CPU_SMS"])))
        command = [program, str(seconds), str(rng.randrange(1 << 20)), str(host_threads), str(most_threads)]
        said = " ".join([*(f"{k}={v}" for k, v in environment.items() if k.startswith("PTRT_") and k not in
                           ("PTRT_STATS", "PTRT_CPU_WATCHDOG")), *command[1:]])
        done = subprocess.run(command, env=dict(os.environ, **environment), stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              text=True, errors="replace", check=False)
        found, count = STATS.search(done.stderr), RIGHT.search(done.stdout)
        if done.returncode or not found or not count:
            failed += 1
            print(f"not ok {number} - {said}\n# status {done.returncode}")
            print("\n".join("# " + line for line in (done.stdout[-2000:] + done.stderr[-20000:]).splitlines()))
        else:
            print(f"ok {number} - {said}: {count.group(1)} launches right, {found.group(1)} persistent")
            persistent, plain, right = persistent + int(found.group(1)), plain + int(found.group(2)), right + int(count.group(1))
        sys.stdout.flush()
        if failed:
            break
    number += 1
    print(f"{'ok' if persistent > plain else 'not ok'} {number} - {right} launches right, {persistent} persistent and {plain} plain")
    print(f"1..{number}")
    return 1 if failed or persistent <= plain else 0


sys.exit(main())
