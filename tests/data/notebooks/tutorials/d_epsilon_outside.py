# eps outside of the root, compared with the official layer, element by element.
import torch
from torch import nn

torch.manual_seed(31)
x = torch.rand(4, 20)
eps = 1e-5


def custom_layer_norm(x, eps=1e-5):
    mean = torch.mean(x, dim=-1, keepdim=True)
    std = torch.std(x, dim=-1, keepdim=True, unbiased=False)
    return (x - mean) / (std + eps)


official = nn.LayerNorm(20, eps=eps, elementwise_affine=False)
a = custom_layer_norm(x)
b = official(x)
print(a.shape, b.shape)
print(a[0, :5], b[0, :5])
difference = a - b
print(torch.allclose(a, b), torch.allclose(a, b, atol=1e-3))
print(f"largest {difference.max() < 1e-3} largest magnitude {difference.abs().max() < 1e-3}")


def largest(d):
    return {"max": d.max().item() < 1e-3, "abs": d.abs().max().item() >= d.max().item()}


print(largest(difference))
s = x.double().std(-1, keepdim=True, unbiased=False)
predicted = (x.double() - x.double().mean(-1, keepdim=True)) * (1 / (s + eps) - 1 / torch.sqrt(s ** 2 + eps))
print(predicted.shape, predicted.dtype)
print(predicted[0, :5])
print(f"{predicted.abs().max():.6e}")
for deviation in (0.01, 0.1, 0.2887, 0.5, 1.0, 2.0):
    factor = deviation * (1 / (deviation + eps) - 1 / (deviation ** 2 + eps) ** 0.5)
    print(f"s = {deviation:<7} factor {factor: .3e}")
crossing = (1 - eps) / 2
print(crossing, 1 / (crossing + eps) - 1 / (crossing ** 2 + eps) ** 0.5)
variants = {
    "inside": lambda d, v: d / torch.sqrt(v + eps),
    "outside": lambda d, v: d / (torch.sqrt(v) + eps),
    "none": lambda d, v: d / torch.sqrt(v),
    "clamped": lambda d, v: d / torch.sqrt(v.clamp(min=eps)),
}
small = torch.tensor([[0.001, 0.002, 0.003], [1.0, 2.0, 3.0], [5.0, 5.0, 5.0]])
mean = small.mean(-1, keepdim=True)
var = small.var(-1, keepdim=True, unbiased=False)
print(mean, var)
for name, rule in variants.items():
    print(f"{name:>8}:", rule(small - mean, var))
for size in (2, 20, 200):
    torch.manual_seed(size)
    y = torch.rand(3, size, dtype=torch.float64)
    gap = (custom_layer_norm(y) - nn.functional.layer_norm(y, (size,))).abs().max()
    print(size, f"{gap:.4e}")
print("rows with little spread suffer most:")
for spread in (1e-1, 1e-2, 1e-3):
    row = torch.linspace(-spread, spread, 6, dtype=torch.float64)
    inside = row / torch.sqrt(row.var(unbiased=False) + eps)
    outside = row / (row.std(unbiased=False) + eps)
    print(spread, f"{inside[-1]:.6f} {outside[-1]:.6f} {(outside - inside)[-1]:.6f}")
