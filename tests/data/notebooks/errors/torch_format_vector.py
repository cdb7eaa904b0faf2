import torch

losses = torch.tensor([0.5, 0.25])
print(f"{losses.sum():.2f}")
print(f"{losses:.2f}")
