# SPDX-License-Identifier: MIT
"""Attention from scratch: once in NumPy, once in PyTorch, and the two compared."""
import math

import matplotlib.pyplot as plt
import numpy as np
import torch
import torch.nn.functional as F

rng = np.random.default_rng(0)
x_np = rng.standard_normal((4, 8)).astype(np.float32)
w = {name: rng.standard_normal((8, 8)).astype(np.float32) / 8 ** 0.5 for name in "qkv"}


def softmax(z, axis=-1):
    z = z - z.max(axis=axis, keepdims=True)
    e = np.exp(z)
    return e / e.sum(axis=axis, keepdims=True)


def attention_np(x, w):
    q, k, v = (x @ w[name] for name in "qkv")
    weights = softmax(q @ k.T / math.sqrt(q.shape[-1]))
    return weights @ v, weights


out_np, weights_np = attention_np(x_np, w)
print("NumPy", out_np.shape, out_np.dtype)
print(np.round(weights_np, 4))

x = torch.from_numpy(x_np)
q, k, v = (x @ torch.from_numpy(w[name]) for name in "qkv")
weights = F.softmax(q @ k.T / math.sqrt(q.size(-1)), dim=-1)
out = weights @ v
print("PyTorch", out.shape, out.dtype)
print(weights)
print(np.allclose(out_np, out.numpy(), atol=1e-6), torch.allclose(out, torch.from_numpy(out_np), atol=1e-6))

mask = np.triu(np.ones((4, 4), dtype=bool), k=1)
masked = (q @ k.T).masked_fill(torch.from_numpy(mask), float("-inf"))
print(F.softmax(masked / math.sqrt(8), dim=-1))

fig, ax = plt.subplots(figsize=(4, 3))
image = ax.imshow(weights.numpy(), cmap="viridis")
fig.colorbar(image)
ax.set_title("attention weights")
plt.show()
print(fig, len(fig.axes), ax.get_title())
