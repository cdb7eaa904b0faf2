#% wrong: eps outside the root
def rstd(x, eps):
    return 1 / (x.var(-1, unbiased=False).sqrt() + eps)
#% wrong: the unbiased variance
def rstd(x, eps):
    return 1 / (x.var(-1) + eps).sqrt()
#% wrong: no eps
def rstd(x, eps):
    return 1 / x.var(-1, unbiased=False).sqrt()
#% wrong: eps is fixed
def rstd(x, eps):
    return 1 / (x.var(-1, unbiased=False) + 1e-5).sqrt()
#% wrong: the standard deviation
def rstd(x, eps):
    return (x.var(-1, unbiased=False) + eps).sqrt()
#% wrong: no root
def rstd(x, eps):
    return 1 / (x.var(-1, unbiased=False) + eps)
#% wrong: eps squared
def rstd(x, eps):
    return 1 / (x.var(-1, unbiased=False) + eps ** 2).sqrt()
#% wrong: eps is the least variance
def rstd(x, eps):
    return 1 / x.var(-1, unbiased=False).clamp(min=eps).sqrt()
#% right: rsqrt
import torch
def rstd(x, eps):
    return torch.rsqrt(x.var(-1, correction=0) + eps)
#% right: loops
def rstd(x, eps):
    found = []
    for row in x.tolist():
        mean = sum(row) / len(row)
        found.append((sum((value - mean) ** 2 for value in row) / len(row) + eps) ** -0.5)
    return found
#% right: NumPy
import numpy as np
def rstd(x, eps):
    return 1 / np.sqrt(np.var(x.numpy(), axis=-1) + eps)
