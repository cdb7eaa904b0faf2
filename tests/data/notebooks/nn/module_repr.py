import torch
from torch import nn


class Block(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.norm = nn.LayerNorm(d)
        self.ff = nn.Sequential(nn.Linear(d, 4 * d), nn.GELU(), nn.Linear(4 * d, d))
        self.drop = nn.Dropout(0.1)
        self.scale = nn.Parameter(torch.ones(d))

    def forward(self, x):
        return x + self.drop(self.ff(self.norm(x))) * self.scale


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(10, 4)
        self.first = Block(4)
        self.second = Block(4)
        self.head = nn.Linear(4, 10, bias=False)
        self.size = 4


class Empty(nn.Module):
    pass


class Custom(nn.Module):
    def __init__(self, k):
        super().__init__()
        self.k = k

    def extra_repr(self):
        return f"k={self.k}"


print(Model())
print(Empty(), Custom(3), nn.Sequential(Custom(1), Empty()))
for m in (nn.LayerNorm(5), nn.LayerNorm((2, 3), eps=1e-3), nn.LayerNorm(4, elementwise_affine=False), nn.Dropout(), nn.Dropout(p=0.25), nn.Embedding(3, 2), nn.Embedding(3, 2, padding_idx=0), nn.Flatten(), nn.Flatten(0, 1), nn.Softmax(dim=1), nn.GELU(), nn.Identity(), nn.Tanh(), nn.Sigmoid(), nn.ReLU()):
    print(m)
print(str(Model().first.norm), [Custom(2)], sum(p.numel() for p in Model().parameters()), nn.Parameter(torch.zeros(2)), nn.Parameter(torch.zeros(2), requires_grad=False))
print([n for n, _ in Block(2).named_parameters()])
