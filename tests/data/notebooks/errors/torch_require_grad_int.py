import torch

print(torch.ones(2, requires_grad=True))
torch.ones(2, dtype=torch.int64, requires_grad=True)
