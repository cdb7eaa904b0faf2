import torch

x = torch.ones(2, requires_grad=True)
print(x.detach().tolist())
y = x * 2
y[0] = 5
print(y)
x[0] = 5
