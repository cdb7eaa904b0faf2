"""Batch norm in training: gradients of input, gamma and beta, and a short training."""
import torch
from torch import nn

torch.manual_seed(8)
norm = nn.BatchNorm1d(3)
with torch.no_grad():
    norm.weight.copy_(torch.tensor([1.0, 2.0, 0.5]))
x = torch.randn(5, 3, requires_grad=True)
y = norm(x)
y.backward(torch.randn(5, 3))
print(x.grad)
print(norm.weight.grad, norm.bias.grad)
print(x.grad.sum(0).abs().max() < 1e-5)
group = nn.GroupNorm(2, 4)
image = torch.randn(2, 4, 3, requires_grad=True)
(group(image) ** 3).sum().backward()
print(image.grad)
print(group.weight.grad, group.bias.grad)

model = nn.Sequential(nn.Linear(6, 12, bias=False), nn.BatchNorm1d(12), nn.ReLU(), nn.Linear(12, 1))
inputs = torch.randn(40, 6)
wanted = inputs[:, :1] - inputs[:, 1:2] * inputs[:, 2:3]
optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)
for step in range(30):
    loss = nn.functional.mse_loss(model(inputs), wanted)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if step % 10 == 9:
        print(f'{loss.item():.4f}')
