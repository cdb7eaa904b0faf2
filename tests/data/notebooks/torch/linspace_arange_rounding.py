import torch

print(torch.arange(0, 1, 0.1), torch.arange(0.0, 0.5, 0.1).tolist(), torch.arange(1, 2, 0.3), torch.arange(-1, 1, 0.5), torch.arange(5, 2, -1), torch.arange(2.5))
print(torch.linspace(0, 1, 3), torch.linspace(0, 1, 11).tolist(), torch.linspace(5, -5, 5), torch.linspace(0, 10, 1), torch.linspace(-1, 1, 6), torch.linspace(0, 3, 4, dtype=torch.float64))
print(torch.arange(3, dtype=torch.float32), torch.arange(0, 6, 2, dtype=torch.float64), torch.arange(10)[torch.arange(0, 10, 3)], torch.logspace(0, 2, 3), torch.arange(4).float() / 4)
x = torch.linspace(-3, 3, 7)
for v in x:
    print(f"{v:+.2f} {torch.sigmoid(v):.4f} {torch.tanh(v):+.4f} {torch.relu(v):.2f} {torch.exp(v):9.4f}")
