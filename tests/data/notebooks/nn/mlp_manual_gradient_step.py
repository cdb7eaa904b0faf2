import torch
from torch import nn

torch.manual_seed(4)
x = torch.linspace(-1, 1, 5).unsqueeze(1)
y = 2 * x + 0.5
w, b = torch.zeros(1, 1), torch.zeros(1)
for step in range(31):
    prediction = x @ w + b
    error = prediction - y
    loss = (error ** 2).mean()
    gw = 2 * x.t() @ error / len(x)
    gb = 2 * error.mean(0)
    w = w - 0.3 * gw
    b = b - 0.3 * gb
    if step % 10 == 0:
        print(f"step {step:2d} loss {loss:.5f} w {w.item():.4f} b {b.item():.4f}")
print(w, b, prediction.squeeze(1))
model = nn.Sequential(nn.Linear(1, 3), nn.Tanh(), nn.Linear(3, 1))
with torch.no_grad():
    out = model(x)
print(out, ((out - y) ** 2).mean())
