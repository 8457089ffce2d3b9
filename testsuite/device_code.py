"""The device code that the exec build and the examples left behind: registers, spills and PTX, kernel by kernel.

In:  the folder of `run_exec.py` (logs/, original/, rewritten/). Its programs are built with `-Xptxas -v -no-compress`: ptxas's
     report lies in the logs, the PTX in the programs as plain text. The examples are compiled here, device code only.
Out: programs(): name and the two sides of each, every side with `resources` and `ptx` by mangled name of the kernel.
Invariant: a twin is recognised by its own parameters: NAME_pt, which begins with the launch record; its original is the
     kernel NAME with the rest of them, in the same file.
"""
import os
import re
import subprocess
import threading

from tap import NVCC

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
ENTRY = re.compile(r"ptxas info\s*: Compiling entry function '([^']+)' for '([^']+)'")
SPILLS = re.compile(r"(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads")
USED = re.compile(r"ptxas info\s*: Used (\d+) registers")
MODULE = re.compile(rb"\.version \d+\.\d+\s*\n\.target [\x09\x0a\x20-\x7e]*")
STRING = re.compile(r"^\.global \.align 1 \.b8 (\S+)\[\d+\] = (\{[^}]*\});", re.M)
BEGIN = re.compile(r"^(?:\.visible |\.weak )?\.entry ([\w$]+)\(", re.M)


class Resources:
    def __init__(self, registers, stack, spills):
        self.registers, self.stack, self.spills = registers, stack, spills


def resources_of(report):
    """{mangled name: Resources} from what `-Xptxas -v` said; of several architectures the last."""
    found, name, stack, spills = {}, None, 0, 0
    for line in report.splitlines():
        entry, spilled, used = ENTRY.search(line), SPILLS.search(line), USED.search(line)
        if entry:
            name, stack, spills = entry[1], 0, 0
        elif spilled:
            stack, spills = int(spilled[1]), int(spilled[2]) + int(spilled[3])
        elif used and name:
            found[name] = Resources(int(used[1]), stack, spills)
            name = None
    return found


def end_of_braces(text, at):
    """Behind the closing brace of the block that begins next; inline assembly has braces of its own."""
    depth, at = 0, text.index("{", at)
    for brace in re.compile("[{}]").finditer(text, at):
        depth += 1 if brace[0] == "{" else -1
        if depth == 0:
            return brace.end()
    return len(text)


def ptx_of(program):
    """{mangled name: text of the kernel} from a program's PTX, with what depends on its neighbours taken out."""
    found = {}
    for module in MODULE.findall(program):
        text = module.decode("ascii")
        strings = {m[1]: m[2] for m in STRING.finditer(text)}
        for begin in BEGIN.finditer(text):
            body = text[begin.start():end_of_braces(text, begin.start())]
            body = re.sub(r"\$L__BB\d+_", "$L__BB_", body)                 # labels bear the number of the function,
            body = re.sub(r"__local_depot\d+", "__local_depot", body)      # and so do frames
            body = re.sub(r"\$str(\$\d+)?\b", lambda m: strings.get(m[0], m[0]), body)
            body = re.sub(r"__(unnamed|PRETTY_FUNCTION)__?[\w$]*", lambda m: strings.get(m[0], m[0]), body)
            # What a twin uses as well stands outside.
            body = re.sub(r"\n\s*\n", "\n", re.sub(r"^\.shared [^;]*;\n", "", body, flags=re.M))
            found[begin[1]] = body
    return found


def without_hashes(ptx):
    """The same with the hashes of translation units out of the names: they differ with the text of the file."""
    def shortened(text):
        return re.sub(r"\d+_(GLOBAL__N_|INTERNAL)_+[0-9a-f]{8}(_\d+_\w+?_cu)_(?:[0-9a-f]{8}|main)", r"\1\2", text)
    return {shortened(name): shortened(body) for name, body in ptx.items()}


class Side:
    """Original or rewritten: what of it there is."""

    def __init__(self, reports, programs, texts):
        self.reports, self.programs, self.texts = reports, programs, texts

    def _join(self, paths, mode, read):
        joined = {}
        for path in paths:
            if os.path.exists(path):
                with open(path, mode, **({} if "b" in mode else {"encoding": "utf-8", "errors": "replace"})) as file:
                    joined.update(read(file.read()))
        return joined

    def resources(self):
        return self._join(self.reports, "r", resources_of)

    def ptx(self):
        return self._join(self.programs, "rb", ptx_of)

    def text(self):
        joined = ""
        for path in self.texts:
            with open(path, encoding="utf-8", errors="replace") as file:
                joined += file.read()
        return joined


class Program:
    def __init__(self, name, original, rewritten):
        self.name, self.original, self.rewritten = name, original, rewritten


def exec_programs(folder):
    """The cases that were built: those that ptcc rewrote."""
    cases = os.path.join(HERE, "exec")
    for name in sorted(os.listdir(os.path.join(folder, "rewritten"))):
        case = os.path.join(cases, name)
        several = os.path.isdir(case)
        texts = [os.path.join(case, f) for f in sorted(os.listdir(case))] if several else [case + ".cu"]
        if not all(os.path.exists(text) for text in texts):
            continue # left by a case that is no more
        sides = [Side([os.path.join(folder, "logs", f"{name}.{side}.txt")], [os.path.join(folder, side, name)], texts)
                 for side in ("original", "rewritten")]
        yield Program(name, *sides)


_lock = threading.Lock()


def example_programs(ptcc, folder):
    """Each file of the examples that is a program without ptcc, too, its device code compiled as it is and rewritten."""
    where = os.path.join(folder, "examples")
    os.makedirs(where, exist_ok=True)
    flags = subprocess.run([ptcc, "--cflags"], check=True, stdout=subprocess.PIPE, text=True).stdout.split()
    examples = os.path.join(ROOT, "examples")
    for example in sorted(os.listdir(examples)):
        inside = os.path.join(examples, example)
        for source in sorted(os.listdir(inside)) if os.path.isdir(inside) else []:
            if not source.endswith(".cu"):
                continue
            with open(os.path.join(inside, source), encoding="utf-8") as text:
                words = text.read()
            if any(word in words for word in ("#ifndef __PTCC__", "#pragma pt foreach", "<pt/collectives.cuh>")): # barriers of the grid, tasks
                continue
            name = example if source == example + ".cu" else f"{example}-{source[:-3]}"
            sides = []
            for side in ("original", "rewritten"):
                path = os.path.join(inside, source)
                target = os.path.join(where, f"{name}.{side}")
                if side == "rewritten":
                    path = target + ".cu"
                    subprocess.run([ptcc, os.path.join(inside, source), "-o", path], check=True)
                with _lock:
                    report = subprocess.run(
                        ["nice", NVCC, "-std=c++17", "-O2", "-Xptxas", "-v", "-no-compress", "-fatbin", "-gencode",
                         "arch=compute_90,code=[sm_90,compute_90]", *flags, path, "-o", target + ".fatbin"],
                        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=True).stdout
                with open(target + ".txt", "w", encoding="utf-8") as file:
                    file.write(report)
                sides.append(Side([target + ".txt"], [target + ".fatbin"], [os.path.join(inside, source)]))
            yield Program(name, *sides)


def demangled(names):
    names = list(names)
    shown = subprocess.run(["c++filt"], input="\n".join(names) + "\n", stdout=subprocess.PIPE, text=True, check=True)
    return dict(zip(names, shown.stdout.splitlines()))


def original_of(twin):
    """`void ns::k_pt<int>(pt_launch, int*)` -> `void ns::k<int>(int*)`; None when it is no twin. Names are demangled; an
    `extern "C"` kernel has no parameters in its name."""
    if twin.endswith("_pt"):
        return twin[:-3]
    at = twin.find("(pt_launch")
    if at < 0:
        return None
    name, rest = twin[:at], twin[at + len("(pt_launch"):]
    arguments = len(name)
    if name.endswith(">"):
        depth = 0
        for arguments in range(len(name) - 1, -1, -1):
            depth += (name[arguments] == ">") - (name[arguments] == "<")
            if depth == 0:
                break
    if not name[:arguments].endswith("_pt"):
        return None
    return name[:arguments - 3] + name[arguments:] + "(" + (rest[2:] if rest.startswith(", ") else rest)


def pairs(names):
    """(original, twin), mangled, of the kernels of one program."""
    shown = demangled(names)
    by_shown = {}
    for name, text in shown.items():
        by_shown.setdefault(text, name)
    found = []
    for name, text in shown.items():
        original = original_of(text)
        if original is not None and original in by_shown:
            found.append((by_shown[original], name))
    return found, shown
