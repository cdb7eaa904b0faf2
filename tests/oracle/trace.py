#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the goldens of the traces: every step of the chains that people write by hand.

    ATEN_CPU_CAPABILITY=avx2 OMP_NUM_THREADS=1 /usr/bin/python3 trace.py OUTPUT_FOLDER

Each chain below is spelled out in PyTorch operations, one a step, under the name that the trace
gives it. A step after the input is recorded as [name, values], or [name, values, 1] where it has
one value a group, of the shape "reduced". Values are the bits of each where these are few, else "#"
and the 32-bit FNV-1a hash of them (any NaN as 7fc00000). Options that are PyTorch's are left out.
Inputs come from a formula that needs no random generator.
"""
import itertools
import json
import math
import os
import platform
import struct
import sys

import torch

FEW = 8  # values of a step that are still recorded one by one

STATISTICS = {"mean", "variance", "mean square", "squared mean", "biased variance", "standard deviation", "root mean square",
              "variance without eps", "variance + eps", "mean square + eps",
              "standard deviation + eps", "root mean square + eps",
              "maximum", "sum", "log of the sum"}
DEFAULTS = {"kind": "layer-norm", "trailing": 1, "groups": 1, "eps": 1e-5, "placement": "inside",
            "variance": "biased", "algorithm": "two-pass", "centring": True,
            "returned": "normalized", "gamma": None, "beta": None}
SOFTMAX_DEFAULTS = {"algorithm": "max-subtracted", "temperature": 1.0, "log": False, "dim": -1}


def sequence(shape, salt, offset=0.0):
    """Numbers in [-2, 2) that float32 holds exactly, the same in the tests; then an offset."""
    count = math.prod(shape)
    values = [(((i + 1 + 1000 * salt) * 2654435761 % 2**32) >> 8) * 2.0**-22 - 2
              for i in range(count)]
    return torch.tensor(values, dtype=torch.float32).reshape(shape) + offset


def bits(tensor):
    words = []
    for value in tensor.reshape(-1).tolist():
        words.append(0x7FC00000 if math.isnan(value) else
                     struct.unpack("<I", struct.pack("<f", value))[0])
    return words


def fnv1a(words):
    digest = 0x811C9DC5
    for word in words:
        for byte in struct.pack("<I", word):
            digest = (digest ^ byte) * 0x01000193 % 2**32
    return digest


def record(steps):
    """The recorded form of the steps after the input, and the shape of the statistics."""
    rows, reduced = [], None
    element = list(steps[-1][2])
    for name, values, shape in steps[1:]:
        words = bits(values)
        few = "".join(f"{word:08x}" for word in words)
        rows.append([name, few if len(words) <= FEW else f"#{fnv1a(words):08x}"])
        if name in STATISTICS:
            rows[-1].append(1)
            reduced = list(shape)
        else:
            assert list(shape) == element
    return {"steps": rows} if reduced is None else {"reduced": reduced, "steps": rows}


def layout(x, kind, trailing, groups):
    """The view that is reduced, the dimensions, and the shapes of statistics and of gamma."""
    rank = x.dim()
    if kind in ("layer-norm", "rms-norm"):
        dims = tuple(range(-trailing, 0))
        affine = x.shape[-trailing:]
        return x, dims, x.shape[:-trailing] + (1,) * trailing, affine, affine
    channels = x.shape[1]
    places = (1,) * (rank - 2)
    if kind == "batch-norm":
        dims = (0,) + tuple(range(2, rank))
        return x, dims, (1, channels) + places, (channels,), (1, channels) + places
    if kind == "group-norm":
        view = x.reshape(x.shape[0], groups, channels // groups, *x.shape[2:])
        return (view, tuple(range(2, rank + 1)), (x.shape[0], groups) + places, (channels,),
                (1, groups, channels // groups) + places)
    view = x if rank > 2 else x.unsqueeze(-1)
    return (view, tuple(range(2, view.dim())), x.shape[:2] + places, (channels,),
            (1, channels) + (1,) * (view.dim() - 2))


def norm_steps(x, options):
    view, dims, reduced, affine, broadcast = layout(x, options["kind"], options["trailing"],
                                                    options["groups"])
    n = math.prod(view.shape[d] for d in dims)
    unbiased = options["variance"] == "unbiased"
    placement, eps = options["placement"], options["eps"]
    count = max(n - 1 if unbiased else n, 0) + (eps if placement == "count" else 0)
    centring = options["centring"] and options["kind"] != "rms-norm"
    steps = [("input", x, x.shape)]

    def step(name, values, shape=x.shape):
        steps.append((name, values, shape))
        return values

    def affine_steps(y):
        if options["gamma"] is not None:
            y = step("scaled", sequence(affine, options["gamma"]).reshape(broadcast) * y)
        if options["beta"] is not None:
            step("shifted", y + sequence(affine, options["beta"]).reshape(broadcast))
        return steps

    if options["returned"] == "input":
        step("output", x)
        return steps
    if centring or options["returned"] == "mean":
        mean = step("mean", view.mean(dims, keepdim=True), reduced)
    if options["returned"] == "mean":
        return affine_steps(step("repeated", mean.expand(view.shape)))
    centred = view
    algorithm = options["algorithm"] if centring else "two-pass"
    noun = "variance" if centring else "mean square"
    if algorithm == "two-pass":
        if centring:
            centred = step("centred", view - mean)
        squared = step("squared", centred ** 2)
        if count == n:
            variance = squared.mean(dims, keepdim=True)
        else:
            variance = squared.sum(dims, keepdim=True) / count
        step(noun, variance, reduced)
    elif algorithm == "one-pass":
        squared = step("squared", view ** 2)
        mean_square = step("mean square", squared.mean(dims, keepdim=True), reduced)
        squared_mean = step("squared mean", mean ** 2, reduced)
        variance = mean_square - squared_mean
        if count != n:
            step("biased variance", variance, reduced)
            variance = variance / (count / n)
        step("variance", variance, reduced)
    else:
        variance = view.var(dims, unbiased=unbiased, keepdim=True)
        if placement == "count":
            step("variance without eps", variance, reduced)
            # One value alone has no unbiased variance: NaN, whatever it is divided by.
            variance = variance / (count / (count - eps) if count > eps else math.inf)
        step("variance", variance, reduced)
    deviation = "standard deviation" if noun == "variance" else "root mean square"
    if placement == "inside":
        root = step(deviation, step(noun + " + eps", variance + eps, reduced).sqrt(), reduced)
    elif placement == "outside":
        root = step(deviation + " + eps", step(deviation, variance.sqrt(), reduced) + eps, reduced)
    else:
        root = step(deviation, variance.sqrt(), reduced)
    if centring and algorithm != "two-pass":
        centred = step("centred", view - mean)
    return affine_steps(step("normalized", centred / root))


def online_sum(row):
    """The one-pass recurrence in float32, one operation a step."""
    top, total = torch.tensor(-math.inf), torch.tensor(0.0)
    for value in row:
        if value > top:
            total = (total * torch.exp(top - value) if total != 0 else total) + 1
            top = value
        elif value != -math.inf:
            total = total + torch.exp(value - top)
    return torch.tensor(math.nan) if torch.isinf(top) else total


def softmax_steps(x, options):
    dim = options["dim"]
    reduced = [1 if d == dim % max(x.dim(), 1) else size for d, size in enumerate(x.shape)]
    steps = [("input", x, x.shape)]

    def step(name, values, shape=x.shape):
        steps.append((name, values, shape))
        return values

    logits, naive = x, options["algorithm"] == "naive"
    if options["temperature"] != 1:
        logits = step("divided by temperature", x / options["temperature"])
    shifted = logits
    if not naive:
        maximum = step("maximum", logits.amax(dim, keepdim=True), reduced)
        shifted = step("shifted", logits - maximum)
    exponential = step("exponential", torch.exp(shifted))
    if options["algorithm"] == "online":
        rows = logits.movedim(dim, -1).reshape(-1, x.shape[dim])
        total = torch.stack([online_sum(row) for row in rows]).reshape(reduced)
    else:
        total = exponential.sum(dim, keepdim=True)
    step("sum", total, reduced)
    if not options["log"]:
        step("output", exponential / total)
    elif naive:
        step("output", torch.log(step("share", exponential / total)))
    else:
        step("output", shifted - step("log of the sum", torch.log(total), reduced))
    return steps


def norm_options(**changes):
    return {**DEFAULTS, **changes}


def changed(options, defaults):
    return {name: value for name, value in options.items() if value != defaults.get(name, None)}


ZOO = {
    "V1": {"returned": "mean"},
    "V2": {"placement": "none", "variance": "unbiased"},
    "V3": {},
    "V4": {"algorithm": "one-pass"},
    "V5": {"placement": "outside"},
    "V6": {"placement": "outside", "variance": "unbiased", "eps": 1e-6},
    "V7": {"eps": 1e-3},
    "V8": {"placement": "count"},
    "V9": {"returned": "input"},
    "V10": {"kind": "rms-norm", "eps": 1e-6},
}
SPECIAL = [[-math.inf] * 4, [-math.inf, 0.5, -math.inf, 2.0], [math.inf, 1.0, 2.0, -3.0],
           [1.0, math.nan, -1.0, 0.0], [100.0, -100.0, 99.5, -0.0], [3.25] * 4, [0.0] * 4,
           [1e-40, -2e-40, 3e-40, 0.0], [1e30, -2e30, 3e30, 3e38]]
FOUR = list(itertools.product([None, 71], [None, 72]))


def norm_cases():
    """(input, options) for everything that changes the steps or the way a group is summed."""
    for shape in ([2, 6], [3, 5], [4, 3, 8], [2, 4, 3], [2, 3, 2, 4], [6], [1, 7], [4, 1]):
        for preset in ZOO:
            affine = {} if shape == [3, 5] else {"gamma": 71, "beta": 72}
            options = norm_options(**ZOO[preset], **affine)
            yield {"shape": shape, "salt": 1}, {"preset": preset, **options}
    ways = list(itertools.product(["inside", "outside", "count", "none"], ["biased", "unbiased"],
                                  ["two-pass", "one-pass", "welford"], [True, False]))
    places = [([2, 6], {}), ([4, 3, 8], {"trailing": 2}), ([2, 3, 2, 4], {"trailing": 3}),
              ([2, 3, 2, 4], {"kind": "batch-norm"}), ([4, 3], {"kind": "batch-norm"}),
              ([1, 3, 5], {"kind": "batch-norm"}), ([3, 1, 5], {"kind": "batch-norm"}),
              ([2, 4, 3], {"kind": "instance-norm"}), ([3, 5], {"kind": "instance-norm"}),
              ([2, 4, 3], {"kind": "group-norm", "groups": 2}),
              ([3, 6], {"kind": "group-norm", "groups": 3}), ([4, 3, 8], {"kind": "rms-norm"})]
    for at, (shape, place) in enumerate(places):
        for number, (placement, variance, algorithm, centring) in enumerate(ways):
            if not centring and algorithm != "two-pass" and place.get("kind") != "rms-norm":
                continue  # without a mean there is but one algorithm; seen once is enough
            gamma, beta = FOUR[(number + at) % 4]
            yield {"shape": shape, "salt": 2}, norm_options(
                **place, placement=placement, variance=variance, algorithm=algorithm,
                centring=centring, gamma=gamma, beta=beta)
    # A single group is a whole tensor, and PyTorch reduces that in other ways than rows.
    for shape, place in [([6], {}), ([1, 7], {}), ([4, 6], {"trailing": 2}), ([1, 517], {}),
                         ([5, 1], {"kind": "batch-norm"}), ([5, 1, 40], {"kind": "batch-norm"}),
                         ([1, 4, 30], {"kind": "group-norm"}), ([7, 9, 1], {}), ([1, 1], {})]:
        for algorithm, variance in itertools.product(["two-pass", "one-pass", "welford"],
                                                     ["biased", "unbiased"]):
            yield ({"shape": shape, "salt": 10},
                   norm_options(**place, algorithm=algorithm, variance=variance))
    for shape, place in [([37, 129], {}), ([3, 4099], {}), ([5, 20, 33], {"trailing": 2}),
                         ([6, 8, 7, 9], {"kind": "batch-norm"}), ([70, 40], {"kind": "batch-norm"}),
                         ([6, 8, 7, 9], {"kind": "instance-norm"}),
                         ([6, 8, 7, 9], {"kind": "group-norm", "groups": 4}),
                         ([37, 129], {"kind": "rms-norm"})]:
        for algorithm, offset in itertools.product(["two-pass", "one-pass", "welford"], [0.0, 1e4]):
            yield ({"shape": shape, "salt": 3, "offset": offset},
                   norm_options(**place, algorithm=algorithm, gamma=71, beta=72))
    for algorithm, eps in itertools.product(["two-pass", "one-pass", "welford"], [0.0, 1e-5]):
        yield {"special": True}, norm_options(algorithm=algorithm, eps=eps)
    yield {"special": True}, norm_options(kind="rms-norm", eps=0.0)


def softmax_cases():
    ways = list(itertools.product(["max-subtracted", "naive", "online"], [1.0, 0.5, 10.0],
                                  [False, True]))
    inputs = [{"shape": shape, "salt": 4}
              for shape in ([2, 6], [3, 5], [4, 3, 8], [2, 4, 3], [2, 3, 2, 4], [5], [1, 1])]
    inputs += [{"special": True}]
    for given in inputs:
        rank = 2 if "special" in given else len(given["shape"])
        for dim, (algorithm, temperature, log) in itertools.product(range(rank), ways):
            yield given, {"algorithm": algorithm, "temperature": temperature, "log": log,
                          "dim": dim if dim < rank - 1 else -1}
    for shape, dim in [([37, 129], 0), ([37, 129], -1), ([5, 20, 33], 1), ([2, 1037], -1)]:
        for algorithm in ["max-subtracted", "naive", "online"]:
            yield ({"shape": shape, "salt": 5},
                   {"algorithm": algorithm, "temperature": 1.0, "log": False, "dim": dim})


def make(given):
    if given.get("special"):
        return torch.tensor(SPECIAL, dtype=torch.float32)
    return sequence(given["shape"], given["salt"], given.get("offset", 0.0))


def linear_case(shape, out, biased):
    x, weight = sequence(shape, 6), sequence([out, shape[-1]], 7)
    product = x @ weight.T
    steps = [("input", x, x.shape), ("product" if biased else "output", product, product.shape)]
    if biased:
        steps.append(("output", product + sequence([out], 8), product.shape))
    return {"shape": shape, "out": out, "biased": biased, **record(steps)}


def main():
    torch.set_num_threads(1)
    cases = {"norms": [], "softmaxes": [], "linears": [], "relus": []}
    for given, options in norm_cases():
        cases["norms"].append({"input": given, "options": changed(options, DEFAULTS),
                               **record(norm_steps(make(given), options))})
    for given, options in softmax_cases():
        cases["softmaxes"].append({"input": given, "options": changed(options, SOFTMAX_DEFAULTS),
                                   **record(softmax_steps(make(given), options))})
    for shape, out, biased in [([3, 5], 4, True), ([3, 5], 4, False), ([2, 3, 5], 6, True),
                               ([7, 33], 9, True), ([3, 5], 1, True), ([1, 5], 4, True)]:
        cases["linears"].append(linear_case(shape, out, biased))
    for given in [{"special": True}, {"shape": [3, 5], "salt": 9}]:
        x = make(given)
        cases["relus"].append({"input": given, **record([("input", x, x.shape),
                                                         ("output", torch.relu(x), x.shape)])})
    head = {"script": "tests/oracle/trace.py", "torch": torch.__version__,
            "python": platform.python_version(),
            "special": "".join(f"{word:08x}" for word in bits(torch.tensor(SPECIAL)))}
    with open(os.path.join(sys.argv[1], "trace.json"), "w") as file:
        file.write(json.dumps(head)[:-1])
        for name, rows in cases.items():
            lines = ",\n".join(json.dumps(row, separators=(",", ":")) for row in rows)
            file.write(f',\n"{name}": [\n{lines}\n]')
        file.write("}\n")


if __name__ == "__main__":
    main()
