#% wrong: the unbiased variance
def layer_norm(x):
    mean = x.mean(-1, keepdim=True)
    var = x.var(-1, keepdim=True)
    return (x - mean) / (var + 1e-5).sqrt()
#% wrong: no eps
def layer_norm(x):
    mean = x.mean(-1, keepdim=True)
    var = x.var(-1, keepdim=True, unbiased=False)
    return (x - mean) / var.sqrt()
#% wrong: eps outside the root
def layer_norm(x):
    mean = x.mean(-1, keepdim=True)
    var = x.var(-1, keepdim=True, unbiased=False)
    return (x - mean) / (var.sqrt() + 1e-5)
#% wrong: the mean stays
def layer_norm(x):
    var = x.var(-1, keepdim=True, unbiased=False)
    return x / (var + 1e-5).sqrt()
#% wrong: no root
def layer_norm(x):
    mean = x.mean(-1, keepdim=True)
    var = x.var(-1, keepdim=True, unbiased=False)
    return (x - mean) / (var + 1e-5)
#% wrong: over the columns
def layer_norm(x):
    mean = x.mean(0, keepdim=True)
    var = x.var(0, keepdim=True, unbiased=False)
    return (x - mean) / (var + 1e-5).sqrt()
#% wrong: over all numbers
def layer_norm(x):
    mean = x.mean()
    var = x.var(unbiased=False)
    return (x - mean) / (var + 1e-5).sqrt()
#% wrong: one pass
def layer_norm(x):
    mean = x.mean(-1, keepdim=True)
    var = (x * x).mean(-1, keepdim=True) - mean * mean
    return (x - mean) / (var + 1e-5).sqrt()
#% wrong: another eps
def layer_norm(x):
    mean = x.mean(-1, keepdim=True)
    var = x.var(-1, keepdim=True, unbiased=False)
    return (x - mean) / (var + 1e-6).sqrt()
#% right: einsum
import torch
def layer_norm(x):
    n = x.shape[-1]
    d = x - torch.einsum("ij->i", x)[:, None] / n
    return d * torch.rsqrt(torch.einsum("ij,ij->i", d, d) / n + 1e-5)[:, None]
#% right: loops
import torch
def layer_norm(x):
    y = torch.zeros_like(x)
    for i in range(x.shape[0]):
        mean = 0.0
        for j in range(x.shape[1]):
            mean = mean + x[i, j] / x.shape[1]
        var = 0.0
        for j in range(x.shape[1]):
            var = var + (x[i, j] - mean) ** 2 / x.shape[1]
        for j in range(x.shape[1]):
            y[i, j] = (x[i, j] - mean) / (var + 1e-5) ** 0.5
    return y
#% right: NumPy
import numpy as np
def layer_norm(x):
    x = x.numpy()
    return (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + 1e-5)
