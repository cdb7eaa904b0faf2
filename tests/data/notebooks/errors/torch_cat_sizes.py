import torch

print(torch.cat([torch.zeros(1, 2), torch.ones(1, 2)]))
torch.cat([torch.zeros(1, 2), torch.ones(1, 3)])
