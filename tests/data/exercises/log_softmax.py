#% wrong: the logarithm of a share
def log_softmax(x):
    e = (x - x.max(-1, keepdim=True).values).exp()
    return (e / e.sum(-1, keepdim=True)).log()
#% wrong: no maximum
def log_softmax(x):
    return x - x.exp().sum(-1, keepdim=True).log()
#% wrong: the maximum is not subtracted in front
def log_softmax(x):
    shifted = x - x.max(-1, keepdim=True).values
    return x - shifted.exp().sum(-1, keepdim=True).log()
#% wrong: the sum without its logarithm
def log_softmax(x):
    shifted = x - x.max(-1, keepdim=True).values
    return shifted - shifted.exp().sum(-1, keepdim=True)
#% wrong: over the columns
def log_softmax(x):
    shifted = x - x.max(0, keepdim=True).values
    return shifted - shifted.exp().sum(0, keepdim=True).log()
#% wrong: the base two
def log_softmax(x):
    shifted = x - x.max(-1, keepdim=True).values
    return shifted - shifted.exp().sum(-1, keepdim=True).log2()
#% wrong: a floor under the share
def log_softmax(x):
    e = (x - x.max(-1, keepdim=True).values).exp()
    return (e / e.sum(-1, keepdim=True) + 1e-9).log()
#% wrong: softmax
def log_softmax(x):
    e = (x - x.max(-1, keepdim=True).values).exp()
    return e / e.sum(-1, keepdim=True)
#% right: einsum
import torch
def log_softmax(x):
    d = x - torch.amax(x, -1, keepdim=True)
    return d - torch.log(torch.einsum("ij->i", torch.exp(d)))[:, None]
#% right: loops
import math
import torch
def log_softmax(x):
    rows = []
    for row in x.tolist():
        largest = max(row)
        total = math.log(sum(math.exp(value - largest) for value in row))
        rows.append([value - largest - total for value in row])
    return torch.tensor(rows)
#% right: NumPy
import numpy as np
def log_softmax(x):
    d = x.numpy() - x.numpy().max(-1, keepdims=True)
    return d - np.log(np.exp(d).sum(-1, keepdims=True))
