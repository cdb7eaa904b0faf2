import torch

a = torch.tensor([1, 2])
b = torch.tensor([1, 3])
if (a == b).any():
    print("some equal")
if a == b:
    print("all equal")
