# SPDX-License-Identifier: MIT
"""Arrays as a data set: batches, standardized features, an accuracy."""
import numpy as np
import torch
from torch.utils.data import DataLoader, Dataset, TensorDataset

rng = np.random.default_rng(10)
features = rng.normal(size=(12, 4)).astype(np.float32)
labels = (features[:, 0] + features[:, 1] > 0).astype(np.int64)


class Points(Dataset):
    def __len__(self):
        return len(features)

    def __getitem__(self, index):
        return features[index], labels[index]


for x, y in DataLoader(Points(), batch_size=5):
    print(type(x).__name__, x.shape, x.dtype, y.tolist())
mean, std = features.mean(0), features.std(0)
standard = TensorDataset(torch.from_numpy((features - mean) / std), torch.from_numpy(labels))
torch.manual_seed(0)
for x, y in DataLoader(standard, batch_size=4, shuffle=True):
    print(x.mean(0), y)
weights = torch.tensor([[1.0], [1.0], [0.0], [0.0]])
logits = (torch.from_numpy(features) @ weights).squeeze(1)
predicted = (logits > 0).long().numpy()
print("accuracy", (predicted == labels).mean())
confusion = np.zeros((2, 2), dtype=int)
np.add.at(confusion, (labels, predicted), 1)
print(confusion)
