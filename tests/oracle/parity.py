#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes the tables of cases that every backend is held against: tests/data/parity/cases.json, and
large.json of long rows and many rows, at most 2^24 elements each.

Usage: parity.py FOLDER   (writes both into FOLDER; needs python3-torch 2.6)

Options, sizes and fills are combined pairwise: any two values of any two factors meet in some case.
Layer norm and softmax with PyTorch's own options also meet every size with every fill.
For each case PyTorch computes the operation in float32 (its built-in where it has one, else the
chain of steps that people write) and in float64. Recorded are the float32 error, in ULPs of
max(1, |r|) against the float64 values, which the bound of a backend is made from, and a few of the
float64 values, which the double reference must give. Inputs are not stored: a fill and a seed of
PyTorch's generator name them, and the tests make them again.
"""
import itertools
import json
import math
import os
import platform
import random
import sys

import torch
import torch.nn.functional as F

COLUMNS = [1, 2, 31, 32, 33, 63, 64, 65, 1023, 1024, 1025, 4096, 65537]
FILLS = ["normal", "offset 100", "offset 10000", "ties", "near 88", "wide", "denormal", "huge",
         "constant", "nan", "inf", "minus inf", "all minus inf"]

NORM_FACTORS = {
    "operation": ["layer-norm", "rms-norm", "batch-norm", "instance-norm", "group-norm"],
    "columns": COLUMNS,
    "fill": FILLS,
    "epsilon": [0.0, 1e-12, 1e-5, 1e-3],
    "placement": ["inside", "outside", "count", "none"],
    "variance": ["biased", "unbiased"],
    "algorithm": ["two-pass", "one-pass", "welford"],
    "centring": [True, False],
    "returned": ["normalized", "normalized", "normalized", "mean", "input"],
    "gamma": [True, False],
    "beta": [True, False],
}
SOFTMAX_FACTORS = {
    "operation": ["softmax", "log-softmax"],
    "columns": COLUMNS,
    "fill": FILLS,
    "place": ["last", "middle", "first"],
    "temperature": [1.0, 0.5, 10.0],
    "algorithm": ["max-subtracted", "naive", "online"],
}


def pairwise(factors, rng):
    """Rows that hold every pair of values; greedy, best of many random candidates."""
    names = list(factors)
    levels = [range(len(factors[name])) for name in names]
    missing = {(i, a, j, b) for i, j in itertools.combinations(range(len(names)), 2)
               for a in levels[i] for b in levels[j]}
    rows = []
    while missing:
        seed = min(missing)
        best, most = None, -1
        for _ in range(60):
            row = [rng.choice(level) for level in levels]
            row[seed[0]], row[seed[2]] = seed[1], seed[3]
            hits = sum((i, row[i], j, row[j]) in missing
                       for i, j in itertools.combinations(range(len(names)), 2))
            if hits > most:
                best, most = row, hits
        missing -= {(i, best[i], j, best[j])
                    for i, j in itertools.combinations(range(len(names)), 2)}
        rows.append({name: factors[name][best[k]] for k, name in enumerate(names)})
    return rows


NORM_DEFAULTS = {"operation": "layer-norm", "epsilon": 1e-5, "placement": "inside",
                 "variance": "biased", "algorithm": "two-pass", "centring": True,
                 "returned": "normalized", "gamma": True, "beta": True}
SOFTMAX_DEFAULTS = {"operation": "softmax", "place": "last", "temperature": 1.0,
                    "algorithm": "max-subtracted"}


def each_size_and_fill(defaults):
    return [dict(defaults, columns=columns, fill=kind) for columns in COLUMNS for kind in FILLS]


def fill(kind, shape, seed):
    torch.manual_seed(seed)
    x = torch.randn(shape)
    flat = x.view(-1)
    middle = flat.numel() // 2
    if kind == "offset 100":
        x = x + 100
    elif kind == "offset 10000":
        x = x + 10000
    elif kind == "ties":
        x = torch.round(x)
    elif kind == "near 88":
        sign = torch.ones(flat.numel())
        sign[1::2] = -1
        x = x * 0.5 + (sign * 88).view(shape)
    elif kind == "wide":
        x = x * 1000
    elif kind == "denormal":
        x = x * 1e-40
    elif kind == "huge":
        x = x * 1e30
    elif kind == "constant":
        x = torch.full(shape, 3.25)
    elif kind == "all minus inf":
        x = torch.full(shape, -math.inf)
    elif kind != "normal":
        flat[middle] = {"nan": math.nan, "inf": math.inf, "minus inf": -math.inf}[kind]
    return x


def norm_shape(case):
    n, rows = case["columns"], case.get("rows", 3)
    return {"layer-norm": (rows, n), "rms-norm": (rows, n), "batch-norm": (n, rows),
            "instance-norm": (2, 3, n), "group-norm": (2, 4, n)}[case["operation"]]


def as_groups(x, operation):
    """The elements that share statistics, a group a row."""
    if operation == "batch-norm":
        return x.transpose(0, 1).reshape(x.shape[1], -1)
    if operation == "group-norm":
        return x.reshape(x.shape[0] * 2, -1)
    return x.reshape(-1, x.shape[-1])


def norm_chain(x, gamma, beta, case, algorithm):
    """The hand-written chain, in the type of x."""
    shape, operation = x.shape, case["operation"]
    rows = as_groups(x, operation)
    n = rows.shape[1]
    eps, placement = case["epsilon"], case["placement"]
    count = max(n - 1 if case["variance"] == "unbiased" else n, 0)
    if placement == "count":
        count = count + eps
    mean = rows.mean(-1, keepdim=True)
    centred = case["centring"] and operation != "rms-norm"
    centre = mean if centred else torch.zeros_like(mean)
    if algorithm == "one-pass" and centred:
        var = ((rows * rows).mean(-1, keepdim=True) - mean * mean) * n / torch.tensor(
            count, dtype=x.dtype)
    else:
        var = ((rows - centre) ** 2).sum(-1, keepdim=True) / torch.tensor(count, dtype=x.dtype)
    root = {"inside": lambda: torch.sqrt(var + eps), "outside": lambda: torch.sqrt(var) + eps,
            "count": lambda: torch.sqrt(var), "none": lambda: torch.sqrt(var)}[placement]()
    y = mean.expand_as(rows) if case["returned"] == "mean" else (rows - centre) / root
    y = y.reshape(shape[1], shape[0]).transpose(0, 1) if operation == "batch-norm" else y
    y = y.reshape(shape)
    view = (-1,) + (1,) * (len(shape) - 2) if operation not in ("layer-norm", "rms-norm") else (-1,)
    if gamma is not None:
        y = gamma.view(view) * y
    if beta is not None:
        y = y + beta.view(view)
    return y


def norm_torch(x, gamma, beta, case):
    """float32 as PyTorch computes it: the built-in where the options are its own."""
    own = (case["returned"] == "normalized" and case["placement"] == "inside" and case["centring"]
           and case["variance"] == "biased" and case["algorithm"] != "one-pass")
    eps, operation = case["epsilon"], case["operation"]
    if own and operation == "layer-norm":
        return F.layer_norm(x, x.shape[1:], gamma, beta, eps)
    if own and operation == "batch-norm" and x.shape[0] > 1:
        return F.batch_norm(x, None, None, gamma, beta, True, 0.0, eps)
    if own and operation == "group-norm":
        return F.group_norm(x, 2, gamma, beta, eps)
    if own and operation == "instance-norm" and x.shape[2] > 1:
        return F.instance_norm(x, weight=gamma, bias=beta, eps=eps)
    return norm_chain(x, gamma, beta, case, case["algorithm"])


def softmax_shape(case):
    n, rows = case["columns"], case.get("rows", 3)
    return {"last": (rows, n), "middle": (2, n, rows), "first": (n, rows)}[case["place"]]


def softmax_chain(x, case, algorithm):
    dim = {"last": -1, "middle": 1, "first": 0}[case["place"]]
    z = x / case["temperature"]
    if algorithm == "naive":
        e = torch.exp(z)
        y = e / e.sum(dim, keepdim=True)
        return torch.log(y) if case["operation"] == "log-softmax" else y
    if x.dtype == torch.float32:
        return F.log_softmax(z, dim) if case["operation"] == "log-softmax" else F.softmax(z, dim)
    shifted = z - z.max(dim, keepdim=True)[0]
    total = torch.exp(shifted).sum(dim, keepdim=True)
    if case["operation"] == "log-softmax":
        return shifted - torch.log(total)
    return torch.exp(shifted) / total


def worst_ulps(y, r):
    """|y - r| in ULPs of max(1, |r|); infinite where just one is NaN or they differ by infinity."""
    y, r = y.double().reshape(-1), r.reshape(-1)
    rounded = r.float().double()
    ulp = 2.0 ** (torch.floor(torch.log2(torch.clamp(r.abs(), min=1.0))) - 23)
    error = (y - r).abs() / ulp
    infinite = torch.isinf(y) | torch.isinf(rounded)
    error = torch.where(infinite & (y == rounded), torch.zeros_like(error), error)
    error = torch.where(infinite & (y != rounded), torch.full_like(error, math.inf), error)
    both = torch.isnan(y) & torch.isnan(r)
    error = torch.where(both, torch.zeros_like(error), error)
    error = torch.where(torch.isnan(y) != torch.isnan(r), torch.full_like(error, math.inf), error)
    return error.max().item() if error.numel() else 0.0


def number(value):
    return value if math.isfinite(value) else str(value)


def finish(case, y, r):
    error = worst_ulps(y, r)
    flat = r.reshape(-1)
    places = sorted({0, 1 % flat.numel(), flat.numel() // 2, flat.numel() - 1})
    case["torch_ulps"] = number(error)
    case["float64"] = [[p, number(flat[p].item())] for p in places]
    return case


MILLION = 1 << 20

# Where rows are split over work groups, and where rows are many; with what each can get wrong.
LARGE_NORMS = [
    dict(columns=MILLION, rows=16, fill="offset 10000"),
    dict(columns=MILLION, rows=3, fill="offset 10000", algorithm="one-pass"),
    dict(columns=MILLION, rows=2, fill="offset 10000", algorithm="welford"),
    dict(columns=MILLION, rows=2, fill="huge", epsilon=0.0),
    dict(columns=MILLION, rows=2, fill="denormal", epsilon=0.0),
    dict(columns=MILLION, rows=2, fill="constant", epsilon=0.0),
    dict(columns=MILLION, rows=2, fill="nan"),
    dict(columns=MILLION, rows=2, fill="minus inf", centring=False),
    dict(columns=3 * MILLION, rows=2, fill="normal"),
    dict(columns=3 * MILLION, rows=2, fill="wide", operation="rms-norm", beta=False),
    dict(columns=3 * MILLION, rows=1, fill="offset 100", variance="unbiased", placement="outside"),
    dict(columns=239, rows=70000, fill="offset 100"),
    dict(columns=1, rows=70000, fill="normal"),
    dict(columns=70000, rows=67, fill="offset 100", operation="batch-norm"),
    dict(columns=MILLION, rows=3, fill="normal", operation="batch-norm"),
    dict(columns=MILLION, fill="wide", operation="group-norm", gamma=False),
]
LARGE_SOFTMAXES = [
    dict(columns=MILLION, rows=3, fill="near 88"),
    dict(columns=MILLION, rows=2, fill="near 88", algorithm="naive"),
    dict(columns=MILLION, rows=2, fill="wide", operation="log-softmax"),
    dict(columns=MILLION, rows=2, fill="nan", operation="log-softmax"),
    dict(columns=MILLION, rows=2, fill="minus inf", operation="log-softmax"),
    dict(columns=MILLION, rows=2, fill="all minus inf"),
    dict(columns=3 * MILLION, rows=2, fill="normal", operation="log-softmax"),
    dict(columns=3 * MILLION, rows=1, fill="offset 10000", algorithm="online"),
    dict(columns=67, rows=70000, fill="normal"),
    dict(columns=70000, rows=67, fill="wide", place="first", operation="log-softmax"),
    dict(columns=MILLION, rows=3, fill="normal", place="middle", temperature=0.5),
]


def finish_norm(case, seed):
    shape = norm_shape(case)
    x = fill(case["fill"], shape, seed)
    affine = (shape[-1],) if case["operation"] in ("layer-norm", "rms-norm") else (shape[1],)
    torch.manual_seed(seed + 100000)
    gamma = torch.randn(affine) if case["gamma"] else None
    torch.manual_seed(seed + 200000)
    beta = torch.randn(affine) if case["beta"] else None
    case.update(seed=seed, shape=list(shape))
    if case["returned"] == "input":
        return finish(case, x, x.double())
    double = [None if p is None else p.double() for p in (gamma, beta)]
    return finish(case, norm_torch(x, gamma, beta, case),
                  norm_chain(x.double(), *double, case, "two-pass"))


def finish_softmax(case, seed):
    x = fill(case["fill"], softmax_shape(case), seed)
    case.update(seed=seed, shape=list(softmax_shape(case)))
    return finish(case, softmax_chain(x, case, case["algorithm"]),
                  softmax_chain(x.double(), case, "max-subtracted"))


def write(path, cases):
    document = {"made_by": "tests/oracle/parity.py", "torch": torch.__version__,
                "python": platform.python_version()}
    with open(path, "w") as file:
        rows = ",\n".join(json.dumps(case, sort_keys=True) for case in cases)
        file.write(json.dumps(document)[:-1] + ', "cases": [\n' + rows + "\n]}\n")
    print(f"{len(cases)} cases")


def main():
    folder = sys.argv[1]
    rng = random.Random(20)
    norms = pairwise(NORM_FACTORS, rng) + each_size_and_fill(NORM_DEFAULTS)
    cases = [finish_norm(case, 1000 + index) for index, case in enumerate(norms)]
    softmaxes = pairwise(SOFTMAX_FACTORS, rng) + each_size_and_fill(SOFTMAX_DEFAULTS)
    cases += [finish_softmax(case, 5000 + index) for index, case in enumerate(softmaxes)]
    write(os.path.join(folder, "cases.json"), cases)
    large = [finish_norm(dict(NORM_DEFAULTS, **case), 8000 + index)
             for index, case in enumerate(LARGE_NORMS)]
    large += [finish_softmax(dict(SOFTMAX_DEFAULTS, **case), 8500 + index)
              for index, case in enumerate(LARGE_SOFTMAXES)]
    write(os.path.join(folder, "large.json"), large)


if __name__ == "__main__":
    main()
