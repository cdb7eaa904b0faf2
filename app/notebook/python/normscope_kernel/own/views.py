# SPDX-License-Identifier: MIT
"""What calls mean that move elements: views, copies, parts, indices."""

from normscope_kernel.own.calls import OPAQUE, Call, Made, dims_of, is_record


def _same(name):
    def meaning(record):
        return name, [Call(record, ("input",)).operand("input", "self")], {}

    return meaning


def _sized(name):
    """Whose attribute is the shape of the result."""

    def meaning(record):
        return name, [Call(record, ("input",)).operand("input", "self")], {"size": list(record.shape)}

    return meaning


def _squeezed(name):
    def meaning(record):
        call = Call(record, ("input", "dim"))
        if call["dim"] is not None and type(call["dim"]) is not int:
            return None
        return name, [call.operand("input", "self")], {} if call["dim"] is None else {"dim": call["dim"]}

    return meaning


def _select(record):
    call = Call(record, ("input", "dim", "index"))
    return _selected(call.operand("input", "self"), call["dim"], call["index"])


def _selected(x, dim, index):
    dim %= len(x.shape)
    return "select", [x], {"dim": dim, "index": index % x.shape[dim]}


def _unbind(record):
    call = Call(record, ("input", "dim"))
    return "unbind", [call.operand("input", "self")], {"dim": call["dim"] or 0, "index": record.piece}


def _split(record):
    """split and chunk, whose second argument says how."""
    call = Call(record, ("input", "sizes", "dim"))
    x, dim = call.operand("input", "self", "tensor"), call["dim"] or 0
    return "split", [x], {"dim": dim % len(x.shape), "piece": record.piece}


def _narrow(record):
    call = Call(record, ("input", "dim", "start", "length"))
    if not all(type(call[name]) is int for name in ("dim", "start", "length")):
        return None
    x, start = call.operand("input", "self"), call["start"]
    return "slice", [x], {"dim": call["dim"] % len(x.shape), "start": start, "end": start + call["length"], "step": 1}


def _transposed(record):
    call = Call(record, ("input", "dim0", "dim1"))
    dims = call.operand("dim0", "axis0"), call.operand("dim1", "axis1")
    return "transpose", [call.operand("input", "self")], {"dim0": dims[0], "dim1": dims[1]}


def _permuted(record):
    call = Call(record, ("input", "dims"))
    dims = call["dims"]
    dims = dims_of(dims) if isinstance(dims, list) else [dims, *call.extra]
    return "permute", [call.operand("input", "self")], {"dims": dims}


def _property(name):
    """x.T, x.mT, x.data."""

    def meaning(record):
        x = record.arguments[0]
        if name == "T":
            return "permute", [x], {"dims": list(range(len(x.shape)))[::-1]}
        return ("transpose", [x], {"dim0": -2, "dim1": -1}) if name == "mT" else ("detach", [x], {})

    return meaning


def _stack(record):
    call = Call(record, ("tensors", "dim"))
    tensors = call["tensors"]
    if not isinstance(tensors, list) or not all(map(is_record, tensors)):
        return None
    return "stack", tensors, {"dim": call["dim"] or 0}


def _indices(record, index):
    """The chain that an index of numbers, slices, None and ... means; None: it has another meaning."""
    x = record.arguments[0]
    parts = index if isinstance(index, list) else [index]
    used = sum(part is not None and part is not Ellipsis for part in parts)
    if used > len(x.shape) or parts.count(Ellipsis) > 1:
        return None
    chain, dim = [], 0
    shape = list(x.shape)
    for part in parts:
        if part is Ellipsis:
            dim += len(x.shape) - used
        elif part is None:
            shape.insert(dim, 1)
            chain.append((("unsqueeze", {"dim": dim}), tuple(shape)))
            dim += 1
        elif isinstance(part, slice):
            if not all(each is None or type(each) is int for each in (part.start, part.stop, part.step)):
                return None
            start, end, step = part.indices(shape[dim])
            end = max(start, end)
            shape[dim] = len(range(start, end, step))
            chain.append((("slice", {"dim": dim, "start": start, "end": end, "step": step}), tuple(shape)))
            dim += 1
        elif type(part) is int:
            index = part % shape.pop(dim)
            chain.append((("select", {"dim": dim, "index": index}), tuple(shape)))
        else:
            return None
    return chain


def _getitem(record):
    x, index = record.arguments[:2]
    if index is OPAQUE or is_record(index):
        return None
    chain = _indices(record, index)
    if not chain:
        return None
    for (name, attributes), shape in chain[:-1]:
        x = Made(record, (name, [x], attributes), shape, record.dtype)
    (name, attributes), _ = chain[-1]
    return name, [x], attributes


def _setitem(record):
    x, index, value = record.arguments[:3]
    row = {"row": index % x.shape[0]} if type(index) is int and x.shape else {}
    return "setitem", [x, value] if is_record(value) else [x], row


_CONVERSIONS = "to type float double half bfloat16 int long short char byte bool type_as cpu cuda".split()

MEANINGS = {
    **{name: _same(name) for name in "clone detach contiguous t alias".split()},
    **{name: _same("to") for name in _CONVERSIONS},
    "view": _sized("view"), "view_as": _sized("view"), "ravel": _sized("view"), "reshape": _sized("reshape"),
    "reshape_as": _sized("reshape"), "flatten": _sized("reshape"), "unflatten": _sized("view"),
    "expand": _sized("expand"), "expand_as": _sized("expand"), "broadcast_to": _sized("expand"),
    "unsqueeze": _squeezed("unsqueeze"), "squeeze": _squeezed("squeeze"),
    "select": _select, "unbind": _unbind, "split": _split, "chunk": _split, "tensor_split": _split,
    "narrow": _narrow, "transpose": _transposed, "swapaxes": _transposed, "swapdims": _transposed,
    "permute": _permuted, "T.__get__": _property("T"), "mT.__get__": _property("mT"),
    "data.__get__": _property("data"), "stack": _stack, "__getitem__": _getitem, "setitem": _setitem,
}
