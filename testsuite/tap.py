"""What the runners share: running ptcc, telling a crash from a refusal, TAP, what the machine has, both ways of finding CUDA.

A case is a function that returns None (passed) or a text (why it failed); it may raise Skip. Cases run in parallel,
results are printed in order.
"""
import concurrent.futures
import os
import re
import shutil
import subprocess
import sys

CRASH_MARKS = (b"AddressSanitizer", b"LeakSanitizer", b"UndefinedBehaviorSanitizer", b"runtime error:",
               b"Assertion `", b"ptcc: bug:", b"Stack dump:")


NVCC = shutil.which("nvcc") or "/usr/local/cuda/bin/nvcc"  # where it would be


class Skip(Exception):
    pass


class Crash(Exception):
    pass


def run_ptcc(ptcc, arguments, cwd=None, timeout=120, env=None, **more):
    """The finished process, output as bytes. Raises Crash when ptcc did not end by itself or a sanitizer spoke."""
    environment = dict(os.environ, ASAN_OPTIONS="detect_leaks=0:abort_on_error=1:allocator_may_return_null=1",
                       UBSAN_OPTIONS="print_stacktrace=1:halt_on_error=1", **(env or {}))
    # A crash of ptcc must not leave core files behind, nor a terminal change what is printed.
    environment.pop("TERM", None)
    try:
        done = subprocess.run([ptcc, *arguments], cwd=cwd, timeout=timeout, env=environment, stdin=subprocess.DEVNULL,
                              **{"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **more})
    except subprocess.TimeoutExpired:
        raise Crash(f"ptcc {' '.join(arguments)}: no end after {timeout} seconds") from None
    said = (done.stderr or b"") + (done.stdout or b"")
    if done.returncode not in (0, 1, 2) or any(mark in said for mark in CRASH_MARKS):
        raise Crash(f"ptcc {' '.join(arguments)}: crashed, status {done.returncode}\n" +
                    said.decode(errors="replace")[-4000:])
    return done


def skipped(why):
    """The body of a case that cannot be done here."""
    raise Skip(why)


def has_gpu():
    try:
        return subprocess.run(["nvidia-smi", "-L"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                              check=False).returncode == 0
    except OSError:
        return False


def libclang_of(ptcc):
    """The version that ptcc is built with."""
    return int(re.search(r"clang version (\d+)", run_ptcc(ptcc, ["--version"]).stdout.decode()).group(1))


def modes():
    """(name, flags, why it is skipped or None): with the headers inside ptcc, and with a toolkit if there is one. Builds with
    sanitizers ask for the first alone (PTCC_TEST_MODES): the toolkit's headers are libclang's to read, which has none."""
    found = os.path.exists("/usr/local/cuda/include/cuda_runtime.h") or any(
        os.path.exists(os.path.join(folder, "nvcc")) for folder in os.environ.get("PATH", "").split(":"))
    both = [("shim", ["--no-cuda"], None), ("toolkit", [], None if found else "no CUDA toolkit on this machine")]
    return [mode for mode in both if mode[0] in os.environ.get("PTCC_TEST_MODES", "shim toolkit").split()]


def run_all(cases):
    """cases: list of (name, function). Prints TAP; the exit status says whether all passed. None at all is a failure."""
    if not cases:
        print("1..1\nnot ok 1 - there are no cases")
        return 1
    def guarded(function):
        try:
            return "ok", function()
        except Skip as skip:
            return "skip", str(skip)
        except Crash as crash:
            return "crash", str(crash)
        except Exception as error:  # a runner that breaks is a failure, not a pass
            return "crash", f"{type(error).__name__}: {error}"

    failed = 0
    print(f"1..{len(cases)}")
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = pool.map(guarded, [function for _, function in cases])
        for number, ((name, _), (verdict, why)) in enumerate(zip(cases, results), 1):
            if verdict == "skip":
                print(f"ok {number} - {name} # SKIP {why}")
            elif verdict == "ok" and why is None:
                print(f"ok {number} - {name}")
            else:
                failed += 1
                print(f"not ok {number} - {name}")
                for line in str(why).splitlines():
                    print(f"# {line}")
            sys.stdout.flush()
    return 1 if failed else 0
