"""Graphs that are longer than what is kept of other chains."""
import torch

a = torch.tensor([1.0, 2.0], requires_grad=True)
z = a
for _ in range(5000):
    z = z * 1.0001 + 0.001
z.sum().backward()
print(z, a.grad)
w = torch.zeros(3, requires_grad=True)
for step in range(2500):
    loss = ((w - torch.tensor([1.0, 2.0, 3.0])) ** 2).sum()
    loss.backward()
    with torch.no_grad():
        w -= 0.01 * w.grad
    w.grad = None
print(w, loss < 1e-6)
total = 0
big = torch.zeros(1000000, requires_grad=True)
for i in range(50):
    total = total + big * i
total.sum().backward()
print(big.grad[:2])
row = torch.ones(4, requires_grad=True)
rows = []
for i in range(300):
    rows.append(row * i)
torch.stack(rows).cumsum(0)[-1].sum().backward()
print(row.grad)
