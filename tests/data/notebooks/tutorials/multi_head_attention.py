# Multi-head attention: split, attend, merge.
import math
import torch
from torch import nn
import torch.nn.functional as F


def attend(q, k, v, mask=None):
    """Weights and values for any number of leading dimensions."""
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.size(-1))
    if mask is not None:
        scores = scores.masked_fill(mask == 0, float("-inf"))
    weights = F.softmax(scores, dim=-1)
    return weights @ v, weights


class ManyHeads(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        assert width % heads == 0, f"{width} is not divisible by {heads}"
        self.heads, self.size = heads, width // heads
        self.to_qkv = nn.Linear(width, 3 * width, bias=False)
        self.merge = nn.Linear(width, width)

    def split(self, x):
        batch, length, _ = x.shape
        return x.view(batch, length, self.heads, self.size).transpose(1, 2)

    def forward(self, x, mask=None):
        q, k, v = (self.split(part) for part in self.to_qkv(x).chunk(3, dim=-1))
        mixed, weights = attend(q, k, v, mask)
        joined = mixed.transpose(1, 2).contiguous().view(x.shape)
        return self.merge(joined), weights


torch.manual_seed(12)
x = torch.rand(1, 4, 6)
layer = ManyHeads(6, heads=2)
print(layer)
out, weights = layer(x)
print(out)
print(weights.shape, weights.sum(-1))
print(weights[0, 0])
causal = torch.tril(torch.ones(4, 4))
out, weights = layer(x, causal)
print(weights[0])
print(out.shape)
first = layer(x[:, :1])[0]
print("the first position sees itself alone:", torch.allclose(first[0, 0], out[0, 0], atol=1e-6))
changed = x.clone()
changed[0, 3] += 10
after = layer(changed, causal)[0]
print("the future does not reach back:", torch.allclose(after[0, :3], out[0, :3], atol=1e-6), torch.allclose(after[0, 3], out[0, 3]))
one_head = ManyHeads(6, heads=1)
print([tuple(p.shape) for p in one_head.parameters()], sum(p.numel() for p in one_head.parameters()))
print(one_head(x)[0].shape, one_head(x)[1].shape)
q = torch.eye(3)
mixed, weights = attend(q, q, torch.tensor([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]]))
print(weights, mixed)
padding = torch.tensor([[1, 1, 1, 0]]).view(1, 1, 1, 4)
print(layer(x, padding)[1][0, 1])
try:
    ManyHeads(6, heads=4)
except AssertionError as e:
    print("refused:", e)
for heads in (1, 2, 3, 6):
    torch.manual_seed(0)
    h = ManyHeads(6, heads)
    print(heads, h.size, f"{h(x)[0].mean():.4f}", tuple(h(x)[1].shape))
