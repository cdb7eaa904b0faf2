# What float32 can and cannot hold.
import torch
x = torch.tensor(0.1); y = torch.tensor(0.1, dtype=torch.float64)
print(x == 0.1, y == 0.1, x.item(), y.item(), x.double(), x.double().item(), x == y, (x.double() - y).item(), float(x) - 0.1)
print(torch.tensor(0.1) + torch.tensor(0.2) == torch.tensor(0.3), 0.1 + 0.2 == 0.3, torch.isclose(torch.tensor(0.1) + 0.2, torch.tensor(0.3)))
print(torch.tensor(16777216.) + 1, torch.tensor(1e8) + 1 == 1e8, torch.tensor([1e20, 1., -1e20]).sum(), torch.tensor([1e20, -1e20, 1.]).sum())
eps = torch.finfo(torch.float32).eps; print(eps, 1 + eps, torch.tensor(1.) + eps, torch.tensor(1.) + eps / 2 == 1, torch.finfo(torch.float64).eps, torch.finfo().eps)
print(torch.finfo(torch.float32).max * 2, torch.tensor(torch.finfo(torch.float32).max) * 2, torch.tensor(torch.finfo(torch.float32).tiny) / 2 ** 23, torch.tensor(1e-46), -torch.tensor(0.), torch.tensor(0.) == torch.tensor(-0.), 1 / torch.tensor([0., -0.]), torch.tensor(0.) / 0, torch.tensor(float('inf')) - float('inf'), torch.sqrt(torch.tensor(-1.)), torch.log(torch.tensor(0.)), torch.nan == torch.nan, torch.tensor(float('nan')) == torch.tensor(float('nan')), torch.isnan(torch.tensor([1., float('nan')])), torch.isinf(torch.tensor([1., -float('inf')])), torch.isfinite(torch.tensor([1., float('nan')])))
print(torch.nan_to_num(torch.tensor([float('nan'), float('inf'), -float('inf'), 1.])), torch.nan_to_num(torch.tensor([float('nan'), float('inf')]), nan=0.5, posinf=9.), torch.tensor([float('nan'), 1.]).max(), torch.tensor([float('nan'), 1.]).sum(), torch.tensor([float('nan'), 1.]).sort(), torch.tensor([float('nan'), 1.]).argmax(), torch.maximum(torch.tensor(float('nan')), torch.tensor(1.)), torch.fmax(torch.tensor(float('nan')), torch.tensor(1.)), torch.clamp(torch.tensor([float('nan'), 5.]), max=1.), torch.relu(torch.tensor([float('nan'), -1.])))
def one_pass(v):
    return (v ** 2).mean() - v.mean() ** 2
def two_pass(v):
    return ((v - v.mean()) ** 2).mean()
def welford(v):
    m, s = 0.0, 0.0
    for i, e in enumerate(v.tolist(), 1):
        d = e - m; m += d / i; s += d * (e - m)
    return s / len(v)
torch.manual_seed(0)
for shift in [0, 1e2, 1e4, 1e6]:
    v = torch.randn(1000) + shift
    print(f"{shift:>10} one-pass {one_pass(v):.6f} two-pass {two_pass(v):.6f} welford {welford(v):.6f} torch {v.var(unbiased=False):.6f} f64 {one_pass(v.double()):.6f}")
a = torch.rand(10000); print(a.sum(), a.double().sum(), sum(a.tolist()), a.cumsum(0)[-1], a.flip(0).sum(), a.view(100, 100).sum(0).sum(), a.mean(), a.sort()[0].sum())
k = torch.tensor(0.); c = torch.tensor(0.)
for v in [0.1] * 100:
    yv = v - c; t = k + yv; c = (t - k) - yv; k = t
print(k, sum([torch.tensor(0.1)] * 100), torch.full((100,), 0.1).sum(), c)
print((1e16 + 1) - 1e16, (torch.tensor(1e16, dtype=torch.float64) + 1) - 1e16, torch.tensor([1., 1e-8]).sum().item(), torch.expm1(torch.tensor(1e-7)), torch.exp(torch.tensor(1e-7)) - 1, torch.log1p(torch.tensor(1e-7)), torch.log(1 + torch.tensor(1e-7)), torch.hypot(torch.tensor(3e20), torch.tensor(4e20)))
m1 = torch.rand(50, 50); m2 = torch.rand(50, 50); print(((m1 @ m2) - (m1.double() @ m2.double())).abs().max() < 1e-5, (m1 @ m2 @ m1)[0, :3], torch.equal(m1 @ m2, m1.mm(m2)))
print(torch.tensor([1.1, 2.2, 3.3]).tolist(), torch.tensor([1.1, 2.2], dtype=torch.float64).tolist(), torch.tensor(1/3).item(), torch.tensor(2.0).sqrt().item(), torch.tensor(2.0).double().sqrt().item(), torch.pi, torch.tensor(torch.pi).item(), torch.round(torch.tensor(2.675), decimals=2), round(2.675, 2), round(torch.tensor(2.675).item(), 2))
print(torch.tensor([5, -5]) // 3, torch.tensor([5, -5]) % 3, torch.fmod(torch.tensor([5, -5]), 3), torch.div(torch.tensor([5, -5]), 3, rounding_mode='trunc'), torch.div(torch.tensor([5., -5.]), 3, rounding_mode='floor'), torch.remainder(torch.tensor([-1.5]), 1), torch.trunc(torch.tensor([-1.7])), torch.frac(torch.tensor([-1.7])), torch.ceil(torch.tensor([-1.2])), torch.tensor(7).float() / 2)
