import torch

x = torch.tensor([[1.5, 2.0], [3.0, 0.1]])
print(x.tolist(), x[0].tolist(), x[1, 1].tolist(), x[0, 0].item(), x[1, 1].item(), x.sum().item())
print(torch.tensor(5).item(), type(torch.tensor(5).item()), type(torch.tensor(5.0).item()), torch.tensor(True).item(), torch.tensor([[7]]).item())
print(float(x[0, 0]), int(x[0, 1]), int(torch.tensor(3.9)), float(torch.tensor(1)), bool(torch.tensor(0.0)), round(x[1, 1].item(), 3))
print(torch.arange(4).tolist(), torch.tensor([True, False]).tolist(), torch.zeros(2, 0).tolist(), torch.tensor([]).tolist(), torch.zeros(1, 1, 2).tolist())
print(torch.tensor(0.1).item() == 0.1, torch.tensor(0.1, dtype=torch.float64).item() == 0.1, torch.tensor([0.1, 1e-8, 1e20]).tolist(), torch.tensor(1 / 3).item())
print([f"{v:.3f}" for v in x.flatten().tolist()], sum(x[0].tolist()), max(x.tolist()), sorted(x.reshape(-1).tolist()))
try:
    x.item()
except ValueError as e:
    print(type(e).__name__, e)
except RuntimeError as e:
    print(type(e).__name__, e)
print([int(v) for v in torch.arange(3)], range(torch.tensor(3).item()), [10, 20, 30][torch.tensor(1)], "ab" * int(torch.tensor(2)))
