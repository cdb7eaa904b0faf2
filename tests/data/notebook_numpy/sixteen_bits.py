# SPDX-License-Identifier: MIT
"""Sixteen bits: what float16 keeps, seen with NumPy."""
import numpy as np
import torch

x = np.array([1.0, 1 / 3, 65504.0, 65520.0, 6e-8, 1e-8], dtype=np.float32)
half = x.astype(np.float16)
print(half, half.dtype)
print(half.astype(np.float32) - x)
info = np.finfo(np.float16)
print(info.max, info.eps, info.tiny)
print(np.finfo(np.float32).eps == torch.finfo(torch.float32).eps)
t = torch.from_numpy(half.astype(np.float32))
print(t)
print(torch.isinf(t), np.isinf(half))
scores = np.linspace(0, 12, 5, dtype=np.float16)
with np.errstate(over="ignore", invalid="ignore"):
    naive = np.exp(scores) / np.exp(scores).sum()
shifted = np.exp(scores - scores.max()) / np.exp(scores - scores.max()).sum()
print(naive, shifted)
print(torch.softmax(torch.from_numpy(scores.astype(np.float32)), 0))
bits = np.array([1.0, -2.0, 0.1], dtype=np.float32).view(np.uint32)
print([format(int(b), "032b") for b in bits])
