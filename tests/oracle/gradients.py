#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the goldens of the backward passes: PyTorch's autograd of the chains of trace.py, in double.

    ATEN_CPU_CAPABILITY=avx2 OMP_NUM_THREADS=1 /usr/bin/python3 gradients.py OUTPUT_FOLDER

The input, the upstream gradient and the parameters are leaves, and what arrives in each of them is
recorded; numbers that are not finite as words. One pass and two, Welford and online are chains of
their own: each has the derivative of what it computes. A standard deviation that torch computes
itself (Welford without an epsilon in between) is torch.std, whose derivative at 0 is masked.
"""
import importlib.util
import itertools
import json
import math
import os
import platform
import sys

import torch

HERE = os.path.dirname(os.path.abspath(__file__))
SPEC = importlib.util.spec_from_file_location("chains", os.path.join(HERE, "trace.py"))
chains = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(chains)

ROLES = {71: "gamma", 72: "beta"}
DY = 31  # the salt of dy
# Rows with what chains trip over: constant rows, zeros, ties, infinities, NaN.
EDGES = [[2.0, 2.0, 2.0, 2.0], [0.0, 0.0, 0.0, 0.0], [1.0, 3.0, 3.0, 0.0], [-1.0, 0.0, 2.0, 0.0],
         [-math.inf, 0.5, -math.inf, 2.0], [-math.inf] * 4, [math.inf, 1.0, 2.0, -3.0],
         [1.0, math.nan, -1.0, 0.0]]
sequence = chains.sequence


def numbers(tensor):
    words = {math.inf: "inf", -math.inf: "-inf"}
    return [value if math.isfinite(value) else words.get(value, "nan")
            for value in tensor.reshape(-1).tolist()]


def leaf(values):
    return values.double().clone().requires_grad_()


def make(given):
    if "edges" in given:
        return torch.tensor(EDGES, dtype=torch.float32)
    return sequence(given["shape"], given["salt"], given.get("offset", 0.0))


def recorded(x, y, leaves, dy=None):
    """The gradients of x and of the named leaves, for dy or the numbers of its formula."""
    gradient = sequence(y.shape, DY).double() if dy is None else dy
    y.backward(gradient)
    zero = lambda of: torch.zeros_like(of) if of.grad is None else of.grad
    return {"gradients": {"input": numbers(zero(x)),
                          **{name: numbers(zero(of)) for name, of in leaves.items()}}}


def norm_case(given, options):
    leaves = {}

    def parameter(shape, salt, offset=0.0):
        leaves[ROLES[salt]] = leaf(sequence(shape, salt, offset))
        return leaves[ROLES[salt]]

    x = leaf(make(given))
    chains.sequence = parameter
    y = chains.norm_steps(x, options)[-1][1].reshape(x.shape)
    chains.sequence = sequence
    return {"input": given, "options": chains.changed(options, chains.DEFAULTS),
            **recorded(x, y, leaves)}


def softmax_case(given, options, sink=None):
    x = leaf(make(given))
    leaves = {}
    if options["temperature"] != 1:
        leaves["temperature"] = leaf(torch.tensor(options["temperature"], dtype=torch.float64))
    changes = {**options, "temperature": leaves.get("temperature", 1.0)}
    if sink is None:
        y = chains.softmax_steps(x, changes)[-1][1]
    else:
        leaves["sink"] = leaf(torch.tensor(sink, dtype=torch.float64))
        y = sink_softmax(x, changes, leaves["sink"])
    case = {"input": given, "options": chains.changed(options, chains.SOFTMAX_DEFAULTS)}
    if sink is not None:
        case["sink"] = sink
    return {**case, **recorded(x, y, leaves)}


def sink_softmax(x, options, sink):
    z = x / options["temperature"] if torch.is_tensor(options["temperature"]) else x
    naive = options["algorithm"] == "naive"
    shifted = z
    if not naive:
        top = torch.maximum(z.amax(options["dim"], keepdim=True), sink)
        shifted, sink = z - top, sink - top
    exponential = shifted.exp()
    total = exponential.sum(options["dim"], keepdim=True) + sink.exp()
    if options["log"] and not naive:
        return shifted - total.log()
    return (exponential / total).log() if options["log"] else exponential / total


def relative_case(given, kind, **options):
    x = leaf(make(given))
    leaves = {}
    if kind == "dyt":
        leaves = {"alpha": leaf(torch.tensor(options["alpha"], dtype=torch.float64)),
                  "gamma": leaf(sequence([x.shape[-1]], 71)), "beta": leaf(sequence([x.shape[-1]], 72))}
        y = leaves["gamma"] * torch.tanh(leaves["alpha"] * x) + leaves["beta"]
    elif kind == "l2-norm":
        y = torch.nn.functional.normalize(x, dim=-1, eps=options["eps"])
    else:  # sparsemax
        rows = []
        for row in x:
            ordered = row.detach().sort(descending=True).values
            counts = torch.arange(1, len(ordered) + 1)
            support = ordered[: int((1 + counts * ordered > ordered.cumsum(0)).sum())]
            inside = row >= support[-1]
            rows.append(torch.relu(row - (row[inside].sum() - 1) / len(support)))
        y = torch.stack(rows)
    return {"input": given, "kind": kind, **options, **recorded(x, y, leaves)}


def linear_case(shape, out, biased):
    x = leaf(sequence(shape, 6))
    leaves = {"weight": leaf(sequence([out, shape[-1]], 7))}
    if biased:
        leaves["bias"] = leaf(sequence([out], 8))
    y = torch.nn.functional.linear(x, leaves["weight"], leaves.get("bias"))
    return {"shape": shape, "out": out, "biased": biased, **recorded(x, y, leaves)}


def function_case(name, function):
    """One operation on the edges, each element with dy = 1."""
    x = leaf(torch.tensor(EDGES))
    y = function(x)
    return {"function": name, **recorded(x, y, {}, torch.ones_like(y))}


def norm_cases():
    places = [([3, 5], {}), ([4, 3, 4], {"trailing": 2}), ([2, 3, 2, 2], {"kind": "batch-norm"}),
              ([4, 3], {"kind": "batch-norm"}), ([2, 4, 3], {"kind": "instance-norm"}),
              ([2, 4, 3], {"kind": "group-norm", "groups": 2}), ([3, 5], {"kind": "rms-norm"}),
              ([3, 1], {}), ([1, 7], {})]
    ways = list(itertools.product(["inside", "outside", "count", "none"], ["biased", "unbiased"],
                                  ["two-pass", "one-pass", "welford"], [True, False]))
    for at, (shape, place) in enumerate(places):
        for number, (placement, variance, algorithm, centring) in enumerate(ways):
            if not centring and algorithm != "two-pass":
                continue
            if shape[-1] == 1 and (variance == "unbiased" or placement != "inside"):
                continue  # groups of one, of which PyTorch has other rules: below
            gamma, beta = chains.FOUR[(number + at) % 4]
            eps = 0.5 if number % 3 == 0 else 1e-5
            yield {"shape": shape, "salt": 2}, chains.norm_options(
                **place, placement=placement, variance=variance, algorithm=algorithm,
                centring=centring, gamma=gamma, beta=beta, eps=eps)
    for returned in ["mean", "input"]:
        yield {"shape": [3, 5], "salt": 2}, chains.norm_options(returned=returned)
    yield {"shape": [3, 5], "salt": 2, "offset": 1e4}, chains.norm_options(gamma=71, beta=72)
    for placement, eps in itertools.product(["inside", "outside"], [0.0, 1e-5]):
        yield {"edges": True}, chains.norm_options(placement=placement, eps=eps)
        yield {"edges": True}, chains.norm_options(kind="rms-norm", placement=placement, eps=eps)
    yield {"edges": True}, chains.norm_options(algorithm="one-pass")
    yield {"edges": True}, chains.norm_options(algorithm="welford")


def softmax_cases():
    ways = itertools.product(["max-subtracted", "naive", "online"], [1.0, 0.5], [False, True])
    for (algorithm, temperature, log), sink in itertools.product(ways, [None, 0.5, 9.0]):
        options = {"algorithm": algorithm, "temperature": temperature, "log": log, "dim": -1}
        yield {"shape": [3, 5], "salt": 4}, options, sink
        if algorithm != "online" or sink is None:  # online's sum of nothing but -inf is NaN
            yield {"edges": True}, options, sink
        if sink is None:
            yield {"shape": [2, 4, 3], "salt": 4}, {**options, "dim": 1}, None


FUNCTIONS = {
    "relu": torch.relu, "abs": torch.abs, "sqrt": torch.sqrt, "rsqrt": torch.rsqrt,
    "reciprocal": torch.reciprocal, "exp": torch.exp, "log": torch.log, "tanh": torch.tanh,
    "sigmoid": torch.sigmoid, "square": torch.square, "cube": lambda x: x.pow(3),
    "clamp": lambda x: x.clamp(min=0.0), "amax": lambda x: x.amax(-1, keepdim=True),
    "amin": lambda x: x.amin(-1, keepdim=True), "sum": lambda x: x.sum(-1, keepdim=True),
    "mean": lambda x: x.mean(-1, keepdim=True), "var": lambda x: x.var(-1, keepdim=True),
    "std": lambda x: x.std(-1, keepdim=True), "norm": lambda x: x.norm(dim=-1, keepdim=True),
    "maximum": lambda x: torch.maximum(x, x.flip(-1).detach()),
}


def main():
    torch.set_num_threads(1)
    chains.online_sum = lambda row: (row - row.amax()).exp().sum()
    cases = {
        "norms": [norm_case(*case) for case in norm_cases()],
        "softmaxes": [softmax_case(*case) for case in softmax_cases()],
        "relatives": [relative_case({"shape": [3, 5], "salt": 5}, "dyt", alpha=0.5),
                      relative_case({"edges": True}, "dyt", alpha=-0.7),
                      relative_case({"shape": [3, 5], "salt": 5}, "l2-norm", eps=1e-12),
                      relative_case({"edges": True}, "l2-norm", eps=1e-12),
                      relative_case({"edges": True}, "l2-norm", eps=5.0),
                      relative_case({"shape": [3, 5], "salt": 5}, "sparsemax")],
        "linears": [linear_case(*case) for case in [([3, 5], 4, True), ([3, 5], 4, False),
                                                    ([2, 3, 5], 6, True), ([1, 5], 4, True)]],
        "functions": [function_case(*each) for each in FUNCTIONS.items()],
    }
    head = {"script": "tests/oracle/gradients.py", "torch": torch.__version__,
            "python": platform.python_version(), "edges": numbers(torch.tensor(EDGES))}
    with open(os.path.join(sys.argv[1], "gradients.json"), "w") as file:
        file.write(json.dumps(head)[:-1])
        for name, rows in cases.items():
            file.write(f',\n"{name}": [\n' + ",\n".join(json.dumps(row) for row in rows) + "\n]")
        file.write("\n}\n")


if __name__ == "__main__":
    main()
