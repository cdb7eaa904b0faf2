# SPDX-License-Identifier: MIT
"""A layer in eight bits: weights and inputs quantized by hand, the product in whole numbers, the error."""
import numpy as np
import torch

torch.manual_seed(0)
W = torch.randn(8, 16)
x = torch.randn(4, 16)


def quantize(t, dim=None):
    """Symmetric: the largest magnitude becomes 127."""
    largest = t.abs().max() if dim is None else t.abs().amax(dim, keepdim=True)
    scale = largest / 127
    return torch.clamp(torch.round(t / scale), -128, 127).to(torch.int8), scale


qx, sx = quantize(x)
qw, sw = quantize(W, dim=1)
print(qx, qx.dtype, qx.element_size() * qx.numel(), 'bytes instead of', x.element_size() * x.numel())
print(qw.min(), qw.max(), qw.float().mean())
product = qx.to(torch.int32) @ qw.to(torch.int32).T
print(product)
y = product * sx * sw.T
print((y - x @ W.T).abs().max())
print(qx @ qw.T)  # too short for the sums: wraps around
print(qx.sum(), qx.sum(dtype=torch.int8), qx.abs().max())
array = qw.numpy()
print(array.dtype, array.nbytes, array.min(), array.max())
array[0, 0] = 99
print(qw[0, 0], torch.from_numpy(array[0, :4].astype(np.int16)))
counts = np.bincount(qw.flatten().numpy().astype(np.int64) + 128, minlength=256)
print(counts.sum(), counts.nonzero()[0][:10] - 128)
zero_point = torch.round(-x.min() / ((x.max() - x.min()) / 255)).to(torch.uint8)
print(zero_point, torch.iinfo(torch.int8), torch.iinfo(torch.int16).max)
print(np.asarray(torch.arange(5, dtype=torch.int16)), torch.as_tensor(np.arange(3, dtype=np.int8)))
print(torch.full((3,), 100, dtype=torch.int8) + 100, np.full(3, 100, np.int8) + np.int8(100))
