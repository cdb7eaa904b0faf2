# SPDX-License-Identifier: MIT
"""Writes the goldens of the statistics: moments in exact fractions (and checked against torch in
double), quantiles from torch in double, histograms from NumPy, densities by their formula in NumPy.

    ATEN_CPU_CAPABILITY=avx2 OMP_NUM_THREADS=1 /usr/bin/python3 stats.py OUTPUT_FOLDER
"""
import json
import math
import os
import platform
import sys
from fractions import Fraction

import numpy
import torch

PROBABILITIES = [0.0, 0.01, 0.25, 0.3, 0.5, 0.625, 0.75, 0.9, 0.999, 1.0]
INTERPOLATIONS = ["linear", "lower", "higher", "nearest", "midpoint"]


def root(fraction):
    """The square root of a fraction, rounded once: floats alone would round on the way."""
    if fraction == 0:
        return 0.0
    shift = 4**200
    return float(Fraction(math.isqrt(int(fraction * shift * shift)), shift))


def moments(values):
    """All in fractions: the results are right to the last bit of a double."""
    x = [Fraction(float(v)) for v in values]
    n = len(x)
    mean = sum(x) / n
    m2, m3, m4 = (sum((v - mean) ** k for v in x) / n for k in (2, 3, 4))
    unbiased = m2 * n / (n - 1) if n > 1 else None
    result = {
        "mean": float(mean),
        "biased_variance": float(m2),
        "unbiased_variance": "nan" if unbiased is None else float(unbiased),
        "biased_deviation": root(m2),
        "unbiased_deviation": "nan" if unbiased is None else root(unbiased),
        "minimum": float(min(x)),
        "maximum": float(max(x)),
        "skewness": "nan" if m2 == 0 else math.copysign(root(m3 * m3 / m2**3), m3),
        "excess_kurtosis": "nan" if m2 == 0 else float(m4 / m2**2 - 3),
    }
    in_double = torch.from_numpy(values.astype(numpy.float64))
    assert math.isclose(in_double.mean().item(), result["mean"], rel_tol=1e-9, abs_tol=1e-9)
    assert math.isclose(in_double.var(unbiased=False).item(), result["biased_variance"],
                        rel_tol=1e-6, abs_tol=1e-12)
    return result


def quantiles(values):
    in_double = torch.from_numpy(values.astype(numpy.float64))
    at = torch.tensor(PROBABILITIES, dtype=torch.float64)
    return {how: torch.quantile(in_double, at, interpolation=how).tolist() for how in INTERPOLATIONS}


def histogram(values, bins, limits=None):
    counts, edges = numpy.histogram(values.astype(numpy.float64), bins=bins, range=limits)
    return {"bins": bins, "range": limits, "counts": counts.tolist(), "edges": edges.tolist()}


def density(values, rule, points):
    x = values.astype(numpy.float64)
    factor = len(x) ** -0.2 if rule == "scott" else (len(x) * 3 / 4) ** -0.2
    width = x.std(ddof=1) * factor
    at = numpy.linspace(x.min() - 4 * width, x.max() + 4 * width, points)
    kernels = numpy.exp(-0.5 * ((at[:, None] - x[None, :]) / width) ** 2)
    result = kernels.sum(axis=1) / (len(x) * width * math.sqrt(2 * math.pi))
    return {"rule": rule, "bandwidth": float(width), "positions": at.tolist(),
            "values": result.tolist()}


def case(name, values, curves=True):
    values = numpy.asarray(values, dtype=numpy.float32)
    spread = values.max() > values.min()
    low, high = float(values.min()), float(values.max())
    limits = [[low + 0.2 * (high - low), high - 0.1 * (high - low)], [-1.0, 1.0]]
    row = {
        "name": name,
        "bits": " ".join(f"{b:08x}" for b in values.view(numpy.uint32)),
        "zeros": int((values == 0).sum()),
        "moments": moments(values),
        "quantiles": quantiles(values),
        "histograms": [],
        "densities": [],
    }
    if spread and curves:
        row["histograms"] = [histogram(values, bins) for bins in (1, 2, 7, 10)]
        row["histograms"] += [histogram(values, 5, limit) for limit in limits]
        row["densities"] = [density(values, rule, 17) for rule in ("scott", "silverman")]
        quarter, three_quarters = numpy.percentile(values.astype(numpy.float64), [25, 75])
        if three_quarters > quarter:
            row["automatic"] = histogram(values, "fd")
    return row


def large_case(seed, count, offset):
    """Values made again from the random stream: too many to keep."""
    torch.manual_seed(seed)
    values = (torch.randn(count) + offset).numpy()
    return {"seed": seed, "count": count, "offset": offset, "moments": moments(values),
            "quantiles": quantiles(values), "histograms": [histogram(values, 50)],
            "densities": [density(values, "scott", 33)]}


def main(folder):
    torch.manual_seed(20240501)
    normal = torch.randn(200)
    cases = [
        case("normal", normal),
        case("normal at 1e4", normal + 1e4),
        case("normal at 1e7", normal + 1e7),
        case("relu", torch.relu(normal)),
        case("heavy tails", torch.randn(150) ** 3),
        case("skewed", torch.rand(99) ** 4),
        case("steps of a tenth", torch.randint(0, 21, (120,)) / 10),
        case("one", [2.5]),
        case("two", [-1.0, 3.0]),
        case("three", [0.1, 0.2, 0.4]),
        case("equal", [0.1] * 7),
        case("zeros", [0.0, -0.0, 0.0]),
        case("mostly equal", [3.0] * 30 + [4.0, -2.0]),
        case("largest", [3.0e38, -3.0e38, 1.0e38, 2.0e38], curves=False),
        case("denormal", [1e-45, 3e-45, 5e-42, 0.0], curves=False),
        case("neighbours", numpy.nextafter(numpy.float32(1e7), numpy.float32([0, 1e7, 2e7, 2e7]))),
    ]
    goldens = {
        "script": "tests/oracle/stats.py",
        "torch": torch.__version__,
        "numpy": numpy.__version__,
        "python": platform.python_version(),
        "capability": os.environ.get("ATEN_CPU_CAPABILITY"),
        "probabilities": PROBABILITIES,
        "cases": cases,
        "large": [large_case(1, 16385, 0.0), large_case(2, 50000, 1e4), large_case(3, 40000, 1e7)],
    }
    parts = []
    for key, value in goldens.items():
        text = json.dumps(value)
        if isinstance(value, list) and isinstance(value[0], dict):
            text = "[\n" + ",\n".join(json.dumps(row) for row in value) + "\n]"
        parts.append(f"{json.dumps(key)}: {text}")
    with open(os.path.join(folder, "stats.json"), "w", encoding="utf-8") as file:
        file.write("{\n" + ",\n".join(parts) + "\n}\n")


if __name__ == "__main__":
    main(sys.argv[1])
