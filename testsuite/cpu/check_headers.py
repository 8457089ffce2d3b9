#!/usr/bin/env python3
"""Headers of a project on the CPU back end: rewritten alone, together with files that include them, met by the original:
check_headers.py PTCC FOLDER

In:   headers/*: kernels.cuh with a guard, once.cuh the same with #pragma once, and files that include them. Out: TAP.
A program that is built must compute what it should, with as many persistent launches as are said here; what must not be
built must be an error of the compiler.
"""
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from tap import run_all, run_ptcc  # noqa: E402

PTCC, FOLDER = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
SOURCES = os.path.join(HERE, "headers")
PERSISTENT = re.compile(r"^ptrt: .*: persistent, ", re.MULTILINE)


def rewrite(folder, *names):
    """The named files of headers/, into folder/gen."""
    target = os.path.join(FOLDER, folder, "gen")
    done = run_ptcc(PTCC, ["--target=cpu", "--no-cuda", *(os.path.join(SOURCES, name) for name in names), "--out-dir", target])
    if done.returncode:
        raise RuntimeError(done.stderr.decode(errors="replace"))
    return target


def build(folder, files, *flags):
    """What the compiler says, "" when it is content; the program is FOLDER/folder/program."""
    ask = [subprocess.run([PTCC, "--target=cpu", flag], check=True, capture_output=True, text=True).stdout.split()
           for flag in ("--cflags", "--libs")]
    done = subprocess.run([os.environ.get("CXX", "c++"), "-O1", *ask[0], *flags, "-x", "c++", *files, "-x", "none", "-o",
                           os.path.join(FOLDER, folder, "program"), *ask[1]], capture_output=True, text=True, check=False)
    if done.returncode and not done.stderr:
        raise RuntimeError("the compiler fails and says nothing")
    return done.stderr if done.returncode else ""


def run(folder, persistent):
    done = subprocess.run([os.path.join(FOLDER, folder, "program")], capture_output=True, text=True, check=False, timeout=60,
                          env=dict(os.environ, PTRT_VERBOSE="1", PTRT_CPU_SMS="2"))
    if done.returncode or done.stdout != "ok\n":
        return f"status {done.returncode}: {done.stdout}\n{done.stderr}"
    found = len(PERSISTENT.findall(done.stderr))
    return None if found == persistent else f"{found} persistent launches, not {persistent}\n{done.stderr}"


def alone(name):
    """A file that ptcc never saw includes the rewritten header: the launches in the header are persistent."""
    target = rewrite("alone-" + name, name + ".cuh")
    said = build("alone-" + name, [os.path.join(SOURCES, "user.cpp")], "-I" + target, f'-DHEADER=<{name}.cuh>')
    return said or run("alone-" + name, 1)


def together():
    """Two files and their header, all of them rewritten: all launches are persistent."""
    target = rewrite("together", "main.cu", "other.cu", "kernels.cuh")
    said = build("together", [os.path.join(target, "main.cu"), os.path.join(target, "other.cu")])
    return said or run("together", 3)


def behind(name, error):
    """The rewritten header, and behind it the original."""
    folder = "behind-" + name
    said = build(folder, [os.path.join(SOURCES, "user.cpp")], "-I" + rewrite(folder, name + ".cuh"), f'-DHEADER=<{name}.cuh>',
                 f'-DMORE="{name}.cuh"')
    if error:
        return None if error in said else f"no '{error}': {said}"
    return said or run(folder, 1)


def in_front(name, error):
    """The original header, and behind it the rewritten one, which needs another text of a header that both include."""
    folder = "front-" + name
    said = build(folder, [os.path.join(SOURCES, "user.cpp")], "-I" + rewrite(folder, name + ".cuh"), f'-DHEADER="{name}.cuh"',
                 f'-DMORE=<{name}.cuh>')
    return None if error in said else f"no '{error}': {said}"


CASES = [("a header with a guard, rewritten alone", lambda: alone("kernels")),
         ("a header with #pragma once, rewritten alone", lambda: alone("once")),
         ("a header and two files that include it", together),
         ("the original header behind the rewritten one", lambda: behind("kernels", "")),
         ("the original header in front of the rewritten one", lambda: in_front("kernels", "as it was rewritten")),
         ("the original header behind the rewritten one, #pragma once", lambda: behind("once", "redefinition")),
         ("the original header in front of the rewritten one, #pragma once", lambda: in_front("once", "redefinition"))]

sys.exit(run_all(CASES))
