# The backward pass of layer normalization, written out and checked by differences.
import torch


def forward(x, gamma, beta, eps=1e-5):
    mean = x.mean(-1, keepdim=True)
    var = x.var(-1, unbiased=False, keepdim=True)
    rstd = 1 / torch.sqrt(var + eps)
    unit = (x - mean) * rstd
    return gamma * unit + beta, (unit, rstd, gamma)


def backward(dy, cache):
    unit, rstd, gamma = cache
    d_gamma = (dy * unit).sum(0)
    d_beta = dy.sum(0)
    d_unit = dy * gamma
    dx = d_unit - d_unit.mean(-1, keepdim=True) - unit * (d_unit * unit).mean(-1, keepdim=True)
    return dx * rstd, d_gamma, d_beta


def numerical(f, x, step=1e-5):
    gradient = torch.zeros_like(x)
    for i in range(x.numel()):
        index = (i // x.shape[1], i % x.shape[1]) if x.dim() == 2 else (i,)
        kept = x[index].item()
        x[index] = kept + step
        high = f().item()
        x[index] = kept - step
        low = f().item()
        x[index] = kept
        gradient[index] = (high - low) / (2 * step)
    return gradient


torch.manual_seed(6)
x = torch.randn(3, 4, dtype=torch.float64)
gamma = torch.rand(4, dtype=torch.float64) + 0.5
beta = torch.randn(4, dtype=torch.float64)
weight = torch.randn(3, 4, dtype=torch.float64)
y, cache = forward(x, gamma, beta)
print(y)
dx, d_gamma, d_beta = backward(weight, cache)
print(dx)
print(d_gamma, d_beta)


def loss():
    return (forward(x, gamma, beta)[0] * weight).sum()


for name, value, gradient in (("x", x, dx), ("gamma", gamma, d_gamma), ("beta", beta, d_beta)):
    estimate = numerical(loss, value)
    error = (estimate - gradient).abs().max().item()
    print(f"{name:<6} {tuple(gradient.shape)} error below 1e-7: {error < 1e-7}")
print("each row's gradient sums to zero:", dx.sum(-1).abs().max().item() < 1e-12)
print("and is orthogonal to the output:", (dx * cache[0]).sum(-1).abs().max().item() < 1e-4)


def softmax_backward(p, dp):
    return p * (dp - (dp * p).sum(-1, keepdim=True))


scores = torch.randn(2, 3, dtype=torch.float64)
target = torch.tensor([0, 2])
p = scores.softmax(-1)
onehot = torch.eye(3, dtype=torch.float64)[target]
chained = softmax_backward(p, -onehot / p)
print(chained, torch.allclose(chained, p - onehot))
print(numerical(lambda: -(scores.log_softmax(-1) * onehot).sum(), scores))
