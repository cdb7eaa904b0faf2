# What running a cell three times does to a seeded stream.
import torch
from torch import nn

results = []
torch.manual_seed(123)
batch = torch.randn(2, 5)
for run in range(3):
    layer = nn.Sequential(nn.Linear(5, 6), nn.ReLU())
    results.append(layer(batch).detach())
for i, r in enumerate(results, 1):
    print(f"In [{i}]:\n{r}")
print(torch.equal(results[0], results[2]))
torch.manual_seed(123)
batch = torch.randn(2, 5)
layer = nn.Sequential(nn.Linear(5, 6), nn.ReLU())
print(torch.equal(layer(batch), results[0]))
third = results[2]
mean, var = third.mean(dim=-1, keepdim=True), third.var(dim=-1, keepdim=True)
print(mean, var)
print(mean.shape, third.mean(dim=-1).shape, third.mean(-1), third.var(-1))
