# SPDX-License-Identifier: MIT
"""Writes the goldens of the `torch` arithmetic: what PyTorch gives, bit for bit, for sums, variances,
maxima, exp and log, softmax, the normalizations and linear, on inputs that a recipe makes. The recipe
is integer hashing and exact float32 steps, so that the tests make the same inputs and only results
are stored: few words as they are, many as a digest.

    ATEN_CPU_CAPABILITY=avx2 OMP_NUM_THREADS=1 /usr/bin/python3 torch_arithmetic.py OUTPUT_FOLDER
"""
import json
import os
import platform
import sys

import numpy
import torch
import torch.nn.functional as F

SIZES = [*range(1, 71), *range(127, 131), *range(255, 258), *range(511, 514), 1000, 1023, 1024, 1025, 4096]

# value = units * scale + offset, each step rounded; units are multiples of 2^-23 in [-1, 1), or of
# 1/levels; every `every`-th element (by its hash) is one of `specials`, given by their bits.
RECIPES = {
    "plain": {"scale": 1.0, "offset": 0.0},
    "far": {"scale": 2.0**-7, "offset": 10000.0},
    "wide": {"scale": 128.0, "offset": 0.0},
    "denormal": {"scale": 2.0**-134, "offset": 0.0},
    "ties": {"scale": 1.0, "offset": 0.0, "levels": 4},
    "zeros": {"scale": 1.0, "offset": 0.0, "every": 1, "specials": ["00000000", "80000000"]},
    "nan": {"scale": 1.0, "offset": 0.0, "every": 13, "specials": ["7fc00000"]},
    "infinite": {"scale": 1.0, "offset": 0.0, "every": 11, "specials": ["7f800000", "ff800000"]},
    "masked": {"scale": 4.0, "offset": 0.0, "every": 2, "specials": ["ff800000"]},
    "all_masked": {"scale": 1.0, "offset": 0.0, "every": 1, "specials": ["ff800000"]},
    "edges": {"scale": 4.0, "offset": 0.0, "every": 2, "specials": [
        "42b00000", "c2b00000", "42b17217", "42b17218", "c2aeac4f", "c2aeac50", "c2cff1b4", "c2cff1b5",
        "c2d00000", "c2d00001", "42c80000", "42c80001", "00000000", "80000000", "00000001", "80000001",
        "007fffff", "00800000", "7f7fffff", "3f800000", "3f7fffff", "3f800001"]},
    "bits": {"bits": True},
}


def hashes(count, seed):
    with numpy.errstate(over="ignore"):
        x = numpy.arange(count, dtype=numpy.uint32) * numpy.uint32(0x9E3779B1) + numpy.uint32(seed)
        x ^= x >> numpy.uint32(16)
        x *= numpy.uint32(0x85EBCA6B)
        x ^= x >> numpy.uint32(13)
        x *= numpy.uint32(0xC2B2AE35)
        x ^= x >> numpy.uint32(16)
    return x


def make(name, shape, seed):
    recipe = RECIPES[name]
    h = hashes(int(numpy.prod(shape, dtype=numpy.int64)), seed)
    if recipe.get("bits"):
        return torch.from_numpy(h.view(numpy.float32).reshape(shape))
    units = (h >> numpy.uint32(8)).astype(numpy.float32) * numpy.float32(2.0**-23) - numpy.float32(1)
    if "levels" in recipe:
        units = numpy.floor(units * numpy.float32(recipe["levels"])) / numpy.float32(recipe["levels"])
    values = units * numpy.float32(recipe["scale"]) + numpy.float32(recipe["offset"])
    if "every" in recipe:
        specials = numpy.array([int(s, 16) for s in recipe["specials"]], numpy.uint32).view(numpy.float32)
        every = numpy.uint32(recipe["every"])
        chosen = specials[(h // every) % numpy.uint32(len(specials))]
        values = numpy.where(h % every == 0, chosen, values)
    return torch.from_numpy(values.astype(numpy.float32).reshape(shape))


def words(values):
    bits = values.detach().contiguous().reshape(-1).numpy().view(numpy.uint32).copy()
    bits[torch.isnan(values).contiguous().reshape(-1).numpy()] = 0x7FC00000  # any NaN is the NaN
    return bits.tolist()


def all_words(values):
    return " ".join(f"{w:08x}" for w in words(values))


def result(values):
    """Up to four words, or FNV-1a over the words of more."""
    bits = words(values)
    if len(bits) <= 4:
        return all_words(values)
    digest = 0xCBF29CE484222325
    for word in bits:
        digest = ((digest ^ word) * 0x100000001B3) % 2**64
    return f"{digest:016x}"


def reductions(x, dims):
    kw = {"dim": dims or list(range(x.dim())), "keepdim": True}
    return {"sum": result(torch.sum(x, **kw)), "mean": result(torch.mean(x, **kw)),
            "var0": result(torch.var(x, correction=0, **kw)),
            "var1": result(torch.var(x, correction=1, **kw)),
            "std1": result(torch.std(x, correction=1, **kw)),
            "amax": result(torch.amax(x, **kw))}


class Cases:
    def __init__(self):
        self.list = []

    def input(self, recipe, shape):
        seed = len(self.list) + 1
        return {"recipe": recipe, "shape": list(shape), "seed": seed}, make(recipe, shape, seed)

    def add(self, case, **results):
        self.list.append({**case, **results})


def reduction_cases():
    cases = Cases()

    def add(recipe, shape, dims, permutation=None):
        case, x = cases.input(recipe, shape)
        if permutation:
            case["permutation"] = permutation
            x = x.permute(permutation)
        cases.add({**case, "dims": dims}, results=reductions(x, dims))

    for size in SIZES:
        for recipe in ("plain", "far"):
            add(recipe, (3, size), [1])
        add("plain", (size,), [])
    for size in (1, 7, 8, 9, 31, 32, 33, 100, 1000):
        for recipe in ("wide", "denormal", "ties", "zeros", "nan", "infinite", "all_masked"):
            add(recipe, (2, size), [1])
            add(recipe, (size,), [0])
            add(recipe, (5, size), [0])
    add("plain", (65537,), [])
    add("far", (2, 65537), [1])
    add("plain", (65537, 3), [0])
    for columns in (1, 2, 3, 4, 5, 7, 8, 9, 31, 32, 33, 39, 40, 41, 64, 71):
        for rows in (1, 2, 15, 16, 17, 63, 64, 65, 300):
            add("plain", (rows, columns), [0])
        add("far", (4, 70, columns), [1])
        add("ties", (2, 35, 3, columns), [0, 2])
    for shape, dims in (((4, 3, 8), [2]), ((4, 3, 8), [1]), ((4, 3, 8), [0]), ((4, 3, 8), [0, 2]),
                        ((4, 3, 8), [1, 2]), ((4, 3, 8), [0, 1]), ((4, 3, 8), []), ((3, 4, 5, 6), [0, 2, 3]),
                        ((3, 4, 5, 6), [2, 3]), ((3, 4, 5, 6), [1]), ((3, 4, 5, 6), [1, 3]),
                        ((3, 4, 5, 6), [0, 2]), ((2, 16, 12, 12), [0, 2, 3]), ((2, 3, 4, 5, 6), [0, 2, 4]),
                        ((7, 1, 9), [1]), ((1, 5), [1]), ((5, 1), [1]), ((5, 1), [0]), ((1, 1), [0])):
        add("plain", shape, dims)
        add("far", shape, dims)
    for shape, permutation, dims in (((9, 40), [1, 0], [0]), ((9, 40), [1, 0], [1]), ((40, 9), [1, 0], []),
                                     ((6, 7, 33), [2, 0, 1], [0]), ((6, 7, 33), [1, 2, 0], [0, 2]),
                                     ((6, 7, 33), [2, 1, 0], [1])):
        add("plain", shape, dims, permutation)
    return cases.list


def elementwise_cases():
    cases = Cases()
    for recipe, count in (("edges", 500), ("wide", 30000), ("plain", 3001), ("denormal", 3003), ("bits", 100000)):
        case, x = cases.input(recipe, (count,))
        cases.add(case, results={"exp": result(torch.exp(x)), "log": result(torch.log(x)),
                                 "rsqrt": result(torch.rsqrt(x)), "square": result(torch.pow(x, 2))})
    return cases.list


def softmax_cases():
    cases = Cases()

    def add(recipe, shape, dim):
        case, x = cases.input(recipe, shape)
        cases.add({**case, "dim": dim}, results={"softmax": result(torch.softmax(x, dim)),
                                                 "log_softmax": result(torch.log_softmax(x, dim))})

    for size in SIZES:
        add("wide" if size % 2 else "plain", (3, size), 1)
    for recipe in ("far", "denormal", "ties", "zeros", "nan", "infinite", "masked", "all_masked", "edges"):
        for size in (1, 2, 7, 8, 9, 33):
            add(recipe, (4, size), 1)
            add(recipe, (size, 11), 0)
    for inner in (1, 2, 7, 8, 9, 15, 16, 17, 40, 41):
        for size in (1, 2, 5, 64, 200):
            add("plain", (2, size, inner), 1)
    add("wide", (1, 65537), 1)
    add("plain", (5, 6, 7, 8), 0)
    add("plain", (5, 6, 7, 8), 2)
    add("plain", (), 0)
    return cases.list


def norm_cases():
    cases = Cases()

    def add(recipe, shape, operation, epsilon, gamma, beta, argument=None):
        case, x = cases.input(recipe, shape)
        channels = x.numel() // shape[0] // int(numpy.prod(shape[2:])) if len(shape) > 1 else 1
        size = list(shape[len(shape) - argument:]) if operation == "layer_norm" else [channels]
        g = make("plain", size, 1001) if gamma else None
        b = make("plain", size, 2002) if beta else None
        if operation == "layer_norm":
            y, mean, rstd = torch.native_layer_norm(x, size, g, b, epsilon)
        elif operation == "batch_norm":
            y, mean, rstd = torch.native_batch_norm(x, g, b, None, None, True, 0.1, epsilon)
        elif operation == "group_norm":
            y, mean, rstd = torch.native_group_norm(x, g, b, shape[0], channels, int(numpy.prod(shape[2:])),
                                                    argument, epsilon)
        else:
            y = F.instance_norm(x, weight=g, bias=b, eps=epsilon)
            joined = x.reshape(1, shape[0] * channels, *shape[2:])
            _, mean, rstd = torch.native_batch_norm(joined, None, None, None, None, True, 0.1, epsilon)
        cases.add({**case, "operation": operation, "argument": argument, "epsilon": epsilon, "gamma": gamma,
                   "beta": beta}, results={"output": result(y), "mean": result(mean), "rstd": result(rstd)})

    for index, size in enumerate(SIZES):
        add("plain", (3, size), "layer_norm", 1e-5, index % 2 == 0, index % 4 < 2, 1)
    for gamma in (False, True):
        for beta in (False, True):
            for recipe in ("plain", "far", "denormal", "ties", "zeros", "nan", "infinite"):
                for epsilon in (1e-5, 0.0):
                    add(recipe, (4, 5, 6), "layer_norm", epsilon, gamma, beta, 2)
                    add(recipe, (4, 6, 5), "group_norm", epsilon, gamma, beta, 3)
                    add(recipe, (4, 6, 5), "batch_norm", epsilon, gamma, beta)
                    add(recipe, (4, 6, 5), "instance_norm", epsilon, gamma, beta)
            add("plain", (2, 65537), "layer_norm", 1e-5, gamma, beta, 1)
            add("plain", (3, 4, 7, 9), "layer_norm", 1e-5, gamma, beta, 3)
            for operation, argument in (("batch_norm", None), ("group_norm", 2), ("instance_norm", None)):
                add("plain", (3, 4, 7, 9), operation, 1e-5, gamma, beta, argument)
            for operation, argument in (("batch_norm", None), ("group_norm", 1), ("group_norm", 4)):
                add("plain", (37, 12), operation, 1e-5, gamma, beta, argument)
                add("far", (9, 4, 1), operation, 1e-5, gamma, beta, argument)
    return cases.list


def linear_cases():
    cases = Cases()
    for recipe in ("plain", "far", "nan", "infinite"):
        for shape in ((5,), (1, 5), (2, 5), (7, 33), (2, 3, 5), (2, 1), (1, 1), (4, 300)):
            for outputs in (1, 2, 6, 17):
                case, x = cases.input(recipe, shape)
                weight = make("plain", (outputs, shape[-1]), 3003)
                bias = make("plain", (outputs,), 4004)
                cases.add({**case, "outputs": outputs},
                          results={"with_bias": result(F.linear(x, weight, bias)),
                                   "without": result(F.linear(x, weight))})
    return cases.list


def fused_variances():
    """Rows whose variance differs by one ULP when Welford's product and sum are rounded separately."""
    rows = [["0x1.675f8ap+2", "0x1.f90572p+2", "0x1.4d33b4p+1", "0x1.0081b2p+2", "0x1.51c4d2p+2", "0x1.503382p+2"],
            ["0x1.1e7856p+3", "0x1.d3e0e8p+0", "0x1.789126p+1", "0x1.9c78b4p+3", "0x1.3ae984p+3"]]
    pairs = [torch.tensor([[float.fromhex(v) for v in row]] * 2) for row in rows]
    return [{"row": all_words(x[0]), "var1": all_words(torch.var(x, 1)[0])} for x in pairs]


def hand_written_chains():
    """The cells of the lecture (seed 123): a linear layer and ReLU normalized without epsilon, a
    LayerNorm class on the batch, a softmax and the class again on the next batch, step by step."""
    torch.manual_seed(123)

    def chain(x, correction, epsilon):
        mean = x.mean(-1, keepdim=True)
        var = x.var(-1, keepdim=True, correction=correction)
        squares = ((x - mean) ** 2).mean(-1, keepdim=True)
        root = torch.sqrt(var + epsilon) if epsilon else torch.sqrt(var)
        y = (x - mean) / root
        if epsilon:
            y = torch.ones(x.shape[-1]) * y + torch.zeros(x.shape[-1])
        return {"input": all_words(x), "shape": list(x.shape), "correction": correction, "epsilon": epsilon,
                "mean": all_words(mean), "var": all_words(var), "mean_of_squares": all_words(squares),
                "output": all_words(y), "output_mean": all_words(y.mean(-1)),
                "output_var": all_words(y.var(-1, correction=correction)),
                "built_in": all_words(F.layer_norm(x, x.shape[-1:]))}

    with torch.no_grad():
        batch = torch.rand(2, 5)
        layer = torch.nn.Linear(5, 6)
        activations = torch.relu(layer(batch))
        following = torch.rand(3, 5)
        probabilities = torch.softmax(following, -1)
        return {"batch": all_words(batch), "weight": all_words(layer.weight), "bias": all_words(layer.bias),
                "activations": all_words(activations), "following": all_words(following),
                "softmax": all_words(probabilities), "softmax_mean": all_words(probabilities.mean(-1)),
                "softmax_var": all_words(probabilities.var(-1, correction=0)),
                "without_epsilon": chain(activations, 1, 0.0), "class_on_batch": chain(batch, 0, 1e-5),
                "class_on_following": chain(following, 0, 1e-5)}


def main(folder):
    if os.environ.get("ATEN_CPU_CAPABILITY") != "avx2" or torch.get_num_threads() != 1:
        sys.exit("torch_arithmetic.py: needs ATEN_CPU_CAPABILITY=avx2 and OMP_NUM_THREADS=1")
    head = {"script": "tests/oracle/torch_arithmetic.py", "torch": torch.__version__,
            "python": platform.python_version()}
    files = {"reductions": reduction_cases, "elementwise": elementwise_cases, "softmax": softmax_cases,
             "norms": norm_cases, "linear": linear_cases}
    for name, cases in files.items():
        with open(os.path.join(folder, name + ".json"), "w", encoding="utf-8") as file:
            lines = ",\n".join(json.dumps(case, separators=(",", ":")) for case in cases())
            head_text = json.dumps({**head, "recipes": RECIPES}, separators=(",", ":"))
            file.write(f'{head_text[:-1]},\n"cases":[\n{lines}\n]}}\n')
    with open(os.path.join(folder, "chains.json"), "w", encoding="utf-8") as file:
        json.dump({**head, "fused_variances": fused_variances(), **hand_written_chains()}, file, indent=1)
        file.write("\n")


if __name__ == "__main__":
    main(sys.argv[1])
