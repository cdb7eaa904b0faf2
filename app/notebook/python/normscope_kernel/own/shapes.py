# SPDX-License-Identifier: MIT
"""Whether a shape follows from those of the operands; the rules of app/notebook/protocol/record_graph.cpp."""

_ELEMENTWISE = frozenset("""add sub rsub mul div pow maximum minimum clamp clamp_min clamp_max where floor_divide remainder
fmod atan2 hypot logaddexp masked_fill eq ne lt le gt ge neg abs sign square sqrt rsqrt reciprocal exp exp2 expm1 log log2
log10 log1p sin cos tanh sigmoid relu erf gelu silu mish selu elu leaky_relu softplus floor ceil round""".split())
_REDUCTIONS = frozenset("sum mean var std amax amin max min prod norm logsumexp any all".split())
_WHOLE = frozenset("softmax log_softmax layer_norm group_norm batch_norm sort cumsum setitem copy_".split())
_PRODUCTS = frozenset("matmul mm mv bmm dot".split())
_SAME = frozenset("view reshape unsqueeze squeeze contiguous clone detach alias flatten to".split())


def _broadcast(*shapes):
    rank = max(map(len, shapes))
    result = [1] * rank
    for shape in shapes:
        for at, size in enumerate(shape, rank - len(shape)):
            if size != 1 and result[at] not in (1, size):
                return None
            result[at] = size if result[at] == 1 else result[at]
    return tuple(result)


def _size(shape):
    size = 1
    for each in shape:
        size *= each
    return size


def _reduced(shape, attributes):
    dims = attributes.get("dim")
    dims = [dims] if isinstance(dims, int) else dims or range(len(shape))
    over = {dim % len(shape) for dim in dims} if shape else set()
    if attributes.get("keepdim"):
        return tuple(1 if at in over else size for at, size in enumerate(shape))
    return tuple(size for at, size in enumerate(shape) if at not in over)


def _product(a, b):
    if not a or not b or a[-1] != (b[0] if len(b) == 1 else b[-2]):
        return None
    batch = _broadcast(a[:-2], b[:-2])
    if batch is None:
        return None
    return batch + (a[-2:-1] if len(a) > 1 else ()) + (b[-1:] if len(b) > 1 else ())


def _turned(name, shape, attributes):
    if name == "t":
        return shape[::-1]
    if name == "permute":
        return tuple(shape[dim] for dim in attributes["dims"])
    turned = list(shape)
    if shape:
        one, other = attributes["dim0"], attributes["dim1"]
        turned[one], turned[other] = turned[other], turned[one]
    return tuple(turned)


def _is_part(name, shape, of, attributes):
    if not of:
        return False
    dim = attributes["dim"] % len(of)
    if name in ("select", "unbind"):
        return shape == of[:dim] + of[dim + 1 :]
    return len(shape) == len(of) and shape[dim] <= of[dim] and shape == of[:dim] + shape[dim : dim + 1] + of[dim + 1 :]


def follows(record, meaning):
    """Whether the record's shape is what the operation makes of its operands'."""
    name, operands, attributes = meaning
    shape, of = record.shape, [operand.shape for operand in operands]
    if not of:
        return False
    if name in _ELEMENTWISE:
        return _broadcast(*of) == shape
    if name in _REDUCTIONS:
        return _reduced(of[0], attributes) == shape
    if name in _WHOLE:
        return of[0] == shape
    if name in _PRODUCTS:
        return _product(*of) == shape
    if name == "linear":
        return bool(of[0]) and len(of[1]) == 2 and of[0][-1] == of[1][1] and shape == of[0][:-1] + of[1][:1]
    if name in _SAME:
        return _size(of[0]) == _size(shape)
    if name == "expand":
        return _broadcast(of[0], shape) == shape
    if name in ("select", "unbind", "slice", "split"):
        return _is_part(name, shape, of[0], attributes)
    if name in ("transpose", "permute", "t"):
        return _turned(name, of[0], attributes) == shape
    if name == "stack":
        dim = attributes["dim"] % (len(of[0]) + 1)
        return all(each == of[0] for each in of) and shape == of[0][:dim] + (len(of),) + of[0][dim:]
    return False
