#!/usr/bin/env python3
"""The environment variables of both runtimes in a program that runs: check_environment.py PTCC FOLDER

In:   environment/ask.cu, whose kernel tells how many thread groups run it. Out: TAP, a line for each setting.
A setting gives that number and what is said on standard error, whole: each bad value once, whatever the number of launches.
"""
import os
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
    ("PTRT_MODE=Static", 128, ["ptrt: PTRT_MODE='Static' is none of nonpt, auto, static, dynamic, guided, hardware; ignored"]),
    ("PTRT_CPU_STACK=12", 128, ["ptcpu: PTRT_CPU_STACK='12' is not a number from 16 to 1048576, ignored"]),
    ("PTRT_CPU_WATCHDOG=10s", 128, ["ptcpu: PTRT_CPU_WATCHDOG='10s' is not a number from 0 to 1000000, ignored"]),
    ("PTRT_CPU_WATCHDOG=0 PTRT_CPU_STACK=256", 128, []),
    ("PTRT_CPU_THREADS_PER_SM=-1", 128, ["ptcpu: PTRT_CPU_THREADS_PER_SM='-1' is not a number from 32 to 65536, ignored"]),
    ("PTRT_CPU_THREADS_PER_SM=1024", 64, []),
]


def build():
    text, program = os.path.join(FOLDER, "ask.cpp"), os.path.join(FOLDER, "ask")
    os.makedirs(FOLDER, exist_ok=True)
    flags, libraries = (subprocess.run([PTCC, "--target=cpu", flag], check=True, capture_output=True, text=True).stdout.split()
                        for flag in ("--cflags", "--libs"))
    done = run_ptcc(PTCC, ["--target=cpu", "--no-cuda", *flags, SOURCE, "-o", text])
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


PROGRAM = build()
sys.exit(run_all([(row[0] or "nothing", lambda row=row: check(PROGRAM, *row)) for row in ROWS]))
