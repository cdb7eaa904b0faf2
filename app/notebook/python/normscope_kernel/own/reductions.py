# SPDX-License-Identifier: MIT
"""What reductions, norms, softmax and products mean, by name."""

from normscope_kernel.own.calls import Call, Made, dims_of, is_number, is_record, over_dims


def _reduction(name):
    def meaning(record):
        call = Call(record, ("input", "dim", "keepdim"))
        return name, [call.operand("input", "self", "a")], over_dims(call)

    return meaning


def _extreme(name, of_two):
    """max and min: of all, of two tensors, or along a dimension, where the values are the first piece."""

    def meaning(record):
        call = Call(record, ("input", "dim", "keepdim"))
        x, dim = call.operand("input", "self"), call.operand("dim", "axis", "other")
        if is_record(dim):
            return of_two, [x, dim], {}
        if dim is None:
            return name, [x], {}
        return (name, [x], {"dim": dim, "keepdim": bool(call["keepdim"])}) if record.piece == 0 else None

    return meaning


def _spread(name, pieces=None):
    """var and std, whose second argument may be `unbiased`; with their mean, `pieces` names the results."""

    def meaning(record):
        arguments = record.arguments
        if len(arguments) > 1 and type(arguments[1]) is bool:
            call = Call(record, ("input", "unbiased"))
        else:
            call = Call(record, ("input", "dim", "unbiased", "keepdim"))
        unbiased, correction = call["unbiased"], call["correction"]
        if correction is None:
            correction = 1 if unbiased is None or unbiased else 0
        which = pieces[record.piece] if pieces else name
        attributes = over_dims(call)
        if which != "mean":
            attributes["correction"] = correction
        return which, [call.operand("input", "self", "a")], attributes

    return meaning


def _norm(names, default):
    def meaning(record):
        call = Call(record, names)
        p = call.operand("p", "ord")
        p = default if p is None or p == "fro" else p
        if not is_number(p):
            return None
        return "norm", [call.operand("input", "self", "A", "x")], {**over_dims(call), "p": float(p)}

    return meaning


def _along(name, *more):
    """Along one dimension, which counts from the front then."""

    def meaning(record):
        call = Call(record, ("input", "dim", *more))
        x, dim = call.operand("input", "self"), call.operand("dim", "axis")
        if type(dim) is not int:
            return None
        return name, [x], {"dim": dim % max(len(x.shape), 1)}

    return meaning


def _cumsum(record):
    call = Call(record, ("input", "dim"))
    return "cumsum", [call.operand("input", "self")], {"dim": call["dim"]}


def _sort(record):
    call = Call(record, ("input", "dim", "descending"))
    if record.piece != 0 or call["stable"]:
        return None
    dim = -1 if call["dim"] is None else call["dim"]
    return "sort", [call.operand("input", "self")], {"dim": dim, "descending": bool(call["descending"])}


def _with_parameters(x, weight, bias, attributes):
    operands = [x] + [each for each in (weight, bias) if each is not None]
    return operands, {**attributes, "weight": weight is not None, "bias": bias is not None}


def _eps(call):
    return 1e-5 if call["eps"] is None else float(call["eps"])


def _layer_norm(record):
    call = Call(record, ("input", "normalized_shape", "weight", "bias", "eps"))
    attributes = {"normalized_shape": dims_of(call["normalized_shape"]), "eps": _eps(call)}
    return ("layer_norm", *_with_parameters(call["input"], call["weight"], call["bias"], attributes))


def _group_norm(record):
    call = Call(record, ("input", "num_groups", "weight", "bias", "eps"))
    attributes = {"num_groups": call["num_groups"], "eps": _eps(call)}
    return ("group_norm", *_with_parameters(call["input"], call["weight"], call["bias"], attributes))


def _batch_norm(record):
    names = "input", "running_mean", "running_var", "weight", "bias", "training", "momentum", "eps"
    call = Call(record, names)
    if not call["training"]:
        return None
    attributes = {"training": True, "eps": _eps(call)}
    return ("batch_norm", *_with_parameters(call["input"], call["weight"], call["bias"], attributes))


_EPSILONS = {"torch.float32": 2.0**-23, "torch.float64": 2.0**-52}  # what rms_norm adds unless it is told


def _rms_norm(record):
    """By its formula: x rsqrt(mean(x^2) + eps) weight."""
    call = Call(record, ("input", "normalized_shape", "weight", "eps"))
    x, size = call["input"], len(dims_of(call["normalized_shape"]) or ())
    eps = _EPSILONS.get(str(x.dtype)) if call["eps"] is None else float(call["eps"])
    if eps is None or not size:
        return None
    reduced = x.shape[: len(x.shape) - size] + (1,) * size
    square = Made(record, ("pow", [x], {"other": 2}), x.shape, x.dtype)
    over = {"dim": list(range(-size, 0)), "keepdim": True}
    mean = Made(record, ("mean", [square], over), reduced, x.dtype)
    shifted = Made(record, ("add", [mean], {"other": eps}), reduced, x.dtype)
    root = Made(record, ("rsqrt", [shifted], {}), reduced, x.dtype)
    if call["weight"] is None:
        return "mul", [x, root], {}
    return "mul", [Made(record, ("mul", [x, root], {}), x.shape, x.dtype), call["weight"]], {}


def _product(record):
    call = Call(record, ("input", "other"))
    a, b = call.operand("input", "self"), call.operand("other", "mat2", "vec", "tensor")
    if not is_record(a) or not is_record(b):
        return None
    names = {(2, 2): "mm", (2, 1): "mv", (1, 1): "dot"}
    name = names.get((len(a.shape), len(b.shape)), "bmm" if record.call == "bmm" else "matmul")
    return name, [a, b], {}


def _reversed_product(record):
    record_of_both = record.arguments[:2]
    return "matmul", record_of_both[::-1], {}


def _linear(record):
    call = Call(record, ("input", "weight", "bias"))
    operands = [each for each in (call["input"], call["weight"], call["bias"]) if each is not None]
    return "linear", operands, {}


MEANINGS = {
    **{name: _reduction(name) for name in "sum mean prod amax amin logsumexp any all".split()},
    "max": _extreme("max", "maximum"), "min": _extreme("min", "minimum"),
    "var": _spread("var"), "std": _spread("std"),
    "var_mean": _spread("", ("var", "mean")), "std_mean": _spread("", ("std", "mean")),
    "norm": _norm(("input", "p", "dim", "keepdim"), 2), "linalg_norm": _norm(("A", "ord", "dim", "keepdim"), 2),
    "linalg_vector_norm": _norm(("x", "ord", "dim", "keepdim"), 2),
    "softmax": _along("softmax"), "log_softmax": _along("log_softmax"), "cumsum": _cumsum, "sort": _sort,
    "layer_norm": _layer_norm, "group_norm": _group_norm, "batch_norm": _batch_norm, "rms_norm": _rms_norm,
    "matmul": _product, "mm": _product, "mv": _product, "bmm": _product, "dot": _product, "__matmul__": _product,
    "__rmatmul__": _reversed_product, "linear": _linear,
}
