#!/usr/bin/env python3
"""What is wrong in a program is reported on the CPU back end: check_reports.py PTCC FOLDER [NAME...]

In:   reports/*.cu, each with `// sanitizer: NAME` and `// report: TEXT`, once or several times; `// compiler: NAME` for one
      of its own, `// not: TEXT` for what may not be said, `// status: N` for its exit status. Out: TAP, a line for each.
A program must end with all of its reports and in error; those without a fault (`// report: none`) with neither. So the tests
that find nothing with a sanitizer are known to be able to find something.
"""
import os
import re
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from tap import Skip, run_all, run_ptcc  # noqa: E402

SECONDS = 300


def check(ptcc, folder, name):
    source = os.path.join(HERE, "reports", name + ".cu")
    with open(source, encoding="utf-8") as file:
        told = re.findall(r"^// (sanitizer|report|not|status|environment|compiler): (.*)$", file.read(), re.MULTILINE)
    says, reports = dict(told), [value for name, value in told if name == "report"]
    if not shutil.which(says.get("compiler", sys.executable)):
        raise Skip(f"no {says['compiler']} on this machine")
    text, program = os.path.join(folder, name + ".cpp"), os.path.join(folder, name)
    done = run_ptcc(ptcc, ["--target=cpu", "--no-cuda", "-std=c++17", source, "-o", text])
    if done.returncode:
        return done.stderr.decode(errors="replace")
    flags, libraries = (subprocess.run([ptcc, "--target=cpu", f], check=True, capture_output=True, text=True).stdout.split()
                        for f in ("--cflags", "--libs"))
    sanitize = [] if says["sanitizer"] == "none" else [f"-fsanitize={says['sanitizer']}", "-fno-sanitize-recover=undefined"]
    subprocess.run([says.get("compiler", os.environ.get("CXX", "c++")), "-O1", "-g1", "-rdynamic", *sanitize, *flags, text, "-o", program,
                    *libraries], check=True)
    races = says["sanitizer"] == "thread"
    environment = dict(os.environ, PTRT_CPU_SMS="2", PTRT_CPU_THREADS_PER_SM="512" if races else "1024",
                       ASAN_OPTIONS="detect_leaks=0", TSAN_OPTIONS="exitcode=66 atexit_sleep_ms=0")
    environment.update(word.split("=") for word in says.get("environment", "").split())
    done = subprocess.run([program], env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          errors="replace", timeout=SECONDS, check=False)
    if reports == ["none"]:
        return None if done.returncode == 0 and not done.stderr else f"status {done.returncode}\n{done.stderr[-2000:]}"
    missed = [report for report in reports if report not in done.stderr]
    missed += [f"not {value}" for name, value in told if name == "not" and value in done.stderr]
    if missed or not reports or done.returncode == 0 or done.returncode != int(says.get("status", done.returncode)):
        return f"status {done.returncode}, not reported: {missed}\n{done.stderr[-2000:]}"
    return None


def main():
    ptcc, folder = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    os.makedirs(folder, exist_ok=True)
    names = sys.argv[3:] or sorted(name[:-3] for name in os.listdir(os.path.join(HERE, "reports")) if name.endswith(".cu"))
    return run_all([(name, lambda name=name: check(ptcc, folder, name)) for name in names])


sys.exit(main())
