import torch
import torch.nn as nn
import torch.nn.functional as F


class CachedAttention(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.qkv = nn.Linear(dim, 3 * dim, bias=False)
        self.cache = None

    def reset(self):
        self.cache = None

    def forward(self, x):
        q, k, v = self.qkv(x).chunk(3, dim=-1)
        if self.cache is not None:
            k = torch.cat([self.cache[0], k], dim=1)
            v = torch.cat([self.cache[1], v], dim=1)
        self.cache = (k, v)
        T, S = q.size(1), k.size(1)
        mask = torch.ones(T, S, dtype=torch.bool).tril(diagonal=S - T)
        scores = (q @ k.transpose(1, 2)) * (k.size(-1) ** -0.5)
        scores = scores.masked_fill(~mask, -torch.inf)
        return F.softmax(scores, dim=-1) @ v


torch.manual_seed(123)
att = CachedAttention(6)
att.eval()
x = torch.randn(1, 5, 6)
with torch.no_grad():
    full = att(x)
    att.reset()
    steps = []
    for t in range(x.size(1)):
        steps.append(att(x[:, t:t + 1]))
        print(f"step {t}: cache k {list(att.cache[0].shape)}")
    inc = torch.cat(steps, dim=1)
print(full)
print("incremental equals full:", torch.allclose(full, inc, atol=1e-6))
