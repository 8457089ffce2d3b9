#!/usr/bin/env python3
"""Headers of a project on the CPU back end: rewritten alone, together with files that include them, met by the original:
check_headers.py PTCC FOLDER

In:   headers/*: kernels.cuh with a guard, once.cuh the same with #pragma once, and files that include them; version.cu, which
      takes another branch for each version of CUDA; the headers for the CPU themselves. Out: TAP.
A program that is built must compute what it should, with as many persistent launches as are said here; what must not be
built must be an error of the compiler.
"""
import os
import re
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from tap import Skip, run_all, run_ptcc  # noqa: E402

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


def toolkit_of(folder, asked):
    """The machine's toolkit, that says to be of another version."""
    real = os.path.realpath(os.environ.get("CUDA_PATH") or "/usr/local/cuda")
    if not os.path.exists(os.path.join(real, "include/cuda.h")):
        raise Skip("no CUDA toolkit on this machine")
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(os.path.join(folder, "include"))
    for part in ("", "include"):
        for name in os.listdir(os.path.join(real, part)):
            at, source = os.path.join(folder, part, name), os.path.join(real, part, name)
            if name in ("cuda.h", "cuda_runtime_api.h"):
                with open(source, encoding="utf-8") as file, open(at, "w", encoding="utf-8") as copy:
                    copy.write(re.sub(r"(?m)^(#define CUD(?:A|ART)_VERSION +)\d+", rf"\g<1>{asked}", file.read()))
            elif not os.path.exists(at):
                os.symlink(source, at)
    return folder


def version(asked, carried=False):
    """The compiler takes the branches of #if CUDART_VERSION that ptcc took."""
    folder = os.path.join(FOLDER, f"version-{asked}{'-carried' if carried else ''}")
    os.makedirs(folder, exist_ok=True)
    target = os.path.join(folder, "version.cpp")
    flag = "--no-cuda" if carried else "--cuda-path=" + toolkit_of(os.path.join(folder, "toolkit"), asked)
    done = run_ptcc(PTCC, ["--target=cpu", flag, f"-DVERSION={asked}", os.path.join(SOURCES, "version.cu"), "-o", target])
    if done.returncode:
        return done.stderr.decode(errors="replace")
    return build(folder, [target], f"-DVERSION={asked}") or run(folder, 1)


def cpu_headers():
    """Names of the headers of libcu++ as a program writes them: those for the CPU, and those that ptcc knows else."""
    def below(folder):
        return {os.path.relpath(os.path.join(at, name), folder) for at, _, names in os.walk(folder) for name in names
                if os.path.relpath(at, folder).split(os.sep)[0] in ("cuda", "nv")}
    root = os.path.dirname(os.path.dirname(HERE))
    there = {name for name in below(os.path.join(root, "runtime-cpu")) if "." not in name}
    return there, {name for name in below(os.path.join(root, "src/frontend/shim")) if "." not in name} - there


def each_header():
    """A program may include every header of libcu++ that there is for the CPU, and none that there is not."""
    there, missing = cpu_headers()
    folder = os.path.join(FOLDER, "each")
    os.makedirs(folder, exist_ok=True)
    program = os.path.join(folder, "each.cu")
    text = "__global__ void one(int *out) { out[0] = 1; }\nint main() {}\n"
    with open(program, "w", encoding="utf-8") as file:
        file.write("".join(f"#include <{name}>\n" for name in sorted(there)) + text)
    done = run_ptcc(PTCC, ["--target=cpu", "--no-cuda", program, "-o", os.path.join(folder, "each.cpp")])
    if done.returncode:
        return done.stderr.decode(errors="replace")
    said = build("each", [os.path.join(folder, "each.cpp")])
    with open(program, "w", encoding="utf-8") as file:
        file.write("".join(f"#include <{name}>\n" for name in sorted(missing)) + text)
    done = run_ptcc(PTCC, ["--target=cpu", "--no-cuda", "--check", program]).stderr.decode(errors="replace")
    refused = {int(line) for line in re.findall(r"each\.cu:(\d+):\d+: error: .*pt-cpu-library", done)}
    passed = [name for line, name in enumerate(sorted(missing), 1) if line not in refused]
    return said or (f"not refused: {passed}\n{done}" if passed or not missing else None)


CASES = [("a header with a guard, rewritten alone", lambda: alone("kernels")),
         ("a header with #pragma once, rewritten alone", lambda: alone("once")),
         ("a header and two files that include it", together),
         ("the original header behind the rewritten one", lambda: behind("kernels", "")),
         ("the original header in front of the rewritten one", lambda: in_front("kernels", "as it was rewritten")),
         ("the original header behind the rewritten one, #pragma once", lambda: behind("once", "redefinition")),
         ("the original header in front of the rewritten one, #pragma once", lambda: in_front("once", "redefinition")),
         ("branches for CUDA 12.4", lambda: version(12040)),
         ("branches for CUDA 13.0", lambda: version(13000)),
         ("branches for the newest version of CUDA, without a toolkit", lambda: version(13000, carried=True)),
         ("every header of libcu++", each_header)]

sys.exit(run_all(CASES))
