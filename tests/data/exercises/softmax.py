#% wrong: naive
def softmax(x):
    e = x.exp()
    return e / e.sum(-1, keepdim=True)
#% wrong: over all numbers
def softmax(x):
    e = (x - x.max()).exp()
    return e / e.sum()
#% wrong: over the columns
def softmax(x):
    e = (x - x.max(0, keepdim=True).values).exp()
    return e / e.sum(0, keepdim=True)
#% wrong: minus the mean
def softmax(x):
    e = (x - x.mean(-1, keepdim=True)).exp()
    return e / e.sum(-1, keepdim=True)
#% wrong: minus the maximum of all rows
def softmax(x):
    e = (x - x.max()).exp()
    return e / (e.sum(-1, keepdim=True) + 1e-6)
#% wrong: eps below
def softmax(x):
    e = (x - x.max(-1, keepdim=True).values).exp()
    return e / (e.sum(-1, keepdim=True) + 1e-3)
#% wrong: powers of two
def softmax(x):
    e = 2 ** (x - x.max(-1, keepdim=True).values)
    return e / e.sum(-1, keepdim=True)
#% wrong: not divided
def softmax(x):
    return (x - x.max(-1, keepdim=True).values).exp()
#% wrong: divided by the maximum
def softmax(x):
    e = (x - x.max(-1, keepdim=True).values).exp()
    return e / e.max(-1, keepdim=True).values
#% right: einsum
import torch
def softmax(x):
    e = torch.exp(x - torch.amax(x, -1, keepdim=True))
    return torch.einsum("ij,i->ij", e, 1 / torch.einsum("ij->i", e))
#% right: loops
import math
import torch
def softmax(x):
    rows = []
    for row in x.tolist():
        largest = max(row)
        e = [math.exp(value - largest) for value in row]
        rows.append([value / sum(e) for value in e])
    return torch.tensor(rows)
#% right: NumPy
import numpy as np
def softmax(x):
    x = x.numpy()
    e = np.exp(x - x.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)
