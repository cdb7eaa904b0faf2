# lecture-assignment style: forward passes with caches
import torch


def affine_forward(x, w, b):
    out = x.reshape(x.shape[0], -1).mm(w) + b
    cache = (x, w, b)
    return out, cache


def relu_forward(x):
    return torch.clamp(x, min=0), x


def layernorm_forward(x, gamma, beta, ln_param):
    eps = ln_param.get('eps', 1e-5)
    mu = x.mean(dim=1, keepdim=True)
    xmu = x - mu
    sq = xmu ** 2
    var = sq.mean(dim=1, keepdim=True)
    sqrtvar = torch.sqrt(var + eps)
    ivar = 1. / sqrtvar
    xhat = xmu * ivar
    out = gamma * xhat + beta
    cache = (xhat, gamma, xmu, ivar, sqrtvar, var, eps)
    return out, cache


def print_mean_std(x, axis=0):
    print('  means: ', x.mean(dim=axis))
    print('  stds:  ', x.std(dim=axis, unbiased=False))
    print()


torch.manual_seed(231)
N, D1, D2, D3 = 4, 50, 60, 3
X = torch.randn(N, D1)
W1 = torch.randn(D1, D2)
W2 = torch.randn(D2, D3)
a = torch.relu(X.mm(W1)).mm(W2)
print('Before layer normalization:')
print_mean_std(a, axis=1)
gamma, beta = torch.ones(D3), torch.zeros(D3)
print('After layer normalization (gamma=1, beta=0)')
a_norm, _ = layernorm_forward(a, gamma, beta, {'mode': 'train'})
print_mean_std(a_norm, axis=1)
gamma, beta = torch.tensor([3., 3., 3.]), torch.tensor([5., 5., 5.])
print('After layer normalization (gamma=', gamma, ', beta=', beta, ')')
print_mean_std(layernorm_forward(a, gamma, beta, {})[0], axis=1)


def rel_error(x, y):
    return torch.max(torch.abs(x - y) / (torch.maximum(torch.tensor(1e-8), torch.abs(x) + torch.abs(y)))).item()


print('error: %.1e' % rel_error(a_norm, torch.nn.functional.layer_norm(a, (D3,))) < 'error: 1', affine_forward(X, W1, 0.)[0].shape)
