# SPDX-License-Identifier: MIT
"""Batch norm by hand: training statistics, running statistics, and the module."""
import matplotlib.pyplot as plt
import numpy as np
import torch
from torch import nn

torch.manual_seed(1)
np.random.seed(1)
batch = np.random.randn(16, 3) * np.array([1.0, 5.0, 0.1]) + np.array([0.0, 10.0, -2.0])
x = torch.tensor(batch, dtype=torch.float32)
mean, var = x.mean(0), x.var(0, unbiased=False)
by_hand = (x - mean) / torch.sqrt(var + 1e-5)
bn = nn.BatchNorm1d(3)
module = bn(x)
print(mean, var)
print("same:", np.allclose(by_hand.numpy(), module.detach().numpy(), atol=1e-5))
print(bn.running_mean.numpy().round(4), bn.running_var.numpy().round(4))
print(0.1 * batch.mean(0), 0.9 + 0.1 * batch.var(0, ddof=1))
try:
    module.numpy()
except RuntimeError as error:
    print(error)
bn.eval()
with torch.no_grad():
    print(bn(x)[:2].numpy().round(4))

fig, axes = plt.subplots(1, 2, sharey=False)
counts, edges, _ = axes[0].hist(batch[:, 1], bins=5)
print(counts, edges.round(3))
axes[1].hist(by_hand[:, 1].numpy(), bins=5)
for ax, title in zip(axes, ("before", "after")):
    ax.set_title(title)
plt.tight_layout()
plt.show()
