# What softmax keeps and what layer normalization keeps.
import torch
from torch import nn
import torch.nn.functional as F

torch.manual_seed(99)
x = torch.rand(3, 5)
print(x)


def describe(name, t):
    print(f"--- {name}")
    for i, row in enumerate(t):
        low, high = row.min().item(), row.max().item()
        print(f"row {i}: sum {row.sum():.4f} mean {row.mean():.4f} var {row.var(unbiased=False):.4f} range {low:.4f}..{high:.4f}")


def layer_norm(t, eps=1e-5):
    mean = t.mean(-1, keepdim=True)
    var = t.var(-1, keepdim=True, unbiased=False)
    return (t - mean) / torch.sqrt(var + eps)


soft = F.softmax(x, dim=-1)
norm = layer_norm(x)
describe("input", x)
describe("softmax", soft)
describe("layer norm", norm)
print(soft)
print(norm)
print("order kept:", torch.equal(soft.argsort(-1), x.argsort(-1)), torch.equal(norm.argsort(-1), x.argsort(-1)))
shifted = x + 100
print("shift:", torch.allclose(F.softmax(shifted, -1), soft, atol=1e-5), torch.allclose(layer_norm(shifted), norm, atol=1e-3))
scaled = x * 10
print("scale:", torch.allclose(F.softmax(scaled, -1), soft), torch.allclose(layer_norm(scaled), norm, atol=1e-3))
print(F.softmax(scaled, -1))
print(F.softmax(norm, -1))
print(layer_norm(soft))
for temperature in [0.1, 0.5, 1.0, 2.0, 10.0]:
    p = F.softmax(x[0] / temperature, dim=0)
    entropy = -(p * p.log()).sum()
    print(f"T={temperature:<4} max {p.max():.4f} entropy {entropy:.4f}")
both = F.softmax(nn.LayerNorm(5)(x), dim=-1)
print(both.detach())
print(both.sum(-1).detach(), both.sum(dim=0).shape)
columns = F.softmax(x, dim=0)
print(columns, columns.sum(0))
flat = F.softmax(x.flatten(), dim=0).reshape(x.shape)
print(flat, f"{flat.sum():.2f}")
log_p = F.log_softmax(x, dim=-1)
print(log_p, torch.allclose(log_p.exp(), soft))
naive = torch.exp(x) / torch.exp(x).sum(dim=-1, keepdim=True)
print(torch.allclose(naive, soft), (naive - soft).abs().max() < 1e-6)
huge = torch.tensor([1000.0, 1001.0, 1002.0])
print(torch.exp(huge) / torch.exp(huge).sum(), F.softmax(huge, dim=0))
safe = huge - huge.max()
print(torch.exp(safe) / torch.exp(safe).sum())
one = F.softmax(torch.tensor([5.0]), dim=0)
print(one, F.softmax(torch.zeros(4), dim=0), F.softmax(torch.tensor([0.0, float("-inf")]), dim=0))
for row_in, row_soft, row_norm in zip(x, soft, norm):
    best = row_in.argmax().item()
    print(best, f"{row_soft[best]:.3f} of the whole, {row_norm[best]:.3f} deviations above the mean")
