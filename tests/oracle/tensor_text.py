# SPDX-License-Identifier: MIT
"""Writes what PyTorch prints for tensors of every kind, under every print option.

    ATEN_CPU_CAPABILITY=avx2 OMP_NUM_THREADS=1 /usr/bin/python3 tensor_text.py OUTPUT_FOLDER [--full N]

writes two files of the same form:
    sample.json  the short cases among the first thousand; committed in tests/data/tensor_text
    full.json    all N cases (default 5000; 0 for none); not committed, read by the test program from
                 $NORMSCOPE_ORACLE_DIR/tensor_text

A case is {"shape", "values" or "recipe", "options", "suffix", "text"}. Values are the hexadecimal bits of
every float32, one after the other. A recipe [multiplier, offset, modulus, shift, exponent, {position: bits}]
means ((i * multiplier + offset) mod modulus - shift) * 2^exponent for element i, exact in float32, with
some elements replaced: it keeps large tensors small here. The options are those of
torch.set_printoptions that are not at their default.
"""
import argparse
import json
import math
import os
import platform
import random
import struct

import numpy
import torch

SAMPLE_FROM = 1000
SAMPLE_CASES = 250
SAMPLE_CHARACTERS = 3000  # of one case, so that the sample stays below 300 KB
MOST_LISTED = 3000
NO_THRESHOLD = 2**63 - 1  # stands for math.inf
SPECIALS = [math.nan, -math.nan, math.inf, -math.inf, 0.0, -0.0]
NAMES = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"


def float32(value):
    return float(numpy.float32(value))


def bits(value):
    return f"{numpy.float32(value).view(numpy.uint32):08x}"


def from_word(word):
    return struct.unpack(">f", struct.pack(">I", word))[0]


def neighbour(choose, value):
    """The float32 of a value, or one of its neighbours: for bounds that a style turns at."""
    near = numpy.float32(value)
    for _ in range(choose.choice([0, 0, 1, 2])):
        near = numpy.nextafter(near, numpy.float32(choose.choice([-math.inf, math.inf])))
    return float(near)


def drawer(choose):
    """One family of numbers: a function that draws one of them."""
    scale = 10.0 ** choose.randint(-45, 38)
    bound = 10 ** choose.randint(0, 9)
    low, high = sorted(choose.uniform(-149, 127.9) for _ in range(2))
    sign = choose.choice([lambda: 1, lambda: -1, lambda: choose.choice([-1, 1])])
    edges = [1.0, 1000.0, 1e-4, 0.1, 1e8, 1e5, 1e-7, 9.99995, 99999.5, 0.99995, 9.5, 999.5]
    few = choose.sample(edges, 2)
    constant = choose.choice([0.0, 1.0, -1.0, 0.5, 1 / 3, 1e-4, 1e8, 1e8 + 8, 3e38, 1e-45])
    return choose.choice([
        lambda: choose.random(),
        lambda: choose.gauss(0, 1),
        lambda: choose.gauss(0, 1) * choose.choice([0.01, 1, 10]),
        lambda: max(-3.4e38, min(3.4e38, choose.gauss(0, 1) * scale)),
        lambda: sign() * 2.0 ** choose.uniform(low, high),
        lambda: sign() * 10.0 ** choose.uniform(-4.1, 4.1),
        lambda: sign() * 10.0 ** choose.uniform(-4, -1),
        lambda: float(choose.randint(-bound, bound)),
        lambda: float(sign() * choose.randint(0, bound)),
        lambda: float(choose.randint(1, 999)) * 2.0 ** choose.choice([0, 0, 3, 20]),
        lambda: choose.randint(-4096, 4096) / 2.0 ** choose.choice([1, 5, 6, 10]),  # ties of the last digit
        lambda: sign() * neighbour(choose, choose.choice(edges)),
        lambda: sign() * neighbour(choose, choose.choice(few)),
        lambda: sign() * from_word(choose.randint(1, 0x007FFFFF)),  # denormals
        lambda: from_word(choose.getrandbits(32)),  # any bits at all
        lambda: sign() * constant,
        lambda: choose.choice(SPECIALS),
    ])


def draw_values(choose, count):
    draw = drawer(choose)
    other = drawer(choose)
    mix = choose.choice([0, 0, 0, 0.02, 0.3])
    special = choose.choice([0, 0, 0, 0.05, 0.4])
    specials = choose.choice([SPECIALS, SPECIALS[4:], SPECIALS[:4], [math.nan], [0.0]])
    values = []
    for _ in range(count):
        pick = choose.random()
        value = other() if pick < mix else draw()
        values.append(choose.choice(specials) if choose.random() < special else value)
    return values


def draw_recipe(choose, count):
    modulus = choose.choice([2, 7, 1000, 1001, 65537, 2**20, 2**24])
    shift = choose.choice([0, 1, modulus // 2, modulus - 1])
    exponent = choose.choice([0, 0, -1, -4, -10, -10, -20, -24, -30, 3, 10, 100, -149])
    corners = [0, 1, 2, 3, count // 2, count - 3, count - 2, count - 1]
    places = {choose.choice(corners) % count for _ in range(choose.choice([0, 0, 1, 3]))}
    draw = drawer(choose)
    replaced = {str(place): bits(choose.choice([draw, lambda: choose.choice(SPECIALS)])())
                for place in sorted(places)}
    return [choose.randint(1, 2**20), choose.randint(0, 2**20), modulus, shift, exponent, replaced]


def values_of(recipe, count):
    multiplier, offset, modulus, shift, exponent, replaced = recipe
    index = numpy.arange(count, dtype=numpy.int64)
    whole = (index * multiplier + offset) % modulus - shift
    values = numpy.ldexp(whole.astype(numpy.float64), exponent).astype(numpy.float32)
    for place, word in replaced.items():
        values.view(numpy.uint32)[int(place)] = int(word, 16)
    return values


def draw_shape(choose):
    rank = choose.choice([0, 1, 1, 1, 2, 2, 2, 2, 3, 3, 4, 5])
    if choose.random() < 0.06:
        return [choose.choice([0, 0, 1, 2, 7]) for _ in range(rank)]
    if choose.random() < 0.15:  # about the 1000 elements where a summary begins
        return choose.choice([[999], [1000], [1001], [1, 1001], [1001, 1], [100, 10], [10, 100], [7, 143],
                              [143, 7], [8, 125], [9, 112], [10, 10, 10], [10, 10, 11], [11, 91], [7, 11, 13],
                              [6, 6, 6, 5], [4, 4, 4, 4, 4], [2, 3, 167], [167, 3, 2], [501, 2], [2, 501]])
    if choose.random() < 0.04:
        return choose.choice([[1000000], [1000, 1000], [3, 400000], [400000, 3], [100, 100, 100],
                              [7, 6, 8, 5, 9], [50, 1, 50, 1]])
    most = {0: 1, 1: 70, 2: 14, 3: 7, 4: 5, 5: 3}[rank]
    return [choose.choice([1, 2, choose.randint(1, most)]) for _ in range(rank)]


def draw_options(choose):
    if choose.random() < 0.45:
        return {}
    profile = choose.choice([{}, {}, {"precision": 2, "edgeitems": 2}, {"threshold": NO_THRESHOLD}])
    options = dict(profile)
    if choose.random() < 0.5:
        options["precision"] = choose.choice([0, 1, 2, 3, 5, 6, 8, 9, 10, 17, 40])
    if choose.random() < 0.4:
        options["threshold"] = choose.choice([0, 1, 5, 10, 20, 50, 100, 999, 1001])
    if choose.random() < 0.4:
        options["edgeitems"] = choose.choice([1, 2, 4, 5, 10])
    if choose.random() < 0.4:
        options["linewidth"] = choose.choice([0, 1, 10, 20, 30, 40, 60, 79, 81, 100, 120, 200, 1000])
    if choose.random() < 0.5:
        options["sci_mode"] = choose.choice([True, False])
    return options


def apply(options):
    torch.set_printoptions(profile="default")
    given = dict(options)
    if given.get("threshold") == NO_THRESHOLD:
        given["threshold"] = math.inf
    torch.set_printoptions(**given)


def named_function(name):
    """A differentiable identity whose gradient function prints as <nameBackward>."""
    forward = staticmethod(lambda context, x: x.clone())
    backward = staticmethod(lambda context, gradient: gradient)
    return type(name, (torch.autograd.Function,), {"forward": forward, "backward": backward})


def with_suffix(choose, tensor):
    """The tensor, perhaps one of a graph, and the suffix that its print has to end with."""
    kind = choose.choice(["none", "none", "none", "leaf", "operation", "length"])
    if kind == "none":
        return tensor, ""
    tensor = tensor.requires_grad_()
    if kind == "leaf":
        return tensor, "requires_grad=True"
    if kind == "operation":
        tensor = choose.choice([torch.clone, lambda t: t * 1, lambda t: t.view(t.shape),
                                lambda t: t.expand(t.shape), lambda t: t.unsqueeze(0).squeeze(0)])(tensor)
    else:
        length = choose.choice([1, 20, choose.randint(1, 70)])
        tensor = named_function("F" + "".join(choose.choice(NAMES) for _ in range(length))).apply(tensor)
    return tensor, f"grad_fn=<{type(tensor.grad_fn).__name__}>"


def make_case(choose):
    shape = draw_shape(choose)
    options = draw_options(choose)
    count = math.prod(shape)
    if options.get("threshold") == NO_THRESHOLD and count > MOST_LISTED:
        del options["threshold"]
    case = {"shape": shape}
    if count > MOST_LISTED or (count > 40 and choose.random() < 0.5):
        case["recipe"] = draw_recipe(choose, count)
        values = values_of(case["recipe"], count)
    else:
        # A double that float32 cannot hold becomes an infinity here, which is a case as well.
        with numpy.errstate(over="ignore"):
            values = numpy.array(draw_values(choose, count), dtype=numpy.float64).astype(numpy.float32)
        case["values"] = "".join(f"{word:08x}" for word in values.view(numpy.uint32).tolist())
    tensor, suffix = with_suffix(choose, torch.from_numpy(values).reshape(shape))
    apply(options)
    text = str(tensor)
    assert text == repr(tensor)
    case.update(options=options, suffix=suffix, text=text)
    return case


def write(path, rows):
    head = {
        "script": "tests/oracle/tensor_text.py",
        "torch": torch.__version__,
        "numpy": numpy.__version__,
        "python": platform.python_version(),
        "capability": os.environ.get("ATEN_CPU_CAPABILITY"),
    }
    # One case a line, so that a change reads well.
    with open(path, "w", encoding="utf-8") as file:
        file.write(json.dumps(head)[:-1] + ',\n"cases": [\n' + ",\n".join(rows) + "\n]}\n")


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("folder")
    arguments.add_argument("--full", type=int, default=5000, metavar="N")
    given = arguments.parse_args()
    choose = random.Random(20221216)
    count = max(given.full, SAMPLE_FROM)
    rows = [json.dumps(make_case(choose), separators=(",", ":")) for _ in range(count)]
    short = [row for row in rows[:SAMPLE_FROM] if len(row) <= SAMPLE_CHARACTERS]
    write(os.path.join(given.folder, "sample.json"), short[:SAMPLE_CASES])
    if given.full > 0:
        write(os.path.join(given.folder, "full.json"), rows[:given.full])


if __name__ == "__main__":
    main()
