# SPDX-License-Identifier: MIT
"""Temperature: one set of logits, four distributions, one figure."""
import matplotlib.pyplot as plt
import numpy as np
import torch

logits = torch.tensor([2.0, 1.0, 0.2, -1.0])
temperatures = [0.25, 0.5, 1.0, 4.0]
table = np.array([torch.softmax(logits / T, dim=0).numpy() for T in temperatures])
print(table.shape, table.dtype)
print(table.round(4))
entropy = -(table * np.log(table)).sum(axis=1)
print(entropy.round(4), np.log(4).round(4))
fig, ax = plt.subplots()
for i, T in enumerate(temperatures):
    ax.bar(np.arange(4) + 0.2 * i, table[i], width=0.2, label=f"T={T}")
ax.legend()
ax.set_xticks(range(4), ["a", "b", "c", "d"])
print([text.get_text() for text in ax.get_legend().get_texts()], len(ax.patches))
plt.show()
np.random.seed(0)
for T, p in zip(temperatures, table.astype(np.float64)):
    drawn = np.random.choice(4, size=1000, p=p / p.sum())
    print(T, np.bincount(drawn, minlength=4))
gumbel = -np.log(-np.log(np.random.rand(1000, 4)))
print(np.bincount((logits.numpy() + gumbel).argmax(1), minlength=4))
