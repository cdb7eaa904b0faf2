import torch

print(torch.zeros(2))
print(torch.zeros("2"))
