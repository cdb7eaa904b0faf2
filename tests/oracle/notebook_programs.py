#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Draws 2,000 programs and writes what Python and PyTorch print of each.

    ATEN_CPU_CAPABILITY=avx2 OMP_NUM_THREADS=1 /usr/bin/python3 notebook_programs.py OUTPUT_FOLDER

The program of a number is always the same: its number seeds the draws of tests/oracle/programs.
sample.json, every tenth, is committed; all.json, the whole, is compared where PyTorch is at hand, by
`./dev oracle`. Each entry has the number, the source, its standard output and, where it ended in an
exception, the traceback (see notebooks.py, whose runner this uses). A file "program.py" is run.
"""
import json
import os
import random
import sys
import tempfile
from pathlib import Path

import notebooks
from programs.tensors import Programs

COUNT = 2000
SAMPLE_EVERY = 10
HEAD = ["import math", "import torch", "from torch import nn", "import torch.nn.functional as F",
        "", ""]


def program(number):
    """The source of the program of this number."""
    grammar = Programs(random.Random(number))
    lines = list(HEAD) if number % 2 else HEAD[:1] + ["", ""]
    for _ in range(grammar.rng.randint(4, 8)):
        tensors = number % 2 and grammar.rng.random() < 0.65
        lines += [*(grammar.tensor_block() if tensors else grammar.block()), ""]
    if grammar.rng.random() < 0.15:  # one that nobody catches
        lines += ["", "def last():", f"    return {grammar.risky()}", "", "", "print(last())"]
    while lines and not lines[-1]:
        lines.pop()
    return "\n".join(lines) + "\n"


def entry(number, folder):
    source = program(number)
    (folder / "program.py").write_text(source, encoding="utf-8")
    out, err, status = notebooks.run(folder, "program.py")
    assert status in (0, 1), f"program {number} ended with status {status}"
    made = {"number": number, "source": source, "out": out.decode()}
    if status:
        made["err"] = err.decode()
    return made


def write(path, programs):
    """One program a line: small, and still a line of a difference each."""
    lines = ",\n".join(json.dumps(p, ensure_ascii=False) for p in programs)
    path.write_text(f'{{"made_by": {json.dumps(notebooks.version().strip())},\n'
                    f'"programs": [\n{lines}\n]}}\n', encoding="utf-8")


def main():
    target = Path(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        made = [entry(number, Path(os.path.realpath(folder))) for number in range(COUNT)]
    write(target / "all.json", made)
    write(target / "sample.json", made[::SAMPLE_EVERY])


if __name__ == "__main__":
    main()
