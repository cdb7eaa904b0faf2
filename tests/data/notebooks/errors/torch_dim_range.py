import torch

x = torch.zeros(2, 3)
print(x.mean(dim=1))
print(x.mean(dim=2))
