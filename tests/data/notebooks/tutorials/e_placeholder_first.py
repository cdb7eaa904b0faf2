# An architecture is sketched with a layer that does nothing, which is then filled in.
import math
import torch
import torch.nn as nn


class NothingYet(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.width = width

    def forward(self, x):
        return x


torch.manual_seed(123)
sample = torch.randn(2, 5)
print(sample)
project = nn.Sequential(nn.Linear(5, 6), nn.ReLU())
activated = project(sample)
print(activated)
print("unchanged:", NothingYet(6)(activated) is activated)
center = activated.mean(dim=-1, keepdim=True)
spread = activated.var(dim=-1, keepdim=True)
print("centers", center)
print("spreads", spread)
print("with keepdim", tuple(center.shape), "without", tuple(activated.mean(dim=-1).shape))
print("of everything at once:", activated.mean(), activated.var())
for number in (2, 3, 4):
    project = nn.Sequential(nn.Linear(5, 6), nn.ReLU())
    activated = project(sample)
    print("made again, number", number, activated)
mixed_up = (activated - center) / torch.sqrt(spread)
print("statistics of an earlier run:", mixed_up.mean(dim=-1))
center = activated.mean(dim=-1, keepdim=True)
spread = activated.var(dim=-1, keepdim=True)
print("statistics of this run:", (activated - center) / torch.sqrt(spread))
torch.set_printoptions(sci_mode=False)


class Filled(NothingYet):
    def __init__(self, width, tiny=1e-5):
        super().__init__(width)
        self.tiny = tiny
        self.weight = nn.Parameter(torch.ones(width))
        self.bias = nn.Parameter(torch.zeros(width))

    def forward(self, x):
        gap = x - x.mean(-1, keepdim=True)
        return self.weight * gap / (gap.pow(2).mean(-1, keepdim=True) + self.tiny).sqrt() + self.bias


class SmoothStep(nn.Module):
    def forward(self, x):
        inner = math.sqrt(2 / math.pi) * (x + 0.044715 * x ** 3)
        return x / 2 * (1 + torch.tanh(inner))


class Wide(nn.Module):
    def __init__(self, width, factor=4):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(width, factor * width), SmoothStep(), nn.Linear(factor * width, width))

    def forward(self, x):
        return x + self.body(x)


filled = Filled(5)
print(filled(sample))
print(filled(sample).mean(-1, keepdim=True).abs() < 1e-6, filled(sample).var(-1, unbiased=False))
wide = Wide(4)
print(wide, sum(p.numel() for p in wide.parameters()))
print(wide(torch.rand(2, 3, 4)).shape, wide(torch.ones(4)))
grid = torch.linspace(-3, 3, 7)
print(SmoothStep()(grid), nn.GELU(approximate="tanh")(grid), nn.GELU()(grid), nn.ReLU()(grid), sep="\n")
for block in (NothingYet(5), filled, nn.LayerNorm(5)):
    out = block(sample)
    print(f"{type(block).__name__:<11} mean {out.mean():+.4f} std {out.std(unbiased=False):.4f}")
