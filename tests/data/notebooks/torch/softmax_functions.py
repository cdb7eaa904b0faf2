import torch
import torch.nn.functional as F

x = torch.tensor([[1.0, 2.0, 3.0], [1000.0, 1000.0, 1001.0], [-5.0, 0.0, 5.0]])
print(torch.softmax(x, dim=-1), torch.softmax(x, dim=0), x.softmax(1), F.softmax(x, dim=1).sum(1))
print(torch.log_softmax(x, dim=-1), F.log_softmax(x, dim=1), x.log_softmax(-1).exp().sum(-1))
print(torch.exp(x) / torch.exp(x).sum(-1, keepdim=True))
shifted = x - x.max(dim=-1, keepdim=True).values
print(shifted, shifted.exp() / shifted.exp().sum(-1, keepdim=True))
for t in (0.5, 1.0, 5.0):
    print(t, F.softmax(x[0] / t, dim=0))
print(torch.logsumexp(x, -1), x - torch.logsumexp(x, -1, keepdim=True))
inf = float("inf")
print(torch.softmax(torch.tensor([0.0, -inf, 1.0]), 0), torch.softmax(torch.tensor([-inf, -inf]), 0), torch.softmax(torch.tensor([inf, 1.0]), 0), torch.softmax(torch.tensor([1.0, float("nan")]), 0))
print(torch.softmax(torch.zeros(2, 3, 2), dim=1), torch.softmax(torch.tensor(3.0), 0), torch.softmax(torch.tensor([1, 2]), 0, dtype=torch.float64), F.softmax(torch.tensor([-10000.0, -10000.0]), dim=0))
