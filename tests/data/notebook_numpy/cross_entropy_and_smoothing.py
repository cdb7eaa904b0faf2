# SPDX-License-Identifier: MIT
"""Cross entropy, three times; then smoothed labels and perplexity."""
import numpy as np
import torch
import torch.nn.functional as F

np.set_printoptions(precision=5, suppress=True)
rng = np.random.default_rng(3)
logits = rng.normal(size=(4, 6)).astype(np.float32) * 3
targets = np.array([0, 5, 2, 2])


def log_softmax(z):
    z = z - z.max(axis=1, keepdims=True)
    return z - np.log(np.exp(z).sum(axis=1, keepdims=True))


losses = -log_softmax(logits)[np.arange(4), targets]
t, y = torch.from_numpy(logits), torch.from_numpy(targets)
print(losses, losses.mean())
print(F.cross_entropy(t, y), F.cross_entropy(t, y, reduction="none").numpy())
print(F.nll_loss(F.log_softmax(t, dim=1), y).item() - losses.mean() < 1e-6)
smooth = np.full((4, 6), 0.1 / 6)
smooth[np.arange(4), targets] += 0.9
print(-(smooth * log_softmax(logits)).sum(1).mean().round(5), F.cross_entropy(t, y, label_smoothing=0.1))
print("perplexity", np.exp(losses.mean()).round(4), torch.exp(F.cross_entropy(t, y)))
gradient = (torch.softmax(t, 1).numpy() - np.eye(6, dtype=np.float32)[targets]) / 4
print(gradient.sum(axis=1).round(6) + 0.0)
top = np.argsort(-logits, axis=1)[:, :2]
values, indices = torch.topk(t, 2)
print(top, indices.numpy(), np.array_equal(top, indices))
