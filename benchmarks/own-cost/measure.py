#!/usr/bin/env python3
"""ptcc's own cost: its time and memory against the bare libclang parse that it needs, in one run, interleaved.

     measure.py PTCC BARE-PARSE [--rounds N] [--raw FILE] [--table FILE]     the table
     measure.py PTCC BARE-PARSE --check                                      TAP, for the suite

In:  ptcc and bare_parse (beside this file), which makes the same parse and nothing else. Inputs are made here: a small kernel,
     one that includes cuda_runtime.h, one with CUB and Thrust, and one of 500 kernels and 2000 launches; with the
     toolkit and without. None has a __CUDA_ARCH__ of its own, so one parse is what ptcc needs.
Out: for each input the medians of processor time (user and system) and of the largest resident size, and their ratios.
Rule: the table's targets are 1.05 times the time and 1.1 times the memory. --check guards against steps back: at most 1.25 and
     1.1; and for a file of 1500 kernels and 6000 launches, where a search through all of the text for each of them shows
     first, 1.75 and 1.9. It compares the least of all rounds, and takes more rounds while that is too much: the load of the
     machine only ever adds to a sample, so that the least of enough samples shows the programs' own cost.
"""
import argparse
import os
import statistics
import subprocess
import sys
import tempfile

TARGET_TIME, TARGET_MEMORY = 1.05, 1.10
CHECK_ROUNDS, MOST_CHECK_ROUNDS = 5, 40
ALLOWED = {"small kernel": (1.25, 1.1), "cuda_runtime.h": (1.25, 1.1), "1500 kernels, 6000 launches": (1.75, 1.9)}
KERNEL = """__global__ void {name}(const float *in, float *out, int n)
{{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i] * {factor}.0f;
}}
"""


def small(includes=""):
    text = includes + "#pragma pt kernel\n" + KERNEL.format(name="scale", factor=2)
    return text + "void start(const float *in, float *out, int n)\n{\n    scale<<<(n + 255) / 256, 256>>>(in, out, n);\n}\n"


def many(kernels=500, launches=2000):
    """As many kernels, each launched by several host functions."""
    text = "".join("#pragma pt kernel schedule(dynamic)\n" + KERNEL.format(name=f"scale_{k}", factor=k) for k in range(kernels))
    for first in range(0, launches, 10):
        text += f"void start_{first}(const float *in, float *out, int n, cudaStream_t stream)\n{{\n"
        for launch in range(first, first + 10):
            text += f"    scale_{launch % kernels}<<<(n + 255) / 256, 256, 0, stream>>>(in, out, n);\n"
        text += "}\n"
    return text


def inputs(check=False):
    if check:
        return {**{name: text for name, text in inputs().items() if name in ALLOWED}, "1500 kernels, 6000 launches": many(1500, 6000)}
    return {"small kernel": small(), "cuda_runtime.h": small("#include <cuda_runtime.h>\n#include <cstdio>\n#include <vector>\n"),
            "cub + thrust": small("#include <cub/cub.cuh>\n#include <thrust/device_vector.h>\n#include <thrust/sort.h>\n"),
            "500 kernels, 2000 launches": many()}


def cost(arguments):
    """(processor seconds, KiB resident at most) of one process."""
    with open(os.devnull, "wb") as nothing:
        process = subprocess.Popen(arguments, stdin=subprocess.DEVNULL, stdout=nothing)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise SystemExit(f"{' '.join(arguments)}: exit status {process.returncode}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss


def has_toolkit(bare):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.cu")
        with open(path, "w", encoding="ascii") as file:
            file.write("#include <crt/host_config.h>\n#include <cuda_runtime_api.h>\n")
        return subprocess.run([bare, "--cuda-path=" + (os.environ.get("CUDA_PATH") or "/usr/local/cuda"), path],
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False).returncode == 0


def measure(ptcc, bare, texts, modes, rounds, raw):
    """{(input, mode): {program: [(seconds, KiB), ...]}}, the programs and inputs taking turns."""
    samples = {}
    with tempfile.TemporaryDirectory() as folder:
        for number, text in enumerate(texts.values()):
            with open(os.path.join(folder, f"{number}.cu"), "w", encoding="ascii") as file:
                file.write(text)
        for turn in range(rounds + 1): # the first fills the caches and is not counted
            for number, name in enumerate(texts):
                for mode, flags in modes.items():
                    path = os.path.join(folder, f"{number}.cu")
                    runs = [("bare", [bare, *flags, path]), ("ptcc", [ptcc, *flags, path, "-o", os.path.join(folder, "out.cu")])]
                    for program, arguments in runs if turn % 2 else reversed(runs):
                        seconds, kibibytes = cost(arguments)
                        if turn > 0:
                            samples.setdefault((name, mode), {}).setdefault(program, []).append((seconds, kibibytes))
                            if raw:
                                raw.write(f"{name},{mode},{turn},{program},{seconds:.4f},{kibibytes}\n")
    return samples


def compared(samples, by=statistics.median):
    rows = []
    for (name, mode), of in samples.items():
        (bare_s, bare_k), (ptcc_s, ptcc_k) = ([by(column) for column in zip(*of[p])] for p in ("bare", "ptcc"))
        rows.append((name, mode, bare_s, ptcc_s, ptcc_s / bare_s, bare_k, ptcc_k, ptcc_k / bare_k))
    return rows


def write_table(path, rows, rounds, version):
    load = os.getloadavg()[2] / (os.cpu_count() or 1)
    busy = "idle but for this" if load < 1.2 else f"busy, {load:.1f} runnable processes for each core, so take times within 10%"
    with open(path, "w", encoding="utf-8") as file:
        file.write("# ptcc's own cost\n\nProcessor time and largest resident size of ptcc, against a program that makes the same libclang "
                   f"parse and nothing else: `benchmarks/own-cost/measure.py`, medians of {rounds} rounds in which all take turns. "
                   f"{version}; the machine was {busy}. Targets: at most {TARGET_TIME} times the time and {TARGET_MEMORY} times the memory.\n\n"
                   "| input | headers | bare parse, ms | ptcc, ms | ratio | bare, MiB | ptcc, MiB | ratio |\n"
                   "|---|---|--:|--:|--:|--:|--:|--:|\n")
        for name, mode, bare_s, ptcc_s, time, bare_k, ptcc_k, memory in rows:
            file.write(f"| {name} | {mode} | {bare_s * 1e3:.0f} | {ptcc_s * 1e3:.0f} | {time:.3f} | {bare_k / 1024:.1f} | "
                       f"{ptcc_k / 1024:.1f} | {memory:.3f} |\n")


def check(ptcc, bare, modes):
    """An input is measured again, with the rounds before it, until it is within what is allowed or has had all its rounds."""
    results, texts = {}, inputs(check=True)
    for name, mode in [(name, mode) for name in texts for mode in modes]:
        samples, rounds, good = {}, 0, False
        while not good and rounds < MOST_CHECK_ROUNDS:
            for key, of in measure(ptcc, bare, {name: texts[name]}, {mode: modes[mode]}, CHECK_ROUNDS, None).items():
                for program, more in of.items():
                    samples.setdefault(key, {}).setdefault(program, []).extend(more)
            rounds += CHECK_ROUNDS
            (*_, time, _, _, memory), = compared(samples, min)
            good = time <= ALLOWED[name][0] and memory <= ALLOWED[name][1]
        results[name, mode] = good, time, memory, rounds
    print(f"1..{len(results)}")
    for number, ((name, mode), (good, time, memory, rounds)) in enumerate(results.items(), 1):
        print(f"{'ok' if good else 'not ok'} {number} - {name}, {mode}\n# {time:.3f} of the bare parse's time, "
              f"{memory:.3f} of its memory, in {rounds} rounds; {ALLOWED[name][0]} and {ALLOWED[name][1]} are allowed")
    return 0 if all(good for good, *_ in results.values()) else 1


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("ptcc")
    parser.add_argument("bare")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--raw", help="every sample, as CSV")
    parser.add_argument("--table", help="the medians, as Markdown")
    parser.add_argument("--only", action="append", help="only this input")
    parser.add_argument("--check", action="store_true")
    o = parser.parse_args()
    modes = {"carried": ["--no-cuda"]}
    if has_toolkit(o.bare):
        modes["toolkit"] = []
    if o.check:
        return check(o.ptcc, o.bare, modes)
    raw = open(o.raw, "w", encoding="utf-8") if o.raw else None
    if raw:
        raw.write("input,headers,round,program,processor_seconds,resident_kib\n")
    texts = {name: text for name, text in inputs().items() if not o.only or name in o.only}
    rows = compared(measure(o.ptcc, o.bare, texts, modes, o.rounds, raw))
    for name, mode, bare_s, ptcc_s, time, bare_k, ptcc_k, memory in rows:
        print(f"{name:28} {mode:8} {bare_s * 1e3:8.1f} ms {ptcc_s * 1e3:8.1f} ms  {time:6.3f}   {bare_k / 1024:7.1f} MiB "
              f"{ptcc_k / 1024:7.1f} MiB  {memory:6.3f}")
    if raw:
        raw.close()
    if o.table:
        version = subprocess.run([o.ptcc, "--version"], stdout=subprocess.PIPE, text=True, check=True).stdout.strip()
        write_table(o.table, rows, o.rounds, " ".join(version.split()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
