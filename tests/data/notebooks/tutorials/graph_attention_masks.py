# Attention over a graph: neighbours only, several heads, and message passing.
import torch
import torch.nn.functional as F
from torch import nn

edges = [(0, 1), (1, 2), (2, 3), (3, 0), (0, 2)]
n = 5
adjacency = torch.zeros(n, n)
for a, b in edges:
    adjacency[a, b] = adjacency[b, a] = 1
print(adjacency)
degree = adjacency.sum(1)
print(degree, "isolated:", (degree == 0).nonzero().flatten().tolist())
with_self = adjacency + torch.eye(n)
mean = with_self / with_self.sum(1, keepdim=True)
print(mean)
scale = with_self.sum(1).rsqrt()
symmetric = scale[:, None] * with_self * scale[None, :]
print(symmetric, torch.allclose(symmetric, symmetric.T))

torch.manual_seed(101)
x = torch.randn(n, 3)
print(x)
h = x
for hop in range(3):
    h = mean @ h
    print(f"hop {hop}: spread among the connected {h[:4].std(0)}")


class Heads(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.value = nn.Linear(width, heads * width, bias=False)
        self.score = nn.Parameter(torch.randn(heads, 2, width))
        self.heads, self.width = heads, width

    def forward(self, x, mask):
        v = self.value(x).view(len(x), self.heads, self.width).permute(1, 0, 2)
        source = (v * self.score[:, 0, None]).sum(-1)
        target = (v * self.score[:, 1, None]).sum(-1)
        scores = torch.tanh(source[:, :, None] + target[:, None, :])
        weights = F.softmax(scores.masked_fill(mask == 0, float("-inf")), dim=-1)
        return (weights @ v).mean(0), weights


layer = Heads(3, 2)
with torch.no_grad():
    out, weights = layer(x, with_self)
    print(out)
    print(weights)
    print(weights.sum(-1))
    alone, w = layer(x, adjacency)
    print("a node without neighbours:", alone[4], torch.isnan(w[0, 4]).all())
    print("not a number elsewhere:", torch.isnan(alone[:4]).any())
    swapped = [1, 0, 2, 3, 4]
    out2, _ = layer(x[swapped], with_self[swapped][:, swapped])
    print("order does not matter:", torch.allclose(out2, out[swapped], atol=1e-6))


def reach(adjacency, start):
    seen, queue = {start}, [start]
    while queue:
        node = queue.pop(0)
        for other in adjacency[node].nonzero().flatten().tolist():
            if other not in seen:
                seen.add(other)
                queue.append(other)
    return sorted(seen)


print([reach(adjacency, s) for s in range(n)])
paths = adjacency @ adjacency
print(paths, paths.diagonal())
