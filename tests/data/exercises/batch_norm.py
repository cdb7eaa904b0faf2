#% wrong: the running variance is biased
def batch_norm(x, running_mean, running_var, momentum, eps):
    mean, var = x.mean(0), x.var(0, unbiased=False)
    y = (x - mean) / (var + eps).sqrt()
    return (y, (1 - momentum) * running_mean + momentum * mean,
            (1 - momentum) * running_var + momentum * var)
#% wrong: the output has the unbiased variance
def batch_norm(x, running_mean, running_var, momentum, eps):
    mean, var = x.mean(0), x.var(0)
    y = (x - mean) / (var + eps).sqrt()
    return (y, (1 - momentum) * running_mean + momentum * mean,
            (1 - momentum) * running_var + momentum * var)
#% wrong: momentum the other way
def batch_norm(x, running_mean, running_var, momentum, eps):
    mean, var = x.mean(0), x.var(0, unbiased=False)
    y = (x - mean) / (var + eps).sqrt()
    return (y, momentum * running_mean + (1 - momentum) * mean,
            momentum * running_var + (1 - momentum) * x.var(0))
#% wrong: rows
def batch_norm(x, running_mean, running_var, momentum, eps):
    mean, var = x.mean(1, keepdim=True), x.var(1, keepdim=True, unbiased=False)
    y = (x - mean) / (var + eps).sqrt()
    return (y, (1 - momentum) * running_mean + momentum * x.mean(0),
            (1 - momentum) * running_var + momentum * x.var(0))
#% wrong: by the running statistics
def batch_norm(x, running_mean, running_var, momentum, eps):
    y = (x - running_mean) / (running_var + eps).sqrt()
    return (y, (1 - momentum) * running_mean + momentum * x.mean(0),
            (1 - momentum) * running_var + momentum * x.var(0))
#% wrong: changed in place
def batch_norm(x, running_mean, running_var, momentum, eps):
    mean, var = x.mean(0), x.var(0, unbiased=False)
    y = (x - mean) / (var + eps).sqrt()
    running_mean.mul_(1 - momentum).add_(momentum * mean)
    running_var.mul_(1 - momentum).add_(momentum * x.var(0))
    return y, running_mean, running_var
#% wrong: momentum is fixed
def batch_norm(x, running_mean, running_var, momentum, eps):
    mean, var = x.mean(0), x.var(0, unbiased=False)
    y = (x - mean) / (var + eps).sqrt()
    return y, 0.9 * running_mean + 0.1 * mean, 0.9 * running_var + 0.1 * x.var(0)
#% wrong: the output alone
def batch_norm(x, running_mean, running_var, momentum, eps):
    mean, var = x.mean(0), x.var(0, unbiased=False)
    return (x - mean) / (var + eps).sqrt()
#% right: einsum
import torch
def batch_norm(x, running_mean, running_var, momentum, eps):
    n = x.shape[0]
    mean = torch.einsum("ij->j", x) / n
    d = x - mean
    squares = torch.einsum("ij,ij->j", d, d)
    return (d * torch.rsqrt(squares / n + eps), running_mean + momentum * (mean - running_mean),
            running_var + momentum * (squares / (n - 1) - running_var))
#% right: loops
import torch
def batch_norm(x, running_mean, running_var, momentum, eps):
    n = x.shape[0]
    y, means, variances = [], [], []
    for j in range(x.shape[1]):
        column = x[:, j]
        mean = column.sum() / n
        squares = sum((value - mean) ** 2 for value in column)
        y.append((column - mean) / (squares / n + eps) ** 0.5)
        means.append((1 - momentum) * running_mean[j] + momentum * mean)
        variances.append((1 - momentum) * running_var[j] + momentum * squares / (n - 1))
    return torch.stack(y, 1), torch.stack(means), torch.stack(variances)
#% right: NumPy
import numpy as np
def batch_norm(x, running_mean, running_var, momentum, eps):
    x = x.numpy()
    y = (x - x.mean(0)) / np.sqrt(x.var(0) + eps)
    return (y, (1 - momentum) * running_mean.numpy() + momentum * x.mean(0),
            (1 - momentum) * running_var.numpy() + momentum * x.var(0, ddof=1))
