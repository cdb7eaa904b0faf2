import torch

t = torch.tensor(3.14159)
v = torch.tensor([0.12345, 2.5])
print(f"{t:.2f} {t:8.3f}| {t:e} {t} {t!r} {v[0]:.3f} {v.sum():.4f} {v.mean().item():.1f}")
print(f"{v} {v.shape} {v.tolist()} {v.dtype} {len(v)}")
print(f"{torch.tensor(7):d} {torch.tensor(7):5d}| {torch.tensor(7)} {torch.tensor(True)} {torch.tensor(255):x}")
print(f"{t = } {t=:.3f} {v=}")
print("{:.3f} and {}".format(t, v), "%.2f" % t, "%s" % v, "%d" % torch.tensor(3))
print(f"loss: {torch.tensor(0.5):.4f}, shape: {tuple(v.shape)}, {str(v):>30}|")
for i, row in enumerate(torch.arange(6.0).reshape(3, 2)):
    print(f"row {i}: mean {row.mean():.2f} sum {row.sum():.0f} {row}")
try:
    print(f"{v:.2f}")
except TypeError as e:
    print(type(e).__name__, e)
try:
    print(f"{torch.tensor([1.5]):.2f}")
except TypeError as e:
    print(type(e).__name__, e)
print(f"{torch.tensor(float('nan')):.2f} {torch.tensor(1e10):.2e} {-t:+.1f}")
