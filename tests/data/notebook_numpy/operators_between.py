# SPDX-License-Identifier: MIT
"""Operators between arrays and tensors: which side decides."""
import operator

import numpy as np
import torch

t = torch.tensor([1.0, 2.0, 4.0])
for array in (np.array([2.0, 2.0, 2.0]), np.array([2, 2, 2]), np.float32([2, 2, 2])):
    for name in ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow"):
        f = getattr(operator, name)
        for a, b in ((t, array), (array, t)):
            try:
                r = f(a, b)
                print(name, type(r).__name__, r.dtype, r.tolist())
            except TypeError as error:
                print(name, str(error).split("use")[0])
for number in (np.float64(2), np.float32(2), np.int64(2)):
    for r in (t * number, number * t, t / number, number / t, t - number, number - t, t**number):
        print(type(r).__name__, r.dtype, r.tolist())
print(t == np.array([1.0, 2.0, 4.0]))
t *= np.array([1.0, 2.0, 3.0])
print(t)
a = np.ones(3)
try:
    a += torch.ones(3)
except TypeError as error:
    print(error)
a[:2] = torch.tensor([5.0, 6.0])
print(a)
print(torch.ones(2, 3) @ np.ones((3, 2)))
