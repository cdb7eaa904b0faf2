#% wrong: layer norm
def rms_norm(x, gamma, eps):
    d = x - x.mean(-1, keepdim=True)
    return d / (d.pow(2).mean(-1, keepdim=True) + eps).sqrt() * gamma
#% wrong: the sum of squares
def rms_norm(x, gamma, eps):
    return x / (x.pow(2).sum(-1, keepdim=True) + eps).sqrt() * gamma
#% wrong: divided by n - 1
def rms_norm(x, gamma, eps):
    return x / (x.pow(2).sum(-1, keepdim=True) / (x.shape[-1] - 1) + eps).sqrt() * gamma
#% wrong: eps outside the root
def rms_norm(x, gamma, eps):
    return x / (x.pow(2).mean(-1, keepdim=True).sqrt() + eps) * gamma
#% wrong: no gamma
def rms_norm(x, gamma, eps):
    return x / (x.pow(2).mean(-1, keepdim=True) + eps).sqrt()
#% wrong: one plus gamma
def rms_norm(x, gamma, eps):
    return x / (x.pow(2).mean(-1, keepdim=True) + eps).sqrt() * (1 + gamma)
#% wrong: no root
def rms_norm(x, gamma, eps):
    return x / (x.pow(2).mean(-1, keepdim=True) + eps) * gamma
#% wrong: over all numbers
def rms_norm(x, gamma, eps):
    return x / (x.pow(2).mean() + eps).sqrt() * gamma
#% right: einsum
import torch
def rms_norm(x, gamma, eps):
    squares = torch.einsum("ij,ij->i", x, x) / x.shape[-1]
    return torch.einsum("ij,i,j->ij", x, torch.rsqrt(squares + eps), gamma)
#% right: loops
import torch
def rms_norm(x, gamma, eps):
    rows = []
    for row in x:
        total = 0.0
        for value in row:
            total = total + value * value
        rows.append(row / torch.sqrt(total / len(row) + eps) * gamma)
    return torch.stack(rows)
#% right: NumPy
import numpy as np
def rms_norm(x, gamma, eps):
    x = x.numpy()
    return x / np.sqrt(np.mean(np.square(x), -1, keepdims=True) + eps) * gamma.numpy()
