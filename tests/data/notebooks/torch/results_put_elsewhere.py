# out=: the result is put into a tensor that is there, which is what comes back.
import torch

a, c = torch.ones(3), torch.zeros(3)
print(torch.add(a, a, out=c) is c, c)
print(torch.exp(a, out=c), torch.mul(a, 3, out=c), torch.abs(-a, out=c))
print(torch.sum(torch.ones(2, 3), 0, out=c), torch.matmul(torch.ones(3, 3), a, out=c))
table = torch.zeros(2, 3)
torch.sub(a, 0.5, out=table[1])
print(table)
torch.add(c, 1, out=c)
print(c)
try:
    torch.add(a.requires_grad_(), 1, out=c)
except RuntimeError as error:
    print(error)
