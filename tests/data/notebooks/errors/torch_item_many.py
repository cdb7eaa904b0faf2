import torch

loss = torch.tensor([1.0, 2.0])
print(loss.mean().item())
print(loss.item())
