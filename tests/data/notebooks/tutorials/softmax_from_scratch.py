# Softmax from scratch, and why we subtract the maximum
import torch
import math

def softmax_naive(x):
    return torch.exp(x) / torch.exp(x).sum(dim=-1, keepdim=True)

def softmax_stable(x):
    z = x - x.max(dim=-1, keepdim=True).values
    e = torch.exp(z)
    return e / e.sum(dim=-1, keepdim=True)

def log_softmax(x):
    m = torch.amax(x, dim=-1, keepdim=True)
    return x - m - torch.log(torch.sum(torch.exp(x - m), dim=-1, keepdim=True))

for vals in ([1., 2., 3.], [1000., 1001., 1002.], [-1000., -1001., -1002.], [88., 89., 90.], [0., 0., 0.]):
    x = torch.tensor(vals)
    print('x       ', x)
    print('naive   ', softmax_naive(x))
    print('stable  ', softmax_stable(x))
    print('builtin ', torch.softmax(x, dim=-1))
    print('log     ', log_softmax(x), x.log_softmax(-1))
    print('equal   ', torch.allclose(softmax_stable(x), x.softmax(0)), (softmax_stable(x) == x.softmax(0)).all().item())
    print()
for T in [0.1, 0.5, 1.0, 2.0, 10.0, 100.0]:
    p = torch.softmax(torch.tensor([2.0, 1.0, 0.1]) / T, dim=0)
    H = -(p * p.log()).sum()
    print(f"T={T:>6}: {[f'{v:.4f}' for v in p.tolist()]}, entropy {H:.4f} / {math.log(3):.4f}")
x = torch.tensor([[1.0, 2.0], [3.0, 4.0]])
for d in (0, 1, -1, -2):
    s = torch.softmax(x, dim=d)
    print(d, s, s.sum(dim=d))
print(torch.softmax(torch.tensor([float('-inf'), 0.0, 1.0]), 0), torch.softmax(torch.full((3,), float('-inf')), 0), torch.softmax(torch.tensor([float('inf'), 1.0]), 0), torch.softmax(torch.tensor([float('nan'), 1.0]), 0))
J = lambda p: torch.diag(p) - torch.outer(p, p)
p = softmax_stable(torch.tensor([1.0, 2.0, 3.0])); print(J(p)); print(J(p).sum(0), J(p).sum(1))
print(torch.exp(torch.tensor([88.0, 88.7, 88.8, 89.0, -103.0, -104.0])), torch.exp(torch.tensor([709.0, 710.0], dtype=torch.float64)))
print(torch.log(torch.tensor([0.0, 1e-45, -1.0])), torch.logsumexp(torch.tensor([1000., 1000.]), 0), torch.log(torch.exp(torch.tensor([1000.])).sum()))
print(torch.sigmoid(torch.tensor([-100., -20., 0., 20., 100.])), 1 - torch.sigmoid(torch.tensor([20.])), torch.sigmoid(torch.tensor([-20.])))
