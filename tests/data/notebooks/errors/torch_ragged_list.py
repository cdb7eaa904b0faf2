import torch

print(torch.tensor([[1, 2], [3, 4]]))
print(torch.tensor([[1, 2], [3]]))
