import torch
from torch import nn
import torch.nn.functional as F

torch.manual_seed(42)
drop = nn.Dropout(p=0.5)
x = torch.ones(2, 6)
print(drop, drop(x), drop(x))
print(F.dropout(x, 0.2), F.dropout(x, p=0.5, training=False), F.dropout(x, 0.0), F.dropout(x, 1.0))
drop.eval()
print(drop(x), drop.training)
drop.train()
torch.manual_seed(42)
print(drop(x), torch.rand(2))
y = torch.arange(20.0)
torch.manual_seed(7)
print(nn.Dropout(0.1)(y), nn.Dropout(0.9)(y).count_nonzero())
w = torch.ones(4, requires_grad=True)
torch.manual_seed(0)
print(drop(w), nn.Sequential(nn.Dropout(0.3), nn.ReLU()).eval()(w))
kept = F.dropout(torch.ones(1000), 0.3)
print((kept > 0).sum(), kept.max(), kept.mean())
try:
    nn.Dropout(1.5)
except ValueError as e:
    print(e)
