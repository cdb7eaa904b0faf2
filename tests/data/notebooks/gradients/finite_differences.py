"""Every gradient against finite differences, in double precision."""
import torch
import torch.nn.functional as F

torch.manual_seed(15)
x = torch.randn(3, 4, dtype=torch.float64)
w = torch.randn(4, dtype=torch.float64)


def numeric(f, at, step=1e-6):
    result = torch.zeros_like(at)
    for i in range(at.numel()):
        up, down = at.clone(), at.clone()
        up.view(-1)[i] += step
        down.view(-1)[i] -= step
        result.view(-1)[i] = (f(up) - f(down)) / (2 * step)
    return result


functions = {
    'layer norm': lambda t: (F.layer_norm(t, (4,)) * w).sum(),
    'softmax': lambda t: (F.softmax(t, 1) * w).sum(),
    'log softmax': lambda t: F.log_softmax(t, 0)[1].sum(),
    'gelu': lambda t: F.gelu(t).sum(),
    'silu': lambda t: F.silu(t).pow(2).sum(),
    'matmul': lambda t: (t @ t.t()).tanh().sum(),
    'norm': lambda t: t.norm(dim=1).prod(),
    'var': lambda t: t.var(1).log().sum(),
    'indexed': lambda t: (t[[0, 2, 2]] * t[1]).sum(),
    'pow': lambda t: (t.abs() ** w).sum(),
    'max': lambda t: t.max(1).values.exp().sum(),
    'cumsum': lambda t: t.cumsum(1).sin().sum(),
    'rms norm': lambda t: (t * t.pow(2).mean(-1, keepdim=True).add(1e-6).rsqrt() * w).sum(),
    'group norm': lambda t: (F.group_norm(t.view(1, 4, 3), 2) ** 3).sum(),
    'attention': lambda t: (F.softmax(t @ t.t() / 2, -1) @ t).pow(2).sum(),
}
for name, f in functions.items():
    at = x.clone().requires_grad_()
    f(at).backward()
    worst = (at.grad - numeric(f, x)).abs().max().item()
    print(f'{name:12} {"ok" if worst < 1e-7 else worst}')
    print(at.grad[0])
