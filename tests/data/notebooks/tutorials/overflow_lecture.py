import math
import torch

for x in (0, 1, 10, 88, 89, 100, 709, 710, 1000):
    t32 = torch.exp(torch.tensor(float(x)))
    t64 = torch.exp(torch.tensor(float(x), dtype=torch.float64))
    try:
        py = f"{math.exp(x):.6e}"
    except OverflowError as e:
        py = f"OverflowError({e})"
    print(f"x={x:<5} float32={t32.item():<24} float64={t64.item():<24} python={py}")
print(torch.exp(torch.tensor([-87., -88., -103., -104.])))
print(torch.log(torch.tensor([0., 1e-45, 1e-38, -1.])))
a = torch.tensor([1e20, 1.0, -1e20])
print(a.sum(), a.double().sum(), math.fsum(a.tolist()))
x = torch.tensor([10000., 10001., 10002.])
print(x.var(unbiased=False), (x ** 2).mean() - x.mean() ** 2, (x.double() ** 2).mean() - x.double().mean() ** 2)
eps32 = torch.finfo(torch.float32).eps
print(eps32, torch.tensor(1.0) + eps32 / 2 == 1.0, torch.tensor(1.0) + eps32 == 1.0)
h = [10.0 ** -k for k in range(1, 17)]
f, x0 = math.sin, 1.0
for s in h:
    d = (f(x0 + s) - f(x0)) / s
    print(f"h={s:.0e} derivative={d:.12f} error={abs(d - math.cos(x0)):.3e}")
print(torch.logsumexp(torch.tensor([1000., 1000.]), 0), torch.log(torch.exp(torch.tensor([1000., 1000.])).sum()))
print(torch.log1p(torch.tensor(1e-10)), torch.log(1 + torch.tensor(1e-10)), torch.expm1(torch.tensor(1e-10)), math.log1p(1e-10), math.expm1(1e-10))
print(torch.sigmoid(torch.tensor([-100., 100.])), torch.nn.functional.logsigmoid(torch.tensor([-100., 100.])), torch.nn.functional.softplus(torch.tensor([-100., 0., 100.])))
print(0.1 + 0.7, (0.1 + 0.7) * 10, int((0.1 + 0.7) * 10), 1e308 * 10, -1e308 * 10, 5e-324 / 2, float("nan") != float("nan"), math.nan in [math.nan], sorted([3.0, float("nan"), 1.0]))
