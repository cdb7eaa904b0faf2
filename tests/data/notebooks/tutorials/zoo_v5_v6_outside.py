# V5 and V6: eps beside the root, with the biased and the unbiased deviation.
import torch
from torch import nn


class BesideTheRoot(nn.Module):
    def __init__(self, width, tiny=1e-6, unbiased=True):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(width))
        self.shift = nn.Parameter(torch.zeros(width))
        self.tiny = tiny
        self.unbiased = unbiased

    def forward(self, x):
        mu = x.mean(-1, keepdim=True)
        sd = x.std(-1, keepdim=True, unbiased=self.unbiased)
        return self.scale * (x - mu) / (sd + self.tiny) + self.shift


x = torch.tensor([[1.0, 0.0, 0.0, 0.0], [1.0, 2.0, 3.0, 4.0]])
v6 = BesideTheRoot(4)
v5 = BesideTheRoot(4, tiny=1e-5, unbiased=False)
print(v6(x), v5(x), nn.LayerNorm(4)(x), sep="\n")
print(v6(x).std(-1), v5(x).std(-1), v6(x).std(-1, unbiased=False))
ratio = v5(x) / v6(x)
print(ratio[1], (4 / 3) ** 0.5)
