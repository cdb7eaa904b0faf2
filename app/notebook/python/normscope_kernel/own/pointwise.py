# SPDX-License-Identifier: MIT
"""What calls mean that work element by element, by name: the operation, its operands, its attributes."""

from normscope_kernel.own.calls import Call, Made, is_number, is_record


def _unary(name):
    def meaning(record):
        call = Call(record, ("input",))
        return name, [call.operand("input", "self", "tensor")], {}

    return meaning


def _binary(name, scalar=("other", "self"), swapped=None):
    """Of two tensors, or of one and a number: `scalar` names the number as the second and as the first operand."""

    def meaning(record):
        call = Call(record, ("input", "other"))
        first, second = call.operand("input", "self"), call.operand("other", "exponent")
        if call["rounding_mode"] is not None:
            return None
        attributes = {}
        if is_number(call["alpha"]) and call["alpha"] != 1:
            attributes["alpha"] = float(call["alpha"])
        if is_record(first) and is_record(second):
            return name, [first, second], attributes
        if is_record(first) and is_number(second):
            return name, [first], {scalar[0]: second, **attributes}
        if is_number(first) and is_record(second):
            return name, [second], {scalar[1]: first, **attributes}
        return None

    return meaning


def _reversed(name, number_name):
    """x.__rsub__(c): the first operand is the other one."""

    def meaning(record):
        first, second = record.arguments[:2]
        if is_record(second):
            return name, [second, first], {}
        return (number_name, [first], {"self": second}) if is_number(second) else None

    return meaning


def _divided_by(record):
    """c / x is the reciprocal times c."""
    x, number = record.arguments[:2]
    if is_record(number):
        return "div", [number, x], {}
    if not is_number(number):
        return None
    return "mul", [Made(record, ("reciprocal", [x], {}), x.shape, record.dtype)], {"other": number}


def _where(*names):
    def meaning(record):
        call = Call(record, names)
        operands = call["condition"], call.operand("input", "self"), call["other"]
        if None in operands:
            return None
        return "where", [_constant(record, each) if is_number(each) else each for each in operands], {}

    return meaning


def _constant(record, number):
    return Made(record, None, (), record.dtype, float(number))


def _clamp(record):
    call = Call(record, ("input", "min", "max"))
    bounds = {name: call[name] for name in ("min", "max") if call[name] is not None}
    x = call.operand("input", "self")
    if all(map(is_number, bounds.values())):
        return "clamp", [x], {name: float(bound) for name, bound in bounds.items()}
    return None


def _bound(name, key):
    def meaning(record):
        call = Call(record, ("input", key))
        x, bound = call.operand("input", "self"), call[key]
        return (name, [x, bound], {}) if is_record(bound) else (name, [x], {"other": float(bound)})

    return meaning


def _masked_fill(record):
    call = Call(record, ("input", "mask", "value"))
    operands, value = [call.operand("input", "self"), call["mask"]], call["value"]
    if is_record(value):
        return "masked_fill", [*operands, value], {}
    return "masked_fill", operands, {"value": float(value)}


def _activation(name, **defaults):
    """With numbers that have defaults; `inplace` says nothing of the result."""

    def meaning(record):
        call = Call(record, ("input", *defaults))
        if call["scale"] not in (None, 1) or call["input_scale"] not in (None, 1):
            return None
        numbers = {key: default if call[key] is None else float(call[key]) for key, default in defaults.items()}
        return name, [call["input"] if call["input"] is not None else call["self"]], numbers

    return meaning


def _gelu(record):
    call = Call(record, ("input", "approximate"))
    return ("gelu", [call["input"]], {}) if call["approximate"] in (None, "none") else None


def _round(record):
    call = Call(record, ("input",))
    decimals = call["decimals"]
    return "round", [call.operand("input", "self")], {} if decimals is None else {"decimals": decimals}


def _copied(record):
    call = Call(record, ("self", "src"))
    return ("copy_", [call["self"], call["src"]], {}) if is_record(call["src"]) else None


_UNARY = """neg abs sign square sqrt rsqrt reciprocal exp exp2 expm1 log log2 log10 log1p sin cos tanh sigmoid relu erf
floor ceil""".split()
_BINARY = "mul maximum minimum floor_divide remainder fmod atan2 hypot logaddexp eq ne lt le gt ge add sub div pow".split()

MEANINGS = {
    **{name: _unary(name) for name in _UNARY},
    **{name: _binary(name) for name in _BINARY},
    "negative": _unary("neg"), "absolute": _unary("abs"),
    "subtract": _binary("sub"), "multiply": _binary("mul"), "divide": _binary("div"), "true_divide": _binary("div"),
    "greater": _binary("gt"), "less": _binary("lt"), "__radd__": _binary("add"), "__rmul__": _binary("mul"),
    "__add__": _binary("add"), "__mul__": _binary("mul"), "__sub__": _binary("sub"), "__truediv__": _binary("div"),
    "__pow__": _binary("pow"), "__floordiv__": _binary("floor_divide"), "__mod__": _binary("remainder"),
    "__rsub__": _reversed("sub", "rsub"), "rsub": _reversed("sub", "rsub"), "__rpow__": _reversed("pow", "pow"),
    "__rdiv__": _divided_by, "__rtruediv__": _divided_by,
    "where": _where("condition", "input", "other"), "Tensor.where": _where("self", "condition", "other"),
    "clamp": _clamp, "clip": _clamp, "clamp_min": _bound("clamp_min", "min"), "clamp_max": _bound("clamp_max", "max"),
    "masked_fill": _masked_fill, "softplus": _activation("softplus", beta=1.0, threshold=20.0),
    "leaky_relu": _activation("leaky_relu", negative_slope=0.01), "elu": _activation("elu", alpha=1.0),
    "silu": _activation("silu"), "mish": _activation("mish"), "selu": _activation("selu"), "gelu": _gelu,
    "round": _round, "copy_": _copied,
}
