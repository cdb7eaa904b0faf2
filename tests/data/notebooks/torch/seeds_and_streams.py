import torch
from torch import nn

torch.manual_seed(123)
a = torch.rand(2)
layer = nn.Linear(2, 2)
b = torch.rand(2)
torch.manual_seed(123)
print(torch.equal(a, torch.rand(2)))
again = nn.Linear(2, 2)
print(torch.equal(layer.weight, again.weight), torch.equal(layer.bias, again.bias), torch.equal(b, torch.rand(2)))
torch.manual_seed(123)
nn.Identity(), nn.ReLU(), nn.LayerNorm(3)
print(torch.equal(a, torch.rand(2)))
torch.manual_seed(0)
nn.Embedding(2, 2)
print(torch.rand(1))
torch.manual_seed(0)
print(torch.randn(3), torch.rand(3), torch.randint(0, 5, (3,)), torch.randn(1), torch.randperm(4), torch.randn(17)[-1], torch.rand(1))
g = torch.manual_seed(5)
print(type(g).__name__, torch.initial_seed())
for seed in (0, 1, 42, 2 ** 31):
    torch.manual_seed(seed)
    print(seed, torch.rand(1).item(), torch.randn(1).item())
