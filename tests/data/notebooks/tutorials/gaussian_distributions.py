# Densities, samples and the distance of two normal distributions.
import math
import torch


def density(x, mu=0.0, sigma=1.0):
    return torch.exp(-0.5 * ((x - mu) / sigma) ** 2) / (sigma * math.sqrt(2 * math.pi))


x = torch.linspace(-4, 4, 17)
p = density(x)
print(x)
print(p)
for position, height in zip(x.tolist(), p.tolist()):
    print(f"{position:5.1f} {'#' * int(60 * height)}")
fine = torch.linspace(-6, 6, 2401, dtype=torch.float64)
step = (fine[1] - fine[0]).item()
print(f"area {density(fine).sum().item() * step:.8f}")
for k in (1, 2, 3):
    inside = density(fine)[fine.abs() <= k].sum().item() * step
    print(f"within {k} sigma: {inside:.3f}")

torch.manual_seed(40)
for n in (10, 100, 1000):
    sample = torch.randn(n) * 2 + 5
    print(f"n={n:5d} mean {sample.mean():.3f} std {sample.std():.3f} error of the mean {2 / math.sqrt(n):.3f}")


def divergence(mu1, s1, mu2, s2):
    return math.log(s2 / s1) + (s1 ** 2 + (mu1 - mu2) ** 2) / (2 * s2 ** 2) - 0.5


for a in ((0, 1), (1, 1), (0, 2)):
    print(a, [round(divergence(*a, *b), 4) for b in ((0, 1), (1, 1), (0, 2))])

numbers = torch.randn(1000)
edges = torch.arange(-3, 4)
counts = torch.stack([((numbers >= a) & (numbers < a + 1)).sum() for a in edges[:-1]])
print(counts, counts.sum())
expected = torch.tensor([density(torch.linspace(a, a + 1, 101)).mean().item() * 1000 for a in edges[:-1].tolist()])
print(expected)
print(f"chi square {((counts - expected) ** 2 / expected).sum():.3f}")

u = torch.rand(8)
v = torch.rand(8)
radius = torch.sqrt(-2 * torch.log(1 - u))
normal = torch.cat([radius * torch.cos(2 * math.pi * v), radius * torch.sin(2 * math.pi * v)])
print(normal)
print(normal.mean(), normal.var())
means = torch.stack([torch.rand(12).sum() - 6 for _ in range(300)])
print(f"sums of uniforms: mean {means.mean():.3f} std {means.std():.3f}")
standard = (means - means.mean()) / means.std()
skew, kurtosis = (standard ** 3).mean(), (standard ** 4).mean()
print(f"skewness {skew:.3f} kurtosis {kurtosis:.3f}")
running = numbers.cumsum(0) / torch.arange(1, 1001)
for n in (1, 10, 100, 1000):
    print(n, f"{running[n - 1]:.4f}")
ordered = numbers.sort().values
print("median", ordered[499:501].mean(), "quartiles", ordered[249], ordered[749])
print("largest", ordered[-3:], "smallest", ordered[:3])
