# SPDX-License-Identifier: MIT
"""Padding masks and causal masks, built in NumPy and used in PyTorch."""
import numpy as np
import torch
import torch.nn.functional as F

lengths = np.array([3, 5, 2])
padding = np.arange(5)[None, :] < lengths[:, None]
print(padding.astype(int))
causal = np.tril(np.ones((5, 5), dtype=bool))
allowed = padding[:, None, :] & causal[None]
print(allowed.shape, allowed.sum(axis=(1, 2)))
rng = np.random.default_rng(8)
scores = torch.from_numpy(rng.normal(size=(3, 5, 5)))
masked = scores.masked_fill(~torch.from_numpy(allowed), -np.inf)
weights = torch.softmax(masked, dim=-1)
print(weights[0])
print(np.nansum(weights.numpy(), axis=-1).round(6))
batch = [np.arange(n) + 1 for n in lengths]
padded = torch.nn.utils.rnn.pad_sequence([torch.from_numpy(each) for each in batch], batch_first=True)
print(padded, padded.dtype)
lifted = np.pad(batch[0], (0, 2), constant_values=-1)
print(lifted, torch.from_numpy(lifted))
one_hot = F.one_hot(padded, num_classes=6).numpy()
print(one_hot.shape, one_hot.sum(axis=(0, 1)))
print(torch.where(torch.from_numpy(padding), torch.tensor(1.0), torch.tensor(0.0)).numpy())
