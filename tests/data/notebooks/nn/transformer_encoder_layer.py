# nn.TransformerEncoderLayer and the stack of them.
import torch
from torch import nn
torch.manual_seed(0)
layer = nn.TransformerEncoderLayer(d_model=8, nhead=2, dim_feedforward=16, batch_first=True)
print(layer)
layer.eval()
x = torch.randn(2, 3, 8)
print(layer(x))
with torch.no_grad():
    print(layer(x))
enc = nn.TransformerEncoder(layer, num_layers=2)
enc.eval()
print(enc(x).shape)
