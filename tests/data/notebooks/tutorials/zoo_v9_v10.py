# V9 returns its input, V10 does not centre.
import torch
from torch import nn


class RootMeanSquare(nn.Module):
    def __init__(self, width, tiny=1e-6):
        super().__init__()
        self.tiny = tiny
        self.gain = nn.Parameter(torch.ones(width))

    def forward(self, x):
        mean_square = (x * x).mean(dim=-1, keepdim=True)
        return self.gain * (x * torch.rsqrt(mean_square + self.tiny))


torch.manual_seed(8)
x = torch.randn(2, 6) + 1
rms = RootMeanSquare(6)
print(rms, rms(x))
print(rms(x).pow(2).mean(-1), rms(x).mean(-1))
print(torch.allclose(rms(x - x.mean(-1, keepdim=True)), nn.LayerNorm(6, eps=1e-6)(x), atol=1e-6))
print(nn.Identity()(x) is x, torch.allclose(rms(3 * x), rms(x), atol=1e-5))
divided = x / torch.sqrt((x ** 2).sum(-1, keepdim=True) / 6 + 1e-6)
print(torch.allclose(divided, rms(x)), divided)
