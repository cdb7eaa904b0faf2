import torch

x = torch.arange(12)
print(x.view(3, 4))
print(x.view(5, 3))
