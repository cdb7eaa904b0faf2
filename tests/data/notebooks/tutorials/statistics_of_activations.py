# What depth does to the spread of activations, with and without normalization.
import torch
from torch import nn


def trace(layers, x):
    out = []
    for layer in layers:
        x = layer(x)
        out.append((type(layer).__name__, x.mean().item(), x.std().item(), (x == 0).float().mean().item()))
    return x, out


def report(title, rows):
    print(title)
    for i, (name, mean, std, zeros) in enumerate(rows):
        print(f"  {i:2d} {name:<10} mean {mean:+.3f} std {std:.3f} zeros {zeros:.2f}")


def build(depth, width, norm=False, act=nn.ReLU):
    layers = []
    for _ in range(depth):
        layers.append(nn.Linear(width, width))
        if norm:
            layers.append(nn.LayerNorm(width))
        layers.append(act())
    return nn.Sequential(*layers)


torch.manual_seed(55)
x = torch.randn(32, 16)
print(f"input mean {x.mean():.4f} std {x.std():.4f}")
with torch.no_grad():
    for norm in (False, True):
        torch.manual_seed(56)
        _, rows = trace(build(4, 16, norm), x)
        report("with norm" if norm else "without norm", rows)
    for act in (nn.Tanh, nn.Sigmoid, nn.GELU):
        torch.manual_seed(57)
        _, rows = trace(build(2, 16, True, act), x)
        report(act.__name__, rows)
    torch.manual_seed(58)
    deep = build(10, 16)
    h, rows = trace(deep, x)
    stds = [r[2] for r in rows if r[0] == "ReLU"]
    print([f"{s:.3f}" for s in stds], stds[0] > stds[-1])
    print(f"shrunk to {100 * stds[-1] / stds[0]:.1f} %")
histogram = {}
for v in x.flatten().tolist():
    bucket = int(v // 1)
    histogram[bucket] = histogram.get(bucket, 0) + 1
for bucket in sorted(histogram):
    print(f"{bucket:+d} {histogram[bucket]:4d} {'#' * (histogram[bucket] // 6)}")
quartiles = x.flatten().sort().values[[128, 256, 384]]
print(quartiles)
print((x.abs() < 1).float().mean(), (x.abs() < 2).float().mean(), (x > 0).sum())
columns = x.mean(0), x.var(0)
print(columns[0][:4], columns[1][:4])
z = (x - columns[0]) / columns[1].sqrt()
print(z.mean(0).abs().max() < 1e-6, z.var(0)[:3])
print("correlation of two columns:", f"{(z[:, 0] * z[:, 1]).sum() / (len(z) - 1):.4f}")
