import torch

x = torch.ones(2, 3)
print(x.sum(dim=1, keepdim=True))
print(x.sum(dim=1, keepdims=True))
print(x.sum(dims=1))
