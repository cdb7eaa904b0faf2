# SPDX-License-Identifier: MIT
"""Sinusoidal positions, as a table and as a picture."""
import matplotlib.pyplot as plt
import numpy as np
import torch


def positions_np(length, d_model):
    position = np.arange(length)[:, np.newaxis]
    div = np.exp(np.arange(0, d_model, 2) * -(np.log(10000.0) / d_model))
    table = np.zeros((length, d_model))
    table[:, 0::2] = np.sin(position * div)
    table[:, 1::2] = np.cos(position * div)
    return table


def positions_torch(length, d_model):
    position = torch.arange(length).unsqueeze(1)
    div = torch.exp(torch.arange(0, d_model, 2) * -(np.log(10000.0) / d_model))
    table = torch.zeros(length, d_model)
    table[:, 0::2] = torch.sin(position * div)
    table[:, 1::2] = torch.cos(position * div)
    return table


a, b = positions_np(50, 16), positions_torch(50, 16)
print(a[:3].round(4))
print(b[:3])
print("largest difference below 1e-5:", bool(np.abs(a - b.numpy()).max() < 1e-5))
plt.figure(figsize=(8, 3))
plt.pcolormesh(b.numpy().T, cmap="RdBu")
plt.xlabel("position")
plt.ylabel("dimension")
plt.colorbar()
plt.show()
lines = plt.plot(b[:, 4:8].numpy())
plt.legend([f"dim {d}" for d in range(4, 8)])
print(len(lines), lines[0].get_xdata()[-1])
plt.close("all")
similarity = (b @ b.T).numpy()
print(similarity.shape, np.argmax(similarity, axis=1)[:5], np.allclose(similarity, similarity.T))
