# An encoder, a decoder, and what happens to shapes and sizes between them.
from collections import OrderedDict

import torch
from torch import nn


class Encoder(nn.Module):
    def __init__(self, sizes):
        super().__init__()
        steps = OrderedDict()
        for i, (a, b) in enumerate(zip(sizes, sizes[1:])):
            steps[f"linear{i}"] = nn.Linear(a, b)
            if i < len(sizes) - 2:
                steps[f"act{i}"] = nn.GELU()
        self.steps = nn.Sequential(steps)

    def forward(self, x):
        return self.steps(x)


class AutoEncoder(nn.Module):
    """Squeezes an image through few numbers."""

    def __init__(self, side=4, hidden=8, code=3):
        super().__init__()
        self.flatten = nn.Flatten()
        self.encoder = Encoder([side * side, hidden, code])
        self.norm = nn.LayerNorm(code, elementwise_affine=False)
        self.decoder = Encoder([code, hidden, side * side])
        self.side = side

    def encode(self, images):
        return self.norm(self.encoder(self.flatten(images)))

    def decode(self, codes):
        return torch.sigmoid(self.decoder(codes)).view(-1, self.side, self.side)

    def forward(self, images):
        return self.decode(self.encode(images))


def count(module):
    return sum(p.numel() for p in module.parameters())


torch.manual_seed(60)
model = AutoEncoder()
print(model)
print(AutoEncoder.__doc__)
for name, part in model.named_children():
    print(f"{name:<8} {count(part):4d}")
print("all", count(model))
images = (torch.rand(3, 4, 4) > 0.5).float()
print(images)
with torch.no_grad():
    codes = model.encode(images)
    print(codes)
    print(codes.mean(-1).abs() < 1e-6, codes.var(-1, unbiased=False))
    back = model(images)
    print(back.shape)
    print(back[0])
    error = ((back - images) ** 2).mean(dim=(1, 2))
    print(error, error.mean(), error.argmin())
    between = torch.stack([codes[0] + t * (codes[1] - codes[0])
                           for t in (0.0, 0.5, 1.0)])
    print(model.decode(between)[:, 0])
    rounded = (back > 0.5).float()
    print("pixels right:", (rounded == images).sum().item(), "of", images.numel())
for i, image in enumerate(images.long()):
    print(f"image {i}")
    for row in image.tolist():
        print("  " + "".join(".#"[v] for v in row))
print(model.encoder.steps.linear0, model.encoder.steps[1], len(model.decoder.steps))
print(list(model.state_dict())[:4])
