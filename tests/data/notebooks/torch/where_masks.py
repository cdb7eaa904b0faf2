import torch

x = torch.tensor([[-1.0, 2.0], [3.0, -4.0]])
print(torch.where(x > 0, x, torch.zeros_like(x)), torch.where(x > 0, torch.tensor(1), torch.tensor(0)), torch.where(x < 0, 0.1 * x, x), torch.where(x > 0))
y = x.clone()
y[y < 0] = 0
print(y, torch.equal(y, torch.relu(x)), x.masked_fill(x < 0, 9), x.masked_select(x > 0), (x > 0).nonzero(), x[x > 0].sum())
y[y == 0] = torch.tensor([7.0, 8.0])
print(y, x * (x > 0), (x > 0).float() * 2 - 1, x.clamp(min=0), torch.maximum(x, torch.zeros(())), torch.sign(x))
