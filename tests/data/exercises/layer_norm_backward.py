#% wrong: rstd times dy
def layer_norm_backward(dy, x, eps):
    return dy / (x.var(-1, keepdim=True, unbiased=False) + eps).sqrt()
#% wrong: without the mean of dy
def layer_norm_backward(dy, x, eps):
    d = x - x.mean(-1, keepdim=True)
    rstd = 1 / (d.pow(2).mean(-1, keepdim=True) + eps).sqrt()
    xhat = d * rstd
    return rstd * (dy - xhat * (dy * xhat).mean(-1, keepdim=True))
#% wrong: without the part of the variance
def layer_norm_backward(dy, x, eps):
    d = x - x.mean(-1, keepdim=True)
    rstd = 1 / (d.pow(2).mean(-1, keepdim=True) + eps).sqrt()
    return rstd * (dy - dy.mean(-1, keepdim=True))
#% wrong: sums in the place of means
def layer_norm_backward(dy, x, eps):
    d = x - x.mean(-1, keepdim=True)
    rstd = 1 / (d.pow(2).mean(-1, keepdim=True) + eps).sqrt()
    xhat = d * rstd
    return rstd * (dy - dy.sum(-1, keepdim=True) - xhat * (dy * xhat).sum(-1, keepdim=True))
#% wrong: the unbiased variance
def layer_norm_backward(dy, x, eps):
    d = x - x.mean(-1, keepdim=True)
    rstd = 1 / (x.var(-1, keepdim=True) + eps).sqrt()
    xhat = d * rstd
    return rstd * (dy - dy.mean(-1, keepdim=True) - xhat * (dy * xhat).mean(-1, keepdim=True))
#% wrong: no eps
def layer_norm_backward(dy, x, eps):
    d = x - x.mean(-1, keepdim=True)
    rstd = 1 / d.pow(2).mean(-1, keepdim=True).sqrt()
    xhat = d * rstd
    return rstd * (dy - dy.mean(-1, keepdim=True) - xhat * (dy * xhat).mean(-1, keepdim=True))
#% wrong: without rstd
def layer_norm_backward(dy, x, eps):
    d = x - x.mean(-1, keepdim=True)
    rstd = 1 / (d.pow(2).mean(-1, keepdim=True) + eps).sqrt()
    xhat = d * rstd
    return dy - dy.mean(-1, keepdim=True) - xhat * (dy * xhat).mean(-1, keepdim=True)
#% wrong: the sign of the last part
def layer_norm_backward(dy, x, eps):
    d = x - x.mean(-1, keepdim=True)
    rstd = 1 / (d.pow(2).mean(-1, keepdim=True) + eps).sqrt()
    xhat = d * rstd
    return rstd * (dy - dy.mean(-1, keepdim=True) + xhat * (dy * xhat).mean(-1, keepdim=True))
#% wrong: x in the place of the normalized
def layer_norm_backward(dy, x, eps):
    rstd = 1 / (x.var(-1, keepdim=True, unbiased=False) + eps).sqrt()
    return rstd * (dy - dy.mean(-1, keepdim=True) - x * (dy * x).mean(-1, keepdim=True))
#% right: einsum
import torch
def layer_norm_backward(dy, x, eps):
    n = x.shape[-1]
    d = x - torch.einsum("ij->i", x)[:, None] / n
    rstd = torch.rsqrt(torch.einsum("ij,ij->i", d, d) / n + eps)
    share = torch.einsum("ij,ij->i", dy, d) * rstd / n
    mean = torch.einsum("ij->i", dy) / n
    return rstd[:, None] * (dy - mean[:, None] - d * (rstd * share)[:, None])
#% right: the Jacobian
import torch
def layer_norm_backward(dy, x, eps):
    rows = []
    for upstream, row in zip(dy, x):
        n = len(row)
        d = row - row.mean()
        rstd = 1 / torch.sqrt((d * d).mean() + eps)
        xhat = d * rstd
        jacobian = (torch.eye(n) - 1 / n - torch.outer(xhat, xhat) / n) * rstd
        rows.append(upstream @ jacobian)
    return torch.stack(rows)
#% right: NumPy
import numpy as np
def layer_norm_backward(dy, x, eps):
    dy, x = dy.numpy(), x.numpy()
    d = x - x.mean(-1, keepdims=True)
    rstd = 1 / np.sqrt((d * d).mean(-1, keepdims=True) + eps)
    xhat = d * rstd
    return rstd * (dy - dy.mean(-1, keepdims=True) - xhat * (dy * xhat).mean(-1, keepdims=True))
