"""Logistic regression with sigmoid and binary cross entropy."""
import torch
import torch.nn.functional as F

torch.manual_seed(7)
n = 80
x = torch.cat([torch.randn(n // 2, 2) + 1.5, torch.randn(n // 2, 2) - 1.5])
y = torch.cat([torch.ones(n // 2), torch.zeros(n // 2)])
w = torch.zeros(2, requires_grad=True)
b = torch.zeros(1, requires_grad=True)
for step in range(30):
    p = torch.sigmoid(x @ w + b)
    loss = F.binary_cross_entropy(p, y)
    loss.backward()
    with torch.no_grad():
        for parameter in (w, b):
            parameter -= 0.5 * parameter.grad
            parameter.grad = None
    if step % 6 == 0:
        print(step, round(loss.item(), 4))
print(w, b)
logits = x @ w + b
print(F.binary_cross_entropy_with_logits(logits, y))
gw, gb = torch.autograd.grad(F.binary_cross_entropy_with_logits(logits, y), (w, b))
print(gw, gb)
print(((logits > 0) == (y > 0.5)).float().mean())
