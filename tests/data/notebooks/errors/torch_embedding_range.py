import torch
from torch import nn

torch.manual_seed(1)
emb = nn.Embedding(4, 2)
print(emb(torch.tensor([3])))
emb(torch.tensor([4]))
