#% wrong: the unbiased variance
def mean_and_variance(x):
    n = x.shape[-1]
    mean = x.sum(-1) / n
    centred = x - mean.unsqueeze(-1)
    variance = (centred ** 2).sum(-1) / (n - 1)
    return mean, variance
#% wrong: one pass
def mean_and_variance(x):
    n = x.shape[-1]
    mean = x.sum(-1) / n
    return mean, (x * x).sum(-1) / n - mean * mean
#% wrong: over all rows
def mean_and_variance(x):
    mean = x.sum() / x.numel()
    return mean, ((x - mean) ** 2).sum() / x.numel()
#% wrong: over the columns
def mean_and_variance(x):
    n = x.shape[0]
    mean = x.sum(0) / n
    return mean, ((x - mean) ** 2).sum(0) / n
#% wrong: the standard deviation
def mean_and_variance(x):
    n = x.shape[-1]
    mean = x.sum(-1) / n
    return mean, (((x - mean.unsqueeze(-1)) ** 2).sum(-1) / n).sqrt()
#% wrong: the mean square
def mean_and_variance(x):
    n = x.shape[-1]
    return x.sum(-1) / n, (x * x).sum(-1) / n
#% wrong: the mean distance
def mean_and_variance(x):
    n = x.shape[-1]
    mean = x.sum(-1) / n
    return mean, (x - mean.unsqueeze(-1)).abs().sum(-1) / n
#% wrong: dimensions are kept
def mean_and_variance(x):
    n = x.shape[-1]
    mean = x.sum(-1, keepdim=True) / n
    return mean, ((x - mean) ** 2).sum(-1, keepdim=True) / n
#% wrong: it changes x
def mean_and_variance(x):
    n = x.shape[-1]
    mean = x.sum(-1) / n
    x -= mean.unsqueeze(-1)
    return mean, (x * x).sum(-1) / n
#% right: einsum
import torch
def mean_and_variance(x):
    n = x.shape[-1]
    mean = torch.einsum("ij->i", x) / n
    centred = x - mean[:, None]
    return mean, torch.einsum("ij,ij->i", centred, centred) / n
#% right: loops
import torch
def mean_and_variance(x):
    means, variances = [], []
    for row in x.tolist():
        mean = sum(row) / len(row)
        means.append(mean)
        variances.append(sum((value - mean) ** 2 for value in row) / len(row))
    return means, torch.tensor(variances)
#% right: NumPy
import numpy as np
def mean_and_variance(x):
    x = x.numpy()
    mean = np.add.reduce(x, axis=-1) / x.shape[-1]
    centred = x - mean[:, None]
    return mean, np.add.reduce(centred * centred, axis=-1) / x.shape[-1]
#% right: a matrix product in float64
import torch
def mean_and_variance(x):
    x = x.double()
    ones = torch.ones(x.shape[-1], dtype=torch.float64) / x.shape[-1]
    mean = x @ ones
    return mean, (x - mean[:, None]) ** 2 @ ones
