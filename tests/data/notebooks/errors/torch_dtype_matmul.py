import torch

a = torch.arange(4).reshape(2, 2)
print(a @ a)
print(a @ torch.ones(2, 2))
