# SPDX-License-Identifier: MIT
"""Writes the goldens of the random stream: what PyTorch's CPU generator gives for many seeds, sizes
and mixed sequences of calls, with the place in the stream after each sequence. (Not called random.py:
that name would hide Python's own module from every script of this folder.)

    ATEN_CPU_CAPABILITY=avx2 OMP_NUM_THREADS=1 /usr/bin/python3 random_stream.py OUTPUT_FOLDER
"""
import json
import os
import platform
import random
import struct
import sys

import numpy
import torch

SEEDS = [0, 1, 42, 123, 2**31, 2**32 - 1, 2**32 + 42, -1, -42, -2**63, 2**64 - 1]


def float_bits(values):
    return " ".join(f"{b:08x}" for b in values.detach().reshape(-1).numpy().view(numpy.uint32))


def digest(values):
    """FNV-1a over the words of the bits: for results too long to keep."""
    result = 0xCBF29CE484222325
    for word in values.reshape(-1).numpy().view(numpy.uint32).tolist():
        result = ((result ^ word) * 0x100000001B3) % 2**64
    return f"{result:016x}"


def make(call):
    name, args = call["call"], call["args"]
    if name == "rand":
        return torch.rand(args)
    if name == "randn":
        return torch.randn(args)
    if name == "normal":
        return torch.normal(call["mean"], call["deviation"], args)
    if name == "uniform":
        return torch.empty(args).uniform_(call["low"], call["high"])
    if name == "randint":
        return torch.randint(call["low"], call["high"], args)
    if name == "randperm":
        return torch.randperm(args[0])
    layer = torch.nn.Linear(*args)
    return torch.cat([layer.weight.reshape(-1), layer.bias])


def run(call):
    values = make(call)
    if values.dtype == torch.int64:
        call["integers"] = values.tolist()
    elif values.numel() > 1000:
        call["digest"] = digest(values)
    else:
        call["values"] = float_bits(values)
    return call


def place():
    """Words used of the block of 624, and the cached normal, as torch's own state holds them."""
    state = bytes(torch.get_rng_state().numpy())
    used = struct.unpack_from("<Q", state, 16)[0]
    after_words = 24 + 624 * 8
    normal = struct.unpack_from("<d", state, after_words + 8)[0]
    valid = struct.unpack_from("<i", state, after_words + 24)[0]
    return {"used": used, "cached_normal": struct.pack(">d", normal).hex() if valid else None}


def sequence(seed, calls):
    torch.manual_seed(seed)
    calls = [run(call) for call in calls]
    # The generator's seed is unsigned; JSON readers keep 64 unsigned bits.
    return {"seed": seed % 2**64, "calls": calls, **place()}


def random_call(choose):
    name = choose.choice(["rand", "randn", "randn", "randn", "normal", "uniform", "randint", "randperm",
                          "linear"])
    count = choose.choice([1, 1, 2, 3, 5, 7, 15, 16, 17, 31, 32, 33, 40])
    call = {"call": name, "args": [count]}
    if name in ("rand", "randn") and choose.random() < 0.5:
        call["args"] = choose.choice([[2, 3], [3, 5], [4, 4], [2, 3, 4], [1, 1], [], [0], [3, 0]])
    elif name == "normal":
        call["mean"] = choose.choice([0.0, 3.7, -1e4, 0.1])
        call["deviation"] = choose.choice([1.0, 0.013, 0.0, 250.0])
    elif name == "uniform":
        low = choose.choice([-1.0, 0.0, -0.4472135955, 2.5, 1e6])
        call.update(low=low, high=low + choose.choice([0.0, 0.1, 1.0, 1e3]))
    elif name == "randint":
        low, high = choose.choice([(0, 10), (-5, 6), (0, 2**32 - 1), (0, 2**32), (-3, 2**40),
                                   (-2**63, 2**63 - 1), (7, 8)])
        call.update(low=low, high=high)
    elif name == "linear":
        call["args"] = choose.choice([[5, 6], [3, 2], [1, 1], [7, 3], [0, 3], [4, 0], [784, 1]])
    return call


def linear_bounds():
    """The first two weights and the biases of nn.Linear(size, 2): a wrongly rounded bound shows."""
    rows = []
    for size in [1, 2, 3, 5, 6, 7, 10, 28, 100, 129, 512, 768, 784, 1000, 4096, 65537, 1000003]:
        torch.manual_seed(size)
        layer = torch.nn.Linear(size, 2)
        rows.append({"in": size, "weight": float_bits(layer.weight.reshape(-1)[:2]),
                     "bias": float_bits(layer.bias)})
    return rows


def raw_draw(seed, position):
    """One draw far into a stream, from NumPy's generator: the same algorithm, another program."""
    generator = numpy.random.MT19937()
    generator._legacy_seeding(seed)
    while position > 0:
        step = min(position, 10**8)
        generator.random_raw(step, output=False)
        position -= step
    return int(generator.random_raw())


def rows_to_text(data):
    """JSON with one row of a list a line, so that a change reads well."""
    parts = []
    for key, value in data.items():
        text = json.dumps(value, separators=(",", ":"))
        if isinstance(value, list):
            text = "[\n" + ",\n".join(json.dumps(row, separators=(",", ":")) for row in value) + "\n]"
        parts.append(f"{json.dumps(key)}:{text}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


def main(folder):
    choose = random.Random(20240501)
    counts = list(range(1, 41))
    far = [(9, 0), (9, 1), (9, 623), (9, 624), (9, 625), (123, 10**6 + 1), (2**32 - 1, 10**9)]
    streams = {
        "script": "tests/oracle/random_stream.py",
        "torch": torch.__version__,
        "numpy": numpy.__version__,
        "python": platform.python_version(),
        "capability": os.environ.get("ATEN_CPU_CAPABILITY"),
        "sequences":
            [sequence(seed, [{"call": "rand", "args": [3]}, {"call": "randn", "args": [5]},
                             {"call": "randn", "args": [16]}]) for seed in SEEDS]
            + [sequence(1000 + n, [{"call": "randn", "args": [n]}]) for n in counts]
            + [sequence(7, [{"call": "randn", "args": [n]} for n in counts])]
            + [sequence(8, [{"call": "rand", "args": [n]} for n in counts])]
            + [sequence(9, [{"call": "randn", "args": [1000]}, {"call": "rand", "args": [1000]},
                            {"call": "normal", "args": [1000], "mean": 1e4, "deviation": 0.3}])]
            # Long enough for several pieces of work, with a tail.
            + [sequence(10, [{"call": "randn", "args": [200003]}, {"call": "rand", "args": [2]}])]
            + [sequence(choose.randrange(2**32), [random_call(choose) for _ in range(12)])
               for _ in range(60)],
        "linear_bounds": linear_bounds(),
        "far": [{"seed": s, "position": p, "draw": raw_draw(s, p)} for s, p in far],
    }
    with open(os.path.join(folder, "streams.json"), "w", encoding="utf-8") as file:
        file.write(rows_to_text(streams))


if __name__ == "__main__":
    main(sys.argv[1])
