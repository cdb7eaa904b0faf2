# SPDX-License-Identifier: MIT
"""What the last backward passes of the cells brought to the tensors that they went through: gradients, and the ways
that they took, which say whether all of a tensor's gradient came through another tensor. Bounded in number and size.
"""

from collections import deque

from normscope_kernel.values import ITEM_SIZES

#: Of a graph that is sent.
MOST_RECORDS = 4096

_MOST_PASSES = 4
_MOST_OF_ONE = 1 << 18  # elements
_MOST_OF_A_PASS = 1 << 22


class Pass:
    """One backward pass. `roots`: the keys where it began; `ways`: for each key those that it goes on to."""

    def __init__(self, roots, ways):
        self._roots, self._ways = roots, ways
        self._elements = 0
        self.gradients = {}

    def keep(self, name, key, gradient, holder=None):
        """The gradient of the tensor of this name, which `holder` refers to weakly where the name may be given anew."""
        size = gradient.numel()
        if size <= _MOST_OF_ONE and self._elements + size <= _MOST_OF_A_PASS:
            self._elements += size
            self.gradients[name] = key, gradient, holder

    def past(self, key):
        """The keys that gradients reach by ways that do not lead through this one."""
        waiting = [root for root in self._roots if root != key]
        reached = {key, *waiting}
        while waiting:
            for way in self._ways.get(waiting.pop(), ()):
                if way not in reached:
                    reached.add(way)
                    waiting.append(way)
        return reached


class Passes:
    """The last backward passes."""

    def __init__(self):
        self._passes = deque(maxlen=_MOST_PASSES)
        #: How many there were.
        self.count = 0

    def begin(self, roots, ways):
        self.count += 1
        self._passes.append(Pass(roots, ways))
        return self._passes[-1]

    def brought(self, tensors):
        """Of the latest pass that went through the last of these named tensors: for each nothing, or its gradient and
        whether all of it came through the last.
        """
        for each in reversed(self._passes):
            if _gradient_in(each, *tensors[-1]) is None:
                continue
            last = each.gradients[tensors[-1][0]][0]
            past = each.past(last) - {last}
            found = [_gradient_in(each, name, tensor) for name, tensor in tensors]
            return [None if gradient is None else (gradient, each.gradients[name][0] not in past)
                    for gradient, (name, _tensor) in zip(found, tensors)]
        return [None] * len(tensors)


def _gradient_in(one, name, tensor):
    _key, gradient, holder = one.gradients.get(name, (None, None, None))
    return gradient if holder is None or holder() is tensor else None


def standing(grad, gradient, keeps):
    """How .grad stands to what a pass brought: "same"; "cleared", also where it is all zeros; "other", where several
    passes were added up or a cell has changed it; "inner" of a tensor that keeps none.
    """
    if not keeps:
        return "inner"
    if grad is None:
        return "cleared"
    brought = gradient.to(grad.dtype)
    if bool(((grad == brought) | ((grad != grad) & (brought != brought))).all()):
        return "same"
    return "other" if bool((grad != 0).any()) else "cleared"


def add_brought(order, messages, brought, standing_for=lambda gradient: gradient):
    """Adds what a pass brought to these records of a graph, each gradient an input before the last record."""
    root, last = order.pop(), messages.pop()
    for message, found in zip([*messages, last], brought):
        if found is None or len(order) >= MOST_RECORDS - 1:
            continue
        gradient, grad, is_whole = found
        dtype, shape = str(gradient.dtype)[6:], list(gradient.shape)
        if dtype not in ITEM_SIZES or shape != message["shape"]:
            continue
        message["arrived"] = {"record": len(order), "grad": grad, "whole": is_whole}
        order.append(standing_for(gradient))
        messages.append({"operation": "", "operands": [], "attributes": [], "dtype": dtype, "shape": shape,
                         "strides": [], "run": 0, "line": 0, "held": True, "parameter": False})
    order.append(root)
    messages.append(last)
