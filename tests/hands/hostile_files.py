#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Opens files that are hostile on purpose, at their full size, with a bound of memory.

usage: hostile_files.py NORMSCOPE. Each file is given to the commands that would read it: they end
within the bound, with a sentence where they refuse. Prints what each took."""

import json
import os
import resource
import struct
import subprocess
import sys
import tempfile
import time
import zipfile

ADDRESS_SPACE = 3 << 30  # bytes, most of it reserved and never used
RESIDENT = 700 << 20  # the most that a file of these may take, a hundredth of what some took
SECONDS = 60  # beyond this something is wrong; nothing here takes a tenth of it

FRONT = '+++\nid = "a"\ntitle = "A"\nsource = "s"\n+++\n## A\n```normscope\n' \
        'input = { name = "x", values = [[2, 4, 5, 6, 8]] }\noperation = "layer-norm"\n```\n'


def safetensors(count):
    tensors = {f"layer.{i:06}.weight": {"dtype": "F32", "shape": [1],
                                        "data_offsets": [4 * i, 4 * i + 4]} for i in range(count)}
    header = json.dumps(tensors, separators=(",", ":")).encode()
    return struct.pack("<Q", len(header)) + header + bytes(4 * count)


def zeros(path, count):
    header = f"{{'descr': '<f4', 'fortran_order': False, 'shape': ({count},), }}".ljust(117) + "\n"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        with archive.open("x.npy", "w", force_zip64=True) as member:
            member.write(b"\x93NUMPY\x01\0" + struct.pack("<H", 118) + header.encode())
            for _ in range(4 * count >> 20):
                member.write(bytes(1 << 20))


def notebook(cells):
    return '{"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [' + cells + "]}"


def cell(kind, source, more=""):
    return f'{{"cell_type": "{kind}", "id": "a", "metadata": {{}}, "source": {json.dumps(source)}{more}}}'


CODE = ', "execution_count": null, "outputs": []'
TEXTS = {
    "objects.json": lambda: '{"normscope_session": 2, "x": [' + "{}," * 5_000_000 + "{}]}",
    "numbers.json": lambda: '{"normscope_session": 2, "x": [' + "1," * 20_000_000 + "1]}",
    "objects.ipynb": lambda: notebook("{}," * 10_000_000 + "{}"),
    "line.ipynb": lambda: notebook(cell("code", "# " + "x" * 5_000_000, CODE)),
    "word.ipynb": lambda: notebook(cell("markdown", "x" * 5_000_000)),
    "steps.md": lambda: (FRONT + "## A\nx\n\n" * (1 << 20))[:1 << 20],
    "titles.md": lambda: (FRONT + "## A\n" * (1 << 20))[:(1 << 20) - 3],
    "cells.md": lambda: (FRONT + "```python\n1\n```\n" * (1 << 17))[:1 << 20],
    "lines.md": lambda: (FRONT + "x\n" * (1 << 20))[:1 << 20],
    "header.csv": lambda: "a," + "b" * 5_000_000 + "\n1,2\n3,4\n",
}
COMMANDS = {
    ".json": [["export", "FILE", "--list"]],
    ".ipynb": [["export", "FILE", "--list"]],
    ".md": [["handout", "FILE", "--output", "OUT.pdf"], ["lessons", "check", "FILE"]],
    ".csv": [["compute", "layer-norm", "--input", "FILE", "--output", "OUT.npy"]],
    ".npz": [["compute", "layer-norm", "--input", "FILE", "--output", "OUT.npy"],
             ["export", "FILE", "--list"]],
    ".safetensors": [["compute", "layer-norm", "--input", "FILE", "--output", "OUT.npy"]],
}


def limit():
    resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_SPACE, ADDRESS_SPACE))


def run(program, command, folder, name):
    """The sentence of a fault; none where all is well."""
    named = {"FILE": name, "OUT.pdf": "out.pdf", "OUT.npy": "out.npy"}
    words = [named.get(word, word) for word in command]
    began = time.monotonic()
    process = subprocess.Popen([program, *words], cwd=folder, preexec_fn=limit,
                               stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    said = process.stderr.read().decode(errors="replace").strip()
    _, status, used = os.wait4(process.pid, 0)
    took = time.monotonic() - began
    process.returncode = os.waitstatus_to_exitcode(status)
    last = said.splitlines()[-1] if said else ""
    print(f"{os.path.getsize(os.path.join(folder, name)):>9} {name:20} {command[0]:8} "
          f"{took:6.2f} s {used.ru_maxrss // 1024:>5} MiB  {last[:110]}", flush=True)
    if process.returncode not in (0, 1):
        return f"ended with {process.returncode}"
    if process.returncode == 1 and not last.startswith("normscope: "):
        return "refused without a sentence"
    if used.ru_maxrss * 1024 > RESIDENT:
        return "took more memory than it may"
    return "took too long" if took > SECONDS else None


def main():
    program = os.path.abspath(sys.argv[1])
    faults = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, text in TEXTS.items():
            with open(os.path.join(folder, name), "w") as file:
                file.write(text())
        for name, count in (("names.safetensors", 40_000), ("most.safetensors", 160_000)):
            with open(os.path.join(folder, name), "wb") as file:
                file.write(safetensors(count))
        zeros(os.path.join(folder, "zeros.npz"), 750 << 20)
        for name in sorted(os.listdir(folder)):
            for command in COMMANDS[os.path.splitext(name)[1]]:
                fault = run(program, command, folder, name)
                if fault:
                    faults += 1
                    print(f"{name}: {' '.join(command)}: {fault}")
    print(f"{faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
