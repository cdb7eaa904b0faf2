#% wrong: the last dimension alone
def layer_norm_affine(x, gamma, beta, eps):
    mean = x.mean(-1, keepdim=True)
    var = x.var(-1, keepdim=True, unbiased=False)
    return (x - mean) / (var + eps).sqrt() * gamma + beta
#% wrong: gamma is forgotten
def layer_norm_affine(x, gamma, beta, eps):
    dims = tuple(range(-gamma.dim(), 0))
    mean = x.mean(dims, keepdim=True)
    var = x.var(dims, keepdim=True, unbiased=False)
    return (x - mean) / (var + eps).sqrt() + beta
#% wrong: beta is forgotten
def layer_norm_affine(x, gamma, beta, eps):
    dims = tuple(range(-gamma.dim(), 0))
    mean = x.mean(dims, keepdim=True)
    var = x.var(dims, keepdim=True, unbiased=False)
    return (x - mean) / (var + eps).sqrt() * gamma
#% wrong: gamma scales beta too
def layer_norm_affine(x, gamma, beta, eps):
    dims = tuple(range(-gamma.dim(), 0))
    mean = x.mean(dims, keepdim=True)
    var = x.var(dims, keepdim=True, unbiased=False)
    return ((x - mean) / (var + eps).sqrt() + beta) * gamma
#% wrong: all but the first dimension
def layer_norm_affine(x, gamma, beta, eps):
    dims = tuple(range(1, x.dim()))
    mean = x.mean(dims, keepdim=True)
    var = x.var(dims, keepdim=True, unbiased=False)
    return (x - mean) / (var + eps).sqrt() * gamma + beta
#% wrong: one plus gamma
def layer_norm_affine(x, gamma, beta, eps):
    dims = tuple(range(-gamma.dim(), 0))
    mean = x.mean(dims, keepdim=True)
    var = x.var(dims, keepdim=True, unbiased=False)
    return (x - mean) / (var + eps).sqrt() * (1 + gamma) + beta
#% wrong: the unbiased variance
def layer_norm_affine(x, gamma, beta, eps):
    dims = tuple(range(-gamma.dim(), 0))
    mean = x.mean(dims, keepdim=True)
    var = x.var(dims, keepdim=True)
    return (x - mean) / (var + eps).sqrt() * gamma + beta
#% wrong: gamma is scaled before the mean
def layer_norm_affine(x, gamma, beta, eps):
    dims = tuple(range(-gamma.dim(), 0))
    x = x * gamma
    mean = x.mean(dims, keepdim=True)
    var = x.var(dims, keepdim=True, unbiased=False)
    return (x - mean) / (var + eps).sqrt() + beta
#% right: flattened
def layer_norm_affine(x, gamma, beta, eps):
    flat = x.reshape(-1, gamma.numel())
    centred = flat - flat.mean(1, keepdim=True)
    normalized = centred * (centred.pow(2).mean(1, keepdim=True) + eps).rsqrt()
    return normalized.reshape(x.shape) * gamma + beta
#% right: loops
import torch
def layer_norm_affine(x, gamma, beta, eps):
    rows = []
    for row in x.reshape(-1, gamma.numel()):
        d = row - row.sum() / row.numel()
        rows.append(d / (d.dot(d) / row.numel() + eps) ** 0.5)
    return torch.stack(rows).reshape(x.shape) * gamma + beta
#% right: NumPy
import numpy as np
def layer_norm_affine(x, gamma, beta, eps):
    x, gamma, beta = x.numpy(), gamma.numpy(), beta.numpy()
    axis = tuple(range(-gamma.ndim, 0))
    d = x - x.mean(axis, keepdims=True)
    return d / np.sqrt((d * d).mean(axis, keepdims=True) + eps) * gamma + beta
