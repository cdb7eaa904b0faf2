# SPDX-License-Identifier: MIT
"""Writes the goldens of the notebook's arrays: what PyTorch gives for short programs on a stack of
arrays, bit for bit and as it prints. A step is a list: a name and its arguments; arrays come from
the stack and results go there. The test runs the same steps on the arrays of the notebook.

    ATEN_CPU_CAPABILITY=avx2 OMP_NUM_THREADS=1 /usr/bin/python3 notebook_arrays.py OUTPUT_FOLDER
"""
import json
import os
import platform
import sys
import warnings

import numpy
import torch
import torch.nn.functional as F

warnings.simplefilter("ignore")
DTYPES = {"bool": torch.bool, "uint8": torch.uint8, "int32": torch.int32, "int64": torch.int64,
          "float32": torch.float32, "float64": torch.float64}


def words(x):
    """The bits of all elements in row-major order; any NaN is the NaN."""
    x = x.detach().contiguous().reshape(-1)
    if x.dtype == torch.float32:
        bits = x.numpy().view(numpy.uint32).copy()
        bits[torch.isnan(x).numpy()] = 0x7FC00000
        return bits.tolist()
    if x.dtype == torch.float64:
        bits = x.numpy().view(numpy.uint64).copy()
        bits[torch.isnan(x).numpy()] = 0x7FF8000000000000
        return bits.tolist()
    return [int(v) % 2**64 for v in x.tolist()]


def digest(x):
    value = 0xCBF29CE484222325
    for word in words(x):
        value = ((value ^ word) * 0x100000001B3) % 2**64
    return f"{value:016x}"


def index_of(entry, arrays):
    kind, *rest = entry
    if kind == "int":
        return rest[0]
    if kind == "slice":
        return slice(*rest)
    if kind == "none":
        return None
    if kind == "ellipsis":
        return Ellipsis
    if kind == "bool":
        return rest[0]
    return arrays.pop(0)


def reduction(name):
    def run(x, options):
        options = dict(options)
        if "dtype" in options:
            options["dtype"] = DTYPES[options["dtype"]]
        if name in ("var", "std", "var_mean", "std_mean") and "dim" not in options:
            return getattr(torch, name)(x, dim=None, **options)
        return getattr(torch, name)(x, **options)
    return run


REDUCTIONS = ("sum", "mean", "prod", "var", "std", "amax", "amin", "logsumexp", "any", "all", "norm",
              "max", "min", "argmax", "argmin", "median", "var_mean", "std_mean", "count_nonzero")
PLAIN = ("abs", "neg", "sign", "square", "floor", "ceil", "round", "trunc", "relu", "exp", "exp2", "expm1",
         "log", "log2", "log10", "log1p", "sqrt", "rsqrt", "reciprocal", "sin", "cos", "tan", "asin", "acos", "atan",
         "sinh", "cosh", "tanh", "sigmoid", "erf", "erfinv", "isnan", "isinf", "isfinite", "logical_not", "bitwise_not", "clone", "detach", "nonzero", "squeeze", "t")
TWO = ("add", "sub", "mul", "div", "floor_divide", "remainder", "fmod", "pow", "maximum", "minimum", "atan2",
       "hypot", "eq", "ne", "lt", "le", "gt", "ge", "logical_and", "logical_or", "logical_xor", "bitwise_and",
       "bitwise_or", "bitwise_xor", "matmul", "mm", "mv", "bmm", "dot", "outer", "masked_select", "isclose")
ACTIVATIONS = ("gelu", "silu", "mish", "softsign", "logsigmoid", "relu6", "hardtanh", "hardsigmoid",
               "hardswish", "selu", "tanhshrink")


class Machine:
    def __init__(self):
        self.stack = []

    def pop(self, count=1):
        taken = self.stack[-count:]
        del self.stack[-count:]
        return taken

    def push(self, x):
        self.stack += list(x) if isinstance(x, (tuple, list)) else [x]

    def step(self, name, *a):
        if name == "values":
            dtype, shape, values = a
            self.push(torch.tensor(values, dtype=DTYPES[dtype]).reshape(shape))
        elif name in ("rand", "randn"):
            self.push(getattr(torch, name)(a[0], dtype=DTYPES[a[1]]))
        elif name == "wide":
            self.push(torch.randn(a[0]).double())
        elif name == "randint":
            self.push(torch.randint(a[0], a[1], a[2]))
        elif name == "randperm":
            self.push(torch.randperm(a[0]))
        elif name == "arange":
            self.push(torch.arange(*a[0], dtype=DTYPES[a[1]]))
        elif name == "linspace":
            self.push(torch.linspace(*a[0], dtype=DTYPES[a[1]]))
        elif name == "eye":
            self.push(torch.eye(*a))
        elif name == "requires_grad":
            self.stack[-1].requires_grad_()
        elif name == "print_options":
            torch.set_printoptions(**a[0])
        elif name == "dup":
            self.push(self.stack[-1])
        elif name == "swap":
            x, y = self.pop(2)
            self.push([y, x])
        elif name == "drop":
            self.pop()
        elif name in PLAIN:
            [x] = self.pop()
            self.push(getattr(torch, name)(x) if name not in ("detach", "t", "squeeze", "nonzero") else
                      getattr(x, name)())
        elif name in TWO:
            x, y = self.pop(2)
            self.push(getattr(torch, name)(x, y))
        elif name in ACTIVATIONS:
            [x] = self.pop()
            self.push(getattr(F, name)(x))
        elif name == "scalar":
            op, number, side = a
            [x] = self.pop()
            symbol = {"add": "__add__", "sub": "__sub__", "mul": "__mul__", "div": "__truediv__",
                      "floor_divide": "__floordiv__", "remainder": "__mod__", "pow": "__pow__", "eq": "__eq__",
                      "ne": "__ne__", "lt": "__lt__", "le": "__le__", "gt": "__gt__", "ge": "__ge__"}[op]
            if side == "left":
                symbol = "__r" + symbol[2:]
            self.push(getattr(x, symbol)(number))
        elif name == "in_place":
            x, y = self.pop(2)
            getattr(x, a[0] + "_")(y)
            self.push(x)
        elif name in REDUCTIONS:
            [x] = self.pop()
            self.push(reduction(name)(x, *a))
        elif name in ("softmax", "log_softmax", "cumsum", "cumprod", "unsqueeze", "argsort"):
            [x] = self.pop()
            self.push(getattr(x, name)(a[0]))
        elif name in ("view", "reshape", "permute", "expand", "repeat"):
            [x] = self.pop()
            self.push(getattr(x, name)(a[0]))
        elif name in ("transpose", "flatten"):
            [x] = self.pop()
            self.push(getattr(x, name)(*a))
        elif name == "T":
            self.push(self.pop()[0].T)
        elif name == "squeeze_dim":
            self.push(self.pop()[0].squeeze(a[0]))
        elif name in ("chunk", "split", "unbind"):
            [x] = self.pop()
            self.push(getattr(x, name)(*a))
        elif name == "sort":
            self.push(self.pop()[0].sort(a[0], descending=a[1]))
        elif name == "topk":
            self.push(self.pop()[0].topk(a[0], a[1], largest=a[2]))
        elif name in ("flip", "tril", "triu", "diag"):
            self.push(getattr(torch, name)(self.pop()[0], a[0]))
        elif name == "roll":
            self.push(torch.roll(self.pop()[0], a[0], a[1]))
        elif name == "to":
            self.push(self.pop()[0].to(DTYPES[a[0]]))
        elif name == "contiguous":
            self.push(self.pop()[0].contiguous())
        elif name in ("cat", "stack"):
            self.push(getattr(torch, name)(self.pop(a[0]), a[1]))
        elif name in ("hstack", "vstack"):
            self.push(getattr(torch, name)(self.pop(a[0])))
        elif name == "where":
            c, x, y = self.pop(3)
            self.push(torch.where(c, x, y))
        elif name == "masked_fill":
            x, m = self.pop(2)
            self.push(x.masked_fill(m, a[0]))
        elif name in ("gather", "index_select"):
            x, i = self.pop(2)
            self.push(getattr(x, name)(a[0], i))
        elif name == "clamp":
            self.push(self.pop()[0].clamp(a[0], a[1]))
        elif name == "get":
            count = sum(1 for entry in a[0] if entry[0] == "array")
            *rest, = self.pop(count + 1)
            arrays = rest[1:]
            self.push(rest[0][tuple(index_of(e, arrays) for e in a[0])])
        elif name == "set":
            count = sum(1 for entry in a[0] if entry[0] == "array")
            *rest, = self.pop(count + 2)
            arrays = rest[1:-1]
            rest[0][tuple(index_of(e, arrays) for e in a[0])] = rest[-1]
            self.push(rest[0])
        elif name == "set_number":
            count = sum(1 for entry in a[0] if entry[0] == "array")
            *rest, = self.pop(count + 1)
            arrays = rest[1:]
            rest[0][tuple(index_of(e, arrays) for e in a[0])] = a[1]
            self.push(rest[0])
        elif name == "linear":
            self.push(F.linear(*self.pop(a[0])))
        elif name == "addmm":
            self.push(torch.addmm(*self.pop(3)))
        elif name == "einsum":
            self.push(torch.einsum(a[0], *self.pop(a[1])))
        elif name == "layer_norm":
            x, *affine = self.pop(a[1])
            self.push(F.layer_norm(x, a[0], *affine))
        elif name == "gelu_tanh":
            self.push(F.gelu(self.pop()[0], approximate="tanh"))
        elif name == "leaky_relu":
            self.push(F.leaky_relu(self.pop()[0], a[0]))
        elif name == "elu":
            self.push(F.elu(self.pop()[0], a[0]))
        elif name == "softplus":
            self.push(F.softplus(self.pop()[0], *a))
        elif name == "embedding":
            w, i = self.pop(2)
            self.push(F.embedding(i, w))
        elif name == "dropout":
            self.push(F.dropout(self.pop()[0], a[0]))
        elif name == "cross_entropy":
            x, t = self.pop(2)
            self.push(F.cross_entropy(x, t, reduction=a[0]))
        elif name == "mse_loss":
            x, t = self.pop(2)
            self.push(F.mse_loss(x, t, reduction=a[0]))
        else:
            raise KeyError(name)


def plain(value):
    """JSON has no infinities and no NaN: they are written as words."""
    if isinstance(value, list):
        return [plain(v) for v in value]
    if isinstance(value, dict):
        return {key: plain(v) for key, v in value.items()}
    if isinstance(value, float) and (value != value or value in (float("inf"), float("-inf"))):
        return str(value)
    return value


# What PyTorch computes, in part at least, by the C library: these bits hold for that C library, and for
# the release of SLEEF that comes with it (erf of float64, from "wide" numbers, is another since 3.6).
BY_C_LIBRARY = {"exp2", "sinh", "cosh", "erfinv", "sigmoid", "gelu", "gelu_tanh", "silu",
                "mish", "selu", "elu", "softplus", "pow", "atan2", "hypot", "norm", "softmax", "log_softmax"}


def by_c_library(steps):
    names = {step[0] for step in steps}
    return (not names.isdisjoint(BY_C_LIBRARY) or {"erf", "wide"} <= names
            or any(step[:2] == ["scalar", "pow"] for step in steps))


def by_digits(steps):
    """A norm over several dimensions shows a compiler's choice of fused steps."""
    return (steps[-1][0] == "norm" and isinstance(steps[-1][1].get("dim"), list) and len(steps[-1][1]["dim"]) > 1)


def result_of(x, steps):
    result = plain_result(x)
    if by_digits(steps):
        del result["bits"]
    return result


def plain_result(x):
    return {"dtype": str(x.dtype)[6:], "shape": list(x.shape), "strides": list(x.stride()), "bits": digest(x),
            "text": repr(x)}


def run(steps, seed):
    torch.manual_seed(seed)
    torch.set_printoptions(profile="default")
    machine = Machine()
    try:
        for name, *arguments in steps:
            machine.step(name, *arguments)
    except (RuntimeError, IndexError, ValueError, TypeError) as error:
        return {"kind": type(error).__name__, "error": str(error).split("\nException raised")[0]}
    return {"results": [result_of(x, steps) for x in machine.stack]}


def expression_results(before, expressions):
    """repr of each value, or the error: every one in a state made anew, with seed 7."""
    results = []
    for expression in expressions:
        names = {"torch": torch, "nn": torch.nn, "F": F}
        torch.manual_seed(7)
        torch.set_printoptions(profile="default")
        exec(before, names)
        try:
            text = repr(eval(expression, names))
        except Exception as error:
            text = type(error).__name__ + ": " + str(error).split("\nException raised")[0]
        results.append([expression, text])
    return results


def write_expressions(folder, head, groups):
    lines = []
    for name, (before, expressions) in groups.items():
        results = ",\n".join(json.dumps(r) for r in expression_results(before, expressions))
        lines.append(f'{json.dumps(name)}:{{"before":{json.dumps(before)},"results":[\n{results}\n]}}')
    with open(os.path.join(folder, "expressions.json"), "w", encoding="utf-8") as file:
        file.write(head[:-1] + ',"groups":{\n' + ",\n".join(lines) + "\n}}\n")


def main(folder):
    if os.environ.get("ATEN_CPU_CAPABILITY") != "avx2" or torch.get_num_threads() != 1:
        sys.exit("notebook_arrays.py: needs ATEN_CPU_CAPABILITY=avx2 and OMP_NUM_THREADS=1")
    sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "notebook_arrays"))
    from cases import all_cases
    from expressions import GROUPS
    head = json.dumps({"script": "tests/oracle/notebook_arrays.py", "torch": torch.__version__,
                       "python": platform.python_version(),
                       "c_library": platform.libc_ver()[1]}, separators=(",", ":"))
    for name, programs in all_cases().items():
        lines = []
        for number, steps in enumerate(programs):
            case = {"seed": number + 1, "steps": plain(steps), **run(steps, number + 1)}
            if by_c_library(steps):
                case["by_c_library"] = True
            lines.append(json.dumps(case, separators=(",", ":")))
        with open(os.path.join(folder, name + ".json"), "w", encoding="utf-8") as file:
            file.write(f'{head[:-1]},"cases":[\n' + ",\n".join(lines) + "\n]}\n")
    write_expressions(folder, head, GROUPS)


if __name__ == "__main__":
    main(sys.argv[1])
