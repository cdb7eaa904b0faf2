# SPDX-License-Identifier: MIT
"""NumPy's functions on tensors, and what comes out of them."""
import numpy as np
import torch

x = torch.tensor([[1.0, -2.0, 3.0], [0.5, 0.0, -1.5]])
for f in (np.exp, np.tanh, np.abs, np.sign, np.square, np.floor, np.negative):
    y = f(x)
    print(f.__name__, type(y).__name__, y.dtype, y.shape)
for f in (np.concatenate, np.stack, np.vstack, np.hstack):
    y = f([x, x])
    print(f.__name__, type(y).__name__, y.dtype, y.shape)
print(np.add(x, np.ones((2, 3))), np.maximum(x, 0))
print(np.where(x > 0, x, 0), np.clip(x, -1, 1))
print(np.argmax(x), np.argmax(x, axis=1), np.cumsum(x), np.round(x))
print(np.linalg.norm(x), np.median(x), np.percentile(x, 50), np.average(x))
print(np.allclose(x, x.numpy()), np.array_equal(x, x + 0), np.isclose(x, 0.5))
print(np.transpose(x).shape, np.reshape(x, (3, 2)).shape, np.expand_dims(x, 0).shape)
print(np.outer(torch.arange(3), torch.arange(2)), np.trace(torch.eye(3)))
print(np.einsum("ij,kj->ik", x, x))
for f in (np.sum, np.mean, np.max):
    try:
        f(x)
    except TypeError as error:
        print(str(error).splitlines()[0])
print(x.numpy().sum(), x.numpy().mean(axis=0), x.numpy().std())
try:
    np.exp(torch.ones(2, requires_grad=True))
except RuntimeError as error:
    print(error)
print(np.isnan(x), np.greater(x, 0))
print(np.zeros_like(x), np.unique(torch.tensor([2, 1, 2])))
