import torch

w = torch.ones(3, requires_grad=True)
print(w * 2)
w += 1
