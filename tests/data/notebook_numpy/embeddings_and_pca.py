# SPDX-License-Identifier: MIT
"""Embeddings, their distances, and two principal components."""
import matplotlib.pyplot as plt
import numpy as np
import torch

torch.manual_seed(4)
embedding = torch.nn.Embedding(6, 5)
e = embedding.weight.detach().numpy()
print(e.shape, e.dtype, e[0])
norms = np.linalg.norm(e, axis=1, keepdims=True)
cosine = (e / norms) @ (e / norms).T
print(np.round(np.diag(cosine), 4), np.argsort(-cosine, axis=1)[:, 1])
print(torch.nn.functional.cosine_similarity(embedding.weight[0], embedding.weight[1], dim=0).item() - cosine[0, 1] < 1e-6)
centred = e - e.mean(axis=0)
u, s, vt = np.linalg.svd(centred.astype(np.float64), full_matrices=False)
print(s.round(4), (s**2 / (s**2).sum()).round(4))
points = np.abs(centred @ vt[:2].T)
print(points.round(3))
plt.scatter(points[:, 0], points[:, 1])
for i, (x, y) in enumerate(points):
    plt.annotate(str(i), (x, y))
plt.grid(True)
plt.show()
print(plt.gcf().get_size_inches(), plt.rcParams["figure.dpi"])
