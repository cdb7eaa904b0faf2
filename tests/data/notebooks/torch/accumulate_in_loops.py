import torch

torch.manual_seed(2)
total = torch.zeros(3)
rows = []
for step in range(4):
    x = torch.rand(3)
    total += x
    rows.append(x)
    print(step, x, total)
stacked = torch.stack(rows)
print(stacked.sum(0), torch.allclose(stacked.sum(0), total), stacked.shape)
losses = []
for i in range(1, 6):
    losses.append((torch.tensor(2.0) / i).item())
print(losses, sum(losses) / len(losses), min(losses))
averages = torch.zeros(4)
for i, row in enumerate(stacked):
    averages[i] = row.mean()
print(averages, stacked.mean(1))
out = torch.empty(0)
for i in range(3):
    out = torch.cat([out, torch.tensor([float(i) ** 2])])
print(out)
power = torch.eye(2)
step = torch.tensor([[1.0, 1.0], [1.0, 0.0]])
for n in range(10):
    power = power @ step
print(power)
x = torch.tensor(10.0)
for _ in range(6):
    x = 0.5 * (x + 2 / x)
print(x.item(), x)
best = -1
while best < 0.9:
    best = max(best, torch.rand(1).item())
print(best > 0.9)
