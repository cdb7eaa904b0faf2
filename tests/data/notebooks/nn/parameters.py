import torch
from torch import nn

p = nn.Parameter(torch.tensor([1.0, 2.0]))
print(p, p.requires_grad, isinstance(p, torch.Tensor), isinstance(p, nn.Parameter), type(p), p.data, p.shape)
print(p * 2, p.detach(), p.sum())


class Affine(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.gamma = nn.Parameter(torch.ones(n))
        self.beta = nn.Parameter(torch.zeros(n))
        self.constant = torch.ones(n)

    def forward(self, x):
        return self.gamma * x + self.beta


m = Affine(3)
print(m, list(m.parameters()), [n for n, _ in m.named_parameters()], m.gamma)
x = torch.arange(6.0).reshape(2, 3)
print(m(x))
m.gamma.data = torch.tensor([1.0, 10.0, 100.0])
print(m(x))
with torch.no_grad():
    m.beta += 5
print(m(x), m.state_dict())
for q in m.parameters():
    q.requires_grad = False
print(m(x), [q.requires_grad for q in m.parameters()])
