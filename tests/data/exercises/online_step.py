#% wrong: the old sum keeps its maximum
import torch
def online_step(maximum, total, x):
    larger = torch.maximum(maximum, x.max())
    return larger, total + (x - larger).exp().sum()
#% wrong: the maximum of the block alone
import torch
def online_step(maximum, total, x):
    larger = x.max()
    return larger, total * (maximum - larger).exp() + (x - larger).exp().sum()
#% wrong: the factor the other way
import torch
def online_step(maximum, total, x):
    larger = torch.maximum(maximum, x.max())
    return larger, total * (larger - maximum).exp() + (x - larger).exp().sum()
#% wrong: the block with the old maximum
import torch
def online_step(maximum, total, x):
    larger = torch.maximum(maximum, x.max())
    return larger, total * (maximum - larger).exp() + (x - maximum).exp().sum()
#% wrong: no maximum at all
import torch
def online_step(maximum, total, x):
    larger = torch.maximum(maximum, x.max())
    return larger, (total * maximum.exp() + x.exp().sum()) / larger.exp()
#% wrong: the old sum is left out
import torch
def online_step(maximum, total, x):
    larger = torch.maximum(maximum, x.max())
    return larger, (x - larger).exp().sum()
#% wrong: the old maximum is given back
import torch
def online_step(maximum, total, x):
    larger = torch.maximum(maximum, x.max())
    return maximum, total * (maximum - larger).exp() + (x - larger).exp().sum()
#% right: a number at a time
import torch
def online_step(maximum, total, x):
    for value in x:
        larger = torch.maximum(maximum, value)
        total = total * torch.exp(maximum - larger) + torch.exp(value - larger)
        maximum = larger
    return maximum, total
#% right: plain Python
import math
def online_step(maximum, total, x):
    before = maximum.item()
    larger = max([before] + x.tolist())
    return larger, total.item() * math.exp(before - larger) + sum(math.exp(v - larger) for v in x.tolist())
#% right: NumPy
import numpy as np
def online_step(maximum, total, x):
    larger = np.maximum(maximum.numpy(), x.numpy().max())
    return larger, total.numpy() * np.exp(maximum.numpy() - larger) + np.exp(x.numpy() - larger).sum()
