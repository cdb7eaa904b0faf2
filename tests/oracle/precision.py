# SPDX-License-Identifier: MIT
"""Writes the goldens of precision plans: the steps of operations with every step in float16 (NumPy) or
bfloat16 (torch), whose operations are computed in float32 and rounded, and sums in the order of the
plan, number after number.

    /usr/bin/python3 precision.py OUTPUT_FOLDER
"""
import json
import os
import sys

import numpy
import torch


class Half:
    """float16 by NumPy."""

    name = "float16"

    @staticmethod
    def cast(values):
        with numpy.errstate(over="ignore"):
            return numpy.asarray(values, dtype=numpy.float32).astype(numpy.float16)

    @staticmethod
    def wide(values):
        return numpy.asarray(values).astype(numpy.float32)


class Brain:
    """bfloat16 by torch."""

    name = "bfloat16"

    @staticmethod
    def cast(values):
        return torch.from_numpy(numpy.array(values, dtype=numpy.float32)).to(torch.bfloat16)

    @staticmethod
    def wide(values):
        return values.to(torch.float32).numpy()


class Chain:
    """The steps of an operation, each stored in the format."""

    def __init__(self, kind, lanes, wide_sums):
        self.kind, self.lanes, self.wide_sums, self.steps = kind, lanes, wide_sums, {}

    def keep(self, name, values):
        """Stores a step, and gives it back in float32."""
        stored = self.kind.wide(self.kind.cast(values))
        self.steps[name] = stored
        return stored

    def total(self, rows):
        """The sums of rows in lanes that are folded from left to right."""
        add = (lambda a, b: a + b) if self.wide_sums else (
            lambda a, b: self.kind.wide(self.kind.cast(a + b)))
        lanes = [numpy.zeros(rows.shape[0], numpy.float32) for _ in range(self.lanes)]
        for k in range(rows.shape[1]):
            lanes[k % self.lanes] = add(lanes[k % self.lanes], rows[:, k])
        result = lanes[0]
        for lane in lanes[1:]:
            result = add(result, lane)
        return result[:, None]


def layer_norm(chain, x, centred=True):
    n = numpy.float32(x.shape[1])
    x = chain.keep("input", x)
    if centred:
        mean = chain.keep("mean", chain.total(x) / n)
        x = chain.keep("centred", x - mean)
    squared = chain.keep("squared", x * x)
    before, after = ("variance", "standard deviation") if centred else (
        "mean square", "root mean square")
    variance = chain.keep(before, chain.total(squared) / n)
    variance = chain.keep(before + " + eps", variance + numpy.float32(1e-5))
    deviation = chain.keep(after, numpy.sqrt(variance))
    with numpy.errstate(invalid="ignore", divide="ignore"):
        chain.keep("normalized", x / deviation)


def softmax(chain, x):
    x = chain.keep("input", x)
    top = chain.keep("maximum", x.max(axis=1, keepdims=True))
    shifted = chain.keep("shifted", x - top)
    power = chain.keep("exponential", numpy.exp(shifted.astype(numpy.float64)))
    total = chain.keep("sum", chain.total(power))
    chain.keep("output", power / total)


def bits(values):
    return [format(int(b), "08x") for b in
            numpy.ascontiguousarray(values, dtype=numpy.float32).reshape(-1).view(numpy.uint32)]


def main():
    folder = sys.argv[1]
    random = numpy.random.RandomState(11)
    inputs = [random.standard_normal((3, 17)), 300 * random.standard_normal((2, 9)),
              100 + random.standard_normal((2, 33))]
    goldens = []
    for kind in (Half, Brain):
        for lanes, wide_sums in ((1, False), (4, False), (4, True)):
            for operation in ("layer-norm", "rms-norm", "softmax"):
                for x in inputs:
                    x = x.astype(numpy.float32)
                    chain = Chain(kind, lanes, wide_sums)
                    with numpy.errstate(over="ignore", invalid="ignore"):
                        if operation == "softmax":
                            softmax(chain, x)
                        else:
                            layer_norm(chain, x, operation == "layer-norm")
                    goldens.append({
                        "operation": operation,
                        "plan": f"storage={kind.name} lanes={lanes}"
                                + (" sum=float32" if wide_sums else ""),
                        "shape": list(x.shape),
                        "x": [float(v) for v in x.reshape(-1)],
                        "steps": {name: bits(v) for name, v in chain.steps.items()},
                    })
    with open(os.path.join(folder, "steps.json"), "w", encoding="utf-8") as file:
        json.dump(goldens, file)
        file.write("\n")


if __name__ == "__main__":
    main()
