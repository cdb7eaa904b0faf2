# SPDX-License-Identifier: MIT
"""Activation functions side by side."""
import matplotlib.pyplot as plt
import numpy as np
import torch
import torch.nn.functional as F

x = torch.linspace(-4, 4, 9)
functions = {"relu": F.relu, "gelu": F.gelu, "silu": F.silu, "tanh": torch.tanh, "sigmoid": torch.sigmoid,
             "softplus": F.softplus}
table = np.stack([f(x).numpy() for f in functions.values()])
print(table.shape)
for name, row in zip(functions, table):
    print(f"{name:>9}", " ".join(f"{value:7.4f}" for value in row))
fig, axes = plt.subplots(2, 3, figsize=(9, 5), sharex=True)
for ax, (name, f) in zip(axes.flat, functions.items()):
    ax.plot(x, f(x))
    ax.set_title(name)
    ax.axhline(0, color="grey", lw=0.5)
fig.suptitle("activations")
fig.tight_layout()
plt.show()
print(axes.shape, axes[0, 1].get_title(), len(axes[0, 1].lines), fig)
smooth = np.gradient(F.gelu(x).numpy(), x.numpy())
print(smooth.round(3))
