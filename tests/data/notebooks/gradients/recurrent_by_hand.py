"""A recurrent network by hand, through time."""
import torch

torch.manual_seed(12)
hidden, steps = 4, 6
Wx = (torch.randn(1, hidden) * 0.5).requires_grad_()
Wh = (torch.randn(hidden, hidden) * 0.5).requires_grad_()
b = torch.zeros(hidden, requires_grad=True)
Wo = torch.randn(hidden, 1, requires_grad=True)
series = torch.sin(torch.arange(40) * 0.4)
for epoch in range(30):
    total = 0.0
    h = torch.zeros(1, hidden)
    loss = 0
    for t in range(steps):
        h = torch.tanh(series[t].view(1, 1) @ Wx + h @ Wh + b)
        loss = loss + (h @ Wo - series[t + 1]).pow(2).squeeze()
    loss.backward()
    with torch.no_grad():
        for p in (Wx, Wh, b, Wo):
            p -= 0.05 * p.grad
            p.grad.zero_()
    if epoch % 6 == 0:
        print(epoch, f'{loss.item():.4f}')
print(Wh)
print(h)
