#!/usr/bin/env python3
"""What persistence costs in registers: each kernel of rewritten files against its persistent twin.

In:   files that ptcc wrote (or, with --ptcc, annotated ones that it rewrites first), nvcc; no GPU. Flags for both
      compilers stand behind `--`. --headers DIR takes the device headers from elsewhere: to compare two versions.
Out:  a line for each twin on stdout and a summary; with --csv FILE rows are appended there instead of the lines.
      --table FILE prints what such a file says of each program, as rows.
      Exit status 1 if something does not compile or has no twin.
Rule: both sides come out of one compilation, as they do in a program. Occupancy is reckoned at --threads a block, from
      registers and static shared memory on compute capability 9.0 (CUDA C++ Programming Guide, technical
      specifications); what the runtime does at a launch it asks the driver (ptrt_decide), not this table.
"""

import argparse
import concurrent.futures
import csv
import os
import re
import statistics
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FIELDS = ["program", "kernel", "original", "twin", "spill_original", "spill_twin", "stack_original", "stack_twin",
          "groups_original", "groups_twin"]
REGISTERS, WARPS, GROUPS, SHARED_BYTES = 65536, 64, 32, 227 * 1024  # of a multiprocessor


def parse_arguments():
    arguments = sys.argv[1:]
    flags = arguments[arguments.index("--") + 1:] if "--" in arguments else []
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("files", nargs="+")
    parser.add_argument("--table", action="store_true", help="the files are such as --csv wrote")
    parser.add_argument("--ptcc", help="rewrite the files with this ptcc first")
    parser.add_argument("--nvcc", default="nvcc")
    parser.add_argument("--headers", default=os.path.join(ROOT, "runtime-cuda"))
    parser.add_argument("--arch", default="sm_90")
    parser.add_argument("--threads", type=int, default=256)
    parser.add_argument("--program", help="name in the rows, default: the file's")
    parser.add_argument("--csv", help="append rows to this file")
    parser.add_argument("--jobs", "-j", type=int, default=1)
    options = parser.parse_args(arguments[:len(arguments) - len(flags) - ("--" in arguments)])
    options.flags = flags
    return options


def run(command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
    return done.returncode, done.stdout


def ptxas_output(options, path):
    """What `ptxas -v` says of a file, or None where it does not compile."""
    with tempfile.TemporaryDirectory() as folder:
        if options.ptcc:
            rewritten = os.path.join(folder, os.path.splitext(os.path.basename(path))[0] + "_pt.cu")
            status, text = run([options.ptcc, path, "-o", rewritten, "--"] + options.flags)
            if status:
                print("%s: ptcc refuses it\n%s" % (path, text), file=sys.stderr)
                return None
        else:
            rewritten = path
        status, text = run([options.nvcc, "-arch=" + options.arch, "-O3", "-w", "-Xptxas", "-v", "-I" + options.headers,
                            "-x", "cu", "-cubin", rewritten, "-o", os.path.join(folder, "cubin")] + options.flags)
        if status:
            print("%s: nvcc refuses it\n%s" % (rewritten, text), file=sys.stderr)
            return None
        return text


def kernels_of(text):
    """{demangled name: {registers, spill, stack, shared}} of the kernels that ptxas tells of."""
    kernels, name, inside = {}, None, False
    for line in text.splitlines():
        found = re.search(r"Compiling entry function '(\S+)'", line)
        if found:
            name = found.group(1)
            kernels[name] = {"registers": 0, "spill": 0, "stack": 0, "shared": 0}
        found = re.search(r"Function properties for (\S+)", line)
        if found:
            inside = found.group(1) == name
        found = re.search(r"(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads", line)
        if found and inside:
            kernels[name]["stack"] = int(found.group(1))
            kernels[name]["spill"] = int(found.group(2)) + int(found.group(3))
        found = re.search(r"Used (\d+) registers", line)
        if found and name:
            kernels[name]["registers"] = int(found.group(1))
            shared = re.search(r"(\d+) bytes smem", line)
            kernels[name]["shared"] = int(shared.group(1)) if shared else 0
    demangled = subprocess.run(["c++filt"], input="\n".join(kernels), stdout=subprocess.PIPE, text=True).stdout
    return dict(zip(demangled.splitlines(), kernels.values()))


def original_name(twin):
    """The original's name, where this is a twin's; else None."""
    name, count = re.subn(r"_pt(?=[<(]|$)", "", twin, count=1)
    return re.sub(r"\(pt_launch(, )?", "(", name, count=1) if count else None


def groups(kernel, threads):
    """Thread groups of a multiprocessor, by registers and static shared memory."""
    warps = (threads + 31) // 32
    registers = (max(kernel["registers"], 1) + 7) // 8 * 8 * 32  # of a warp; four partitions of a quarter each
    by_registers = REGISTERS // 4 // registers * 4 // warps
    by_shared = SHARED_BYTES // (kernel["shared"] + 1024)
    return min(by_registers, by_shared, WARPS // warps, GROUPS)


def rows_of(options, path, text):
    kernels = kernels_of(text)
    program = options.program or re.sub(r"(_pt)?\.cu$", "", os.path.basename(path))
    for name, twin in sorted(kernels.items()):
        original = kernels.get(original_name(name) or "")
        if original:
            yield [program, re.sub(r"^void |\(.*", "", original_name(name)), original["registers"], twin["registers"],
                   original["spill"], twin["spill"], original["stack"], twin["stack"], groups(original, options.threads),
                   groups(twin, options.threads)]


def summary(rows):
    more = sorted(row[3] - row[2] for row in rows)
    return "%d kernels: %+g registers in the median, %+d at most, %d above +6; %d lose occupancy, %d spill anew" % (
        len(rows), statistics.median(more), more[-1], sum(m > 6 for m in more),
        sum(row[9] < row[8] for row in rows), sum(row[5] > row[4] for row in rows))


def read_rows(path):
    with open(path, newline="") as file:
        return [[cell if n < 2 else int(cell) for n, cell in enumerate(row)] for row in list(csv.reader(file))[1:]]


def print_table(all_rows):
    """A row a program: registers above the original's, kernels that lose occupancy, kernels that spill anew."""
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(["program", "kernels", "more_median", "more_max", "lose_occupancy", "spill_anew"])
    for program in sorted({row[0] for row in all_rows}) + [None]:
        rows = [row for row in all_rows if program in (row[0], None)]
        more = [row[3] - row[2] for row in rows]
        writer.writerow([program or "all", len(rows), "%g" % statistics.median(more), max(more),
                         sum(row[9] < row[8] for row in rows), sum(row[5] > row[4] for row in rows)])


def main():
    options = parse_arguments()
    if options.table:
        print_table([row for path in options.files for row in read_rows(path)])
        return 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        texts = list(pool.map(lambda path: ptxas_output(options, path), options.files))
    rows = [row for path, text in zip(options.files, texts) if text for row in rows_of(options, path, text)]
    if options.csv:
        new = not os.path.exists(options.csv)
        with open(options.csv, "a", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerows([FIELDS] * new + rows)
    else:
        for row in rows:
            print("%-20s %-44s %4d -> %3d%s%s" % (row[0], row[1][:44], row[2], row[3],
                  "  spills" if row[5] > row[4] else "", "  %d -> %d groups" % (row[8], row[9]) if row[9] < row[8] else ""))
    if rows:
        print(summary(rows))
    return 0 if rows and None not in texts else 1


if __name__ == "__main__":
    sys.exit(main())
