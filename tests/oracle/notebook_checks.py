#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes notebooks with stored outputs, as a person's work leaves them behind.

    ATEN_CPU_CAPABILITY=avx2 OMP_NUM_THREADS=1 /usr/bin/python3 notebook_checks.py OUTPUT_FOLDER

Each notebook's cells are run here in the order in which its story says, which may be neither that of
the file nor each cell once; what PyTorch prints is stored with the numbers of the runs, as Jupyter
does. expected.json says of each what a check has to find: the verdict, the verdict of each code cell,
and the runs that explain what is stored.
"""
import ast
import contextlib
import io
import json
import re
import sys
from pathlib import Path

import torch

import notebooks

CODE, TEXT, RAW = "code", "markdown", "raw"


def run_cell(source, names):
    """(stdout, result or None, error or None) of one run of a cell, as a kernel does it."""
    out, result, error = io.StringIO(), None, None
    body = ast.parse(source)
    last = None
    if body.body and isinstance(body.body[-1], ast.Expr) and not source.rstrip().endswith(";"):
        last = ast.Expression(body.body.pop().value)
    with contextlib.redirect_stdout(out):
        try:
            exec(compile(body, "<cell>", "exec"), names)
            value = eval(compile(last, "<cell>", "eval"), names) if last else None
            if value is not None:
                result = re.sub(" at 0x[0-9a-f]+", " at 0x7f0123456789", repr(value))
        except Exception as raised:
            error = raised
    return out.getvalue(), result, error


def stored(count, printed, result, error):
    """The outputs of a code cell in nbformat 4."""
    lines = lambda text: text.splitlines(keepends=True)
    outputs = []
    if printed:
        outputs.append({"name": "stdout", "output_type": "stream", "text": lines(printed)})
    if result is not None:
        outputs.append({"data": {"text/plain": lines(result)}, "execution_count": count,
                        "metadata": {}, "output_type": "execute_result"})
    if error is not None:
        name = type(error).__name__
        outputs.append({"ename": name, "evalue": str(error), "output_type": "error",
                        "traceback": ["\x1b[0;31m" + "-" * 75 + "\x1b[0m",
                                      f"\x1b[0;31m{name}\x1b[0m: {error}"]})
    return outputs


def notebook(cells, runs=None, seed=None, first=1, numbers=True):
    """The notebook of these (kind, source) cells after runs of the cells at these positions, in this
    order (default: each once); `seed` is the generator's state before the first."""
    torch.set_printoptions(profile="default", sci_mode=None)
    torch.manual_seed(4242 if seed is None else seed)
    names, after = {"__name__": "__main__"}, {}
    code = [i for i, (kind, _) in enumerate(cells) if kind == CODE]
    for count, position in enumerate(code if runs is None else runs, start=first):
        after[position] = (count, *run_cell(cells[position][1], names))
    made = []
    for position, (kind, source) in enumerate(cells):
        cell = {"cell_type": kind, "metadata": {}, "source": source.splitlines(keepends=True)}
        if kind == CODE:
            count = after[position][0] if position in after else None
            cell["execution_count"] = count if numbers else None
            cell["outputs"] = stored(*after[position]) if position in after else []
        made.append(cell)
    return {"cells": made, "metadata": {"kernelspec": {"display_name": "Python 3",
            "language": "python", "name": "python3"}, "language_info": {"name": "python"}},
            "nbformat": 4, "nbformat_minor": 4}


def expect(verdict, cells, runs=None):
    return {"verdict": verdict, "cells": cells, "runs": runs}


def change(made, position, old, new):
    """Replaces a text in a cell's stored outputs, as another version of PyTorch would have it."""
    for output in made["cells"][position]["outputs"]:
        for holder in (output, output.get("data", {})):
            for key in ("text", "text/plain"):
                if key in holder:
                    text = "".join(holder[key])
                    holder[key] = text.replace(old, new).splitlines(keepends=True)
    return made


LECTURE = [
    (TEXT, "# Rows and their statistics"),
    (CODE, "import torch\nfrom torch import nn\n\ntorch.manual_seed(123)\nbatch = torch.rand(2, 5)\nbatch"),
    (CODE, "layer = nn.Sequential(nn.Linear(5, 6), nn.ReLU())\nout = layer(batch)\nprint(out)"),
    (TEXT, "Mean and variance of each **row**."),
    (CODE, "mean = out.mean(dim=-1, keepdim=True)\nvar = out.var(dim=-1, keepdim=True)\nprint(mean)\nvar"),
    (CODE, "normalized = (out - mean) / torch.sqrt(var)\nnormalized"),
    (CODE, "torch.set_printoptions(sci_mode=False)\nnormalized.mean(dim=-1, keepdim=True)"),
    (CODE, "normalized.var(dim=-1)"),
]
ARCHITECTURE = [
    (CODE, "import torch\nimport torch.nn as nn"),
    (CODE, "torch.manual_seed(123)\nsample = torch.randn(2, 5)\nsample"),
    (CODE, "layer = nn.Sequential(nn.Linear(5, 6), nn.ReLU())\nactivated = layer(sample)\nprint(activated)"),
    (TEXT, "What `keepdim` is for:"),
    (CODE, "mean = activated.mean(dim=-1, keepdim=True)\nvar = activated.var(dim=-1, keepdim=True)\nprint(mean)\nprint(var)"),
    (CODE, "mean.shape, activated.mean(dim=-1).shape"),
]
COUNTER = [
    (CODE, "n = 1"),
    (CODE, "n = n * 2\nn"),
    (CODE, "print('n is', n)"),
    (CODE, "[n + i for i in range(3)]"),
]
SWAPPED = [
    (CODE, "values = [3, 1, 2]"),
    (CODE, "values[0]"),
    (CODE, "values.sort()\nprint('sorted')"),
    (CODE, "values"),
]
UNSEEDED = [
    (CODE, "import torch\nx = torch.rand(2, 3)\nprint(x.shape)"),
    (CODE, "x"),
    (CODE, "(x - x.mean(-1, keepdim=True)) / x.std(-1, keepdim=True)"),
    (CODE, "x.numel()"),
]
PLAIN = [
    (TEXT, "Plain Python."),
    (CODE, "words = 'to be or not to be'.split()\ncounts = {w: words.count(w) for w in words}\ncounts"),
    (CODE, "for w in sorted(counts):\n    print(w, counts[w])"),
    (CODE, "None"),
    (CODE, "len(counts);"),
    (CODE, ""),
    (CODE, "print('both'); 'result'"),
    (RAW, "not code"),
]
FAILING = [
    (CODE, "import torch\nx = torch.ones(2, 3)"),
    (CODE, "print('before')\nx + torch.ones(4)"),
    (CODE, "{'a': 1}['b']"),
    (CODE, "x.sum()"),
]
SHOWN = [
    (CODE, "import torch\ntorch.manual_seed(7)"),
    (CODE, "torch.rand(2)"),
    (CODE, "class Box:\n    pass\n[Box()]"),
]
GROWING = [
    (CODE, "items = [1]"),
    (CODE, "items.append(len(items) * 3)\nitems"),
    (CODE, "items.append(items[-1] - 1)\nprint(len(items))"),
    (CODE, "print('half way')"),
    (CODE, "sum(items)"),
]
TIDIED = [
    (CODE, "import torch\ntorch.manual_seed(7)\nw = torch.randn(3)\nw"),
    (CODE, "w.softmax(0)"),
    (CODE, "print(w.softmax(0).sum())"),
]


def main():
    folder = Path(sys.argv[1])
    made, wanted = {}, {}

    def add(name, document, expected):
        made[name], wanted[name] = document, expected

    same = lambda n: ["identical"] * n
    add("lecture", notebook(LECTURE), expect("reproducible", same(6)))
    add("plain", notebook(PLAIN), expect("reproducible", same(6)))
    add("architecture_clean", notebook(ARCHITECTURE), expect("reproducible", same(5)))
    # The story of document E: the layer's cell was run three times, and its label says In [5].
    add("architecture_thrice", notebook(ARCHITECTURE, [0, 1, 2, 2, 2, 4, 5]),
        expect("out of order", ["identical", "identical", "different", "different", "identical"],
               [1, 2, 3, 3, 3, 4, 5]))
    add("architecture_twice_unnumbered", notebook(ARCHITECTURE, [0, 1, 2, 2, 4, 5], numbers=False),
        expect("out of order", ["identical", "identical", "different", "different", "identical"],
               [1, 2, 3, 3, 4, 5]))
    add("counter_twice", notebook(COUNTER, [0, 1, 1, 2, 3]),
        expect("out of order", ["identical", "different", "different", "different"],
               [1, 2, 2, 3, 4]))
    add("swapped", notebook(SWAPPED, [0, 2, 1, 3]),
        expect("out of order", ["identical", "different", "identical", "identical"], [1, 3, 2, 4]))
    add("unseeded", notebook(UNSEEDED, seed=999),
        expect("unseeded", ["identical", "different", "different", "identical"]))
    # Printed by a version of PyTorch that prints round numbers with their zeros, and narrower ones.
    add("other_version", change(change(notebook(LECTURE), 7, "1.", "1.0000"), 6, "[     ", "[ "),
        expect("reproducible", [*same(4), "equal numbers", "equal numbers"]))
    add("failing", notebook(FAILING), expect("reproducible", same(4)))
    # Nobody's runs print a number that was typed over.
    add("typed_over", change(notebook(COUNTER), 2, "2", "7"),
        expect("different", ["identical", "identical", "different", "identical"]))
    add("never_run", notebook(LECTURE, runs=[]), expect("reproducible", ["not stored"] * 6))
    add("half_run", notebook(TIDIED, runs=[0, 1], first=12),
        expect("reproducible", ["identical", "identical", "not stored"]))
    # What lies at another address each time is no difference, and Jupyter writes it its own way.
    add("seed_shown", change(notebook(SHOWN), 0, " object at 0x", " at 0x"),
        expect("reproducible", same(3)))
    # Read to the fourth cell, then from the second on again.
    add("went_back", notebook(GROWING, [0, 1, 2, 3, 1, 2, 3, 4]),
        expect("out of order", ["identical", "different", "different", "identical", "different"],
               [1, 2, 3, 4, 2, 3, 4, 5]))
    # Without numbers fewer runs than there were explain the same.
    add("went_back_unnumbered", notebook(GROWING, [0, 1, 2, 3, 1, 2, 3, 4], numbers=False),
        expect("out of order", ["identical", "different", "different", "identical", "different"],
               [1, 2, 3, 2, 3, 4, 5]))
    add("left_out_unnumbered", notebook(GROWING, [0, 1, 3, 4], numbers=False),
        expect("out of order", ["identical", "identical", "different", "identical", "different"],
               [1, 2, 4, 5]))
    only_text = [(TEXT, "# Nothing to run"), (RAW, "raw")]
    add("no_code", notebook(only_text), expect("reproducible", []))

    for name, document in made.items():
        text = json.dumps(document, indent=1, ensure_ascii=False)
        (folder / f"{name}.ipynb").write_text(text + "\n", encoding="utf-8")
    text = json.dumps({"made_by": notebooks.version().strip(), "notebooks": wanted}, indent=1)
    (folder / "expected.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
