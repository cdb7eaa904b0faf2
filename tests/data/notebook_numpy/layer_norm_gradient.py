# SPDX-License-Identifier: MIT
"""The gradient of layer norm by formula, against finite differences in NumPy."""
import numpy as np
import torch

rng = np.random.RandomState(7)
x = rng.randn(2, 5)
g = rng.randn(2, 5)
eps = 1e-5


def norm(x):
    mean = x.mean(-1, keepdims=True)
    return (x - mean) / np.sqrt(((x - mean) ** 2).mean(-1, keepdims=True) + eps)


def gradient(x, g):
    n = norm(x)
    rstd = 1 / np.sqrt(x.var(-1, keepdims=True) + eps)
    return rstd * (g - g.mean(-1, keepdims=True) - n * (g * n).mean(-1, keepdims=True))


h = 1e-6
numeric = np.zeros_like(x)
for index in np.ndindex(*x.shape):
    step = np.zeros_like(x)
    step[index] = h
    numeric[index] = ((norm(x + step) - norm(x - step)) * g).sum() / (2 * h)
exact = gradient(x, g)
print(exact.round(5))
print(np.abs(exact - numeric).max() < 1e-7)
t = torch.from_numpy(x)
print(torch.nn.functional.layer_norm(t, (5,)).numpy().round(5))
print(np.allclose(norm(x), torch.nn.functional.layer_norm(t, t.shape[-1:])))
print(exact.sum(-1).round(8) + 0.0)
