# SPDX-License-Identifier: MIT
"""The online softmax in blocks, as fused attention computes it."""
import numpy as np
import torch

rng = np.random.default_rng(5)
scores = rng.normal(scale=4, size=32).astype(np.float32)
values = rng.normal(size=(32, 3)).astype(np.float32)
m, l, acc = -np.inf, 0.0, np.zeros(3)
for block in range(0, 32, 8):
    s, v = scores[block:block + 8], values[block:block + 8]
    new_m = max(m, s.max())
    p = np.exp(s - new_m)
    scale = np.exp(m - new_m)
    l = l * scale + p.sum()
    acc = acc * scale + p @ v
    m = new_m
    print(f"block {block // 8}: m {m:.4f} l {l:.4f}")
online = acc / l
exact = torch.softmax(torch.from_numpy(scores).double(), 0) @ torch.from_numpy(values).double()
print(online.round(4), exact.numpy().round(4))
print(np.abs(online - exact.numpy()).max() < 1e-5)
print(torch.logsumexp(torch.from_numpy(scores), 0), np.log(np.exp(scores.astype(np.float64)).sum()).round(4))
