# SPDX-License-Identifier: MIT
"""How the scale of the weights carries through layers, with and without normalization."""
import matplotlib.pyplot as plt
import numpy as np
import torch

torch.manual_seed(0)
x = torch.randn(64, 100)
results = {}
for name, scale in (("small", 0.01), ("xavier", 1 / np.sqrt(100)), ("large", 0.3)):
    h, deviations = x, []
    for layer in range(6):
        h = torch.tanh(h @ (torch.randn(100, 100) * scale))
        deviations.append(h.std().item())
    results[name] = np.array(deviations)
    print(f"{name:>7}", results[name].round(4))
h = x
for layer in range(6):
    h = torch.nn.functional.layer_norm(h @ (torch.randn(100, 100) * 0.3), (100,))
print("layer norm", np.round(h.std().item(), 4), np.round(h.mean().item(), 4) + 0.0)
for name, deviations in results.items():
    plt.semilogy(deviations, "o-", label=name)
plt.legend()
plt.xlabel("layer")
plt.show()
w = torch.empty(50, 100)
torch.nn.init.xavier_uniform_(w)
print(abs(w.numpy().std() - np.sqrt(2 / 150)) < 0.01, w.numpy().max() <= np.sqrt(6 / 150))
