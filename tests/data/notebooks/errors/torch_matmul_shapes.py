import torch

q = torch.rand(2, 4)
k = torch.rand(2, 4)
print((q @ k.T).shape)
scores = q @ k
print(scores)
