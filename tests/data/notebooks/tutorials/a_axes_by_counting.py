# How many trailing axes are normalized decides which values share a mean.
import torch
from torch import nn

torch.manual_seed(7)
cube = torch.randn(2, 3, 4)
print(cube)


def trailing_axes(count):
    return [-k for k in range(1, count + 1)]


def normalize(values, count, epsilon=1e-5, report=True):
    axes = trailing_axes(count)
    mu = values.mean(dim=axes, keepdim=True)
    sigma2 = torch.square(values - mu).mean(dim=axes, keepdim=True)
    if report:
        print("axes", axes, "-> one mean for each of", mu.numel(), "groups, kept as", tuple(mu.shape))
        print("mu", mu.flatten())
        print("sigma^2", sigma2.flatten())
    return (values - mu) * torch.rsqrt(sigma2 + epsilon)


for count in (1, 2, 3):
    ours = normalize(cube, count)
    theirs = nn.functional.layer_norm(cube, cube.shape[-count:])
    print(ours)
    print("as PyTorch:", torch.allclose(ours, theirs, atol=1e-6))
    groups = ours.reshape(-1, 4 ** 1 if count == 1 else (12 if count == 2 else 24))
    print("groups", groups.shape, "stds", groups.std(dim=1, unbiased=False))

tiny = torch.tensor([[[1.0, 3.0]], [[2.0, 2.0]]])
print(normalize(tiny, 1), normalize(tiny, 2), normalize(tiny, 3), sep="\n")

swapped = cube.transpose(1, 2)
print(swapped.shape, swapped.is_contiguous())
a = normalize(swapped, 1, report=False)
b = normalize(swapped.contiguous(), 1, report=False)
print(torch.allclose(a, b), a[0, 0], b[0, 0])

names = ["last", "last two", "all"]
table = []
for count, name in enumerate(names, start=1):
    y = normalize(cube, count, report=False)
    table.append((name, y.min().item(), y.max().item(), y.abs().mean().item()))
width = max(len(row[0]) for row in table)
for name, low, high, size in table:
    print(f"{name:>{width}} | {low:+.3f} | {high:+.3f} | {size:.3f}")

try:
    normalize(cube, 4)
except IndexError as problem:
    print("too many axes:", problem)

gain = torch.linspace(0.5, 2.0, 4)
offset = torch.arange(4.0)
scaled = gain * normalize(cube, 1, report=False) + offset
print(scaled)
print(torch.allclose(scaled, nn.functional.layer_norm(cube, (4,), gain, offset), atol=1e-6))
for count, name in enumerate(names, start=1):
    print(name, cube.numel() // cube[..., 0].numel() ** (count == 1), normalize(cube, count, report=False).sum().abs() < 1e-5)
