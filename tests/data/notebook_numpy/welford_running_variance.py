# SPDX-License-Identifier: MIT
"""Welford's running mean and variance, against the textbook formula that fails."""
import numpy as np
import torch

data = np.float32(1e4) + np.random.default_rng(2).standard_normal(1000).astype(np.float32)
count, mean, m2 = 0, np.float32(0), np.float32(0)
for value in data:
    count += 1
    delta = value - mean
    mean = mean + delta / np.float32(count)
    m2 = m2 + delta * (value - mean)
welford = m2 / np.float32(count)
naive = (data**2).mean() - data.mean() ** 2
t = torch.from_numpy(data)
print(f"mean {mean:.3f} {t.mean().item():.3f}")
print(f"welford {welford:.3f} torch {t.var(unbiased=False).item():.3f} numpy {data.var():.3f}")
print("naive is off by more than a tenth:", bool(abs(naive - data.astype(np.float64).var()) > 0.1))
parts = np.split(data, 4)
means, variances = np.array([p.mean() for p in parts]), np.array([p.var() for p in parts])
print((variances.mean() + means.var()).round(2), data.var().round(2))
print(torch.var_mean(t.double(), unbiased=True)[0].numpy().round(6))
