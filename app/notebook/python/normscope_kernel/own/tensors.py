# SPDX-License-Identifier: MIT
"""Tensors that the protocol can carry, and their elements."""

import sys

from normscope_kernel.values import ITEM_SIZES


def is_tensor(value):
    """Whether it is a tensor with elements of its own that the protocol can carry."""
    torch = sys.modules.get("torch")
    kind = getattr(torch, "Tensor", None)
    if kind is None or not isinstance(value, kind) or value.layout is not torch.strided:
        return False
    return not value.is_quantized and str(value.dtype)[6:] in ITEM_SIZES and value.device.type != "meta"


def tensor_bytes(tensor):
    """The elements in row-major order. A tensor on a GPU is copied here."""
    tensor = tensor.detach().cpu().contiguous()
    if tensor.is_conj() or tensor.is_neg():
        tensor = tensor.resolve_conj().resolve_neg()
    import ctypes

    size = tensor.numel() * tensor.element_size()
    return bytes((ctypes.c_char * size).from_address(tensor.data_ptr())) if size else b""
