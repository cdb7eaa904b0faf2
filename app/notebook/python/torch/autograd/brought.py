# SPDX-License-Identifier: MIT
"""The gradients that backward passes brought to tensors, for whoever looks at them later."""

import _torch

from normscope_kernel.passes import standing
from torch.autograd.graph import _retaining, passes


def brought(tensors):
    """What the last pass through the last of these tensors brought to each: nothing, or the gradient, how .grad stands
    to it, and whether all of it came through the last.
    """
    recording = _torch._set_recording(False)
    try:
        named = [(_name_in_pass(tensor), tensor) for tensor in tensors] if passes.count else []
        found = passes.brought(named) if named else []
        return [each and (each[0], _standing(tensor, name, each[0]), each[1])
                for each, (name, tensor) in zip(found, named)]
    finally:
        _torch._set_recording(recording)


def _name_in_pass(tensor):
    if not tensor.requires_grad:
        return None
    history = None if tensor.is_leaf else _torch._history(tensor)
    return -id(tensor) if tensor.is_leaf else history and history[0]


def _standing(tensor, name, gradient):
    kept = _retaining.get(name)
    holder = tensor if tensor.is_leaf else kept and kept()
    return standing(None if holder is None else holder.grad, gradient, holder is not None)
