import torch
import torch.nn as nn
import copy


def clones(module, N):
    "Produce N identical layers."
    return nn.ModuleList([copy.deepcopy(module) for _ in range(N)])


class LayerNorm(nn.Module):
    def __init__(self, features, eps=1e-6):
        super(LayerNorm, self).__init__()
        self.a_2 = nn.Parameter(torch.ones(features))
        self.b_2 = nn.Parameter(torch.zeros(features))
        self.eps = eps

    def forward(self, x):
        mean = x.mean(-1, keepdim=True)
        std = x.std(-1, keepdim=True)
        return self.a_2 * (x - mean) / (std + self.eps) + self.b_2


class SublayerConnection(nn.Module):
    def __init__(self, size, dropout):
        super(SublayerConnection, self).__init__()
        self.norm = LayerNorm(size)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x, sublayer):
        return x + self.dropout(sublayer(self.norm(x)))


class EncoderLayer(nn.Module):
    def __init__(self, size, ff, dropout):
        super().__init__()
        self.feed_forward = ff
        self.sublayer = clones(SublayerConnection(size, dropout), 2)
        self.size = size

    def forward(self, x):
        x = self.sublayer[0](x, lambda x: x.flip(-1))
        return self.sublayer[1](x, self.feed_forward)


def subsequent_mask(size):
    attn_shape = (1, size, size)
    mask = torch.triu(torch.ones(attn_shape), diagonal=1).type(torch.uint8)
    return mask == 0


torch.manual_seed(2)
ff = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 4))
enc = EncoderLayer(4, ff, 0.0)
enc.eval()
print(enc)
print(enc(torch.randn(1, 3, 4)))
print(subsequent_mask(4))
print(sorted(n for n, _ in enc.named_parameters()))
print(enc.sublayer[0].norm.a_2 is enc.sublayer[1].norm.a_2, len(enc.sublayer), isinstance(enc.sublayer, nn.ModuleList))
for name, module in enc.named_children():
    print(name, "->", module.__class__.__name__)
